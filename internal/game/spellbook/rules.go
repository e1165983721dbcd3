// Package spellbook has the rules of SpellBook, with its 21 spells, for 1 to 4 players, and its
// bots. It imports no package that runs matches. Printed facts come from the catalogue.
//
// Begin with [New] in this file, match in state.go and run in verbs.go. A match is a stack of
// programs (see [game.Stack]), each at one of its operations. The table in effects.go defines the
// effect of every level of every spell; day.go, learn.go and verbs_*.go define the operations. The
// only secret is the order of the bag. The state has only the number of each Materia in the bag, and
// a draw picks one at random.
//
// R1 to R34 in comments are the rulings of docs/rulings-spellbook.md. Words in quotes, as "A day",
// are sections of the rulebook.
package spellbook

import (
	"strconv"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// ID is the stable name of the game.
const ID = "spellbook"

// rulesVersion must be raised by every change that could alter the replay of a record.
const rulesVersion = 1

// The match options.
const (
	optionMode     = "mode"
	optionHandicap = "handicap"
	maxHandicap    = 3
)

// lastRound is the last round of every match (R33). The longest of thousands of matches between
// bots had 18 rounds.
const lastRound = 100

type rules struct {
	game.OptionWords
	book *book
	info game.Info
}

// New returns the rules of SpellBook. It panics if the embedded catalogue is invalid.
func New() game.Rules {
	b := newBook()
	return &rules{OptionWords: optionWords, book: b, info: makeInfo(b)}
}

// Info implements game.Rules.
func (r *rules) Info() game.Info { return r.info }

func makeInfo(b *book) game.Info {
	info := game.Info{
		ID: ID, Version: rulesVersion,
		Title:    game.Label{En: "SpellBook", Fr: "SpellBook", De: "SpellBook"},
		MinSeats: 1, MaxSeats: maxSeats,
		Tallies: []game.Tally{{Event: eventLearned, Fact: "spell"}, {Event: eventUsed, Fact: "spell"}},
	}
	info.Options = append(info.Options, game.MatchOption{
		ID: optionMode, Label: game.Label{En: "Spells", Fr: "Sorts", De: "Zauber"}, Default: modeNames[modeSet1],
		Values: []game.MatchValue{
			{ID: modeNames[modeSet1], Label: game.Label{En: "First set", Fr: "Premier set", De: "Erster Satz"}},
			{ID: modeNames[modeSet2], Label: game.Label{En: "Second set", Fr: "Deuxième set", De: "Zweiter Satz"}},
			{ID: modeNames[modeSet3], Label: game.Label{En: "Third set", Fr: "Troisième set", De: "Dritter Satz"}},
			{ID: modeNames[modeClassic], Label: game.Label{En: "At random", Fr: "Au hasard", De: "Zufällig"}},
			{
				ID:    modeNames[modeAgreed],
				Label: game.Label{En: "As agreed below", Fr: "Choisis ci-dessous", De: "Unten gewählt"},
			},
		},
	})
	for c := range b.facts.Spells {
		colour := cards.Colour(c)
		option := game.MatchOption{
			ID: colour.String(),
			Label: game.Label{
				En: b.facts.Words("en").Colours[colour.String()],
				Fr: b.facts.Words("fr").Colours[colour.String()],
				De: b.facts.Words("de").Colours[colour.String()],
			},
			Default: "1",
		}
		for set := range b.facts.Spells[c] {
			spell := &b.facts.Spells[c][set]
			option.Values = append(option.Values, game.MatchValue{
				ID: strconv.Itoa(spell.Set),
				Label: game.Label{
					En: b.facts.Text("en", spell).Name,
					Fr: b.facts.Text("fr", spell).Name,
					De: b.facts.Text("de", spell).Name,
				},
			})
		}
		info.Options = append(info.Options, option)
	}
	handicap := game.MatchOption{
		ID:      optionHandicap,
		Label:   game.Label{En: "Handicap (alone)", Fr: "Handicap (en solo)", De: "Handicap (allein)"},
		Default: "0",
	}
	for n := range maxHandicap + 1 {
		value := game.MatchValue{ID: strconv.Itoa(n), Label: game.English(strconv.Itoa(n))}
		if n > 0 {
			value.Seats = 1 << 1
		}
		handicap.Values = append(handicap.Values, value)
	}
	info.Options = append(info.Options, handicap)
	return info
}

// New implements game.Rules (rulebook: "Setup").
func (r *rules) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	values, err := game.ResolveOptions(r.info, options, seats)
	if err != nil {
		return nil, err
	}
	s := &match{book: r.book}
	s.seats = uint8(seats)
	s.chance = *seed.Stream("bag")
	s.mode = mode(values[optionMode])
	s.handicap = uint8(values[optionHandicap])
	spells := seed.Stream("spells")
	for c := range s.sets {
		switch s.mode {
		case modeClassic:
			s.sets[c] = uint8(spells.IntN(cards.NumSets))
		case modeAgreed:
			s.sets[c] = uint8(values[cards.Colour(c).String()])
		default:
			s.sets[c] = uint8(s.mode - modeSet1)
		}
	}
	s.clearSlots()
	for m := range cards.Materia(cards.NumMateria) {
		for range r.book.facts.Each {
			s.bag.add(m)
		}
	}
	onAltar := altarLow
	if s.isSolo() {
		onAltar = soloAltar
	}
	for range onAltar {
		s.drawToAltar(game.NoSeat)
	}
	for seat := range game.Seat(seats) {
		for range startDraws {
			s.drawToPool(seat)
		}
	}
	for range s.handicap {
		s.drawToLower()
	}
	s.first = game.Seat(seed.Stream("first").IntN(seats))
	s.round = 1
	s.startDay(s.first)
	s.run()
	return s, nil
}

// Opening implements game.State. It reports whose day is the first.
func (s *match) Opening(step *game.Step) { s.addDayEvent(step) }

// clearSlots marks all places for single Materia as empty.
func (s *match) clearSlots() {
	for i := range s.track {
		s.track[i] = noMateria
	}
	for seat := range s.players {
		p := &s.players[seat]
		for i := range p.familiar {
			p.familiar[i] = noMateria
		}
		for c := range p.spells {
			p.spells[c].materia = noMateria
		}
	}
}
