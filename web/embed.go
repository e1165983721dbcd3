//go:build !bundled

// Package web holds the browser client: native modules that browsers run as they
// are, and a bundle of them in a few small files, which the server sends. It
// imports nothing of this module.
package web

import (
	"embed"
	"io/fs"
)

//go:embed static
var files embed.FS

// static is the client as it is written, rooted at what is served at "/".
var static = rooted(files)

func rooted(all fs.FS) fs.FS {
	sub, err := fs.Sub(all, "static")
	if err != nil {
		panic("web: " + err.Error())
	}
	return sub
}
