package roomlog_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/match"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
	"archmage/test/conformance"
)

var games = game.Modules{{Rules: conformance.Toy(), Bots: []game.Bot{bot.NewRandom()}}}

// storedRoom is a database with one room, whose changes are stored as roomlog says.
type storedRoom struct {
	t     *testing.T
	db    *storetest.Store
	head  store.Head
	table *room.Table
	at    int64
	// last is what was stored last, archived are the matches that were.
	last     store.Batch
	archived []string
}

// open opens a table of two for the toy, with a change of its settings.
func open(t *testing.T, change func(*room.Settings)) *storedRoom {
	l := &storedRoom{t: t, db: storetest.Open(t), table: room.New(games, "a")}
	settings := room.Settings{Game: "toy", Seats: 2, Spectators: true}
	if change != nil {
		change(&settings)
	}
	l.do("ann", &room.Open{Settings: settings, RandomValues: room.RandomValues{Secret: match.Secret{1}}})
	return l
}

// playing opens a table and starts its match.
func playing(t *testing.T, change func(*room.Settings)) *storedRoom {
	l := open(t, change)
	l.do("bob", &room.Claim{Seat: 1})
	l.do("bob", &room.SetReady{Ready: true})
	l.do("ann", &room.Start{RandomValues: room.RandomValues{Match: "m", Secret: match.Secret{2}}})
	return l
}

// do carries out a person's command and stores the change. It returns the change and the table before.
func (l *storedRoom) do(person string, body room.Action) (room.Change, *room.Table) {
	l.t.Helper()
	before := l.table
	l.at += 1000
	change, err := room.Decide(
		before,
		&room.Command{By: room.Person{ID: person, Name: "The " + person}, At: l.at, Body: body},
	)
	require.NoError(l.t, err)
	info := change.Next.Info()
	meta := roomlog.Meta(&info, change.Next.Persons())
	l.last = roomlog.Batch(before, &change, &stream.SpectatorRoom{Room: &stream.Room{Info: info}}, meta)
	if l.last.Match != nil {
		l.archived = append(l.archived, l.last.Match.ID)
	}
	if l.head.Room == "" {
		l.head, err = l.db.Rooms.Create(l.t.Context(), l.table.ID, "node", l.last)
	} else {
		l.head, err = l.db.Rooms.Append(l.t.Context(), l.head, l.last)
	}
	require.NoError(l.t, err)
	l.table = change.Next
	return change, before
}

// answer gives a random answer of the first seat that is asked.
func (l *storedRoom) answer(rng *rand.Rand) (room.Change, *room.Table) {
	l.t.Helper()
	play := l.table.Play
	seat := game.Seat(0)
	if !l.table.Waiting().Has(seat) {
		seat = 1
	}
	var d game.Decision
	require.True(l.t, play.Match.State.Decision(seat, &d))
	picks, ok := bot.Random(&d, rng, nil)
	require.True(l.t, ok)
	return l.do(
		l.table.Seats[seat].Person,
		&room.Answer{Decision: play.DecisionID(&d), Choice: match.Choice(play.Match.Rules, &d, picks)},
	)
}

// steps reads the log.
func (l *storedRoom) steps() (list []roomlog.Step, err error) {
	for step, err := range roomlog.Steps(l.t.Context(), l.db, games, l.table.ID) {
		if err != nil {
			return list, err
		}
		list = append(list, step)
	}
	return list, nil
}

// What is stored leads to the same table after each change of a whole match. The start of the match
// removes what was before.
func TestTheLogLeadsToTheTable(t *testing.T) {
	l := open(t, nil)
	steps, err := l.steps()
	require.NoError(t, err)
	require.Nil(t, steps[0].Entry)
	require.Nil(t, steps[0].Spectators, "nothing was before the first entry")
	require.Len(t, steps, 2)
	l.do("bob", &room.Claim{Seat: 1})
	l.do("bob", &room.SetReady{Ready: true})
	l.do("ann", &room.Start{RandomValues: room.RandomValues{Match: "m", Secret: match.Secret{2}}})
	steps, err = l.steps()
	require.NoError(t, err)
	require.Len(t, steps, 1)
	require.Equal(t, room.StatusPlaying, steps[0].Table.Status)
	require.NotEmpty(t, steps[0].Effects.Events, "the start of the match is shown again")
	require.Equal(t, "a", steps[0].Spectators.Room.Info.ID)
	kept, err := l.db.Rooms.Read(t.Context(), "a", 1, 10)
	require.NoError(t, err)
	require.Empty(t, kept)

	rng := rand.New(rand.NewPCG(1, 2))
	for l.table.Playing() {
		change, _ := l.answer(rng)
		steps, err := l.steps()
		require.NoError(t, err)
		last := steps[len(steps)-1]
		require.JSONEq(t, string(l.table.Encode()), string(last.Table.Encode()))
		if last.Entry != nil {
			require.Equal(t, l.table.Last, last.Entry.Seq)
			require.Equal(t, len(change.Effects.Events), len(last.Effects.Events))
		}
	}
	require.Equal(t, []string{"m"}, l.archived)
	text, err := match.Unpack(l.last.Record)
	require.NoError(t, err)
	require.Contains(t, string(text), `"toy"`)
	l.do("ann", &room.Rematch{Open: true})
	require.Equal(t, []string{"m"}, l.archived, "a match is stored once")
}

// A match that the players end before anybody has answered does not go to the archive.
func TestAMatchThatNobodyPlayed(t *testing.T) {
	l := playing(t, nil)
	l.do("ann", &room.Propose{What: room.ProposeEnd, Other: game.NoSeat})
	info := l.table.Info()
	l.do("bob", &room.Reply{Proposal: info.Proposal.Number, Agree: true})
	require.False(t, l.table.Playing())
	require.Empty(t, l.archived)
}

// A log that this server does not understand is told apart from a database that fails.
func TestUnreadableLogs(t *testing.T) {
	for name, batch := range map[string]store.Batch{
		"an entry of an unknown kind": {Entries: []store.Entry{{Kind: "dance", Data: []byte("{}")}}},
		"an entry that does not fit":  {Entries: []store.Entry{{Kind: string(room.KindStart), Data: []byte("{}")}}},
		"a snapshot that is no JSON":  {Snapshot: &store.Snapshot{Seq: 1, Data: []byte("{")}, Trim: true},
		"a snapshot of an unknown room": {
			Snapshot: &store.Snapshot{Seq: 1, Data: []byte(`{"table":{"game":"chess"},"late":{}}`)},
			Trim:     true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, nil)
			_, err := l.db.Rooms.Append(t.Context(), l.head, batch)
			require.NoError(t, err)
			_, err = l.steps()
			require.ErrorAs(t, err, &roomlog.UnreadableError{})
		})
	}
	l := open(t, nil)
	l.table = room.New(games, "nowhere")
	_, err := l.steps()
	require.ErrorIs(t, err, store.ErrNotFound)
	require.False(t, errors.As(err, &roomlog.UnreadableError{}))
}

// Lists say how far a match is only when that changes: to players at once and with whom it waits
// for, to others only if they may watch.
func TestProgress(t *testing.T) {
	for _, watched := range []bool{true, false} {
		l := open(t, func(s *room.Settings) { s.Spectators = watched })
		change, before := l.do("bob", &room.Claim{Seat: 1})
		require.Nil(t, roomlog.Progress(before, &change, stream.New("s")), "no match is played")
		l.do("bob", &room.SetReady{Ready: true})
		change, before = l.do("ann", &room.Start{RandomValues: room.RandomValues{Match: "m", Secret: match.Secret{2}}})
		now := progress(t, roomlog.Progress(before, &change, stream.New("s")))
		require.Equal(t, []game.Seat{0, 1}, now.Players.Waiting)
		require.Equal(t, l.at, now.Players.Since)
		require.Equal(t, watched, now.Spectators != nil)
		if watched {
			require.Equal(
				t,
				&directory.MatchProgress{Progress: now.Players.Progress, Standing: []int{0, 0}},
				now.Spectators,
			)
		}
		require.Nil(t, roomlog.Progress(l.table, &change, stream.New("s")), "nothing has changed since")
		change, before = l.answer(rand.New(rand.NewPCG(1, 2)))
		require.Equal(
			t,
			[]game.Seat{1},
			progress(t, roomlog.Progress(before, &change, stream.New("s"))).Players.Waiting,
		)
	}
}

func progress(t *testing.T, text json.RawMessage) (p directory.Progress) {
	t.Helper()
	require.NoError(t, json.Unmarshal(text, &p))
	return p
}

// A table waits for a person since the first change that asked the person, and for no bot. At a table
// with days for a move it says until when.
func TestAwaited(t *testing.T) {
	l := playing(t, func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockDays, Seconds: 24 * 60 * 60} })
	began := l.at
	first := roomlog.Awaited(l.table, &notify.Table{}, l.at)
	day := int64(24 * 60 * 60 * 1000)
	require.Equal(t, &notify.Table{Game: "toy", Match: "m", Started: began, Seats: []notify.Seat{
		{
			Person: "ann",
			Name:   "The ann",
			Since:  began,
			Until:  began + day,
		},
		{Person: "bob", Name: "The bob", Since: began, Until: began + day},
	}}, first)
	rng := rand.New(rand.NewPCG(1, 2))
	l.answer(rng)
	then := roomlog.Awaited(l.table, first, l.at)
	require.Zero(t, then.Seats[0].Since, "ann has answered")
	require.Equal(t, first.Seats[1], then.Seats[1])
	other := *first
	other.Match = "the one before"
	require.Equal(t, l.at, roomlog.Awaited(l.table, &other, l.at).Seats[1].Since)
	for l.table.Playing() {
		l.answer(rng)
	}
	require.True(t, roomlog.Awaited(l.table, then, l.at).Ended)
}
