package seasons

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// The shapes of the JSON files. What a card or face does not have is left out.

type cardsFile struct {
	Cards []cardEntry `json:"cards"`
}

type cardEntry struct {
	Number      int                `json:"number"`
	Kind        string             `json:"kind"`
	Energy      perPlayers[tokens] `json:"energy"`
	AnyEnergies bool               `json:"any_energies"`
	Crystals    perPlayers[int]    `json:"crystals"`
	Prestige    *int               `json:"prestige"`
	Effects     []string           `json:"effects"`
	// SecondEdition holds what that edition prints differently.
	SecondEdition *struct {
		Crystals *perPlayers[int] `json:"crystals"`
	} `json:"second_edition"`
}

type diceFile bySeason[[][]faceEntry]

type faceEntry struct {
	Energy    tokens `json:"energy"`
	Crystals  int    `json:"crystals"`
	Star      bool   `json:"star"`
	Draw      bool   `json:"draw"`
	Transmute bool   `json:"transmute"`
	Pips      int    `json:"pips"`
}

type tablesFile struct {
	Presets [][]int             `json:"presets"`
	Rates   bySeason[rateEntry] `json:"rates"`
}

type rateEntry struct {
	Air   int `json:"air"`
	Water int `json:"water"`
	Fire  int `json:"fire"`
	Earth int `json:"earth"`
}

type textFile struct {
	Cards []struct {
		Number int `json:"number"`
		Text
		// SecondEdition is that edition's effect where it differs.
		SecondEdition string `json:"second_edition"`
	} `json:"cards"`
}

type bySeason[T any] struct {
	Winter T `json:"winter"`
	Spring T `json:"spring"`
	Summer T `json:"summer"`
	Fall   T `json:"fall"`
}

// perPlayers is a value for 2, 3 and 4 players, written as an array of three
// or, when all are equal, as a single value.
type perPlayers[T any] [3]T

// UnmarshalJSON reads either form.
func (p *perPlayers[T]) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		var values []T
		if err := json.Unmarshal(data, &values); err != nil {
			return err
		}
		if len(values) != len(p) {
			return fmt.Errorf("%d values for %d numbers of players", len(values), len(p))
		}
		*p = perPlayers[T](values)
		return nil
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*p = perPlayers[T]{value, value, value}
	return nil
}

// tokens counts tokens by energy. It is written with one letter a token:
// A air, W water, F fire, E earth.
type tokens [4]uint8

// UnmarshalText reads the letters.
func (t *tokens) UnmarshalText(text []byte) error {
	*t = tokens{}
	for _, letter := range string(text) {
		energy := strings.IndexRune("AWFE", letter)
		if energy < 0 {
			return fmt.Errorf("unknown energy %q", letter)
		}
		t[energy]++
	}
	return nil
}

// decode reads the named file into v and refuses unknown fields and anything
// after the first value.
func decode(files fs.FS, name string, v any) error {
	file, err := files.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: more than one value", name)
	}
	return nil
}
