package lobby

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A client that comes to a crowded room gets its state at once; the others get
// one frame about all who came within a second.
func TestACrowdIsToldTogether(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		for n := range 2 * fewSubs {
			guest := w.guest(fmt.Sprintf("guest%d", n))
			require.NotNil(t, guest.room)
		}
		known := ann.presence.Watchers
		require.Less(t, known, 2*fewSubs)
		last := w.guest("zed")
		require.Equal(t, 2*fewSubs+1, last.presence.Watchers)
		require.Equal(t, known, ann.presence.Watchers)
		w.after(presencePause)
		require.Equal(t, 2*fewSubs+1, ann.presence.Watchers)
		require.Len(t, ann.presence.Watching, maxNamed)
		w.check()
	})
}
