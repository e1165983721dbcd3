package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Swiftness: every Morning action may be done first, second and as the action
// that learning grants (R22).
func TestR22SwiftnessWithEveryMorningAction(t *testing.T) {
	for _, tt := range []struct{ name, sets, know, answer string }{
		{"take", "", "", "take:green.circle"},
		{"draw", "", "", "draw"},
		{"Sacrifice", "red:1", "red:5:circle", "use:red:5"},
		{"Eruption", "red:2", "red:5:circle", "use:red:5"},
		{"Blaze", "red:3", "red:5:circle", "use:red:5"},
		{"Levitation", "violet:1", "violet:5:circle", "use:violet:5"},
		{"Sharing", "violet:2", "violet:5:circle", "use:violet:5"},
		{"Sharing 3", "violet:2", "violet:5:circle", "use:violet:3"},
		{"Divination", "violet:3", "violet:5:circle", "use:violet:5"},
		{"Divination 3", "violet:3", "violet:5:circle", "use:violet:3"},
	} {
		altar := counts("green.circle*4 green.square*4")
		t.Run(tt.name+" twice", func(t *testing.T) {
			sc := start(t, Setup{
				Spells: sets("blue:2 " + tt.sets), Altar: altar,
				Seats: []SeatSetup{{Pool: counts("white.circle white.square"), Spells: know("blue:5:circle " + tt.know)}, {}},
			}).answer(tt.answer).carryOn().asksPhase(0, "morning")
			n, _ := sc.decision().Args.Get("second")
			require.Equal(t, 1, n)
			if tt.name == "Eruption" {
				sc.offersNot("use:red:5").answer("take:green.circle")
			} else {
				sc.answer(tt.answer).carryOn()
			}
			sc.asksPhase(0, "midday")
		})
		for level := 3; level <= 4; level++ {
			t.Run(fmt.Sprintf("%s granted at level %d", tt.name, level), func(t *testing.T) {
				sc := start(t, Setup{
					Spells: sets("blue:2 " + tt.sets), Phase: "evening", Altar: altar,
					Seats: []SeatSetup{{Pool: counts("blue.circle*2 blue.square*2 white.circle"), Spells: know(tt.know)}, {}},
				}).answer(fmt.Sprint("learn:blue:", level)).carryOn().asksPhase(0, "morning").offersNot("back")
				n, _ := sc.decision().Args.Get("bonus")
				require.Equal(t, 1, n)
				sc.answer(tt.answer).carryOn().asksPhase(1, "morning").level(0, "blue", level).happened(eventLearned, 1)
			})
		}
	}
	// Where no Morning action is possible none is asked for, first or second.
	in := Setup{Spells: sets("blue:2"), Seats: []SeatSetup{{Pool: some(8), Spells: know("blue:5:circle")}, {}}}
	start(t, in).answer("draw").poolSize(0, 9).asksPhase(0, "midday")
	in.Seats[0].Pool = some(9)
	start(t, in).asksPhase(0, "midday")
	// Only Sacrifice works with a full pool, and it fills the pool again.
	in.Seats[0].Spells = know("blue:5:circle red:5:circle")
	start(t, in).offersOnly("use:red:3", "use:red:4", "use:red:5", "skip").answer("use:red:3").carryOn().asksPhase(0, "morning").
		answer("use:red:5").carryOn().asksPhase(0, "midday").poolSize(0, 9)
}

// Learned through Clone, Swiftness grants its Morning action at Midday; the use
// of each spell is told once.
func TestR22SwiftnessThroughClone(t *testing.T) {
	in := Setup{
		Spells: sets("blue:2 white:3"), Phase: "midday", Altar: counts("green.circle green.square"),
		Seats: []SeatSetup{{Pool: counts("blue.circle*3 red.circle*3"), Spells: know("white:4:circle violet:3:circle")}, {}},
	}
	for _, answer := range []string{"take:green.circle", "draw", "skip"} {
		start(t, in).answer("use:white:4").answer("learn:blue:3").answer("way:0").
			asksPhase(0, "morning").offersNot("back").answer(answer).asksPhase(0, "evening").happened(eventUsed, 1)
	}
}
