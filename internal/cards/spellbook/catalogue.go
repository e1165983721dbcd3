// Package spellbook is the catalogue of SpellBook: the Materia, the 21 spells
// with their levels and points, the printed tracks, and the names and texts in
// English and French.
//
// It knows no rules and imports nothing of the project. Everything in it is
// read once from the embedded JSON files and never changes afterwards. A value
// that the rulebook's text does not give carries the mark "assumed" in those
// files; a reader with the printed game corrects it there and nowhere else.
package spellbook

import "slices"

// Colour is one of the seven colours of Materia and of spells.
type Colour uint8

// The colours, in the order used by every table of the game.
const (
	Red Colour = iota
	Violet
	Green
	Black
	White
	Blue
	Yellow
)

// NumColours is the number of colours.
const NumColours = 7

// ColourNames are the ids of the colours.
var ColourNames = [NumColours]string{"red", "violet", "green", "black", "white", "blue", "yellow"}

// String returns the colour's stable id, as in "red".
func (c Colour) String() string { return ColourNames[c] }

// ParseColour is the inverse of Colour.String.
func ParseColour(id string) (Colour, bool) { return parse[Colour](ColourNames[:], id) }

// parse returns the place of an id in a list.
func parse[T ~uint8](ids []string, id string) (T, bool) {
	at := slices.Index(ids, id)
	return T(max(0, at)), at >= 0
}

// Rune is one of the three signs that Materia are engraved with.
type Rune uint8

// The runes.
const (
	Circle Rune = iota
	Triangle
	Square
)

// NumRunes is the number of runes.
const NumRunes = 3

// RuneNames are the ids of the runes.
var RuneNames = [NumRunes]string{"circle", "triangle", "square"}

// String returns the rune's stable id: "circle", "triangle" or "square".
func (r Rune) String() string { return RuneNames[r] }

// ParseRune is the inverse of Rune.String.
func ParseRune(id string) (Rune, bool) { return parse[Rune](RuneNames[:], id) }

// Materia is a colour and a rune together. Equal ones are not told apart.
type Materia uint8

// NumMateria is the number of different Materia.
const NumMateria = NumColours * NumRunes

// MateriaOf returns the Materia with the colour and the rune.
func MateriaOf(c Colour, r Rune) Materia { return Materia(c)*NumRunes + Materia(r) }

// Colour returns the Materia's colour.
func (m Materia) Colour() Colour { return Colour(m / NumRunes) }

// Rune returns the Materia's rune.
func (m Materia) Rune() Rune { return Rune(m % NumRunes) }

// MateriaNames are the ids of the Materia.
var MateriaNames = makeMateriaNames()

func makeMateriaNames() (names [NumMateria]string) {
	for m := range names {
		names[m] = Materia(m).Colour().String() + "." + Materia(m).Rune().String()
	}
	return names
}

// String returns the Materia's stable id, as in "red.circle".
func (m Materia) String() string { return MateriaNames[m] }

// ParseMateria is the inverse of Materia.String.
func ParseMateria(id string) (Materia, bool) { return parse[Materia](MateriaNames[:], id) }

// Kind says when the effect of a spell's level counts.
type Kind uint8

// The kinds of effect.
const (
	// None: the level has no effect.
	None Kind = iota
	// Morning, Midday and Evening: usable as that phase's one action.
	Morning
	Midday
	Evening
	// Once: applied at the moment at which the spell is learned.
	Once
	// Permanent: in force while the Materia lies on that level.
	Permanent
	// End: counted at the end of the game.
	End
)

var kindNames = [...]string{"none", "morning", "midday", "evening", "once", "permanent", "end"}

// String returns the kind's stable id, as in "morning".
func (k Kind) String() string { return kindNames[k] }

// Levels of a spell run from MinLevel to MaxLevel: the number of Materia spent.
const (
	MinLevel  = 3
	MaxLevel  = 5
	NumLevels = MaxLevel - MinLevel + 1
)

// NumSets is the number of sets; each has one spell of every colour.
const NumSets = 3

// NumSpells is the number of different spells.
const NumSpells = NumColours * NumSets

// Slots is the number of spaces of the Familiar and of the opponent's board.
const Slots = 13

// Level holds the facts printed on one level of a spell.
type Level struct {
	Kind Kind
	// Points are the fixed points at the end of the game.
	Points int
	// Variable marks a level whose points depend on the position.
	Variable bool
}

// The numbers of the spells, by colour, then by set.
const (
	Sacrifice = 1 + iota
	Eruption
	Blaze
	Levitation
	Sharing
	Divination
	Purification
	Healing
	Growth
	Offering
	Focus
	Feast
	TimeTravel
	Tempest
	Clone
	Transmutation
	Swiftness
	Mirage
	Abundance
	Knowledge
	Communion
)

// Spell holds the facts printed on one spell.
type Spell struct {
	// Number counts the spells from 1, by colour, then by set.
	Number int
	// ID is the spell's stable name, as in "time-travel".
	ID     string
	Colour Colour
	// Set is 1, 2 or 3.
	Set int
	// Runes are the runes A, B and C of a spell that names runes.
	Runes    [NumRunes]Rune
	HasRunes bool

	levels [NumLevels]Level
}

// Level returns the facts of a level, MinLevel to MaxLevel.
func (s *Spell) Level(level int) Level { return s.levels[level-MinLevel] }

// Track is a row of spaces that are filled in order.
type Track struct {
	// Values are the printed numbers: Values[n] is the score with n spaces
	// filled; the last one is printed after the last space.
	Values [Slots + 1]int
	// Symbol marks the spaces, counted from 0, that bear the altar symbol.
	Symbol [Slots]bool
}

// Text is what a player reads of a spell in one language.
type Text struct {
	Name string
	// Effects are the texts of levels 3, 4 and 5.
	Effects [NumLevels]string
}

// Words are the names of components in one language, by stable id.
type Words struct {
	Colours, Substances, Runes, Kinds map[string]string
}

// Languages lists the ids of the languages that every text exists in.
func Languages() []string { return []string{"en", "fr"} }

// Catalogue holds all facts of the game. It is read-only.
type Catalogue struct {
	// Spells is indexed by colour and set, counted from 0.
	Spells [NumColours][NumSets]Spell
	// Each is how many of every Materia there are.
	Each int
	// Pool is the most that a player's pool holds. An altar of the size Altar or
	// more is emptied at the end of a day.
	Pool, Altar int
	// Familiar is a player's track, Opponent the virtual opponent's in solo.
	Familiar, Opponent Track
	// Assumed lists the values that the rulebook's text does not give, as in
	// "sacrifice: runes".
	Assumed []string

	texts map[string]*language
}

type language struct {
	words Words
	texts [NumColours][NumSets]Text
}

// Text returns a spell's name and effects in a language of Languages. An
// unknown language reads as English.
func (c *Catalogue) Text(lang string, s *Spell) Text {
	return c.language(lang).texts[s.Colour][s.Set-1]
}

// Words returns the names of the components in a language of Languages. An
// unknown language reads as English.
func (c *Catalogue) Words(lang string) Words { return c.language(lang).words }

func (c *Catalogue) language(lang string) *language {
	if l, ok := c.texts[lang]; ok {
		return l
	}
	return c.texts["en"]
}
