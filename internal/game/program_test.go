package game

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// count is a frame of a program that appends its number to a list.
type count struct {
	Cursor
	Number uint8
}

func carryCount(c *Codec, f *count) {
	f.Cursor.Transfer(c, 9)
	Transfer(c, &f.Number, 0, 9)
}

// A program that is started twice runs each time before the program that started it continues.
func TestStackRunsWhatWasStartedFirst(t *testing.T) {
	var stack Stack[count]
	var seen []uint8
	run := func(f *count) Flow {
		if f.Number == 2 {
			seen = append(seen, 2)
			return Next
		}
		f.Begin(2)
		if f.Remaining == 0 {
			seen = append(seen, f.Step)
			return Next
		}
		f.Remaining--
		stack.Push(count{Number: 2})
		return Stay
	}
	stack.Push(count{Number: 1})
	for stack.Len() > 0 {
		f := stack.Top()
		if ops := 3 - int(f.Number); f.Done(ops) {
			stack.Pop()
			continue
		}
		stack.Settle(&f.Cursor, run(f))
	}
	require.Equal(t, []uint8{2, 2, 0, 2, 2, 1}, seen)
}

func TestStackDropsAndCuts(t *testing.T) {
	var stack Stack[count]
	for n := range uint8(4) {
		stack.Push(count{Number: n})
	}
	stack.Settle(&stack.Top().Cursor, Drop)
	require.Equal(t, uint8(2), stack.Top().Number)
	stack.Settle(&stack.Top().Cursor, Stay)
	require.Equal(t, count{Number: 2}, *stack.Top())
	stack.Cut(1)
	require.Equal(t, []count{{Number: 0}}, stack.All())
}

func TestStackHasALimit(t *testing.T) {
	var stack Stack[count]
	for range MaxFrames {
		stack.Push(count{})
	}
	require.Panics(t, func() { stack.Push(count{}) })
}

func TestStackIsCarried(t *testing.T) {
	var stack, again Stack[count]
	stack.Push(count{Number: 3})
	stack.Push(count{Cursor: Cursor{Step: 4, Remaining: 5, Begun: true}, Number: 6})
	c := NewEncoder(nil, 1)
	stack.Transfer(&c, carryCount)
	data, err := c.End()
	require.NoError(t, err)
	c = NewDecoder(data, 1)
	again.Transfer(&c, carryCount)
	_, err = c.End()
	require.NoError(t, err)
	require.Equal(t, stack, again)

	data[1] = 2 * (MaxFrames + 1) // one frame too many
	c = NewDecoder(data, 1)
	again.Transfer(&c, carryCount)
	_, err = c.End()
	require.ErrorContains(t, err, "out of range")
}
