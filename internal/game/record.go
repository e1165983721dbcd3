package game

import (
	"archmage/internal/coded"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

// Hash returns the fingerprint of a state: 16 hexadecimal digits, the first 8
// bytes of the SHA-256 of its encoding. Equal states have equal hashes. It
// depends on every secret of the state and is never shown to a client.
func Hash(s State) string {
	buffer := hashBuffers.Get().(*[]byte)
	defer hashBuffers.Put(buffer)
	data, err := s.AppendBinary((*buffer)[:0])
	if err != nil {
		panic(fmt.Sprintf("game: a state that cannot be encoded: %v", err))
	}
	*buffer = data
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// hashBuffers are for encoded states, as every move needs one.
var hashBuffers = sync.Pool{New: func() any { return new([]byte) }}

// Record is a match from its start: everything that is needed to play it
// again. It encodes as JSON.
type Record struct {
	Game string `json:"game"`
	// Version is the rules version that the match was played with.
	Version int          `json:"version"`
	Options MatchOptions `json:"options"`
	Seats   int          `json:"players"`
	Seed    Seed         `json:"seed"`
	// Start is the hash of the state before the first input.
	Start  string  `json:"start"`
	Inputs []Input `json:"inputs"`
}

// Input is one answer of a [Record].
type Input struct {
	Seat     Seat       `json:"seat"`
	Decision uint32     `json:"decision"`
	Picks    []PickText `json:"answer"`
	// Hash is the hash of the state after the answer; "" is not compared.
	Hash string `json:"hash,omitempty"`
}

// NewRecord starts the record of a match and the match itself.
func NewRecord(rules Rules, options MatchOptions, seats int, seed Seed) (*Record, State, error) {
	s, err := rules.New(options, seats, NewRNG(seed))
	if err != nil {
		return nil, nil, err
	}
	info := rules.Info()
	return &Record{
		Game: info.ID, Version: info.Version, Options: options, Seats: seats, Seed: seed, Start: Hash(s),
	}, s, nil
}

// Add appends an answer to the record. before is the decision that it
// answered, after the state that it led to.
func (r *Record) Add(rules Rules, before *Decision, picks []Pick, after State) {
	r.Inputs = append(r.Inputs, Input{
		Seat: before.Seat, Decision: before.ID, Picks: before.PicksText(rules, picks), Hash: Hash(after),
	})
}

// Replay plays a record again and returns the state it ends in. It fails with
// [CodeBadRecord] at the first answer that does not apply or whose state hash
// differs. after, if not nil, is called after every answer with its number,
// counted from 0.
func Replay(rules Rules, r *Record, after func(input int, s State, step *Step)) (State, error) {
	info := rules.Info()
	if r.Game != info.ID || r.Version != info.Version {
		return nil, coded.Errorf(CodeBadRecord, "the record is of %s version %d, not %s version %d", r.Game, r.Version, info.ID, info.Version)
	}
	s, err := rules.New(r.Options, r.Seats, NewRNG(r.Seed))
	if err != nil {
		return nil, coded.Errorf(CodeBadRecord, "the match cannot start: %v", err)
	}
	if hash := Hash(s); r.Start != "" && hash != r.Start {
		return nil, coded.Errorf(CodeBadRecord, "the start has hash %s, not %s", hash, r.Start)
	}
	var d Decision
	var step Step
	for i, input := range r.Inputs {
		if !s.Decision(input.Seat, &d) {
			return s, coded.Errorf(CodeBadRecord, "input %d: seat %d is not asked anything", i, input.Seat)
		}
		picks, err := d.PicksFromText(rules, input.Picks)
		if err != nil {
			return s, coded.Errorf(CodeBadRecord, "input %d: %v", i, err)
		}
		step.Reset()
		if err := s.Apply(input.Seat, Answer{Decision: input.Decision, Picks: picks}, &step); err != nil {
			return s, coded.Errorf(CodeBadRecord, "input %d: %v", i, err)
		}
		if hash := Hash(s); input.Hash != "" && hash != input.Hash {
			return s, coded.Errorf(CodeBadRecord, "input %d leads to hash %s, not %s", i, hash, input.Hash)
		}
		if after != nil {
			after(i, s, &step)
		}
	}
	return s, nil
}
