package lobby

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/faulty"
)

// gone asserts that nothing is left of the room but its results.
func (w *world) gone() {
	w.t.Helper()
	require.False(w.t, w.inMemory())
	_, err := w.log.Room(w.ctx, w.room)
	require.ErrorIs(w.t, err, eventlog.ErrNotFound)
	_, err = w.log.Chat(w.ctx, w.room, 0, 1)
	require.ErrorIs(w.t, err, eventlog.ErrNotFound)
	_, err = w.lobby.Watch(w.ctx, w.room, User{ID: "late"}, Resume{})
	w.requireCode(CodeNoRoom, err)
}

func (w *world) results(member string) []ResultInfo {
	w.t.Helper()
	page, err := w.lobby.Results(w.ctx, ResultQuery{Member: member, Limit: 10})
	require.NoError(w.t, err)
	return page.Results
}

func TestCloseRoomDuringAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.playing(toyTable(), "ann", "bob")
		eve := w.guest("eve")
		require.NoError(t, people[0].answer())
		require.NoError(t, w.lobby.Say(w.ctx, w.room, eve.user, "", "hello"))
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		for _, c := range append(people, eve) {
			require.False(t, c.here())
			require.Equal(t, CodeClosed, c.bye)
			require.Equal(t, StatusFinished, c.room.Status, "they saw how the match ended")
			require.NotNil(t, c.result)
			require.Nil(t, c.result.Outcome, "abandoned")
		}
		w.gone()
		results := w.results("bob")
		require.Len(t, results, 1)
		var kept Result
		require.NoError(t, json.Unmarshal(results[0].Result, &kept))
		require.Nil(t, kept.Outcome)
		require.Equal(t, []string{"The ann", "The bob"}, kept.Names)
		w.requireCode(CodeNoRoom, w.lobby.CloseRoom(w.ctx, w.room))
		w.requireCode(CodeNoRoom, w.lobby.Do(w.ctx, w.room, people[0].user, Intent{Kind: KindUndo}))
	})
}

func TestCloseRoomThatIsNotPlaying(t *testing.T) {
	for _, test := range []struct {
		name    string
		room    func(w *world) []*client
		results int
	}{
		{"open", func(w *world) []*client { return []*client{w.open("ann", toyTable())} }, 0},
		{"asleep", func(w *world) []*client {
			ann := w.open("ann", toyTable())
			ann.leave()
			w.after(time.Hour)
			require.False(w.t, w.inMemory())
			return nil
		}, 0},
		{"finished", func(w *world) []*client {
			people := w.playing(toyTable(), "ann", "bob")
			w.play(people...)
			return people
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				people := test.room(w)
				require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
				w.after(0)
				for _, c := range people {
					require.Equal(t, CodeClosed, c.bye)
				}
				w.gone()
				require.Len(t, w.results("ann"), test.results)
			})
		})
	}
}

func TestCloseRoomThatIsFrozen(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Options = map[string]string{"panic": "on"}
		people := w.playing(settings, "ann", "bob")
		w.requireCode(CodeFrozen, people[0].choose("panic"))
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		require.Equal(t, CodeClosed, people[1].bye)
		w.gone()
	})
}

// What cannot be stored closes nothing, or leaves nobody in between.
func TestCloseRoomThatCannotBeStored(t *testing.T) {
	inWorld(t, func(w *world) {
		log := faulty.New(w.log)
		w.stop()
		w.log = log
		w.start()
		people := w.playing(toyTable(), "ann", "bob")
		log.Inject(faulty.Append, faulty.Full())
		w.requireCode(CodeNotStored, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		require.True(t, people[0].here())
		require.NoError(t, people[0].answer(), "the match goes on")

		for _, fault := range []faulty.Fault{faulty.Full(), faulty.Before(), faulty.Fenced()} {
			require.NoError(t, people[0].join())
			log.Inject(faulty.Delete, fault)
			w.requireCode(CodeBusy, w.lobby.CloseRoom(w.ctx, w.room))
			w.after(0)
			require.Equal(t, CodeBusy, people[0].bye, "come back and see")
		}
		require.NoError(t, people[0].join())
		w.after(0)
		require.Equal(t, StatusFinished, people[0].room.Status)
		log.Inject(faulty.Delete, faulty.After())
		w.requireCode(CodeBusy, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		w.gone()
		require.Len(t, w.results("ann"), 1)
	})
}

func TestNobodyClosesARoomByAnIntent(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.playing(toyTable(), "ann", "bob")
		w.refused(CodeUnknownIntent, people[0], Intent{Kind: KindClose})
	})
}

// An inspection shows nothing that tells of hands, seeds or declarations.
func TestInspect(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.seated(toyTable(), "ann", "bob")
		before, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, StatusSeated, before.Status)
		require.Equal(t, w.head().Seq, before.Entries)
		require.Equal(t, toyTable().Game, before.Settings.Game)
		require.Equal(t, people[1].room.Seats, before.Seats)
		require.Equal(t, "ann", before.Host)
		require.WithinDuration(t, time.Now(), before.Created, time.Minute)

		w.must(people[0], Intent{Kind: KindStart})
		first, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, StatusPlaying, first.Status)
		require.Equal(t, w.head().Seq, first.Entries)
		require.NoError(t, people[0].answer())
		again, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, first, again, "an answer in secret changes nothing")
		require.Greater(t, w.head().Seq, again.Entries)
		seed := w.truth().match.record.Seed
		text, err := json.Marshal(again)
		require.NoError(t, err)
		secret, err := json.Marshal(seed)
		require.NoError(t, err)
		require.NotContains(t, string(text), strings.Trim(string(secret), `"`))
		require.NotContains(t, string(text), "hand")

		w.play(people...)
		over, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, StatusFinished, over.Status)
		require.Equal(t, w.head().Seq, over.Entries)
		for _, c := range people {
			c.leave()
		}
		w.after(time.Hour)
		require.False(t, w.lobby.Awake(w.room))
		asleep, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.True(t, w.lobby.Awake(w.room))
		require.Equal(t, over.Entries, asleep.Entries)
		require.False(t, asleep.Seats[0].Present)
		_, err = w.lobby.Inspect(w.ctx, "nowhere")
		w.requireCode(CodeNoRoom, err)
	})
}

// Those who run the server see no more of a match than its spectators do.
func TestInspectWithADelay(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 5
		people := w.playing(settings, "ann", "bob")
		w.play(people...)
		require.Equal(t, StatusFinished, people[0].room.Status)
		seen, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, StatusPlaying, seen.Status)
		require.Less(t, seen.Entries, w.head().Seq)
		w.after(time.Minute)
		seen, err = w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, StatusFinished, seen.Status)
		require.Equal(t, w.head().Seq, seen.Entries)
	})
}
