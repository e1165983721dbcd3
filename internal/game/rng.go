package game

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Seed decides every random event of a match. It is secret until the match is over.
type Seed [32]byte

// Stream returns the random stream of one source of chance, such as the deck or the dice of a
// round. The streams of different sources, or of different numbers of one source, are independent:
// the output of one reveals nothing about another. A source is a word without spaces.
func (s *Seed) Stream(source string, numbers ...int) *RNG {
	var memory [64]byte
	message := append(memory[:0], s[:]...)
	message = append(append(message, source...), 0)
	for _, n := range numbers {
		message = binary.BigEndian.AppendUint32(message, uint32(n))
	}
	r := new(RNG)
	r.stream.Seed(sha256.Sum256(message))
	return r
}

// SeedFromInt returns the seed for a small number, for tools and tests.
func SeedFromInt(n uint64) Seed {
	var s Seed
	for i := range 8 {
		s[i] = byte(n >> (8 * i))
	}
	return s
}

// MarshalText writes the seed as 64 hexadecimal digits.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (s *Seed) UnmarshalText(text []byte) error {
	if len(text) != 2*len(s) {
		return fmt.Errorf("a seed has %d hexadecimal digits", 2*len(s))
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// RNG is a ChaCha8 random stream with a position. It is plain data: assignment copies it. The
// bounded draw and the shuffle are implemented here and never change, so that old records replay
// the same with every version of Go.
type RNG struct{ stream rand.ChaCha8 }

// NewRNG returns the stream of the seed, at its start.
func NewRNG(seed Seed) (r RNG) {
	r.stream.Seed(seed)
	return r
}

// Uint64 returns the next 64 bits of the stream.
func (r *RNG) Uint64() uint64 { return r.stream.Uint64() }

// IntN returns a number from 0 to n-1, each equally likely. n must be at least 1.
func (r *RNG) IntN(n int) int {
	if n < 1 {
		panic("game: IntN of less than 1")
	}
	// Multiply and take the high word. Draw again if the low word is in the biased range.
	bound := uint64(n)
	high, low := bits.Mul64(r.stream.Uint64(), bound)
	if low < bound {
		for biased := -bound % bound; low < biased; {
			high, low = bits.Mul64(r.stream.Uint64(), bound)
		}
	}
	return int(high)
}

// Seed draws a seed. [State.Sample] uses it to replace the seed of a match.
func (r *RNG) Seed() (seed Seed) {
	for i := 0; i < len(seed); i += 8 {
		binary.LittleEndian.PutUint64(seed[i:], r.Uint64())
	}
	return seed
}

// Shuffle puts the list into a random order. All orders are equally likely.
func Shuffle[T any](r *RNG, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// AppendBinary appends the seed and the position of the stream.
func (r *RNG) AppendBinary(b []byte) ([]byte, error) { return r.stream.AppendBinary(b) }

// UnmarshalBinary decodes what AppendBinary encoded.
func (r *RNG) UnmarshalBinary(data []byte) error { return r.stream.UnmarshalBinary(data) }
