package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// Bots plays the case's matches with the given bots and the random bot in different seats. It makes
// sure that each bot chooses legal answers, that equal positions with equal random streams lead to
// equal choices, even if the positions differ in what is hidden from the seat, and that every match
// ends. Bots that search get only a few iterations per decision.
func Bots(t *testing.T, rules game.Rules, bots []game.Bot, c Case) {
	t.Helper()
	if err := checkBots(rules, bots, c.withDefaults()); err != nil {
		t.Fatal(err)
	}
}

func checkBots(rules game.Rules, bots []game.Bot, c Case) error {
	players := append(slices.Clone(bots), bot.NewRandom())
	return eachMatch(rules, c, func(t *table) error {
		for !t.isOver() {
			if t.steps >= c.MaxSteps {
				return fmt.Errorf("no end after %d answers", t.steps)
			}
			t.seat = pickSeat(t.rng, t.state.Waiting())
			p := game.NewPosition(t.state.Clone(), t.seat, nil)
			if p == nil {
				return fmt.Errorf("seat %d is waited for and not asked", t.seat)
			}
			player := players[int(t.seat)%len(players)]
			if err := botChoice(t, player, p); err != nil {
				return fmt.Errorf("the bot %s, asked %s: %w", player.ID(), describe(rules, p.Decision), err)
			}
			if err := t.answer(); err != nil {
				return err
			}
		}
		return nil
	})
}

// fewIterations is the search budget of a decision, in iterations.
const fewIterations = 8

// botChoice lets a bot choose the next answer of t and checks the choice.
func botChoice(t *table, player game.Bot, p *game.Position) error {
	first := newStream(t.rng)
	second, third := first, first
	p.Budget.Iterations = fewIterations
	before := mustText(p.Public) + mustText(p.Private) + describe(t.rules, p.Decision)
	t.picks = player.Choose(context.Background(), p, &first)
	if repeated := player.Choose(context.Background(), p, &second); !slices.Equal(t.picks, repeated) {
		return fmt.Errorf("it chooses %v, and then %v", t.picks, repeated)
	}
	stream := newStream(t.rng)
	other := game.NewPosition(t.state.Sample(game.SeatViewer(t.seat), &stream), t.seat, nil)
	other.Budget = p.Budget
	if repeated := player.Choose(context.Background(), other, &third); !slices.Equal(t.picks, repeated) {
		return fmt.Errorf("it chooses %v, and %v where only secrets differ", t.picks, repeated)
	}
	if mustText(p.Public)+mustText(p.Private)+describe(t.rules, p.Decision) != before {
		return errors.New("it changes the position")
	}
	t.state.Decision(t.seat, &t.d)
	return t.d.Check(game.Answer{Decision: t.d.ID, Picks: t.picks})
}
