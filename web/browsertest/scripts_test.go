package browsertest

import (
	"embed"
	"strings"
)

// The scripts that tests run in pages are JavaScript files, so that the linter and the formatter check them.
// Tests call their functions with short expressions.

// These scripts have no effect until called, so every page has them.
//
//go:embed page.js api.js accident.js guide.js loglines.js notices.js replayed.js
var helpers embed.FS

// helperScripts returns the scripts that every page has.
func helperScripts() string {
	var all strings.Builder
	// The other scripts use those of page.js.
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

// These scripts change pages, and only some tests add them. Each file describes its effect.
var (
	//go:embed daily.js
	dailyScript string
	//go:embed device.js
	deviceScript string
	//go:embed events.js
	eventsScript string
	//go:embed frames.js
	framesScript string
	//go:embed held-matches.js
	heldMatchesScript string
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
