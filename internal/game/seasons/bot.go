package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The computer player. It knows the printed rules and sees what a person at
// its seat sees: a View and a Decision, never the State.
//
// Everything it weighs is counted in tenths of a crystal. bot_worth.go says
// what the cards are worth, bot_mind.go what it reads from a view,
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

// Choose implements game.Bot. The view is a *View. It uses no randomness: the
// same view and decision have the same answer.
func (b *greedy) Choose(view any, d *game.Decision, _ *game.RNG) []game.Pick {
	picks, ok := b.answer(view, d)
	if !ok || d.Check(game.Answer{Decision: d.ID, Picks: picks}) != nil {
		return fallback(d)
	}
	return picks
}

// answer answers the decision by its kind's own rule, if there is one.
func (b *greedy) answer(view any, d *game.Decision) ([]game.Pick, bool) {
	v, ok := view.(*View)
	rule := b.answers[d.Kind]
	if !ok || rule == nil {
		return nil, false
	}
	var m mind
	if !m.read(b, v, d) {
		return nil, false
	}
	return rule(&m), true
}

// suggested answers as the game suggests.
func (m *mind) suggested() []game.Pick { return slices.Clone(m.d.Suggested) }

// fallback answers any decision of this game: as suggested, or else with the
// first options that fit. An option that is a whole answer by itself is the
// last resort.
func fallback(d *game.Decision) []game.Pick {
	if len(d.Suggested) > 0 {
		return slices.Clone(d.Suggested)
	}
	f := filler{d: d}
	for i := range d.Options {
		f.put(i, int(d.Options[i].Min))
	}
	for group := range d.Groups {
		for i := range d.Options {
			f.putInto(i, group, d.Groups[group].Min-f.into[group])
		}
	}
	for i := range d.Options {
		f.put(i, d.Min-f.total)
	}
	if d.Check(game.Answer{Decision: d.ID, Picks: f.picks}) == nil {
		return f.picks
	}
	for i := range d.Options {
		if d.Options[i].Alone {
			return []game.Pick{{Key: d.Options[i].Key, N: 1}}
		}
	}
	return f.picks
}

// filler builds an answer choice by choice and keeps within the bounds of
// options and groups.
type filler struct {
	d     *game.Decision
	picks []game.Pick
	used  [game.MaxOptions]uint8
	into  [8]int
	total int
}

// put chooses an option up to n times more, in whatever groups have room.
func (f *filler) put(option, n int) {
	if len(f.d.Groups) == 0 {
		f.add(option, 0, n)
		return
	}
	for group := range f.d.Groups {
		n -= f.putInto(option, group, min(n, f.d.Groups[group].Max-f.into[group]))
	}
}

// putInto chooses an option up to n times more for the group and returns how often.
func (f *filler) putInto(option, group, n int) int {
	if f.d.Options[option].Groups>>group&1 == 0 {
		return 0
	}
	return f.add(option, group, n)
}

func (f *filler) add(option, group, n int) int {
	o := &f.d.Options[option]
	n = min(n, int(o.Max-f.used[option]))
	if n <= 0 || o.Alone {
		return 0
	}
	f.used[option] += uint8(n)
	f.into[group] += n
	f.total += n
	for i := range f.picks {
		if p := &f.picks[i]; p.Key == o.Key && int(p.Group) == group {
			p.N += uint8(n)
			return n
		}
	}
	f.picks = append(f.picks, game.Pick{Key: o.Key, N: uint8(n), Group: uint8(group)})
	return n
}

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
