// Package simple builds a game from a plain struct and a few functions. It is the short way into the
// contract of [game.Rules]: the game says what is asked, what an answer does and what players see, and this
// package does the rest. It numbers the decisions, collects answers that are given at the same time, marks the
// options that cannot be undone, encodes matches as JSON, and samples them.
//
// Begin with [Game] and docs/first-game.md. A game that outgrows this package implements [game.Rules] itself,
// as Seasons and SpellBook do. It needs that for questions that can be taken back with "back", for an encoding
// of its own, and for speed.
package simple

import (
	"fmt"
	"reflect"

	"archmage/internal/game"
)

// Game describes a game. M is a match: a struct of numbers, booleans, texts, arrays and other such structs, so
// that an assignment copies it and JSON holds all of it. [New] refuses any other type. Its zero value is a
// match that has not been set up.
//
// The functions must depend on their arguments only. Those that get a match only to read it must not change
// it.
type Game[M any] struct {
	Info game.Info
	// Words defines the text ids of the options.
	Words game.OptionWords
	// Start sets up a new match.
	Start func(m *M, start *Start)
	// Waiting returns the seats that have to answer now. If it returns several, they answer at the same
	// time, and each answer is secret until all have been given. It returns none when the match is over.
	Waiting func(m *M) game.Seats
	// Ask fills in the question to a seat that Waiting returned: at least the kind and the options. One
	// option is to be chosen unless it sets Min and Max. The options must not depend on what is hidden from
	// the seat's player.
	Ask func(m *M, seat game.Seat, d *game.Decision)
	// Answer carries out a legal answer. Answers that were given at the same time are carried out in the
	// order of the seats.
	Answer func(m *M, a *Answer)
	// Public returns the document that all viewers may see: a pointer to a struct with a member "seats", a
	// [game.Table] with the keys of [SeatKey]. When the match is over, it shows everything.
	Public func(m *M) any
	// Points returns the points of each seat so far, as far as Public shows them. At the end they are the
	// result.
	Points func(m *M) []int

	// The rest is optional.

	// Resolve runs after all answers of a question have been carried out, as when the bids of all players
	// are compared. Its Answer has no seat and no picks.
	Resolve func(m *M, a *Answer)
	// Private returns the document that only the seat's player may see, a pointer to a struct whose members
	// are all "omitempty". When the match is over, players see an empty one. A game with Private needs Hide.
	Private func(m *M, seat game.Seat) any
	// Hide replaces everything that is hidden from the viewer by something that the viewer must think
	// possible, drawn from random. See [Redeal]. A game needs it if anything in the match is hidden, such
	// as the order of a deck. Secret answers to an open question are replaced without it.
	Hide func(m *M, viewer game.Viewer, random *game.RNG)
	// Opening adds the events of the start of the match, such as who begins.
	Opening func(m *M, step *game.Step)
	// Teams returns the team of each seat, from 1, the same during the whole match. Points must then be the
	// same for all seats of a team.
	Teams func(m *M) []int
	// Round returns the round, from 1. Without it, matches have no rounds.
	Round func(m *M) int
	// Outcome returns the result of a finished match. Without it, the seats are ranked by their points.
	Outcome func(m *M) *game.Outcome
	// Check returns an error if the match is impossible, such as one with a missing card.
	Check func(m *M) error
}

// Start is the beginning of a match.
type Start struct {
	Seats int
	// Options has every match option, with its default if the host chose none.
	Options game.MatchOptions
	// Random decides everything that is random at the start, such as the order of a deck.
	Random *game.RNG
}

// Answer is the answer that is being carried out.
type Answer struct {
	Seat  game.Seat
	Picks []game.Pick
	// Step collects events. It may be nil, so use its methods only.
	Step   *game.Step
	random *game.RNG
}

// Key returns the first choice. The answer must have one: for a number, which can be 0, call Number.
func (a *Answer) Key() game.Key { return a.Picks[0].Key }

// Number returns the number of a decision made by [game.Decision.AddNumber].
func (a *Answer) Number() int {
	if len(a.Picks) == 0 {
		return 0
	}
	return int(a.Picks[0].N)
}

// Log adds an event of the seat, with facts that all viewers learn.
func (a *Answer) Log(kind string, facts ...game.Fact) { a.Step.Add(kind, a.Seat, facts...) }

// Random returns the random numbers of this answer. The answer can then no longer be undone.
func (a *Answer) Random() *game.RNG {
	a.Step.MarkRandom()
	return a.random
}

// Roll returns a number from 1 to sides, each equally likely. The answer can then no longer be undone.
func (a *Answer) Roll(sides int) int { return 1 + a.Random().IntN(sides) }

// seatKeys are the keys of the seats in documents.
var seatKeys = game.MakeNames("s")

// SeatKey returns the key of a seat in documents, such as "s0".
func SeatKey(seat game.Seat) string { return seatKeys.Of(int(seat)) }

// rules implements [game.Rules].
type rules[M any] struct {
	game.OptionWords
	game Game[M]
}

// New returns the rules of a game. It panics if the game lacks a function that is not optional, or if M is not
// plain data.
func New[M any](g Game[M]) game.Rules {
	required := map[string]bool{
		"Start": g.Start == nil, "Waiting": g.Waiting == nil, "Ask": g.Ask == nil, "Answer": g.Answer == nil,
		"Public": g.Public == nil, "Points": g.Points == nil, "Hide": g.Private != nil && g.Hide == nil,
	}
	for name, missing := range required {
		if missing {
			panic(fmt.Sprintf("simple: the game %q has no function %s", g.Info.ID, name))
		}
	}
	if err := checkPlain(reflect.TypeFor[M](), "the match"); err != nil {
		panic(fmt.Sprintf("simple: the game %q: %v", g.Info.ID, err))
	}
	return &rules[M]{g.Words, g}
}

// Info implements [game.Rules].
func (r *rules[M]) Info() game.Info { return r.game.Info }

// New implements [game.Rules].
func (r *rules[M]) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	complete, err := game.CompleteOptions(r.game.Info, options, seats)
	if err != nil {
		return nil, err
	}
	s := &state[M]{rules: r, seed: seed}
	s.Seats = seats
	r.game.Start(&s.Match, &Start{Seats: seats, Options: complete, Random: seed.Stream("start")})
	s.countAsked()
	return s, nil
}
