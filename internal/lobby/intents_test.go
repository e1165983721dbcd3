package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// gate is a log whose appends wait while it is shut.
type gate struct {
	eventlog.Log
	mu   sync.Mutex
	shut chan struct{}
}

func (g *gate) Append(ctx context.Context, head eventlog.Head, batch eventlog.Batch) (eventlog.Head, error) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
	return g.Log.Append(ctx, head, batch)
}

func (g *gate) close() {
	g.mu.Lock()
	g.shut = make(chan struct{})
	g.mu.Unlock()
}

func (g *gate) open() {
	g.mu.Lock()
	close(g.shut)
	g.shut = nil
	g.mu.Unlock()
}

// gated puts a gate before the log of a world.
func (w *world) gated() *gate {
	g := &gate{Log: w.log}
	w.log = g
	w.restart()
	return g
}

func TestTheSameIntentTwice(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		ann := list[0]
		start := Intent{ID: "go", Kind: KindStart}
		w.must(ann, start)
		before := w.head().Seq
		w.must(ann, start)
		require.Equal(t, before, w.head().Seq)
		// An id is a person's own.
		w.refused(CodeNotHost, list[1], start)

		d := ann.decision()
		answer := Intent{ID: "a1", Kind: KindAnswer, Decision: d.ID, Picks: encode([]string{d.Options[0].ID})}
		w.must(ann, answer)
		w.must(ann, answer)
		require.Equal(t, before+1, w.head().Seq)
		w.restart()
		w.must(ann, answer)
		w.must(ann, start)
		require.Equal(t, before+1, w.head().Seq)
	})
}

func TestIntentsAreRememberedAcrossSnapshots(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		w.must(ann, Intent{ID: "bot", Kind: KindBot, Seat: 1, Bot: "random"})
		w.must(ann, Intent{ID: "go", Kind: KindStart})
		w.restart()
		require.NoError(t, ann.join())
		w.after(0)
		before := w.head().Seq
		w.must(ann, Intent{ID: "bot", Kind: KindBot, Seat: 1, Bot: "random"})
		require.Equal(t, before, w.head().Seq)
		for n := range keptIntents + 10 {
			w.must(ann, Intent{ID: fmt.Sprint(n), Kind: KindAbandon})
		}
		require.Len(t, w.truth().intents, keptIntents, "as many as anybody can have under way")
	})
}

func TestBadAnswersChangeNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		d := ann.decision()
		good := encode([]string{d.Options[0].ID})
		for _, test := range []struct {
			code  coded.Code
			id    uint64
			picks string
		}{
			{game.CodeStale, d.ID + 1, string(good)},
			{game.CodeStale, 0, string(good)},
			{game.CodeStale, d.ID | 1<<32, string(good)},
			{coded.Malformed, d.ID, ``},
			{coded.Malformed, d.ID, `{`},
			{coded.Malformed, d.ID, `null`},
			{coded.Malformed, d.ID, `[{"option":"x","more":1}]`},
			{game.CodeUnknownOption, d.ID, `["bid:99"]`},
			{game.CodeUnknownOption, d.ID, `["` + bob.decision().Options[0].ID + `"]`},
			{game.CodeBadCount, d.ID, `[]`},
			{game.CodeBadCount, d.ID, `[{"option":"` + d.Options[0].ID + `","n":2}]`},
			{game.CodeBadGroup, d.ID, `[{"option":"` + d.Options[0].ID + `","group":"left"}]`},
		} {
			w.refused(test.code, ann, Intent{ID: "x", Kind: KindAnswer, Decision: test.id, Picks: json.RawMessage(test.picks)})
		}
		w.refused(game.CodeBadCount, ann, Intent{Kind: KindAnswer, Decision: d.ID})
		w.refused(CodeNotSeated, eve, Intent{Kind: KindAnswer, Decision: d.ID, Picks: good})
		w.must(ann, Intent{ID: "x", Kind: KindAnswer, Decision: d.ID, Picks: good})
		w.check()
		first, other := w.turnOf(ann, bob)
		w.refused(game.CodeNotAsked, other, Intent{Kind: KindAnswer, Decision: first.decision().ID, Picks: good})
		w.check()
	})
}

// TestNothingIsToldBeforeItIsStored holds an append back: nobody hears of the
// answer, and nothing else goes on in the room, until it is stored.
func TestNothingIsToldBeforeItIsStored(t *testing.T) {
	inWorld(t, func(w *world) {
		g := w.gated()
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		seq := [2]uint64{ann.seq, bob.seq}
		before := w.head()
		g.close()
		answered := make(chan error, 1)
		d := ann.decision()
		go func() {
			answered <- w.lobby.Do(w.ctx, w.room, ann.user, Intent{Kind: KindAnswer, Decision: d.ID, Picks: picks(t, w.rules, d, w.rng)})
		}()
		w.after(time.Minute)
		require.Equal(t, seq, [2]uint64{ann.seq, bob.seq})
		require.Equal(t, before, w.head())
		require.Empty(t, answered)
		g.open()
		w.after(0)
		require.NoError(t, <-answered)
		require.Equal(t, before.Seq+1, w.head().Seq)
		require.NotEqual(t, seq, [2]uint64{ann.seq, bob.seq})
		w.check()
	})
}

func TestAFullRoomIsBusy(t *testing.T) {
	inWorld(t, func(w *world) {
		g := w.gated()
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		g.close()
		codes := make(chan coded.Code, 200)
		for n := range 200 {
			go func() {
				codes <- codeOf(w.lobby.Do(w.ctx, w.room, ann.user, Intent{ID: fmt.Sprint(n % 150), Kind: KindAbandon}))
			}()
		}
		synctest.Wait()
		require.Len(t, codes, 200-inboxSize-1, "as many as fit wait, one is being done")
		g.open()
		synctest.Wait()
		count := map[coded.Code]int{}
		for range 200 {
			count[<-codes]++
		}
		require.Equal(t, map[coded.Code]int{CodeBusy: 200 - inboxSize - 1, "": inboxSize + 1}, count)
		w.must(bob, Intent{Kind: KindAbandon})
		w.after(0)
		w.check()

		// Whoever does not want to wait need not.
		g.close()
		ctx, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		require.ErrorIs(t, w.lobby.Do(ctx, w.room, bob.user, Intent{ID: "late", Kind: KindAbandon}), context.DeadlineExceeded)
		g.open()
		synctest.Wait()
		require.True(t, w.truth().done(request{"bob", "late"}), "it was on its way")
	})
}

func TestASlowReaderIsCutOff(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		slow, err := w.lobby.Watch(w.ctx, w.room, User{"slow", "Slow"}, Resume{})
		require.NoError(t, err)
		w.after(0)
		require.Contains(t, list[0].room.Watching, "Slow")
		for n := range queuedFrames + 5 {
			w.must(list[0], Intent{Kind: KindAbandon, Ready: n%2 == 0})
		}
		require.NotContains(t, list[0].room.Watching, "Slow")
		frames := 0
		for range slow.Frames() {
			frames++
		}
		require.Equal(t, queuedFrames, frames, "what is queued can be read still")
		require.Equal(t, CodeSlow, slow.Ended())
		w.lobby.Leave(slow)
		back := w.guest("slow")
		require.NotNil(t, back.view)
		w.check()
	})
}

func TestResume(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		require.NoError(t, ann.join())
		w.after(0)
		require.Zero(t, ann.count["snapshot"], "nothing has happened")
		require.NoError(t, ann.joinFrom(Resume{ann.life, ann.seq + 1}))
		w.after(0)
		require.Equal(t, 1, ann.count["snapshot"])
		ann.leave()
		require.NoError(t, bob.answer())
		require.NoError(t, ann.join())
		w.after(0)
		require.Equal(t, 1, ann.count["snapshot"], "something has happened meanwhile")
		require.NoError(t, ann.join())
		w.after(0)
		require.Zero(t, ann.count["snapshot"])
		// Two watches of one person get the same frames.
		twin := w.person("ann")
		require.NoError(t, twin.join())
		require.NoError(t, ann.answer())
		require.Equal(t, ann.seq, twin.seq)
		w.check()
		life := ann.life
		w.restart()
		require.NoError(t, ann.joinFrom(Resume{life, ann.seq}))
		w.after(0)
		require.Equal(t, 1, ann.count["snapshot"], "another stay in memory")
		w.check()
	})
}
