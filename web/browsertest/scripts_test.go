package browsertest

import (
	"embed"
	"strings"
)

// What tests do and read in pages is written in JavaScript files, which linter and formatter check. The
// tests call their functions by short expressions.

// Those that change nothing by being there are in each page.
//
//go:embed page.js api.js accident.js guide.js loglines.js notices.js replayed.js
var helpers embed.FS

// helperScripts returns the scripts that are put into each page.
func helperScripts() string {
	var all strings.Builder
	// The others build on the page's.
	for _, name := range []string{
		"page.js", "api.js", "accident.js", "guide.js", "loglines.js", "notices.js", "replayed.js",
	} {
		script, err := helpers.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		_, _ = all.Write(script)
	}
	return all.String()
}

// Scripts that change the pages of those tests that put them there; each file says how.
var (
	//go:embed device.js
	deviceScript string
	//go:embed plain.js
	plainScript string
	//go:embed preloads.js
	preloadsScript string
	//go:embed presses.js
	pressesScript string
	//go:embed shift.js
	shiftScript string
	//go:embed story.js
	storyScript string
	//go:embed testdata/small-page.js
	smallPageScript string
)
