// Command pack writes the bundled client into the folder bundled beside it, for programs
// that are built with the tag of that name. It is run in the folder of the project.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"archmage/web"
)

func main() {
	if err := pack(filepath.Join("web", "bundled")); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(folder string) error {
	files, err := web.Bundle()
	if err == nil {
		err = os.RemoveAll(folder)
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
	}
	return err
}
