// Package pages serves the browser client: its static files, the pages with the host's texts, the
// previews and pictures of links, the list of games, and well-known files such as robots.txt. The
// scripts in web/static make the contents of the pages. The package never imports the other handlers,
// the store or a game.
//
// Begin at Mount in static.go. site.go rebuilds the files when the host changes a text, and page.go
// fills in a page for a request.
package pages
