package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
)

// checkEncoding makes sure that a saved and loaded state is the same state: equal now, and equal
// after the same answers.
func checkEncoding(rules game.Rules, c Case) error {
	return eachSample(rules, c, func(t *table) error {
		data, err := t.state.AppendBinary(nil)
		if err != nil {
			return err
		}
		more, err := t.state.AppendBinary([]byte("before"))
		if err != nil || !bytes.Equal(more, append([]byte("before"), data...)) {
			return errors.New("AppendBinary does not append")
		}
		read := slices.Clone(data)
		loaded, err := rules.Decode(read)
		if err != nil {
			return fmt.Errorf("the state's own encoding is refused: %w", err)
		}
		for i := range read {
			read[i] ^= 0xff
		}
		if again, err := loaded.AppendBinary(nil); err != nil || !bytes.Equal(again, data) {
			return fmt.Errorf(
				"the loaded state is encoded differently, or kept the memory that it was read from (%v)",
				err,
			)
		}
		if err := t.goOnAlike(t.state.Clone(), loaded, farAhead); err != nil {
			return fmt.Errorf("saved and loaded: %w", err)
		}
		return nil
	})
}

// checkDamaged makes sure that damaged data is refused or decoded to a possible state, and never
// causes a panic.
func checkDamaged(rules game.Rules, c Case) error {
	for _, empty := range [][]byte{nil, {}} {
		if err := decode(rules, empty); err == nil {
			return errors.New("a state is read from nothing")
		}
	}
	return eachSample(rules, c, func(t *table) error {
		data, err := t.state.AppendBinary(nil)
		if err != nil {
			return err
		}
		for range 64 {
			bad := slices.Clone(data)
			switch t.rng.IntN(4) {
			case 0:
				bad = bad[:t.rng.IntN(len(bad))]
			case 1:
				for range 1 + t.rng.IntN(4) {
					bad[t.rng.IntN(len(bad))] = byte(t.rng.Uint32())
				}
			case 2:
				bad[t.rng.IntN(len(bad))] ^= 1 << t.rng.IntN(8)
			default:
				bad = append(bad, bytes.Repeat([]byte{byte(t.rng.Uint32())}, 1+t.rng.IntN(9))...)
			}
			var broken *brokenError
			if err := decode(rules, bad); errors.As(err, &broken) {
				return fmt.Errorf("%w: %x", err, bad)
			}
		}
		return nil
	})
}

// brokenError reports that Decode violates its contract.
type brokenError struct{ problem any }

func (e *brokenError) Error() string { return fmt.Sprintf("Decode: %v", e.problem) }

// decode decodes a state. It returns a brokenError if Decode panics, returns an error without a
// code, or returns an impossible state.
func decode(rules game.Rules, data []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &brokenError{fmt.Sprintf("panic: %v", r)}
		}
	}()
	s, err := rules.Decode(data)
	if err != nil {
		if bad := hasCode(err, game.CodeBadState); bad != nil {
			return &brokenError{bad}
		}
		return err
	}
	if s == nil {
		return &brokenError{"no state and no error"}
	}
	if err := s.Check(); err != nil {
		return &brokenError{fmt.Errorf("an impossible state is read without an error: %w", err)}
	}
	return nil
}
