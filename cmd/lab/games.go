package main

import (
	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/game/search"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

// entry is a game of the program: its module, and data that only the commands of lab use.
type entry struct {
	game.Module
	// cards describes the cards of the game for coverage.
	cards cardFacts
	// guide returns the search guide of the game. It is nil if the game has none.
	guide func() search.Guide
	// reference is a bot that does not change from version to version, so that other bots can be measured
	// against it. It is nil if the game has no such bot.
	reference game.Bot
}

// renamedBot is a bot with a different id.
type renamedBot struct {
	game.Bot
	id string
}

// ID implements game.Bot.
func (n renamedBot) ID() string { return n.id }

// gameList holds the games of the program. The first one is the default of the commands.
type gameList []entry

func newGameList() gameList {
	tools := map[string]entry{
		"seasons":   {cards: seasonsCards(), reference: renamedBot{seasons.NewBot(), "greedy-1"}},
		"spellbook": {cards: spellbookCards(), reference: renamedBot{spellbook.NewBot(), "greedy-1"}},
	}
	var list gameList
	for _, module := range registry.All() {
		id := module.Rules.Info().ID
		e := tools[id]
		e.Module, e.guide = module, registry.Guide(id)
		list = append(list, e)
	}
	return list
}

func (l gameList) modules() (list game.Modules) {
	for _, e := range l {
		list = append(list, e.Module)
	}
	return list
}

// find returns the game with this id, or an error with [cli.CodeUnknownGame].
func (l gameList) find(id string) (*entry, error) {
	for i := range l {
		if l[i].Rules.Info().ID == id {
			return &l[i], nil
		}
	}
	_, err := cli.Find(l.modules(), id)
	return nil, err
}

func (e *entry) players() []game.Bot { return registry.Bots(e.Module) }

// contestants returns the bots for a tournament: the bots of the game, its reference bot, and a search that
// only the budget of the tournament limits.
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

func (l gameList) ids() []string { return cli.IDs(l.modules()) }
