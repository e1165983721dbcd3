// Command types generates descriptions of the wire format: of frames, of requests and their
// responses, and of each game's documents. It parses the Go types with their comments and JSON
// tags.
//
//	go run ./web/types
//
// writes web/static/core/wire.d.ts and a wire.d.ts for each game, the same types as JSON Schemas
// to web/static/schema, and the types of requests to web/static/core/api-routes.d.ts. A test
// fails if these files are out of date. Begin at generate in wire.go.
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
