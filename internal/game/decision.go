package game

import (
	"math/bits"
	"slices"
	"sync"

	"archmage/internal/coded"
)

// Key is an option's identity inside the server: small, comparable, made and read by the game that
// asks. Its text id exists at the edge only ([Rules.OptionID]).
type Key struct {
	// Word is the game's own number for what the option does or names.
	Word uint8
	// A and B are the arguments of the word.
	A uint8
	B uint16
}

// Option is one thing that may be chosen in a [Decision].
type Option struct {
	Key Key
	// Min and Max bound how often the option is chosen in one answer.
	Min, Max uint8
	// Groups is the set of indices of Decision.Groups that the option may
	// enter. It is not used where the decision has no groups.
	Groups uint8
	// Alone marks an option that is a whole answer by itself, regardless of the
	// bounds of the decision and of the other options ("back", "skip").
	Alone bool
	// Final marks an option that cannot be taken back once the answer is given: it shows something
	// hidden, rolls or shuffles, or ends the match. In a choice of several seats at once all
	// options are final. Clients ask twice before they send it.
	Final bool
	// Passes marks an option after which somebody else is certain to go on, whatever chance
	// brings: it ends the turn, asks another player, or answers a question out of turn. Where undo is
	// allowed, it can be taken back until they have acted. Clients ask twice too.
	Passes bool
	// Ends marks an option that says that the player's turn is over. Clients need ask twice only if
	// it is Early too: if something is left that costs nothing but what the player has for it.
	Ends, Early bool
}

// Group is a named place that choices are put into, with its own bounds.
type Group struct {
	ID       string
	Min, Max int
}

// Decision is a question to one seat. Every answer within its bounds is legal:
// either one Alone option, once; or choices of the other options so that
//   - each option is chosen Min to Max times,
//   - the number of choices is Min to Max,
//   - where there are groups, each choice names a group that its option may
//     enter, and each group gets Min to Max choices.
type Decision struct {
	// ID changes whenever the options change. It counts the seat's own
	// decisions from 1, so it says nothing about those of others; 0 is none.
	ID   uint32
	Seat Seat
	// Kind says what is asked (docs/decisions.md lists every kind) and is the
	// key of the prompt's text; Args are the prompt's arguments.
	Kind    string
	Args    Facts
	Options []Option
	// Min and Max bound the number of choices in total.
	Min, Max int
	// Ordered: the order of the choices matters.
	Ordered bool
	Groups  []Group
	// Suggested is a sensible legal answer, or empty.
	Suggested []Pick
	// Answered marks a simultaneous choice that the seat has answered with
	// Current and may still change.
	Answered bool
	Current  []Pick
	// Open: several seats choose at once, and each may answer again until all have.
	Open bool
	// Plain is set by a caller that does not show the decision: then Final and
	// Suggested may be left out, which is faster. Reset keeps it.
	Plain bool
	// only, where not empty, is an answer to check: an option that it does not
	// choose, and that need not be chosen, is left out.
	only []Pick
}

// Pick is one choice of an [Answer]: an option, how often, and into which group.
type Pick struct {
	Key   Key
	N     uint8
	Group uint8
}

// Answer is the reply to a decision: the choices, in order.
type Answer struct {
	// Decision is the ID of the decision that is answered.
	Decision uint32
	Picks    []Pick
	// Legal promises that the answer is a legal one to the seat's open decision, as
	// [Decision.Complete] returns it or [Decision.Check] has found, so that Apply need not check
	// it. With an answer that is not legal, anything may happen.
	Legal bool
}

// Reset empties the decision and keeps its memory.
func (d *Decision) Reset() {
	d.ID, d.Seat, d.Kind = 0, 0, ""
	d.Args, d.Options, d.Groups = d.Args[:0], d.Options[:0], d.Groups[:0]
	d.Min, d.Max, d.Ordered = 0, 0, false
	d.Suggested, d.Answered, d.Current = d.Suggested[:0], false, d.Current[:0]
	d.Open = false
}

// BorrowDecision returns an empty decision for a short use, such as checking an
// answer in Apply. It saves an allocation a move.
func BorrowDecision() *Decision { return decisions.Get().(*Decision) }

// GiveBack ends the use of a borrowed decision and of all that is in it.
func (d *Decision) GiveBack() {
	d.Plain, d.only = false, nil
	d.Reset()
	decisions.Put(d)
}

var decisions = sync.Pool{New: func() any { return new(Decision) }}

// Wants reports whether an option that need not be chosen belongs into the
// decision if it is legal. It is false for most of them while an answer is
// checked; a game may ask before it finds out whether the option is legal.
func (d *Decision) Wants(key Key) bool {
	if len(d.only) == 0 {
		return true
	}
	for i := range d.only {
		if d.only[i].Key == key {
			return true
		}
	}
	return false
}

// Add appends an option that may be chosen min to max times.
func (d *Decision) Add(key Key, min, max int) { d.AddTo(key, min, max, 0) }

// AddAlone appends an option that is a whole answer by itself.
func (d *Decision) AddAlone(key Key) {
	if d.Wants(key) {
		d.Options = append(d.Options, Option{Key: key, Max: 1, Alone: true})
	}
}

// AddTo appends an option that may be chosen min to max times, into the groups of the given set.
func (d *Decision) AddTo(key Key, min, max int, groups uint8) {
	if min == 0 && !d.Wants(key) {
		return
	}
	// Filled in where it lies: a copy of what has just been written is slow.
	d.Options = append(d.Options, Option{})
	option := &d.Options[len(d.Options)-1]
	option.Key, option.Min, option.Max, option.Groups = key, uint8(min), uint8(max), groups
}

// MarkFinal marks the options that have been added so far as final.
func (d *Decision) MarkFinal() {
	for i := range d.Options {
		d.Options[i].Final = true
	}
}

// MarkByTrial marks the options that are Final and those that Pass: try answers
// on a copy of the state and reports whether there is no way back after that, and
// whether somebody else goes on. An option that is one of several is tried in one
// answer that holds it. What chance brings must make no difference to the report.
func (d *Decision) MarkByTrial(try func(picks []Pick) (final, passes bool)) {
	first := make([]Pick, 1)
	for i := range d.Options {
		option := &d.Options[i]
		first[0] = Pick{Key: option.Key, N: 1, Group: uint8(bits.TrailingZeros8(option.Groups) & 7)}
		if picks, err := d.Complete(first, nil); err == nil {
			option.Final, option.Passes = try(picks)
		}
	}
}

// Trials tries answers on copies of a match of type S.
type Trials[S any] struct{ pool sync.Pool }

// trial is a copy of a match in which an answer is tried out.
type trial[S any] struct {
	match S
	step  Step
}

// Mark marks the options of d by trial (see [Decision.MarkByTrial]). Try answers in a copy of s
// that tells what happens to step, and reports whether that ends the match and whether somebody else goes on.
func (t *Trials[S]) Mark(d *Decision, s *S, try func(s *S, step *Step, picks []Pick) (over, passes bool)) {
	one, ok := t.pool.Get().(*trial[S])
	if !ok {
		one = new(trial[S])
	}
	defer t.pool.Put(one)
	d.MarkByTrial(func(picks []Pick) (final, passes bool) {
		one.match = *s
		one.step.Reset()
		over, passes := try(&one.match, &one.step, picks)
		return over || !one.step.Undoable(), passes
	})
}

// Suggest appends a choice to the suggested answer.
func (d *Decision) Suggest(key Key, n int, group int) {
	if n > 0 {
		d.Suggested = append(d.Suggested, Pick{Key: key, N: uint8(n), Group: uint8(group)})
	}
}

// MaxOptions bounds the number of options of a decision.
const MaxOptions = 128

// maxGroups bounds the number of groups of a decision.
const maxGroups = 8

// Same reports whether two decisions ask the same, whatever their ids.
func (d *Decision) Same(other *Decision) bool {
	return d.Seat == other.Seat && d.Kind == other.Kind &&
		d.Min == other.Min && d.Max == other.Max &&
		d.Ordered == other.Ordered && d.Answered == other.Answered &&
		slices.Equal(d.Args, other.Args) &&
		slices.Equal(d.Options, other.Options) &&
		slices.Equal(d.Groups, other.Groups)
}

// Check returns nil if the answer is legal, or a coded error that says what is wrong with it.
func (d *Decision) Check(a Answer) error {
	if a.Decision != d.ID {
		return coded.Errorf(CodeStale, "that question is no longer open")
	}
	var counts [MaxOptions]uint16
	var into [maxGroups]int
	total := 0
	for i, pick := range a.Picks {
		at := d.find(pick.Key)
		if at < 0 {
			return coded.Errorf(CodeUnknownOption, "choice %d is not among the options", i+1)
		}
		option := &d.Options[at]
		if option.Alone {
			return d.checkAlone(a)
		}
		if pick.N == 0 {
			return coded.Errorf(CodeBadCount, "choice %d is chosen zero times", i+1)
		}
		if !d.Ordered && repeated(a.Picks[:i], pick) {
			return coded.Errorf(CodeDuplicate, "choice %d is named twice", i+1)
		}
		if len(d.Groups) == 0 {
			if pick.Group != 0 {
				return coded.Errorf(CodeBadGroup, "choice %d names a group, and there are none", i+1)
			}
		} else {
			if int(pick.Group) >= len(d.Groups) || option.Groups>>pick.Group&1 == 0 {
				return coded.Errorf(CodeBadGroup, "choice %d cannot go there", i+1)
			}
			into[pick.Group] += int(pick.N)
		}
		counts[at] += uint16(pick.N)
		total += int(pick.N)
	}
	if total < d.Min || total > d.Max {
		return coded.Errorf(CodeBadCount, "choose %d to %d, not %d", d.Min, d.Max, total)
	}
	for i := range d.Options {
		option := &d.Options[i]
		if counts[i] < uint16(option.Min) || counts[i] > uint16(option.Max) {
			return coded.Errorf(
				CodeBadCount, "an option may be chosen %d to %d times, not %d",
				option.Min, option.Max, counts[i],
			)
		}
	}
	for i, group := range d.Groups {
		if into[i] < group.Min || into[i] > group.Max {
			return coded.Errorf(CodeBadGroup, "%q takes %d to %d, not %d", group.ID, group.Min, group.Max, into[i])
		}
	}
	return nil
}

func (d *Decision) checkAlone(a Answer) error {
	if len(a.Picks) != 1 {
		return coded.Errorf(CodeNotAlone, "that option is chosen alone or not at all")
	}
	if a.Picks[0].N != 1 || a.Picks[0].Group != 0 {
		return coded.Errorf(CodeBadCount, "that option is chosen exactly once")
	}
	return nil
}

// CheckAnswer returns nil if the answer is a legal one to the seat's open decision or says so
// itself, or a coded error. It is how every [State.Apply] begins.
func CheckAnswer(s State, seat Seat, answer Answer) error {
	if answer.Legal {
		return nil
	}
	if s.Waiting() == 0 {
		return coded.Errorf(CodeOver, "the match is over")
	}
	d := BorrowDecision()
	defer d.GiveBack()
	d.Plain, d.only = true, answer.Picks
	if !s.Decision(seat, d) {
		return coded.Errorf(CodeNotAsked, "it is not your turn to decide")
	}
	return d.Check(answer)
}

// find returns the index of the option with the key, or -1.
func (d *Decision) find(key Key) int {
	for i := range d.Options {
		if d.Options[i].Key == key {
			return i
		}
	}
	return -1
}

func repeated(picks []Pick, pick Pick) bool {
	for _, p := range picks {
		if p.Key == pick.Key && p.Group == pick.Group {
			return true
		}
	}
	return false
}

// Count returns how often the answer chooses the option, in all groups together.
func (a Answer) Count(key Key) int {
	n := 0
	for _, pick := range a.Picks {
		if pick.Key == key {
			n += int(pick.N)
		}
	}
	return n
}
