package stream

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// scene is one input of a stream: a moment, or a line of the chat, at a time.
type scene struct {
	moment Moment
	line   *ChatLine
	at     int64
	begins bool
	// done says that the stream has got the scene.
	done bool
}

// script plays a room through matches with these delays, with events between and during them, and
// chat. A match begins within the seconds in which spectators do not see the end of the one before.
func script(t testing.TB, seed uint64, delays ...int) []scene {
	t.Helper()
	p := newPlay(t, seed)
	var list []scene
	add := func(m Moment) { list = append(list, scene{moment: m, at: p.at}) }
	say := func() {
		p.at += p.rng.Int64N(500)
		seat := game.Seat(p.rng.IntN(3) - 1)
		line := &ChatLine{
			Number: uint64(len(list)),
			At:     p.at,
			Name:   "name",
			Seat:   seat,
			Text:   fmt.Sprint("line ", len(list)),
		}
		list = append(list, scene{line: line, at: p.at, moment: p.moment})
	}
	add(p.room("open"))
	for i, delay := range delays {
		say()
		add(p.start(testRules[0], 2, delay))
		list[len(list)-1].begins = true
		for stop := 10 + p.rng.IntN(60); !p.moment.isOver(); stop-- {
			p.at += p.rng.Int64N(500)
			switch n := p.rng.IntN(12); {
			case stop == 0 && p.rng.IntN(2) == 0:
				add(p.abandon())
			case n == 0:
				say()
			case n == 1:
				add(p.room(fmt.Sprint("room ", len(list))))
				p.moment.Room = nil
			case n < 5 && p.before != nil:
				add(p.undo())
			default:
				add(p.answer())
			}
		}
		say()
		p.at += p.rng.Int64N(8000)
		add(p.room(fmt.Sprint("open again ", i)))
		say()
	}
	p.at += 100_000
	add(p.room("much later"))
	return list
}

// tell passes the scene to a stream; without its delay if atOnce is set.
func (c *scene) tell(s *Stream, atOnce bool) {
	if c.line != nil {
		s.AddLine(*c.line)
		return
	}
	m := c.moment
	if atOnce {
		m.Delay = 0
	}
	show(s, m, c.at)
}

// seen returns how many of the first n scenes spectators may have seen, if they have seen the first
// already of them before: all scenes up to the first one that they may not see yet.
func seen(list []scene, n, already int, now int64) int {
	latest := &list[n-1].moment
	ends := map[string]*Moment{}
	for i := range list[:n] {
		if m := &list[i].moment; m.isOver() && list[i].line == nil {
			ends[m.Match.ID] = m
		}
	}
	for ; already < n; already++ {
		c := &list[already]
		m := &c.moment
		if m.Match == nil || c.begins || c.done {
			continue
		}
		end := ends[m.Match.ID]
		if end != nil && now < end.HiddenUntil || end == nil && latest.Turn-m.Turn < m.Delay {
			return already
		}
	}
	return n
}

// TestSpectatorsSeeWhatWasSeenWithoutDelay compares a stream with a delay to one without: its
// spectators must get the same frames, only later.
func TestSpectatorsSeeWhatWasSeenWithoutDelay(t *testing.T) {
	for _, delays := range [][]int{{1}, {3}, {3, 0, 2}, {0, 2}, {2, 2, 2}, {10, 1}} {
		t.Run(fmt.Sprint(delays), func(t *testing.T) {
			for seed := range uint64(8) {
				watchLater(t, script(t, seed, delays...))
			}
		})
	}
}

func watchLater(t *testing.T, list []scene) {
	t.Helper()
	late, direct := New("s"), New("s")
	eve, ann := watch(t, late, game.NoSeat), watch(t, late, 0)
	zoe, bob := watch(t, direct, game.NoSeat), watch(t, direct, 0)
	got := 0    // how many scenes the stream without delay has got
	hidden := 0 // how often there were scenes that spectators may not see yet
	for i := range list {
		c := &list[i]
		after := late.Next(c.moment, c.at).Spectators
		c.tell(late, false)
		late.Release(c.at)
		ann.read()
		if c.line == nil {
			require.Equal(
				t,
				string(late.Room(game.NoSeat).Frame()),
				string(after.Room.Frame()),
				"what was to be seen after scene %d",
				i,
			)
		}
		if c.line != nil && c.line.Seat == game.NoSeat {
			// Everybody may read a spectator's line at once.
			c.tell(direct, true)
			c.done = true
		}
		for next := seen(list, i+1, got, c.at); got < next; got++ {
			if one := &list[got]; !one.done {
				one.tell(direct, true)
			}
		}
		bob.read()
		require.Equal(t, zoe.read(), eve.read(), "scene %d of %d", i, len(list))
		if got <= i {
			hidden++
		}
		newcomer, reference := watch(t, late, game.NoSeat), watch(t, direct, game.NoSeat)
		require.Equal(t, reference.frames, newcomer.frames, "a newcomer sees no more")
		late.Leave(newcomer.sub)
		direct.Leave(reference.sub)
		_, count, _ := late.RecentEvents(game.NoSeat)
		_, of, _ := direct.RecentEvents(game.NoSeat)
		require.Equal(t, of, count)
	}
	require.Equal(t, len(list), got, "in the end all was seen")
	require.Positive(t, hidden, "nothing was ever hidden")
	bob.read()
	require.Equal(t, bob.match, ann.match)
	require.JSONEq(t, string(bob.private), string(ann.private))
	require.True(t, late.SpectatorsCaughtUp())
	require.Zero(t, late.Due())
}

// TestARestoredRoom: a restored stream shows spectators the same rooms as a stream that got
// everything.
func TestARestoredRoom(t *testing.T) {
	restored, pending := 0, 0
	for seed := range uint64(8) {
		list := script(t, seed, 3, 2, 0, 4)
		whole := New("s")
		for i := range list {
			c := &list[i]
			after := whole.Next(c.moment, c.at).Spectators
			c.tell(whole, false)
			if c.line != nil || c.moment.Room == nil {
				continue
			}
			restored++
			pending += len(after.Pending)
			ahead, again := New("s"), New("s")
			for j := range i + 1 {
				list[j].tell(ahead, false)
			}
			again.Restore(after, &c.moment, c.at)
			show(again, c.moment, c.at)
			for j := i; j < len(list); j++ {
				if j > i {
					list[j].tell(ahead, false)
					list[j].tell(again, false)
				}
				require.Equal(
					t,
					string(ahead.Room(game.NoSeat).Frame()),
					string(again.Room(game.NoSeat).Frame()),
					"scene %d after a restart at %d",
					j,
					i,
				)
			}
		}
	}
	require.Positive(t, restored)
	require.Positive(t, pending, "nothing was ever hidden")
}

// TestSpectatorsDoNotSeeTheFuture: if two rooms differ only in what comes later, spectators get the
// same frames from both.
func TestSpectatorsDoNotSeeTheFuture(t *testing.T) {
	const delay = 3
	for seed := range uint64(8) {
		var sent [2][]string
		for i := range sent {
			p := newPlay(t, seed)
			s := New("s")
			eve := watch(t, s, game.NoSeat)
			show(s, p.start(testRules[0], 2, delay), p.at)
			for range 15 {
				show(s, p.answer(), p.at)
			}
			fork := p.moment.Turn
			for range i + 1 {
				p.rng.Uint64()
			}
			// Fewer turns follow than the delay has.
			for p.moment.Turn < fork+delay && !p.moment.isOver() {
				p.at += int64(i)
				m := p.answer()
				m.Turn = min(m.Turn, fork+delay-1)
				p.moment.Turn = m.Turn
				show(s, m, p.at)
				s.AddLine(ChatLine{Seat: 1, Text: fmt.Sprint("line ", i, m.EventCount)})
				if m.EventCount > 40 {
					break
				}
			}
			show(s, p.abandon(), p.at)
			watch(t, s, 0)
			eve.read()
			eve.frames = append(eve.frames, watch(t, s, game.NoSeat).frames...)
			sent[i] = eve.frames
		}
		require.NotEmpty(t, sent[0])
		require.Equal(t, sent[0], sent[1])
	}
}

// TestTheEndIsHidden: the end of a match is hidden until its time, whatever players do meanwhile.
func TestTheEndIsHidden(t *testing.T) {
	p := newPlay(t, 1)
	s := New("s")
	eve := watch(t, s, game.NoSeat)
	show(s, p.start(testRules[0], 2, 4), p.at)
	require.Zero(t, s.Due())
	for range 3 {
		show(s, p.answer(), p.at)
	}
	show(s, p.abandon(), p.at)
	s.AddLine(ChatLine{Seat: 0, Text: "good game"})
	show(s, p.room("open again"), p.at)
	until := p.at + 12_000
	require.Equal(t, until, s.Due())
	eve.read()
	require.Nil(t, eve.result)
	require.Equal(t, "match match-1", eve.room)
	s.Release(until - 1)
	require.Empty(t, eve.read())
	require.Empty(t, eve.chat)
	s.SendClock([]byte(`{"type":"clock"}`))
	s.Release(until)
	eve.read()
	require.NotNil(t, eve.result)
	require.Equal(t, "open again", eve.room)
	require.Equal(t, []string{"good game"}, eve.chat)
	require.Equal(t, `{"type":"clock"}`, eve.frames[len(eve.frames)-1], "now spectators see what players do")
	require.Zero(t, s.Due())
	show(s, p.room("at once"), until)
	eve.read()
	require.Equal(t, "at once", eve.room)
}

// TestAnAnswerTakenBackIsNotTheStart: spectators see only the real start at once.
func TestAnAnswerTakenBackIsNotTheStart(t *testing.T) {
	p := newPlay(t, 2)
	s := New("s")
	eve := watch(t, s, game.NoSeat)
	show(s, p.start(testRules[0], 2, 2), p.at)
	eve.read()
	show(s, p.answer(), p.at)
	m := p.undo()
	require.Empty(t, m.Match.Items)
	show(s, m, p.at)
	show(s, p.answer(), p.at)
	require.Equal(t, 1, len(eve.read()), "two turns after the answer, the answer alone")
}

// TestARoomThatIsLoadedInTheMiddle: it shows spectators nothing of the match before its time.
func TestARoomThatIsLoadedInTheMiddle(t *testing.T) {
	p := newPlay(t, 3)
	p.start(testRules[0], 2, 2)
	for range 8 {
		p.answer()
	}
	for _, over := range []bool{false, true} {
		if over {
			p.abandon()
		}
		s := New("s")
		p.moment.Events = nil
		show(s, p.moment, p.at)
		require.Empty(t, watch(t, s, game.NoSeat).match)
		ann := watch(t, s, 0)
		require.Equal(t, "match-1", ann.match)
		s.Release(p.at + 6_000)
		require.Equal(t, over, watch(t, s, game.NoSeat).match != "")
	}
}

// TestLinesOfPlayers: spectators get a line of a player with the turn in which it was written.
func TestLinesOfPlayers(t *testing.T) {
	p := newPlay(t, 4)
	s := New("s")
	eve := watch(t, s, game.NoSeat)
	say := func(seat game.Seat, text string) { s.AddLine(ChatLine{Seat: seat, Text: text}) }
	show(s, p.room("open"), p.at)
	say(0, "before")
	show(s, p.start(testRules[0], 2, 2), p.at)
	say(1, "I have the red one")
	say(game.NoSeat, "hello")
	eve.read()
	require.Equal(t, []string{"before", "hello"}, eve.chat)
	require.Equal(t, []string{"before", "hello"}, watch(t, s, game.NoSeat).chat)
	require.Equal(t, []string{"before", "I have the red one"}, watch(t, s, 0).chat, "spectators talk among themselves")

	// A person who takes a seat gets the lines of players; a person who gives one up has read them.
	s.Move(eve.sub, 2)
	eve.read()
	require.Equal(t, []string{"before", "hello", "I have the red one"}, eve.chat)
	s.Move(eve.sub, game.NoSeat)
	eve.read()
	require.Len(t, eve.chat, 3)

	zoe := watch(t, s, game.NoSeat)
	for p.moment.Turn < 2 {
		require.Len(t, zoe.chat, 2)
		show(s, p.answer(), p.at)
		zoe.read()
	}
	require.Equal(t, []string{"before", "hello", "I have the red one"}, zoe.chat)

	// After the match players read what spectators said.
	ann := watch(t, s, 0)
	show(s, p.abandon(), p.at)
	ann.read()
	require.Equal(t, []string{"before", "I have the red one", "hello"}, ann.chat)
	require.ElementsMatch(t, ann.chat, watch(t, s, 1).chat)
	say(game.NoSeat, "good game")
	ann.read()
	require.Equal(t, "good game", ann.chat[3])
}

// TestRecall puts the lines of a room that was loaded into their turns.
func TestRecall(t *testing.T) {
	p := newPlay(t, 5)
	s := New("s")
	show(s, p.start(testRules[0], 2, 2), p.at)
	for p.moment.Turn < 6 {
		show(s, p.answer(), p.at)
	}
	for turn := range 7 {
		s.RestoreLine(ChatLine{Seat: 0, Text: fmt.Sprint("turn ", turn)}, 1, turn)
	}
	s.RestoreLine(ChatLine{Seat: 0, Text: "an earlier match"}, 0, 3)
	s.RestoreLine(ChatLine{Seat: game.NoSeat, Text: "a spectator"}, 1, 6)
	s.Release(p.at)
	require.ElementsMatch(
		t,
		[]string{"turn 0", "turn 1", "turn 2", "turn 3", "turn 4", "an earlier match", "a spectator"},
		watch(t, s, game.NoSeat).chat,
	)
	require.Len(t, watch(t, s, 0).chat, 8)
	eve := watch(t, s, game.NoSeat)
	for p.moment.Turn < 7 {
		show(s, p.answer(), p.at)
	}
	eve.read()
	require.Equal(t, "turn 5", eve.chat[len(eve.chat)-1])
}

// TestLastLines: a person who joins later gets the last lines; a spectator gets the last ones that
// spectators may read.
func TestLastLines(t *testing.T) {
	p := newPlay(t, 6)
	s := New("s")
	for i := range 3 * MaxLines {
		s.AddLine(ChatLine{Seat: game.NoSeat, Text: fmt.Sprint(i)})
	}
	show(s, p.start(testRules[0], 2, 2), p.at)
	for i := range 3 * MaxLines {
		s.AddLine(ChatLine{Seat: 0, Text: fmt.Sprint("held ", i)})
	}
	eve, ann := watch(t, s, game.NoSeat).chat, watch(t, s, 0).chat
	require.Len(t, eve, MaxLines)
	require.Len(t, ann, MaxLines)
	require.Equal(t, fmt.Sprint(3*MaxLines-1), eve[MaxLines-1])
	require.Equal(t, fmt.Sprint("held ", 3*MaxLines-1), ann[MaxLines-1])
}

// TestMoveUnderADelay: a spectator who takes a seat sees the match as it is; a player who gives a
// seat up sees it as the other spectators do.
func TestMoveUnderADelay(t *testing.T) {
	p := newPlay(t, 7)
	s := New("s")
	show(s, p.start(testRules[0], 2, 2), p.at)
	zoe, eve := watch(t, s, game.NoSeat), watch(t, s, game.NoSeat)
	for i := range 20 {
		m := p.answer()
		m.Room = roomCalled(fmt.Sprint(i))
		show(s, m, p.at)
		zoe.read()
		s.Move(eve.sub, 1)
		eve.read()
		eve.sees(&p.moment, 1)
		require.Equal(t, fmt.Sprint(i), eve.room)
		s.Move(eve.sub, game.NoSeat)
		eve.read()
		require.Equal(t, zoe.room, eve.room)
		require.JSONEq(t, string(zoe.public), string(eve.public))
		require.Nil(t, eve.private)
	}
}

// TestAMatchWithoutDelayAfterOneWithDelay: spectators see the match and its clocks at once, when
// the end of the match before is no longer hidden.
func TestAMatchWithoutDelayAfterOneWithDelay(t *testing.T) {
	p := newPlay(t, 8)
	s := New("s")
	eve := watch(t, s, game.NoSeat)
	show(s, p.start(testRules[0], 2, 3), p.at)
	show(s, p.answer(), p.at)
	show(s, p.abandon(), p.at)
	until := p.at + 9_000
	show(s, p.start(testRules[0], 2, 0), p.at)
	show(s, p.answer(), p.at)
	s.SendClock([]byte(`{"type":"clock"}`))
	eve.read()
	require.Equal(t, "match-1", eve.match)
	s.Release(until)
	eve.read()
	eve.sees(&p.moment, game.NoSeat)
	require.Contains(t, eve.frames, `{"type":"clock"}`)
	s.AddLine(ChatLine{Seat: 0, Text: "hello"})
	show(s, p.answer(), until)
	eve.read()
	eve.sees(&p.moment, game.NoSeat)
	require.Equal(t, []string{"hello"}, eve.chat)
}
