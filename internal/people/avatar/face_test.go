package avatar

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Names have the same faces here and in the client, whose tests read the same file.
func TestFacesAreThoseOfTheClient(t *testing.T) {
	file, err := os.ReadFile("testdata/faces.json")
	require.NoError(t, err)
	var list []struct {
		Name      string
		Bot       bool
		Character string
		Animal    string
		Tint      int
	}
	require.NoError(t, json.Unmarshal(file, &list))
	require.NotEmpty(t, list)
	for _, each := range list {
		face := Of(each.Name)
		if each.Bot {
			face = OfBot(each.Character, each.Name)
		}
		require.Equal(t, Face{each.Animal, each.Tint, each.Bot}, face, each.Name)
	}
}

// Parse reads all faces that String writes, and refuses other texts.
func TestParse(t *testing.T) {
	for _, animal := range Animals() {
		for tint := range Tints {
			got, err := Parse(Face{Animal: animal, Tint: tint}.String())
			require.NoError(t, err)
			require.Equal(t, Face{Animal: animal, Tint: tint}, got)
		}
	}
	for _, text := range []string{
		"", "owl", "owl-", "owl-6", "owl-03", "unicorn-1", "Owl-1", "owl-1-1", "owl--1", " owl-1", "hibou-1",
	} {
		_, err := Parse(text)
		require.Error(t, err, text)
	}
}
