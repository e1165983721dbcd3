package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The bots that do not search. They read a sampled state, of which they use only what the seat's
// player may see.
//
// All values are in tenths of a crystal. bot_worth.go has the values of the cards,
// bot_evaluation.go extracts the facts of a position, and bot_energy.go evaluates energies. The
// other bot files answer the questions. A bot does not look ahead: it takes the best immediate
// gain, with cards valued by the remaining rounds. It never goes back on a declaration, so every
// action of a turn spends something and every turn ends.

// greedy has the parameters of a bot. It never changes after it is made.
type greedy struct {
	weights [cards.NumCards + 1]weight
	// horizonRounds, if not 0, is the maximum number of rounds the bot looks ahead. familiarBonus
	// is added to the value of every familiar.
	horizonRounds, familiarBonus int
}

// NewBot returns the bot of Seasons that does not search.
func NewBot() game.Bot { return newGreedy("greedy", &greedy{weights: weightTable()}) }

// newGreedy returns a bot with its own parameters.
func newGreedy(id string, b *greedy) game.Bot {
	return &game.RuleBot[mind]{
		Name: id, Title: game.Label{En: "medium", Fr: "moyen"}, Rules: answerTable(),
		Read: func(p *game.Position) *mind {
			s, ok := sampled(p)
			if !ok {
				return nil
			}
			var m mind
			m.read(b, s, p.Decision)
			return &m
		},
	}
}

// sampled returns a state that looks the same to the seat. Any sample will do, because the bot
// reads only what its player may see.
func sampled(p *game.Position) (*match, bool) {
	if p.Sample == nil {
		return nil, false
	}
	random := game.NewRNG(game.Seed{})
	s, ok := p.Sample(&random).(*match)
	return s, ok
}

// answerTable has the rule for each kind of decision. A kind without a rule gets the plain answer.
func answerTable() map[string]func(m *mind) []game.Pick {
	return map[string]func(m *mind) []game.Pick{
		"draft":         (*mind).answerDraft,
		"split":         (*mind).answerSplit,
		"die":           (*mind).answerDie,
		"reroll":        (*mind).answerReroll,
		"turn":          (*mind).answerTurn,
		"order":         (*mind).answerOrder,
		"transmute":     (*mind).answerTransmute,
		"tokens":        (*mind).answerTokens,
		"gain":          (*mind).answerGain,
		"store":         (*mind).answerGain,
		"waive":         (*mind).answerWaive,
		"payment":       (*mind).suggested,
		"elements":      (*mind).answerElements,
		"element_first": (*mind).answerElementFirst,
		"lose_energy":   (*mind).answerLoseEnergy,
		"energy":        (*mind).answerKind,
		"keep_card":     (*mind).answerKeepCard,
		"pick_card":     (*mind).answerPickCard,
		"pick_summon":   (*mind).answerPickSummon,
		"assign":        (*mind).answerAssign,
		"hand_card":     (*mind).answerHandCard,
		"own_cards":     (*mind).answerOwnCards,
		"familiar":      (*mind).answerFamiliar,
		"opponent":      (*mind).answerOpponent,
		"mode":          (*mind).answerMode,
		"orb":           (*mind).answerOrb,
		"move":          (*mind).answerMove,
	}
}

// suggested returns the suggested answer of the decision.
func (m *mind) suggested() []game.Pick { return append(m.picks[:0], m.d.Suggested...) }

// pick returns an answer with one option, once.
func (m *mind) pick(key game.Key) []game.Pick { return append(m.picks[:0], game.Pick{Key: key, N: 1}) }

// best returns an answer with the regular option of the highest value, the first of equals.
func (m *mind) best(worth func(game.Key) int) []game.Pick {
	return game.AppendBest(m.picks[:0], m.d, func(o *game.Option) (int, bool) {
		if o.Alone {
			return 0, false
		}
		return worth(o.Key), true
	})
}
