package main

import (
	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/game/search"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

// entry is one game, with what the commands need besides its module.
type entry struct {
	game.Module
	// cards is what coverage needs to know about the game's cards.
	cards cardFacts
	// guide returns the search's knowledge of the game.
	guide func() search.Guide
	// reference is a bot that never changes, against which others are measured; nil if the game has
	// none.
	reference game.Bot
}

// named is a bot under another name.
type named struct {
	game.Bot
	id string
}

// ID implements game.Bot.
func (n named) ID() string { return n.id }

// gameList is the list of games that the program knows; the first is the
// default of the commands.
type gameList []entry

// newGameList returns the games of the project.
func newGameList() gameList {
	tools := map[string]entry{
		"seasons":   {cards: seasonsCards(), reference: named{seasons.NewBot(), "greedy-1"}},
		"spellbook": {cards: spellbookCards(), reference: named{spellbook.NewBot(), "greedy-1"}},
	}
	var list gameList
	for _, module := range registry.All() {
		id := module.Rules.Info().ID
		one := tools[id]
		one.Module, one.guide = module, registry.Guide(id)
		list = append(list, one)
	}
	return list
}

// modules returns the modules of the games.
func (l gameList) modules() (list game.Modules) {
	for _, one := range l {
		list = append(list, one.Module)
	}
	return list
}

// find returns the game with the id, or a coded error.
func (l gameList) find(id string) (*entry, error) {
	for i := range l {
		if l[i].Rules.Info().ID == id {
			return &l[i], nil
		}
	}
	_, err := cli.Find(l.modules(), id)
	return nil, err
}

// players returns the bots that can play the game.
func (e *entry) players() []game.Bot { return registry.Players(e.Module) }

// contestants returns the bots for a tournament: those that can play the game and, where the
// game has them, the reference and the search with only the limits of the tournament.
func (e *entry) contestants() []game.Bot {
	list := e.players()
	if e.reference != nil {
		list = append(list, e.reference)
	}
	if e.guide != nil {
		list = append(list, registry.Search(e.Module))
	}
	return list
}

// ids returns the ids of all games, in order.
func (l gameList) ids() []string { return cli.IDs(l.modules()) }
