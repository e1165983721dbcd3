package game

import (
	"fmt"
	"slices"
	"strings"

	"archmage/internal/coded"
)

// SetupChecks is what builders of positions refuse set-ups with. What is refused ends the
// building at once: the methods return only if all is well.
type SetupChecks struct {
	// At begins every message. It says which part of the set-up is read, such as "seat 1: ".
	At string
}

// badSetup is what ends the building.
type badSetup struct{ err error }

// BuildSetup calls build and returns what it refuses, with [CodeBadSetup].
func BuildSetup(build func()) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case badSetup:
			err = value.err
		default:
			panic(value)
		}
	}()
	build()
	return nil
}

// Fail refuses the set-up.
func (c *SetupChecks) Fail(format string, args ...any) {
	panic(badSetup{coded.Errorf(CodeBadSetup, "%s%s", c.At, fmt.Sprintf(format, args...))})
}

// Within refuses the set-up unless low <= n <= high; name says what n is.
func (c *SetupChecks) Within(name string, n, low, high int) {
	switch {
	case low <= n && n <= high:
	case low == high:
		c.Fail("%s %d, not %d", name, n, low)
	default:
		c.Fail("%s %d, %d to %d", name, n, low, high)
	}
}

// Named returns the place of a text in a list; name says what the text is.
func (c *SetupChecks) Named(name, text string, list []string) int {
	at := slices.Index(list, text)
	if at < 0 {
		c.Fail("%s %q; there is %s", name, text, strings.Join(list, ", "))
	}
	return at
}
