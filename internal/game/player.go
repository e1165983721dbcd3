package game

import (
	"cmp"
	"context"
	"slices"
)

// Bot plays a seat in place of a person. It knows what that person may know,
// and it keeps nothing between two decisions, so any of a match's decisions
// can be given to it. A Bot may be used from many goroutines at once.
type Bot interface {
	// ID names the bot in settings and records, as in "random".
	ID() string
	// Label says how well the bot plays, as in "easy".
	Label() Label
	// Choose returns a legal answer to the position's decision. random is the
	// bot's own stream, not the match's. When ctx is done, the bot answers at
	// once. The result belongs to the caller, and p is not changed.
	Choose(ctx context.Context, p *Position, random *RNG) []Pick
}

// Character is a bot as people choose it.
type Character struct {
	Bot
	// Face names its picture: an animal that the client has.
	Face string
	// Name is what it is called, About a sentence that says how it plays.
	Name, About Label
	// Rating is what it earned in the tournament of docs/bots.md, in two-player
	// matches; 0 if it has not been measured.
	Rating int
}

// faceNames are what the characters are called in every game.
var faceNames = map[string]Label{
	"hare": {En: "Hazel the Hare", Fr: "Hazel le lièvre"},
	"fox":  {En: "Rowan the Fox", Fr: "Rowan le renard"},
	"stag": {En: "Alder the Stag", Fr: "Alder le cerf"},
	"owl":  {En: "Sage the Owl", Fr: "Sage la chouette"},
}

// NewCharacter returns the bot as a character, with the name that goes with its face.
func NewCharacter(face string, b Bot, rating int, about Label) Character {
	return Character{Bot: b, Face: face, Name: faceNames[face], About: about, Rating: rating}
}

// Label implements [Bot]: it is the name.
func (c Character) Label() Label { return c.Name }

// Analyst says what the answers to a decision lead to. An Analyst may be used from
// many goroutines at once.
type Analyst interface {
	// Analyse returns answers to the position's decision, the best one first, within the position's
	// budget and until ctx is done. The answers in also are considered besides those that look
	// good, unless they are not legal or only take something back.
	Analyse(ctx context.Context, p *Position, random *RNG, also ...[]Pick) []Line
}

// Line is an answer with what is expected after it.
type Line struct {
	Picks []Pick
	// Visits is how often the answer was played on; 0 if that was not necessary.
	Visits int
	// Chance is the seat's chance of the first place, Points its points at
	// the end, and Place its place, as expected.
	Chance, Points, Place float64
	// Chances is the chance of the first place of each seat.
	Chances [MaxSeats]float64
	// Reasons are what speaks for the best answer beside the second best, or against
	// another answer beside the best, as far as the analyst can tell.
	Reasons []Reason
}

// Reason is something in which what comes of two answers differs. The clients of a
// game have a text for each code.
type Reason struct {
	Code string
	// Args say what it is about: "piece" is the number of a card or spell. "n" is how
	// much more of it the answer brings, or its chance in percent; then "of" is the
	// chance with the other answer.
	Args Facts
}

// ReasonCertain: nothing is left to chance, and all ends have been tried.
const ReasonCertain = "certain"

// SamePicks reports whether two answers to a decision choose the same.
func (d *Decision) SamePicks(a, b []Pick) bool {
	if !d.Ordered {
		a, b = slices.Clone(a), slices.Clone(b)
		slices.SortFunc(a, ComparePicks)
		slices.SortFunc(b, ComparePicks)
	}
	return slices.Equal(a, b)
}

// ComparePicks orders the choices of an answer in which their order does not matter.
func ComparePicks(a, b Pick) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Key.Word, b.Key.Word), cmp.Compare(a.Key.A, b.Key.A),
		cmp.Compare(a.Key.B, b.Key.B), cmp.Compare(a.N, b.N))
}

// Position is a match as a bot at one seat knows it: what the seat's player may
// know, and nothing else.
type Position struct {
	Seat Seat
	// Public and Private are the documents of [State.Public] and of [State.Private] of the seat.
	Public, Private any
	// Decision is what the seat is asked.
	Decision *Decision
	// Budget bounds how long the bot thinks.
	Budget Budget
	// Sample returns a state that looks the same to the seat, with all that its player may not know
	// drawn anew from random (see [State.Sample]). It is nil where there is nothing to draw from,
	// and must not be called from two goroutines at once.
	Sample func(random *RNG) State
}

// Budget bounds how long a bot thinks about one decision. Time is bounded by the
// context of [Bot.Choose].
type Budget struct {
	// Iterations is how many times the bot may play on from the position; 0 sets no bound.
	Iterations int
}

// NewPosition returns the seat's position, or nil if the seat is not asked anything. The decision
// is kept in the memory of d, or in new memory if d is nil. Sample reads the state, which must not
// change as long as Sample may be called: a caller that goes on playing passes a clone.
func NewPosition(s State, seat Seat, d *Decision) *Position {
	if d == nil {
		d = new(Decision)
	}
	if !s.Decision(seat, d) {
		return nil
	}
	return &Position{
		Seat: seat, Public: s.Public(), Private: s.Private(seat), Decision: d,
		Sample: func(random *RNG) State { return s.Sample(SeatViewer(seat), random) },
	}
}
