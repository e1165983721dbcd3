package conformance

import (
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// RandomPlay plays matches at random and reuses its memory.
type RandomPlay struct {
	Random *rand.Rand
	// Step collects the events of the last answer. If it is nil, no events are made and answers are
	// not checked, as in a search.
	Step *game.Step
	// Decision is the last decision. Its field Plain is not reset. Picks is the last answer.
	Decision game.Decision
	Picks    []game.Pick
}

// NewRandomPlay returns a RandomPlay with events, whose answers depend only on the seed.
func NewRandomPlay(seed uint64) *RandomPlay {
	return &RandomPlay{Random: rand.New(rand.NewPCG(seed, 1)), Step: &game.Step{}, Decision: game.Decision{Plain: true}}
}

// Answer answers for the first seat that the match waits for. It returns false if the match is
// over.
func (p *RandomPlay) Answer(t require.TestingT, s game.State) bool {
	waiting := s.Waiting()
	if waiting == 0 {
		return false
	}
	ok := s.Decision(waiting.First(), &p.Decision)
	if ok {
		p.Picks, ok = bot.Random(&p.Decision, p.Random, p.Picks)
	}
	if !ok {
		require.FailNow(t, "a seat that is waited for has no legal answer", "%+v", p.Decision)
	}
	if p.Step != nil {
		p.Step.Reset()
	}
	answer := game.Answer{Decision: p.Decision.ID, Picks: p.Picks, Legal: p.Step == nil}
	if err := s.Apply(p.Decision.Seat, answer, p.Step); err != nil {
		require.NoError(t, err)
	}
	return true
}
