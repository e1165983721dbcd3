package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/room"
)

// TestOfferAfterACrash requires that an offer is stored before anybody sees it, that it can be accepted after a
// crash, and that the match then starts by itself.
func TestOfferAfterACrash(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		w.play(ann, bob)
		w.must(ann, &room.MakeOffer{BestOf: 3})
		require.Equal(t, room.StatusFinished, bob.room.Status, "the result stays")
		require.Equal(t, []game.Seat{1}, bob.room.Offer.Waiting)
		require.NotNil(t, bob.result)
		w.crash()
		w.start()
		w.join(ann, bob)
		require.Equal(t, []game.Seat{1}, bob.room.Offer.Waiting)
		require.NotNil(t, bob.result)
		w.must(bob, &room.Accept{Offer: bob.room.Offer.Number})
		w.after(2 * sharePause)
		require.Equal(t, room.StatusPlaying, ann.room.Status)
		require.Equal(t, 1, ann.room.Series.Played)
		w.crash()
		w.start()
		w.join(ann, bob)
		require.Equal(t, 1, ann.room.Series.Played)
		w.play(ann, bob)
		w.after(time.Second)
		require.Equal(t, 2, ann.room.Series.Played)
		w.check()
	})
}
