package directory_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/strict"
)

// world is a database with rooms, of which none is in memory.
type world struct {
	*directory.Directory
	t     *testing.T
	db    *storetest.Store
	heads map[string]store.Head
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, db: storetest.Open(t), heads: map[string]store.Head{}}
	w.Directory = directory.New(w.db, w, nil)
	return w
}

// Attend implements directory.Live: somebody watches each room.
func (w *world) Attend(_ context.Context, rooms []directory.RoomInfo) {
	for i := range rooms {
		rooms[i].SpectatorCount = 1
	}
}

// table is what is stored of a room: a public table that others may watch, unless a test changes that.
type table struct {
	private, unwatched, accounts bool
	status                       store.Status
	// people are the ids by seat, the host first.
	people   []string
	progress directory.Progress
}

// store stores a room, which is open or seated if no status is named.
func (w *world) store(id string, is table) {
	w.t.Helper()
	s := directory.Summary{People: is.people, Watch: !is.unwatched, Accounts: is.accounts}
	m := &store.Meta{Game: "toy", Status: is.status, Listed: !is.private, Host: is.people[0]}
	if m.Status == "" {
		m.Status = store.StatusSeated
	}
	for _, person := range is.people {
		if person == "" {
			s.Players = append(s.Players, "")
			m.Status = store.StatusOpen
			continue
		}
		m.Members, s.Players = append(m.Members, person), append(s.Players, "The "+person)
	}
	m.Summary = strict.Encode(s)
	batch := store.Batch{Meta: m, Entries: []store.Entry{{Kind: "change"}}, Progress: strict.Encode(is.progress)}
	var err error
	if head, known := w.heads[id]; known {
		w.heads[id], err = w.db.Rooms.Append(w.t.Context(), head, batch)
	} else {
		w.heads[id], err = w.db.Rooms.Create(w.t.Context(), id, "node", batch)
	}
	require.NoError(w.t, err)
}

func TestLists(t *testing.T) {
	w := newWorld(t)
	w.store("public", table{people: []string{"ann", ""}})
	w.store("private", table{people: []string{"cy", "dan"}, private: true})
	list := func(query directory.ListQuery) (ids []string, next string) {
		t.Helper()
		page, err := w.List(t.Context(), query)
		require.NoError(t, err)
		for i := range page.Rooms {
			require.Equal(t, 1, page.Rooms[i].SpectatorCount, "the rooms in memory say who is there")
			ids = append(ids, page.Rooms[i].ID)
		}
		return ids, page.Next
	}
	for _, test := range []struct {
		query directory.ListQuery
		want  []string
	}{
		{directory.ListQuery{}, []string{"private", "public"}},
		{directory.ListQuery{Listed: true}, []string{"public"}},
		{directory.ListQuery{Member: "cy"}, []string{"private"}},
		{directory.ListQuery{Game: "chess"}, nil},
		{directory.ListQuery{Statuses: []room.Status{room.StatusSeated}}, []string{"private"}},
		{directory.ListQuery{Statuses: []room.Status{room.StatusFinished}}, nil},
	} {
		test.query.Limit = 10
		ids, next := list(test.query)
		require.Equal(t, test.want, ids, test.query)
		require.Empty(t, next)
	}
	first, next := list(directory.ListQuery{Limit: 1})
	second, end := list(directory.ListQuery{Limit: 1, After: next})
	require.Equal(t, []string{"private", "public"}, append(first, second...), "the room opened last comes first")
	require.Empty(t, end)
	for _, wrong := range []directory.ListQuery{{}, {Limit: 1, After: "x"}} {
		_, err := w.List(t.Context(), wrong)
		require.Equal(t, coded.Malformed, coded.Of(err))
	}
}

// Players learn from a list whom their match waits for; others learn how far it is.
func TestListsSayHowFarAMatchIs(t *testing.T) {
	w := newWorld(t)
	now := directory.Progress{
		Players:    &directory.MatchProgress{Progress: game.Progress{Round: 3}, Waiting: []game.Seat{1}, Since: 7},
		Spectators: &directory.MatchProgress{Progress: game.Progress{Round: 2}, Standing: []int{1, 2}},
	}
	said := func(query directory.ListQuery) *directory.MatchProgress {
		t.Helper()
		query.Limit = 1
		page, err := w.List(t.Context(), query)
		require.NoError(t, err)
		return page.Rooms[0].Progress
	}
	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusPlaying, progress: now})
	require.Equal(t, now.Players, said(directory.ListQuery{Member: "bob"}))
	require.Equal(t, now.Spectators, said(directory.ListQuery{}))
	now.Spectators = nil
	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusPlaying, progress: now})
	require.Nil(t, said(directory.ListQuery{}), "spectators may know nothing yet")
	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusFinished, progress: now})
	require.Nil(t, said(directory.ListQuery{Member: "bob"}), "it has ended")
}

func TestCodes(t *testing.T) {
	w := newWorld(t)
	w.store("a", table{people: []string{"ann", "bob"}})
	w.store("b", table{people: []string{"ann", ""}})
	code, err := w.Code(t.Context(), "a")
	require.NoError(t, err)
	require.Regexp(t, `^[2-9A-HJKMNP-Z]{6}$`, code)
	again, err := w.Code(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, code, again)
	for _, said := range []string{code, " " + code[:3] + "-" + code[3:], strings.ToLower(code)} {
		id, err := w.FindCode(t.Context(), said)
		require.NoError(t, err)
		require.Equal(t, "a", id)
	}
	other, err := w.Code(t.Context(), "b")
	require.NoError(t, err)
	require.NotEqual(t, code, other)

	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusPlaying})
	for _, none := range []string{code, "", code + "2", "AAAAAA"} {
		_, err = w.FindCode(t.Context(), none)
		require.Equal(t, directory.CodeNoCode, coded.Of(err))
	}
	_, err = w.Code(t.Context(), "a")
	require.Equal(t, room.CodePlaying, coded.Of(err))
	_, err = w.Code(t.Context(), "nowhere")
	require.Equal(t, directory.CodeNoRoom, coded.Of(err))
}

// A code is drawn again while another room has it.
func TestCodesOfRoomsDiffer(t *testing.T) {
	w := newWorld(t)
	w.store("a", table{people: []string{"ann", ""}})
	w.store("b", table{people: []string{"bob", ""}})
	first, err := w.Code(t.Context(), "a")
	require.NoError(t, err)
	const signs = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	var drawn []byte
	for _, sign := range []byte(first + "222222") {
		drawn = append(drawn, 255, byte(strings.IndexByte(signs, sign)+len(signs)))
	}
	draws := directory.New(w.db, w, func(b []byte) {
		for i := range b {
			b[i], drawn = drawn[0], drawn[1:]
		}
	})
	code, err := draws.Code(t.Context(), "b")
	require.NoError(t, err)
	require.Equal(t, "222222", code)
	require.Empty(t, drawn)
}

// The preview of a link to a room says who invites. Once the match has begun, it says who plays, if
// others may watch.
func TestTheCardOfARoom(t *testing.T) {
	w := newWorld(t)
	card := func(id string) directory.Card {
		t.Helper()
		c, err := w.Card(t.Context(), id)
		require.NoError(t, err)
		return c
	}
	w.store("a", table{people: []string{"ann", ""}, unwatched: true})
	open := card("a")
	require.Equal(
		t,
		directory.Card{
			Game:    "toy",
			Status:  room.StatusOpen,
			Listed:  true,
			Host:    "The ann",
			Players: []string{"The ann", ""},
		},
		open,
	)
	require.Equal(t, 1, open.Free())
	require.False(t, open.HasStarted())
	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusPlaying, unwatched: true})
	closed := card("a")
	require.Equal(t, directory.Card{Game: "toy", Status: room.StatusPlaying, Listed: true}, closed)
	require.True(t, closed.HasStarted())
	w.store("a", table{people: []string{"ann", "bob"}, status: store.StatusPlaying})
	require.Equal(t, []string{"The ann", "The bob"}, card("a").Players)
	_, err := w.Card(t.Context(), "nowhere")
	require.Equal(t, directory.CodeNoRoom, coded.Of(err))
}

// Followers learn what somebody does at a public table. At a private table they learn only that a
// match is played.
func TestWhereabouts(t *testing.T) {
	w := newWorld(t)
	pair := []string{"ann", "bob"}
	w.store("full", table{people: pair})
	w.store("waiting", table{people: []string{"ann", ""}})
	w.store("public", table{people: pair, status: store.StatusPlaying})
	w.store("unwatched", table{people: pair, status: store.StatusPlaying, unwatched: true})
	w.store("private", table{people: pair, status: store.StatusPlaying, private: true})
	w.store("alone", table{people: []string{"ann", ""}, private: true})
	for _, test := range []struct {
		person string
		rooms  []string
		want   directory.Whereabouts
	}{
		{"ann", nil, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"nowhere"}, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"full"}, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"waiting"}, directory.Whereabouts{Doing: directory.Waiting, Game: "toy", Room: "waiting"}},
		{"bob", []string{"waiting"}, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"public"}, directory.Whereabouts{Doing: directory.Playing, Game: "toy", Room: "public"}},
		{"eve", []string{"public"}, directory.Whereabouts{Doing: directory.Watching, Game: "toy", Room: "public"}},
		{"ann", []string{"unwatched"}, directory.Whereabouts{Doing: directory.Playing, Game: "toy"}},
		{"eve", []string{"unwatched"}, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"private"}, directory.Whereabouts{Doing: directory.Playing}},
		{"eve", []string{"private"}, directory.Whereabouts{Doing: directory.Online}},
		{"ann", []string{"alone"}, directory.Whereabouts{Doing: directory.Online}},
		{
			"ann",
			[]string{"alone", "waiting", "public"},
			directory.Whereabouts{Doing: directory.Playing, Game: "toy", Room: "public"},
		},
	} {
		there, err := w.Whereabouts(t.Context(), test.person, test.rooms)
		require.NoError(t, err)
		require.Equal(t, test.want, there, "%s at %v", test.person, test.rooms)
	}
}

// Somebody with a seat invites people who have played with the person, and with an account everybody
// who has one, while a seat is free.
func TestWhoMayBeInvited(t *testing.T) {
	w := newWorld(t)
	for i, one := range []store.Identity{
		{ID: "bob", Kind: string(people.Guest)},
		{ID: "dora", Kind: string(people.Account)},
		{ID: "eve", Kind: string(people.Guest)},
	} {
		require.NoError(
			t,
			w.db.Identities.CreateIdentity(
				t.Context(),
				one,
				store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte{byte(i)}}},
			),
		)
	}
	w.store("played", table{people: []string{"ann", "bob"}, status: store.StatusPlaying})
	_, err := w.db.Rooms.Append(t.Context(), w.heads["played"], store.Batch{
		Entries: []store.Entry{{Kind: "end"}},
		Match:   &store.Match{ID: "m", Game: "toy", Persons: []string{"ann", "bob"}},
		Record:  []byte("{}"),
	})
	require.NoError(t, err)
	w.store("open", table{people: []string{"ann", "cat", ""}})
	w.store("members", table{people: []string{"ann", "cat", ""}, accounts: true})
	guest, account := people.Person{ID: "ann", Kind: people.Guest}, people.Person{ID: "ann", Kind: people.Account}
	for _, test := range []struct {
		room  string
		by    people.Person
		other string
		code  coded.Code
	}{
		{"open", guest, "bob", ""},
		{"open", guest, "eve", directory.CodeNotMet},
		{"open", guest, "dora", directory.CodeNotMet},
		{"open", account, "dora", ""},
		{"open", account, "eve", directory.CodeNotMet},
		{"members", account, "bob", room.CodeAccounts},
		{"open", guest, "cat", room.CodeHasSeat},
		{"open", people.Person{ID: "bob"}, "ann", room.CodeNotSeated},
		{"played", guest, "bob", room.CodeTaken},
		{"nowhere", guest, "bob", directory.CodeNoRoom},
	} {
		err := w.CheckInvitation(t.Context(), test.room, test.by, test.other)
		if test.code == "" {
			require.NoError(t, err, test)
		} else {
			require.Equal(t, test.code, coded.Of(err))
		}
	}
	open, err := w.OpenRooms(t.Context(), []string{"played", "open", "nowhere"})
	require.NoError(t, err)
	require.Len(t, open, 1)
	require.Equal(t, "open", open["open"].ID)
}

// A summary says of a room what strangers may know before they come.
func TestSummaries(t *testing.T) {
	s := directory.SummaryOf(&room.Info{
		Settings: room.Settings{
			Game:       "toy",
			Seats:      2,
			Spectators: true,
			Undo:       true,
			Clock:      room.Clock{Mode: room.ClockNone},
			Options:    game.MatchOptions{"panic": "off"},
		},
		Seats: []room.SeatInfo{{Player: "ann", Name: "The ann"}, {Name: "Random", Bot: "random"}},
	})
	text := strict.Encode(s)
	require.JSONEq(
		t,
		`{"players":["The ann","Random"],"people":["ann",""],"bots":["","random"],
		"watch":true,"delay":0,"clock":{"mode":"none"},
		"autoStart":false,"accounts":false,"rated":false,"options":{"panic":"off"}}`,
		string(text),
	)
	again, err := directory.ReadSummary(&store.Room{Meta: store.Meta{Summary: text}})
	require.NoError(t, err)
	require.Equal(t, s, again)
}
