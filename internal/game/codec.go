package game

import (
	"encoding/binary"
	"math"

	"archmage/internal/coded"
)

// Codec encodes the fields of a state, or decodes them. A game has one function that visits every
// field, for both directions:
//
//	c := game.NewEncoder(b, version)
//	s.visit(&c)
//	return c.End()
//
// After the first error, a decoder changes nothing more, and End returns the error.
type Codec struct {
	data     []byte
	decoding bool
	err      error
}

// NewEncoder returns a codec that appends the version and then a state to b.
func NewEncoder(b []byte, version uint8) Codec { return Codec{data: append(b, version)} }

// NewDecoder returns a codec that decodes a state. It records an error if the state has another
// version.
func NewDecoder(data []byte, version uint8) Codec {
	c := Codec{data: data, decoding: true}
	if head := c.consume(1); head != nil && head[0] != version {
		c.Fail("a state of another version")
	}
	return c
}

// End returns the encoded bytes, or the first error, with [CodeBadState]. A decoder fails if bytes
// are left over.
func (c *Codec) End() ([]byte, error) {
	if c.decoding && len(c.data) > 0 {
		c.Fail("the state is longer than it should be")
	}
	if c.err != nil {
		return nil, c.err
	}
	return c.data, nil
}

// Decoding reports whether the codec decodes.
func (c *Codec) Decoding() bool { return c.decoding }

// Failed reports whether an error is recorded.
func (c *Codec) Failed() bool { return c.err != nil }

// Fail records an error with [CodeBadState], unless an error is already recorded.
func (c *Codec) Fail(text string) {
	if c.err == nil {
		c.err = coded.Errorf(CodeBadState, "%s", text)
	}
}

// consume removes the first n bytes of the data and returns them. If fewer remain, it records an
// error and returns nil.
func (c *Codec) consume(n int) []byte {
	if c.err != nil || len(c.data) < n {
		c.Fail("the state ends too early")
		return nil
	}
	part := c.data[:n]
	c.data = c.data[n:]
	return part
}

// Transfer encodes or decodes an integer. A decoder records an error for a value below low or above
// high.
func Transfer[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32](c *Codec, n *T, low, high T) {
	if !c.decoding {
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

// Flags encodes or decodes up to eight booleans in one byte.
func (c *Codec) Flags(flags ...*bool) {
	if !c.decoding {
		b := byte(0)
		for i, flag := range flags {
			if *flag {
				b |= 1 << i
			}
		}
		c.data = append(c.data, b)
		return
	}
	if part := c.consume(1); part != nil {
		if part[0]>>len(flags) != 0 {
			c.Fail("a flag that does not exist")
			return
		}
		for i, flag := range flags {
			*flag = part[0]>>i&1 == 1
		}
	}
}

// Raw encodes or decodes all bytes of the list, without their number.
func (c *Codec) Raw(list []byte) {
	if !c.decoding {
		c.data = append(c.data, list...)
		return
	}
	copy(list, c.consume(len(list)))
}

// List encodes or decodes n and the first n bytes of a list.
func (c *Codec) List(list []byte, n *uint8) {
	Transfer(c, n, 0, uint8(min(len(list), math.MaxUint8)))
	if c.err == nil {
		c.Raw(list[:*n])
	}
}

// Uint64 encodes or decodes 64 bits.
func (c *Codec) Uint64(n *uint64) {
	if !c.decoding {
		c.data = binary.LittleEndian.AppendUint64(c.data, *n)
		return
	}
	if part := c.consume(8); part != nil {
		*n = binary.LittleEndian.Uint64(part)
	}
}

// Seed encodes or decodes a seed.
func (c *Codec) Seed(seed *Seed) { c.Raw(seed[:]) }

// RNG encodes or decodes a random stream with its position.
func (c *Codec) RNG(rng *RNG) {
	if !c.decoding {
		start := len(c.data)
		data, err := rng.AppendBinary(append(c.data, 0))
		if err != nil || len(data)-start-1 > math.MaxUint8 {
			c.Fail("the random stream cannot be encoded")
			return
		}
		c.data = data
		c.data[start] = byte(len(data) - start - 1)
		return
	}
	if length := c.consume(1); length != nil {
		if part := c.consume(int(length[0])); part != nil && rng.UnmarshalBinary(part) != nil {
			c.Fail("the random stream cannot be read")
		}
	}
}
