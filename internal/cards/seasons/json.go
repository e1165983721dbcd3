package seasons

import "encoding/json"

// MarshalJSON writes the catalogue for clients. The format is part of the protocol: fields can be
// added, but not changed or removed.
func (c *Catalogue) MarshalJSON() ([]byte, error) { return json.Marshal(catalogueOf(c)) }

// label has a text in each language.
type label struct {
	En string `json:"en"`
	Fr string `json:"fr"`
	De string `json:"de"`
}

type shownCatalogue struct {
	// Cards are in the order of their numbers, from 1.
	Cards []shownCard `json:"cards"`
	// Dice are the dice of each season, in the order of their numbers, from 1.
	Dice map[string][]shownDie `json:"dice"`
	// Rates are the crystals for one transmuted token, by season.
	Rates map[string]shownEnergy `json:"rates"`
	// Gauge is the maximum of a summoning gauge. Penalties[n] is the cost in points of n used
	// bonuses.
	Gauge     int    `json:"gauge"`
	Penalties [4]int `json:"penalties"`
	// Presets are the ready-made sets of card numbers.
	Presets [][9]int `json:"presets"`
	// Lesson has the card numbers of the lesson level by seat and year. All players know them.
	Lesson [2][3][3]int `json:"lesson"`
}

type shownEnergy struct {
	Air   int `json:"air"`
	Water int `json:"water"`
	Fire  int `json:"fire"`
	Earth int `json:"earth"`
}

type shownCost struct {
	Energy   shownEnergy `json:"energy"`
	Crystals int         `json:"crystals"`
}

type shownCard struct {
	Number int    `json:"number"`
	Kind   string `json:"kind"`
	// Basic marks the cards of the two easier levels.
	Basic bool `json:"basic"`
	// Costs are the costs for 2, 3 and 4 players. AnyEnergies means that the cost is 1 to 4
	// different energies of the player's choice instead.
	Costs       [3]shownCost `json:"costs"`
	AnyEnergies bool         `json:"anyEnergies,omitempty"`
	Prestige    int          `json:"prestige"`
	// Effects are the kinds of effect: enter, permanent, activate.
	Effects []string `json:"effects"`
	// AtEnd means that the permanent effect counts only at the end of the match. Lends means that
	// the owner can spend the tokens on the card. Tolls means that opponents who summon a card pay
	// the owner a crystal.
	AtEnd  bool  `json:"atEnd,omitempty"`
	Lends  bool  `json:"lends,omitempty"`
	Tolls  bool  `json:"tolls,omitempty"`
	Name   label `json:"name"`
	Effect label `json:"effect"`
	// Second has the values of the second edition, if they differ.
	Second *shownEdition `json:"second,omitempty"`
}

type shownEdition struct {
	Costs   [3]shownCost `json:"costs"`
	Effects []string     `json:"effects"`
	Effect  label        `json:"effect"`
}

type shownDie struct {
	// Faces are in the order of the numbers in the documents, from 1.
	Faces []shownFace `json:"faces"`
}

type shownFace struct {
	Energy    shownEnergy `json:"energy"`
	Crystals  int         `json:"crystals"`
	Star      bool        `json:"star,omitempty"`
	Draw      bool        `json:"draw,omitempty"`
	Transmute bool        `json:"transmute,omitempty"`
	Pips      int         `json:"pips"`
}

func catalogueOf(c *Catalogue) shownCatalogue {
	out := shownCatalogue{
		Dice:      map[string][]shownDie{},
		Rates:     map[string]shownEnergy{},
		Gauge:     c.Gauge,
		Penalties: c.Penalties,
		Presets:   c.Presets[:],
		Lesson:    c.Lesson,
	}
	for number := 1; number <= NumCards; number++ {
		out.Cards = append(out.Cards, cardOf(c, number))
	}
	for season := range Season(len(c.Dice)) {
		for _, faces := range c.Dice[season] {
			var die shownDie
			for _, f := range faces {
				die.Faces = append(
					die.Faces,
					shownFace{energyOf(f.Energy), f.Crystals, f.Star, f.Draw, f.Transmute, f.Pips},
				)
			}
			out.Dice[season.String()] = append(out.Dice[season.String()], die)
		}
		out.Rates[season.String()] = energyOf(c.Rates[season])
	}
	return out
}

func cardOf(c *Catalogue, number int) shownCard {
	card := &c.Cards[number]
	first := editionOf(c, card, First)
	out := shownCard{
		Number:      number,
		Kind:        card.Kind.String(),
		Basic:       number <= BasicCards,
		Costs:       first.Costs,
		AnyEnergies: card.AnyEnergies,
		Prestige:    card.Prestige,
		Effects:     first.Effects,
		Effect:      first.Effect,
		AtEnd:       card.AtEnd,
		Lends:       card.Lends,
		Tolls:       card.Tolls,
		Name: label{
			En: c.Text("en", First, number).Name,
			Fr: c.Text("fr", First, number).Name,
			De: c.Text("de", First, number).Name,
		},
	}
	if second := editionOf(c, card, Second); second.Effect != first.Effect || second.Costs != first.Costs {
		out.Second = &second
	}
	return out
}

// editionOf returns the costs and effects of a card in an edition.
func editionOf(c *Catalogue, card *Card, edition Edition) shownEdition {
	out := shownEdition{Effects: []string{}, Effect: label{
		En: c.Text("en", edition, card.Number).Effect,
		Fr: c.Text("fr", edition, card.Number).Effect,
		De: c.Text("de", edition, card.Number).Effect,
	}}
	for i := range out.Costs {
		cost := card.Cost(i+2, edition)
		out.Costs[i] = shownCost{energyOf(cost.Energy), cost.Crystals}
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

func energyOf[N uint8 | int](n [4]N) shownEnergy {
	return shownEnergy{Air: int(n[Air]), Water: int(n[Water]), Fire: int(n[Fire]), Earth: int(n[Earth])}
}
