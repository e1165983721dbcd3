package spellbook

import "encoding/json"

// MarshalJSON encodes the catalogue for clients. The format is part of the protocol: fields can be
// added, but not changed or removed.
func (c *Catalogue) MarshalJSON() ([]byte, error) { return json.Marshal(catalogueOf(c)) }

// label is a text in each language.
type label struct {
	En string `json:"en"`
	Fr string `json:"fr"`
	De string `json:"de"`
}

type shownCatalogue struct {
	// Spells are in the order of their numbers, from 1.
	Spells []shownSpell `json:"spells"`
	// Colours and Runes are ids in the order of the game's tables. Each is the number of equal
	// Materia; a Materia is a colour with a rune.
	Colours []string `json:"colours"`
	Runes   []string `json:"runes"`
	Each    int      `json:"each"`
	// Pool is the maximum size of a player's pool. An altar with at least Altar Materia is emptied
	// at the end of a day.
	Pool  int `json:"pool"`
	Altar int `json:"altar"`
	// Familiar is a player's track. Opponent is the track of the virtual opponent in a solo match.
	Familiar shownTrack `json:"familiar"`
	Opponent shownTrack `json:"opponent"`
	// Words are the names of components, by language and id.
	Words map[string]shownWords `json:"words"`
}

type shownSpell struct {
	Number int    `json:"number"`
	ID     string `json:"id"`
	Colour string `json:"colour"`
	Set    int    `json:"set"`
	// Levels has the levels by number: "3", "4" and "5".
	Levels map[string]shownLevel `json:"levels"`
	// Runes are the runes A, B and C of a spell that names runes.
	Runes []string `json:"runes,omitempty"`
	Name  label    `json:"name"`
	// Text is the text of each level, by language. It contains the names of the runes.
	Text map[string]map[string]string `json:"text"`
}

type shownLevel struct {
	// Kind is the time at which the effect applies, as in "morning".
	Kind   string `json:"kind"`
	Points int    `json:"points"`
	// Variable means that the points depend on the position.
	Variable bool `json:"variable,omitempty"`
}

type shownTrack struct {
	// Values[n] is the score with n filled spaces.
	Values []int `json:"values"`
	// Symbols are the spaces with the altar symbol, counted from 1.
	Symbols []int `json:"symbols,omitempty"`
}

type shownWords struct {
	Colours    map[string]string `json:"colours"`
	Substances map[string]string `json:"substances"`
	Runes      map[string]string `json:"runes"`
	Kinds      map[string]string `json:"kinds"`
}

func catalogueOf(c *Catalogue) shownCatalogue {
	out := shownCatalogue{
		Each:     c.Each,
		Pool:     c.Pool,
		Altar:    c.Altar,
		Familiar: trackOf(&c.Familiar),
		Opponent: trackOf(&c.Opponent),
		Words:    map[string]shownWords{},
	}
	for colour := range Colour(NumColours) {
		out.Colours = append(out.Colours, colour.String())
		for set := range c.Spells[colour] {
			out.Spells = append(out.Spells, spellOf(c, &c.Spells[colour][set]))
		}
	}
	for r := range Rune(NumRunes) {
		out.Runes = append(out.Runes, r.String())
	}
	for _, language := range Languages() {
		out.Words[language] = shownWords(c.Words(language))
	}
	return out
}

func spellOf(c *Catalogue, s *Spell) shownSpell {
	out := shownSpell{
		Number: s.Number, ID: s.ID, Colour: s.Colour.String(), Set: s.Set, Levels: map[string]shownLevel{},
		Name: label{En: c.Text("en", s).Name, Fr: c.Text("fr", s).Name, De: c.Text("de", s).Name},
		Text: map[string]map[string]string{},
	}
	for _, language := range Languages() {
		out.Text[language] = map[string]string{}
	}
	for level := MinLevel; level <= MaxLevel; level++ {
		id := string(rune('0' + level))
		facts := s.Level(level)
		out.Levels[id] = shownLevel{facts.Kind.String(), facts.Points, facts.Variable}
		for language, texts := range out.Text {
			texts[id] = c.Text(language, s).Effects[level-MinLevel]
		}
	}
	if s.HasRunes {
		for _, r := range s.Runes {
			out.Runes = append(out.Runes, r.String())
		}
	}
	return out
}

func trackOf(t *Track) shownTrack {
	out := shownTrack{Values: t.Values[:]}
	for i, symbol := range t.Symbol {
		if symbol {
			out.Symbols = append(out.Symbols, i+1)
		}
	}
	return out
}
