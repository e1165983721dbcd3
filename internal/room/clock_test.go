package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// options returns the ids of the options of a seat.
func (h *house) options(seat game.Seat) (ids []string) {
	h.t.Helper()
	d, _ := h.asked(seat)
	for i := range d.Options {
		ids = append(ids, h.table.Play.Match.Rules.OptionID(d.Options[i].Key))
	}
	return ids
}

// timed starts a match of ann and bob with a clock.
func timed(t *testing.T, clock Clock) *house {
	t.Helper()
	settings := toySettings(2)
	settings.Clock = clock
	return playing(t, settings, "ann", "bob")
}

// pass lets time pass, in seconds.
func (h *house) pass(seconds int64) { h.at += seconds * 1000 }

// left are the seconds that each seat has left.
func (h *house) left() [2]int64 {
	return [2]int64{h.table.Clocks().Remaining(0, h.at) / 1000, h.table.Clocks().Remaining(1, h.at) / 1000}
}

// Time that counts for nobody moves everything that is measured, but nothing into the future.
func TestSkippedTime(t *testing.T) {
	for _, test := range []struct {
		by   int64 // in seconds
		left int64 // that ann and bob have after it
		away int64 // for how long bob has been away then, in seconds
	}{
		{30, 50, 10},
		{300, 60, 0},
		{-15, 5, 55},
	} {
		h := timed(t, perMove)
		h.do("", &Away{Seat: 1, Since: h.at})
		h.pass(40)
		h.do("", &Compensate{Length: test.by * 1000})
		require.Equal(t, [2]int64{test.left, test.left}, h.left(), test)
		require.Equal(t, test.away, (h.at-h.table.Seats[1].Away)/1000, test)
	}
	h := playing(t, toySettings(2), "ann", "bob")
	h.refused(CodeNotPlaying, "", &Compensate{Length: 1})
	h.refused(CodeNotPlaying, "", &Unload{})
}

// running are the seats whose clocks run.
func (h *house) running() [2]bool {
	return [2]bool{h.table.Seats[0].Since != 0, h.table.Seats[1].Since != 0}
}

var (
	perMove = Clock{Mode: ClockMove, Seconds: 60}
	bank    = Clock{Mode: ClockBank, Seconds: 60, Increment: 5}
	perTurn = Clock{Mode: ClockDays, Seconds: 60}
)

func TestClocks(t *testing.T) {
	tests := []struct {
		name  string
		clock Clock
		// ann and bob are the seconds left after ann has bid at 10 s and bob at 30 s; declared and
		// paid, after the seat that acts has declared something at 40 s and sung at 50 s. A
		// negative number is what that seat has less than before. After the song everybody bids, so
		// the turn is not over.
		ann, bob, declared, paid int64
	}{
		{"per move", perMove, 60, 60, 50, 60},
		{"bank", bank, 55, 35, -10, -20},
		{"per turn", perTurn, 60, 60, 50, 40},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := timed(t, test.clock)
			require.Equal(t, [2]int64{60, 60}, h.left())
			require.Equal(t, [2]bool{true, true}, h.running())
			h.pass(10)
			bids := h.options(0)
			h.choose(0, `["`+bids[len(bids)-1]+`"]`)
			require.Equal(t, [2]int64{test.ann, 50}, h.left())
			require.Equal(t, [2]bool{false, true}, h.running())
			h.pass(20)
			h.choose(1, `["`+h.options(1)[0]+`"]`)
			actor := h.turn()
			require.Equal(t, game.Seat(0), actor, "the higher bid")
			require.Equal(t, [2]bool{true, false}, h.running())
			before := [2]int64{test.ann, test.bob}
			require.Equal(t, before, h.left())
			h.pass(10)
			h.choose(actor, `["sing"]`)
			// The others must not learn that something was declared.
			want := test.declared
			if want < 0 {
				want += before[actor]
			}
			require.Equal(t, want, h.left()[actor])
			h.pass(10)
			h.choose(actor, `["`+h.options(actor)[0]+`"]`)
			want = test.paid
			if want < 0 {
				want += before[actor]
			}
			require.Equal(t, want, h.left()[actor])
		})
	}
}

// TestUndoTakesBackTheTimeWon requires the clocks to be as if the answer had never been given,
// however many answers are taken back.
func TestUndoTakesBackTheTimeWon(t *testing.T) {
	tests := []struct {
		name  string
		clock Clock
		// ann bids at 10 s and takes it back at 15 s; her clock did not run.
		first int64
		// She bids again at 25 s, and takes it back at once.
		second int64
	}{
		{"per move", perMove, 50, 40},
		{"bank", bank, 50, 40},
		{"per turn", perTurn, 50, 40},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := timed(t, test.clock)
			h.pass(10)
			h.answer(0)
			h.pass(5)
			h.do("ann", undo())
			require.Equal(t, test.first, h.left()[0])
			require.Equal(t, [2]bool{true, true}, h.running())
			h.pass(10)
			h.answer(0)
			h.do("ann", undo())
			require.Equal(t, test.second, h.left()[0])
		})
	}
}

// TestUndoOfSeveralAnswers takes several answers of one turn back. The time between them stays
// used.
func TestUndoOfSeveralAnswers(t *testing.T) {
	for _, clock := range []Clock{perMove, bank, perTurn} {
		t.Run(string(clock.Mode), func(t *testing.T) {
			settings := Settings{Game: "seasons", Seats: 2, Undo: true, Clock: clock}
			settings.Clock.Seconds = 10_000
			several := 0
			for h := playing(t, settings, "ann", "bob"); several < 3 && h.table.Playing(); {
				seat := h.turn()
				start := h.left()[seat]
				given := 0
				for given == 0 || given < 3 && h.table.Waiting().Has(seat) && h.table.CanUndo().Has(seat) {
					h.pass(10)
					h.answer(seat)
					given++
				}
				if given < 2 || !h.table.CanUndo().Has(seat) || len(h.table.Play.undoPoints) < given {
					continue
				}
				for range given {
					h.do(h.table.Seats[seat].Person, undo())
				}
				require.Equal(t, start-10*int64(given), h.left()[seat])
				several++
			}
			require.Positive(t, several, "several answers in a row were never taken back")
		})
	}
}

func TestStop(t *testing.T) {
	for _, test := range []struct {
		name   string
		resume func(*house)
	}{
		{"resumed", func(h *house) { h.do("", &Continue{}) }},
		{"somebody does something", func(h *house) { h.do("bob", &Propose{What: ProposeEnd}) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := timed(t, perMove)
			h.pass(10)
			h.do("", &Stop{})
			require.Equal(t, [2]bool{false, false}, h.running())
			require.Zero(t, h.table.WakeAt())
			h.pass(1000)
			require.Equal(t, [2]int64{50, 50}, h.left())
			test.resume(h)
			require.False(t, h.table.Stopped)
			require.Equal(t, [2]bool{true, true}, h.running())
			h.pass(10)
			require.Equal(t, [2]int64{40, 40}, h.left())
		})
	}
}

func TestDeadline(t *testing.T) {
	h := open(t, toySettings(2), "ann", "bob")
	end, seat := h.table.Clocks().Deadline()
	require.Zero(t, end)
	require.Equal(t, game.NoSeat, seat)

	h = timed(t, bank)
	start := h.at
	h.pass(10)
	h.answer(0)
	end, seat = h.table.Clocks().Deadline()
	require.Equal(t, start+60_000, end)
	require.Equal(t, game.Seat(1), seat)
	require.Equal(t, end, h.table.WakeAt())
	h.at -= 60_000 // the computer's clock goes back
	require.Equal(t, int64(60), h.left()[1])
	h.pass(1000)
	require.Zero(t, h.left()[1])
	h.do("", &TimeOut{Seat: 1})
	require.Zero(t, h.table.WakeAt(), "no clock runs for a bot")
}

// TestTimeOfWhoTakesASeatFromABot requires that the limit starts anew; a bank keeps what was left.
func TestTimeOfWhoTakesASeatFromABot(t *testing.T) {
	tests := []struct {
		name       string
		clock      Clock
		used, left int64
	}{
		{"per move", perMove, 20, 60},
		{"per turn", perTurn, 20, 60},
		{"bank", bank, 20, 40},
		{"used up", bank, 60, 30},
		{"used up, a long increment", Clock{Mode: ClockBank, Seconds: 60, Increment: 45}, 60, 45},
		{"used up, a short bank", Clock{Mode: ClockBank, Seconds: 20}, 20, 20},
	}
	for _, test := range tests {
		for _, how := range []string{"return", "claim"} {
			t.Run(test.name+", "+how, func(t *testing.T) {
				settings := toySettings(3)
				settings.Clock = test.clock
				h := playing(t, settings, "ann", "bob", "cy")
				h.pass(test.used)
				if how == "return" {
					h.do("", &StandIn{Seat: 1})
					h.pass(100)
					h.do("bob", &Return{})
				} else {
					h.do("bob", &Leave{})
					h.pass(100)
					h.letIn("eve", 1, "ann", "cy")
				}
				require.Equal(t, test.left, h.left()[1])
				require.True(t, h.running()[1])
			})
		}
	}
}
