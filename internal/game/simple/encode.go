package simple

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// encodingVersion is the first byte of an encoded match.
const encodingVersion = 1

// headerSize is the number of bytes before the JSON of a match: the version, the seed, and the CRC-32 of the
// JSON, which tells damaged data from a match.
const headerSize = 1 + len(game.Seed{}) + crc32.Size

// AppendBinary implements [game.State]. After the header comes the JSON of [data].
func (s *state[M]) AppendBinary(b []byte) ([]byte, error) {
	text, err := json.Marshal(&s.data)
	if err != nil {
		return nil, err
	}
	b = append(b, encodingVersion)
	b = append(b, s.seed[:]...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(text))
	return append(b, text...), nil
}

// Decode implements [game.Rules].
func (r *rules[M]) Decode(encoded []byte) (game.State, error) {
	if len(encoded) < headerSize || encoded[0] != encodingVersion {
		return nil, coded.Errorf(game.CodeBadState, "no match of this version")
	}
	header, text := encoded[:headerSize], encoded[headerSize:]
	s := &state[M]{rules: r, seed: game.Seed(header[1 : 1+len(game.Seed{})])}
	if binary.BigEndian.Uint32(header[headerSize-crc32.Size:]) != crc32.ChecksumIEEE(text) {
		return nil, coded.Errorf(game.CodeBadState, "the match is damaged")
	}
	if err := decodeStrictly(text, &s.data); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	return s, nil
}

// decodeStrictly reads JSON without unknown members.
func decodeStrictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if decoder.More() {
		return coded.Errorf(game.CodeBadState, "text after the end of the match")
	}
	return nil
}

// Describe implements [game.State].
func (s *state[M]) Describe() any { return s.data }

// Setup implements [game.Rules]. A position needs only its seats and its match.
func (r *rules[M]) Setup(text []byte, seed game.Seed, _ *game.Step) (game.State, error) {
	s := &state[M]{rules: r, seed: seed}
	if err := game.ReadSetup(text, &s.data); err != nil {
		return nil, err
	}
	if s.Asked == [game.MaxSeats]uint32{} {
		if err := s.Check(); err == nil {
			s.countAsked()
		}
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return s, nil
}
