// Package game is the contract between the rules of a board game and the code that runs them:
// rooms, bots, tools and tests. Start with [Rules] and [State]. The package imports no game. Rules
// never use a socket, a clock, a file, a logger or a database.
//
// A game is a [Rules] value. A match is a [State]: plain data that has open decisions ([Decision]),
// takes an [Answer], reports what happened ([Step]), and shows what all viewers may know
// ([State.Public]) and what only one player may know ([State.Private]).
//
// All games use the same words:
//   - an option word (optRoll) in [Key.Word] says what an option does or names;
//   - a program is a list of operations. An operation is a verb with arguments. A
//     verb (verbRollDie) is defined next to the function that makes its operations,
//     with everything it does: run, ask, answer, why. Nothing else is called a verb;
//   - a frame is a program in progress on the [Stack], with its [Cursor];
//   - oneOf lets the player choose how a program continues;
//   - a reason (whyNoTokens) says why something cannot be done now, or is possible;
//   - a question is stored while a player is asked; fill turns it into a [Decision];
//   - each source of chance has its own random stream ([Seed.Stream]).
package game

import (
	"encoding"
	"math/bits"
	"slices"

	"archmage/internal/coded"
)

// MaxSeats is the largest number of seats of any game. [Seats] has a bit for each.
const MaxSeats = 8

// Seat is a player's place at the table, counted from 0 clockwise.
type Seat int8

// NoSeat is no seat: the seat of an event that belongs to no player.
const NoSeat Seat = -1

// Seats is a set of seats.
type Seats uint8

// Has reports whether the set contains the seat.
func (s Seats) Has(seat Seat) bool { return seat >= 0 && s>>uint(seat)&1 == 1 }

// First returns the lowest seat of the set, which must not be empty.
func (s Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(s))) }

// With returns the set with the seat added.
func (s Seats) With(seat Seat) Seats { return s | 1<<uint(seat) }

// Without returns the set with the seat removed.
func (s Seats) Without(seat Seat) Seats { return s &^ (1 << uint(seat)) }

// AllSeats returns the set of the first n seats.
func AllSeats(n int) Seats { return 1<<uint(n) - 1 }

// Viewer says whose secrets a view of a match shows. The zero Viewer is a spectator, who sees only
// what is public.
type Viewer struct{ seats Seats }

// Spectator returns the viewer who sees only what is public.
func Spectator() Viewer { return Viewer{} }

// SeatViewer returns the viewer who plays the seat.
func SeatViewer(seat Seat) Viewer { return Viewer{Seats(0).With(seat)} }

// AllSeeing returns the viewer who sees the secrets of all seats. Only tools and finished matches
// use it, never a client of a match in progress.
func AllSeeing() Viewer { return Viewer{AllSeats(MaxSeats)} }

// Sees reports whether the viewer may see the secrets of the seat.
func (v Viewer) Sees(seat Seat) bool { return v.seats.Has(seat) }

// SeesAny reports whether the viewer may see the secrets of at least one of the seats.
func (v Viewer) SeesAny(seats Seats) bool { return v.seats&seats != 0 }

// Label is a short text in the languages of the project.
type Label struct {
	En string `json:"en"`
	Fr string `json:"fr"`
	De string `json:"de"`
}

// English returns a label that is not yet translated: the same text for every language.
func English(text string) Label { return Label{En: text, Fr: text, De: text} }

// In returns the text in a language, the English one if there is none in it.
func (l Label) In(lang string) string {
	switch {
	case lang == "fr" && l.Fr != "":
		return l.Fr
	case lang == "de" && l.De != "":
		return l.De
	}
	return l.En
}

// All returns the texts in every language, English first.
func (l Label) All() []string { return []string{l.En, l.Fr, l.De} }

// MatchOption is one setting that the host chooses before a match starts.
type MatchOption struct {
	// ID names the option in [MatchOptions].
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Values has the possible values. Default is the id of the default value.
	Values  []MatchValue `json:"values"`
	Default string       `json:"default"`
}

// MatchValue is one value of a [MatchOption].
type MatchValue struct {
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Seats is the set of player counts (bit n for n players) for which the value is available. 0
	// means all.
	Seats uint16 `json:"-"`
	// Unrated means that matches with this value never count for ratings.
	Unrated bool `json:"-"`
}

// MatchOptions maps option ids to the chosen values. A missing option has its default.
type MatchOptions map[string]string

// Tally names an event kind that simulations count by the value of one of its facts.
type Tally struct{ Event, Fact string }

// Gain names an event kind that reports what a piece earned for its owner's score. Piece names the
// fact with the piece's number. Amount names the fact with the amount.
type Gain struct{ Event, Piece, Amount string }

// Info describes a game independently of any match.
type Info struct {
	// ID is the game's stable name, as in "seasons".
	ID string
	// Version is the version of the rules. Any change that could alter the replay of a record
	// raises it.
	Version int
	Title   Label
	// MinSeats and MaxSeats bound the number of players.
	MinSeats, MaxSeats int
	Options            []MatchOption
	// Tallies are counted in simulations. Replays use Tallies and Gains for the table of what each
	// piece earned. A [Part] of an outcome counts for a piece if its Args include a tally's fact
	// with the number of the piece.
	Tallies []Tally
	Gains   []Gain
}

// Rules implements a game. It has no state of its own and is safe for concurrent use.
type Rules interface {
	Info() Info
	// New starts a match. A missing option has its default. [State.Opening] reports the events of
	// the start. New fails with [CodeBadOptions] or [CodeBadSeats].
	New(options MatchOptions, seats int, seed Seed) (State, error)
	// Decode decodes a state encoded by [State.AppendBinary], of this version of the rules or an
	// older one that it still supports. It fails with [CodeBadState].
	Decode(data []byte) (State, error)
	// Setup builds a position from its readable form (docs/positions.md) and runs it up to the
	// first decision. Events on the way are added to step, unless step is nil. It fails with
	// [CodeBadSetup], or as New does.
	Setup(data []byte, seed Seed, step *Step) (State, error)
	// OptionID returns the stable text id of an option, as in "summon:9".
	OptionID(Key) string
	// OptionRef returns the id of the element of the table that the option refers to, as in
	// "hand:9", or "" if there is none.
	OptionRef(Key) string
	// ParseOption is the inverse of OptionID.
	ParseOption(id string) (Key, bool)
}

// Progress is the current part and round of a match.
type Progress struct {
	// Stage is the game's word for a part of the match, as in "year". Clients have a text for it.
	// It is "" if the game has only rounds.
	Stage string `json:"stage"`
	// Number is the number of the part, from 1. It is 0 if the match has only one part.
	Number int `json:"number"`
	// Round counts from 1. It is 0 before the first round.
	Round int `json:"round"`
}

// State is a match: plain data that is complete at every moment, even in the middle of a card's
// effect. It is not safe for concurrent use.
type State interface {
	// Opening adds the events of the start of the match to step, such as who begins. It is called
	// only before the first answer, and not if the position comes from Rules.Setup. The events
	// depend only on the state: a loaded match adds the same events again. Two states that look the
	// same to a viewer show that viewer the same events.
	Opening(step *Step)
	// Waiting returns the seats that have to answer. It is empty exactly when the match is over.
	Waiting() Seats
	// Decision fills d with the seat's open decision and reports whether there is one. In a
	// simultaneous decision, a seat that has answered still has its decision, marked Answered,
	// until all have answered.
	Decision(seat Seat, d *Decision) bool
	// Apply answers the seat's open decision and runs the match up to the next decision. Events are
	// added to step. If step is nil, no events are recorded, and the match continues in the same
	// way. An error is always a *coded.Error and leaves the state unchanged.
	Apply(seat Seat, answer Answer, step *Step) error
	// Public returns the document that all viewers may see, for encoding as JSON. Once the match is
	// over, it shows everything, including all hands and piles. The result always has the same type
	// and shares nothing with the state.
	Public() any
	// Private returns the document of what only the seat's player may see, for encoding as JSON. It
	// has no member in common with the document of Public. Once the match is over, it is the empty
	// object. The result always has the same type and shares nothing with the state.
	Private(seat Seat) any
	// SamePrivate reports whether the seat's private document certainly equals that of an earlier
	// state of the match. It is faster than comparing the two documents. It may return false for
	// equal documents.
	SamePrivate(before State, seat Seat) bool
	// Standing returns the points of each seat if the match ended now, computed only from what
	// Public shows. At the end they are the totals of the outcome.
	Standing() []int
	// Progress returns the current part and round, computed only from what Public shows.
	Progress() Progress
	// Outcome returns the result, or nil until the match is over.
	Outcome() *Outcome
	// Clone returns an independent copy.
	Clone() State
	// CopyInto overwrites dst, a State of the same game, with an independent copy.
	CopyInto(dst State)
	// AppendBinary appends the whole state in its versioned binary form.
	encoding.BinaryAppender
	// Sample returns a state that agrees with everything the viewer has been shown during the
	// match. Everything hidden from the viewer (cards, the seed) is drawn from rng. The result does
	// not depend on the hidden parts of the state.
	Sample(viewer Viewer, rng *RNG) State
	// Describe returns the whole state in the readable form that Rules.Setup takes.
	Describe() any
	// Check returns an error if the state is impossible: missing or duplicate pieces, exceeded
	// limits, an unfinished match without a decision.
	Check() error
}

// TeamState is a [State] of a game that is played in teams. It is optional for a game with teams: it
// lets a match that ends before its game does, because players have left it, end for teams.
type TeamState interface {
	State
	// Teams returns the team of each seat, as in [Place]. It is the same during the whole match.
	Teams() []int
}

// TeamsOf returns the team of each of the first n seats: 0 unless the state is a [TeamState].
func TeamsOf(s State, n int) []int {
	if t, ok := s.(TeamState); ok {
		return t.Teams()
	}
	return make([]int, n)
}

// AreTeammates reports whether two players with these teams play together.
func AreTeammates(team, other int) bool { return team != 0 && team == other }

// Pending returns the open decisions of all seats.
func Pending(s State) []Decision {
	var list []Decision
	for seat := Seat(0); seat < MaxSeats; seat++ {
		var d Decision
		if s.Decision(seat, &d) {
			list = append(list, d)
		}
	}
	return list
}

// ResolveOptions returns, for each option, the index of its chosen or default value. It fails with
// [CodeBadSeats] for a number of seats that the game does not allow, and with [CodeBadOptions] for
// an unknown option or value, or a value that is not available for this number of seats.
func ResolveOptions(info Info, options MatchOptions, seats int) (map[string]int, error) {
	if seats < info.MinSeats || seats > info.MaxSeats {
		return nil, coded.Errorf(
			CodeBadSeats, "%s is played by %d to %d, not %d", info.ID, info.MinSeats, info.MaxSeats, seats,
		)
	}
	resolved := make(map[string]int, len(info.Options))
	for _, option := range info.Options {
		chosen, ok := options[option.ID]
		if !ok {
			chosen = option.Default
		}
		index := slices.IndexFunc(option.Values, func(v MatchValue) bool { return v.ID == chosen })
		if index < 0 {
			return nil, coded.Errorf(CodeBadOptions, "option %s has no value %q", option.ID, chosen)
		}
		if allowed := option.Values[index].Seats; allowed != 0 && allowed>>seats&1 == 0 {
			return nil, coded.Errorf(CodeBadOptions, "option %s cannot be %s with %d players", option.ID, chosen, seats)
		}
		resolved[option.ID] = index
	}
	for id := range options {
		if _, ok := resolved[id]; !ok {
			return nil, coded.Errorf(CodeBadOptions, "there is no option %q", id)
		}
	}
	return resolved, nil
}

// UnratedValue returns the first chosen value with which matches never count for ratings, or nil. The
// options must be complete and valid.
func UnratedValue(info Info, options MatchOptions) *MatchValue {
	for i := range info.Options {
		option := &info.Options[i]
		for v := range option.Values {
			if value := &option.Values[v]; value.Unrated && value.ID == options[option.ID] {
				return value
			}
		}
	}
	return nil
}

// CompleteOptions returns a new map with every option of the game and its chosen or default value.
// It fails as [ResolveOptions] does.
func CompleteOptions(info Info, options MatchOptions, seats int) (MatchOptions, error) {
	resolved, err := ResolveOptions(info, options, seats)
	if err != nil {
		return nil, err
	}
	complete := make(MatchOptions, len(info.Options))
	for _, option := range info.Options {
		complete[option.ID] = option.Values[resolved[option.ID]].ID
	}
	return complete, nil
}
