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

// characters returns the bots that players can choose. docs/bots.md describes their play.
func characters() []game.Bot {
	return []game.Bot{
		game.NewCharacter("fox", NewBot(), 24, game.Label{
			En: "Gathers for the spells that pay, and takes what brings most at once.",
			Fr: "Rassemble pour les sorts qui rapportent et prend ce qui vaut le plus tout de suite.",
			De: "Sammelt für Zauber, die Punkte bringen, und nimmt, was sofort am meisten wert ist.",
		}),
		game.NewCharacter("hare", newGreedy("hare", 2), 16, game.Label{
			En: "Learns whatever can be learned today and does not save up for great spells.",
			Fr: "Apprend ce qu’on peut apprendre aujourd’hui et n’économise pas pour les grands sorts.",
			De: "Lernt, was sich heute lernen lässt, und spart nicht für die großen Zauber.",
		}),
		game.NewCharacter(
			"stag",
			search.New(search.Level{ID: "stag", Iterations: 100, Answers: 5, Guide: NewGuide}),
			31,
			game.Label{
				En: "Compares a few ideas by playing on in its head.",
				Fr: "Compare quelques idées en continuant la partie de tête.",
				De: "Vergleicht einige Ideen und spielt dazu die Partie im Kopf weiter.",
			},
		),
		game.NewCharacter(
			"owl",
			search.New(search.Level{ID: "owl", Iterations: 2000, Answers: search.Answers, Guide: NewGuide}),
			31,
			game.Label{
				En: "Plays every idea on against hundreds of draws before it moves.",
				Fr: "Essaie chaque idée sur des centaines de tirages avant de jouer.",
				De: "Probiert jede Idee an Hunderten möglicher Ziehungen aus, bevor er spielt.",
			},
		),
	}
}
