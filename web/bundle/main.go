// Command bundle makes a bundle of the browser client, few small files of its many modules,
// and writes it to the folder web/bundled, from which the server is built with it. It is
// run in the folder of the project.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"archmage/web"
)

func main() {
	if err := run(filepath.Join("web", "bundled")); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	source, err := web.Source()
	if err != nil {
		return err
	}
	files, err := bundle(source)
	if err != nil {
		return err
	}
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return source[name] != nil && !web.Replaced(name) })
	files[web.SourceSum] = []byte(web.Sum(source))
	return write(folder, files)
}

// write makes the folder hold exactly these files and hidden ones. Files that have not
// changed are not written, so that what is built with them need not be built again.
func write(folder string, files map[string][]byte) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name()[0] == '.' {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err == nil && files[filepath.ToSlash(name)] == nil {
			err = os.Remove(path)
		}
		return err
	})
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
