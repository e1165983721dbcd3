package game

import (
	"strconv"
	"strings"
)

// OptionWords says how the options of a game are written: one [OptionWord] for each value of
// [Key.Word]. It gives a game its OptionID, OptionRef and ParseOption.
type OptionWords []OptionWord

// OptionWord is one kind of option. Its text id is the word, and the argument after a colon if
// there is one. Two kinds may share a word if no text of one's argument is a text of the other's.
type OptionWord struct {
	// Word is the beginning of the id, as "summon" in "summon:9". It is empty
	// for a kind that does not exist.
	Word string
	Arg  Argument
	// Ref is the kind of thing on the table that the option refers to, as "hand" in "hand:9", or ""
	// if it refers to nothing. RefArg is how its argument is written, by default as Arg.
	Ref    string
	RefArg Argument
}

// Argument says how the arguments of a key, A and B, are written. The zero Argument is none.
type Argument struct {
	// Text returns the text, or "" if there is none for the key.
	Text func(Key) string
	// Parse returns a key with the arguments that the text names. Spellings
	// that Text does not write may be accepted: [OptionWords.ParseOption] refuses them.
	Parse func(text string) (Key, bool)
}

// NumberA is an argument A that is a number from low to high.
func NumberA(low, high uint8) Argument {
	return Argument{
		Text: func(k Key) string { return strconv.Itoa(int(k.A)) },
		Parse: func(text string) (Key, bool) {
			n, err := strconv.ParseUint(text, 10, 8)
			return Key{A: uint8(n)}, err == nil && uint8(n) >= low && uint8(n) <= high
		},
	}
}

// NumberB is an argument B that is a number from low to high.
func NumberB(low, high uint16) Argument {
	return Argument{
		Text: func(k Key) string { return strconv.Itoa(int(k.B)) },
		Parse: func(text string) (Key, bool) {
			n, err := strconv.ParseUint(text, 10, 16)
			return Key{B: uint16(n)}, err == nil && uint16(n) >= low && uint16(n) <= high
		},
	}
}

// NameA is an argument A that is the index of a name. An index whose name is empty does not exist.
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

// OptionID returns the text id of an option, or "" for a key of no option.
func (v OptionWords) OptionID(k Key) string {
	if int(k.Word) >= len(v) {
		return ""
	}
	option := &v[k.Word]
	return written(option.Word, option.Arg, k)
}

// OptionRef returns what on the table the option refers to, or "".
func (v OptionWords) OptionRef(k Key) string {
	if int(k.Word) >= len(v) {
		return ""
	}
	option := &v[k.Word]
	if option.RefArg.Text != nil {
		return written(option.Ref, option.RefArg, k)
	}
	return written(option.Ref, option.Arg, k)
}

// written returns a word with its argument.
func written(word string, arg Argument, k Key) string {
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
