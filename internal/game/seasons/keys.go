package seasons

import (
	"strconv"
	"strings"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The verbs of option keys: what an option names. The comment gives the text
// id and the meaning of the key's arguments.
const (
	optBack      uint8 = iota + 1 // back
	optCard                       // card:9      A: number of a card in a hidden zone
	optPlay                       // play:12     B: id of a card in play
	optDie                        // die:2       A: number of the die
	optEnergy                     // energy:air, energy:air@12   A: energy, B: id of the card it lies on, 0 for the reserve
	optGain                       // gain:air    A: energy from the stockpile
	optWaive                      // waive:air   A: energy struck from a cost
	optElement                    // element:air A: energy named for the Elemental Amulet
	optKind                       // kind:air    A: a kind of energy
	optSeat                       // seat:1      A: seat
	optMode                       // mode:look   A: index of modeNames
	optMove                       // move:-2     A: spaces, offset by moveOffset
	optSummon                     // summon:9    A: number of a card in hand
	optUse                        // activate:12 B: id of a card in play
	optBonus                      // bonus:draw  A: index of bonusNames
	optDraw                       // draw
	optTransmute                  // transmute
	optEnd                        // end
	optKeep                       // keep
	optDiscard                    // discard
	optReroll                     // reroll
	optReturn                     // return
	numOpts
)

// moveOffset is added to a move so that it fits an unsigned argument.
const moveOffset = 10

// The modes of cards that offer one.
const (
	modeLook uint8 = iota
	modeMill
	modeGain
	modeTransmute
	modeDraw
	modeDiscard
)

var modeNames = [...]string{"look", "mill", "gain", "transmute", "draw", "discard"}

// The bonuses of the player board.
const (
	bonusExchange uint8 = iota
	bonusTransmute
	bonusGauge
	bonusDraw
)

var bonusNames = [...]string{"exchange", "transmute", "gauge", "draw"}

// argument says how the argument of a verb is written.
type argument uint8

const (
	argNone argument = iota
	argNumber
	argID
	argEnergy
	argEnergyAt
	argMode
	argMove
	argBonus
)

// verbText says how the keys of each verb are written, and the prefix of what
// on the table they refer to.
var verbText = [numOpts]struct {
	word string
	arg  argument
	ref  string
}{
	optBack:      {"back", argNone, ""},
	optCard:      {"card", argNumber, "card"},
	optPlay:      {"play", argID, "play"},
	optDie:       {"die", argNumber, "die"},
	optEnergy:    {"energy", argEnergyAt, "energy"},
	optGain:      {"gain", argEnergy, "stock"},
	optWaive:     {"waive", argEnergy, "cost"},
	optElement:   {"element", argEnergy, "cost"},
	optKind:      {"kind", argEnergy, "stock"},
	optSeat:      {"seat", argNumber, "seat"},
	optMode:      {"mode", argMode, ""},
	optMove:      {"move", argMove, "space"},
	optSummon:    {"summon", argNumber, "card"},
	optUse:       {"activate", argID, "play"},
	optBonus:     {"bonus", argBonus, "bonus"},
	optDraw:      {"draw", argNone, "draw"},
	optTransmute: {"transmute", argNone, "rates"},
	optEnd:       {"end", argNone, ""},
	optKeep:      {"keep", argNone, ""},
	optDiscard:   {"discard", argNone, ""},
	optReroll:    {"reroll", argNone, ""},
	optReturn:    {"return", argNone, ""},
}

func argText(arg argument, k game.Key) string {
	switch arg {
	case argNumber:
		return strconv.Itoa(int(k.A))
	case argID:
		return strconv.Itoa(int(k.B))
	case argEnergy:
		return cards.Energy(k.A).String()
	case argEnergyAt:
		if k.B == 0 {
			return cards.Energy(k.A).String()
		}
		return cards.Energy(k.A).String() + "@" + strconv.Itoa(int(k.B))
	case argMode:
		return modeNames[k.A]
	case argMove:
		return strconv.Itoa(int(k.A) - moveOffset)
	default:
		return bonusNames[k.A]
	}
}

// OptionID implements game.Rules.
func (*Rules) OptionID(k game.Key) string {
	text := &verbText[k.Verb]
	if text.arg == argNone {
		return text.word
	}
	return text.word + ":" + argText(text.arg, k)
}

// OptionRef implements game.Rules.
func (*Rules) OptionRef(k game.Key) string {
	text := &verbText[k.Verb]
	if text.ref == "" || text.arg == argNone {
		return text.ref
	}
	return text.ref + ":" + argText(text.arg, k)
}

// ParseOption implements game.Rules.
func (*Rules) ParseOption(id string) (game.Key, bool) {
	word, arg, hasArg := strings.Cut(id, ":")
	for verb := range verbText {
		text := &verbText[verb]
		if text.word != word || word == "" {
			continue
		}
		if hasArg != (text.arg != argNone) {
			return game.Key{}, false
		}
		key, ok := parseArg(text.arg, arg)
		key.Verb = uint8(verb)
		return key, ok
	}
	return game.Key{}, false
}

func parseArg(arg argument, text string) (game.Key, bool) {
	switch arg {
	case argNone:
		return game.Key{}, true
	case argNumber:
		n, ok := parseNumber(text, 0, 255)
		return game.Key{A: uint8(n)}, ok
	case argID:
		n, ok := parseNumber(text, 1, 65535)
		return game.Key{B: uint16(n)}, ok
	case argEnergy:
		e, ok := parseName(text, energyNames[:])
		return game.Key{A: e}, ok
	case argEnergyAt:
		energy, card, hasCard := strings.Cut(text, "@")
		e, ok := parseName(energy, energyNames[:])
		if !ok || !hasCard {
			return game.Key{A: e}, ok
		}
		id, ok := parseNumber(card, 1, 65535)
		return game.Key{A: e, B: uint16(id)}, ok
	case argMode:
		m, ok := parseName(text, modeNames[:])
		return game.Key{A: m}, ok
	case argMove:
		n, ok := parseNumber(text, -3, 3)
		return game.Key{A: uint8(n + moveOffset)}, ok
	default:
		b, ok := parseName(text, bonusNames[:])
		return game.Key{A: b}, ok
	}
}

var energyNames = [...]string{
	cards.Air.String(), cards.Water.String(), cards.Fire.String(), cards.Earth.String(),
}

// parseNumber reads a whole number written in its one usual way.
func parseNumber(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high || strconv.Itoa(n) != text {
		return 0, false
	}
	return n, true
}

func parseName(text string, names []string) (uint8, bool) {
	for i, name := range names {
		if name == text {
			return uint8(i), true
		}
	}
	return 0, false
}

// The keys of options that are made in several places.

func cardKey(number uint8) game.Key { return game.Key{Verb: optCard, A: number} }

func playKey(id uint16) game.Key { return game.Key{Verb: optPlay, B: id} }

func energyKey(e cards.Energy, id uint16) game.Key {
	return game.Key{Verb: optEnergy, A: uint8(e), B: id}
}
