// Package registry lists all games. Programs, the rules in browsers and tests use it. It is the
// only package that imports every game; rules must not import it. To add a game, add it to [All].
package registry

import (
	"slices"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/search"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

// All returns the games in the order in which clients list them. The first is the default of the
// developers' commands.
func All() game.Modules {
	return game.Modules{
		seasons.Module(),
		spellbook.Module(),
	}
}

// guides has the search guide of each game that has one.
var guides = map[string]func() search.Guide{
	"seasons":   seasons.NewGuide,
	"spellbook": spellbook.NewGuide,
}

// Guide returns the constructor of a game's search guide, or nil if the game has none.
func Guide(id string) func() search.Guide { return guides[id] }

// Bots returns the bots that can play a game: first those of the module, then the random bot.
func Bots(module game.Module) []game.Bot { return append(slices.Clip(module.Bots), bot.NewRandom()) }

// Search returns a search bot for a game that has a guide. Only the position's budget and the
// context limit its search.
func Search(module game.Module) *search.Bot {
	return search.New(
		search.Level{ID: "search", Iterations: 1 << 30, Answers: search.Answers, Guide: guides[module.Rules.Info().ID]},
	)
}

// Hosted returns the games as a server offers them: with the bots of [Bots], and with the search
// as the analyst if the game has a guide.
func Hosted(list game.Modules) game.Modules {
	hosted := slices.Clone(list)
	for i := range hosted {
		hosted[i].Bots = Bots(hosted[i])
		if guides[hosted[i].Rules.Info().ID] != nil {
			hosted[i].Analyst = Search(hosted[i])
		}
	}
	return hosted
}
