package seasons

import (
	"strconv"
	"strings"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The option words. The comment shows the text id and the meaning of the key's arguments.
const (
	optBack      uint8 = iota + 1 // back
	optCard                       // card:9      A: number of a card in a hidden zone
	optPlay                       // play:12     B: id of a card in play
	optDie                        // die:2       A: number of the die
	optEnergy                     // energy:air@12   A: energy, B: id of the card it lies on; energy:air: B is 0
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
)

// moveOffset is added to a move so that it fits in an unsigned argument.
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

// optionWords defines the text ids of the options and the elements of the table that they refer to.
var optionWords = game.OptionWords{
	optBack:      {Word: "back"},
	optCard:      {Word: "card", Arg: anyNumber, Ref: "card"},
	optPlay:      {Word: "play", Arg: anyID, Ref: "play"},
	optDie:       {Word: "die", Arg: anyNumber, Ref: "die"},
	optEnergy:    {Word: "energy", Arg: energyAt, Ref: "energy"},
	optGain:      {Word: "gain", Arg: anyEnergy, Ref: "stock"},
	optWaive:     {Word: "waive", Arg: anyEnergy, Ref: "cost"},
	optElement:   {Word: "element", Arg: anyEnergy, Ref: "cost"},
	optKind:      {Word: "kind", Arg: anyEnergy, Ref: "stock"},
	optSeat:      {Word: "seat", Arg: anyNumber, Ref: "seat"},
	optMode:      {Word: "mode", Arg: game.NameA(modeNames[:]...)},
	optMove:      {Word: "move", Arg: spaces, Ref: "space"},
	optSummon:    {Word: "summon", Arg: anyNumber, Ref: "card"},
	optUse:       {Word: "activate", Arg: anyID, Ref: "play"},
	optBonus:     {Word: "bonus", Arg: game.NameA(bonusNames[:]...), Ref: "bonus"},
	optDraw:      {Word: "draw", Ref: "draw"},
	optTransmute: {Word: "transmute", Ref: "rates"},
	optEnd:       {Word: "end"},
	optKeep:      {Word: "keep"},
	optDiscard:   {Word: "discard"},
	optReroll:    {Word: "reroll"},
	optReturn:    {Word: "return"},
}

// The arguments of options.
var (
	anyNumber = game.NumberA(0, 255)
	anyID     = game.NumberB(1, 65535)
	anyEnergy = game.NameA(
		cards.Air.String(), cards.Water.String(), cards.Fire.String(), cards.Earth.String())
	// energyAt writes an energy and the id of the card on which the token lies.
	energyAt = game.Argument{
		Text: func(k game.Key) string {
			if k.B == 0 {
				return anyEnergy.Text(k)
			}
			return anyEnergy.Text(k) + "@" + anyID.Text(k)
		},
		Parse: func(text string) (game.Key, bool) {
			energy, id, onCard := strings.Cut(text, "@")
			key, ok := anyEnergy.Parse(energy)
			if !ok || !onCard {
				return key, ok
			}
			card, ok := anyID.Parse(id)
			key.B = card.B
			return key, ok
		},
	}
	// spaces writes a move of -3 to 3 spaces.
	spaces = game.Argument{
		Text: func(k game.Key) string { return strconv.Itoa(int(k.A) - moveOffset) },
		Parse: func(text string) (game.Key, bool) {
			n, err := strconv.Atoi(text)
			return game.Key{A: uint8(n + moveOffset)}, err == nil && n >= -3 && n <= 3
		},
	}
)

// The keys of options that several places make.

func cardKey(number uint8) game.Key { return game.Key{Word: optCard, A: number} }

func playKey(id uint16) game.Key { return game.Key{Word: optPlay, B: id} }

func energyKey(e cards.Energy, id uint16) game.Key {
	return game.Key{Word: optEnergy, A: uint8(e), B: id}
}
