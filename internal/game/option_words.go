package game

import (
	"strconv"
	"strings"
)

// OptionWords defines how a game writes its options: one [OptionWord] for each value of [Key.Word].
// It implements OptionID, OptionRef and ParseOption of [Rules].
type OptionWords []OptionWord

// OptionWord is one kind of option. Its text id is the word, followed by a colon and the argument
// if it has one. Two kinds can share a word if their arguments have no text in common.
type OptionWord struct {
	// Word is the start of the id, as "summon" in "summon:9". It is empty for an unused number.
	Word string
	Arg  Argument
	// Ref is the kind of element of the table that the option refers to, as "hand" in "hand:9", or
	// "" if there is none. RefArg writes the argument of the ref; the default is Arg.
	Ref    string
	RefArg Argument
}

// Argument defines how the arguments A and B of a key are written. The zero Argument writes
// nothing.
type Argument struct {
	// Text returns the text, or "" if there is none for the key.
	Text func(Key) string
	// Parse returns a key with the arguments that the text names. It may accept spellings that Text
	// does not write, because [OptionWords.ParseOption] refuses them.
	Parse func(text string) (Key, bool)
}

// NumberA writes argument A as a number. It parses numbers from low to high.
func NumberA(low, high uint8) Argument {
	return Argument{
		Text: func(k Key) string { return strconv.Itoa(int(k.A)) },
		Parse: func(text string) (Key, bool) {
			n, err := strconv.ParseUint(text, 10, 8)
			return Key{A: uint8(n)}, err == nil && uint8(n) >= low && uint8(n) <= high
		},
	}
}

// NumberB writes argument B as a number. It parses numbers from low to high.
func NumberB(low, high uint16) Argument {
	return Argument{
		Text: func(k Key) string { return strconv.Itoa(int(k.B)) },
		Parse: func(text string) (Key, bool) {
			n, err := strconv.ParseUint(text, 10, 16)
			return Key{B: uint16(n)}, err == nil && uint16(n) >= low && uint16(n) <= high
		},
	}
}

// NameA writes argument A as names[A]. An empty name marks an unused index.
func NameA(names ...string) Argument {
	return Argument{
		Text: func(k Key) string {
			if int(k.A) >= len(names) {
				return ""
			}
			return names[k.A]
		},
		Parse: func(text string) (Key, bool) {
			for i, name := range names {
				if name == text && name != "" {
					return Key{A: uint8(i)}, true
				}
			}
			return Key{}, false
		},
	}
}

// SquareA writes argument A as a square of a board of at most 256 squares, as SquareB does with B.
func SquareA(columns, rows int) Argument {
	return Argument{
		Text: func(k Key) string { return squareText(int(k.A), columns, rows) },
		Parse: func(text string) (Key, bool) {
			square, ok := parseSquare(text, columns, rows)
			return Key{A: uint8(square)}, ok
		},
	}
}

// SquareB writes argument B as a square of a board, such as "c4" ([SquareName]). The squares are counted from 0
// row by row: B is column + columns*row. A board has at most 26 columns.
func SquareB(columns, rows int) Argument {
	return Argument{
		Text: func(k Key) string { return squareText(int(k.B), columns, rows) },
		Parse: func(text string) (Key, bool) {
			square, ok := parseSquare(text, columns, rows)
			return Key{B: uint16(square)}, ok
		},
	}
}

func squareText(square, columns, rows int) string {
	if square >= columns*rows {
		return ""
	}
	return SquareName(square%columns, square/columns)
}

func parseSquare(text string, columns, rows int) (square int, ok bool) {
	if text == "" {
		return 0, false
	}
	column := int(text[0]) - 'a'
	row, err := strconv.Atoi(text[1:])
	if err != nil || column < 0 || column >= columns || row < 1 || row > rows {
		return 0, false
	}
	return column + columns*(row-1), true
}

// Pair writes both arguments with a dot between them, such as "c.2" for the pile c and the number 2, or "e2.e4"
// for a move on a board. a must write only argument A, and b only argument B.
func Pair(a, b Argument) Argument {
	return Argument{
		Text: func(k Key) string {
			first, second := a.Text(k), b.Text(k)
			if first == "" || second == "" {
				return ""
			}
			return first + "." + second
		},
		Parse: func(text string) (Key, bool) {
			first, second, _ := strings.Cut(text, ".")
			keyA, okA := a.Parse(first)
			keyB, okB := b.Parse(second)
			return Key{A: keyA.A, B: keyB.B}, okA && okB
		},
	}
}

// SquareName returns the name of a square in documents and options: a letter for the column and the number of the
// row, both counted from 0 at the lower left, which is "a1". There are 26 letters.
func SquareName(column, row int) string {
	return string(rune('a'+column)) + strconv.Itoa(row+1)
}

// OptionID returns the text id of an option, or "" for an unknown key.
func (v OptionWords) OptionID(k Key) string {
	if int(k.Word) >= len(v) {
		return ""
	}
	option := &v[k.Word]
	return formatWord(option.Word, option.Arg, k)
}

// OptionRef returns the id of the element of the table that the option refers to, or "".
func (v OptionWords) OptionRef(k Key) string {
	if int(k.Word) >= len(v) {
		return ""
	}
	option := &v[k.Word]
	if option.RefArg.Text != nil {
		return formatWord(option.Ref, option.RefArg, k)
	}
	return formatWord(option.Ref, option.Arg, k)
}

func formatWord(word string, arg Argument, k Key) string {
	if word == "" || arg.Text == nil {
		return word
	}
	text := arg.Text(k)
	if text == "" {
		return ""
	}
	return word + ":" + text
}

// ParseOption is the inverse of OptionID.
func (v OptionWords) ParseOption(id string) (Key, bool) {
	word, arg, hasArg := strings.Cut(id, ":")
	if word == "" {
		return Key{}, false
	}
	for i := range v {
		option := &v[i]
		if option.Word != word || hasArg != (option.Arg.Parse != nil) {
			continue
		}
		if !hasArg {
			return Key{Word: uint8(i)}, true
		}
		key, ok := option.Arg.Parse(arg)
		key.Word = uint8(i)
		if ok && v.OptionID(key) == id {
			return key, true
		}
	}
	return Key{}, false
}
