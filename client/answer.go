package client

import (
	"math/rand/v2"
	"slices"

	"archmage/internal/game"
)

// RandomAnswer returns a random legal answer to a decision. It uses only the text of the decision.
// It returns nil if there is no legal answer, and an empty list for the answer that chooses
// nothing. If random is nil, answers differ each time.
func RandomAnswer(text *game.DecisionText, random *rand.Rand) []game.PickText {
	if random == nil {
		random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	d := numbered(text)
	picks, err := d.Complete(nil, random)
	if err != nil {
		return nil
	}
	list := []game.PickText{}
	for _, pick := range picks {
		option := &text.Options[pick.Key.B]
		chosen := game.PickText{Option: option.ID, N: int(pick.N)}
		if len(text.Groups) > 0 && !option.Alone {
			chosen.Group = text.Groups[pick.Group].ID
		}
		list = append(list, chosen)
	}
	return list
}

// numbered returns the decision with the index of each option as its key.
func numbered(text *game.DecisionText) *game.Decision {
	d := &game.Decision{Min: text.Min, Max: text.Max, Ordered: text.Ordered}
	for _, group := range text.Groups {
		d.Groups = append(d.Groups, game.Group(group))
	}
	for i, option := range text.Options {
		var groups uint8
		for g := range text.Groups {
			if slices.Contains(option.Groups, text.Groups[g].ID) {
				groups |= 1 << g
			}
		}
		d.Options = append(d.Options, game.Option{
			Key: game.Key{B: uint16(i)}, Min: option.Min, Max: option.Max, Groups: groups, Alone: option.Alone,
		})
	}
	return d
}
