package conformance

import (
	"math/bits"

	"archmage/internal/game"
)

// The option words.
const (
	optBid uint8 = iota + 1
	optRoll
	optSplit
	optSing
	optBack
	optPanic // toy only
	optToken
	optNote
)

var toyNotes = []string{"do", "re", "mi"}

func bidKey(card int) game.Key { return game.Key{Word: optBid, A: uint8(card)} }

// toyOptionWords defines the text ids of the options.
var toyOptionWords = game.OptionWords{
	optBid:   {Word: "bid", Arg: game.NumberA(0, toyCards-1), Ref: "hand"},
	optRoll:  {Word: "roll"},
	optSplit: {Word: "split"},
	optSing:  {Word: "sing"},
	optBack:  {Word: "back"},
	optPanic: {Word: "panic"}, // toy only
	optToken: {Word: "token", Arg: game.NameA("red", "blue")},
	optNote:  {Word: "note", Arg: game.NameA(toyNotes...)},
}

func (set *toySet) add(card uint8)    { *set |= 1 << card }
func (set *toySet) remove(card uint8) { *set &^= 1 << card }
func (set toySet) len() int           { return bits.OnesCount32(uint32(set)) }

// highest returns the highest card, or -1.
func (set toySet) highest() int { return bits.Len32(uint32(set)) - 1 }

// list returns the cards in ascending order.
func (set toySet) list() []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros32(uint32(set)))
	}
	return list
}
