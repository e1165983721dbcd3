package spellbook

import (
	"strconv"
	"strings"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// The verbs of option keys. A is a Materia, a colour or a program, B a level.
const (
	keySkip uint8 = iota + 1
	keyBack
	keyDone
	keyDraw
	keyDoStore
	keyDoTake
	keyTake // from here on A is a Materia
	keyStore
	keyDiscard
	keyRecall
	keyPut
	keySweep
	keyPlace
	keyPay
	keyKeep
	keyGive
	keyColour // from here on A is a colour
	keyRaise
	keyLearn // from here on B is a level besides
	keyUse
	keyCopy
	keyCopyBasic // A is the program of a basic action
	keyWay       // A is the number of jokers, B a choice of triples
	numKeys
)

var keyNames = [numKeys]string{
	"", "skip", "back", "done", "draw", "do:store", "do:take",
	"take", "store", "discard", "recall", "put", "sweep", "place", "pay", "keep", "give",
	"colour", "raise", "learn", "use", "copy", "copy", "way",
}

// keyPlaces says what on the table the Materia or colour of an option belongs to.
var keyPlaces = [numKeys]string{
	keyTake: "altar:", keyStore: "pool:", keyDiscard: "pool:", keyRecall: "familiar:", keyPut: "pool:",
	keySweep: "altar:", keyPlace: "pool:", keyPay: "pool:", keyKeep: "spent:", keyGive: "altar:",
	keyRaise: "spell:", keyLearn: "spell:", keyUse: "spell:", keyCopy: "spell:",
}

var basicNames = [...]string{programTake: "take", programDraw: "draw", programStore: "store", programLearn: "learn"}

// materiaKey and colourKey name an option that is a Materia or a colour.
func materiaKey(verb uint8, m cards.Materia) game.Key { return game.Key{Verb: verb, A: uint8(m)} }

func colourKey(verb uint8, c cards.Colour) game.Key { return game.Key{Verb: verb, A: uint8(c)} }

func levelKey(verb uint8, c cards.Colour, level int) game.Key {
	return game.Key{Verb: verb, A: uint8(c), B: uint16(level)}
}

// OptionID returns the stable text id of an option, as in "learn:red:4".
func (r *rules) OptionID(k game.Key) string {
	switch {
	case k.Verb == 0 || k.Verb >= numKeys:
		return ""
	case k.Verb < keyTake:
		return keyNames[k.Verb]
	case k.Verb < keyColour:
		if k.A >= cards.NumMateria {
			return ""
		}
		return keyNames[k.Verb] + ":" + cards.Materia(k.A).String()
	case k.Verb < keyLearn:
		if k.A >= cards.NumColours {
			return ""
		}
		return keyNames[k.Verb] + ":" + cards.Colour(k.A).String()
	case k.Verb < keyCopyBasic:
		if k.A >= cards.NumColours {
			return ""
		}
		return keyNames[k.Verb] + ":" + cards.Colour(k.A).String() + ":" + strconv.Itoa(int(k.B))
	case k.Verb == keyCopyBasic:
		if int(k.A) >= len(basicNames) {
			return ""
		}
		return keyNames[k.Verb] + ":" + basicNames[k.A]
	default:
		if k.B >= uint16(numTriples) {
			return ""
		}
		id := keyNames[k.Verb] + ":" + strconv.Itoa(int(k.A))
		for r, n := range tripleRunes[k.B] {
			for range n {
				id += ":" + cards.Rune(r).String()
			}
		}
		return id
	}
}

// OptionRef returns what on the table the option refers to, as in
// "altar:red.circle" or "spell:red", or "".
func (r *rules) OptionRef(k game.Key) string {
	if k.Verb >= numKeys || keyPlaces[k.Verb] == "" {
		return ""
	}
	if k.Verb < keyColour {
		return keyPlaces[k.Verb] + cards.Materia(k.A).String()
	}
	return keyPlaces[k.Verb] + cards.Colour(k.A).String()
}

// ParseOption is the inverse of OptionID.
func (r *rules) ParseOption(id string) (game.Key, bool) {
	for verb := keySkip; verb < keyTake; verb++ {
		if keyNames[verb] == id {
			return game.Key{Verb: verb}, true
		}
	}
	name, arg, ok := strings.Cut(id, ":")
	if !ok {
		return game.Key{}, false
	}
	if name == keyNames[keyWay] {
		return parseWay(arg)
	}
	if name == keyNames[keyCopyBasic] {
		for p, basic := range basicNames {
			if basic != "" && basic == arg {
				return game.Key{Verb: keyCopyBasic, A: uint8(p)}, true
			}
		}
	}
	for verb := keyTake; verb < keyCopyBasic; verb++ {
		if keyNames[verb] != name {
			continue
		}
		if verb < keyColour {
			m, ok := cards.ParseMateria(arg)
			return materiaKey(verb, m), ok
		}
		colour, level, hasLevel := strings.Cut(arg, ":")
		c, ok := cards.ParseColour(colour)
		if !ok || hasLevel != (verb >= keyLearn) {
			return game.Key{}, false
		}
		if !hasLevel {
			return colourKey(verb, c), true
		}
		if len(level) != 1 || level[0] < '0'+cards.MinLevel || level[0] > '0'+cards.MaxLevel {
			return game.Key{}, false
		}
		return levelKey(verb, c, int(level[0]-'0')), true
	}
	return game.Key{}, false
}

// parseWay reads the jokers and the runes of the triples of a way to pay.
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
			return game.Key{Verb: keyWay, A: parts[0][0] - '0', B: uint16(t)}, true
		}
	}
	return game.Key{}, false
}
