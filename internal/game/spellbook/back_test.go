package spellbook

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// tableText returns everything that is on the table, as text.
func tableText(t *testing.T, s *match) string {
	t.Helper()
	data, err := json.Marshal([]any{s.Public(), s.peek(1)})
	require.NoError(t, err)
	return string(data)
}

// As long as "back" is offered from random positions, nothing has changed and no event was
// reported, and going back asks for the same action again. Afterwards something has moved.
func TestBackIsOfferedUntilTheFirstMateriaMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	r := New()
	offered, moved := 0, 0
	p := conformance.NewRandomPlay(21)
	for range conformance.Thorough(100, 1000) {
		s := randomPosition(t, rng)
		before, ids := "", []string{}
		silent := true // since the action was asked for
		for i := 0; i < 25 && !s.over; i++ {
			var d game.Decision
			s.Decision(s.ask.seat, &d)
			text := d.Text(r)
			back := text.Options[len(text.Options)-1].ID == "back"
			switch {
			case d.Kind == "action":
				require.False(t, back)
				before, ids, silent = tableText(t, s), optionIDs(text), true
			case back:
				offered++
				require.True(t, silent, "told before the first Materia moves")
				require.Equal(t, before, tableText(t, s))
				c := s.Clone()
				require.NoError(
					t,
					c.Apply(
						d.Seat,
						game.Answer{Decision: d.ID, Picks: []game.Pick{{Key: game.Key{Word: optBack}, N: 1}}},
						&game.Step{},
					),
				)
				require.Equal(t, before, tableText(t, c.(*match)))
				var again game.Decision
				require.True(t, c.Decision(d.Seat, &again))
				require.Equal(t, ids, optionIDs(again.Text(r)))
			case before != "":
				moved++
				require.False(t, silent, "%s: nothing was told, and there is no way back", d.Kind)
			}
			p.Answer(t, s)
			silent = silent && len(p.Step.Events) == 0
			require.Equal(t, 1, onlyOne(s), "one seat is asked")
		}
	}
	require.Greater(t, offered, 120)
	require.Greater(t, moved, 40)
}

func optionIDs(d game.DecisionText) []string {
	var ids []string
	for _, o := range d.Options {
		ids = append(ids, o.ID)
	}
	return ids
}

// onlyOne counts the seats that are asked. A finished match counts as one.
func onlyOne(s *match) int {
	n := len(game.Pending(s))
	if s.over {
		n++
	}
	return n
}

// Only the player of the day is asked, except for the takes of Blaze.
func TestWhoIsAsked(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	others := 0
	p := conformance.NewRandomPlay(9)
	for range 200 {
		s := randomPosition(t, rng)
		for i := 0; i < 20 && !s.over; i++ {
			if s.ask.seat != s.active {
				others++
				c, set, _, ok := s.stack.Top().program.spellOf()
				require.True(t, ok && s.book.facts.Spells[c][set].ID == "blaze" && s.ask.ask.name == "take")
				require.Less(t, s.players[s.ask.seat].pool.size, uint8(poolLimit))
			}
			p.Answer(t, s)
		}
	}
	require.Positive(t, others)
}

// Going back drops the whole action from any of its questions, and nothing else: dropping a second
// Morning action does not undo the first.
func TestBackDropsTheWholeAction(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("blue:2"),
		Altar:  counts("red.circle red.square red.triangle green.square green.circle"),
		Seats: []SeatSetup{
			{
				Pool:   counts("white.circle white.square"),
				Spells: learnedSpells("blue:5:circle violet:5:circle red:5:circle"),
			},
			{},
		},
	})
	sc.answer("take:red.triangle").
		asksPhase(0, "morning").
		answer("use:violet:5").
		answer("back").
		asksPhase(0, "morning").
		pool(0, "white.circle white.square red.triangle").
		answer("use:red:5").
		asks(0, "discard").
		answer("back").
		answer("use:violet:5").
		answer("take:red.circle").
		asksPhase(0, "midday")
	// From the third question of a Clone.
	start(t, Setup{
		Spells: spellSets("white:3"),
		Phase:  "midday",
		Altar:  counts("red.circle green.square"),
		Seats: []SeatSetup{
			{Pool: counts("blue.circle*2 green.circle*2 black.square"), Spells: learnedSpells("white:5:circle")},
			{Spells: learnedSpells("red:5:square")},
		},
	}).
		answer("use:white:5").
		answer("copy:red:5").
		asks(0, "discard").
		answer("back").
		asksPhase(0, "midday").
		answer("use:white:5").
		answer("copy:red:5").
		answer("discard:blue.circle").
		asks(0, "discard").
		offersNot("back")
	// From the last question of learning.
	start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.circle*2 red.square*2 blue.circle*3"), Spells: nil}, {}},
	}).
		answer("learn:red:4").
		answer("place:red.square").
		answer("way:0:circle").
		asks(0, "pay").
		answer("back").
		asksPhase(0, "evening").
		pool(0, "red.circle*2 red.square*2 blue.circle*3")
}

// With nothing to draw, Divination 4 must take at least one, because something must move (R17).
// After a draw it can take none.
func TestR17DivinationWithNothingToDraw(t *testing.T) {
	in := Setup{
		Spells: spellSets("violet:3"),
		Box:    counts(""),
		Altar:  nothingToDraw("violet.circle"),
		Seats:  []SeatSetup{{Spells: learnedSpells("violet:4:circle")}, {}},
	}
	start(t, in).
		answer("use:violet:4").
		asks(0, "take").
		offers("back").
		offersNot("done").
		answer("take:red.circle").
		offers("done").
		offersNot("back").
		answer("done").
		pool(0, "red.circle")
	in.Altar = nothingToDraw("violet.circle red.circle")
	in.Draws = list("red.circle")
	start(t, in).
		answer("use:violet:4").
		offers("done").
		offersNot("back").
		answer("done").
		poolSize(0, 0)
}
