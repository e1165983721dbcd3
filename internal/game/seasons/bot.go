package seasons

import (
	"context"
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The computer player. It knows the printed rules and what a person at its seat
// knows: a Position, never the State.
//
// Everything it weighs is counted in tenths of a crystal. bot_worth.go says
// what the cards are worth, bot_mind.go what it reads from a position,
// bot_energy.go what energies are worth to it; the other bot files answer the
// questions. It does not look ahead: it takes what is best at once, with cards
// valued by the rounds that are left. It never goes back on a declaration, so
// every action of its turn spends something and every turn ends.

// greedy is the computer player. It never changes once made.
type greedy struct {
	rules   *Rules
	weights [cards.NumCards + 1]weight
	answers map[string]func(m *mind) []game.Pick
}

var _ game.Bot = (*greedy)(nil)

// NewBot returns the computer player of Seasons.
func NewBot() game.Bot {
	return &greedy{rules: New(), weights: weightTable(), answers: answerTable()}
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
		"keep_energy":   (*mind).answerKeepEnergy,
		"kind":          (*mind).answerKind,
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

// ID implements game.Bot.
func (*greedy) ID() string { return "greedy" }

// Label implements game.Bot.
func (*greedy) Label() game.Label { return game.Label{En: "Greedy", Fr: "Glouton"} }

// Choose implements game.Bot. The documents are a *Public and a *Private. It
// uses no randomness: the same position has the same answer.
func (b *greedy) Choose(_ context.Context, p *game.Position, _ *game.RNG) []game.Pick {
	picks, ok := b.answer(p)
	if !ok || p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}) != nil {
		return game.PlainAnswer(p.Decision)
	}
	return picks
}

// answer answers the decision by its kind's own rule, if there is one.
func (b *greedy) answer(p *game.Position) ([]game.Pick, bool) {
	rule := b.answers[p.Decision.Kind]
	if rule == nil {
		return nil, false
	}
	var m mind
	if !m.read(b, p) {
		return nil, false
	}
	return rule(&m), true
}

// suggested answers as the game suggests.
func (m *mind) suggested() []game.Pick { return slices.Clone(m.d.Suggested) }

// pick answers with one option, once.
func pick(key game.Key) []game.Pick { return []game.Pick{{Key: key, N: 1}} }

// best answers with the regular option that is worth most, the first of equals.
func (m *mind) best(worth func(game.Key) int) []game.Pick {
	at, most := -1, 0
	for i := range m.d.Options {
		if m.d.Options[i].Alone {
			continue
		}
		if n := worth(m.d.Options[i].Key); at < 0 || n > most {
			at, most = i, n
		}
	}
	if at < 0 {
		return nil
	}
	return pick(m.d.Options[at].Key)
}
