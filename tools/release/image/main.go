// Command image writes a container image with a single program, as described by the Dockerfile, to a file
// that docker load and podman load can read. It does not need Docker. The same program produces the same
// bytes.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// config is the configuration of the image, equal to that in the Dockerfile.
//
//go:embed config.json
var config []byte

// nobody is the id of the user and group of the Dockerfile.
const nobody = 65532

func main() {
	program := flag.String("program", "", "the `file` of the program")
	arch := flag.String("arch", "", "the `processor` it is for, as in GOARCH")
	version := flag.String("version", "", "the `version`, which is the tag of the image")
	revision := flag.String("revision", "", "the `commit`")
	created := flag.String("time", "", "the `time` of all files, as in 2006-01-02T15:04:05Z")
	out := flag.String("out", "", "the `file` to write")
	flag.Parse()
	if err := write(*out, *program, *arch, *version, *revision, *created); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func write(out, path, arch, version, revision, created string) error {
	at, err := time.Parse(time.RFC3339, created)
	if err != nil {
		return err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	image, err := build(program, arch, version, revision, at)
	if err != nil {
		return err
	}
	tag, err := name.NewTag("archmage:" + version)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(out, tag, image)
}

func build(program []byte, arch, version, revision string, at time.Time) (v1.Image, error) {
	file := &v1.ConfigFile{
		OS:           "linux",
		Architecture: arch,
		Created:      v1.Time{Time: at},
		RootFS:       v1.RootFS{Type: "layers"},
	}
	if err := json.Unmarshal(config, &file.Config); err != nil {
		return nil, err
	}
	file.Config.Labels = map[string]string{
		"org.opencontainers.image.version":  version,
		"org.opencontainers.image.revision": revision,
	}
	image, err := mutate.ConfigFile(empty.Image, file)
	if err != nil {
		return nil, err
	}
	files, err := files(program, at)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files)), nil
	}, tarball.WithCompressionLevel(gzip.BestCompression))
	if err != nil {
		return nil, err
	}
	return mutate.Append(image, mutate.Addendum{
		Layer:   layer,
		History: v1.History{Created: v1.Time{Time: at}, CreatedBy: "make release"},
	})
}

// files returns a tar archive of the image's files: the program, and a data folder that its user can write
// to.
func files(program []byte, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	to := tar.NewWriter(&packed)
	for _, header := range []*tar.Header{
		{Name: "server", Typeflag: tar.TypeReg, Mode: 0o755, Size: int64(len(program))},
		{Name: "data/", Typeflag: tar.TypeDir, Mode: 0o700, Uid: nobody, Gid: nobody},
	} {
		header.ModTime = at
		if err := to.WriteHeader(header); err != nil {
			return nil, err
		}
		if header.Typeflag == tar.TypeReg {
			if _, err := to.Write(program); err != nil {
				return nil, err
			}
		}
	}
	err := to.Close()
	return packed.Bytes(), err
}
