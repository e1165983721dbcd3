package spellbook

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// figures repeats what is printed on the spells, in the order of their numbers:
// id, colour, set, then kind and points of levels 5, 4 and 3.
var _ = [1]int{}[NumSpells-Communion] // Communion is the last spell

const figures = `
sacrifice red 1 morning 3 morning 2 morning 1
eruption red 2 morning 4 morning 3 morning 2
blaze red 3 morning 5 morning 2 morning 0
levitation violet 1 morning 5 morning 4 morning 3
sharing violet 2 morning 4 morning 4 morning 4
divination violet 3 morning 4 morning 3 morning 2
purification green 1 midday 3 midday 2 midday 1
healing green 2 midday 5 midday 4 midday 3
growth green 3 evening 6 evening 4 evening 3
offering black 1 midday 6 midday 4 midday 2
focus black 2 evening 5 evening 4 evening 3
feast black 3 end var midday 2 midday 2
time-travel white 1 evening 6 evening 4 evening 2
tempest white 2 evening 8 evening 6 none 4
clone white 3 midday 6 midday 5 midday 4
transmutation blue 1 evening 4 evening 4 none 4
swiftness blue 2 permanent 0 once 6 once 3
mirage blue 3 permanent 6 permanent 3 permanent 2
abundance yellow 1 once 7 once 5 once 3
knowledge yellow 2 end var end var end var
communion yellow 3 permanent 0 end var once 0
`

func TestFigures(t *testing.T) {
	c := MustLoad()
	lines := strings.Split(strings.TrimSpace(figures), "\n")
	require.Len(t, lines, NumSpells)
	for i, line := range lines {
		s := c.Spells[i/NumSets][i%NumSets]
		got := fmt.Sprintf("%s %s %d", s.ID, s.Colour, s.Set)
		for level := MaxLevel; level >= MinLevel; level-- {
			l := s.Level(level)
			points := fmt.Sprint(l.Points)
			if l.Variable {
				points = "var"
			}
			got += fmt.Sprintf(" %s %s", l.Kind, points)
		}
		require.Equal(t, line, got)
		require.Equal(t, i+1, s.Number)
	}
}

func TestRunesAndTracks(t *testing.T) {
	c := MustLoad()
	require.Equal(t, 5, c.Each)
	require.Equal(t, 105, c.Each*NumMateria)
	require.Equal(t, [NumRunes]Rune{Circle, Triangle, Square}, c.Spells[Red][0].Runes)
	require.Equal(t, [NumRunes]Rune{Triangle, Square, Circle}, c.Spells[Violet][0].Runes)
	require.Equal(t, [NumRunes]Rune{Square, Circle, Triangle}, c.Spells[White][0].Runes)
	want := [Slots + 1]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18}
	require.Equal(t, want, c.Familiar.Values)
	require.Equal(t, want, c.Opponent.Values)
	for i, symbol := range c.Opponent.Symbol {
		require.Equal(t, (i+1)%3 == 0, symbol, "space %d", i+1)
		require.False(t, c.Familiar.Symbol[i])
	}
}

// Exactly the values that the rulebook does not state are marked.
func TestAssumed(t *testing.T) {
	want := []string{
		"runes: names", "familiar: track", "opponent: track", "sacrifice: runes", "levitation: runes",
		"time-travel: runes",
	}
	c := MustLoad()
	for _, spells := range c.Spells {
		want = append(want, spells[1].ID+": set", spells[2].ID+": set")
	}
	require.ElementsMatch(t, want, c.Assumed)
}

// Effects on other players are different in a solo match ("SpellBook solo").
func TestTextsSayWhatIsOtherwiseAlone(t *testing.T) {
	c := MustLoad()
	for lang, alone := range map[string]string{"en": "Alone: ", "fr": "n solo, ", "de": "Allein: "} {
		for colour := range c.Spells {
			for set := range c.Spells[colour] {
				spell := &c.Spells[colour][set]
				for _, effect := range c.Text(lang, spell).Effects {
					otherwise := spell.Number == Blaze || spell.Number == Sharing || spell.Number == Clone
					require.Equal(t, otherwise, strings.Contains(effect, alone), effect)
				}
			}
		}
	}
}

func TestTexts(t *testing.T) {
	c := MustLoad()
	for _, lang := range Languages() {
		names := map[string]bool{}
		for _, spells := range c.Spells {
			for i := range spells {
				text := c.Text(lang, &spells[i])
				require.NotEmpty(t, text.Name)
				require.False(t, names[text.Name], text.Name)
				names[text.Name] = true
				for _, effect := range text.Effects {
					require.NotContains(t, effect, "{")
					require.LessOrEqual(t, len([]rune(effect)), 140, effect)
					require.Regexp(t, `^\S.*\.$`, effect)
					require.NotContains(t, effect, "'", "a straight apostrophe")
					if lang == "fr" {
						require.False(t, regexp.MustCompile(`(^|[^\x{00A0}])[:;!?]`).MatchString(effect), effect)
					}
				}
			}
		}
	}
	require.Equal(t, "Voyage temporel", c.Text("fr", &c.Spells[White][0]).Name)
	require.Equal(t, "Time Travel", c.Text("xx", &c.Spells[White][0]).Name, "an unknown language reads as English")
	require.Equal(t, "or", c.Words("fr").Substances["yellow"])
	require.Contains(t, c.Text("en", &c.Spells[Red][0]).Effects[0], "rune circle")
}

func TestMateria(t *testing.T) {
	for m := range Materia(NumMateria) {
		back, ok := ParseMateria(m.String())
		require.True(t, ok)
		require.Equal(t, m, back)
		require.Equal(t, m, MateriaOf(m.Colour(), m.Rune()))
	}
	_, ok := ParseMateria("red.star")
	require.False(t, ok)
	require.Equal(t, "red.circle", Materia(0).String())
	require.Equal(t, "yellow.square", Materia(NumMateria-1).String())
}

// Every component has a word, and there are no other words.
func TestWords(t *testing.T) {
	c := MustLoad()
	for _, lang := range Languages() {
		words := c.Words(lang)
		for _, group := range []struct {
			words map[string]string
			ids   []string
		}{
			{words: words.Colours, ids: ColourNames[:]}, {words: words.Substances, ids: ColourNames[:]},
			{words: words.Runes, ids: RuneNames[:]}, {words: words.Kinds, ids: kindNames[:]},
		} {
			require.ElementsMatch(t, group.ids, slices.Collect(maps.Keys(group.words)), lang)
			require.NotContains(t, slices.Collect(maps.Values(group.words)), "", lang)
		}
	}
}

// The files list the colours and runes in the order of the tables.
func TestComponents(t *testing.T) {
	in := read[componentsJSON]("components.json")
	require.Len(t, in.Colours, NumColours)
	for i, colour := range in.Colours {
		require.Equal(t, Colour(i).String(), colour.ID)
	}
	require.Equal(t, RuneNames[:], in.Runes.IDs)
}
