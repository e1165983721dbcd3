package main

import (
	"fmt"

	"archmage/internal/game"
	"archmage/internal/transport/pages"
)

// clientGames returns the descriptions of the hosted games that pages contain for the client.
func clientGames(hosted game.Modules) ([]pages.Game, error) {
	var list []pages.Game
	for _, module := range hosted {
		listed := pages.Game{
			Info:       module.Rules.Info(),
			Bots:       module.Bots,
			HasAnalyst: module.Analyst != nil,
		}
		if module.Catalogue != nil {
			var err error
			if listed.Catalogue, err = module.Catalogue(); err != nil {
				return nil, fmt.Errorf("the catalogue of %s: %w", listed.Info.ID, err)
			}
		}
		list = append(list, listed)
	}
	return list, nil
}
