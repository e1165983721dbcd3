package main

import (
	"strings"

	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

// registry is the list of games that the program knows; the first is the
// default of the commands.
type registry []game.Rules

// games returns the games of the project.
func games() registry {
	return registry{
		seasons.New(),
		spellbook.New(),
	}
}

// codeUnknownGame: a game that the registry does not have.
const codeUnknownGame game.Code = "unknown_game"

// find returns the rules of the game with the id, or a coded error.
func (r registry) find(id string) (game.Rules, error) {
	for _, rules := range r {
		if rules.Info().ID == id {
			return rules, nil
		}
	}
	return nil, game.Errorf(codeUnknownGame, "there is no game %q; there is %s", id, strings.Join(r.ids(), ", "))
}

// ids returns the ids of all games, in order.
func (r registry) ids() []string {
	var list []string
	for _, rules := range r {
		list = append(list, rules.Info().ID)
	}
	return list
}
