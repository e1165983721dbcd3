package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/moderation/site"
)

func TestSiteTexts(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	welcome := write("welcome.txt", "Welcome!\r\n\r\n<b>Be kind.</b>\n")
	write("welcome.fr.txt", "Bienvenue !")
	write("welcome.fr.txt.bak", "no")
	write("welcomes.de.txt", "no")
	s := siteSettings{name: " Wood\n ", welcome: welcome}
	got, err := s.load()
	require.NoError(t, err)
	require.Equal(
		t,
		map[site.Part]site.Texts{
			site.Name:    {"": "Wood"},
			site.Welcome: {"": "Welcome!\n\n<b>Be kind.</b>", "fr": "Bienvenue !"},
		},
		got,
	)
	for _, wrong := range []siteSettings{
		{name: strings.Repeat("x", 33)}, {imprint: filepath.Join(folder, "none.txt")}, {privacy: filepath.Join(folder, "none", "x.txt")},
		{welcome: write("long.txt", strings.Repeat("x", maxTextBytes+1))}, {welcome: write("odd.txt", "\xff")},
	} {
		_, err := wrong.load()
		require.Error(t, err)
	}
}
