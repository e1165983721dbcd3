// Package avatar chooses the faces of people and bots. The client has the same rules in
// ui/faces.js, together with the drawings.
package avatar

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Face is an animal in front of a coloured disc. The face of a bot has a cog around it.
type Face struct {
	Animal string
	Tint   int
	Bot    bool
}

// Tints is the number of colours of the disc.
const Tints = 6

// String returns the face of a person as text, as in "owl-3".
func (f Face) String() string { return fmt.Sprint(f.Animal, "-", f.Tint) }

// Parse reads the face of a person in the form of [Face.String].
func Parse(text string) (Face, error) {
	animal, tint, _ := strings.Cut(text, "-")
	for _, names := range animals {
		if names[0] == animal && len(tint) == 1 && tint[0] >= '0' && tint[0] < '0'+Tints {
			return Face{Animal: animal, Tint: int(tint[0] - '0')}, nil
		}
	}
	return Face{}, fmt.Errorf("unknown face: %.40q", text)
}

// Animals returns the English names of all animals.
func Animals() (list []string) {
	for _, names := range animals {
		list = append(list, names[0])
	}
	return list
}

// animals are the animals in the names of guests and bots. Each row has the English name first, then
// the names in other languages if they differ.
var animals = [][]string{
	{
		"badger",
		"blaireau", "dachs",
	},
	{"crane", "grue", "kranich"},
	{"finch", "pinson", "fink"},
	{"heron", "reiher"},
	{"lark", "alouette", "lerche"},
	{"lynx", "luchs"},
	{"marten", "martre", "marder"},
	{
		"otter",
		"loutre",
	},
	{"raven", "corbeau", "rabe"},
	{"robin", "rouge-gorge", "rotkehlchen"},
	{"squirrel", "ecureuil", "eichhornchen"},
	{"swift", "martinet", "mauersegler"},
	{"toad", "crapaud", "krote"},
	{"wren", "roitelet", "zaunkonig"},
	{"fox", "renard", "fuchs"},
	{"owl", "hibou", "chouette", "eule"},
	{"hare", "lievre", "hase"},
	{"stag", "cerf", "hirsch"},
}

// characters has the characters of bots, in the order in which bots join a table. Each character has the
// animal of the same name.
var characters = []string{"fox", "owl", "hare", "stag"}

// plants are the plants in the names of guests, in each language.
var plants = [][]string{
	{
		"amber",
		"bruyere", "heide",
	},
	{"birch", "bouleau", "birke"},
	{"clover", "trefle", "klee"},
	{"ember", "braise", "glut"},
	{"fern", "fougere", "farn"},
	{"hazel", "noisetier", "hasel"},
	{"ivy", "lierre", "efeu"},
	{
		"juniper",
		"genevrier", "wacholder",
	},
	{"moss", "mousse", "moos"},
	{"oak", "chene", "eiche"},
	{"reed", "roseau", "schilf"},
	{"rowan", "sorbier", "eberesche"},
	{"sage", "sauge", "salbei"},
	{"willow", "saule", "weide"},
}

// Of returns the face of a person without a chosen one. A name with an animal or a plant of the lists
// determines the animal and the tint; what is missing comes from a hash of the name.
func Of(name string) Face {
	words := strings.FieldsFunc(
		plainLetters(name),
		func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r) },
	)
	number := hash(strings.Join(words, " "))
	animal, plant := int(number)%len(animals), -1
	for _, word := range slices.Backward(words) {
		if i := indexOf(animals, word); i >= 0 {
			animal = i
		}
		if i := indexOf(plants, word); i >= 0 {
			plant = i
		}
	}
	if plant < 0 {
		plant = int(number) / len(animals)
	}
	return Face{Animal: animals[animal][0], Tint: plant % Tints}
}

func indexOf(list [][]string, word string) int {
	return slices.IndexFunc(list, func(words []string) bool { return slices.Contains(words, word) })
}

// OfBot returns the face of a bot. Without a name, it has the animal of its character. Further bots
// of the same character have a name, which shifts the animal and the tint.
func OfBot(character, name string) Face {
	offset := 0
	for _, r := range plainLetters(name) {
		offset = int(r) - 'a' + 100*len(characters)
		break
	}
	index := max(0, slices.Index(characters, character))
	face := Face{Animal: characters[(index+offset)%len(characters)], Tint: index % Tints, Bot: true}
	if name != "" {
		face.Tint = offset % Tints
	}
	return face
}

// plainLetters returns a text in lower case and without accents.
func plainLetters(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text)))
}

// hash returns the FNV-1a hash of the characters of a text.
func hash(text string) uint32 {
	n := uint32(0x811c9dc5)
	for _, r := range text {
		n = (n ^ uint32(r)) * 0x01000193
	}
	return n
}
