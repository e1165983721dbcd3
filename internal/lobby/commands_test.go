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
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// gate is a log whose appends wait while it is shut.
type gate struct {
	testLog
	mu   sync.Mutex
	shut chan struct{}
}

func (g *gate) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
	return g.testLog.Append(ctx, head, batch)
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
	g := &gate{testLog: w.log}
	w.log = g
	w.restart()
	return g
}

func TestTheSameCommandTwice(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		ann := list[0]
		start := room.Command{ID: "go", Body: &room.Start{}}
		w.mustAs(start.ID, ann, start.Body)
		before := w.head().Seq
		w.mustAs(start.ID, ann, start.Body)
		require.Equal(t, before, w.head().Seq)
		// An id is a person's own.
		w.refusedAs(room.CodeNotHost, start.ID, list[1], start.Body)

		d := ann.decision()
		answer := room.Command{
			ID:   "a1",
			Body: &room.Answer{Decision: d.ID, Choice: strict.Encode([]string{d.Options[0].ID})},
		}
		w.mustAs(answer.ID, ann, answer.Body)
		w.mustAs(answer.ID, ann, answer.Body)
		require.Equal(t, before+1, w.head().Seq)
		w.restart()
		w.mustAs(answer.ID, ann, answer.Body)
		w.mustAs(start.ID, ann, start.Body)
		require.Equal(t, before+1, w.head().Seq)
	})
}

// TestAnswersComeAmongTheFrames: what a command by a subscription has changed comes
// before its ok; a refusal comes alone; a command that is sent again is answered again.
func TestAnswersComeAmongTheFrames(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		sub, err := w.lobby.Watch(w.ctx, w.room, list[0].person, stream.Hello{})
		require.NoError(t, err)
		drain := func() (types []string) {
			w.after(0)
			for _, frame := range take(sub) {
				var f struct{ Type, ID, Code string }
				require.NoError(t, json.Unmarshal(frame, &f))
				if f.Type == "room" {
					f.ID = ""
				}
				types = append(types, f.Type+f.ID+f.Code)
			}
			return types
		}
		drain()
		require.NoError(t, sub.Do(w.ctx, "1", &room.Start{}))
		require.Equal(t, []string{"snapshot", "room", "ok1"}, drain())
		require.NoError(t, sub.Do(w.ctx, "1", &room.Start{}))
		require.Equal(t, []string{"ok1"}, drain(), "sent again, it is done once")
		for id, test := range map[string]struct {
			code coded.Code
			body room.Action
		}{
			"stale":   {game.CodeStale, &room.Answer{Decision: 1 << 60, Choice: json.RawMessage("[]")}},
			"reason":  {coded.Malformed, &room.Kick{Seat: 1, Reason: "no reason"}},
			"unknown": {room.CodeUnknownCommand, &room.TimeOut{Seat: 1}},
		} {
			w.requireCode(test.code, sub.Do(w.ctx, id, test.body))
			require.Equal(t, []string{"reject" + id + string(test.code)}, drain())
		}
		require.NoError(t, sub.Say(w.ctx, "2", "hello"))
		require.Equal(t, []string{"chat", "ok2"}, drain())

		sub.Close()
		w.after(0)
		require.NoError(t, sub.Do(w.ctx, "3", &room.Concede{}), "it is done")
		frames, open := sub.Take(nil)
		require.Empty(t, frames, "but nobody is told")
		require.False(t, open)
	})
}

func TestCommandsAreRememberedAcrossSnapshots(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		w.mustAs("bot", ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.mustAs("go", ann, &room.Start{})
		w.restart()
		w.join(ann)
		before := w.head().Seq
		w.mustAs("bot", ann, &room.SeatBot{Seat: 1, Bot: "random"})
		require.Equal(t, before, w.head().Seq)
		for n := range 256 + 10 {
			w.mustAs(fmt.Sprint(n), ann, &room.MakeHost{})
		}
		// The ids of the last 256 commands are remembered, more than one client
		// can have under way.
		before = w.head().Seq
		w.mustAs("10", ann, &room.MakeHost{})
		require.Equal(t, before, w.head().Seq)
		w.mustAs("9", ann, &room.MakeHost{})
		require.Equal(t, before+1, w.head().Seq)
	})
}

func TestBadAnswersChangeNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		d := ann.decision()
		good := strict.Encode([]string{d.Options[0].ID})
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
			w.refusedAs(test.code, "x", ann, &room.Answer{Decision: test.id, Choice: json.RawMessage(test.picks)})
		}
		w.refused(coded.Malformed, ann, &room.Answer{Decision: d.ID})
		w.refused(room.CodeNotSeated, eve, &room.Answer{Decision: d.ID, Choice: good})
		w.mustAs("x", ann, &room.Answer{Decision: d.ID, Choice: good})
		w.check()
		first, other := w.turnOf(ann, bob)
		w.refused(game.CodeNotAsked, other, &room.Answer{Decision: first.decision().ID, Choice: good})
		w.check()
	})
}

// TestNothingIsToldBeforeItIsStored blocks an append: no client is sent the
// answer, and the room does nothing else, until it is stored.
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
			answered <- w.lobby.Do(w.ctx, w.room, ann.person, "", &room.Answer{
				Decision: d.ID, Choice: randomChoice(t, w.rules, d, w.rng),
			})
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
				codes <- coded.Of(w.lobby.Do(w.ctx, w.room, ann.person, fmt.Sprint(n%150), &room.MakeHost{}))
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
		require.Equal(t, map[coded.Code]int{coded.Busy: 200 - inboxSize - 1, "": inboxSize + 1}, count)
		w.must(bob, &room.Propose{What: room.ProposeEnd})
		w.after(time.Second) // so many changes are told together
		w.check()

		// A caller can stop waiting.
		g.close()
		ctx, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		require.ErrorIs(
			t,
			w.lobby.Do(ctx, w.room, bob.person, "late", &room.Reply{Proposal: 1, Agree: true}),
			context.DeadlineExceeded,
		)
		g.open()
		synctest.Wait()
		require.Contains(t, string(w.truth().Encode()), `["bob","late"]`, "it was on its way")
	})
}

func TestASlowReaderIsCutOff(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		slow, err := w.lobby.Watch(w.ctx, w.room, people.Person{ID: "slow", Name: "Slow"}, stream.Hello{})
		require.NoError(t, err)
		w.after(0)
		require.Contains(t, list[0].presence.Spectators, watcher{Player: "slow", Name: "Slow"})
		const queued = 96 // frames of a subscription that is not read
		for n := range queued + 5 {
			if n%2 == 0 {
				w.must(list[0], &room.Propose{What: room.ProposeEnd})
			} else {
				w.must(list[0], &room.Reply{Proposal: uint64(n/2 + 1)})
			}
			w.after(50 * time.Millisecond) // too slow to be told together
		}
		require.NotContains(t, list[0].presence.Spectators, watcher{Player: "slow", Name: "Slow"})
		require.Len(t, take(slow), queued, "what is queued can be read still")
		require.Equal(t, stream.CodeSlow, slow.EndCode())
		slow.Close()
		back := w.guest("slow")
		require.NotNil(t, back.public)
		w.check()
	})
}

func TestResume(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		w.join(ann)
		require.Zero(t, ann.count["snapshot"], "nothing has happened")
		require.NoError(t, ann.joinFrom(stream.Hello{Sequence: ann.sequence, Seq: ann.seq + 1}))
		w.after(0)
		require.Equal(t, 1, ann.count["snapshot"])
		ann.leave()
		require.NoError(t, bob.answer())
		w.join(ann)
		require.Equal(t, 1, ann.count["snapshot"], "something has happened meanwhile")
		w.join(ann)
		require.Zero(t, ann.count["snapshot"])
		// What only bob knows shows in no frame for others.
		ann.leave()
		require.NoError(t, bob.answerAgain())
		w.join(ann)
		require.Zero(t, ann.count["snapshot"])
		w.check()
		// Two watches of one person get the same frames.
		twin := w.newClient("ann")
		require.NoError(t, twin.join())
		require.NoError(t, ann.answer())
		require.Equal(t, ann.seq, twin.seq)
		w.check()
		sequence := ann.sequence
		w.restart()
		require.NoError(t, ann.joinFrom(stream.Hello{Sequence: sequence, Seq: ann.seq}))
		w.after(0)
		require.Equal(t, 1, ann.count["snapshot"], "another stay in memory")
		w.check()
	})
}
