package offline_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/room"
)

// A person can set the clock of the device back in the middle of a match, by an answer's time or by years. The
// match is loaded again and played to its end, and no entry is lost.
func TestClockSetBack(t *testing.T) {
	for name, match := range matches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDevice(t)
			d.begin("r1", 3, &match)
			random := rand.New(rand.NewPCG(3, 4))
			for count := 0; d.status != string(room.StatusFinished); count++ {
				switch count {
				case 5:
					d.now -= 5
				case 10:
					d.now = 1
				case 12:
					d.now = -1_000_000
				}
				if count == 6 || count == 11 || count == 13 {
					d.load()
				}
				require.NotNil(t, d.decision)
				stored := len(d.entries)
				d.answer(random)
				require.Greater(t, len(d.entries), stored)
			}
			require.Greater(t, d.requests, 13, "the clock was set back before the end")
			d.load()
			require.Equal(t, string(room.StatusFinished), d.status)
		})
	}
}
