// Package spellbook is the catalogue of SpellBook: the Materia, the 21 spells with their levels and
// points, the printed tracks, and the names and texts in each of [Languages]. Begin with [MustLoad]
// and [Catalogue].
//
// The package has no rules and imports no other package of the project. It reads the embedded JSON
// files, and a catalogue never changes afterwards. Values that the rulebook does not state are marked
// "assumed" in those files. To correct one from the printed game, change it there.
package spellbook

import "slices"

// Colour is one of the seven colours of Materia and of spells.
type Colour uint8

// The colours, in the order of all tables of the game.
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

// ParseColour returns the colour with an id, or false.
func ParseColour(id string) (Colour, bool) { return parse[Colour](ColourNames[:], id) }

// parse returns the index of an id in a list, or false.
func parse[T ~uint8](ids []string, id string) (T, bool) {
	index := slices.Index(ids, id)
	return T(max(0, index)), index >= 0
}

// Rune is one of the three runes on the Materia.
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

// ParseRune returns the rune with an id, or false.
func ParseRune(id string) (Rune, bool) { return parse[Rune](RuneNames[:], id) }

// Materia is a colour with a rune. Materia of the same colour and rune are equal.
type Materia uint8

// NumMateria is the number of different Materia.
const NumMateria = NumColours * NumRunes

// MateriaOf returns the Materia with this colour and rune.
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

// ParseMateria returns the Materia with an id, or false.
func ParseMateria(id string) (Materia, bool) { return parse[Materia](MateriaNames[:], id) }

// Kind is the time at which the effect of a level of a spell applies.
type Kind uint8

// The kinds of effect.
const (
	// None is the kind of a level without an effect.
	None Kind = iota
	// Morning, Midday and Evening effects are used as an action of the phase.
	Morning
	Midday
	Evening
	// Once effects apply when the spell is learned.
	Once
	// Permanent effects apply as long as the spell is at this level.
	Permanent
	// End effects count at the end of the game.
	End
)

var kindNames = [...]string{"none", "morning", "midday", "evening", "once", "permanent", "end"}

// String returns the kind's stable id, as in "morning".
func (k Kind) String() string { return kindNames[k] }

// The levels of a spell are MinLevel to MaxLevel. The level is the number of Materia spent.
const (
	MinLevel  = 3
	MaxLevel  = 5
	NumLevels = MaxLevel - MinLevel + 1
)

// NumSets is the number of sets. Each has one spell of each colour.
const NumSets = 3

// NumSpells is the number of different spells.
const NumSpells = NumColours * NumSets

// Slots is the number of spaces of the Familiar and of the virtual opponent's track.
const Slots = 13

// Level has the facts printed on a level of a spell.
type Level struct {
	Kind Kind
	// Points are the fixed points at the end of the game.
	Points int
	// Variable marks a level whose points depend on the position.
	Variable bool
}

// The numbers of the spells, in the order of colours and sets.
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

// Spell has the facts printed on a spell.
type Spell struct {
	// Number is the number of the spell, from 1, in the order of colours and sets.
	Number int
	// ID is the spell's stable name, as in "time-travel".
	ID     string
	Colour Colour
	// Set is 1, 2 or 3.
	Set int
	// Runes are the runes A, B and C of a spell that names runes. HasRunes reports whether it does.
	Runes    [NumRunes]Rune
	HasRunes bool

	levels [NumLevels]Level
}

// Level returns the facts of a level, MinLevel to MaxLevel.
func (s *Spell) Level(level int) Level { return s.levels[level-MinLevel] }

// Track is a row of spaces that are filled in order.
type Track struct {
	// Values are the printed numbers: Values[n] is the score with n filled spaces.
	Values [Slots + 1]int
	// Symbol marks the spaces with the altar symbol, counted from 0.
	Symbol [Slots]bool
}

// Text is the name and the effects of a spell in one language.
type Text struct {
	Name string
	// Effects are the texts of levels 3, 4 and 5.
	Effects [NumLevels]string
}

// Words are the names of components in one language, by id.
type Words struct {
	Colours, Substances, Runes, Kinds map[string]string
}

// Languages lists the ids of the languages in which every text exists.
func Languages() []string { return []string{"en", "fr", "de"} }

// Catalogue holds all facts of the game. It is read-only.
type Catalogue struct {
	// Spells is indexed by colour and set, counted from 0.
	Spells [NumColours][NumSets]Spell
	// Each is the number of equal Materia.
	Each int
	// Pool is the maximum size of a player's pool. An altar with at least Altar Materia is emptied
	// at the end of a day.
	Pool, Altar int
	// Familiar is a player's track. Opponent is the track of the virtual opponent in a solo match.
	Familiar, Opponent Track
	// Assumed lists the values that the rulebook does not state, as in "sacrifice: runes".
	Assumed []string

	texts map[string]*language
}

type language struct {
	words Words
	texts [NumColours][NumSets]Text
}

// Text returns a spell's name and effects in a language of Languages. For an unknown language it
// returns the English texts.
func (c *Catalogue) Text(lang string, s *Spell) Text {
	return c.language(lang).texts[s.Colour][s.Set-1]
}

// Words returns the names of the components in a language of Languages. For an unknown language it
// returns the English names.
func (c *Catalogue) Words(lang string) Words { return c.language(lang).words }

func (c *Catalogue) language(lang string) *language {
	if l, ok := c.texts[lang]; ok {
		return l
	}
	return c.texts["en"]
}
