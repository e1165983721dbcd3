package people

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// People are online while their pages ask for news, and a little longer.
func TestWhoIsHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ctx := New(nil, Options{}), t.Context()
		ann, bob, bot := Person{ID: "a", Kind: Guest}, Person{ID: "b", Kind: Account}, Person{ID: "c", Kind: Bot}
		require.Equal(t, 0, p.Social.Touch(ctx, Person{}), "the zero Person does not count")
		require.Equal(t, 1, p.Social.Touch(ctx, ann))
		require.Equal(t, 1, p.Social.Touch(ctx, ann), "each counts once")
		require.Equal(t, 1, p.Social.Touch(ctx, bot), "programs do not count")
		time.Sleep(time.Minute)
		require.Equal(t, 2, p.Social.Touch(ctx, bob))
		time.Sleep(onlineFor - 30*time.Second)
		require.Equal(t, 1, p.Social.Touch(ctx, Person{}), "Ann has gone, Bob has not")
		time.Sleep(time.Minute)
		require.Equal(t, 0, p.Social.Touch(ctx, Person{}))
	})
}

// sharedPresence is an OnlineStore in memory.
type sharedPresence struct {
	seen  map[string]time.Time
	calls int
	fails bool
}

func (g *sharedPresence) TouchOnline(_ context.Context, ids []string, within time.Duration) (int, error) {
	if g.calls++; g.fails {
		return 0, errors.New("the database is away")
	}
	for _, id := range ids {
		g.seen[id] = time.Now()
	}
	count := 0
	for _, at := range g.seen {
		if time.Since(at) <= within {
			count++
		}
	}
	return count, nil
}

func (g *sharedPresence) Online(context.Context, time.Duration, int) ([]string, error) {
	return nil, nil
}

// Each of several servers counts each person once, and rarely reads the shared store.
func TestWhoIsHereOfSeveral(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		both, ctx := &sharedPresence{seen: map[string]time.Time{}}, t.Context()
		a, b := New(nil, Options{Online: both}), New(nil, Options{Online: both})
		ann, bob := Person{ID: "a", Kind: Guest}, Person{ID: "b", Kind: Account}
		require.Equal(t, 1, a.Social.Touch(ctx, ann))
		require.Equal(t, 2, b.Social.Touch(ctx, bob))
		require.Equal(t, 2, b.Social.Touch(ctx, ann), "a page of the same person at the other server")
		require.Equal(t, 2, both.calls)
		time.Sleep(2 * countInterval)
		require.Equal(t, 2, a.Social.Touch(ctx, Person{}))
		require.Equal(t, 2, b.Social.Touch(ctx, Person{}))
		require.Equal(t, 4, both.calls)

		// After an error the same people are written later.
		both.fails = true
		time.Sleep(2 * countInterval)
		require.Equal(t, 2, a.Social.Touch(ctx, Person{ID: "c", Kind: Guest}), "those of this server")
		both.fails = false
		time.Sleep(2 * countInterval)
		require.Equal(t, 3, a.Social.Touch(ctx, Person{}))
		require.Equal(t, 6, both.calls)
		time.Sleep(2 * onlineFor)
		require.Equal(t, 0, a.Social.Touch(ctx, Person{}))
	})
}
