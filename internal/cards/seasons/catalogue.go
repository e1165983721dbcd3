// Package seasons is the catalogue of Seasons: the facts printed on its 50
// power cards and 20 season dice, the preset decks, the transmutation chart,
// and the names and texts of the cards in English and French.
//
// It knows no rules and imports nothing of the project. Everything in it is
// read once from the embedded JSON files and never changes afterwards. Titles
// in quotation marks below are sections of the game's rulebook.
package seasons

// Energy is one of the four kinds of energy ("Energy").
type Energy uint8

// The energies, in the order used by every table of the game.
const (
	Air Energy = iota
	Water
	Fire
	Earth
)

// Energies lists the four energies in order.
var Energies = [4]Energy{Air, Water, Fire, Earth}

var energyNames = [4]string{"air", "water", "fire", "earth"}

// String returns the energy's stable id: "air", "water", "fire" or "earth".
func (e Energy) String() string { return energyNames[e] }

// Season is a quarter of the season wheel ("The game board and its tokens").
type Season uint8

// The seasons in the order of the wheel; a year starts in winter.
const (
	Winter Season = iota
	Spring
	Summer
	Fall
)

var seasonNames = [4]string{"winter", "spring", "summer", "fall"}

// String returns the season's stable id: "winter", "spring", "summer" or "fall".
func (s Season) String() string { return seasonNames[s] }

// Kind tells a magic item from a familiar ("The power cards").
type Kind uint8

// The two kinds of power card.
const (
	Item Kind = iota
	Familiar
)

// String returns the kind's stable id: "item" or "familiar".
func (k Kind) String() string {
	if k == Familiar {
		return "familiar"
	}
	return "item"
}

// Edition is the printing whose card texts and costs are in force. The zero
// value is the first, which the rulebook describes.
type Edition uint8

// The editions; the second changes three cards.
const (
	First Edition = iota
	Second
)

// NumCards is the number of different power cards; two copies of each exist
// ("The power cards").
const NumCards = 50

// BasicCards is the number of the last card of the basic set, cards 1 to 30
// ("Choose the game's difficulty level").
const BasicCards = 30

// DicePerSeason is the number of dice of one season's colour ("The season dice").
const DicePerSeason = 5

// Cost is what summoning a card from the hand takes ("Summoning a power card").
type Cost struct {
	// Energy counts the tokens to pay, by energy; 0 to 6 in all.
	Energy [4]uint8
	// Crystals to pay, 0 to 20.
	Crystals int
}

// Card holds the facts printed on one power card ("The power cards").
type Card struct {
	// Number is the printed number, 1 to 50.
	Number int
	// Kind is magic item or familiar.
	Kind Kind
	// Prestige is the printed number of points, -10 to 30.
	Prestige int
	// AnyEnergies marks the Elemental Amulet, whose cost is 1 to 4 different
	// energies of the player's choice; its Cost is then empty.
	AnyEnergies bool
	// Enter, Permanent and Activate tell which kinds of effect the first
	// edition's card bears ("The types of effects of power cards"). In the
	// second edition the Idol of the Familiar has an entering effect as well.
	Enter, Permanent, Activate bool
	// AtEnd marks a permanent effect that counts at the end of the match alone.
	// Lends: the owner may pay with the tokens on the card. Tolls: who summons
	// a card pays the owner a crystal.
	AtEnd, Lends, Tolls bool

	costs [2][3]Cost // by edition, then by players - 2
}

// Cost returns the summoning cost in a game of the given number of players, 2
// to 4; it panics on any other number.
func (c *Card) Cost(players int, edition Edition) Cost { return c.costs[edition][players-2] }

// Enters reports whether the card has an effect when it enters play, in the
// edition.
func (c *Card) Enters(edition Edition) bool {
	return c.Enter || edition == Second && c.Number == IdolOfTheFamiliar
}

// Face is one face of a season die ("The season dice").
type Face struct {
	// Energy counts the tokens gained, by energy; 0 to 2 in all.
	Energy [4]uint8
	// Crystals gained, 0 to 6.
	Crystals int
	// Star: the summoning gauge rises by one. Draw: a card may be drawn.
	// Transmute: energies may be transmuted this turn.
	Star, Draw, Transmute bool
	// Pips, 1 to 3: spaces that the season token moves if this die is left over.
	Pips int
}

// Text is what a player reads of a card in one language.
type Text struct {
	Name   string `json:"name"`
	Effect string `json:"effect"`
}

// Languages lists the ids of the languages that every text exists in.
var Languages = []string{"en", "fr"}

// Catalogue holds all facts of the game. It is read-only.
type Catalogue struct {
	// Cards is indexed by card number; index 0 is empty.
	Cards [NumCards + 1]Card
	// Dice[season][die][face], die 0 to 4, face 0 to 5.
	Dice [4][DicePerSeason][6]Face
	// Gauge is the most that a summoning gauge shows, Penalties the points that
	// 0 to 3 bonuses used cost ("The individual player boards").
	Gauge     int
	Penalties [4]int
	// Presets are the four sets of nine card numbers, 1 to 30, of the
	// apprentice level ("Choose the game's difficulty level").
	Presets [4][9]int
	// Rates[season][energy] is the number of crystals, 1 to 3, for one
	// transmuted token ("The game board and its tokens").
	Rates [4][4]int

	texts map[string]*[2][NumCards + 1]Text // by language, edition, number
}

// Text returns the name and effect of card number, 1 to 50, in a language of
// Languages, for the given edition. An unknown language reads as English.
func (c *Catalogue) Text(language string, edition Edition, number int) Text {
	texts, ok := c.texts[language]
	if !ok {
		texts = c.texts["en"]
	}
	return texts[edition][number]
}
