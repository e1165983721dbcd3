package pages

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// Game is a game that the server offers.
type Game struct {
	Info game.Info
	Bots []game.Bot
	// HasAnalyst reports whether the server can analyse decisions of the game.
	HasAnalyst bool
	// Catalogue is JSON with the texts and values printed on the game's pieces; nil if there is
	// none.
	Catalogue []byte
}

// GameInfo is a game in GET /api/games.
type GameInfo struct {
	ID string `json:"id"`
	// Version is the version of the rules.
	Version  int          `json:"version"`
	Title    game.Label   `json:"title"`
	MinSeats int          `json:"minSeats"`
	MaxSeats int          `json:"maxSeats"`
	Options  []OptionInfo `json:"options"`
	// Bots are the bots that can play a seat. The first replaces absent players, the others are
	// ordered from the weakest to the strongest.
	Bots []BotInfo `json:"bots"`
	// HasAnalyst reports whether finished matches can be analysed.
	HasAnalyst bool `json:"hasAnalyst,omitempty"`
}

type OptionInfo struct {
	ID      string      `json:"id"`
	Label   game.Label  `json:"label"`
	Values  []ValueInfo `json:"values"`
	Default string      `json:"default"`
}

type ValueInfo struct {
	ID    string     `json:"id"`
	Label game.Label `json:"label"`
	// Seats are the numbers of players with which the value may be chosen;
	// absent means any.
	Seats []int `json:"seats,omitempty"`
	// Unrated means that matches with this value never count for ratings.
	Unrated bool `json:"unrated,omitempty"`
}

type BotInfo struct {
	ID    string     `json:"id"`
	Label game.Label `json:"label"`
	// Avatar is the name of the bot's picture. About describes how the bot plays. Rating comes
	// from tournaments. All three are absent for a bot without a character.
	Avatar string      `json:"avatar,omitempty"`
	About  *game.Label `json:"about,omitempty"`
	Rating int         `json:"rating,omitempty"`
}

func newBotInfo(bot game.Bot) BotInfo {
	info := BotInfo{ID: bot.ID(), Label: bot.Label()}
	if c, ok := bot.(game.Character); ok {
		info.Avatar, info.About, info.Rating = c.Face, &c.About, c.Rating
	}
	return info
}

// gamesAsset returns the answer to GET /api/games.
func gamesAsset(games []Game) *asset {
	list := []GameInfo{}
	for _, g := range games {
		info := GameInfo{
			ID: g.Info.ID, Version: g.Info.Version, Title: g.Info.Title,
			MinSeats: g.Info.MinSeats, MaxSeats: g.Info.MaxSeats, Options: []OptionInfo{}, Bots: []BotInfo{},
			HasAnalyst: g.HasAnalyst,
		}
		for _, option := range g.Info.Options {
			info.Options = append(info.Options, newOptionInfo(&option))
		}
		for _, bot := range g.Bots {
			info.Bots = append(info.Bots, newBotInfo(bot))
		}
		list = append(list, info)
	}
	return newAsset(contentType(".json"), strict.Encode(list))
}

func newOptionInfo(option *game.MatchOption) OptionInfo {
	info := OptionInfo{ID: option.ID, Label: option.Label, Default: option.Default}
	for _, value := range option.Values {
		v := ValueInfo{ID: value.ID, Label: value.Label, Unrated: value.Unrated}
		for seats := range game.MaxSeats + 1 {
			if value.Seats>>seats&1 == 1 {
				v.Seats = append(v.Seats, seats)
			}
		}
		info.Values = append(info.Values, v)
	}
	return info
}

// catalogueAssets returns the answers to GET /api/games/{id}/catalogue.
func catalogueAssets(games []Game) map[string]*asset {
	all := map[string]*asset{}
	for _, g := range games {
		if g.Catalogue == nil {
			continue
		}
		all[g.Info.ID] = newAsset(contentType(".json"), g.Catalogue)
	}
	return all
}

// catalogue returns the facts and texts of a game's pieces, in English and French, with an `ETag`. Allowed for
// anybody.
func (s *Pages) catalogue(w http.ResponseWriter, r *http.Request) error {
	found := s.catalogues[chi.URLParam(r, "game")]
	if found == nil {
		return coded.Errorf(coded.NotFound, "there is no such game, or nothing printed in it")
	}
	found.ServeHTTP(w, r)
	return nil
}
