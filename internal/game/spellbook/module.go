package spellbook

import (
	"encoding/json"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// Module returns what the program needs to offer SpellBook.
func Module() game.Module {
	return game.Module{
		Rules:     New(),
		Bots:      []game.Bot{NewBot()},
		Catalogue: func() ([]byte, error) { return json.Marshal(cards.MustLoad()) },
	}
}
