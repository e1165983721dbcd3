package lobby

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// clocked is a table of two with a clock.
func clocked(clock room.Clock, out room.OutOfTime) room.Settings {
	s := toyTable()
	s.Clock, s.OutOfTime = clock, out
	return s
}

// left is what a client knows of a seat's time, in seconds.
func (c *client) left(seat int) float64 { return float64(c.clock.Left[seat]) / 1000 }

// left is what the log says of a seat's time now, in seconds.
func (w *world) left(seat int) float64 {
	now := w.truth()
	return float64(now.Clocks().Remaining(game.Seat(seat), time.Now().UnixMilli())) / 1000
}

// turnOf plays on until exactly one of two people is asked, and returns that
// one first.
func (w *world) turnOf(a, b *client) (*client, *client) {
	w.t.Helper()
	for range 100 {
		switch {
		case len(b.decisions) == 0:
			return a, b
		case len(a.decisions) == 0:
			return b, a
		case a.decision() != nil:
			require.NoError(w.t, a.answer())
		default:
			require.NoError(w.t, b.answer())
		}
	}
	w.t.Fatal("nobody is alone")
	return nil, nil
}

func TestNoClock(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		w.after(3 * time.Hour)
		require.Zero(t, list[0].count["clock"])
		require.Empty(t, list[0].room.Seats[0].Bot)
		require.True(t, w.inMemory(), "somebody is there")
		w.check()
	})
}

func TestClockForEachAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(clocked(room.Clock{Mode: room.ClockMove, Seconds: 20}, room.OutOfTimeBot), "ann", "bob")
		ann, bob := list[0], list[1]
		require.Equal(t, []game.Seat{0, 1}, ann.clock.Running)
		w.after(15 * time.Second)
		require.NoError(t, ann.answer())
		require.Equal(t, []game.Seat{1}, ann.clock.Running)
		require.InDelta(t, 20, bob.left(0), 0.1, "the next answer has its own time")
		require.InDelta(t, 5, bob.left(1), 0.1)
		w.after(4 * time.Second)
		require.Empty(t, ann.room.Seats[1].Bot)
		w.after(time.Second)
		require.Equal(t, "random", ann.room.Seats[1].Bot)
		require.Empty(t, ann.room.Seats[1].Lost)
		w.must(bob, &room.Return{})
		require.Empty(t, ann.room.Seats[1].Bot)
		w.refused(room.CodeNotPlaying, bob, &room.Return{})
		w.check()
	})
}

// TestDeclarationsDoNotShowOnTheClock: a step that only its player knows of, and
// its undo, restart no clock, so the others cannot count them.
func TestDeclarationsDoNotShowOnTheClock(t *testing.T) {
	for _, mode := range []room.ClockMode{room.ClockMove, room.ClockBank, room.ClockDays} {
		t.Run(string(mode), func(t *testing.T) {
			inWorld(t, func(w *world) {
				list := w.playing(clocked(room.Clock{Mode: mode, Seconds: 600}, room.OutOfTimeBot), "ann", "bob")
				require.NoError(t, list[0].answer())
				require.NoError(t, list[1].answer())
				first, other := w.turnOf(list[0], list[1])
				frames, clock := len(other.frames), other.clock
				for _, step := range []string{"split", "back", "sing"} {
					w.after(5 * time.Second)
					require.NoError(t, first.choose(step))
				}
				w.after(5 * time.Second)
				w.must(first, &room.Undo{})
				w.after(5 * time.Second)
				require.Equal(w.t, frames, len(other.frames), "not one frame")
				require.Equal(w.t, clock, other.clock)
				require.NoError(t, first.choose("roll"))
				require.Greater(w.t, len(other.frames), frames)
				w.check()
			})
		})
	}
}

func TestBankAndIncrement(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(
			clocked(room.Clock{Mode: room.ClockBank, Seconds: 60, Increment: 7}, room.OutOfTimeLose),
			"ann",
			"bob",
		)
		w.after(10 * time.Second)
		require.NoError(t, list[0].choose(list[0].decision().Options[0].ID))
		require.InDelta(t, 57, list[0].left(0), 0.1)
		w.after(5 * time.Second)
		bids := list[1].decision().Options
		require.NoError(t, list[1].choose(bids[len(bids)-1].ID))
		first, other := w.turnOf(list[0], list[1])
		seat := int(first.decision().Seat)
		require.Equal(t, 1, seat, "the higher bid, and less time left")
		require.Equal(t, []game.Seat{game.Seat(seat)}, other.clock.Running)
		// An undo takes the increment back too.
		if first.choose("split") == nil {
			before := w.left(seat)
			w.after(3 * time.Second)
			w.must(first, &room.Undo{})
			require.InDelta(t, before-3, w.left(seat), 0.1)
			require.NoError(t, first.choose("split"))
			require.NoError(t, first.choose("token:blue"))
		}
		left := first.left(seat)
		require.NotEmpty(t, first.clock.Running)
		w.after(70 * time.Second)
		require.Equal(t, match.LostTime, first.room.Seats[seat].Lost)
		require.Greater(t, left, 0.0)
		require.NotNil(t, other.result, "one player is left")
		require.Empty(t, other.result.Seats[1-seat].Lost)
		require.Equal(t, 1, other.result.Seats[1-seat].Rank)
		w.check()
	})
}

// TestAnUndoneTurnGivesNoTime takes a turn back after the clock has gone on to
// the other player: the time is as if the answer had never been given.
func TestAnUndoneTurnGivesNoTime(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(
			clocked(room.Clock{Mode: room.ClockBank, Seconds: 60, Increment: 30}, room.OutOfTimeLose),
			"ann",
			"bob",
		)
		ann := list[0]
		for range 5 {
			w.after(4 * time.Second)
			require.NoError(t, ann.answer())
			require.True(t, ann.undo)
			w.must(ann, &room.Undo{})
		}
		require.InDelta(t, 40, ann.left(0), 0.2)
		w.check()
	})
}

func TestDaysWakeASleepingRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := clocked(room.Clock{Mode: room.ClockDays, Seconds: 24 * 3600}, room.OutOfTimeBot)
		list := w.playing(settings, "ann", "bob")
		for _, c := range list {
			c.leave()
		}
		w.after(6 * time.Minute)
		require.False(t, w.inMemory(), "nobody is there")
		w.restart()
		w.after(8 * time.Hour)
		require.False(t, w.inMemory())
		require.NoError(t, list[0].join())
		w.after(0)
		require.InDelta(t, 16*3600, list[0].left(0), 1000, "days go on while the server is away")
		require.NoError(t, list[0].answer())
		list[0].leave()
		w.after(time.Hour)
		require.False(t, w.inMemory())
		before := w.head().Seq
		w.after(14 * time.Hour)
		require.Equal(t, before, w.head().Seq)
		w.after(time.Hour)
		require.Greater(t, w.head().Seq, before, "bob's time was up, and the room woke by itself")
		now := w.truth()
		require.Equal(t, "random", now.BotOf(1))
		require.NoError(t, list[1].join())
		w.after(0)
		require.Empty(t, list[1].room.Seats[1].Bot, "whoever comes back plays again")
		w.check()
	})
}

func TestClocksStandStillWhileTheServerIsAway(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(clocked(room.Clock{Mode: room.ClockBank, Seconds: 60}, room.OutOfTimeLose), "ann", "bob")
		ann, bob := list[0], list[1]
		w.after(20 * time.Second)
		w.restart()
		require.Equal(t, CodeRestart, ann.bye)
		require.Equal(t, room.KindStop, w.lastKind())
		w.after(time.Hour)
		eve := w.guest("eve")
		require.Empty(t, eve.clock.Running, "a spectator sets nothing in motion")
		w.refused(room.CodeNotHost, eve, &room.Kick{Seat: 1})
		w.after(time.Hour)
		require.NoError(t, ann.join())
		w.after(10 * time.Second)
		require.Equal(t, []game.Seat{0, 1}, eve.clock.Running)
		require.InDelta(t, 40, eve.left(0), 0.1)
		require.NoError(t, ann.answer())
		require.InDelta(t, 30, eve.left(0), 0.1)
		w.after(20*time.Second + 100*time.Millisecond)
		require.Empty(t, eve.room.Seats[1].Lost)
		w.after(10 * time.Second)
		require.Equal(t, match.LostTime, eve.room.Seats[1].Lost)
		w.join(bob)
		require.Equal(t, match.LostTime, eve.room.Seats[1].Lost, "lost is lost")
		w.check()
	})
}

func TestBotsSetNoClockInMotion(t *testing.T) {
	inWorldWith(t, Options{BotPause: 5 * time.Second}, 1, func(w *world) {
		ann := w.open("ann", clocked(room.Clock{Mode: room.ClockBank, Seconds: 60}, room.OutOfTimeLose))
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		w.after(time.Second)
		w.restart()
		eve := w.guest("eve")
		before := w.head().Seq
		w.after(10 * time.Minute)
		require.Equal(t, before+2, w.head().Seq, "the bot has answered, and ann is away")
		require.Empty(t, eve.clock.Running)
		w.join(ann)
		require.Equal(t, []game.Seat{0}, eve.clock.Running)
		require.InDelta(t, 59, w.left(0), 0.1)
	})
}

func TestABankThatIsUsedUp(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(clocked(room.Clock{Mode: room.ClockBank, Seconds: 600}, room.OutOfTimeBot), "ann", "bob")
		require.NoError(t, list[0].answer())
		list[1].leave()
		w.after(11 * time.Minute)
		require.Equal(t, "random", list[0].room.Seats[1].Bot)
		require.NoError(t, list[1].join())
		w.after(0)
		require.Empty(t, list[0].room.Seats[1].Bot)
		require.InDelta(t, 30, list[0].left(1), 1, "enough to play on, and no new bank")
		w.check()
	})
}

func TestIdleRoomsSleep(t *testing.T) {
	inWorldWith(t, Options{IdleAfter: 5 * time.Minute}, 1, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		require.NoError(t, list[0].answer())
		w.after(time.Hour)
		require.True(t, w.inMemory())
		for _, c := range list {
			c.leave()
		}
		w.after(4 * time.Minute)
		require.True(t, w.inMemory())
		w.after(2 * time.Minute)
		require.False(t, w.inMemory())
		before := list[1].sequence
		require.NoError(t, list[1].join())
		w.after(0)
		require.NotEqual(t, before, list[1].sequence)
		require.Equal(t, 1, list[1].count["snapshot"])
		w.check()
		stored, err := w.log.Room(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, store.StatusPlaying, stored.Status)
		require.True(t, stored.Wake.IsZero())
	})
}

func TestAbsentPlayers(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Absent, settings.AbsentAfter = room.AbsentBot, 60
		list := w.playing(settings, "ann", "bob")
		ann, bob := list[0], list[1]
		require.NoError(t, ann.answer())
		bob.leave()
		require.NotContains(t, ann.presence.Connected, "bob")
		w.after(50 * time.Second)
		require.NoError(t, bob.join())
		w.after(20 * time.Second)
		require.Empty(t, ann.room.Seats[1].Bot, "he has been back")
		bob.leave()
		w.after(61 * time.Second)
		require.Equal(t, "random", ann.room.Seats[1].Bot)
		require.Equal(t, "bob", ann.room.Seats[1].Player)
		w.refused(room.CodeBotPlays, bob, &room.Answer{Decision: 1})
		w.join(bob)
		require.Empty(t, ann.room.Seats[1].Bot)
		w.check()

		// While no client is connected, no bot stands in.
		ann.leave()
		bob.leave()
		w.after(time.Hour)
		require.Equal(t, room.KindAway, w.lastKind())
		require.Empty(t, w.truth().BotOf(0))
		require.Empty(t, w.truth().BotOf(1))
		require.False(t, w.inMemory())
	})
}

func TestBotsPause(t *testing.T) {
	inWorldWith(t, Options{BotPause: 2 * time.Second}, 1, func(w *world) {
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		before := w.head().Seq
		w.after(1900 * time.Millisecond)
		require.Equal(t, before, w.head().Seq)
		w.after(200 * time.Millisecond)
		require.Equal(t, before+1, w.head().Seq)
		w.check()
	})
}

// crash ends the server without letting it store anything more.
func (w *world) crash() {
	w.t.Helper()
	w.lobby.mu.Lock()
	for _, r := range w.lobby.rooms {
		r.post((*liveRoom).freeze)
	}
	w.lobby.mu.Unlock()
	w.settle()
	w.stop()
}

// The time in which no server ran is nobody's, also if the server could not stop the clocks.
func TestACrashCostsNobodyTime(t *testing.T) {
	for _, clock := range []room.Clock{
		{Mode: room.ClockMove, Seconds: 30},
		{Mode: room.ClockBank, Seconds: 30, Increment: 5},
	} {
		t.Run(string(clock.Mode), func(t *testing.T) {
			inWorld(t, func(w *world) {
				list := w.playing(clocked(clock, room.OutOfTimeLose), "ann", "bob")
				ann, bob := list[0], list[1]
				require.Equal(t, []game.Seat{0, 1}, ann.clock.Running)
				w.after(10 * time.Second)
				for range 3 {
					w.crash()
					time.Sleep(35 * time.Second)
					w.start()
					w.after(5 * time.Second) // the log is asked which clocks have run out
				}
				require.NoError(t, ann.join())
				require.NoError(t, bob.join())
				w.after(0)
				require.Nil(t, ann.result)
				require.Empty(t, ann.room.Seats[0].Lost)
				require.Greater(t, ann.left(0), 10.0)
				require.Greater(t, bob.left(1), 10.0)
				w.after(31 * time.Second)
				require.NotNil(t, ann.result, "the clocks run again")
				w.check()
			})
		})
	}
}

// A room that leaves memory in order lets its clocks go on.
func TestClocksGoOnWhileARoomSleeps(t *testing.T) {
	inWorldWith(t, Options{IdleAfter: time.Minute}, 1, func(w *world) {
		list := w.playing(
			clocked(room.Clock{Mode: room.ClockBank, Seconds: 3000}, room.OutOfTimeLose),
			"ann",
			"bob",
		)
		for _, c := range list {
			c.leave()
		}
		w.after(10 * time.Minute)
		require.False(t, w.inMemory())
		require.Equal(t, room.KindUnload, w.lastKind())
		w.join(list...)
		require.InDelta(t, 2400, list[0].left(0), 1)
		w.check()
	})
}

// machine is a machine whose clocks can go wrong.
type machine struct {
	run  time.Duration // how long the process has stood still
	wall time.Duration // by how much the time of day is wrong, besides
	from time.Time
}

func (m *machine) clock() (time.Duration, time.Time) {
	return time.Since(m.from) + m.run, time.Now().Add(m.run + m.wall)
}

func inMachine(t *testing.T, do func(*world, *machine)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := &machine{from: time.Now()}
		w := newWorld(t, newRecordingLog(storetest.Open(t)), Options{Clock: m.clock}, 1)
		defer func() { w.lobby.Close() }()
		do(w, m)
		w.stop()
		require.Empty(t, w.logs.All())
	})
}

// Time in which the process stood still counts for nobody, and neither does a step of the machine's clock.
func TestTimeThatCountsForNobody(t *testing.T) {
	for name, wrong := range map[string]machine{
		"stopped":                  {run: time.Minute},
		"the clock is set forward": {wall: 2 * time.Hour},
		"the clock is set back":    {wall: -2 * time.Hour},
		"a virtual machine sleeps": {wall: 40 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inMachine(t, func(w *world, m *machine) {
				settings := clocked(room.Clock{Mode: room.ClockBank, Seconds: 30}, room.OutOfTimeLose)
				list := w.playing(settings, "ann", "bob")
				ann, bob := list[0], list[1]
				w.after(10 * time.Second)
				m.run, m.wall = wrong.run, wrong.wall
				require.NoError(t, ann.answer())
				require.Nil(t, ann.result)
				require.InDelta(t, 20, ann.left(0), 1.5)
				require.InDelta(t, 20, ann.left(1), 1.5)
				w.after(10 * time.Second)
				require.Nil(t, bob.result)
				w.after(12 * time.Second)
				require.Equal(t, match.LostTime, ann.room.Seats[1].Lost, "and then the time goes on")
			})
		})
	}
}

// A room that sleeps while the clock of the machine is set gives the time back when it is loaded.
func TestASleepingRoomWhileTheClockIsSet(t *testing.T) {
	inMachine(t, func(w *world, m *machine) {
		settings := clocked(room.Clock{Mode: room.ClockDays, Seconds: 24 * 3600}, room.OutOfTimeLose)
		list := w.playing(settings, "ann", "bob")
		for _, c := range list {
			c.leave()
		}
		w.after(time.Hour)
		require.False(t, w.inMemory())
		m.wall = 400 * 24 * time.Hour
		w.after(time.Hour)
		w.join(list...)
		require.Nil(t, list[0].result)
		require.InDelta(t, 22*3600, list[0].left(0), 10)
		m.wall = 0
		w.after(time.Hour)
		require.InDelta(t, 21*3600, w.left(0), 10)
	})
}
