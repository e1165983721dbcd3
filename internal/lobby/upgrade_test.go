package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
)

// versioned is a game with another version of its rules.
type versioned struct {
	game.Rules
	version int
}

func (v versioned) Info() game.Info {
	info := v.Rules.Info()
	info.Version = v.version
	return info
}

// ruled starts the server again with that version of the rules of the toy.
func (w *world) ruled(version int) {
	w.stop()
	toy := &w.games[len(w.games)-1]
	toy.Rules = versioned{toy.Rules, version}
	w.start()
}

// TestAMatchGoesOnWithOtherRules: a server with a later version of the rules goes
// on from the state, and the record says so.
func TestAMatchGoesOnWithOtherRules(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		for range 4 {
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
				}
			}
		}
		public, before := list[0].public, list[0].first+len(list[0].events)
		w.ruled(2)
		w.join(list...)
		require.Equal(t, room.KindUpgrade, w.lastKind())
		require.JSONEq(t, string(public), string(list[0].public))
		require.False(t, list[0].undo || list[1].undo, "what was before stays")
		require.Equal(t, before, list[0].first+len(list[0].events))
		if list[0].decision() != nil {
			require.NoError(t, list[0].answer())
		}
		stored := w.head()
		w.ruled(2)
		w.join(list...)
		require.Equal(t, stored.Seq, w.head().Seq, "once")
		require.Equal(t, 2, w.stored().Play.Match.RulesVersion())
		_, err := w.lobby.Events(w.ctx, w.room, list[0].person, 2, 10)
		w.requireCode(CodeNotKept, err)
		w.play(list...)
		require.NotNil(t, list[0].result)

		r := w.record(people.Person{ID: "ann"}, list[0].match)
		require.Equal(t, 1, r.Version)
		upgrades := 0
		for _, item := range r.Items {
			if item.Kind == match.ItemRules {
				upgrades++
				require.Equal(t, 2, item.Version)
			}
		}
		require.Equal(t, 1, upgrades)
		g, _ := w.games.Find("toy")
		again, err := r.Replay(g.Rules, nil)
		require.NoError(t, err)
		requireSameJSON(t, list[0].result.Outcome, again.Result.Outcome, "the outcome")
		terms := again.Terms
		require.Equal(t, *list[0].result.Seed, r.Start.Proof.Seed(&terms), "the version is that of the start")
		w.must(list[0], &room.Rematch{Open: true})
	})
}

// TestAnOlderServerLeavesAMatchAlone: it does not know the newer rules.
func TestAnOlderServerLeavesAMatchAlone(t *testing.T) {
	inWorld(t, func(w *world) {
		toy := &w.games[len(w.games)-1]
		toy.Rules = versioned{toy.Rules, 3}
		w.restart()
		list := w.playing(toyTable(), "ann", "bob")
		require.NoError(t, list[0].answer())
		before := w.head().Seq
		w.ruled(2)
		w.requireCode(CodeFrozen, list[0].join())
		require.Equal(t, 1, w.logged("unreadable room log"))
		require.Equal(t, before, w.head().Seq)
		w.ruled(3)
		w.join(list...)
		w.play(list...)
		require.NotNil(t, list[0].result)
	})
}
