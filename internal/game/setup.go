package game

import (
	"fmt"
	"slices"
	"strings"

	"archmage/internal/coded"
)

// SetupChecks validates the readable form of a position while a game builds it. A failed check
// aborts [BuildSetup]; the methods return only if the check passes.
type SetupChecks struct {
	// Prefix begins every message. It names the part of the position that is being read, as in
	// "seat 1: ".
	Prefix string
}

// badSetup is the panic value that aborts BuildSetup.
type badSetup struct{ err error }

// BuildSetup calls build and returns the error of the check that failed, with [CodeBadSetup].
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

// Fail aborts the building with a message.
func (c *SetupChecks) Fail(format string, args ...any) {
	panic(badSetup{coded.Errorf(CodeBadSetup, "%s%s", c.Prefix, fmt.Sprintf(format, args...))})
}

// CheckRange fails unless low <= n <= high. name says what n is.
func (c *SetupChecks) CheckRange(name string, n, low, high int) {
	switch {
	case low <= n && n <= high:
	case low == high:
		c.Fail("%s %d, not %d", name, n, low)
	default:
		c.Fail("%s %d, %d to %d", name, n, low, high)
	}
}

// IndexOf returns the index of text in list, and fails if it is not there. name says what text is.
func (c *SetupChecks) IndexOf(name, text string, list []string) int {
	index := slices.Index(list, text)
	if index < 0 {
		c.Fail("%s %q; there is %s", name, text, strings.Join(list, ", "))
	}
	return index
}
