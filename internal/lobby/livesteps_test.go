package lobby

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

// TestStepsOfALiveMatch plays matches with answers taken back. While an audience learns nothing,
// its steps and their tag must not change. At every fifth step, the steps of each audience must
// lead to what it sees now.
func TestStepsOfALiveMatch(t *testing.T) {
	type table struct {
		game  string
		delay int
		open  bool
	}
	tables := []table{
		{"toy", 0, false},
		{"toy", 2, false},
		{"toy", 2, true},
		{"seasons", 2, false},
		{"spellbook", 0, false},
	}
	if thorough() {
		tables = append(tables, table{"seasons", 2, true})
	}
	for _, test := range tables {
		t.Run(fmt.Sprint(test.game, " ", test.delay, " ", test.open), func(t *testing.T) {
			t.Parallel()
			inWorldWith(
				t,
				Options{IdleAfter: time.Minute},
				9,
				func(w *world) { liveSteps(w, test.game, test.delay, test.open) },
			)
		})
	}
}

// knowledge is what an audience knows at a moment.
type knowledge struct {
	frames int
	tag    string
	data   string
	last   int
}

func liveSteps(w *world, id string, delay int, open bool) {
	t := w.t
	players := w.playing(
		room.Settings{Game: id, Seats: 2, Spectators: true, Undo: true, Delay: delay, OpenHands: open},
		"ann",
		"bob",
	)
	audiences := append(players[:2:2], w.guest("eve"))
	before := make([]knowledge, len(audiences))
	silent, answers := 0, 0
	look := func() {
		for i, c := range audiences {
			w.lobby.options.Replays = replay.NewService(1, 1<<20)
			now := w.stepsOf(c, replay.Last)
			if c.matchFrames() == before[i].frames && before[i].tag != "" {
				silent++
				require.Equal(t, before[i], now, "nothing was told, and nothing is seen")
			} else {
				require.NotEqual(t, before[i].tag, now.tag)
			}
			before[i] = now
		}
	}
	look()
	for step := 0; w.truth().Status == room.StatusPlaying && step < 90; step++ {
		c := players[w.rng.IntN(2)]
		switch {
		case c.undo && w.rng.IntN(4) == 0:
			w.must(c, &room.Undo{})
		case c.decision() != nil:
			require.NoError(t, c.answer())
			answers++
		}
		look()
	}
	require.Greater(t, answers, 10)
	require.Positive(t, silent)
	require.Equal(t, open, audiences[2].private != nil)
	if id != "seasons" {
		return
	}
	// Add the chunks before the last one.
	for _, c := range players {
		last := w.stepsOf(c, replay.Last).last
		require.Equal(t, last, w.stepsOf(c, 0).last)
	}
	part, err := w.lobby.LiveSteps(w.ctx, w.room, audiences[2].person, 5000)
	require.NoError(t, err)
	_, err = part.Data(w.ctx)
	w.requireCode(coded.Malformed, err)
}

// matchFrames returns how many frames about the match a client got.
func (c *client) matchFrames() int { return c.count["snapshot"] + c.count["update"] }

// stepsOf returns what the steps tell a client. At every fifth step it requires that the steps lead
// to what the client sees.
func (w *world) stepsOf(c *client, step int) knowledge {
	t := w.t
	t.Helper()
	part, err := w.lobby.LiveSteps(w.ctx, w.room, c.person, step)
	require.NoError(t, err)
	var chunk replay.Chunk
	w.unpack(part, &chunk)
	known := knowledge{frames: c.matchFrames(), tag: part.Tag, data: string(strict.Encode(chunk)), last: chunk.Last}
	if chunk.Last%5 != 0 {
		return known
	}
	public, private := strict.Encode(chunk.Public), []byte(nil)
	if chunk.Private != nil {
		private = strict.Encode(chunk.Private)
	}
	for i := range chunk.Steps {
		if change := chunk.Steps[i].Public; change != nil {
			public, err = patch.Apply(public, change)
			require.NoError(t, err)
		}
		if change := chunk.Steps[i].Private; change != nil {
			private, err = patch.Apply(private, change)
			require.NoError(t, err)
		}
	}
	if chunk.From+len(chunk.Steps)-1 == chunk.Last {
		requireSameJSON(t, w.publicOf(c), json.RawMessage(public), "what everybody sees")
		require.Equal(t, c.private == nil, private == nil)
		if private != nil {
			requireSameJSON(t, json.RawMessage(c.private), json.RawMessage(private), "and what the player sees")
		}
	} else {
		require.Len(t, chunk.Steps, replay.ChunkSteps)
	}
	return known
}

// TestWhoMayGoBackInALiveMatch: people who may watch it, as far as they see it.
func TestWhoMayGoBackInALiveMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		w.playing(room.Settings{Game: "toy", Seats: 2}, "ann", "bob")
		eve := w.newClient("eve")
		_, err := w.lobby.LiveSteps(w.ctx, "nothing", eve.person, 0)
		w.requireCode(directory.CodeNoRoom, err)
		_, err = w.lobby.LiveSteps(w.ctx, w.room, eve.person, 0)
		w.requireCode(CodeNoSpectators, err)
	})
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		_, err := w.lobby.LiveSteps(w.ctx, w.room, ann.person, 0)
		w.requireCode(archive.CodeNoMatch, err)
	})
}
