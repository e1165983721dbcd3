package main

import (
	"fmt"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/transport"
)

// registry is the list of games that the program knows; the first is the
// default of the commands.
type registry game.Modules

// games returns the games of the project.
func games() registry {
	return registry{
		seasons.Module(),
		spellbook.Module(),
	}
}

// codeUnknownGame: a game that the registry does not have.
const codeUnknownGame coded.Code = "unknown_game"

// find returns the rules of the game with the id, or a coded error.
func (r registry) find(id string) (game.Rules, error) {
	one, ok := game.Modules(r).Find(id)
	if !ok {
		return nil, coded.Errorf(codeUnknownGame, "there is no game %q; there is %s", id, strings.Join(r.ids(), ", "))
	}
	return one.Rules, nil
}

// ids returns the ids of all games, in order.
func (r registry) ids() []string {
	var list []string
	for _, one := range r {
		list = append(list, one.Rules.Info().ID)
	}
	return list
}

// rooms returns the games as rooms are opened for them: besides its own bots,
// the one that chooses at random plays every game.
func (r registry) rooms() game.Modules {
	list := make(game.Modules, len(r))
	for i, one := range r {
		one.Bots = append(slices.Clip(one.Bots), bot.NewRandom())
		list[i] = one
	}
	return list
}

// listed returns the games as clients are told of them.
func (r registry) listed() ([]transport.Game, error) {
	var list []transport.Game
	for _, one := range r.rooms() {
		listed := transport.Game{Info: one.Rules.Info(), Bots: one.Bots}
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
