// Package registry is the list of the project's games. The programs, the rules for
// browsers and the tests take it from here; a new game is entered in this file.
package registry

import (
	"slices"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/search"
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

// guides are what the search knows of the games.
var guides = map[string]func() search.Guide{
	"seasons":   seasons.NewGuide,
	"spellbook": spellbook.NewGuide,
}

// Guide returns what the search knows of a game, nil if it knows nothing.
func Guide(id string) func() search.Guide { return guides[id] }

// Players returns what can play a game: its own bots, then the one that chooses at
// random.
func Players(one game.Module) []game.Bot { return append(slices.Clip(one.Bots), bot.NewRandom()) }

// Search returns the search within no limits of its own.
func Search(one game.Module) *search.Bot {
	return search.New(
		search.Level{ID: "search", Iterations: 1 << 30, Answers: search.Answers, Guide: guides[one.Rules.Info().ID]},
	)
}

// Hosted returns games as a server has them: all of Players play them, and the search
// looks into decisions if it knows something of the game.
func Hosted(list game.Modules) game.Modules {
	hosted := slices.Clone(list)
	for i := range hosted {
		hosted[i].Bots = Players(hosted[i])
		if guides[hosted[i].Rules.Info().ID] != nil {
			hosted[i].Analyst = Search(hosted[i])
		}
	}
	return hosted
}
