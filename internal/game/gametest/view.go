package gametest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// checkViews makes sure that views can be patched as RFC 7396 does: objects,
// no null, arrays of scalars only; and that they share nothing with the match.
func checkViews(rules game.Rules, c Case) error {
	type held struct {
		view any
		text string
	}
	return eachMatch(rules, c, func(t *table) error {
		var kept []held
		return t.playOut(func() error {
			if t.steps > 0 && !t.over() && t.rng.IntN(c.Every) > 0 {
				return nil
			}
			for _, old := range kept {
				now, err := text(old.view)
				if err != nil {
					return err
				}
				if err := same("a view, written before and after playing on,", old.text, now); err != nil {
					return err
				}
			}
			kept = kept[:0]
			for _, v := range viewers(c.Seats) {
				view := t.state.View(v)
				if seat := seatOf(v); seat != game.NoSeat {
					own := t.state.Own(seat)
					kept = append(kept, held{own, mustText(own)})
				}
				written, err := text(view)
				if err != nil {
					return fmt.Errorf("the view of %s: %w", nameOf(v), err)
				}
				if err := checkForm([]byte(written)); err != nil {
					return fmt.Errorf("the view of %s: %w: %s", nameOf(v), err, written)
				}
				kept = append(kept, held{view, written})
			}
			return nil
		})
	})
}

// checkOwn makes sure that a player's view is a spectator's and the player's own
// part, at every moment and by patches from one moment to the next, and that an
// open question does not change.
func checkOwn(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		told := make([]parts, c.Seats)
		return t.playOut(func() error {
			for seat := range told {
				err := told[seat].follow(t.state, game.Seat(seat))
				if err == nil {
					err = told[seat].question(rules, t.state, game.Seat(seat))
				}
				if err != nil {
					return fmt.Errorf("what seat %d is told: %w", seat, err)
				}
			}
			return nil
		})
	})
}

// parts are what a player was told of a match: everybody's part and the
// player's own.
type parts struct {
	common, own any
	view        []byte
	// asked is the decision that the player has not answered, in readable form.
	asked   string
	askedID uint32
}

// question returns an error if the player's open decision has changed and kept
// its id.
func (p *parts) question(rules game.Rules, s game.State, seat game.Seat) error {
	var d game.Decision
	if !s.Decision(seat, &d) || d.Answered {
		p.asked = ""
		return nil
	}
	now := describe(rules, &d)
	before := p.asked
	same := before == "" || p.askedID != d.ID || before == now
	p.asked, p.askedID = now, d.ID
	if !same {
		return fmt.Errorf("a question changes and keeps its id: %s, then %s", before, now)
	}
	return nil
}

// follow tells the player how the match stands now, in patches, and returns an
// error if that does not make the player's view.
func (p *parts) follow(s game.State, seat game.Seat) error {
	common, own := s.View(game.Spectator()), s.Own(seat)
	want, err := patch.Apply([]byte(mustText(s.View(game.SeatViewer(seat)))), []byte("{}"))
	if err != nil {
		return err
	}
	whole, err := patch.Apply([]byte(mustText(common)), []byte(mustText(own)))
	if err != nil {
		return err
	}
	if err := same("the view, and a spectator's with the player's own part,", string(want), string(whole)); err != nil {
		return err
	}
	if p.view == nil {
		p.view = want
	}
	changes := [][]byte{patch.Diff(cmp.Or(p.common, common), common), patch.Diff(cmp.Or(p.own, own), own)}
	for _, change := range changes {
		if change == nil {
			continue
		}
		if p.view, err = patch.Apply(p.view, change); err != nil {
			return err
		}
	}
	p.common, p.own = common, own
	return same("the view, and the patched one,", string(want), string(p.view))
}

// checkForm looks at the JSON text of a view.
func checkForm(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	first, err := d.Token()
	if err != nil {
		return err
	}
	if first != json.Delim('{') {
		return errors.New("it is not an object")
	}
	return checkObject(d, "")
}

// checkObject reads an object up to its end.
func checkObject(d *json.Decoder, at string) error {
	keys := map[string]bool{}
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return nil // the end
		}
		// A browser would put keys that are numbers before all others.
		if key == "" || (key[0] >= '0' && key[0] <= '9') {
			return fmt.Errorf("the key %q at %q does not begin with a letter", key, at)
		}
		if keys[key] {
			return fmt.Errorf("the key %q is there twice at %q", key, at)
		}
		keys[key] = true
		if token, err = d.Token(); err != nil {
			return err
		}
		switch token {
		case nil:
			err = fmt.Errorf("null at %s.%s", at, key)
		case json.Delim('{'):
			err = checkObject(d, at+"."+key)
		case json.Delim('['):
			err = checkArray(d, at+"."+key)
		}
		if err != nil {
			return err
		}
	}
}

// checkArray reads an array up to its end.
func checkArray(d *json.Decoder, at string) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim(']'):
			return nil
		case nil, json.Delim('{'), json.Delim('['):
			return fmt.Errorf("the array at %s has other elements than scalars", at)
		}
	}
}

// checkDescribe makes sure that a state can be written in readable form and,
// where the case says so, set up from it again.
func checkDescribe(rules game.Rules, c Case) error {
	for _, bad := range []string{"", "{", "[]", `"x"`, `{"no such field":1}`} {
		if _, err := rules.Setup([]byte(bad), game.NewRNG(game.Seed{})); err == nil {
			return fmt.Errorf("a position is set up from %q", bad)
		} else if err := hasCode(err, game.CodeBadSetup); err != nil {
			return fmt.Errorf("a position set up from %q: %w", bad, err)
		}
	}
	return eachSample(rules, c, func(t *table) error {
		written, err := text(t.state.Describe())
		if err != nil || !c.Describes {
			return err
		}
		s, err := rules.Setup([]byte(written), newStream(t.rng))
		if err != nil {
			return fmt.Errorf("its own description is refused: %w: %s", err, written)
		}
		if err := s.Check(); err != nil {
			return fmt.Errorf("its own description leads to an impossible state: %w: %s", err, written)
		}
		for _, v := range viewers(c.Seats) {
			a, b := mustText(t.state.View(v)), mustText(s.View(v))
			if err := same("the views of "+nameOf(v)+" before and after describing", a, b); err != nil {
				return err
			}
		}
		if t.state.Waiting() != s.Waiting() {
			return fmt.Errorf("the seats waited for differ: %b, set up %b", t.state.Waiting(), s.Waiting())
		}
		return nil
	})
}
