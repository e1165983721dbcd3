package seasons

import (
	"encoding/json"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// Module returns what the program needs to offer Seasons.
func Module() game.Module {
	return game.Module{
		Rules:     New(),
		Bots:      characters(),
		Catalogue: func() ([]byte, error) { return json.Marshal(cards.MustLoad()) },
	}
}

// characters are the computer players that people can choose. docs/bots.md has
// the tournament with their ratings.
func characters() []game.Bot {
	return []game.Bot{
		game.Character{
			Bot: NewBot(), Face: "fox", Rating: 24,
			Name: game.Label{En: "Rowan the Fox", Fr: "Rowan le renard"},
			About: game.Label{
				En: "Knows what every card is worth and takes what brings most at once.",
				Fr: "Sait ce que vaut chaque carte et prend ce qui rapporte le plus tout de suite.",
			},
		},
		game.Character{
			Bot: newGreedy("hare", &greedy{weights: weightTable(), horizonRounds: 1, familiarBonus: 4 * crystal}), Face: "hare", Rating: 2,
			Name: game.Label{En: "Hazel the Hare", Fr: "Hazel le lièvre"},
			About: game.Label{
				En: "Loves familiars, sells energy early and hardly thinks of the next round.",
				Fr: "Adore les familiers, vend ses énergies trop tôt et ne pense guère à la manche suivante.",
			},
		},
		game.Character{
			Bot: search.New(search.Level{ID: "stag", Iterations: 60, Answers: 5, Guide: NewGuide}), Face: "stag", Rating: 35,
			Name: game.Label{En: "Alder the Stag", Fr: "Alder le cerf"},
			About: game.Label{
				En: "Compares a few ideas by playing the next three rounds in its head.",
				Fr: "Compare quelques idées en jouant de tête les trois manches suivantes.",
			},
		},
		game.Character{
			Bot: search.New(search.Level{ID: "owl", Iterations: 2000, Answers: search.Answers, Guide: NewGuide}), Face: "owl", Rating: 38,
			Name: game.Label{En: "Sage the Owl", Fr: "Sage la chouette"},
			About: game.Label{
				En: "Plays every idea on against hundreds of deals before it moves, the draft too.",
				Fr: "Essaie chaque idée sur des centaines de donnes avant de jouer, choix des cartes compris.",
			},
		},
	}
}
