// Command hash prints the hash of the sources from which the rules for browsers are compiled. Run it in the
// root folder of the project. Package web explains its use.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"archmage/web"
)

func main() {
	hash, err := hashOf(context.Background(), ".", "./web/wasm")
	if err != nil {
		fmt.Fprintln(os.Stderr, "hash:", err)
		os.Exit(1)
	}
	fmt.Println(hash)
}

// hashOf returns a hash of the Go files and embedded files of a program and of the packages of its module
// that it imports, without tests.
func hashOf(ctx context.Context, folder, program string) (string, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,GoFiles,EmbedFiles,Module", program)
	list.Dir, list.Stderr = folder, os.Stderr
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	files := map[string][]byte{}
	for packages := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Dir                 string
			GoFiles, EmbedFiles []string
			Module              *struct {
				Main bool
				Dir  string
			}
		}
		err := packages.Decode(&p)
		if errors.Is(err, io.EOF) {
			return web.Sum(files), nil
		}
		if err != nil {
			return "", err
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for _, name := range append(p.GoFiles, p.EmbedFiles...) {
			path := filepath.Join(p.Dir, name)
			rel, err := filepath.Rel(p.Module.Dir, path)
			if err != nil {
				return "", err
			}
			if files[filepath.ToSlash(rel)], err = os.ReadFile(path); err != nil {
				return "", err
			}
		}
	}
}
