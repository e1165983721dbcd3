package spellbook

import (
	"strconv"
	"strings"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// The option words. Unless a comment says otherwise, A is a Materia, a colour or a program, and B a
// level.
const (
	optSkip uint8 = iota + 1
	optBack
	optDone
	optDraw
	optDo   // A is doStore or doTake
	optTake // from here on A is a Materia
	optStore
	optDiscard
	optRecall
	optPut
	optSweep
	optPlace
	optPay
	optKeep
	optGive
	optColour // from here on A is a colour
	optRaise
	optLearn // from here on A is a colour and B a level
	optUse
	optCopy
	optCopyBasic // A is the program of a basic action
	optWay       // A is the number of jokers, B a choice of triples
	numOptions
)

// The options of the question "choose".
const (
	doStore uint8 = iota
	doTake
)

var basicNames = [...]string{programTake: "take", programDraw: "draw", programStore: "store", programLearn: "learn"}

// The arguments of options.
var (
	materiaArg = game.NameA(cards.MateriaNames[:]...)
	colourArg  = game.NameA(cards.ColourNames[:]...)
	anyLevel   = game.NumberB(cards.MinLevel, cards.MaxLevel)
	levelArg   = game.Argument{
		Text: func(k game.Key) string {
			return colourArg.Text(k) + ":" + strconv.Itoa(int(k.B))
		},
		Parse: func(text string) (game.Key, bool) {
			colour, number, _ := strings.Cut(text, ":")
			key, ok := colourArg.Parse(colour)
			level, isLevel := anyLevel.Parse(number)
			key.B = level.B
			return key, ok && isLevel
		},
	}
	wayArg = game.Argument{Text: wayText, Parse: parseWay}
)

// optionWords defines the text ids of the options, and the pieces on the table to which they refer.
var optionWords = game.OptionWords{
	optSkip:      {Word: "skip"},
	optBack:      {Word: "back"},
	optDone:      {Word: "done"},
	optDraw:      {Word: "draw"},
	optDo:        {Word: "do", Arg: game.NameA("store", "take")},
	optTake:      {Word: "take", Arg: materiaArg, Ref: "altar"},
	optStore:     {Word: "store", Arg: materiaArg, Ref: "pool"},
	optDiscard:   {Word: "discard", Arg: materiaArg, Ref: "pool"},
	optRecall:    {Word: "recall", Arg: materiaArg, Ref: "familiar"},
	optPut:       {Word: "put", Arg: materiaArg, Ref: "pool"},
	optSweep:     {Word: "sweep", Arg: materiaArg, Ref: "altar"},
	optPlace:     {Word: "place", Arg: materiaArg, Ref: "pool"},
	optPay:       {Word: "pay", Arg: materiaArg, Ref: "pool"},
	optKeep:      {Word: "keep", Arg: materiaArg, Ref: "spent"},
	optGive:      {Word: "give", Arg: materiaArg, Ref: "altar"},
	optColour:    {Word: "colour", Arg: colourArg},
	optRaise:     {Word: "raise", Arg: colourArg, Ref: "spell"},
	optLearn:     {Word: "learn", Arg: levelArg, Ref: "spell", RefArg: colourArg},
	optUse:       {Word: "use", Arg: levelArg, Ref: "spell", RefArg: colourArg},
	optCopy:      {Word: "copy", Arg: levelArg, Ref: "spell", RefArg: colourArg},
	optCopyBasic: {Word: "copy", Arg: game.NameA(basicNames[:]...)},
	optWay:       {Word: "way", Arg: wayArg},
}

func materiaKey(opt uint8, m cards.Materia) game.Key { return game.Key{Word: opt, A: uint8(m)} }

func colourKey(opt uint8, c cards.Colour) game.Key { return game.Key{Word: opt, A: uint8(c)} }

func levelKey(opt uint8, c cards.Colour, level int) game.Key {
	return game.Key{Word: opt, A: uint8(c), B: uint16(level)}
}

// wayText returns the text of a payment: the number of jokers and the runes of the triples.
func wayText(k game.Key) string {
	if k.B >= uint16(numTriples) {
		return ""
	}
	text := strconv.Itoa(int(k.A))
	for r, n := range tripleRunes[k.B] {
		for range n {
			text += ":" + cards.Rune(r).String()
		}
	}
	return text
}

// parseWay parses the text of wayText.
func parseWay(arg string) (game.Key, bool) {
	parts := strings.Split(arg, ":")
	if len(parts[0]) != 1 || parts[0][0] < '0' || parts[0][0] > '0'+maxJokers {
		return game.Key{}, false
	}
	var count [cards.NumRunes]uint8
	last := cards.Rune(0)
	for _, part := range parts[1:] {
		r, ok := cards.ParseRune(part)
		if !ok || r < last || len(parts) > 3 {
			return game.Key{}, false
		}
		count[r]++
		last = r
	}
	for t, runes := range tripleRunes {
		if runes == count {
			return game.Key{Word: optWay, A: parts[0][0] - '0', B: uint16(t)}, true
		}
	}
	return game.Key{}, false
}
