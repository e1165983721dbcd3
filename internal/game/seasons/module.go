package seasons

import (
	"encoding/json"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// Module returns Seasons with its bots and its catalogue.
func Module() game.Module {
	return game.Module{
		Rules:     New(),
		Bots:      characters(),
		Catalogue: func() ([]byte, error) { return json.Marshal(cards.MustLoad()) },
	}
}

// characters returns the computer players that players can choose. Their ratings come from the
// tournament in docs/bots.md.
func characters() []game.Bot {
	return []game.Bot{
		game.NewCharacter("fox", NewBot(), 24, game.Label{
			En: "Knows what every card is worth and takes what brings most at once.",
			Fr: "Sait ce que vaut chaque carte et prend ce qui rapporte le plus tout de suite.",
			De: "Weiß, was jede Karte wert ist, und nimmt, was sofort am meisten bringt.",
		}),
		game.NewCharacter(
			"hare",
			newGreedy("hare", &greedy{weights: weightTable(), horizonRounds: 1, familiarBonus: 4 * crystal}),
			2,
			game.Label{
				En: "Loves familiars, sells energy early and hardly thinks of the next round.",
				Fr: "Adore les familiers, vend ses énergies trop tôt et ne pense guère à la manche suivante.",
				De: "Liebt Vertraute, wandelt seine Energien zu früh um und denkt kaum an die nächste Runde.",
			},
		),
		game.NewCharacter(
			"stag",
			search.New(search.Level{ID: "stag", Iterations: 60, Answers: 5, Guide: NewGuide}),
			35,
			game.Label{
				En: "Compares a few ideas by playing the next three rounds in its head.",
				Fr: "Compare quelques idées en jouant de tête les trois manches suivantes.",
				De: "Vergleicht einige Ideen und spielt dazu die nächsten drei Runden im Kopf durch.",
			},
		),
		game.NewCharacter(
			"owl",
			search.New(search.Level{ID: "owl", Iterations: 2000, Answers: search.Answers, Guide: NewGuide}),
			38,
			game.Label{
				En: "Plays every idea on against hundreds of deals before it moves, the draft too.",
				Fr: "Essaie chaque idée sur des centaines de donnes avant de jouer, choix des cartes compris.",
				De: "Spielt jede Idee an Hunderten möglicher Karten durch, bevor er zieht, auch bei der Kartenwahl.",
			},
		),
	}
}
