package game

import (
	"cmp"
	"context"
	"slices"
)

// Bot plays a seat. It sees only what the seat's player may know. It remembers nothing between
// decisions, so it can answer any decision of any match. It is safe for concurrent use.
type Bot interface {
	// ID identifies the bot in settings and records, for example "random".
	ID() string
	// Label is the name that players see.
	Label() Label
	// Choose returns a legal answer to the position's decision. random is a stream for the bot,
	// separate from the match. When ctx is done, the bot answers immediately. The caller owns the
	// result. p is not changed.
	Choose(ctx context.Context, p *Position, random *RNG) []Pick
}

// Character is a bot with the name, the picture and the rating that players see when they choose one.
type Character struct {
	Bot
	// Face is the id of its picture. The client has a picture of an animal for each id.
	Face string
	Name Label
	// About is a sentence about its style of play.
	About Label
	// Rating is its rating in the tournament of docs/bots.md, in two-player matches; 0 if it has not been
	// measured.
	Rating int
}

// faceNames has the name of each character, by face. Every game uses the same names.
var faceNames = map[string]Label{
	"hare": {En: "Hazel the Hare", Fr: "Hazel le lièvre", De: "Hazel der Hase"},
	"fox":  {En: "Rowan the Fox", Fr: "Rowan le renard", De: "Rowan der Fuchs"},
	"stag": {En: "Alder the Stag", Fr: "Alder le cerf", De: "Alder der Hirsch"},
	"owl":  {En: "Sage the Owl", Fr: "Sage la chouette", De: "Sage die Eule"},
}

// NewCharacter returns the bot as a character, with the name that goes with its face.
func NewCharacter(face string, b Bot, rating int, about Label) Character {
	return Character{Bot: b, Face: face, Name: faceNames[face], About: about, Rating: rating}
}

// Label implements [Bot]. It returns the name.
func (c Character) Label() Label { return c.Name }

// Analyst estimates the results of the answers to a decision. It is safe for concurrent use.
type Analyst interface {
	// Analyse returns answers to the position's decision, the best one first, within the position's
	// budget and until ctx is done. It also considers the proposed answers, unless they are illegal
	// or only undo something.
	Analyse(ctx context.Context, p *Position, random *RNG, proposed ...[]Pick) []Line
	// Compare returns only these answers, the best one first. All of them get the same number of
	// simulations, so that their results can be compared more exactly than those of Analyse. The
	// position's budget bounds the number of simulations together. Illegal answers are left out.
	Compare(ctx context.Context, p *Position, random *RNG, answers ...[]Pick) []Line
	// Estimate returns, for each source, the mean probability of each seat to come first, over passes
	// simulations. Each simulation begins with a state of the source, which may be changed. The sources
	// are states of one match that differ by one event, the earlier ones first. All simulations end at
	// the same round, so that the results can be compared. Estimate returns nil if ctx is done.
	Estimate(ctx context.Context, passes int, random *RNG, sources ...func(*RNG) State) []Points
}

// Points has a number for each seat. In a solo game the second number belongs to the virtual
// opponent.
type Points [MaxSeats]float64

// Line is an answer with its expected result.
type Line struct {
	Picks []Pick
	// Visits is the number of simulations that began with the answer; 0 if none was necessary.
	Visits int
	// Chance is the estimated probability (0 to 1) that the seat comes first. Points and Place are
	// the expected points and place of the seat at the end.
	Chance, Points, Place float64
	// Chances has the estimated probability of coming first for each seat.
	Chances Points
	// Error is the standard error of the difference between the chances after this answer and after
	// the first of the lines that were returned together, 0 if the results are exact.
	Error float64
	// Reasons say why the best answer is better than the second, or why another answer is worse
	// than the best. The analyst does not always find any.
	Reasons []Reason
}

// Reason is a difference between the consequences of two answers. The game has a text for each code
// except [ReasonCertain], whose text is the same for all games.
type Reason struct {
	Code string
	// Args has the values for the text. "piece" is the number of a card or spell. If the code compares amounts,
	// "n" is the amount by which the answer gains more. If it compares chances, "n" is the chance after the
	// answer and "of" is the chance after the other answer, both in percent.
	Args Facts
}

// ReasonCertain means that the search examined every line of play to the end of the match, so that
// the result is exact.
const ReasonCertain = "certain"

// SamePicks reports whether two answers to a decision make the same choices.
func (d *Decision) SamePicks(a, b []Pick) bool {
	if !d.Ordered {
		a, b = slices.Clone(a), slices.Clone(b)
		slices.SortFunc(a, ComparePicks)
		slices.SortFunc(b, ComparePicks)
	}
	return slices.Equal(a, b)
}

// ComparePicks compares two picks, for sorting the picks of answers whose order does not matter.
func ComparePicks(a, b Pick) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Key.Word, b.Key.Word), cmp.Compare(a.Key.A, b.Key.A),
		cmp.Compare(a.Key.B, b.Key.B), cmp.Compare(a.N, b.N))
}

// Position is the part of a match that the player of one seat can know.
type Position struct {
	Seat Seat
	// Public and Private are the documents of [State.Public] and of [State.Private] of the seat.
	Public, Private any
	// Decision is the open decision of the seat.
	Decision *Decision
	Budget   Budget
	// Sample returns a state that looks the same to the seat, with everything hidden from its
	// player drawn from random (see [State.Sample]). It is nil if no state is available. It is not
	// safe for concurrent use.
	Sample func(random *RNG) State
}

// Budget limits the work of a bot on one decision. The context of [Bot.Choose] limits its time.
type Budget struct {
	// Iterations is the maximum number of simulations; 0 sets no limit.
	Iterations int
}

// NewPosition returns the position of the seat, or nil if the seat has no open decision. It stores
// the decision in d, or in new memory if d is nil. Sample reads s, so a caller that changes s later
// must pass a clone.
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
