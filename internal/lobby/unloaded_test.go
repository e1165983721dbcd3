package lobby

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/coded"
	"archmage/internal/room"
	"archmage/internal/store/faulty"
)

// While the disk is full, clients that ask for a room again and again do not fill the log.
func TestRoomsThatCannotBeLoadedDoNotFillTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.ErrorLevel)
		r := newFaultRoom(t, room.Settings{Game: "seasons", Seats: 2}, Options{Logger: zap.New(core)}, 1)
		defer r.close()
		r.restart(r.log)
		r.log.Always(faulty.TakeOver, faulty.Full())
		const asked = 1000
		ask := func() {
			for range asked {
				_, err := r.lobby.Inspect(t.Context(), r.id)
				require.Equal(t, coded.Busy, coded.Of(err))
			}
		}
		ask()
		require.Len(t, logs.TakeAll(), firstFailures)
		time.Sleep(failureInterval)
		ask()
		lines := logs.TakeAll()
		require.Len(t, lines, 1)
		require.EqualValues(t, asked-firstFailures, lines[0].ContextMap()["others"])
	})
}
