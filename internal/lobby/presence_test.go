package lobby

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A client that comes to a crowded room gets its state at once; the others get
// one frame about all who came within a second.
func TestACrowdIsToldTogether(t *testing.T) {
	inWorld(t, func(w *world) {
		const crowd = 100
		ann := w.open("ann", toyTable())
		for n := range crowd {
			guest := w.guest(fmt.Sprintf("guest%d", n))
			require.NotNil(t, guest.room)
		}
		known := ann.presence.Watchers
		require.Less(t, known, crowd)
		last := w.guest("zed")
		require.Equal(t, crowd+1, last.presence.Watchers)
		require.Equal(t, known, ann.presence.Watchers)
		w.after(time.Second)
		require.Equal(t, crowd+1, ann.presence.Watchers)
		require.Len(t, ann.presence.Watching, maxNamed)
		w.check()
	})
}
