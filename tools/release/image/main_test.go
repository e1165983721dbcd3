package main

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// The file contains the image under its tag, with the program, a data folder of its user, and the settings of
// config.json. It is reproducible.
func TestImage(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program, []byte("the program"), 0o600); err != nil {
		t.Fatal(err)
	}
	var written [2][]byte
	out := filepath.Join(folder, "image.tar")
	for i := range written {
		if err := write(out, program, "arm64", "1.2.3", "0123456789ab", "2026-01-02T03:04:05Z"); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		written[i] = data
	}
	if !bytes.Equal(written[0], written[1]) {
		t.Error("the second file differs from the first")
	}

	tag, err := name.NewTag("archmage:1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	image, err := tarball.ImageFromPath(out, &tag)
	if err != nil {
		t.Fatal(err)
	}
	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if file.OS != "linux" || file.Architecture != "arm64" || file.RootFS.Type != "layers" {
		t.Errorf("the image is of %s for %s/%s", file.RootFS.Type, file.OS, file.Architecture)
	}
	got := file.Config
	if got.User != "65532:65532" || !slices.Equal(got.Entrypoint, []string{"/server"}) || got.Healthcheck == nil ||
		got.Labels["org.opencontainers.image.revision"] != "0123456789ab" {
		t.Errorf("the image has the settings %+v", got)
	}
	requireFiles(t, image)
}

func requireFiles(t *testing.T, image v1.Image) {
	t.Helper()
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatal(layers, err)
	}
	content, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	from := tar.NewReader(content)
	program, err := from.Next()
	if err != nil || program.Name != "server" || program.Mode != 0o755 {
		t.Fatal(program, err)
	}
	data, err := io.ReadAll(from)
	if err != nil || string(data) != "the program" {
		t.Errorf("the program is %q: %v", data, err)
	}
	folder, err := from.Next()
	if err != nil || folder.Name != "data/" || folder.Mode != 0o700 || folder.Uid != nobody || folder.Gid != nobody {
		t.Error(folder, err)
	}
	if _, err := from.Next(); err != io.EOF {
		t.Errorf("there are more files: %v", err)
	}
}
