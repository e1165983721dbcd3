package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// attempt is an answer that must be refused.
type attempt struct {
	what   string
	seat   game.Seat
	answer game.Answer
	// code is the required error code, or "" for any code.
	code coded.Code
}

// checkRefusals makes sure that illegal answers are refused with a code and change nothing.
func checkRefusals(rules game.Rules, c Case) error {
	tried := 0
	err := eachMatch(rules, c, func(t *table) error {
		// Options of earlier questions are likely to be options that the current question does not
		// offer.
		var stale []game.Key
		return t.playOut(func() error {
			if t.steps > 0 {
				stale = append(stale, t.d.Options[t.rng.IntN(len(t.d.Options))].Key)
			}
			if t.steps > 0 && t.rng.IntN(c.Every) > 0 {
				return nil
			}
			for seat := range game.Seat(c.Seats) {
				fork := t.fork(t.state)
				fork.seat = seat
				if !t.state.Decision(seat, &fork.d) {
					continue
				}
				if err := fork.draw(); err != nil {
					return err
				}
				before := game.Hash(t.state)
				for _, a := range attempts(fork, stale) {
					tried++
					if err := checkRefused(fork, a, before); err != nil {
						return fmt.Errorf(
							"%s: seat %d, %+v to %s: %w",
							a.what, a.seat, a.answer, describe(rules, &fork.d), err,
						)
					}
				}
			}
			return nil
		})
	})
	if err == nil && tried < 20*c.Games {
		err = fmt.Errorf("only %d illegal answers found", tried)
	}
	return err
}

// checkRefused applies an illegal answer to a state with the given hash, and returns an error if the
// answer has any effect.
func checkRefused(t *table, a attempt, before string) error {
	var step game.Step
	step.Add("conformance", game.NoSeat)
	err := t.state.Apply(a.seat, a.answer, &step)
	if err == nil {
		return errors.New("it is taken")
	}
	if game.Hash(t.state) != before {
		return fmt.Errorf("it is refused (%w) and changes the state", err)
	}
	if other := t.state.Apply(
		a.seat,
		a.answer,
		nil,
	); other == nil || other.Error() != err.Error() ||
		game.Hash(t.state) != before {
		return fmt.Errorf("it is refused (%w), and otherwise without a step (%v)", err, other)
	}
	if len(step.Events) != 1 || step.Shown != 0 || step.ShownToAll || step.Random {
		return fmt.Errorf("it is refused (%w) and something is told", err)
	}
	return hasCode(err, a.code)
}

// hasCode returns an error if err is not a coded error with the given code. "" means any code.
func hasCode(err error, code coded.Code) error {
	e, ok := err.(*coded.Error)
	switch {
	case !ok:
		return fmt.Errorf("the error %v is a %T", err, err)
	case e == nil || e.Code == "" || e.Message == "":
		return fmt.Errorf("the error %#v has no code or no message", e)
	case code != "" && e.Code != code:
		return fmt.Errorf("the error is %v, not %s", err, code)
	}
	return nil
}

// attempts returns illegal answers derived from the legal one that t has drawn.
func attempts(t *table, stale []game.Key) []attempt {
	legal := game.Answer{Decision: t.d.ID, Picks: slices.Clone(t.picks)}
	var list []attempt
	for _, id := range []uint32{0, t.d.ID - 1, t.d.ID + 1, math.MaxUint32} {
		if id != t.d.ID {
			list = append(
				list,
				attempt{"another decision's id", t.seat, game.Answer{Decision: id, Picks: legal.Picks}, game.CodeStale},
			)
		}
	}
	for _, seat := range append(slices.Clone(invalidSeats), game.Seat(t.c.Seats)) {
		list = append(list, attempt{"a seat that does not exist", seat, legal, game.CodeNotAsked})
	}
	var other game.Decision
	for seat := range game.Seat(t.c.Seats) {
		if seat == t.seat {
			continue
		}
		if !t.state.Decision(seat, &other) {
			list = append(list, attempt{"a seat that is not asked", seat, legal, game.CodeNotAsked})
		} else if other.Check(legal) != nil {
			list = append(list, attempt{"another seat's answer", seat, legal, ""})
		}
	}
	for _, s := range t.spoil(stale) {
		answer := game.Answer{Decision: t.d.ID, Picks: s.picks}
		// A spoiled answer can still be legal.
		if t.d.Check(answer) != nil {
			list = append(list, attempt{s.what, t.seat, answer, ""})
		}
	}
	return list
}

// spoiled is a legal answer with a change that probably makes it illegal.
type spoiled struct {
	what  string
	picks []game.Pick
}

// spoil returns many changed copies of the legal answer that t has drawn.
func (t *table) spoil(stale []game.Key) []spoiled {
	d, legal := &t.d, t.picks
	list := []spoiled{{"nothing", nil}}
	add := func(what string, picks ...game.Pick) { list = append(list, spoiled{what, picks}) }
	with := func(picks ...game.Pick) []game.Pick { return append(slices.Clone(legal), picks...) }

	unlisted := []game.Key{{}, {Word: 255, A: 255, B: 65535}}
	for range min(4, len(stale)) {
		unlisted = append(unlisted, stale[t.rng.IntN(len(stale))])
	}
	for _, key := range unlisted {
		if slices.ContainsFunc(d.Options, func(o game.Option) bool { return o.Key == key }) {
			continue
		}
		add("an option that is not there", game.Pick{Key: key, N: 1})
		add("an option that is not there, among others", with(game.Pick{Key: key, N: 1})...)
	}
	for _, option := range d.Options {
		one := game.Pick{Key: option.Key, N: 1}
		for n := range len(d.Groups) {
			if option.Groups>>n&1 == 1 {
				one.Group = uint8(n)
			}
		}
		if option.Alone {
			add("alone with others", with(one)...)
			add("alone before others", append([]game.Pick{one}, legal...)...)
			add("alone twice", one, one)
		}
		for _, n := range []uint16{0, option.Max + 1, 255, game.MaxCount} {
			pick := one
			pick.N = n
			add("a bad count", pick)
			add("a bad count among others", with(pick)...)
		}
		for _, group := range []uint8{1, uint8(len(d.Groups)), 7, 8, 255} {
			pick := one
			pick.Group = group
			add("a bad group", pick)
		}
		add("named twice", one, one)
		add("one more", with(one)...)
	}
	for i, pick := range legal {
		add("one less", slices.Delete(slices.Clone(legal), i, i+1)...)
		for group := range uint8(len(d.Groups) + 1) {
			moved := slices.Clone(legal)
			moved[i].Group = group
			add("moved to another group", moved...)
		}
		add("repeated", with(pick)...)
	}
	many := make([]game.Pick, 0, 600)
	for len(many) < 600 {
		many = append(many, game.Pick{Key: d.Options[0].Key, N: game.MaxCount})
	}
	add("very many choices", many...)
	for range 20 {
		var picks []game.Pick
		for range 1 + t.rng.IntN(4) {
			key := d.Options[t.rng.IntN(len(d.Options))].Key
			picks = append(
				picks,
				game.Pick{Key: key, N: uint16(1 + t.rng.IntN(3)), Group: uint8(t.rng.IntN(len(d.Groups) + 1))},
			)
		}
		add("anything", picks...)
	}
	return list
}

// checkMalformed makes sure that invalid text, or text that names unknown options or groups, is
// refused with a code.
func checkMalformed(rules game.Rules, c Case) error {
	return eachSample(rules, c, func(t *table) error {
		if t.isOver() {
			return nil
		}
		if err := t.choose(); err != nil {
			return err
		}
		for _, answer := range malformed(rules.OptionID(t.d.Options[0].Key)) {
			picks, err := t.d.ParsePicks(rules, []byte(answer))
			if err == nil {
				return fmt.Errorf("%.80q is read as %v", answer, picks)
			}
			if err := hasCode(err, ""); err != nil {
				return fmt.Errorf("%.80q: %w", answer, err)
			}
		}
		return nil
	})
}

// malformed returns texts that are not answers to any question. id is the id of an existing option.
func malformed(id string) []string {
	list := []string{
		"",
		" ",
		"0",
		"true",
		`"`,
		"[",
		"]",
		"{}",
		"[,]",
		"[1]",
		"[true]",
		"[[]]",
		"null",
		"[null]",
		"[] []",
		"[]]",
		"[]}",
		"\x00",
		"\xff",
		`[""]`,
		`[" "]`,
		`["no such option"]`,
		`["\u0000"]`,
		`[{}]`,
		`[{"n":1}]`,
		`[{"option":5}]`,
		`{"option":"x"}`,
		"[" + strings.Repeat("[", 5000),
		`["` + strings.Repeat("a", 9000) + `"]`,
	}
	name, err := json.Marshal(id)
	if err != nil {
		return list
	}
	for _, members := range []string{
		`"n":0`, `"n":-1`, `"n":65536`, `"n":1.5`, `"n":"1"`, `"n":99999999999999999999`, `"n":1,"more":1`,
		`"group":"no such group"`, `"group":1`,
	} {
		list = append(list, fmt.Sprintf(`[{"option":%s,%s}]`, name, members))
	}
	return append(list, "["+strings.Repeat(string(name)+",", game.MaxOptions)+string(name)+"]", string(name))
}
