package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A module is one whose code is in the program.
type module struct{ path, version, folder string }

// readModules reads lines of path, version and folder, each module once.
func readModules(text string) ([]module, error) {
	var list []module
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("a module without a folder: %s", line)
		}
		list = append(list, module{fields[0], fields[1], fields[2]})
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return slices.Compact(list), nil
}

// licenceFile is how files are called that say under which terms code is given.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([.-].*)?$`)

// allLicences returns the licences of the modules, of Go and of what the client uses. A
// module without any is refused.
func allLicences(parts []module) ([]byte, error) {
	var text bytes.Buffer
	text.WriteString("What is in this program besides its own code, and under which terms.\n")
	for _, one := range parts {
		if err := addLicences(&text, one.path+" "+one.version, one.folder); err != nil {
			return nil, err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	if err := addLicences(&text, "Go", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	npm, err := vendored()
	if err != nil {
		return nil, err
	}
	for _, one := range npm {
		if err := addLicences(&text, one.path+" "+one.version, one.folder); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

func addLicences(to *bytes.Buffer, name, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	found := false
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(to, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("-", 78), name, entry.Name(), bytes.TrimSpace(text))
		found = true
	}
	if !found {
		return fmt.Errorf("%s has no licence in %s", name, folder)
	}
	return nil
}

// vendored returns what the client uses of npm: packages whose files are in web/static/vendor.
func vendored() ([]module, error) {
	var manifest struct {
		Packages map[string]string `json:"devDependencies"`
	}
	data, err := os.ReadFile("web/package.json")
	if err == nil {
		err = json.Unmarshal(data, &manifest)
	}
	if err != nil {
		return nil, err
	}
	folders, err := filepath.Glob("web/static/vendor/*")
	if err != nil {
		return nil, err
	}
	var list []module
	for _, folder := range folders {
		for name, version := range manifest.Packages {
			if path.Base(name) == filepath.Base(folder) {
				list = append(list, module{name, version, folder})
			}
		}
	}
	if len(list) != len(folders) {
		return nil, fmt.Errorf(
			"web/package.json has %d of the %d packages in web/static/vendor",
			len(list),
			len(folders),
		)
	}
	return list, nil
}

// bill returns the list of parts as CycloneDX 1.5.
func (b *build) bill(name string, parts []module) ([]byte, error) {
	npm, err := vendored()
	if err != nil {
		return nil, err
	}
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		PURL    string `json:"purl,omitempty"`
	}
	components := []component{}
	for _, one := range parts {
		components = append(
			components,
			component{"library", one.path, one.version, "pkg:golang/" + one.path + "@" + one.version},
		)
	}
	components = append(
		components,
		component{
			"library",
			"stdlib",
			runtime.Version(),
			"pkg:golang/stdlib@" + strings.TrimPrefix(runtime.Version(), "go"),
		},
	)
	for _, one := range npm {
		components = append(
			components,
			component{
				"library",
				one.path,
				one.version,
				"pkg:npm/" + strings.Replace(one.path, "@", "%40", 1) + "@" + one.version,
			},
		)
	}
	data, err := json.MarshalIndent(map[string]any{
		"bomFormat":   "CycloneDX",
		"specVersion": "1.5",
		"version":     1,
		"metadata": map[string]any{
			"timestamp": b.at.Format("2006-01-02T15:04:05Z"),
			"component": component{Type: "application", Name: name, Version: b.version},
		},
		"components": components,
	}, "", "  ")
	return append(data, '\n'), err
}
