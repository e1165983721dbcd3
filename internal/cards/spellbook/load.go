package spellbook

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.json
var files embed.FS

// MustLoad reads the embedded files. It panics if one of them is broken.
func MustLoad() *Catalogue {
	c, err := load(files)
	if err != nil {
		panic(fmt.Sprintf("spellbook catalogue: %v", err))
	}
	return c
}

type levelJSON struct {
	Kind     string `json:"kind"`
	Points   int    `json:"points"`
	Variable bool   `json:"variable"`
}

type spellJSON struct {
	Number     int                  `json:"number"`
	ID         string               `json:"id"`
	Colour     string               `json:"colour"`
	Set        int                  `json:"set"`
	Levels     map[string]levelJSON `json:"levels"`
	Runes      []string             `json:"runes"`
	Provenance map[string]string    `json:"provenance"`
}

type trackJSON struct {
	Slots      []int  `json:"slots"`
	Full       int    `json:"full"`
	Symbols    []int  `json:"symbols"`
	Provenance string `json:"provenance"`
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
	Familiar trackJSON `json:"familiar"`
	Opponent trackJSON `json:"opponent"`
}

type textJSON struct {
	Name   string `json:"name"`
	Level5 string `json:"5"`
	Level4 string `json:"4"`
	Level3 string `json:"3"`
}

type languageJSON struct {
	Colours    map[string]string   `json:"colours"`
	Substances map[string]string   `json:"substances"`
	Runes      map[string]string   `json:"runes"`
	Kinds      map[string]string   `json:"kinds"`
	Spells     map[string]textJSON `json:"spells"`
}

// assumed is the mark of a value that the rulebook's text does not give.
const assumed = "assumed"

func load(dir fs.FS) (*Catalogue, error) {
	c := &Catalogue{texts: map[string]*language{}}
	if err := c.loadComponents(dir); err != nil {
		return nil, fmt.Errorf("components.json: %w", err)
	}
	if err := c.loadSpells(dir); err != nil {
		return nil, fmt.Errorf("spells.json: %w", err)
	}
	for _, lang := range Languages() {
		if err := c.loadLanguage(dir, lang); err != nil {
			return nil, fmt.Errorf("%s.json: %w", lang, err)
		}
	}
	return c, nil
}

func (c *Catalogue) loadComponents(dir fs.FS) error {
	var in componentsJSON
	if err := read(dir, "components.json", &in); err != nil {
		return err
	}
	if len(in.Colours) != NumColours {
		return fmt.Errorf("%d colours", len(in.Colours))
	}
	for i, colour := range in.Colours {
		if colour.ID != Colour(i).String() || colour.Substance == "" {
			return fmt.Errorf("colour %d is %q, %q", i, colour.ID, colour.Substance)
		}
	}
	if len(in.Runes.IDs) != NumRunes {
		return fmt.Errorf("%d runes", len(in.Runes.IDs))
	}
	for i, id := range in.Runes.IDs {
		if id != Rune(i).String() {
			return fmt.Errorf("rune %d is %q", i, id)
		}
	}
	if err := c.mark("runes: names", in.Runes.Provenance); err != nil {
		return err
	}
	if in.Each != 5 {
		return fmt.Errorf("%d of each Materia", in.Each)
	}
	c.Each = in.Each
	if err := c.loadTrack("familiar", in.Familiar, &c.Familiar); err != nil {
		return err
	}
	return c.loadTrack("opponent", in.Opponent, &c.Opponent)
}

func (c *Catalogue) loadTrack(name string, in trackJSON, track *Track) error {
	if len(in.Slots) != Slots {
		return fmt.Errorf("%s: %d slots", name, len(in.Slots))
	}
	copy(track.Values[:], in.Slots)
	track.Values[Slots] = in.Full
	for i := range Slots {
		if track.Values[i+1] <= track.Values[i] {
			return fmt.Errorf("%s: the numbers do not rise after slot %d", name, i+1)
		}
	}
	for _, slot := range in.Symbols {
		if slot < 1 || slot > Slots {
			return fmt.Errorf("%s: a symbol on slot %d", name, slot)
		}
		track.Symbol[slot-1] = true
	}
	return c.mark(name+": track", in.Provenance)
}

func (c *Catalogue) loadSpells(dir fs.FS) error {
	var in []spellJSON
	if err := read(dir, "spells.json", &in); err != nil {
		return err
	}
	if len(in) != NumSpells {
		return fmt.Errorf("%d spells", len(in))
	}
	for i, s := range in {
		if err := c.loadSpell(i, s); err != nil {
			return fmt.Errorf("spell %d (%s): %w", i+1, s.ID, err)
		}
	}
	return nil
}

func (c *Catalogue) loadSpell(i int, in spellJSON) error {
	colour, set := Colour(i/NumSets), i%NumSets+1
	if in.Number != i+1 || in.Colour != colour.String() || in.Set != set || in.ID == "" {
		return fmt.Errorf("out of place: number %d, %s, set %d", in.Number, in.Colour, in.Set)
	}
	s := Spell{Number: in.Number, ID: in.ID, Colour: colour, Set: set}
	if len(in.Levels) != NumLevels {
		return fmt.Errorf("%d levels", len(in.Levels))
	}
	for level := MinLevel; level <= MaxLevel; level++ {
		l, ok := in.Levels[fmt.Sprint(level)]
		if !ok {
			return fmt.Errorf("no level %d", level)
		}
		kind := -1
		for k, name := range kindNames {
			if name == l.Kind {
				kind = k
			}
		}
		if kind < 0 {
			return fmt.Errorf("level %d: kind %q", level, l.Kind)
		}
		if l.Variable && l.Points != 0 {
			return fmt.Errorf("level %d: fixed and variable points", level)
		}
		s.levels[level-MinLevel] = Level{Kind: Kind(kind), Points: l.Points, Variable: l.Variable}
	}
	if len(in.Runes) > 0 {
		if len(in.Runes) != NumRunes {
			return fmt.Errorf("%d runes", len(in.Runes))
		}
		seen := 0
		for k, id := range in.Runes {
			r, ok := ParseRune(id)
			if !ok {
				return fmt.Errorf("rune %q", id)
			}
			s.Runes[k] = r
			seen |= 1 << r
		}
		if seen != 1<<NumRunes-1 {
			return fmt.Errorf("a rune is named twice")
		}
		s.HasRunes = true
	}
	for what, mark := range in.Provenance {
		if what != "set" && what != "runes" {
			return fmt.Errorf("provenance of %q", what)
		}
		if mark != assumed {
			return fmt.Errorf("provenance %q", mark)
		}
	}
	for _, what := range []string{"set", "runes"} {
		if err := c.mark(in.ID+": "+what, in.Provenance[what]); err != nil {
			return err
		}
	}
	c.Spells[colour][set-1] = s
	return nil
}

// mark notes a value's provenance, which is "" or "assumed".
func (c *Catalogue) mark(what, provenance string) error {
	switch provenance {
	case "":
	case assumed:
		c.Assumed = append(c.Assumed, what)
	default:
		return fmt.Errorf("%s: provenance %q", what, provenance)
	}
	return nil
}

func (c *Catalogue) loadLanguage(dir fs.FS, lang string) error {
	var in languageJSON
	if err := read(dir, lang+".json", &in); err != nil {
		return err
	}
	for _, group := range []struct {
		words map[string]string
		ids   []string
	}{
		{in.Colours, colourNames[:]}, {in.Substances, colourNames[:]},
		{in.Runes, runeNames[:]}, {in.Kinds, kindNames[:]},
	} {
		if len(group.words) != len(group.ids) {
			return fmt.Errorf("%d words for %d ids", len(group.words), len(group.ids))
		}
		for _, id := range group.ids {
			if group.words[id] == "" {
				return fmt.Errorf("no word for %q", id)
			}
		}
	}
	l := &language{words: Words{in.Colours, in.Substances, in.Runes, in.Kinds}}
	if len(in.Spells) != NumSpells {
		return fmt.Errorf("%d spells", len(in.Spells))
	}
	for colour := range c.Spells {
		for set := range c.Spells[colour] {
			s := &c.Spells[colour][set]
			text, ok := in.Spells[s.ID]
			if !ok || text.Name == "" || text.Level3 == "" || text.Level4 == "" || text.Level5 == "" {
				return fmt.Errorf("no complete text of %q", s.ID)
			}
			l.texts[colour][set] = Text{Name: text.Name, Effects: [NumLevels]string{
				s.nameRunes(text.Level3, in.Runes), s.nameRunes(text.Level4, in.Runes), s.nameRunes(text.Level5, in.Runes),
			}}
		}
	}
	c.texts[lang] = l
	return nil
}

// nameRunes puts the names of the runes in place of {a}, {b} and {c}.
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

// read decodes one file strictly.
func read(dir fs.FS, name string, into any) error {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if decoder.More() {
		return fmt.Errorf("more than one value")
	}
	return nil
}
