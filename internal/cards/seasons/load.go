package seasons

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed cards.json dice.json tables.json en.json fr.json
var embedded embed.FS

// MustLoad reads the embedded catalogue. It panics if a file is broken, which
// only a faulty build can cause. Each call returns a catalogue of its own.
func MustLoad() *Catalogue {
	c, err := load(embedded)
	if err != nil {
		panic(fmt.Sprintf("seasons: embedded catalogue: %v", err))
	}
	return c
}

// load reads and validates a whole catalogue. The error names the file and,
// where there is one, the card, die or preset at fault.
func load(files fs.FS) (*Catalogue, error) {
	c := &Catalogue{texts: make(map[string]*[2][NumCards + 1]Text, len(Languages))}
	if err := errors.Join(c.loadCards(files), c.loadDice(files), c.loadTables(files)); err != nil {
		return nil, err
	}
	for _, language := range Languages {
		if err := c.loadTexts(files, language); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *Catalogue) loadCards(files fs.FS) error {
	const name = "cards.json"
	var file cardsFile
	if err := decode(files, name, &file); err != nil {
		return err
	}
	if len(file.Cards) != NumCards {
		return fmt.Errorf("%s: %d cards, not %d", name, len(file.Cards), NumCards)
	}
	for i, entry := range file.Cards {
		if entry.Number != i+1 {
			return fmt.Errorf("%s: card %d where %d is due", name, entry.Number, i+1)
		}
		card, err := entry.card()
		if err != nil {
			return fmt.Errorf("%s: card %d: %w", name, entry.Number, err)
		}
		c.Cards[entry.Number] = card
	}
	return nil
}

// card checks one entry of cards.json and converts it.
func (e *cardEntry) card() (Card, error) {
	card := Card{Number: e.Number, AnyEnergies: e.AnyEnergies}
	switch e.Kind {
	case "item":
		card.Kind = Item
	case "familiar":
		card.Kind = Familiar
	default:
		return Card{}, fmt.Errorf("unknown kind %q", e.Kind)
	}
	if e.Prestige == nil {
		return Card{}, errors.New("no prestige")
	}
	card.Prestige = *e.Prestige
	if e.Effects == nil {
		return Card{}, errors.New("no list of effects")
	}
	flags := map[string]*bool{"enter": &card.Enter, "permanent": &card.Permanent, "activate": &card.Activate}
	for _, effect := range e.Effects {
		flag, ok := flags[effect]
		if !ok || *flag {
			return Card{}, fmt.Errorf("effect %q is unknown or given twice", effect)
		}
		*flag = true
	}
	second := e.Crystals
	if e.SecondEdition != nil {
		if !changedInSecond(e.Number) {
			return Card{}, errors.New("the second edition does not change it")
		}
		if e.SecondEdition.Crystals == nil {
			return Card{}, errors.New("no crystals of the second edition")
		}
		second = *e.SecondEdition.Crystals
	}
	for i := range card.costs[First] {
		if min(e.Crystals[i], second[i]) < 0 {
			return Card{}, errors.New("negative crystals")
		}
		card.costs[First][i] = Cost{Energy: e.Energy[i], Crystals: e.Crystals[i]}
		card.costs[Second][i] = Cost{Energy: e.Energy[i], Crystals: second[i]}
	}
	if e.AnyEnergies && card.costs != [2][3]Cost{} {
		return Card{}, errors.New("any_energies beside a fixed cost")
	}
	return card, nil
}

func (c *Catalogue) loadDice(files fs.FS) error {
	const name = "dice.json"
	var file diceFile
	if err := decode(files, name, &file); err != nil {
		return err
	}
	for season, dice := range [4][][]faceEntry{file.Winter, file.Spring, file.Summer, file.Fall} {
		if len(dice) != DicePerSeason {
			return fmt.Errorf("%s: %v: %d dice, not %d", name, Season(season), len(dice), DicePerSeason)
		}
		for i, faces := range dice {
			die := &c.Dice[season][i]
			if len(faces) != len(die) {
				return fmt.Errorf("%s: %v die %d: %d faces, not %d", name, Season(season), i+1, len(faces), len(die))
			}
			for j, entry := range faces {
				die[j] = Face{
					Energy: entry.Energy, Crystals: entry.Crystals,
					Star: entry.Star, Draw: entry.Draw, Transmute: entry.Transmute, Pips: entry.Pips,
				}
				if err := die[j].check(); err != nil {
					return fmt.Errorf("%s: %v die %d, face %d: %w", name, Season(season), i+1, j+1, err)
				}
			}
		}
	}
	return nil
}

// check reports a value out of the ranges that Face documents.
func (f *Face) check() error {
	energies := 0
	for _, n := range f.Energy {
		energies += int(n)
	}
	switch {
	case energies > 2:
		return fmt.Errorf("%d energies", energies)
	case f.Crystals < 0 || f.Crystals > 6:
		return fmt.Errorf("%d crystals", f.Crystals)
	case f.Pips < 1 || f.Pips > 3:
		return fmt.Errorf("%d pips", f.Pips)
	case *f == Face{Pips: f.Pips}:
		return errors.New("nothing on it")
	}
	return nil
}

func (c *Catalogue) loadTables(files fs.FS) error {
	const name = "tables.json"
	var file tablesFile
	if err := decode(files, name, &file); err != nil {
		return err
	}
	if len(file.Presets) != len(c.Presets) {
		return fmt.Errorf("%s: %d presets, not %d", name, len(file.Presets), len(c.Presets))
	}
	var used [NumCards + 1]int
	for i, numbers := range file.Presets {
		if len(numbers) != len(c.Presets[i]) {
			return fmt.Errorf("%s: preset %d: %d cards, not %d", name, i+1, len(numbers), len(c.Presets[i]))
		}
		for j, number := range numbers {
			if number < 1 || number > BasicCards {
				return fmt.Errorf("%s: preset %d: card %d is not basic", name, i+1, number)
			}
			if used[number]++; used[number] > 2 {
				return fmt.Errorf("%s: preset %d: card %d is used a third time", name, i+1, number)
			}
			c.Presets[i][j] = number
		}
	}
	rates := file.Rates
	for season, r := range [4]rateEntry{rates.Winter, rates.Spring, rates.Summer, rates.Fall} {
		c.Rates[season] = [4]int{r.Air, r.Water, r.Fire, r.Earth}
		for energy, rate := range c.Rates[season] {
			if rate < 1 || rate > 3 {
				return fmt.Errorf("%s: %v: %v is worth %d", name, Season(season), Energy(energy), rate)
			}
		}
	}
	return nil
}

func (c *Catalogue) loadTexts(files fs.FS, language string) error {
	name := language + ".json"
	var file textFile
	if err := decode(files, name, &file); err != nil {
		return err
	}
	if len(file.Cards) != NumCards {
		return fmt.Errorf("%s: %d cards, not %d", name, len(file.Cards), NumCards)
	}
	texts := new([2][NumCards + 1]Text)
	for i, entry := range file.Cards {
		switch {
		case entry.Number != i+1:
			return fmt.Errorf("%s: card %d where %d is due", name, entry.Number, i+1)
		case entry.Name == "" || entry.Effect == "":
			return fmt.Errorf("%s: card %d: no name or effect", name, entry.Number)
		case changedInSecond(entry.Number) != (entry.SecondEdition != ""):
			return fmt.Errorf("%s: card %d: text of the second edition missing or not due", name, entry.Number)
		}
		texts[First][entry.Number] = entry.Text
		texts[Second][entry.Number] = entry.Text
		if entry.SecondEdition != "" {
			texts[Second][entry.Number].Effect = entry.SecondEdition
		}
	}
	c.texts[language] = texts
	return nil
}
