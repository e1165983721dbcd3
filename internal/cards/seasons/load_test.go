package seasons

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// broken returns the embedded files with the first occurrence of old in one of
// them replaced.
func broken(t *testing.T, name, old, replacement string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for _, n := range []string{"cards.json", "dice.json", "tables.json", "en.json", "fr.json"} {
		data, err := embedded.ReadFile(n)
		require.NoError(t, err)
		if n == name {
			require.Contains(t, string(data), old)
			data = []byte(strings.Replace(string(data), old, replacement, 1))
		}
		files[n] = &fstest.MapFile{Data: data}
	}
	return files
}

func TestLoadRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, file, old, replacement, want string
	}{
		{"unknown field", "cards.json", `"prestige"`, `"points"`, "unknown field"},
		{"a second value", "tables.json", `{`, `{} {`, "more than one value"},
		{"missing card", "cards.json", `{"number": 50`, `{"number": 49`, "card 49 where 50 is due"},
		{"unknown kind", "cards.json", `"item"`, `"spell"`, "unknown kind"},
		{"no prestige", "cards.json", `"prestige": 6, `, ``, "no prestige"},
		{"no effects", "cards.json", `, "effects": ["enter"]`, ``, "no list of effects"},
		{"unknown effect", "cards.json", `"enter"`, `"leave"`, "effect \"leave\""},
		{"effect given twice", "cards.json", `["enter"]`, `["enter", "enter"]`, "given twice"},
		{"unknown energy", "cards.json", `"AA"`, `"AX"`, "unknown energy"},
		{"cost for two numbers of players", "cards.json", `[3, 6, 9]`, `[3, 6]`, "2 values"},
		{"negative crystals", "cards.json", `"crystals": 6`, `"crystals": -6`, "negative crystals"},
		{"needless second edition", "cards.json", `"prestige": 6`, `"second_edition": {"crystals": 1}, "prestige": 6`, "does not change it"},
		{"empty second edition", "cards.json", `{"crystals": 2}`, `{}`, "no crystals of the second edition"},
		{"fixed cost beside any energies", "cards.json", `"any_energies": true`, `"any_energies": true, "energy": "A"`, "any_energies"},
		{"missing season", "dice.json", `"fall"`, `"autumn"`, "unknown field"},
		{"missing face", "dice.json", `      {"draw": true, "pips": 2},
`, ``, "winter die 1: 5 faces"},
		{"no pips", "dice.json", `"pips": 3`, `"pips": 0`, "winter die 1, face 1: 0 pips"},
		{"too many crystals", "dice.json", `"crystals": 3`, `"crystals": 7`, "7 crystals"},
		{"too many energies", "dice.json", `"WW"`, `"WWW"`, "3 energies"},
		{"blank face", "dice.json", `"draw": true, `, ``, "nothing on it"},
		{"preset of eight", "tables.json", `[1, 2, 7,`, `[1, 2,`, "preset 1: 8 cards"},
		{"preset with an advanced card", "tables.json", `29, 30]`, `29, 31]`, "card 31 is not basic"},
		{"card in three presets", "tables.json", `[3, 5,`, `[1, 5,`, "card 1 is used a third time"},
		{"rate missing", "tables.json", `"earth": 3`, `"earth": 0`, "winter: earth is worth 0"},
		{"no effect text", "fr.json", `"effect"`, `"second_edition"`, "card 1: no name or effect"},
		{"text of the second edition missing", "en.json", `"second_edition": "Once a round: discard 3`, `"effect": "Once a round: discard 3`, "card 5: text of the second edition"},
		{"text out of order", "en.json", `"number": 2,`, `"number": 3,`, "card 3 where 2 is due"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := load(broken(t, tc.file, tc.old, tc.replacement))
			require.Nil(t, c)
			require.ErrorContains(t, err, tc.file)
			require.ErrorContains(t, err, tc.want)
		})
	}
	t.Run("missing file", func(t *testing.T) {
		_, err := load(fstest.MapFS{})
		require.ErrorIs(t, err, fs.ErrNotExist)
	})
}

func TestLoadsApart(t *testing.T) {
	a, b := MustLoad(), MustLoad()
	require.Equal(t, a, b)
	a.Cards[1].Prestige = 99
	require.NotEqual(t, a, b)
}
