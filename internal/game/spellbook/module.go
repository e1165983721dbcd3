package spellbook

import (
	"encoding/json"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// Module returns what the program needs to offer SpellBook.
func Module() game.Module {
	return game.Module{
		Rules:     New(),
		Bots:      characters(),
		Catalogue: func() ([]byte, error) { return json.Marshal(cards.MustLoad()) },
	}
}

// characters are the computer players that people can choose. docs/bots.md says how they play.
func characters() []game.Bot {
	return []game.Bot{
		game.Character{
			Bot: NewBot(), Face: "fox", Rating: 24,
			Name: game.Label{En: "Rowan the Fox", Fr: "Rowan le renard"},
			About: game.Label{
				En: "Gathers for the spells that pay, and takes what brings most at once.",
				Fr: "Rassemble pour les sorts qui rapportent et prend ce qui vaut le plus tout de suite.",
			},
		},
		game.Character{
			Bot: newGreedy("hare", 2), Face: "hare", Rating: 16,
			Name: game.Label{En: "Hazel the Hare", Fr: "Hazel le lièvre"},
			About: game.Label{
				En: "Learns whatever can be learned today and does not save up for great spells.",
				Fr: "Apprend ce qu’on peut apprendre aujourd’hui et n’économise pas pour les grands sorts.",
			},
		},
		game.Character{
			Bot: search.New(search.Level{ID: "stag", Iterations: 100, Answers: 5, Guide: NewGuide}), Face: "stag", Rating: 31,
			Name: game.Label{En: "Alder the Stag", Fr: "Alder le cerf"},
			About: game.Label{
				En: "Compares a few ideas by playing on in its head.",
				Fr: "Compare quelques idées en continuant la partie de tête.",
			},
		},
		game.Character{
			Bot: search.New(search.Level{ID: "owl", Iterations: 2000, Answers: search.Answers, Guide: NewGuide}), Face: "owl", Rating: 31,
			Name: game.Label{En: "Sage the Owl", Fr: "Sage la chouette"},
			About: game.Label{
				En: "Plays every idea on against hundreds of draws before it moves.",
				Fr: "Essaie chaque idée sur des centaines de tirages avant de jouer.",
			},
		},
	}
}
