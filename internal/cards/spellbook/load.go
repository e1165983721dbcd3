package spellbook

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed *.json
var files embed.FS

// MustLoad reads the embedded files into a new catalogue. It panics if a file is invalid, which
// only a faulty build can cause. Tests check the contents.
func MustLoad() *Catalogue {
	c := &Catalogue{texts: map[string]*language{}}
	components := read[componentsJSON]("components.json")
	c.Each, c.Pool, c.Altar = components.Each, components.Pool, components.Altar
	c.mark("runes: names", components.Runes.Provenance)
	c.Familiar = components.Familiar.track()
	c.mark("familiar: track", components.Familiar.Provenance)
	c.Opponent = components.Opponent.track()
	c.mark("opponent: track", components.Opponent.Provenance)
	for _, in := range read[[NumSpells]spellJSON]("spells.json") {
		s := in.spell()
		c.Spells[s.Colour][s.Set-1] = s
		c.mark(s.ID+": set", in.Provenance.Set)
		c.mark(s.ID+": runes", in.Provenance.Runes)
	}
	for _, lang := range Languages() {
		c.texts[lang] = c.languageOf(read[languageJSON](lang + ".json"))
	}
	return c
}

// read decodes the named file. Fields that T does not have are an error.
func read[T any](name string) T {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	var v T
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		panic(fmt.Sprintf("spellbook: %s: %v", name, err))
	}
	return v
}

// mark lists a value in Assumed if its provenance is "assumed".
func (c *Catalogue) mark(what, provenance string) {
	if provenance == "assumed" {
		c.Assumed = append(c.Assumed, what)
	}
}

type componentsJSON struct {
	Colours []struct {
		ID        string `json:"id"`
		Substance string `json:"substance"`
	} `json:"colours"`
	Runes struct {
		IDs        []string `json:"ids"`
		Provenance string   `json:"provenance"`
	} `json:"runes"`
	Each     int       `json:"each"`
	Pool     int       `json:"pool"`
	Altar    int       `json:"altar"`
	Familiar trackJSON `json:"familiar"`
	Opponent trackJSON `json:"opponent"`
}

type trackJSON struct {
	Slots      [Slots]int `json:"slots"`
	Full       int        `json:"full"`
	Symbols    []int      `json:"symbols"`
	Provenance string     `json:"provenance"`
}

func (in *trackJSON) track() Track {
	var track Track
	copy(track.Values[:], in.Slots[:])
	track.Values[Slots] = in.Full
	for _, slot := range in.Symbols {
		track.Symbol[slot-1] = true
	}
	return track
}

type spellJSON struct {
	Number int    `json:"number"`
	ID     string `json:"id"`
	Colour string `json:"colour"`
	Set    int    `json:"set"`
	Levels struct {
		Level5 levelJSON `json:"5"`
		Level4 levelJSON `json:"4"`
		Level3 levelJSON `json:"3"`
	} `json:"levels"`
	Runes      []string `json:"runes"`
	Provenance struct {
		Set   string `json:"set"`
		Runes string `json:"runes"`
	} `json:"provenance"`
}

type levelJSON struct {
	Kind     string `json:"kind"`
	Points   int    `json:"points"`
	Variable bool   `json:"variable"`
}

func (in *spellJSON) spell() Spell {
	colour, _ := ParseColour(in.Colour)
	s := Spell{Number: in.Number, ID: in.ID, Colour: colour, Set: in.Set, HasRunes: len(in.Runes) > 0}
	for i, l := range []levelJSON{in.Levels.Level3, in.Levels.Level4, in.Levels.Level5} {
		s.levels[i] = Level{Kind: Kind(slices.Index(kindNames[:], l.Kind)), Points: l.Points, Variable: l.Variable}
	}
	for i, id := range in.Runes {
		s.Runes[i], _ = ParseRune(id)
	}
	return s
}

type languageJSON struct {
	Colours    map[string]string   `json:"colours"`
	Substances map[string]string   `json:"substances"`
	Runes      map[string]string   `json:"runes"`
	Kinds      map[string]string   `json:"kinds"`
	Spells     map[string]textJSON `json:"spells"`
}

type textJSON struct {
	Name   string `json:"name"`
	Level5 string `json:"5"`
	Level4 string `json:"4"`
	Level3 string `json:"3"`
}

func (c *Catalogue) languageOf(in languageJSON) *language {
	l := &language{words: Words{in.Colours, in.Substances, in.Runes, in.Kinds}}
	for colour := range c.Spells {
		for set := range c.Spells[colour] {
			s := &c.Spells[colour][set]
			text := in.Spells[s.ID]
			l.texts[colour][set] = Text{Name: text.Name, Effects: [NumLevels]string{
				s.nameRunes(text.Level3, in.Runes),
				s.nameRunes(text.Level4, in.Runes),
				s.nameRunes(text.Level5, in.Runes),
			}}
		}
	}
	return l
}

// nameRunes replaces {a}, {b} and {c} by the names of the runes.
func (s *Spell) nameRunes(text string, words map[string]string) string {
	if !s.HasRunes {
		return text
	}
	return strings.NewReplacer(
		"{a}", words[s.Runes[0].String()],
		"{b}", words[s.Runes[1].String()],
		"{c}", words[s.Runes[2].String()],
	).Replace(text)
}
