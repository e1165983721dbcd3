package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The computer player. It knows the printed rules and what a person at its seat
// knows: a state that looks like the position, with all secrets drawn anew.
//
// Everything it weighs is counted in tenths of a crystal. bot_worth.go says what the cards are
// worth, bot_mind.go what it reads from a position, bot_energy.go what energies are worth to it;
// the other bot files answer the questions. It does not look ahead: it takes what is best at once,
// with cards valued by the rounds that are left. It never goes back on a declaration, so every
// action of its turn spends something and every turn ends.

// greedy is what the computer player weighs with. It never changes once made.
type greedy struct {
	weights [cards.NumCards + 1]weight
	// horizonRounds, if not 0, is how many rounds it looks ahead at most, and familiarBonus what
	// it thinks familiars are worth besides.
	horizonRounds, familiarBonus int
}

// NewBot returns the computer player of Seasons that does not search.
func NewBot() game.Bot { return newGreedy("greedy", &greedy{weights: weightTable()}) }

// newGreedy returns a computer player with its own way to weigh.
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

// sampled returns a state that looks like the position. The bot reads nothing
// of it that its player does not know, so that any will do.
func sampled(p *game.Position) (*match, bool) {
	if p.Sample == nil {
		return nil, false
	}
	random := game.NewRNG(game.Seed{})
	s, ok := p.Sample(&random).(*match)
	return s, ok
}

// answerTable binds every kind of decision to what answers it. A kind that is
// added to the game and not here gets the fallback.
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

// suggested answers as the game suggests.
func (m *mind) suggested() []game.Pick { return append(m.picks[:0], m.d.Suggested...) }

// pick answers with one option, once.
func (m *mind) pick(key game.Key) []game.Pick { return append(m.picks[:0], game.Pick{Key: key, N: 1}) }

// best answers with the regular option that is worth most, the first of equals.
func (m *mind) best(worth func(game.Key) int) []game.Pick {
	return game.AppendBest(m.picks[:0], m.d, func(o *game.Option) (int, bool) {
		if o.Alone {
			return 0, false
		}
		return worth(o.Key), true
	})
}
