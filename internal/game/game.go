// Package game is the contract between a board game's rules and everything
// that runs them: rooms, bots, tools and tests.
//
// A game is a [Rules] value. A match is a [State]: plain data that says who is asked what
// ([Decision]), takes an [Answer], tells what happened ([Step]) and shows what everybody may know
// ([State.Public]) and what one player knows besides ([State.Private]). Rules never see a socket, a
// clock, a logger or a database, and this package imports no game.
//
// All games use the same words:
//   - an option word (optRoll) is what an option does or names, in [Key.Word];
//   - a program is a list of operations, an operation a verb with its arguments. A
//     verb (verbRollDie) stands beside the word that makes its operations, with
//     all that it does: run, ask, answer, why. Nothing else is called a verb;
//   - a frame is a program in progress on the [Stack], with its [Cursor];
//   - oneOf lets the player choose what a program goes on with;
//   - a reason (whyNoTokens) says why something cannot be done now; possible is none;
//   - a question is what is being asked; fill fills a [Decision] in from it;
//   - the seed gives each source of chance a stream of its own ([Seed.Stream]).
package game

import (
	"encoding"
	"math/bits"
	"slices"

	"archmage/internal/coded"
)

// MaxSeats is the largest number of seats of any game.
const MaxSeats = 4

// Seat is a player's place at the table, counted from 0 clockwise.
type Seat int8

// NoSeat is no seat. An event with it belongs to no player.
const NoSeat Seat = -1

// Seats is a set of seats.
type Seats uint8

// Has reports whether the set contains the seat.
func (s Seats) Has(seat Seat) bool { return seat >= 0 && s>>uint(seat)&1 == 1 }

// First returns the lowest seat of a set that is not empty.
func (s Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(s))) }

// With returns the set with the seat added.
func (s Seats) With(seat Seat) Seats { return s | 1<<uint(seat) }

// Without returns the set with the seat removed.
func (s Seats) Without(seat Seat) Seats { return s &^ (1 << uint(seat)) }

// AllSeats returns the set of the first n seats.
func AllSeats(n int) Seats { return 1<<uint(n) - 1 }

// Viewer is a view of a match: it says whose secrets are shown. The zero Viewer
// is a spectator, who sees only what is public.
type Viewer struct{ seats Seats }

// Spectator returns the viewer who sees only what is public.
func Spectator() Viewer { return Viewer{} }

// SeatViewer returns the viewer who sits at the seat.
func SeatViewer(seat Seat) Viewer { return Viewer{Seats(0).With(seat)} }

// AllSeeing returns the viewer who sees what any seat sees. It is for tools and
// finished matches, never for a client of a match in progress.
func AllSeeing() Viewer { return Viewer{AllSeats(MaxSeats)} }

// Sees reports whether what only the seat may know is shown to the viewer.
func (v Viewer) Sees(seat Seat) bool { return v.seats.Has(seat) }

// SeesAny reports whether what only these seats may know is shown to the viewer.
func (v Viewer) SeesAny(seats Seats) bool { return v.seats&seats != 0 }

// Label is a short text in the languages of the project.
type Label struct {
	En string `json:"en"`
	Fr string `json:"fr"`
}

// English returns a label that is not translated yet.
func English(text string) Label { return Label{En: text, Fr: text} }

// MatchOption is one setting that the host chooses before a match starts.
type MatchOption struct {
	// ID names the option in [MatchOptions].
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Values are what may be chosen; Default is the id of one of them.
	Values  []MatchValue `json:"values"`
	Default string       `json:"default"`
}

// MatchValue is one value of a [MatchOption].
type MatchValue struct {
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Seats is the set of table sizes (bit n for n players) with which the
	// value may be chosen; 0 means any.
	Seats uint8 `json:"-"`
}

// MatchOptions are chosen values by option id. A missing option has its default.
type MatchOptions map[string]string

// Tally names an event kind to be counted by one of its facts in simulations.
type Tally struct{ Event, Fact string }

// Gain names an event kind by which a piece brings its owner something that counts for the score:
// Piece is the fact with the number of the piece, Amount the one that says how much.
type Gain struct{ Event, Piece, Amount string }

// Info is what is known about a game before any match.
type Info struct {
	// ID is the game's stable name, as in "seasons".
	ID string
	// Version is the version of the rules. A change that could make a record
	// replay differently raises it.
	Version int
	Title   Label
	// MinSeats and MaxSeats bound the number of players.
	MinSeats, MaxSeats int
	Options            []MatchOption
	// Tallies are counted in simulations, and in a replay for the table of what
	// each piece brought, with Gains. A part of the outcome that has the fact of
	// a tally among its arguments belongs to that piece too.
	Tallies []Tally
	Gains   []Gain
}

// Rules is a game: static, without state of its own, safe for use from many goroutines at once.
type Rules interface {
	Info() Info
	// New starts a match. The options may be partial. What the start tells the players is for
	// [State.Opening] to say. It fails with [CodeBadOptions] or [CodeBadSeats].
	New(options MatchOptions, seats int, seed Seed) (State, error)
	// Decode reads what [State.AppendBinary] wrote, of this rules version or
	// an older one that it still knows. It fails with [CodeBadState].
	Decode(data []byte) (State, error)
	// Setup builds a position from its readable form (docs/positions.md) and runs it up to the
	// first question. What happens on the way is added to step; if step is nil, no events are made.
	// It fails with [CodeBadSetup], or as New does.
	Setup(data []byte, seed Seed, step *Step) (State, error)
	// OptionID returns the stable text id of an option, as in "summon:9".
	OptionID(Key) string
	// OptionRef returns the id of what on the table the option refers to, as
	// in "hand:9", or "" where it refers to nothing.
	OptionRef(Key) string
	// ParseOption is the inverse of OptionID.
	ParseOption(id string) (Key, bool)
}

// Progress says how far a match has come.
type Progress struct {
	// Stage is the part of the match in a word of the game, as in "year", for
	// which clients have a text; "" if the game counts rounds only.
	Stage string `json:"stage"`
	// Number says which of these parts it is, counted from 1; 0 if there is one.
	Number int `json:"number"`
	// Round counts from 1; 0 before the first.
	Round int `json:"round"`
}

// State is a match: plain data, complete at every moment, also in the middle
// of a card's effect. A State is not safe for concurrent use.
type State interface {
	// Opening adds to step what the start of the match tells the players, such as who begins. It is
	// called only before the first answer, and not if the position comes from Rules.Setup. It
	// follows from the state: a match that is loaded tells the same again, and two states that look
	// the same to a viewer tell it the same.
	Opening(step *Step)
	// Waiting returns the seats whose answers the match waits for. It is empty
	// exactly when the match is over.
	Waiting() Seats
	// Decision fills d with what the seat is asked and reports whether it is
	// asked anything. In a simultaneous choice a seat that has answered still
	// has its decision, marked Answered, until everybody has answered.
	Decision(seat Seat, d *Decision) bool
	// Apply answers the seat's open decision and runs the match up to the
	// next one. What happened is added to step; if step is nil, no events are
	// made, and the match is the same otherwise. On any error, always a
	// *coded.Error, nothing has changed.
	Apply(seat Seat, answer Answer, step *Step) error
	// Public returns what everybody may know, for encoding as JSON. Once the
	// match is over, that is everything: all hands and piles. The result is
	// always of the same type and shares nothing with the state.
	Public() any
	// Private returns what the seat's player may know beyond Public, for encoding as JSON: a second
	// document, to be read beside Public. Neither repeats nor corrects anything in the other, so
	// they have no member in common. Once the match is over, it is the empty object. The result is
	// always of the same type and shares nothing with the state.
	Private(seat Seat) any
	// SamePrivate reports whether Private of the seat certainly equals that of an earlier state of
	// the match. It takes less time than to make both; it may be false where they are equal.
	SamePrivate(before State, seat Seat) bool
	// Standing returns for each seat the points that the player would have if the
	// match ended now, as far as everybody knows: it follows from Public. At the
	// end it is the totals of the outcome.
	Standing() []int
	// Progress returns how far the match has come, as far as everybody knows: it
	// follows from Public.
	Progress() Progress
	// Outcome returns the result, or nil until the match is over.
	Outcome() *Outcome
	// Clone returns an independent copy.
	Clone() State
	// CopyInto makes dst, a State of the same game, an independent copy.
	CopyInto(dst State)
	// AppendBinary encodes the whole state in its versioned form.
	encoding.BinaryAppender
	// Sample returns a state that agrees with all that the viewer has been shown in the course of
	// the match, with what the viewer may not know (hidden cards, the seed) drawn anew from rng. It
	// depends on nothing that the viewer may not know.
	Sample(viewer Viewer, rng *RNG) State
	// Describe returns the whole state in the readable form of Rules.Setup.
	Describe() any
	// Check returns an error if the state is impossible: lost or doubled
	// pieces, broken limits, an unfinished match without a decision.
	Check() error
}

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

// ResolveOptions returns the index of the chosen or default value of each option. It fails with
// [CodeBadSeats] if the game is not played by so many, and with [CodeBadOptions] for an option or a
// value that does not exist or does not go with the number of seats.
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
		at := slices.IndexFunc(option.Values, func(v MatchValue) bool { return v.ID == chosen })
		if at < 0 {
			return nil, coded.Errorf(CodeBadOptions, "option %s has no value %q", option.ID, chosen)
		}
		if allowed := option.Values[at].Seats; allowed != 0 && allowed>>seats&1 == 0 {
			return nil, coded.Errorf(CodeBadOptions, "option %s cannot be %s with %d players", option.ID, chosen, seats)
		}
		resolved[option.ID] = at
	}
	for id := range options {
		if _, ok := resolved[id]; !ok {
			return nil, coded.Errorf(CodeBadOptions, "there is no option %q", id)
		}
	}
	return resolved, nil
}

// CompleteOptions returns every option of the game with its chosen or default
// value, in a map of its own. It fails as [ResolveOptions] does.
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
