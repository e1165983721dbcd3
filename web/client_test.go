package web

import (
	"maps"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// build returns the folders embedded in a program: a source and files of a bundle.
func build(bundle map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"static/index.html": "source", "static/app/app.js": "source", "static/core/texts.json": "texts",
		"static/pages.json": "{}", "static/art/a.svg": "source", "static/core/wire.d.ts": "types",
		"static/app/README.md": "about",
		"bundled/.gitkeep":     "",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range bundle {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func TestLoad(t *testing.T) {
	source, err := readFolder(build(nil), "static")
	require.NoError(t, err)
	bundle := func(sum string) map[string]string {
		return map[string]string{
			"bundled/index.html":   "bundle",
			"bundled/chunks/a.js":  "bundle",
			"bundled/" + SourceSum: sum,
		}
	}
	for _, test := range []struct {
		name, lack string
		from       fstest.MapFS
	}{
		{"a bundle", "", build(bundle(Sum(source)))},
		{"none", noBundle, build(nil)},
		{"a bundle of other source", oldBundle, build(bundle(Sum(map[string][]byte{"a": nil})))},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := loadFrom(test.from, "")
			require.NoError(t, err)
			require.Equal(t, noRules, c.Warnings[len(c.Warnings)-1])
			require.Equal(t, test.lack == "", c.Bundled)
			if test.lack == "" {
				require.Len(t, c.Warnings, 1)
				require.Equal(
					t,
					[]string{"chunks/a.js", "core/texts.json", "index.html"},
					slices.Sorted(maps.Keys(c.Files)),
				)
				require.Equal(t, "bundle", string(c.Files["index.html"]))
				return
			}
			require.Len(t, c.Warnings, 2)
			require.Equal(t, test.lack, c.Warnings[0])
			require.Equal(t, source, c.Files)
		})
	}
	_, err = loadFrom(fstest.MapFS{}, "")
	require.Error(t, err)
}

// Every folder of the source has a README, except for vendored code.
func TestFoldersAreExplained(t *testing.T) {
	entries, err := embedded.ReadDir("static")
	require.NoError(t, err)
	for _, entry := range entries {
		if name := entry.Name(); entry.IsDir() && name != "vendor" {
			_, err := embedded.ReadFile("static/" + name + "/" + readme)
			require.NoError(t, err)
		}
	}
	source, err := Source()
	require.NoError(t, err)
	for name := range source {
		require.NotEqual(t, readme, path.Base(name))
	}
}

func TestTheSumOfFiles(t *testing.T) {
	sum := Sum(map[string][]byte{"a": []byte("x"), "b": nil})
	require.Regexp(t, `^[0-9a-f]{64}$`, sum)
	require.Equal(t, sum, Sum(map[string][]byte{"b": nil, "a": []byte("x")}))
	require.NotEqual(t, sum, Sum(map[string][]byte{"a": []byte("y"), "b": nil}))
	require.NotEqual(t, sum, Sum(map[string][]byte{"a": []byte("x"), "c": nil}))
}

// The rules for browsers are served only if they are the rules of the program.
func TestRulesForBrowsers(t *testing.T) {
	all := map[string]string{
		"static/wasm/rules.wasm": "rules", "static/wasm/wasm_exec.js": "", "static/wasm/check.js": "",
		"static/wasm/rules.hash": "abc\n",
	}
	without := func(name string) map[string]string {
		some := maps.Clone(all)
		delete(some, "static/wasm/"+name)
		return some
	}
	for _, test := range []struct {
		name, hash string
		files      map[string]string
		lack       string
	}{
		{"the same", "abc", all, ""},
		{"others", "abd", all, otherRules},
		{"not built", "abc", without("rules.wasm"), noRules},
		{"half", "abc", without("wasm_exec.js"), noRules},
		{"no hash beside them", "abc", without("rules.hash"), noRules},
		{"no hash in the program", "", all, noRules},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := loadFrom(build(test.files), test.hash)
			require.NoError(t, err)
			offered := slices.Contains(slices.Collect(maps.Keys(c.Files)), "wasm/rules.wasm")
			require.Equal(t, test.lack == "", offered)
			require.Equal(t, offered, c.Files["wasm/check.js"] != nil)
			if !offered {
				require.Equal(t, test.lack, c.Warnings[len(c.Warnings)-1])
			} else {
				require.Len(t, c.Warnings, 1)
			}
		})
	}
}
