package main

import (
	"fmt"

	"archmage/internal/game"
	"archmage/internal/transport/pages"
)

// listed returns games as clients see them.
func listed(hosted game.Modules) ([]pages.Game, error) {
	var list []pages.Game
	for _, one := range hosted {
		listed := pages.Game{Info: one.Rules.Info(), Bots: one.Bots}
		if one.Catalogue != nil {
			var err error
			if listed.Catalogue, err = one.Catalogue(); err != nil {
				return nil, fmt.Errorf("the catalogue of %s: %w", listed.Info.ID, err)
			}
		}
		list = append(list, listed)
	}
	return list, nil
}
