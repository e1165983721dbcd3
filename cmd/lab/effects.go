package main

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	spells "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

func seasonsCards() cardFacts {
	return cardFacts{fact: "card", follow: followSeasons, effects: seasonsEffects}
}

// firstEditionEffects lists the effects of the cards of Seasons in the first edition. Each entry has the number
// of the card, level 0, the trigger of the effect, and the observations that show the effect. The type observation
// explains their names.
var firstEditionEffects = []cardEffect{
	{1, 0, "enter", []string{"gauge"}},
	{2, 0, "enter", []string{"ask pick_card", "draw", "keep", "discard"}},
	{3, 0, "enter", []string{"crystals"}},
	{4, 0, "enter", []string{"store"}},
	{5, 0, "activate", []string{"spend", "transmute"}},
	{6, 0, "permanent", []string{"crystals"}},
	{7, 0, "enter", []string{"ask move"}},
	{8, 0, "permanent", []string{"own transmute"}},
	{9, 0, "enter", []string{"ask pick_summon", "draw", "discard"}},
	{10, 0, "enter", []string{"ask own_cards"}},
	{11, 0, "permanent", []string{"crystals"}},
	{12, 0, "enter", []string{"ask assign", "give"}},
	{13, 0, "permanent", []string{"crystals"}},
	{14, 0, "permanent", []string{"energy"}},
	{15, 0, "activate", []string{"ask reroll", "activate"}},
	{16, 0, "activate", []string{"spend", "crystals"}},
	{17, 0, "enter", []string{"take_back"}},
	{18, 0, "enter", []string{"energy"}},
	{18, 0, "permanent", []string{"own ask lose_energy"}},
	{19, 0, "permanent", []string{"score card"}},
	{20, 0, "permanent", []string{"own ask waive"}},
	{21, 0, "enter", []string{"ask opponent", "energy"}},
	{23, 0, "activate", []string{"draw", "gauge"}},
	{24, 0, "activate", []string{"ask hand_card", "spend"}},
	{25, 0, "activate", []string{"energy"}},
	{26, 0, "activate", []string{"transmute", "crystals"}},
	{27, 0, "permanent", []string{"energy"}},
	{28, 0, "enter", []string{"crystals"}},
	{29, 0, "enter", []string{"crystals"}},
	{30, 0, "permanent", []string{"energy"}},
	{31, 0, "enter", []string{"crystals", "draw", "energy", "discard"}},
	{32, 0, "activate", []string{"ask mode", "energy", "permit"}},
	{33, 0, "permanent", []string{"crystals"}},
	{34, 0, "activate", []string{"mill", "ask orb", "put_back", "spend"}},
	{35, 0, "activate", []string{"store", "energy", "crystals"}},
	{36, 0, "enter", []string{"ask mode", "draw_open", "discard", "energy"}},
	{37, 0, "activate", []string{"ask own_cards", "crystals"}},
	{38, 0, "enter", []string{"gauge", "draw"}},
	{39, 0, "permanent", []string{"crystals"}},
	{40, 0, "enter", []string{"to_air"}},
	{41, 0, "permanent", []string{"crystals"}},
	{42, 0, "enter", []string{"crystals", "energy", "gauge"}},
	{42, 0, "permanent", []string{"sacrifice"}},
	{43, 0, "activate", []string{"turn:activate>crystals"}},
	{44, 0, "activate", []string{"ask familiar", "energy", "discard"}},
	{45, 0, "permanent", []string{"score card"}},
	{46, 0, "permanent", []string{"score card"}},
	{47, 0, "activate", []string{"ask energy", "spend", "energy"}},
	{48, 0, "enter", []string{"energy"}},
	{49, 0, "enter", []string{"crystals"}},
	{50, 0, "enter", []string{"turn:summon>crystals", "energy"}},
	{50, 0, "permanent", []string{"turn:end>crystals"}},
	{50, 0, "activate", []string{"pass"}},
}

// secondEditionEffects lists the effects that differ in the second edition.
var secondEditionEffects = []cardEffect{
	{31, 0, "enter", []string{"crystals", "draw", "energy", "gauge"}},
	{43, 0, "enter", []string{"turn:summon>crystals"}},
}

// seasonsEffects returns the effects of all cards in a match with the given options.
func seasonsEffects(options game.MatchOptions) []cardEffect {
	effects := slices.Clone(firstEditionEffects)
	if options["edition"] == "second" {
		for _, e := range secondEditionEffects {
			effects = slices.DeleteFunc(
				effects,
				func(other cardEffect) bool { return other.card == e.card && other.name == e.name },
			)
		}
		effects = append(effects, secondEditionEffects...)
	}
	if options["level"] != "archmage" {
		effects = slices.DeleteFunc(effects, func(e cardEffect) bool { return e.card > cards.BasicCards })
	}
	return effects
}

// followSeasons updates the cards in play after an event. Their keys are the ids of the cards.
func followSeasons(inPlay cardsInPlay, e *game.Event) {
	id, _ := e.Public.Get("id")
	switch e.Kind {
	case "summon":
		card, _ := e.Public.Get("card")
		inPlay[id] = holding{seat: e.Seat, card: card}
	case "sacrifice", "take_back":
		delete(inPlay, id)
	case "pass":
		to, _ := e.Public.Get("to")
		inPlay[id] = holding{seat: game.Seat(to), card: inPlay[id].card}
	}
}

func spellbookCards() cardFacts {
	return cardFacts{fact: "spell", follow: followSpells, effects: spellEffects}
}

// followSpells updates the spells that the seats have learned, and their levels, after an event.
func followSpells(inPlay cardsInPlay, e *game.Event) {
	switch e.Kind {
	case "learned", "raised", "lowered":
		spell, _ := e.Public.Get("spell")
		level, _ := e.Public.Get("level")
		inPlay[int(e.Seat)*(spells.NumSpells+1)+spell] = holding{seat: e.Seat, card: spell, level: level}
	}
}

// permanentObservations has the names of the observations that show a permanent effect of SpellBook, by spell.
var permanentObservations = map[string][]string{
	"swiftness": {"own ask action second"},
	"mirage":    {"own action:take>drew"},
	"communion": {"own ask keep"},
}

// spellEffects returns the effects of all levels of all spells in a match with the given options.
func spellEffects(options game.MatchOptions) []cardEffect {
	var list []cardEffect
	catalogue := spells.MustLoad()
	for index := range catalogue.Spells {
		for set := range catalogue.Spells[index] {
			spell := &catalogue.Spells[index][set]
			if mode := options["mode"]; mode == "set1" && spell.Set != 1 || mode == "set2" && spell.Set != 2 ||
				mode == "set3" && spell.Set != 3 {
				continue
			}
			for level := spells.MinLevel; level <= spells.MaxLevel; level++ {
				kind := spell.Level(level).Kind
				e := cardEffect{card: spell.Number, level: level, name: kind.String()}
				switch kind {
				case spells.None:
					continue
				case spells.Once:
					e.needs = []string{"learned"}
				case spells.Permanent:
					e.needs = permanentObservations[spell.ID]
				case spells.End:
					e.needs = []string{"score spell"}
				default:
					e.needs = []string{"used"}
				}
				list = append(list, e)
			}
		}
	}
	return list
}
