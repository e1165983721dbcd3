package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func newBuild(t *testing.T) *build {
	t.Helper()
	t.Chdir("../..")
	b, err := readBuild()
	require.NoError(t, err)
	require.Regexp(t, `^\d+\.\d+\.\d+$`, b.version)
	b.revision, b.at = "0123456789ab", time.Unix(1_700_000_000, 0).UTC()
	return &b
}

// untar returns the files of an archive by their paths.
func untar(t *testing.T, from io.Reader) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for archive := tar.NewReader(from); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return files
		}
		require.NoError(t, err)
		require.Equal(t, int64(1_700_000_000), header.ModTime.Unix(), header.Name)
		require.NotContains(t, files, header.Name)
		files[header.Name], err = io.ReadAll(archive)
		require.NoError(t, err)
	}
}

func unzipped(t *testing.T, data []byte) io.Reader {
	t.Helper()
	from, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	return from
}

// What is written for the same program twice is the same.
func TestArchives(t *testing.T) {
	b := newBuild(t)
	parts := []module{{"example.org/a", "v1.2.3", "web/static/vendor/lit-html"}}
	made := func() (map[string][]byte, map[string][]byte) {
		written, image := map[string][]byte{}, map[string][]byte{}
		for _, system := range systems {
			goos, goarch, _ := strings.Cut(system, "/")
			require.NoError(t, b.pack(written, image, goos, goarch, []byte("program of "+system), parts))
		}
		return written, image
	}
	written, image := made()
	again, _ := made()
	require.Equal(t, written, again)
	require.Len(t, written, len(systems)+2)
	require.Len(t, image, 2)
	name := "archmage-" + b.version + "-linux-arm64"
	files := untar(t, unzipped(t, written[name+".tar.gz"]))
	require.Equal(t, "program of linux/arm64", string(files[name+"/archmage"]))
	require.Contains(t, string(files[name+"/LICENCES.txt"]), "BSD 3-Clause")
	require.Contains(t, string(files[name+"/LICENCES.txt"]), "The Go Authors")
	require.Contains(t, string(files[name+"/archmage.cdx.json"]), `"pkg:golang/example.org/a@v1.2.3"`)
	require.Contains(t, string(files[name+"/archmage.cdx.json"]), `"pkg:npm/%40fontsource/almendra@`)
	require.Contains(t, files, name+"/deploy/archmage.service")
	require.Contains(t, files, name+"/docs/hosting.md")
	require.Error(t, addLicences(&bytes.Buffer{}, "nothing", t.TempDir()))
}

// The client for JavaScript has what its package.json says, once it is built.
func TestNPMPackage(t *testing.T) {
	b := newBuild(t)
	folder := t.TempDir()
	client := filepath.Join(folder, "web", "client")
	require.NoError(t, os.CopyFS(client, os.DirFS("web/client")))
	require.NoError(t, os.RemoveAll(filepath.Join(client, "dist")))
	t.Chdir(folder)
	_, err := b.npmPackage()
	require.ErrorContains(t, err, "run client")
	require.NoError(t, os.MkdirAll(filepath.Join(client, "dist", "client"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(client, "dist", "client", "index.js"), []byte("export {};\n"), 0o600))
	data, err := b.npmPackage()
	require.NoError(t, err)
	files := untar(t, unzipped(t, data))
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return strings.HasSuffix(name, "/") })
	require.ElementsMatch(
		t,
		[]string{"package/package.json", "package/README.md", "package/dist/client/index.js"},
		slices.Collect(maps.Keys(files)),
	)
	b.version = "0.0.1"
	_, err = b.npmPackage()
	require.ErrorContains(t, err, "version")
}

func TestDebianPackage(t *testing.T) {
	b := newBuild(t)
	data, err := b.deb("amd64", []byte("program"), []byte("licences"))
	require.NoError(t, err)
	require.True(
		t,
		bytes.HasPrefix(data, []byte("!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n")),
	)
	folder := t.TempDir()
	path := filepath.Join(folder, "archmage.deb")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	said, err := exec.Command("dpkg-deb", "--field", path, "Version", "Architecture").CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Equal(t, "Version: "+b.version+"\nArchitecture: amd64\n", string(said))
	said, err = exec.Command("dpkg-deb", "--extract", path, folder).CombinedOutput()
	require.NoError(t, err, "%s", said)
	program, err := os.ReadFile(filepath.Join(folder, "usr/bin/archmage"))
	require.NoError(t, err)
	require.Equal(t, "program", string(program))
	for _, name := range []string{"archmage.service", "archmage-backup.service", "archmage-backup.timer"} {
		unit, err := os.ReadFile(filepath.Join(folder, "usr/lib/systemd/system", name))
		require.NoError(t, err)
		require.NotContains(t, string(unit), "ExecStart=/usr/local")
	}
}

// Every part of the image is where its checksum says, and the image is what the
// Dockerfile makes.
func TestImage(t *testing.T) {
	b := newBuild(t)
	data, err := b.image(map[string][]byte{"amd64": []byte("one"), "arm64": []byte("two")})
	require.NoError(t, err)
	files := untar(t, bytes.NewReader(data))
	dockerfile, err := os.ReadFile("Dockerfile")
	require.NoError(t, err)
	follow := func(d descriptor) []byte {
		blob := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		require.Equal(t, d.Digest, fmt.Sprintf("sha256:%x", sha256.Sum256(blob)))
		require.Len(t, blob, d.Size)
		return blob
	}
	read := func(data []byte, into any) { require.NoError(t, json.Unmarshal(data, into)) }
	var top, index struct{ Manifests []descriptor }
	read(files["index.json"], &top)
	read(follow(top.Manifests[0]), &index)
	require.Len(t, index.Manifests, 2)
	for i, program := range []string{"one", "two"} {
		var manifest struct {
			Config descriptor
			Layers []descriptor
		}
		read(follow(index.Manifests[i]), &manifest)
		layer, err := io.ReadAll(unzipped(t, follow(manifest.Layers[0])))
		require.NoError(t, err)
		content := untar(t, bytes.NewReader(layer))
		require.Equal(t, program, string(content["server"]))
		require.ElementsMatch(t, []string{"server", "data/"}, slices.Collect(maps.Keys(content)))
		var config struct {
			Architecture string
			Rootfs       struct {
				IDs []string `json:"diff_ids"`
			}
			Config struct {
				User, StopSignal string
				Env, Entrypoint  []string
			}
		}
		read(follow(manifest.Config), &config)
		require.Equal(t, index.Manifests[i].Platform["architecture"], config.Architecture)
		require.Equal(t, fmt.Sprintf("sha256:%x", sha256.Sum256(layer)), config.Rootfs.IDs[0])
		said := func(word string) string {
			found := regexp.MustCompile(`(?m)^` + word + ` (.+)$`).FindSubmatch(dockerfile)
			require.NotNil(t, found, word)
			return string(found[1])
		}
		require.Equal(t, said("USER"), config.Config.User)
		require.Equal(t, said("STOPSIGNAL"), config.Config.StopSignal)
		require.Equal(t, said("ENV"), strings.Join(config.Config.Env, " "))
		require.Equal(t, said("ENTRYPOINT"), fmt.Sprintf("[%q]", config.Config.Entrypoint[0]))
	}
}
