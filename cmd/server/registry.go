package main

import (
	"fmt"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/search"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/games"
	"archmage/internal/transport"
)

// entry is one game, with what the developers' commands need besides its module.
type entry struct {
	game.Module
	// why returns why an option is not offered, from a seat's private document;
	// nil if the document does not say it.
	why func(private []byte, option string) string
	// cards is what the coverage of a simulation knows of the game's cards.
	cards cardFacts
	// guide returns what the search knows of the game.
	guide func() search.Guide
	// reference is a bot that never changes, with which others are measured.
	reference game.Bot
}

// named is a bot under another name.
type named struct {
	game.Bot
	id string
}

// ID implements game.Bot.
func (n named) ID() string { return n.id }

// registry is the list of games that the program knows; the first is the
// default of the commands.
type registry []entry

// newRegistry returns the games of the project.
func newRegistry() registry {
	tools := map[string]entry{
		"seasons":   {why: whySeasons, cards: seasonsCards(), guide: seasons.NewGuide, reference: named{seasons.NewBot(), "greedy-1"}},
		"spellbook": {cards: spellbookCards(), guide: spellbook.NewGuide, reference: named{spellbook.NewBot(), "greedy-1"}},
	}
	var list registry
	for _, module := range games.All() {
		one := tools[module.Rules.Info().ID]
		one.Module = module
		list = append(list, one)
	}
	return list
}

// codeUnknownGame: a game that the registry does not have.
const codeUnknownGame coded.Code = "unknown_game"

// find returns the game with the id, or a coded error.
func (r registry) find(id string) (*entry, error) {
	for i := range r {
		if r[i].Rules.Info().ID == id {
			return &r[i], nil
		}
	}
	return nil, coded.Errorf(codeUnknownGame, "there is no game %q; there is %s", id, strings.Join(r.ids(), ", "))
}

// players returns what can play the game: its own bots, then the one that
// chooses at random.
func (e *entry) players() []game.Bot { return append(slices.Clip(e.Bots), bot.NewRandom()) }

// contestants returns the bots of a tournament: those that can play the game, the
// search within no limits but the tournament's, and the reference.
func (e *entry) contestants() []game.Bot {
	return append(e.players(), e.reference, e.search())
}

// search returns the search within no limits of its own.
func (e *entry) search() *search.Bot {
	return search.New(search.Level{ID: "search", Iterations: unlimited, Answers: search.Answers, Guide: e.guide})
}

// unlimited is more iterations than any budget.
const unlimited = 1 << 30

// ids returns the ids of all games, in order.
func (r registry) ids() []string {
	var list []string
	for _, one := range r {
		list = append(list, one.Rules.Info().ID)
	}
	return list
}

// rooms returns the games that rooms can be opened for: each has the bot that
// chooses at random besides its own.
func (r registry) rooms() game.Modules {
	list := make(game.Modules, len(r))
	for i, one := range r {
		list[i] = one.Module
		list[i].Bots = one.players()
		list[i].Analyst = one.search()
	}
	return list
}

// listed returns the games as clients see them.
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
