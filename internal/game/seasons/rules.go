// Package seasons has the rules of Seasons, the base game with its 50 power cards, for 2 to 4
// players, and its bots. It imports no package that runs matches. docs/rulings-seasons.md lists the
// rulings on points that the rulebook leaves open.
//
// Begin with [New] in this file, match in state.go and run in run.go, which carries out the
// programs (see [game.Stack]). round.go and turn.go have the course of the game. cards_1_30.go,
// cards_31_40.go and cards_41_50.go define the effect of each card. effects_common.go has the
// operations that several cards share. questions.go has the questions that several operations ask.
package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// Rules implements [game.Rules] for Seasons. It does not change after New and is safe for
// concurrent use.
type Rules struct {
	game.OptionWords
	info      game.Info
	catalogue *cards.Catalogue
	effects   [2][cards.NumCards + 1]effect
	indexes   [2]cardIndex
	presets   [4]cardSet // the ready-made sets
	programs  [numPrograms][]op
	phases    [phaseOver + 1]phaseRules
}

var _ game.Rules = (*Rules)(nil)

// New returns the rules of Seasons.
func New() *Rules {
	r := &Rules{
		OptionWords: optionWords,
		info:        makeInfo(),
		catalogue:   cards.MustLoad(),
		effects: [2][cards.NumCards + 1]effect{
			cards.First:  effects(cards.First),
			cards.Second: effects(cards.Second),
		},
		programs: programs(),
		phases:   phaseTable(),
	}
	for i, preset := range r.catalogue.Presets {
		for _, number := range preset {
			r.presets[i].add(uint8(number))
		}
	}
	for edition := range r.effects {
		r.indexes[edition] = indexCards(r.catalogue, &r.effects[edition])
	}
	return r
}

// effect returns the effect of a card in the edition of the match.
func (r *Rules) effect(s *match, number uint8) *effect { return &r.effects[s.edition][number] }

// version must be raised by every change that could alter the replay of a record.
const version = 1

// The ids of the match options.
const (
	optionLevel   = "level"
	optionEdition = "edition"
	optionFirst   = "first"
)

// Info implements game.Rules.
func (r *Rules) Info() game.Info { return r.info }

func makeInfo() game.Info {
	return game.Info{
		ID: "seasons", Version: version, Title: game.Label{En: "Seasons", Fr: "Seasons", De: "Seasons"},
		MinSeats: 2, MaxSeats: maxSeats,
		Options: []game.MatchOption{
			{
				ID: optionLevel, Label: game.Label{En: "Level", Fr: "Niveau", De: "Stufe"}, Default: "magician",
				Values: []game.MatchValue{
					{
						ID: "apprentice",
						Label: game.Label{
							En: "Apprentice: ready-made sets of nine cards",
							Fr: "Apprenti\u00a0: neuf cartes déjà choisies",
							De: "Lehrling: neun schon gewählte Karten",
						},
					},
					{
						ID: "magician",
						Label: game.Label{
							En: "Magician: draft from cards 1 to 30",
							Fr: "Magicien\u00a0: choix parmi les cartes 1 à 30",
							De: "Magier: Auswahl aus den Karten 1 bis 30",
						},
					},
					{
						ID: "archmage",
						Label: game.Label{
							En: "Archmage: draft from all 50 cards",
							Fr: "Archimage\u00a0: choix parmi les 50 cartes",
							De: "Erzmagier: Auswahl aus allen 50 Karten",
						},
					},
					{
						ID: "lesson",
						Label: game.Label{
							En: "Lesson: three given cards each year, no choices before",
							Fr: "Leçon\u00a0: trois cartes données chaque année, sans choix avant",
							De: "Lektion: drei gegebene Karten in jedem Jahr, ohne Auswahl vorher",
						},
						Seats:   1 << 2,
						Unrated: true,
					},
				},
			},
			{
				ID: optionEdition, Label: game.Label{En: "Edition", Fr: "Édition", De: "Ausgabe"}, Default: "first",
				Values: []game.MatchValue{
					{ID: "first", Label: game.Label{En: "First edition", Fr: "Première édition", De: "Erste Ausgabe"}},
					{
						ID: "second",
						Label: game.Label{
							En: "Second edition: cards 5, 31 and 43 differ",
							Fr: "Seconde édition\u00a0: les cartes 5, 31 et 43 changent",
							De: "Zweite Ausgabe: Die Karten 5, 31 und 43 sind anders",
						},
					},
				},
			},
			{
				ID:      optionFirst,
				Label:   game.Label{En: "First player", Fr: "Premier joueur", De: "Wer beginnt"},
				Default: "random",
				Values: []game.MatchValue{
					{ID: "random", Label: game.Label{En: "At random", Fr: "Au hasard", De: "Zufällig"}},
					{ID: "seat0", Label: game.Label{En: "Seat 1", Fr: "Place 1", De: "Platz 1"}},
					{ID: "seat1", Label: game.Label{En: "Seat 2", Fr: "Place 2", De: "Platz 2"}},
					{ID: "seat2", Label: game.Label{En: "Seat 3", Fr: "Place 3", De: "Platz 3"}, Seats: 1<<3 | 1<<4},
					{ID: "seat3", Label: game.Label{En: "Seat 4", Fr: "Place 4", De: "Platz 4"}, Seats: 1 << 4},
				},
			},
		},
		Tallies: []game.Tally{{Event: eventSummon, Fact: "card"}, {Event: eventActivate, Fact: "card"}},
		Gains:   []game.Gain{{Event: eventCrystals, Piece: "card", Amount: "n"}},
	}
}

// New implements game.Rules (rulebook: setup).
func (r *Rules) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	s, first, err := r.empty(options, seats, seed)
	if err != nil {
		return nil, err
	}
	if first == game.NoSeat {
		first = game.Seat(s.seed.Stream("first").IntN(seats))
	}
	s.firstPlayer = first
	s.pickDice()
	if s.level == lesson {
		s.startLesson()
		return s, nil
	}
	s.deal()
	s.startPrelude()
	return s, nil
}

// Opening implements game.State. It reports the first player and, in a lesson, the first round.
func (s *match) Opening(step *game.Step) {
	step.Add(eventFirst, s.firstPlayer)
	if s.level == lesson {
		s.reportRound(step)
	}
}

// empty returns a match in which nothing is dealt yet. It also returns the first player that the
// options choose, or game.NoSeat for a random first player.
func (r *Rules) empty(options game.MatchOptions, seats int, seed game.Seed) (*match, game.Seat, error) {
	values, err := game.ResolveOptions(r.info, options, seats)
	if err != nil {
		return nil, 0, err
	}
	s := &match{rules: r}
	s.setSeed(seed)
	s.seats = uint8(seats)
	s.level = level(values[optionLevel])
	s.edition = cards.Edition(values[optionEdition])
	s.position = 1
	s.active = game.NoSeat
	return s, game.Seat(values[optionFirst]) - 1, nil
}

// pickDice picks the dice of each season: one more than there are players.
func (s *match) pickDice() {
	stream := s.seed.Stream("dice")
	for season := range s.seasonDice {
		numbers := [cards.DicePerSeason]uint8{1, 2, 3, 4, 5}
		game.Shuffle(stream, numbers[:])
		kept := numbers[:s.seats+1]
		slices.Sort(kept)
		copy(s.seasonDice[season][:], kept)
	}
}

// deal shuffles the cards of the level. It gives each player a packet of nine cards to draft from,
// or a ready-made set if the level has no draft.
func (s *match) deal() {
	pool := s.pool()
	if s.level == apprentice {
		presets := [4]int{0, 1, 2, 3}
		game.Shuffle(s.seed.Stream("presets"), presets[:])
		s.presets = true
		for i := range s.players[:s.seats] {
			s.preset[i] = uint8(presets[i]) + 1
			for _, number := range s.rules.catalogue.Presets[presets[i]] {
				s.players[i].picked.add(uint8(number))
				pool.remove(uint8(number))
			}
		}
	}
	for _, number := range pool.list() {
		s.draw.push(number)
	}
	s.shuffle()
	if s.level == apprentice {
		return
	}
	for i := range s.players[:s.seats] {
		for range packetSize {
			s.players[i].packet.add(s.draw.pop())
		}
	}
}

// pool returns two copies of each card of the match's level.
func (s *match) pool() cardSet {
	var pool cardSet
	for number := range uint8(s.poolCards()) {
		pool.add(number + 1)
		pool.add(number + 1)
	}
	return pool
}

// poolCards returns the highest card number of the match's level.
func (s *match) poolCards() int {
	if s.level == archmage {
		return cards.NumCards
	}
	return cards.BasicCards
}
