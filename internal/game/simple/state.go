package simple

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// data is everything in a match but its seed, as JSON holds it.
type data[M any] struct {
	Seats int `json:"seats"`
	Match M   `json:"match"`
	// Asked is the number of decisions of each seat.
	Asked [game.MaxSeats]uint32 `json:"asked"`
	// Resolved is the number of questions that have been answered by all their seats. It numbers the
	// streams of random numbers.
	Resolved uint32 `json:"resolved"`
	// Answers has the secret answers to the open question, by seat. The lists are never changed, so
	// copies of a match share them.
	Answers [game.MaxSeats][]game.Pick `json:"answers"`
}

// state implements [game.State].
type state[M any] struct {
	rules *rules[M]
	data[M]
	seed game.Seed
}

func (s *state[M]) game() *Game[M] { return &s.rules.game }

// asked returns the seats of the open question, also those that have answered it.
func (s *state[M]) asked() game.Seats { return s.game().Waiting(&s.Match) }

// Opening implements [game.State].
func (s *state[M]) Opening(step *game.Step) {
	if opening := s.game().Opening; opening != nil {
		opening(&s.Match, step)
	}
}

// Waiting implements [game.State].
func (s *state[M]) Waiting() game.Seats {
	waiting := s.asked()
	for seat, picks := range s.Answers {
		if picks != nil {
			waiting = waiting.Without(game.Seat(seat))
		}
	}
	return waiting
}

// Decision implements [game.State].
func (s *state[M]) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	asked := s.asked()
	if !asked.Has(seat) {
		return false
	}
	d.Min, d.Max = 1, 1
	s.game().Ask(&s.Match, seat, d)
	d.ID, d.Seat = s.Asked[seat], seat
	if asked != game.Seats(0).With(seat) {
		d.Open = true
		d.MarkFinal()
		if picks := s.Answers[seat]; picks != nil {
			d.Answered = true
			d.Current = append(d.Current, picks...)
		}
		return true
	}
	if !d.Plain {
		s.markOptions(seat, d)
	}
	return true
}

// markOptions tries every option on a copy of the match to find out whether it can be undone and whether
// another player acts next. After a random or revealing answer the next player is taken to be unknown, because
// it could depend on the die or on the card.
func (s *state[M]) markOptions(seat game.Seat, d *game.Decision) {
	finals := make([]bool, len(d.Options))
	for i := range d.Options {
		finals[i] = d.Options[i].Final
	}
	var step game.Step
	d.MarkByTrial(func(picks []game.Pick) (final, passes bool) {
		trial := *s
		step.Reset()
		trial.carryOut(seat, picks, &step)
		waiting := trial.Waiting()
		if waiting == 0 || !step.Undoable() {
			return true, false
		}
		return false, !waiting.Has(seat)
	})
	for i := range finals {
		d.Options[i].Final = d.Options[i].Final || finals[i]
	}
}

// Apply implements [game.State].
func (s *state[M]) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	s.carryOut(seat, answer.Picks, step)
	return nil
}

// carryOut takes a legal answer. The last answer to a question that several seats are asked carries out all
// of them, and so reveals them.
func (s *state[M]) carryOut(seat game.Seat, picks []game.Pick, step *game.Step) {
	asked := s.asked()
	s.Answers[seat] = append(make([]game.Pick, 0, len(picks)), picks...)
	if s.Waiting() != 0 {
		return
	}
	if asked != game.Seats(0).With(seat) {
		step.MarkShownToAll()
	}
	answers := s.Answers
	s.Answers = [game.MaxSeats][]game.Pick{}
	a := Answer{Step: step, random: s.seed.Stream("answer", int(s.Resolved))}
	for other := range game.Seat(s.Seats) {
		if asked.Has(other) {
			a.Seat, a.Picks = other, answers[other]
			s.game().Answer(&s.Match, &a)
		}
	}
	if resolve := s.game().Resolve; resolve != nil {
		a.Seat, a.Picks = game.NoSeat, nil
		resolve(&s.Match, &a)
	}
	s.Resolved++
	if s.asked() == 0 {
		step.MarkShownToAll()
	}
	s.countAsked()
}

// countAsked numbers the decisions of a new question.
func (s *state[M]) countAsked() {
	asked := s.asked()
	for seat := range game.Seat(s.Seats) {
		if asked.Has(seat) {
			s.Asked[seat]++
		}
	}
}

// Public implements [game.State].
func (s *state[M]) Public() any { return s.game().Public(&s.Match) }

// Private implements [game.State].
func (s *state[M]) Private(seat game.Seat) any {
	private := s.game().Private
	if private == nil {
		return struct{}{}
	}
	document := private(&s.Match, seat)
	if s.asked() == 0 {
		return reflect.New(reflect.TypeOf(document).Elem()).Interface()
	}
	return document
}

// SamePrivate implements [game.State].
func (s *state[M]) SamePrivate(game.State, game.Seat) bool { return s.game().Private == nil }

// Standing implements [game.State].
func (s *state[M]) Standing() []int { return s.game().Points(&s.Match) }

// Progress implements [game.State].
func (s *state[M]) Progress() game.Progress { return game.Progress{Round: s.round()} }

func (s *state[M]) round() int {
	if round := s.game().Round; round != nil {
		return round(&s.Match)
	}
	return 0
}

// Outcome implements [game.State].
func (s *state[M]) Outcome() *game.Outcome {
	if s.asked() != 0 {
		return nil
	}
	if outcome := s.game().Outcome; outcome != nil {
		return outcome(&s.Match)
	}
	outcome := &game.Outcome{Rounds: s.round()}
	teams := s.Teams()
	for seat, points := range s.Standing() {
		outcome.Places = append(outcome.Places, game.Place{
			Seat:  game.Seat(seat),
			Team:  teams[seat],
			Total: points,
			Parts: []game.Part{{Source: "points", Points: points}},
		})
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int { return cmp.Compare(b.Total, a.Total) })
	game.Rank(outcome.Places)
	return outcome
}

// Teams implements [game.TeamState].
func (s *state[M]) Teams() []int {
	if teams := s.game().Teams; teams != nil {
		return teams(&s.Match)
	}
	return make([]int, s.Seats)
}

// Clone implements [game.State].
func (s *state[M]) Clone() game.State { c := *s; return &c }

// CopyInto implements [game.State].
func (s *state[M]) CopyInto(dst game.State) { *dst.(*state[M]) = *s }

// Sample implements [game.State]. Secret answers of other seats to the open question are replaced by random
// ones.
func (s *state[M]) Sample(viewer game.Viewer, random *game.RNG) game.State {
	c := *s
	c.seed = random.Seed()
	if s.asked() == 0 {
		return &c
	}
	if hide := s.game().Hide; hide != nil {
		hide(&c.Match, viewer, random)
	}
	for seat := range game.Seat(s.Seats) {
		if c.Answers[seat] == nil || viewer.Sees(seat) {
			continue
		}
		var d game.Decision
		c.Decision(seat, &d)
		picks, err := d.Complete(nil, random)
		if err != nil {
			panic(fmt.Sprintf("simple: the decision %q has no legal answer: %v", d.Kind, err))
		}
		// The number 0 is an answer without picks, and nil would mean that the seat has not answered.
		c.Answers[seat] = append(make([]game.Pick, 0, len(picks)), picks...)
	}
	return &c
}

// Check implements [game.State].
func (s *state[M]) Check() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a match that the rules cannot read: %v", r)
		}
	}()
	info := s.game().Info
	if s.Seats < info.MinSeats || s.Seats > info.MaxSeats {
		return fmt.Errorf("%d seats", s.Seats)
	}
	if check := s.game().Check; check != nil {
		if err := check(&s.Match); err != nil {
			return err
		}
	}
	asked := s.asked()
	if asked&^game.AllSeats(s.Seats) != 0 {
		return fmt.Errorf("a seat is asked that does not exist: %b", asked)
	}
	if len(s.Standing()) != s.Seats {
		return fmt.Errorf("points of %d seats, not %d", len(s.Standing()), s.Seats)
	}
	return errors.Join(s.checkQuestions(asked), s.checkDocuments())
}

// checkQuestions returns an error if a seat is asked something that it cannot answer, or has given an answer
// that is not legal.
func (s *state[M]) checkQuestions(asked game.Seats) error {
	if asked != 0 && s.Waiting() == 0 {
		return errors.New("all seats have answered, and the answers have not been carried out")
	}
	for seat := range game.Seat(game.MaxSeats) {
		picks := s.Answers[seat]
		if !asked.Has(seat) {
			if picks != nil {
				return fmt.Errorf("seat %d has answered and was not asked", seat)
			}
			continue
		}
		var d game.Decision
		s.Decision(seat, &d)
		if d.Kind == "" || len(d.Options) == 0 {
			return fmt.Errorf("seat %d is asked %q without an option", seat, d.Kind)
		}
		if picks == nil {
			continue
		}
		if err := d.Check(game.Answer{Decision: d.ID, Picks: picks}); err != nil {
			return fmt.Errorf("the answer of seat %d: %w", seat, err)
		}
	}
	return nil
}

// checkDocuments makes sure that the documents can be made.
func (s *state[M]) checkDocuments() error {
	s.Public()
	for seat := range game.Seat(s.Seats) {
		s.Private(seat)
	}
	if s.asked() == 0 && s.Outcome() == nil {
		return coded.Errorf(game.CodeBadState, "a finished match without a result")
	}
	return nil
}
