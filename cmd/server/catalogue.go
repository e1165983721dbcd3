package main

import (
	"archmage/internal/cards/seasons"
	"archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// The catalogues as clients get them. Their shape is part of the protocol:
// fields may be added.

// seasonsJSON is the catalogue of Seasons.
type seasonsJSON struct {
	// Cards are in the order of their numbers, from 1.
	Cards []cardJSON `json:"cards"`
	// Dice are by season and number, 1 first.
	Dice map[string][]dieJSON `json:"dice"`
	// Rates are the crystals for one transmuted token, by season.
	Rates map[string]energyJSON `json:"rates"`
	// Presets are the ready-made sets of card numbers.
	Presets [][9]int `json:"presets"`
}

type energyJSON struct {
	Air   int `json:"air"`
	Water int `json:"water"`
	Fire  int `json:"fire"`
	Earth int `json:"earth"`
}

type costJSON struct {
	Energy   energyJSON `json:"energy"`
	Crystals int        `json:"crystals"`
}

type cardJSON struct {
	Number int    `json:"number"`
	Kind   string `json:"kind"`
	// Basic cards are those of the two easier levels.
	Basic bool `json:"basic"`
	// Costs are those with 2, 3 and 4 players. AnyEnergies: 1 to 4 different
	// energies of the player's choice instead.
	Costs       [3]costJSON `json:"costs"`
	AnyEnergies bool        `json:"anyEnergies,omitempty"`
	Prestige    int         `json:"prestige"`
	// Effects are the kinds of effect: enter, permanent, activate.
	Effects []string   `json:"effects"`
	Name    game.Label `json:"name"`
	Effect  game.Label `json:"effect"`
	// Second is what the second edition prints, on the cards it changes.
	Second *secondJSON `json:"second,omitempty"`
}

type secondJSON struct {
	Costs   [3]costJSON `json:"costs"`
	Effects []string    `json:"effects"`
	Effect  game.Label  `json:"effect"`
}

type dieJSON struct {
	// Faces are in the order of the view's numbers, 1 first.
	Faces []faceJSON `json:"faces"`
}

type faceJSON struct {
	Energy    energyJSON `json:"energy"`
	Crystals  int        `json:"crystals"`
	Star      bool       `json:"star,omitempty"`
	Draw      bool       `json:"draw,omitempty"`
	Transmute bool       `json:"transmute,omitempty"`
	Pips      int        `json:"pips"`
}

// seasonsCatalogue returns the catalogue of Seasons for clients.
func seasonsCatalogue(c *seasons.Catalogue) seasonsJSON {
	out := seasonsJSON{Dice: map[string][]dieJSON{}, Rates: map[string]energyJSON{}, Presets: c.Presets[:]}
	for number := 1; number <= seasons.NumCards; number++ {
		out.Cards = append(out.Cards, seasonsCard(c, number))
	}
	for season := range seasons.Season(len(c.Dice)) {
		for _, faces := range c.Dice[season] {
			var die dieJSON
			for _, f := range faces {
				die.Faces = append(die.Faces, faceJSON{energyOf(f.Energy), f.Crystals, f.Star, f.Draw, f.Transmute, f.Pips})
			}
			out.Dice[season.String()] = append(out.Dice[season.String()], die)
		}
		out.Rates[season.String()] = energyOf(c.Rates[season])
	}
	return out
}

func seasonsCard(c *seasons.Catalogue, number int) cardJSON {
	card := &c.Cards[number]
	first := seasonsEdition(c, card, seasons.First)
	out := cardJSON{
		Number: number, Kind: card.Kind.String(), Basic: number <= seasons.BasicCards,
		Costs: first.Costs, AnyEnergies: card.AnyEnergies, Prestige: card.Prestige, Effects: first.Effects, Effect: first.Effect,
		Name: game.Label{
			En: c.Text("en", seasons.First, number).Name,
			Fr: c.Text("fr", seasons.First, number).Name,
		},
	}
	if second := seasonsEdition(c, card, seasons.Second); second.Effect != first.Effect || second.Costs != first.Costs {
		out.Second = &second
	}
	return out
}

// seasonsEdition returns what an edition prints on a card.
func seasonsEdition(c *seasons.Catalogue, card *seasons.Card, edition seasons.Edition) secondJSON {
	out := secondJSON{Effects: []string{}, Effect: game.Label{
		En: c.Text("en", edition, card.Number).Effect,
		Fr: c.Text("fr", edition, card.Number).Effect,
	}}
	for i := range out.Costs {
		cost := card.Cost(i+2, edition)
		out.Costs[i] = costJSON{energyOf(cost.Energy), cost.Crystals}
	}
	for _, effect := range []struct {
		kind string
		has  bool
	}{{"enter", card.Enters(edition)}, {"permanent", card.Permanent}, {"activate", card.Activate}} {
		if effect.has {
			out.Effects = append(out.Effects, effect.kind)
		}
	}
	return out
}

func energyOf[N uint8 | int](n [4]N) energyJSON {
	return energyJSON{
		Air: int(n[seasons.Air]), Water: int(n[seasons.Water]), Fire: int(n[seasons.Fire]), Earth: int(n[seasons.Earth]),
	}
}

// spellbookJSON is the catalogue of SpellBook.
type spellbookJSON struct {
	// Spells are in the order of their numbers, from 1.
	Spells []spellJSON `json:"spells"`
	// Colours and Runes are ids in the order of the game's tables. Each is how
	// many there are of every Materia, which is a colour and a rune.
	Colours []string `json:"colours"`
	Runes   []string `json:"runes"`
	Each    int      `json:"each"`
	// Familiar is a player's track, Opponent the virtual opponent's in solo.
	Familiar trackJSON `json:"familiar"`
	Opponent trackJSON `json:"opponent"`
	// Words are names by language and id.
	Words map[string]wordsJSON `json:"words"`
}

type spellJSON struct {
	Number int    `json:"number"`
	ID     string `json:"id"`
	Colour string `json:"colour"`
	Set    int    `json:"set"`
	// Levels are by number: "3", "4", "5".
	Levels map[string]levelJSON `json:"levels"`
	// Runes are A, B and C of a spell that names runes.
	Runes []string   `json:"runes,omitempty"`
	Name  game.Label `json:"name"`
	// Text is by language and level; it names the runes.
	Text map[string]map[string]string `json:"text"`
}

type levelJSON struct {
	// Kind is when the level's effect counts, as in "morning".
	Kind   string `json:"kind"`
	Points int    `json:"points"`
	// Variable points depend on the position.
	Variable bool `json:"variable,omitempty"`
}

type trackJSON struct {
	// Values[n] is the score with n spaces filled.
	Values []int `json:"values"`
	// Symbols are the spaces, counted from 1, that bear the altar symbol.
	Symbols []int `json:"symbols,omitempty"`
}

type wordsJSON struct {
	Colours    map[string]string `json:"colours"`
	Substances map[string]string `json:"substances"`
	Runes      map[string]string `json:"runes"`
	Kinds      map[string]string `json:"kinds"`
}

// spellbookCatalogue returns the catalogue of SpellBook for clients.
func spellbookCatalogue(c *spellbook.Catalogue) spellbookJSON {
	out := spellbookJSON{
		Each: c.Each, Familiar: trackOf(&c.Familiar), Opponent: trackOf(&c.Opponent), Words: map[string]wordsJSON{},
	}
	for colour := range spellbook.Colour(spellbook.NumColours) {
		out.Colours = append(out.Colours, colour.String())
		for set := range c.Spells[colour] {
			out.Spells = append(out.Spells, spellOf(c, &c.Spells[colour][set]))
		}
	}
	for r := range spellbook.Rune(spellbook.NumRunes) {
		out.Runes = append(out.Runes, r.String())
	}
	for _, language := range spellbook.Languages() {
		out.Words[language] = wordsJSON(c.Words(language))
	}
	return out
}

func spellOf(c *spellbook.Catalogue, s *spellbook.Spell) spellJSON {
	out := spellJSON{
		Number: s.Number, ID: s.ID, Colour: s.Colour.String(), Set: s.Set, Levels: map[string]levelJSON{},
		Name: game.Label{En: c.Text("en", s).Name, Fr: c.Text("fr", s).Name},
		Text: map[string]map[string]string{"en": {}, "fr": {}},
	}
	for level := spellbook.MinLevel; level <= spellbook.MaxLevel; level++ {
		id := string(rune('0' + level))
		facts := s.Level(level)
		out.Levels[id] = levelJSON{facts.Kind.String(), facts.Points, facts.Variable}
		for language, texts := range out.Text {
			texts[id] = c.Text(language, s).Effects[level-spellbook.MinLevel]
		}
	}
	if s.HasRunes {
		for _, r := range s.Runes {
			out.Runes = append(out.Runes, r.String())
		}
	}
	return out
}

func trackOf(t *spellbook.Track) trackJSON {
	out := trackJSON{Values: t.Values[:]}
	for i, symbol := range t.Symbol {
		if symbol {
			out.Symbols = append(out.Symbols, i+1)
		}
	}
	return out
}
