package moderation

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
)

// world is a server as moderators see it: real people, records and bans, and rooms of
// which only their lists and what is done to them matters.
type world struct {
	*Moderation
	t  *testing.T
	db *storetest.Store
	// tables are who sits in which room.
	tables map[string][]string
	// closed and removed are what was done to rooms, heard is what connections were told.
	closed, removed, heard []string
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, db: storetest.Open(t), tables: map[string][]string{}}
	known := people.New(w.db, people.Options{})
	said, err := site.New(t.Context(), w.db, nil)
	require.NoError(t, err)
	w.Moderation = New(NewRecords(w.db, known), newBans(t, w.db), w, nil, said, w, zap.NewNop())
	return w
}

func (w *world) guest(name string) people.Person {
	w.t.Helper()
	p, _, err := w.people.Accounts.NewGuest(w.t.Context(), name, "")
	require.NoError(w.t, err)
	return p
}

// account returns an account with a role.
func (w *world) account(name string, role Role) Moderator {
	w.t.Helper()
	p, _, _, err := w.people.Accounts.NewAccount(w.t.Context(), name)
	require.NoError(w.t, err)
	require.NoError(w.t, w.records.SetRole(w.t.Context(), p.ID, role))
	return Moderator{p, role}
}

// List implements Rooms: the rooms in which somebody sits.
func (w *world) List(_ context.Context, query directory.ListQuery) (page directory.RoomPage, err error) {
	for id, seated := range w.tables {
		if slices.Contains(seated, query.Member) {
			page.Rooms = append(page.Rooms, directory.RoomInfo{ID: id})
		}
	}
	return page, nil
}

// CloseRoom implements Rooms.
func (w *world) CloseRoom(_ context.Context, id string) error {
	w.closed = append(w.closed, id)
	return nil
}

// RemoveLine implements Rooms.
func (w *world) RemoveLine(_ context.Context, id string, line uint64) error {
	if line == 404 {
		return coded.Errorf(lobby.CodeNoLine, "there is no line %d", line)
	}
	w.removed = append(w.removed, id)
	return nil
}

func (w *world) hears(what string) { w.heard = append(w.heard, what) }

// News implements Connections, and so do the others.
func (w *world) News(_ context.Context, person string)    { w.hears("news " + person) }
func (w *world) Renamed(_ context.Context, person string) { w.hears("renamed " + person) }
func (w *world) SiteChanged(context.Context)              { w.hears("site") }
func (w *world) Banned(_ context.Context, networks *Ban) error {
	if networks != nil {
		w.hears("banned with networks " + networks.Identity)
	} else {
		w.hears("banned")
	}
	return nil
}
func (w *world) Closes(_ context.Context, room string, reason people.Reason, words string) {
	w.hears("closes " + room + " " + string(reason) + " " + words)
}

// outcomes are the kinds and outcomes of the acts that were recorded, the first one first.
func (w *world) outcomes() (list []string) {
	w.t.Helper()
	acts, _, err := w.records.Acts(w.t.Context(), ActQuery{Limit: 100})
	require.NoError(w.t, err)
	for _, act := range slices.Backward(acts) {
		list = append(list, act.Kind+" "+act.Outcome)
	}
	return list
}
