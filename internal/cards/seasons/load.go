package seasons

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
	c := &Catalogue{texts: make(map[string]*[2][NumCards + 1]Text, len(Languages))}
	for i, entry := range read[cardsFile]("cards.json").Cards {
		c.Cards[i+1] = entry.card()
	}
	dice := read[bySeason[[DicePerSeason][6]faceEntry]]("dice.json")
	for season, dice := range dice.list() {
		for i := range dice {
			for j, f := range dice[i] {
				c.Dice[season][i][j] = Face{f.Energy, f.Crystals, f.Star, f.Draw, f.Transmute, f.Pips}
			}
		}
	}
	tables := read[tablesFile]("tables.json")
	c.Gauge, c.Penalties = tables.Gauge, tables.Penalties
	c.Presets, c.Lesson = tables.Presets, tables.Lesson
	for season, r := range tables.Rates.list() {
		c.Rates[season] = [4]int{r.Air, r.Water, r.Fire, r.Earth}
	}
	for _, language := range Languages {
		texts := new([2][NumCards + 1]Text)
		for i, entry := range read[textFile](language + ".json").Cards {
			texts[First][i+1], texts[Second][i+1] = entry.Text, entry.Text
			if entry.SecondEdition != "" {
				texts[Second][i+1].Effect = entry.SecondEdition
			}
		}
		c.texts[language] = texts
	}
	return c
}

// read decodes the named file. It panics if the file has fields that T does not have.
func read[T any](name string) T {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	var v T
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		panic(fmt.Sprintf("seasons: %s: %v", name, err))
	}
	return v
}

// The formats of the JSON files. Zero values are omitted.

type cardsFile struct {
	Cards [NumCards]cardEntry `json:"cards"`
}

type cardEntry struct {
	Number      int                `json:"number"`
	Kind        string             `json:"kind"`
	Energy      perPlayers[tokens] `json:"energy"`
	AnyEnergies bool               `json:"any_energies"`
	Crystals    perPlayers[int]    `json:"crystals"`
	Prestige    int                `json:"prestige"`
	Effects     []string           `json:"effects"`
	AtEnd       bool               `json:"at_end"`
	Lends       bool               `json:"lends"`
	Tolls       bool               `json:"tolls"`
	// SecondEdition has the values that differ in the second edition.
	SecondEdition *struct {
		Crystals perPlayers[int] `json:"crystals"`
	} `json:"second_edition"`
}

func (e *cardEntry) card() Card {
	card := Card{
		Number: e.Number, Prestige: e.Prestige, AnyEnergies: e.AnyEnergies,
		Enter:     slices.Contains(e.Effects, "enter"),
		Permanent: slices.Contains(e.Effects, "permanent"),
		Activate:  slices.Contains(e.Effects, "activate"),
		AtEnd:     e.AtEnd, Lends: e.Lends, Tolls: e.Tolls,
	}
	if e.Kind == Familiar.String() {
		card.Kind = Familiar
	}
	second := e.Crystals
	if e.SecondEdition != nil {
		second = e.SecondEdition.Crystals
	}
	for i := range card.costs[First] {
		card.costs[First][i] = Cost{Energy: e.Energy[i], Crystals: e.Crystals[i]}
		card.costs[Second][i] = Cost{Energy: e.Energy[i], Crystals: second[i]}
	}
	return card
}

type faceEntry struct {
	Energy    tokens `json:"energy"`
	Crystals  int    `json:"crystals"`
	Star      bool   `json:"star"`
	Draw      bool   `json:"draw"`
	Transmute bool   `json:"transmute"`
	Pips      int    `json:"pips"`
}

type tablesFile struct {
	Gauge     int                   `json:"gauge"`
	Penalties [4]int                `json:"penalties"`
	Lesson    [2][3][3]int          `json:"lesson"`
	Presets   [4][9]int             `json:"presets"`
	Rates     bySeason[shownEnergy] `json:"rates"`
}

type textFile struct {
	Cards [NumCards]struct {
		Number int `json:"number"`
		Text
		// SecondEdition is the effect in the second edition, if it differs.
		SecondEdition string `json:"second_edition"`
	} `json:"cards"`
}

type bySeason[T any] struct {
	Winter T `json:"winter"`
	Spring T `json:"spring"`
	Summer T `json:"summer"`
	Fall   T `json:"fall"`
}

func (s bySeason[T]) list() [4]T { return [4]T{s.Winter, s.Spring, s.Summer, s.Fall} }

// perPlayers has a value for 2, 3 and 4 players. Its JSON is an array of three, or a single value
// if all are equal.
type perPlayers[T any] [3]T

// UnmarshalJSON reads an array or a single value.
func (p *perPlayers[T]) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, (*[3]T)(p))
	}
	err := json.Unmarshal(data, &p[0])
	p[1], p[2] = p[0], p[0]
	return err
}

// tokens counts tokens by energy. Its text has one letter for each token: A for air, W for water, F
// for fire, E for earth.
type tokens [4]uint8

func (t *tokens) UnmarshalText(text []byte) error {
	for _, letter := range text {
		t[strings.IndexByte("AWFE", letter)]++
	}
	return nil
}
