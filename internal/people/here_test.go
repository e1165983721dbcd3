package people

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// People are here while their pages ask for news, and a little longer.
func TestWhoIsHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(nil, Options{})
		ann, bob, bot := Person{ID: "a", Kind: Guest}, Person{ID: "b", Kind: Account}, Person{ID: "c", Kind: Bot}
		require.Equal(t, 0, p.CameBy(Person{}), "who is nobody in particular does not count")
		require.Equal(t, 1, p.CameBy(ann))
		require.Equal(t, 1, p.CameBy(ann), "each counts once")
		require.Equal(t, 1, p.CameBy(bot), "programs do not count")
		time.Sleep(time.Minute)
		require.Equal(t, 2, p.CameBy(bob))
		time.Sleep(hereFor - 30*time.Second)
		require.Equal(t, 1, p.CameBy(Person{}), "Ann has gone, Bob has not")
		time.Sleep(time.Minute)
		require.Equal(t, 0, p.CameBy(Person{}))
	})
}
