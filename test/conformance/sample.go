package conformance

import (
	"bytes"
	"errors"
	"fmt"

	"archmage/internal/game"
)

// checkSample makes sure that a sampled state looks the same as the true state to its viewer, that
// sampling replaces the secrets, and that the sample does not depend on them.
func checkSample(rules game.Rules, c Case) error {
	changed := 0
	err := eachSample(rules, c, func(t *table) error {
		for _, v := range watchers(c.Seats) {
			differs, err := sampleFor(t, v)
			if err != nil {
				return fmt.Errorf("sampled for %s: %w", nameOf(v), err)
			}
			if differs {
				changed++
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case c.NoSecrets && changed > 0:
		return errors.New("there are secrets in a case that says that there are none")
	case !c.NoSecrets && changed == 0:
		return errors.New("no sampled state differs from the true one: nothing was tested")
	}
	return nil
}

// sampleFor samples the state of t for a viewer. It reports whether the secrets of the sample differ
// from the true ones.
func sampleFor(t *table, v game.Viewer) (bool, error) {
	stream := newStream(t.rng)
	other := t.state.Sample(v, &stream)
	if err := other.Check(); err != nil {
		return false, fmt.Errorf("an impossible state: %w", err)
	}
	if err := sameView(t.rules, t.state, other, v, t.c.Seats); err != nil {
		return false, fmt.Errorf("the true state and the sampled one: %w", err)
	}
	if !t.isOver() {
		if err := checkSeedReplaced(t.seed, t.state, other); err != nil {
			return false, err
		}
	}
	streamA := newStream(t.rng)
	streamB := streamA
	if game.Hash(t.state.Sample(v, &streamA)) != game.Hash(other.Sample(v, &streamB)) {
		return false, errors.New(
			"two states that look the same are sampled differently from the same stream: sampling depends on secrets",
		)
	}
	return mustText(t.state.Describe()) != mustText(other.Describe()), nil
}

// checkSeedReplaced returns an error if the sampled state still contains the seed of the match or one of
// its random streams, which would reveal every future die. It recognises them as [game.Codec]
// encodes them.
func checkSeedReplaced(seed game.Seed, a, b game.State) error {
	sampled, err := b.AppendBinary(nil)
	if err != nil {
		return err
	}
	for _, secret := range append(streams(a), seed[:]) {
		if bytes.Contains(sampled, secret) {
			return errors.New("the sampled state has the true seed, or a stream of it")
		}
	}
	return nil
}

// streams returns the keys of the random streams in the encoding of a state.
func streams(s game.State) [][]byte {
	data, err := s.AppendBinary(nil)
	if err != nil {
		return nil
	}
	rng := game.NewRNG(game.Seed{})
	example, err := rng.AppendBinary(nil)
	if err != nil {
		return nil
	}
	name, _, _ := bytes.Cut(example, []byte(":"))
	var list [][]byte
	for start := 0; ; {
		next := bytes.Index(data[start:], append(name, ':'))
		if next < 0 || start+next+len(example) > len(data) {
			return list
		}
		start += next
		// The position can be the same by chance, but the key cannot.
		list = append(list, data[start+len(example)-len(game.Seed{}):start+len(example)])
		start += len(example)
	}
}
