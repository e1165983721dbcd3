package stream

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// TestEverybodySeesTheirDocuments plays whole matches. The frames of each audience must lead to
// exactly the documents that it may see.
func TestEverybodySeesTheirDocuments(t *testing.T) {
	for _, rules := range testRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			p := newPlay(t, 3)
			s := New("s")
			show(s, p.room("open"), p.at)
			const seats = 3
			readers := map[game.Seat]*reader{}
			for seat := game.NoSeat; seat < seats; seat++ {
				readers[seat] = watch(t, s, seat)
				require.Equal(t, "open", readers[seat].room)
				require.Empty(t, readers[seat].match)
			}
			show(s, p.start(rules, seats, 0), p.at)
			for step := 0; ; step++ {
				for seat, r := range readers {
					r.read()
					r.sees(&p.moment, seat)
					require.Equal(t, 1, r.snapshots, "all else are updates")
				}
				if p.moment.isOver() {
					break
				}
				if p.before != nil && step%7 == 0 {
					show(s, p.undo(), p.at)
				} else {
					show(s, p.answer(), p.at)
				}
				if step%20 == 0 {
					newcomer := watch(t, s, game.Seat(step/20%(seats+1)-1))
					newcomer.sees(&p.moment, newcomer.sub.Seat())
					s.Leave(newcomer.sub)
				}
			}
			require.Equal(t, "{}", string(readers[0].private), "at the end everything is public")
			require.Equal(t, "match-1 is over", readers[1].room)
		})
	}
}

// TestSecretsOfOthers requires that the frames of a player or a spectator do not depend on what
// they may not know.
func TestSecretsOfOthers(t *testing.T) {
	for _, rules := range testRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			p := newPlay(t, 4)
			rng := game.NewRNG(game.SeedFromInt(1))
			whole, sampled := New("s"), New("s")
			one, other := watch(t, whole, game.NoSeat), watch(t, sampled, game.NoSeat)
			for m := p.start(rules, 2, 0); !m.isOver(); m = p.answer() {
				show(whole, m, p.at)
				drawn := *m.Match
				drawn.State = m.Match.State.Sample(game.Spectator(), &rng)
				m.Match = &drawn
				m.Events = append([]game.Event(nil), m.Events...)
				for i := range m.Events {
					m.Events[i].Private = nil
				}
				show(sampled, m, p.at)
				oneWaits, _ := one.sub.Waiting()
				otherWaits, _ := other.sub.Waiting()
				require.Equal(t, oneWaits, otherWaits)
				require.Equal(t, one.read(), other.read())
			}
		})
	}
}

func TestResume(t *testing.T) {
	p := newPlay(t, 5)
	s := New("s")
	show(s, p.start(testRules[0], 2, 0), p.at)
	ann := watch(t, s, 0)
	show(s, p.answer(), p.at)
	ann.read()
	back := func(hello Hello) *reader {
		s.Leave(ann.sub)
		r := *ann
		r.sub, r.hello = NewSubscription(), hello
		s.Join(r.sub, 0, hello)
		r.read()
		return &r
	}
	seen := ann.hello
	require.Equal(t, Hello{Sequence: "s.1.0", Seq: 2}, seen)
	require.Equal(t, 1, back(seen).snapshots, "nothing has happened")
	require.Equal(t, 2, back(Hello{Sequence: "s.1.0", Seq: 1}).snapshots, "something was missed")
	require.Equal(t, 2, back(Hello{Sequence: "s.1.1", Seq: 2}).snapshots, "another seat")
	require.Equal(t, 2, back(Hello{Sequence: "r.1.0", Seq: 2}).snapshots, "another stay in memory")
	again := back(seen)
	s.Leave(again.sub)
	show(s, p.answer(), p.at)
	r := back(seen)
	require.Equal(t, 2, r.snapshots, "something has happened while nobody watched")
	r.sees(&p.moment, 0)
	require.Equal(t, 2, back(seen).snapshots)

	// The stream of another seat continues while one seat is not watched.
	bob := watch(t, s, 1)
	s.Leave(bob.sub)
	for range 3 {
		show(s, p.answer(), p.at)
	}
	watch(t, s, 1).sees(&p.moment, 1)

	// The next match is numbered anew.
	show(s, p.start(testRules[0], 2, 0), p.at)
	require.Equal(t, Hello{Sequence: "s.2.0", Seq: 1}, watch(t, s, 0).hello)
}

// TestOldEvents requires that somebody who joins later gets the last events, with the number of the
// first of them.
func TestOldEvents(t *testing.T) {
	p := newPlay(t, 6)
	s := New("s")
	show(s, p.start(testRules[1], 3, 0), p.at)
	for !p.moment.isOver() {
		show(s, p.answer(), p.at)
	}
	r := watch(t, s, game.NoSeat)
	require.Greater(t, p.moment.EventCount, MaxRecentEvents)
	require.Equal(t, p.moment.EventCount, r.events)
	require.Equal(t, p.moment.EventCount-MaxRecentEvents, r.from)
	id, count, recent := s.RecentEvents(0)
	require.Equal(t, "match-1", id)
	require.Equal(t, p.moment.EventCount, count)
	require.Len(t, recent, MaxRecentEvents)
}

// counted counts how often the documents and decisions of a state are asked for.
type counted struct {
	game.State
	public, private, decision *int
}

func (c counted) Public() any { *c.public++; return c.State.Public() }

func (c counted) Private(seat game.Seat) any { *c.private++; return c.State.Private(seat) }

func (c counted) SamePrivate(game.State, game.Seat) bool { return false }

func (c counted) Decision(seat game.Seat, d *game.Decision) bool {
	*c.decision++
	return c.State.Decision(seat, d)
}

// TestNothingIsMadeForNobody: documents are made only for audiences with a subscription, and the
// public document once for all of them.
func TestNothingIsMadeForNobody(t *testing.T) {
	tests := []struct {
		name            string
		seats           []game.Seat
		public, private int
	}{
		{"nobody", nil, 0, 0},
		{"a spectator", []game.Seat{game.NoSeat}, 1, 0},
		{"a player", []game.Seat{1}, 1, 1},
		{"a player twice", []game.Seat{1, 1}, 1, 1},
		{"everybody", []game.Seat{game.NoSeat, 0, 1, 2}, 1, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPlay(t, 7)
			s := New("s")
			show(s, p.start(testRules[0], 3, 0), p.at)
			for _, seat := range test.seats {
				watch(t, s, seat)
			}
			var public, private, decision int
			const moments = 10
			for range moments {
				m := p.answer()
				watched := *m.Match
				watched.State = counted{m.Match.State, &public, &private, &decision}
				m.Match = &watched
				show(s, m, p.at)
			}
			require.Equal(
				t,
				[]int{test.public * moments, test.private * moments, test.private * moments},
				[]int{public, private, decision},
			)
		})
	}
}

// TestAnswers: answers come among the frames, in order, until the subscription ends.
func TestAnswers(t *testing.T) {
	p := newPlay(t, 8)
	s := New("s")
	show(s, p.room("open"), p.at)
	sub := NewSubscription()
	s.Join(sub, 0, Hello{})
	quoted := `"\<é>` + "\n"
	sub.Answer("a1", nil)
	sub.Answer(quoted, nil)
	sub.Push([]byte("mine"))
	sub.Answer("a2", coded.Errorf(game.CodeStale, "Too late."))
	sub.End(CodeSlow)
	sub.Answer("a3", nil)
	var frames []string
	queued, open := sub.Take(nil)
	require.False(t, open)
	for _, frame := range queued {
		frames = append(frames, string(frame))
	}
	require.JSONEq(t, string(strict.Encode(okFrame{"ok", quoted})), frames[2])
	require.Equal(t, []string{
		string(roomCalled("open").Frame()), `{"type":"ok","id":"a1"}`, frames[2], "mine",
		`{"type":"reject","id":"a2","code":"stale_decision","message":"Too late."}`,
	}, frames)
}

// TestTheRoomIsToldOnce: each subscription gets the frame of the room once, until the room changes.
func TestTheRoomIsToldOnce(t *testing.T) {
	p := newPlay(t, 8)
	s := New("s")
	show(s, p.room("open"), p.at)
	require.Equal(t, "open", s.Room(0).ID)
	readers := []*reader{watch(t, s, game.NoSeat), watch(t, s, 0), watch(t, s, 1)}
	for _, room := range []string{"open", "open", "seated", "seated"} {
		show(s, p.room(room), p.at)
	}
	s.Move(readers[0].sub, 2)
	show(s, p.room("seated"), p.at)
	for _, r := range readers {
		r.read()
		require.Equal(t, []string{string(roomCalled("open").Frame()), string(roomCalled("seated").Frame())}, r.frames)
	}
}

// TestHiddenMatch: if spectators are not allowed, a person without a seat sees no match.
func TestHiddenMatch(t *testing.T) {
	p := newPlay(t, 9)
	p.moment.Watchable = false
	s := New("s")
	show(s, p.room("open"), p.at)
	eve := watch(t, s, game.NoSeat)
	m := p.start(testRules[0], 2, 0)
	m.Watchable = false
	show(s, m, p.at)
	eve.read()
	require.Empty(t, eve.match)
	require.Equal(t, "match match-1", eve.room)
	id, _, _ := s.RecentEvents(game.NoSeat)
	require.Empty(t, id)
	s.Move(eve.sub, 0)
	eve.read()
	eve.sees(&m, 0)
	show(s, p.abandon(), p.at)
	s.Move(eve.sub, game.NoSeat)
	eve.read()
	require.Empty(t, watch(t, s, 1).decisions[1:len("[")])
	m = p.room("spectators are welcome")
	show(s, m, p.at)
	eve.read()
	eve.sees(&m, game.NoSeat)
}

func TestMove(t *testing.T) {
	p := newPlay(t, 10)
	s := New("s")
	show(s, p.start(testRules[0], 3, 0), p.at)
	ann, eve := watch(t, s, 0), watch(t, s, game.NoSeat)
	for i := range 12 {
		show(s, p.answer(), p.at)
		seat := game.Seat(i%4 - 1)
		s.Move(eve.sub, seat)
		s.Move(eve.sub, seat)
		ann.read()
		ann.sees(&p.moment, 0)
		eve.read()
		eve.sees(&p.moment, seat)
		require.Equal(t, seat, eve.sub.Seat())
	}
	require.Equal(t, 1, ann.snapshots)
}

// TestCarry: after a room was loaded again, every subscription continues with another stream.
func TestCarry(t *testing.T) {
	p := newPlay(t, 11)
	s := New("s")
	show(s, p.start(testRules[0], 2, 0), p.at)
	ann := watch(t, s, 0)
	next := New("t")
	show(next, p.answer(), p.at)
	next.Transfer(ann.sub, 0)
	ann.read()
	ann.sees(&p.moment, 0)
	show(next, p.answer(), p.at)
	ann.read()
	ann.sees(&p.moment, 0)
	require.Equal(t, "t.1.0", ann.hello.Sequence)
}

func TestDecisionIDs(t *testing.T) {
	p := newPlay(t, 12)
	s := New("s")
	m := p.start(testRules[0], 2, 0)
	m.DecisionID = func(d *game.Decision) uint64 { return uint64(d.ID) + 1000 }
	show(s, m, p.at)
	require.Contains(t, string(watch(t, s, 0).decisions), `"id":1001`)
}

func TestClockAndPresence(t *testing.T) {
	p := newPlay(t, 13)
	s := New("s")
	show(s, p.start(testRules[0], 2, 0), p.at)
	ann, eve := watch(t, s, 0), watch(t, s, game.NoSeat)
	clock, presence := `{"type":"clock","left":[1]}`, `{"type":"presence","connected":[]}`
	s.SendClock([]byte(clock))
	s.SendPresence([2][]byte{[]byte(presence), []byte(presence)})
	require.Equal(t, []string{clock, presence}, ann.read())
	require.Equal(t, []string{clock, presence}, eve.read())
	newcomer := watch(t, s, 1)
	require.Equal(t, []string{clock, presence}, newcomer.frames[len(newcomer.frames)-2:])
	s.SendClock(nil)
	require.Empty(t, ann.read())
	require.NotContains(t, watch(t, s, 1).frames, clock)

	// Spectators who see the match later than the players do not get the clocks.
	s = New("s")
	show(s, p.start(testRules[0], 2, 1), p.at)
	ann, eve = watch(t, s, 0), watch(t, s, game.NoSeat)
	s.SendClock([]byte(clock))
	require.Equal(t, []string{clock}, ann.read())
	require.Empty(t, eve.read())
	require.NotContains(t, watch(t, s, game.NoSeat).frames, clock)
	s.Move(eve.sub, 1)
	require.Contains(t, eve.read(), clock)
}

// TestFramesThatWait requires that frames in a queue stay as they were sent, whatever comes later.
func TestFramesThatWait(t *testing.T) {
	p := newPlay(t, 9)
	s := New("s")
	show(s, p.start(testRules[1], 3, 0), p.at)
	var often, rarely []*reader
	for seat := game.NoSeat; seat < 3; seat++ {
		often, rarely = append(often, watch(t, s, seat)), append(rarely, watch(t, s, seat))
	}
	for range maxQueue / 2 {
		show(s, p.answer(), p.at)
		for _, r := range often {
			r.read()
		}
	}
	for i, r := range rarely {
		r.read()
		require.Equal(t, often[i].frames, r.frames)
	}
}

// TestOnlyBystandersCanWait: updates can wait for people who are asked nothing, until the match is
// over. Everything else is due, and so is a long queue.
func TestOnlyBystandersCanWait(t *testing.T) {
	for _, rules := range testRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			p := newPlay(t, 15)
			s := New("s")
			waits := func(r *reader) (waiting Waiting) {
				waiting, open := r.sub.Waiting()
				require.True(t, open)
				r.read()
				return waiting
			}
			var all []*reader
			for seat := game.NoSeat; seat < 3; seat++ {
				all = append(all, watch(t, s, seat))
			}
			show(s, p.start(rules, 3, 0), p.at)
			for _, r := range all {
				require.Equal(t, Due, waits(r), "a snapshot")
				require.Equal(t, NoneWaiting, waits(r), "it was taken")
			}
			canWait := 0
			for !p.moment.isOver() {
				before := p.moment.Match.State
				m := p.answer()
				show(s, m, p.at)
				for _, r := range all {
					var d game.Decision
					seat := r.sub.Seat()
					asked := seat != game.NoSeat && (before.Decision(seat, &d) || m.Match.State.Decision(seat, &d))
					switch got := waits(r); {
					case asked || m.isOver():
						require.Equal(t, Due, got)
					default:
						require.Contains(t, []Waiting{NoneWaiting, CanWait}, got, "nothing is new to some")
						canWait += int(got)
					}
				}
			}
			require.Positive(t, canWait)
		})
	}
	p := newPlay(t, 16)
	s := New("s")
	show(s, p.start(testRules[0], 2, 0), p.at)
	eve := watch(t, s, game.NoSeat)
	for i := range maxWaiting {
		waiting, _ := eve.sub.Waiting()
		require.Equal(t, min(Waiting(i), CanWait), waiting)
		s.SendClock(fmt.Appendf(nil, `{"type":"clock","left":[%d]}`, i))
	}
	waiting, _ := eve.sub.Waiting()
	require.Equal(t, Due, waiting)
	eve.read()
	s.SendClock([]byte(`{"type":"clock"}`))
	s.AddLine(ChatLine{Number: 1, Seat: game.NoSeat, Text: "hello"})
	waiting, _ = eve.sub.Waiting()
	require.Equal(t, Due, waiting, "a line of the chat")
}

// TestSlowSubscriptions: a slow subscription ends, and does not affect the others.
func TestSlowSubscriptions(t *testing.T) {
	p := newPlay(t, 14)
	s := New("s")
	slow, ann := NewSubscription(), watch(t, s, 0)
	s.Join(slow, 1, Hello{})
	for i := range maxQueue + 1 {
		require.False(t, slow.IsOver())
		show(s, p.room(fmt.Sprint(i)), p.at)
		ann.read()
	}
	require.True(t, slow.IsOver())
	show(s, p.room("later"), p.at)
	frames, _ := slow.Take(nil)
	require.Len(t, frames, maxQueue)
	require.Equal(t, CodeSlow, slow.EndCode())
	slow.End("other")
	require.Equal(t, CodeSlow, slow.EndCode(), "the first reason counts")
	ann.read()
	require.Equal(t, "later", ann.room)
	s.Leave(slow)
	s.Leave(slow)
	require.False(t, ann.sub.IsOver())
	ann.sub.End("")
	_, open := ann.sub.Take(nil)
	require.False(t, open)
}

// TestResultOfAnAbandonedMatch: the result has no outcome, and no decision is open any more.
func TestResultOfAnAbandonedMatch(t *testing.T) {
	p := newPlay(t, 15)
	s := New("s")
	show(s, p.start(testRules[0], 2, 0), p.at)
	ann := watch(t, s, 0)
	show(s, p.abandon(), p.at)
	ann.read()
	require.Equal(t, "[]", string(ann.decisions))
	require.NotContains(t, string(ann.result), "outcome")
	require.Contains(t, string(ann.result), `"match":"match-1"`)
	require.Equal(t, match.Result{}.Outcome, p.moment.Match.Result.Outcome)
}
