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
	if err := web.Pack(filepath.Join("web", "bundled")); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}
