package seasons

import (
	"encoding/json"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// Module returns what the program needs to offer Seasons.
func Module() game.Module {
	return game.Module{
		Rules:     New(),
		Bots:      []game.Bot{NewBot()},
		Catalogue: func() ([]byte, error) { return json.Marshal(cards.MustLoad()) },
	}
}
