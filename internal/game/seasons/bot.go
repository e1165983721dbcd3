package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the bots that do not search. They read a sampled state, but only the parts that the
// seat's player may see.
//
// All values are in tenths of a crystal. bot_worth.go has the values of the cards,
// bot_evaluation.go extracts the facts of a position, and bot_energy.go evaluates energies. The
// other bot files answer the questions. A bot does not look ahead: it takes the best immediate
// gain, with cards valued by the remaining rounds. It never takes back a declaration. Each action
// of a turn therefore spends something, and every turn ends.

// greedy has the parameters of a bot. It must not be changed after its first use.
type greedy struct {
	weights [cards.NumCards + 1]weight
	// horizonRounds, if not 0, is the maximum number of remaining rounds for which the bot values a
	// card. familiarBonus is added to the value of every familiar.
	horizonRounds, familiarBonus int
}

// NewBot returns the bot of Seasons that does not search.
func NewBot() game.Bot { return newGreedy("greedy", &greedy{weights: weightTable()}) }

// newGreedy returns a bot with the given parameters.
func newGreedy(id string, b *greedy) game.Bot {
	return &game.RuleBot[evaluation]{
		Name: id, Title: game.Label{En: "medium", Fr: "moyen", De: "mittel"}, Rules: answerTable(),
		Read: func(p *game.Position) *evaluation {
			s, ok := sampleState(p)
			if !ok {
				return nil
			}
			var m evaluation
			m.read(b, s, p.Decision)
			return &m
		},
	}
}

// sampleState returns a state that looks the same to the seat. It always uses the same random
// stream, because the bot reads only what its player may see. It returns false if the position has
// no state of this game.
func sampleState(p *game.Position) (*match, bool) {
	if p.Sample == nil {
		return nil, false
	}
	random := game.NewRNG(game.Seed{})
	s, ok := p.Sample(&random).(*match)
	return s, ok
}

// answerTable has the rule for each kind of decision. A kind without a rule gets the plain answer.
func answerTable() map[string]func(m *evaluation) []game.Pick {
	return map[string]func(m *evaluation) []game.Pick{
		"draft":         (*evaluation).answerDraft,
		"split":         (*evaluation).answerSplit,
		"die":           (*evaluation).answerDie,
		"reroll":        (*evaluation).answerReroll,
		"turn":          (*evaluation).answerTurn,
		"order":         (*evaluation).answerOrder,
		"transmute":     (*evaluation).answerTransmute,
		"tokens":        (*evaluation).answerTokens,
		"gain":          (*evaluation).answerGain,
		"store":         (*evaluation).answerGain,
		"waive":         (*evaluation).answerWaive,
		"payment":       (*evaluation).answerSuggested,
		"elements":      (*evaluation).answerElements,
		"element_first": (*evaluation).answerElementFirst,
		"lose_energy":   (*evaluation).answerLoseEnergy,
		"energy":        (*evaluation).answerKind,
		"keep_card":     (*evaluation).answerKeepCard,
		"pick_card":     (*evaluation).answerPickCard,
		"pick_summon":   (*evaluation).answerPickSummon,
		"assign":        (*evaluation).answerAssign,
		"hand_card":     (*evaluation).answerHandCard,
		"own_cards":     (*evaluation).answerOwnCards,
		"familiar":      (*evaluation).answerFamiliar,
		"opponent":      (*evaluation).answerOpponent,
		"mode":          (*evaluation).answerMode,
		"orb":           (*evaluation).answerOrb,
		"move":          (*evaluation).answerMove,
	}
}

// answerSuggested returns the suggested answer of the decision.
func (ev *evaluation) answerSuggested() []game.Pick { return append(ev.picks[:0], ev.d.Suggested...) }

// pick returns an answer with one option, once.
func (ev *evaluation) pick(key game.Key) []game.Pick {
	return append(ev.picks[:0], game.Pick{Key: key, N: 1})
}

// bestOption returns an answer with the regular option of the highest value. If several are equal,
// it takes the first.
func (ev *evaluation) bestOption(worth func(game.Key) int) []game.Pick {
	return game.AppendBest(ev.picks[:0], ev.d, func(o *game.Option) (int, bool) {
		if o.Alone {
			return 0, false
		}
		return worth(o.Key), true
	})
}
