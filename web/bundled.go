//go:build bundled

// Package web holds the browser client as the command pack has bundled it, so that the
// program needs no bundler.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:bundled
var files embed.FS

// Bundle returns the client made small.
func Bundle() (map[string][]byte, error) {
	sub, err := fs.Sub(files, "bundled")
	if err != nil {
		return nil, err
	}
	return read(sub)
}

// Source fails: the client as it is written is not in this program.
func Source() (map[string][]byte, error) {
	return nil, errors.New("this program has the client bundled, and not as it is written")
}
