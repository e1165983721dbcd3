// Package seasons is the catalogue of Seasons: the facts printed on its 50 power cards and 20
// season dice, the ready-made sets, the transmutation chart, and the names and texts of the cards
// in every language of [Languages]. Begin with [MustLoad] and [Catalogue].
//
// The package has no rules and imports no other package of the project. It reads the embedded JSON
// files, and a catalogue never changes afterwards. Titles in quotation marks are sections of the
// game's rulebook.
package seasons

// Energy is one of the four energies ("Energy").
type Energy uint8

// The energies, in the order that all tables of the game use.
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

// The seasons in the order of the wheel. A year starts in winter.
const (
	Winter Season = iota
	Spring
	Summer
	Fall
)

var seasonNames = [4]string{"winter", "spring", "summer", "fall"}

// String returns the season's stable id: "winter", "spring", "summer" or "fall".
func (s Season) String() string { return seasonNames[s] }

// Kind is the type of a power card ("The power cards").
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

// Edition is the edition whose card texts and costs apply. The zero value is the first edition,
// which the rulebook describes.
type Edition uint8

// The editions. Three cards differ between them.
const (
	First Edition = iota
	Second
)

// NumCards is the number of different power cards. There are two copies of each ("The power
// cards").
const NumCards = 50

// BasicCards is the number of the last card of the basic set, which has cards 1 to 30 ("Choose the
// game's difficulty level").
const BasicCards = 30

// DicePerSeason is the number of dice of one season ("The season dice").
const DicePerSeason = 5

// Cost is the cost of summoning a card from the hand ("Summoning a power card").
type Cost struct {
	// Energy is the number of tokens of each energy, 0 to 6 in total.
	Energy [4]uint8
	// Crystals is the number of crystals, 0 to 20.
	Crystals int
}

// Card has the facts printed on a power card ("The power cards").
type Card struct {
	// Number is the printed number, 1 to 50.
	Number int
	// Kind is Item or Familiar.
	Kind Kind
	// Prestige is the printed number of points, -10 to 30.
	Prestige int
	// AnyEnergies marks the Elemental Amulet, which costs 1 to 4 different energies of the player's
	// choice. Its Cost is empty.
	AnyEnergies bool
	// Enter, Permanent and Activate mark the kinds of effect that the card has in the first edition
	// ("The types of effects of power cards"). In the second edition the Idol of the Familiar also
	// has an effect when it enters play.
	Enter, Permanent, Activate bool
	// AtEnd marks a permanent effect that counts only at the end of the match. Lends marks a card
	// whose tokens the owner can spend. Tolls marks a card whose owner gets a crystal from every
	// opponent who summons a card.
	AtEnd, Lends, Tolls bool

	costs [2][3]Cost // by edition, then by players - 2
}

// Cost returns the summoning cost for 2 to 4 players. It panics for any other number.
func (c *Card) Cost(players int, edition Edition) Cost { return c.costs[edition][players-2] }

// Enters reports whether the card has an effect when it enters play in the edition.
func (c *Card) Enters(edition Edition) bool {
	return c.Enter || edition == Second && c.Number == IdolOfTheFamiliar
}

// Face is a face of a season die ("The season dice").
type Face struct {
	// Energy is the number of tokens gained of each energy, 0 to 2 in total.
	Energy [4]uint8
	// Crystals is the number of crystals gained, 0 to 6.
	Crystals int
	// Star raises the summoning gauge by one. Draw lets the player draw a card. Transmute lets the
	// player transmute energy this turn.
	Star, Draw, Transmute bool
	// Pips is the number of spaces, 1 to 3, that the season token moves if no player takes the die.
	Pips int
}

// Text is the name and the effect of a card in one language.
type Text struct {
	Name   string `json:"name"`
	Effect string `json:"effect"`
}

// Languages lists the ids of the languages in which every text exists. The German names are translations
// of the project, which were not compared with a printed edition.
var Languages = []string{"en", "fr", "de"}

// Catalogue holds all facts of the game. It is read-only.
type Catalogue struct {
	// Cards is indexed by card number; index 0 is empty.
	Cards [NumCards + 1]Card
	// Dice is indexed by season, die (0 to 4) and face (0 to 5).
	Dice [4][DicePerSeason][6]Face
	// Gauge is the maximum of a summoning gauge. Penalties[n] is the cost in points of n used
	// bonuses, 0 to 3 ("The individual player boards").
	Gauge     int
	Penalties [4]int
	// Presets are the four ready-made sets of nine card numbers, 1 to 30, of the apprentice level
	// ("Choose the game's difficulty level").
	Presets [4][9]int
	// Lesson has the card numbers of the lesson level, 1 to 30, by seat and year. They are not from
	// the rulebook.
	Lesson [2][3][3]int
	// Rates is indexed by season and energy. It has the number of crystals, 1 to 3, for one
	// transmuted token ("The game board and its tokens").
	Rates [4][4]int

	texts map[string]*[2][NumCards + 1]Text // by language, edition, number
}

// Text returns the name and the effect of a card, 1 to 50, in a language of Languages and an
// edition. For an unknown language it returns the English text.
func (c *Catalogue) Text(language string, edition Edition, number int) Text {
	texts, ok := c.texts[language]
	if !ok {
		texts = c.texts["en"]
	}
	return texts[edition][number]
}
