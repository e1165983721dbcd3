package game

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"archmage/internal/coded"
)

// Key identifies an option inside the server. Only the game that creates it can interpret it.
// Clients get the text id of [Rules.OptionID] instead.
type Key struct {
	// Word is an index into the game's [OptionWords]. It says what the option does or names.
	Word uint8
	// A and B are the arguments of Word.
	A uint8
	B uint16
}

// Option is something that can be chosen in a [Decision].
type Option struct {
	Key Key
	// Min and Max bound the number of times that an answer chooses the option.
	Min, Max uint16
	// Groups is the set of indices of Decision.Groups that the option may enter. It is unused if
	// the decision has no groups.
	Groups uint8
	// Alone marks an option that is a whole answer by itself ("back", "skip"). The bounds of the
	// decision and of the other options do not apply to it.
	Alone bool
	// Final marks an option that cannot be undone: it reveals something hidden, rolls or shuffles,
	// or ends the match. In a simultaneous decision all options are final. Clients ask for
	// confirmation.
	Final bool
	// Passes marks an option after which another player certainly acts next, regardless of chance:
	// it ends the turn, asks another player, or answers a decision outside the player's turn. Where
	// undo is allowed, it can be undone until that player has acted. Clients ask for confirmation.
	Passes bool
	// Ends marks an option that ends the player's turn. Early means that a free action remains,
	// which the player would lose. Clients need confirmation only if both are set.
	Ends, Early bool
}

// Group is a named place for choices, with bounds for their number.
type Group struct {
	ID       string
	Min, Max int
}

// Decision is a question to one seat. An answer is legal if it is one Alone option, once, or if it
// consists of other options so that
//   - each option is chosen Min to Max times,
//   - the number of choices is Min to Max,
//   - if there are groups, each choice names a group that its option may
//     enter, and each group gets Min to Max choices.
type Decision struct {
	// ID changes whenever the options change. It counts the decisions of the seat from 1, so it
	// reveals nothing about other seats. 0 means no decision.
	ID   uint32
	Seat Seat
	// Kind is the type of question (docs/decisions.md lists all) and the key of the prompt's text.
	// Args are the arguments of that text.
	Kind    string
	Args    Facts
	Options []Option
	// Min and Max bound the number of choices in total.
	Min, Max int
	// Ordered means that the order of the choices matters.
	Ordered bool
	Groups  []Group
	// Suggested is a sensible legal answer, or empty.
	Suggested []Pick
	// Answered marks a simultaneous decision that the seat has answered with Current and can still
	// change.
	Answered bool
	Current  []Pick
	// Open marks a simultaneous decision: each seat can change its answer until all have answered.
	Open bool
	// Plain is set by a caller that does not show the decision. Final and Suggested may then be
	// missing, which saves time. Reset keeps Plain.
	Plain bool
	// only, if not empty, is an answer that is being checked. Optional options that the answer does
	// not choose are left out.
	only []Pick
}

// Pick is one choice of an [Answer]: an option, the number of times that it is chosen, and its
// group.
type Pick struct {
	Key   Key
	N     uint16
	Group uint8
}

// Answer is the reply to a decision: the choices, in order.
type Answer struct {
	// Decision is the ID of the decision that is answered.
	Decision uint32
	Picks    []Pick
	// Legal promises that the answer is legal, because it comes from [Decision.Complete] or has
	// passed [Decision.Check]. Apply then does not check it, and behaves unpredictably if the
	// promise is wrong.
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

// BorrowDecision returns an empty decision for a short use, such as checking an answer in Apply. It
// saves one allocation per move.
func BorrowDecision() *Decision { return decisions.Get().(*Decision) }

// GiveBack returns a borrowed decision to the pool. The caller must not use the decision or its
// slices afterwards.
func (d *Decision) GiveBack() {
	d.Plain, d.only = false, nil
	d.Reset()
	decisions.Put(d)
}

var decisions = sync.Pool{New: func() any { return new(Decision) }}

// Wants reports whether the decision needs an option whose minimum is 0. While [CheckAnswer] runs,
// only the options of the answer are needed, so a game can call Wants before it computes whether an
// option is legal.
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

// Add appends an option that may be chosen min to max times. max is at most [MaxCount].
func (d *Decision) Add(key Key, min, max int) { d.AddTo(key, min, max, 0) }

// AddNumber appends the option of a decision that asks for a number from min to max, which is at most
// [MaxCount]. The number is how often the option is chosen, so the answer to 0 is empty. AddNumber sets Min
// and Max of the decision. All its other options are Alone.
func (d *Decision) AddNumber(key Key, min, max int) {
	d.Min, d.Max = min, max
	d.Add(key, min, max)
}

// AddAlone appends an option that is a whole answer by itself.
func (d *Decision) AddAlone(key Key) {
	if d.Wants(key) {
		d.Options = append(d.Options, Option{Key: key, Max: 1, Alone: true})
	}
}

// AddTo appends an option that may be chosen min to max times, for the given set of groups.
func (d *Decision) AddTo(key Key, min, max int, groups uint8) {
	if min == 0 && !d.Wants(key) {
		return
	}
	// The fields are set in place, because copying the whole struct is slower.
	d.Options = append(d.Options, Option{})
	option := &d.Options[len(d.Options)-1]
	option.Key, option.Min, option.Max, option.Groups = key, uint16(min), uint16(max), groups
}

// MarkFinal marks all options added so far as final.
func (d *Decision) MarkFinal() {
	for i := range d.Options {
		d.Options[i].Final = true
	}
}

// MarkByTrial sets Final and Passes of each option. It completes the option to an answer and calls
// try, which plays the answer on a copy of the state and reports whether it cannot be undone and
// whether another player acts next. The report must not depend on chance.
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

// Trials tries answers on pooled copies of a match of type S.
type Trials[S any] struct{ pool sync.Pool }

type trial[S any] struct {
	match S
	step  Step
}

// Mark marks the options of d as [Decision.MarkByTrial] does. try plays the answer in a copy of s,
// adds its events to step, and reports whether the match is over and whether another player acts
// next.
func (t *Trials[S]) Mark(d *Decision, s *S, try func(s *S, step *Step, picks []Pick) (over, passes bool)) {
	attempt, ok := t.pool.Get().(*trial[S])
	if !ok {
		attempt = new(trial[S])
	}
	defer t.pool.Put(attempt)
	d.MarkByTrial(func(picks []Pick) (final, passes bool) {
		attempt.match = *s
		attempt.step.Reset()
		over, passes := try(&attempt.match, &attempt.step, picks)
		return over || !attempt.step.Undoable(), passes
	})
}

// Suggest appends a choice to the suggested answer.
func (d *Decision) Suggest(key Key, n int, group int) {
	if n > 0 {
		d.Suggested = append(d.Suggested, Pick{Key: key, N: uint16(n), Group: uint8(group)})
	}
}

const (
	// MaxOptions is the maximum number of options of a decision. A board of 19 by 19 has 361 squares.
	MaxOptions = 512
	// MaxCount is the maximum number of times that an answer chooses an option.
	MaxCount = math.MaxUint16
)

// fewOptions is the number of options up to which checking and completing an answer need no memory but the stack.
const fewOptions = 64

// maxGroups is the maximum number of groups of a decision.
const maxGroups = 8

// Same reports whether two decisions ask the same question. It ignores ids, suggestions and current
// answers.
func (d *Decision) Same(other *Decision) bool {
	return d.Seat == other.Seat && d.Kind == other.Kind &&
		d.Min == other.Min && d.Max == other.Max &&
		d.Ordered == other.Ordered && d.Answered == other.Answered &&
		slices.Equal(d.Args, other.Args) &&
		slices.Equal(d.Options, other.Options) &&
		slices.Equal(d.Groups, other.Groups)
}

// Check returns nil if the answer is legal, or else a coded error that says what is wrong.
func (d *Decision) Check(a Answer) error {
	if a.Decision != d.ID {
		return coded.Errorf(CodeStale, "that question is no longer open")
	}
	var few [fewOptions]uint32
	counts := few[:]
	if len(d.Options) > fewOptions {
		counts = make([]uint32, len(d.Options))
	}
	var groupSizes [maxGroups]int
	total := 0
	for i, pick := range a.Picks {
		index := d.find(pick.Key)
		if index < 0 {
			return coded.Errorf(CodeUnknownOption, "choice %d is not among the options", i+1)
		}
		option := &d.Options[index]
		if option.Alone {
			return d.checkAlone(a)
		}
		if pick.N == 0 {
			return coded.Errorf(CodeBadCount, "choice %d is chosen zero times", i+1)
		}
		if !d.Ordered && containsPick(a.Picks[:i], pick) {
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
			groupSizes[pick.Group] += int(pick.N)
		}
		counts[index] += uint32(pick.N)
		total += int(pick.N)
	}
	if total < d.Min || total > d.Max {
		return coded.Errorf(CodeBadCount, "choose %d to %d, not %d", d.Min, d.Max, total)
	}
	for i := range d.Options {
		option := &d.Options[i]
		if counts[i] < uint32(option.Min) || counts[i] > uint32(option.Max) {
			return coded.Errorf(
				CodeBadCount, "an option may be chosen %d to %d times, not %d",
				option.Min, option.Max, counts[i],
			)
		}
	}
	for i, group := range d.Groups {
		if groupSizes[i] < group.Min || groupSizes[i] > group.Max {
			return coded.Errorf(
				CodeBadGroup,
				"%q takes %d to %d, not %d",
				group.ID,
				group.Min,
				group.Max,
				groupSizes[i],
			)
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

// CheckAnswer returns nil if the answer is legal for the seat's open decision or is marked Legal,
// and a coded error otherwise. Every [State.Apply] calls it first.
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

func containsPick(picks []Pick, pick Pick) bool {
	for _, p := range picks {
		if p.Key == pick.Key && p.Group == pick.Group {
			return true
		}
	}
	return false
}

// Count returns the number of times that the answer chooses the option, over all groups.
func (a Answer) Count(key Key) int {
	n := 0
	for _, pick := range a.Picks {
		if pick.Key == key {
			n += int(pick.N)
		}
	}
	return n
}
