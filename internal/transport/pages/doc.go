// Package pages sends the client: its static files, the pages with the host's texts, the
// previews and pictures of links, the lists of games, and the files that programs look for
// at every server. It never imports the other handlers, the store or a game, and it does
// not know what a page shows: that is in web/static.
//
// Begin at Mount in static.go; site.go makes the files again when the host changes a text,
// and page.go fills in a page for a request.
package pages
