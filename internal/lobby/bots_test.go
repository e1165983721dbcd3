package lobby

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/room"
)

// thinker is a bot that thinks for up to four times as long as each, and for another time at each decision.
type thinker struct {
	game.Bot
	each  time.Duration
	turns time.Duration
}

func (b *thinker) Choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	b.turns++
	time.Sleep(b.turns % 5 * b.each)
	return b.Bot.Choose(ctx, p, random)
}

// The time of a bot's answer does not tell what it could choose from: it thinks during the pause and, if that is too
// short, answers after a number of whole steps.
func TestBotsAnswerWhenThePauseEnds(t *testing.T) {
	const pause = 300 * time.Millisecond
	for _, test := range []struct {
		name string
		each time.Duration
		ends time.Duration // after which the answer comes, or a multiple of which after the pause
	}{
		{"at once", 0, pause},
		{"during the pause", 20 * time.Millisecond, pause},
		{"for longer", 120 * time.Millisecond, answerStep},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorldWith(t, Options{BotPause: pause}, 1, func(w *world) {
				toy := &w.games[len(w.games)-1]
				toy.Bots = []game.Bot{&thinker{Bot: bot.NewRandom(), each: test.each}}
				w.restart()
				ann := w.open("ann", toyTable())
				w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
				w.must(ann, &room.Start{})
				answers := 0
				for range 60 {
					if ann.result != nil {
						break
					}
					if !w.truth().Waiting().Has(1) {
						require.NoError(t, ann.answer())
						continue
					}
					took := w.untilNext()
					const exact = float64(5 * time.Millisecond)
					late := took - pause
					require.InDelta(t, 0, late-late.Round(answerStep), exact, took)
					if test.ends == pause {
						require.InDelta(t, pause, took, exact)
					}
					answers++
				}
				require.Greater(t, answers, 5)
			})
		})
	}
}

// untilNext lets time pass until the next entry, and returns for how long the room has done nothing.
func (w *world) untilNext() time.Duration {
	w.t.Helper()
	before, took := len(w.recorded.of(w.room, 1)), time.Duration(0)
	for len(w.recorded.of(w.room, 1)) == before {
		time.Sleep(time.Millisecond)
		took += time.Millisecond
		require.Less(w.t, took, time.Minute)
	}
	for _, c := range w.people {
		c.read()
	}
	return took
}
