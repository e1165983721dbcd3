package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// A file is one of an archive; without a mode everybody may read it. A path that ends in
// a slash is a folder.
type file struct {
	path string
	data []byte
	mode fs.FileMode
	// owner is the number of who has it.
	owner int
}

func (f *file) permissions() fs.FileMode {
	if f.mode == 0 {
		return 0o644
	}
	return f.mode
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
}

// tar puts files behind each other, with all folders above them.
func (b *build) tar(folder string, files []file) ([]byte, error) {
	var packed bytes.Buffer
	to := tar.NewWriter(&packed)
	seen := map[string]bool{".": true, "/": true}
	var add func(one file) error
	add = func(one file) error {
		if above := path.Dir(strings.TrimSuffix(one.path, "/")); !seen[above] {
			seen[above] = true
			if err := add(file{path: above + "/", mode: 0o755}); err != nil {
				return err
			}
		}
		header := &tar.Header{
			Name:     one.path,
			Mode:     int64(one.permissions()),
			Uid:      one.owner,
			Gid:      one.owner,
			ModTime:  b.at,
			Format:   tar.FormatUSTAR,
			Typeflag: tar.TypeReg,
			Size:     int64(len(one.data)),
		}
		if strings.HasSuffix(one.path, "/") {
			header.Typeflag = tar.TypeDir
			seen[path.Clean(one.path)] = true
		}
		if err := to.WriteHeader(header); err != nil {
			return err
		}
		_, err := to.Write(one.data)
		return err
	}
	for _, one := range sorted(files) {
		one.path = folder + one.path
		if err := add(one); err != nil {
			return nil, err
		}
	}
	err := to.Close()
	return packed.Bytes(), err
}

func (b *build) tarball(folder string, files []file) ([]byte, error) {
	plain, err := b.tar(folder, files)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	to, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is right
	if _, err := to.Write(plain); err != nil {
		return nil, err
	}
	err = to.Close()
	return packed.Bytes(), err
}

// npmPackage returns the client for JavaScript as npm pack makes it: what its package.json
// names, in a folder called package.
func (b *build) npmPackage() ([]byte, error) {
	const folder = "web/client"
	var said struct {
		Version string
		Files   []string
	}
	manifest, err := os.ReadFile(folder + "/package.json")
	if err == nil {
		err = json.Unmarshal(manifest, &said)
	}
	if err != nil {
		return nil, err
	}
	if said.Version != b.version {
		return nil, fmt.Errorf("%s/package.json says version %s, the program %s", folder, said.Version, b.version)
	}
	readme, err := os.ReadFile(folder + "/README.md")
	if err != nil {
		return nil, err
	}
	files := []file{{path: "package.json", data: manifest}, {path: "README.md", data: readme}}
	root := os.DirFS(folder)
	for _, top := range said.Files {
		err := fs.WalkDir(root, top, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(root, path)
			files = append(files, file{path: path, data: data})
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("the client is built by npm --prefix web run client: %w", err)
		}
	}
	return b.tarball("package/", files)
}

// deb returns the package for Debian: the program, its unit, and the one for backups
// with its timer. Nothing starts until the host says so.
func (b *build) deb(goarch string, program, licences []byte) ([]byte, error) {
	files := []file{
		{path: "./usr/bin/archmage", data: program, mode: 0o755},
		{path: "./usr/share/doc/archmage/copyright", data: licences},
	}
	for _, name := range []string{"archmage.service", "archmage-backup.service", "archmage-backup.timer"} {
		unit, err := os.ReadFile("deploy/" + name)
		if err != nil {
			return nil, err
		}
		unit = bytes.ReplaceAll(unit, []byte("/usr/local/bin/archmage"), []byte("/usr/bin/archmage"))
		files = append(files, file{path: "./usr/lib/systemd/system/" + name, data: unit})
	}
	size := 0
	for _, one := range files {
		size += len(one.data)
	}
	control := fmt.Sprintf(`Package: archmage
Version: %s
Architecture: %s
Maintainer: the maintainers of Archmage <archmage@localhost>
Installed-Size: %d
Section: games
Priority: optional
Description: server for the board games Seasons and SpellBook
 It serves browsers and bots, and stores everything in one folder.
 systemctl enable --now archmage starts it; settings are in /etc/archmage.env.
`, b.version, goarch, size/1024+1)
	const reload = "#!/bin/sh\nset -e\nif [ -d /run/systemd/system ]; then systemctl daemon-reload; fi\n"
	inner, err := b.tarball(
		"",
		[]file{
			{path: "./control", data: []byte(control)},
			{path: "./postinst", data: []byte(reload), mode: 0o755},
			{path: "./postrm", data: []byte(reload), mode: 0o755},
		},
	)
	if err != nil {
		return nil, err
	}
	data, err := b.tarball("", files)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	packed.WriteString("!<arch>\n")
	for _, one := range []file{{path: "debian-binary", data: []byte("2.0\n")}, {path: "control.tar.gz", data: inner}, {path: "data.tar.gz", data: data}} {
		fmt.Fprintf(&packed, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", one.path, b.at.Unix(), 0, 0, "100644", len(one.data))
		packed.Write(one.data)
		if len(one.data)%2 == 1 {
			packed.WriteByte('\n')
		}
	}
	return packed.Bytes(), nil
}

// descriptor names a part of an image by its content.
type descriptor struct {
	MediaType string            `json:"mediaType"`
	Digest    string            `json:"digest"`
	Size      int               `json:"size"`
	Platform  map[string]string `json:"platform,omitempty"`
	Notes     map[string]string `json:"annotations,omitempty"`
}

const ociType = "application/vnd.oci.image."

// image returns an image in the layout of the Open Container Initiative, with the program
// of each processor, as the Dockerfile makes it: docker load and podman load read it.
func (b *build) image(programs map[string][]byte) ([]byte, error) {
	files := []file{{path: "oci-layout", data: []byte(`{"imageLayoutVersion":"1.0.0"}`)}}
	blob := func(kind string, data []byte) descriptor {
		sum := fmt.Sprintf("%x", sha256.Sum256(data))
		files = append(files, file{path: "blobs/sha256/" + sum, data: data})
		return descriptor{MediaType: ociType + kind, Digest: "sha256:" + sum, Size: len(data)}
	}
	encoded := func(kind string, value any) descriptor {
		data, err := json.Marshal(value)
		if err != nil {
			panic("release: " + err.Error()) // maps, lists and texts
		}
		return blob(kind, data)
	}
	var manifests []descriptor
	for _, goarch := range slices.Sorted(maps.Keys(programs)) {
		const somebody = 65532
		content := []file{
			{path: "server", data: programs[goarch], mode: 0o755},
			{path: "data/", mode: 0o700, owner: somebody},
		}
		plain, err := b.tar("", content)
		if err != nil {
			return nil, err
		}
		packed, err := b.tarball("", content)
		if err != nil {
			return nil, err
		}
		at := b.at.Format("2006-01-02T15:04:05Z")
		config := encoded("config.v1+json", map[string]any{
			"created":      at,
			"os":           "linux",
			"architecture": goarch,
			"config":       b.imageConfig(),
			"rootfs": map[string]any{
				"type":     "layers",
				"diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(plain))},
			},
			"history": []map[string]string{{"created": at, "created_by": "make release"}},
		})
		manifest := encoded("manifest.v1+json", map[string]any{
			"schemaVersion": 2, "mediaType": ociType + "manifest.v1+json", "config": config,
			"layers": []descriptor{blob("layer.v1.tar+gzip", packed)},
		})
		manifest.Platform = map[string]string{"os": "linux", "architecture": goarch}
		manifests = append(manifests, manifest)
	}
	index := encoded(
		"index.v1+json",
		map[string]any{"schemaVersion": 2, "mediaType": ociType + "index.v1+json", "manifests": manifests},
	)
	index.Notes = map[string]string{
		"org.opencontainers.image.ref.name": b.version,
		"io.containerd.image.name":          "archmage:" + b.version,
	}
	top, err := json.Marshal(
		map[string]any{"schemaVersion": 2, "mediaType": ociType + "index.v1+json", "manifests": []descriptor{index}},
	)
	if err != nil {
		return nil, err
	}
	return b.tar("", append(files, file{path: "index.json", data: top}))
}

// imageConfig is what the Dockerfile says of the image.
func (b *build) imageConfig() map[string]any {
	return map[string]any{
		"User": "65532:65532",
		"Env":  []string{"ARCHMAGE_ADDR=0.0.0.0:8080", "ARCHMAGE_DATA=/data", "ARCHMAGE_LOG_FORMAT=json"},
		"ExposedPorts": map[string]any{
			"8080/tcp": map[string]any{},
		},
		"Volumes":    map[string]any{"/data": map[string]any{}},
		"StopSignal": "SIGTERM",
		"Entrypoint": []string{"/server"},
		"Healthcheck": map[string]any{
			"Test":        []string{"CMD", "/server", "health"},
			"Interval":    int64(30e9),
			"Timeout":     int64(5e9),
			"StartPeriod": int64(10e9),
		},
		"Labels": map[string]string{
			"org.opencontainers.image.version":  b.version,
			"org.opencontainers.image.revision": b.revision,
		},
	}
}
