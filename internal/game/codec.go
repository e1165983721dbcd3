package game

import (
	"encoding/binary"
	"math"

	"archmage/internal/coded"
)

// Codec carries the fields of a state to their binary form or back. One function
// of a game visits every field, for both directions:
//
//	c := game.NewEncoder(b, version)
//	s.visit(&c)
//	return c.End()
//
// After the first error all further fields are left as they are.
type Codec struct {
	data    []byte
	reading bool
	err     error
}

// NewEncoder returns a codec that appends a state of the version to b.
func NewEncoder(b []byte, version uint8) Codec { return Codec{data: append(b, version)} }

// NewDecoder returns a codec that reads a state, which must be of the version.
func NewDecoder(data []byte, version uint8) Codec {
	c := Codec{data: data, reading: true}
	if head := c.next(1); head != nil && head[0] != version {
		c.Fail("a state of another version")
	}
	return c
}

// End returns what was encoded, or the first error, which has [CodeBadState].
// What is decoded must have been read to its end.
func (c *Codec) End() ([]byte, error) {
	if c.reading && len(c.data) > 0 {
		c.Fail("the state is longer than it should be")
	}
	if c.err != nil {
		return nil, c.err
	}
	return c.data, nil
}

// Reading reports whether the codec decodes.
func (c *Codec) Reading() bool { return c.reading }

// Failed reports whether there was an error.
func (c *Codec) Failed() bool { return c.err != nil }

// Fail notes an error, unless there was one before.
func (c *Codec) Fail(text string) {
	if c.err == nil {
		c.err = coded.Errorf(CodeBadState, "%s", text)
	}
}

// next returns the next n bytes that are read, or nil if they are not there.
func (c *Codec) next(n int) []byte {
	if c.err != nil || len(c.data) < n {
		c.Fail("the state ends too early")
		return nil
	}
	part := c.data[:n]
	c.data = c.data[n:]
	return part
}

// Carry carries a whole number from low to high.
func Carry[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32](c *Codec, n *T, low, high T) {
	if !c.reading {
		c.data = binary.AppendVarint(c.data, int64(*n))
		return
	}
	if c.err != nil {
		return
	}
	value, size := binary.Varint(c.data)
	if size <= 0 || value < int64(low) || value > int64(high) {
		c.Fail("a number is out of range")
		return
	}
	c.data = c.data[size:]
	*n = T(value)
}

// Flags carries up to eight booleans in one byte.
func (c *Codec) Flags(flags ...*bool) {
	if !c.reading {
		b := byte(0)
		for i, flag := range flags {
			if *flag {
				b |= 1 << i
			}
		}
		c.data = append(c.data, b)
		return
	}
	if part := c.next(1); part != nil {
		if part[0]>>len(flags) != 0 {
			c.Fail("a flag that does not exist")
			return
		}
		for i, flag := range flags {
			*flag = part[0]>>i&1 == 1
		}
	}
}

// Raw carries bytes as they are, always as many.
func (c *Codec) Raw(list []byte) {
	if !c.reading {
		c.data = append(c.data, list...)
		return
	}
	copy(list, c.next(len(list)))
}

// List carries the first n bytes of a list, and n.
func (c *Codec) List(list []byte, n *uint8) {
	Carry(c, n, 0, uint8(min(len(list), math.MaxUint8)))
	if c.err == nil {
		c.Raw(list[:*n])
	}
}

// Uint64 carries 64 bits.
func (c *Codec) Uint64(n *uint64) {
	if !c.reading {
		c.data = binary.LittleEndian.AppendUint64(c.data, *n)
		return
	}
	if part := c.next(8); part != nil {
		*n = binary.LittleEndian.Uint64(part)
	}
}

// Seed carries a seed.
func (c *Codec) Seed(seed *Seed) { c.Raw(seed[:]) }

// RNG carries a random stream.
func (c *Codec) RNG(rng *RNG) {
	if !c.reading {
		at := len(c.data)
		data, err := rng.AppendBinary(append(c.data, 0))
		if err != nil || len(data)-at-1 > math.MaxUint8 {
			c.Fail("the random stream cannot be encoded")
			return
		}
		c.data = data
		c.data[at] = byte(len(data) - at - 1)
		return
	}
	if length := c.next(1); length != nil {
		if part := c.next(int(length[0])); part != nil && rng.UnmarshalBinary(part) != nil {
			c.Fail("the random stream cannot be read")
		}
	}
}
