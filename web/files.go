package web

import "io/fs"

// Hashed is the folder of a bundle whose files have a hash of their content in
// their names.
const Hashed = "chunks/"

// Worker is the folder of the rules for browsers and of the worker that runs them.
const Worker = "wasm/"

func read(from fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(from, name)
		return err
	})
	return files, err
}
