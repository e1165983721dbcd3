// Command release writes what strangers download: for each system the program with the
// client bundled and the rules for browsers inside, with the documents, packages for Debian,
// an image, the client for JavaScript, the licences of all that is in them, a list of parts,
// and checksums. It is run in the folder of the project, after make bundle and npm
// run client. The same sources and the same Go give the same bytes.
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// systems are those for which the program is built.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

func main() {
	out := flag.String("out", "dist", "the `folder` to write")
	only := flag.String("only", strings.Join(systems, ","), "the `systems` to build for, as in linux/amd64,linux/arm64")
	flag.Parse()
	if err := release(*out, strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A build is one version of the sources.
type build struct {
	version, revision string
	// at is the time of every file: that of the commit.
	at time.Time
}

func release(out string, systems []string) error {
	b, err := readBuild()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	written := map[string][]byte{}
	image := map[string][]byte{}
	for _, system := range systems {
		goos, goarch, ok := strings.Cut(system, "/")
		if !ok {
			return fmt.Errorf("%q is no system: linux/amd64 is", system)
		}
		fmt.Println("building for", system)
		program, parts, err := b.program(goos, goarch)
		if err != nil {
			return err
		}
		if err := b.pack(written, image, goos, goarch, program, parts); err != nil {
			return err
		}
	}
	if written["archmage-client-"+b.version+".tgz"], err = b.npmPackage(); err != nil {
		return err
	}
	if len(image) > 0 {
		if written["archmage-"+b.version+"-image.tar"], err = b.image(image); err != nil {
			return err
		}
	}
	return write(out, written)
}

// write writes the files, and a file with their checksums.
func write(out string, files map[string][]byte) error {
	var sums strings.Builder
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(files[name]), name)
		if err := os.WriteFile(filepath.Join(out, name), files[name], 0o644); err != nil {
			return err
		}
	}
	fmt.Print(sums.String())
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// readBuild reads the version from its one place in the sources, and the commit.
func readBuild() (build, error) {
	source, err := os.ReadFile(filepath.Join("cmd", "server", "version.go"))
	if err != nil {
		return build{}, err
	}
	version := regexp.MustCompile(`(?m)^const version = "(.+)"$`).FindSubmatch(source)
	if version == nil {
		return build{}, errors.New("cmd/server/version.go says no version")
	}
	b := build{version: string(version[1]), at: time.Unix(0, 0).UTC()}
	// Sources without a history have no commit.
	if said, err := exec.Command("git", "log", "-1", "--format=%H %ct").Output(); err == nil {
		revision, at, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
		seconds, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			return b, err
		}
		b.revision, b.at = revision, time.Unix(seconds, 0).UTC()
	}
	return b, nil
}

// program builds the program for a system, and returns it with the modules in it.
func (b *build) program(goos, goarch string) ([]byte, []module, error) {
	folder, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "archmage")
	hash, err := os.ReadFile(filepath.Join("web", "static", "wasm", "rules.hash"))
	if err != nil {
		return nil, nil, err
	}
	system := append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOOS="+goos, "GOARCH="+goarch)
	command := exec.Command(
		"go",
		"build",
		"-trimpath",
		"-ldflags",
		"-s -w -buildid= -X main.revision="+b.revision+" -X archmage/web.rulesHash="+strings.TrimSpace(string(hash)),
		"-o",
		path,
		"./cmd/server",
	)
	command.Env = system
	if said, err := command.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("go build for %s/%s: %w\n%s", goos, goarch, err, said)
	}
	list := exec.Command(
		"go",
		"list",
		"-deps",
		"-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}",
		"./cmd/server",
	)
	list.Env = system
	said, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w", err)
	}
	parts, err := readModules(string(said))
	if err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(path)
	return data, parts, err
}

// pack adds what is made of a program.
func (b *build) pack(written, image map[string][]byte, goos, goarch string, program []byte, parts []module) error {
	licences, err := allLicences(parts)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("archmage-%s-%s-%s", b.version, goos, goarch)
	bill, err := b.bill(name, parts)
	if err != nil {
		return err
	}
	files := []file{{path: "LICENCES.txt", data: licences}, {path: "archmage.cdx.json", data: bill}}
	beside := []string{"CHANGELOG.md", "README.md", "SECURITY.md"}
	for _, pattern := range []string{"deploy/*", "docs/*.md", "docs/examples/*.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		beside = append(beside, found...)
	}
	for _, path := range beside {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, file{path: filepath.ToSlash(path), data: data})
	}
	if goos == "windows" {
		files = append(files, file{path: "archmage.exe", data: program, mode: 0o755})
		written[name+".zip"], err = b.zip(name, files)
		return err
	}
	files = append(files, file{path: "archmage", data: program, mode: 0o755})
	if written[name+".tar.gz"], err = b.tarball(name+"/", files); err != nil || goos != "linux" {
		return err
	}
	image[goarch] = program
	written[fmt.Sprintf("archmage_%s_%s.deb", b.version, goarch)], err = b.deb(goarch, program, licences)
	return err
}

// zip packs files below a folder.
func (b *build) zip(folder string, files []file) ([]byte, error) {
	var packed bytes.Buffer
	to := zip.NewWriter(&packed)
	for _, one := range sorted(files) {
		header := &zip.FileHeader{Name: folder + "/" + one.path, Method: zip.Deflate, Modified: b.at}
		header.SetMode(one.permissions())
		into, err := to.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := into.Write(one.data); err != nil {
			return nil, err
		}
	}
	err := to.Close()
	return packed.Bytes(), err
}
