package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// optionID is the pattern of the ids of options and of what they refer to.
var optionID = regexp.MustCompile(`^[a-z0-9_:@>.-]+$`)

// invalidSeats are seats that no game has.
var invalidSeats = []game.Seat{game.NoSeat, game.MaxSeats, 100, 127, -128}

// checkPlay plays random matches to the end. It makes sure that every position is possible, that the
// right seats are asked, and that all questions are well formed.
func checkPlay(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		history := make([]lastQuestion, c.Seats)
		return t.playOut(func() error {
			if err := t.state.Check(); err != nil {
				return fmt.Errorf("an impossible state: %w", err)
			}
			if over := t.state.Outcome() != nil; over != t.isOver() {
				return fmt.Errorf("the match is over: %t, yet the seats waited for are %b", over, t.state.Waiting())
			}
			if extra := t.state.Waiting() &^ game.AllSeats(c.Seats); extra != 0 {
				return fmt.Errorf("seats %b are waited for and do not exist", extra)
			}
			if err := checkStrangers(t); err != nil {
				return err
			}
			for seat := range game.Seat(c.Seats) {
				if err := checkSeat(t, seat, &history[seat]); err != nil {
					return fmt.Errorf("seat %d: %w", seat, err)
				}
			}
			return nil
		})
	})
}

// checkStrangers makes sure that seats outside the match are not asked.
func checkStrangers(t *table) error {
	var d game.Decision
	for _, seat := range append(slices.Clone(invalidSeats), game.Seat(t.c.Seats)) {
		if t.state.Decision(seat, &d) {
			return fmt.Errorf("seat %d does not exist and is asked", seat)
		}
	}
	return nil
}

// lastQuestion is the last question of a seat. answered means that the seat has answered it.
type lastQuestion struct {
	id       uint32
	question string
	answered bool
}

// checkSeat checks the decision of one seat.
func checkSeat(t *table, seat game.Seat, last *lastQuestion) error {
	last.recordAnswer(t, seat)
	d := dirtyDecision()
	if !t.state.Decision(seat, d) {
		if t.state.Waiting().Has(seat) {
			return errors.New("it is waited for and not asked")
		}
		return nil
	}
	if waited := t.state.Waiting().Has(seat); waited == d.Answered {
		return fmt.Errorf("it is waited for: %t, and has answered: %t", waited, d.Answered)
	}
	if d.Seat != seat {
		return fmt.Errorf("its question is put to seat %d", d.Seat)
	}
	question := describe(t.rules, d)
	var fresh game.Decision
	t.state.Decision(seat, &fresh)
	if err := same("a question in fresh memory and in used memory", describe(t.rules, &fresh), question); err != nil {
		return err
	}
	if err := checkDecision(t.rules, d); err != nil {
		return fmt.Errorf("%w: %s", err, question)
	}
	if err := checkAnswers(t, d); err != nil {
		return fmt.Errorf("%w: %s", err, question)
	}
	if err := last.follow(t.rules, d); err != nil {
		return fmt.Errorf("%w: %s", err, question)
	}
	return nil
}

// dirtyDecision returns a decision with a value in every field.
func dirtyDecision() *game.Decision {
	junk := []game.Pick{{N: 9}}
	return &game.Decision{
		ID: 99, Seat: 3, Kind: "junk", Args: game.Facts{game.Int("junk", 1)}, Options: []game.Option{{Min: 7}},
		Min: 7, Max: 9, Ordered: true, Groups: []game.Group{{ID: "junk"}}, Suggested: junk,
		Answered: true, Current: slices.Clone(junk),
	}
}

// recordAnswer records whether the seat has just answered.
func (last *lastQuestion) recordAnswer(t *table, seat game.Seat) {
	if t.steps > 0 && t.seat == seat && t.d.ID == last.id {
		last.answered = true
	}
}

// follow makes sure that each new question of a seat has a higher id than the last one. The first id
// is 1.
func (last *lastQuestion) follow(rules game.Rules, d *game.Decision) error {
	stripped := *d
	stripped.Args, stripped.Suggested, stripped.Answered, stripped.Current = nil, nil, false, nil
	before := *last
	last.question = describe(rules, &stripped)
	if before.question == "" && d.ID != 1 {
		return fmt.Errorf("the id of the seat's first decision is %d, not 1", d.ID)
	}
	if before.question == "" || d.ID > before.id {
		last.id, last.answered = d.ID, false
		return nil
	}
	switch {
	case d.ID < before.id:
		return fmt.Errorf("the ids of the decisions go back, from %d to %d", before.id, d.ID)
	case last.question != before.question:
		return fmt.Errorf("the options changed and the id did not; before: %s", before.question)
	case before.answered && !d.Answered:
		return errors.New("the id is that of a decision that was answered")
	}
	return nil
}

// checkDecision makes sure that a decision is well formed.
func checkDecision(rules game.Rules, d *game.Decision) error {
	if d.Kind == "" {
		return errors.New("the question has no kind")
	}
	if len(d.Options) == 0 || len(d.Options) > game.MaxOptions || len(d.Groups) > 8 {
		return fmt.Errorf("%d options and %d groups", len(d.Options), len(d.Groups))
	}
	if err := uniqueFacts(d.Args...); err != nil {
		return err
	}
	if d.Min < 0 || d.Min > d.Max {
		return fmt.Errorf("choose %d to %d", d.Min, d.Max)
	}
	if d.Ordered && d.Max > game.MaxOptions {
		return fmt.Errorf("choose up to %d in order, more than %d", d.Max, game.MaxOptions)
	}
	groups := map[string]bool{}
	for _, group := range d.Groups {
		if !optionID.MatchString(group.ID) || groups[group.ID] || group.Min < 0 || group.Min > group.Max {
			return fmt.Errorf("a bad group %q, %d to %d", group.ID, group.Min, group.Max)
		}
		groups[group.ID] = true
	}
	keys, ids := map[game.Key]bool{}, map[string]bool{}
	for _, option := range d.Options {
		id := rules.OptionID(option.Key)
		if keys[option.Key] || ids[id] {
			return fmt.Errorf("the option %q is there twice", id)
		}
		keys[option.Key], ids[id] = true, true
		if option.Min > option.Max {
			return fmt.Errorf("the option %q may be chosen %d to %d times", id, option.Min, option.Max)
		}
		if len(d.Groups) > 0 && option.Groups>>len(d.Groups) != 0 {
			return fmt.Errorf("the option %q may enter groups that are not there", id)
		}
		if err := checkOptionID(rules, option.Key, id); err != nil {
			return err
		}
	}
	return nil
}

// checkOptionID makes sure that the text id and the key of an option correspond.
func checkOptionID(rules game.Rules, key game.Key, id string) error {
	if !optionID.MatchString(id) {
		return fmt.Errorf("the option id %q has other characters than %s", id, optionID)
	}
	if ref := rules.OptionRef(key); ref != "" && !optionID.MatchString(ref) {
		return fmt.Errorf("the reference %q has other characters than %s", ref, optionID)
	}
	if parsed, ok := rules.ParseOption(id); !ok || parsed != key {
		return fmt.Errorf("the option id %q of %v is read as %v, %t", id, key, parsed, ok)
	}
	// Another spelling must be another option or none.
	for _, other := range []string{
		"", strings.ToUpper(id), id + " ", " " + id, id + ":", id + ":0",
		strings.Replace(id, ":", ":0", 1), strings.Replace(id, ":", ":+", 1), strings.Replace(id, ":", "", 1),
	} {
		if other == id {
			continue
		}
		if read, ok := rules.ParseOption(other); ok && rules.OptionID(read) != other {
			return fmt.Errorf("%q is read as the option %q", other, rules.OptionID(read))
		}
	}
	return nil
}

// checkAnswers makes sure that legal answers exist, that the suggested and the current answer are
// legal, and that answers can be sent as text.
func checkAnswers(t *table, d *game.Decision) error {
	picks, ok := bot.Random(d, t.rng, nil)
	if !ok {
		return errors.New("the question has no legal answer")
	}
	type answer struct {
		what  string
		picks []game.Pick
	}
	answers := []answer{{"a random answer", picks}}
	if len(d.Suggested) > 0 {
		answers = append(answers, answer{"the suggested answer", d.Suggested})
	}
	if d.Answered {
		answers = append(answers, answer{"the current answer", d.Current})
	} else if len(d.Current) > 0 {
		return errors.New("a question that is not answered has a current answer")
	}
	for _, a := range answers {
		if err := d.Check(game.Answer{Decision: d.ID, Picks: a.picks}); err != nil {
			return fmt.Errorf("%s is not legal: %w", a.what, err)
		}
		data, err := json.Marshal(d.PicksText(t.rules, a.picks))
		if err != nil {
			return err
		}
		parsed, err := d.ParsePicks(t.rules, data)
		if err != nil || !slices.Equal(parsed, a.picks) {
			return fmt.Errorf("%s %s is read as %v, %v", a.what, data, parsed, err)
		}
	}
	return nil
}

// uniqueFacts returns an error if a fact has no name or two have the same name.
func uniqueFacts(facts ...game.Fact) error {
	names := map[string]bool{}
	for _, fact := range facts {
		if fact.Name == "" || names[fact.Name] {
			return fmt.Errorf("the fact %q is there twice or has no name", fact.Name)
		}
		names[fact.Name] = true
	}
	return nil
}

// checkReading makes sure that reading a match does not change it, and that two reads have the same
// result.
func checkReading(rules game.Rules, c Case) error {
	return eachSample(rules, c, func(t *table) error {
		before := game.Hash(t.state)
		if again := game.Hash(t.state); again != before {
			return errors.New("the same state has two hashes")
		}
		if err := sameForAll(rules, t.state, t.state, c.Seats); err != nil {
			return fmt.Errorf("looking twice: %w", err)
		}
		_ = t.state.Check()
		_ = t.state.Describe()
		stream := newStream(t.rng)
		for _, v := range viewers(c.Seats) {
			_ = t.state.Sample(v, &stream)
		}
		if game.Hash(t.state) != before {
			return errors.New("reading changed the state")
		}
		return nil
	})
}
