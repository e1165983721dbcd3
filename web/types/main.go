// Command types writes down for the client what the server sends: the frames,
// the answers to requests, and each game's documents, as TypeScript. It reads
// the Go types as they are written, with their comments, and knows how their
// fields are called in JSON by their tags.
//
//	go run ./web/types
//
// writes web/static/core/wire.d.ts and a wire.d.ts for each game, and the same as JSON
// Schemas into web/static/schema, where programs find them; and web/static/core/api-routes.d.ts,
// by which the client knows what each request sends and gets. The test beside it fails if
// they are not up to date.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "types:", err)
		os.Exit(1)
	}
}

// run writes the files of the module in the folder root.
func run(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
