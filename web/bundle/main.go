// Command bundle bundles the browser client into a few small files and writes them to the folder web/bundled,
// which is embedded in the server. Run it in the root folder of the project. It begins at bundle in
// bundle.go; pages.go decides what each page preloads.
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

// write makes the folder contain exactly these files, apart from hidden ones. It does not touch unchanged
// files, so that the build cache stays valid.
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
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
