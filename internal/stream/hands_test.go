package stream

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// TestOpenHands compares a stream whose spectators see all hands with one whose spectators do not.
// Players must get the same frames from both, and spectators the same public document at the same
// time. The hands must be those of the moment that spectators see. After a player has withdrawn,
// both streams must send the same.
func TestOpenHands(t *testing.T) {
	const delay = 2
	for _, rules := range testRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			for seed := range uint64(4) {
				p := newPlay(t, seed)
				open, closed := New("s"), New("s")
				show := func(m Moment, agreed bool) {
					show(closed, m, p.at)
					m.OpenHands = agreed
					show(open, m, p.at)
				}
				ann, eve := watch(t, open, 0), watch(t, open, game.NoSeat)
				bob, zoe := watch(t, closed, 0), watch(t, closed, game.NoSeat)
				same := func(late *Moment) {
					t.Helper()
					require.Equal(t, bob.read(), ann.read(), "players")
					eve.read()
					zoe.read()
					require.JSONEq(t, string(zoe.public), string(eve.public))
					require.Equal(t, zoe.events, eve.events)
					require.Equal(t, "[]", string(eve.decisions))
					require.Nil(t, zoe.private)
					newcomer := watch(t, open, game.NoSeat)
					open.Leave(newcomer.sub)
					require.Equal(t, newcomer.private == nil, !open.OpenHands())
					if late == nil {
						require.Nil(t, eve.private, "the hands are closed")
						return
					}
					requireJSON(t, HandsOf(late.Match.State, len(late.Match.Seats)).Document(), eve.private)
					require.JSONEq(t, string(eve.private), string(newcomer.private))
				}
				moments := []Moment{p.start(rules, 2, delay)}
				show(moments[0], true)
				same(nil) // what spectators see at once
				opened := 0
				for range 40 {
					m := p.answer()
					if m.isOver() {
						break
					}
					moments = append(moments, m)
					show(m, true)
					var late *Moment
					for i := range moments[1:] {
						if one := &moments[i+1]; m.Turn-one.Turn >= delay {
							late, opened = one, opened+1
						}
					}
					same(late)
				}
				require.Positive(t, opened)
				p.moment.Events = nil
				show(p.moment, false)
				same(nil)
				for range 5 {
					if p.moment.isOver() {
						break
					}
					show(p.answer(), false)
					same(nil)
				}
			}
		})
	}
}

// TestOpenHandsAreWithdrawnBeforeTheyWereSeen: spectators never see them.
func TestOpenHandsAreWithdrawnBeforeTheyWereSeen(t *testing.T) {
	p := newPlay(t, 3)
	s := New("s")
	eve := watch(t, s, game.NoSeat)
	show := func(m Moment, agreed bool) {
		m.OpenHands = agreed
		show(s, m, p.at)
	}
	show(p.start(testRules[1], 2, 2), true)
	show(p.answer(), true)
	p.moment.Events = nil
	show(p.moment, false)
	for range 30 {
		show(p.answer(), false)
	}
	eve.read()
	require.Greater(t, eve.events, 10)
	for _, frame := range eve.frames {
		require.NotContains(t, frame, `"private"`)
	}
}

// TestEventsOfOpenHands: spectators get the private facts of all seats, as the
// players of the seats did.
func TestEventsOfOpenHands(t *testing.T) {
	p := newPlay(t, 5)
	s := New("s")
	show := func(m Moment) {
		m.OpenHands = true
		show(s, m, p.at)
	}
	show(p.start(testRules[1], 2, 2))
	private := 0
	for range 120 {
		m := p.answer()
		if m.isOver() {
			break
		}
		show(m)
	}
	var frame struct{ Events []json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(watch(t, s, game.NoSeat).frames[1]), &frame))
	_, _, recent := s.RecentEvents(game.NoSeat)
	require.Len(t, frame.Events, len(recent))
	for i := range recent {
		requireJSON(t, recent[i].For(game.AllSeeing()), frame.Events[i])
		if len(recent[i].Private) > 0 {
			private++
		}
	}
	require.Positive(t, private, fmt.Sprint(len(recent), " events"))
}
