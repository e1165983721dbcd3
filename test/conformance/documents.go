package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// checkForm makes sure that the documents can be patched as in RFC 7396: they are objects, have no
// null, and their arrays contain only scalars. It also makes sure that the documents share no memory
// with the match.
func checkForm(rules game.Rules, c Case) error {
	type writtenDocument struct {
		document
		text string
	}
	return eachMatch(rules, c, func(t *table) error {
		var before []writtenDocument
		return t.playOut(func() error {
			if t.steps > 0 && !t.isOver() && t.rng.IntN(c.Every) > 0 {
				return nil
			}
			for _, old := range before {
				now, err := text(old.value)
				if err != nil {
					return err
				}
				if err := same(old.name+", written before and after playing on,", old.text, now); err != nil {
					return err
				}
			}
			before = before[:0]
			for _, d := range documents(t.state, game.AllSeeing(), c.Seats) {
				written, err := text(d.value)
				if err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
				if err := wellFormed([]byte(written)); err != nil {
					return fmt.Errorf("%s: %w: %s", d.name, err, written)
				}
				before = append(before, writtenDocument{d, written})
			}
			return nil
		})
	})
}

// checkDocuments makes sure that patches between steps lead to the right documents, that Private
// repeats nothing of Public, and that an open question does not change.
func checkDocuments(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		copies := make([]patchedDocument, 1+c.Seats)
		asked := make([]openQuestion, c.Seats)
		public, private := map[string]bool{}, map[string]bool{}
		var before game.State
		return t.playOut(func() error {
			for i, d := range documents(t.state, game.AllSeeing(), c.Seats) {
				changed, err := copies[i].follow(d.value)
				if err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
				paths := private
				if i == 0 {
					paths = public
				} else if changed && before != nil && t.state.SamePrivate(before, game.Seat(i-1)) {
					return fmt.Errorf("%s has changed, and SamePrivate denies it", d.name)
				}
				if changed {
					addPaths(paths, "", copies[i].copy)
				}
			}
			for _, path := range slices.Sorted(maps.Keys(private)) {
				if public[path] {
					return fmt.Errorf("%s is in Private and in Public", path[1:])
				}
			}
			for seat := range game.Seat(c.Seats) {
				if err := asked[seat].follow(rules, t.state, seat); err != nil {
					return fmt.Errorf("seat %d: %w", seat, err)
				}
			}
			before = t.state.Clone()
			return nil
		})
	})
}

// patchedDocument is a client's copy of a document that is updated by patches.
type patchedDocument struct {
	value any
	text  string
	copy  any // parsed JSON
}

// follow updates the copy by a patch and reports whether the document has changed. It returns an
// error if the patched copy differs from the document.
func (p *patchedDocument) follow(now any) (bool, error) {
	written, err := text(now)
	if err != nil {
		return false, err
	}
	var change []byte
	if p.value != nil {
		if err := guard(func() error { change = patch.Diff(p.value, now); return nil }); err != nil {
			return false, fmt.Errorf("no patch can be made: %w", err)
		}
		if change == nil && written == p.text {
			return false, nil
		}
	}
	var want any
	if err := json.Unmarshal([]byte(written), &want); err != nil {
		return false, err
	}
	switch {
	case p.value == nil:
		p.copy = want
	case change != nil:
		var members any
		if err := json.Unmarshal(change, &members); err != nil {
			return false, err
		}
		p.copy = merge(p.copy, members)
	}
	p.value, p.text = now, written
	if !reflect.DeepEqual(p.copy, want) {
		return false, same("the document, and its patched copy,", written, mustText(p.copy))
	}
	return true, nil
}

// merge applies a merge patch to a document (RFC 7396). Both are parsed JSON.
func merge(document, change any) any {
	members, ok := change.(map[string]any)
	if !ok {
		return change
	}
	merged := map[string]any{}
	if before, ok := document.(map[string]any); ok {
		maps.Copy(merged, before)
	}
	for key, value := range members {
		if value == nil {
			delete(merged, key)
		} else {
			merged[key] = merge(merged[key], value)
		}
	}
	return merged
}

// addPaths adds the paths of all members of a document, at any depth, as in ".seats.s0.hand".
func addPaths(paths map[string]bool, prefix string, document any) {
	members, _ := document.(map[string]any)
	for key, value := range members {
		path := prefix + "." + key
		paths[path] = true
		addPaths(paths, path, value)
	}
}

// membersOf returns a document parsed from its JSON.
func membersOf(document any) (map[string]any, error) {
	written, err := text(document)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	err = json.Unmarshal([]byte(written), &members)
	return members, err
}

// openQuestion is a decision that a seat has not answered, in readable form.
type openQuestion struct {
	text string
	id   uint32
}

// follow returns an error if the seat's open decision has changed but kept its id.
func (q *openQuestion) follow(rules game.Rules, s game.State, seat game.Seat) error {
	var d game.Decision
	if !s.Decision(seat, &d) || d.Answered {
		q.text = ""
		return nil
	}
	before := *q
	*q = openQuestion{describe(rules, &d), d.ID}
	if before.text != "" && before.id == q.id && before.text != q.text {
		return fmt.Errorf("a question changes and keeps its id: %s, then %s", before.text, q.text)
	}
	return nil
}

// wellFormed checks the JSON of a document.
func wellFormed(data []byte) error {
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

// checkObject reads and checks an object up to its end.
func checkObject(d *json.Decoder, path string) error {
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
		// JavaScript puts numeric keys before all others.
		if key == "" || (key[0] >= '0' && key[0] <= '9') {
			return fmt.Errorf("the key %q at %q does not begin with a letter", key, path)
		}
		if keys[key] {
			return fmt.Errorf("the key %q is there twice at %q", key, path)
		}
		keys[key] = true
		if token, err = d.Token(); err != nil {
			return err
		}
		switch token {
		case nil:
			err = fmt.Errorf("null at %s.%s", path, key)
		case json.Delim('{'):
			err = checkObject(d, path+"."+key)
		case json.Delim('['):
			err = checkArray(d, path+"."+key)
		}
		if err != nil {
			return err
		}
	}
}

// checkArray reads and checks an array up to its end.
func checkArray(d *json.Decoder, path string) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim(']'):
			return nil
		case nil, json.Delim('{'), json.Delim('['):
			return fmt.Errorf("the array at %s has other elements than scalars", path)
		}
	}
}

// checkDescribe makes sure that a state can be written in readable form and, if Case.Describes is
// set, that it can be set up again from that form.
func checkDescribe(rules game.Rules, c Case) error {
	for _, bad := range []string{"", "{", "[]", `"x"`, `{"no such field":1}`} {
		if _, err := rules.Setup([]byte(bad), game.Seed{}, nil); err == nil {
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
		s, err := rules.Setup([]byte(written), game.SeedFromInt(t.rng.Uint64()), nil)
		if err != nil {
			return fmt.Errorf("its own description is refused: %w: %s", err, written)
		}
		if err := s.Check(); err != nil {
			return fmt.Errorf("its own description leads to an impossible state: %w: %s", err, written)
		}
		if err := sameView(rules, t.state, s, game.AllSeeing(), c.Seats); err != nil {
			return fmt.Errorf("before and after describing: %w", err)
		}
		return nil
	})
}
