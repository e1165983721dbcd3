package conformance

import "archmage/internal/game"

// ToyBot returns a bot that bids its highest card, sings, and puts the highest notes last.
func ToyBot() game.Bot {
	return &game.RuleBot[game.Position]{
		Name: "singer", Title: game.English("Singer"),
		Read: func(p *game.Position) *game.Position { return p },
		Rules: map[string]func(*game.Position) []game.Pick{
			"bid": func(p *game.Position) []game.Pick {
				return game.BestOption(
					p.Decision,
					func(o *game.Option) (int, bool) { return int(o.Key.A), o.Key.Word == optBid },
				)
			},
			"act": func(*game.Position) []game.Pick { return []game.Pick{{Key: game.Key{Word: optSing}, N: 1}} },
			"sing": func(*game.Position) []game.Pick {
				note := func(n uint8) game.Pick { return game.Pick{Key: game.Key{Word: optNote, A: n}, N: 1} }
				return []game.Pick{note(1), note(2), note(2)}
			},
		},
	}
}
