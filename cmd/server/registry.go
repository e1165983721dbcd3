package main

import (
	"encoding/json"
	"fmt"
	"strings"

	cards "archmage/internal/cards/seasons"
	spells "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/room"
	"archmage/internal/transport"
)

// entry is one game that the program knows.
type entry struct {
	game.Rules
	// bots are the game's own computer players, the best first.
	bots []game.Bot
	// catalogue returns what is printed on the game's pieces, for clients, as
	// something that encodes as JSON; nil if there is nothing.
	catalogue func() any
	// why says from a seat's private document why an option is not offered; nil
	// where the document does not say it.
	why func(private []byte, option string) string
	// cards is what the coverage of a simulation knows of the game's cards.
	cards cardFacts
}

// registry is the list of games that the program knows; the first is the
// default of the commands.
type registry []entry

// games returns the games of the project.
func games() registry {
	return registry{
		{
			Rules: seasons.New(), bots: []game.Bot{seasons.NewBot()},
			catalogue: func() any { return seasonsCatalogue(cards.MustLoad()) },
			why:       whySeasons, cards: seasonsCards(),
		},
		{
			Rules: spellbook.New(), bots: []game.Bot{spellbook.NewBot()},
			catalogue: func() any { return spellbookCatalogue(spells.MustLoad()) },
			cards:     spellbookCards(),
		},
	}
}

// codeUnknownGame: a game that the registry does not have.
const codeUnknownGame coded.Code = "unknown_game"

// find returns the game with the id, or a coded error.
func (r registry) find(id string) (*entry, error) {
	for i := range r {
		if r[i].Info().ID == id {
			return &r[i], nil
		}
	}
	return nil, coded.Errorf(codeUnknownGame, "there is no game %q; there is %s", id, strings.Join(r.ids(), ", "))
}

// ids returns the ids of all games, in order.
func (r registry) ids() []string {
	var list []string
	for _, one := range r {
		list = append(list, one.Info().ID)
	}
	return list
}

// players returns what can play the game: its own bots, then the one that
// chooses at random.
func (e *entry) players() []game.Bot {
	return append(append([]game.Bot{}, e.bots...), bot.NewRandom())
}

// rooms returns the games as rooms are opened for them.
func (r registry) rooms() room.Games {
	var list room.Games
	for _, one := range r {
		list = append(list, room.Game{Rules: one.Rules, Bots: one.players()})
	}
	return list
}

// listed returns the games as clients are told of them.
func (r registry) listed() ([]transport.Game, error) {
	var list []transport.Game
	for _, one := range r {
		listed := transport.Game{Info: one.Info(), Bots: one.players()}
		if one.catalogue != nil {
			data, err := json.Marshal(one.catalogue())
			if err != nil {
				return nil, fmt.Errorf("the catalogue of %s: %w", one.Info().ID, err)
			}
			listed.Catalogue = data
		}
		list = append(list, listed)
	}
	return list, nil
}
