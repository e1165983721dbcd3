// Package games is the list of the project's games. The program, the rules for
// browsers and the tests take it from here; a new game is entered in this file.
package games

import (
	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

// All returns the games in the order in which people see them. The first is the
// default of the developers' commands.
func All() game.Modules {
	return game.Modules{
		seasons.Module(),
		spellbook.Module(),
	}
}
