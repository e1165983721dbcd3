package transport

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// operatorAPI answers the requests of the operator.
type operatorAPI struct {
	*core
	moderators *moderators
	host       *hostAPI
	moderation *moderation.Moderation
	account    *accountAPI
	backingUp  sync.Mutex
}

// notFromPages refuses requests that a web page makes the operator's browser send.
// Browsers say in Sec-Fetch-Site where a request comes from; programs do not. Requests
// that only read are allowed from the given sites; "none" stands for an address that a
// person has opened.
func (s *operatorAPI) notFromPages(sites ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return s.Guarded(s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			site := r.Header.Get("Sec-Fetch-Site")
			opened := r.Method == http.MethodGet && slices.Contains(sites, site)
			if r.Header.Get("Origin") != "" || site != "" && !opened {
				return httpx.ErrBadOrigin()
			}
			next.ServeHTTP(w, r)
			return nil
		}))
	}
}

// mountAdmin adds the operator's requests about rooms, bans, reports and the data.
func (s *operatorAPI) mountAdmin(r chi.Router) {
	r.Use(s.notFromPages("none"))
	add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
	s.moderators.mountModeration(
		r,
		func(*http.Request) (moderation.Moderator, bool) { return moderation.Operator, true },
	)
	add(http.MethodGet, "/host", s.host.host)
	add(http.MethodPost, "/backup", func(w http.ResponseWriter, r *http.Request) error {
		return s.moderation.Record(
			r.Context(),
			moderation.Operator,
			moderation.Act{Kind: moderation.ActBackup},
			func(moderation.Act) error { return s.backup(w, r) },
		)
	})
	add(http.MethodGet, "/rooms", s.adminRooms)
	add(http.MethodGet, "/rooms/{room}", s.adminRoom)
	add(http.MethodDelete, "/rooms/{room}", s.closeRoom)
	add(http.MethodDelete, "/matches/{match}", s.removeMatch)
	add(http.MethodGet, "/people", s.adminPeople)
	add(http.MethodPost, "/people", s.newAccount)
	add(http.MethodPost, "/people/{person}/links", s.newOperatorLink)
	add(http.MethodDelete, "/people/{person}", s.removePerson)
	add(http.MethodGet, "/nodes", s.nodes)
	add(http.MethodPost, "/nodes/{node}/drain", s.drainNode)
	add(http.MethodGet, "/bans", s.bans)
	add(http.MethodPost, "/bans", s.addBan)
	add(http.MethodDelete, "/bans/{ban}", s.removeBan)
}

// adminRow is a room as the operator sees it in the list.
type adminRow struct {
	ID      string          `json:"id"`
	Game    string          `json:"game"`
	Status  room.Status     `json:"status"`
	Listed  bool            `json:"listed"`
	Host    string          `json:"host"`
	Summary json.RawMessage `json:"summary"`
	Created time.Time       `json:"created"`
	// InMemory is true if the room is awake, here or at another node. Connections counts
	// the connections to it at all nodes.
	InMemory    bool `json:"inMemory"`
	Connections int  `json:"connections"`
}

// adminRooms lists rooms, unlisted ones too.
func (s *operatorAPI) adminRooms(w http.ResponseWriter, r *http.Request) error {
	query, err := httpx.RoomQuery(r)
	if err != nil {
		return err
	}
	query.Listed = r.URL.Query().Get("listed") == "1"
	page, err := s.rooms.List(r.Context(), query)
	if err != nil {
		return err
	}
	var ids []string
	for i := range page.Rooms {
		ids = append(ids, page.Rooms[i].ID)
	}
	counts := map[string]int{}
	for _, one := range s.connectionsTo(r.Context(), ids...) {
		counts[one.Room]++
	}
	answer := struct {
		Rooms []adminRow `json:"rooms"`
		Next  string     `json:"next"`
	}{[]adminRow{}, page.Next}
	for _, one := range page.Rooms {
		answer.Rooms = append(answer.Rooms, adminRow{
			ID: one.ID, Game: one.Game, Status: one.Status, Listed: one.Listed, Host: one.Host, Summary: one.Summary,
			Created: one.Created, InMemory: one.Node != "" || s.rooms.IsLoaded(one.ID), Connections: counts[one.ID],
		})
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// adminConn is a connection as the operator sees it.
type adminConn struct {
	httpx.Person
	Address netip.Addr `json:"address"`
}

// adminRoom shows a room and who is connected to it. It wakes the room.
func (s *operatorAPI) adminRoom(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "room")
	seen, err := s.rooms.Inspect(r.Context(), id)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		lobby.Inspection
		Connections []adminConn `json:"connections"`
	}{seen, s.connected(r.Context(), id)})
	return nil
}

// closeRoom ends a room for good.
func (s *operatorAPI) closeRoom(w http.ResponseWriter, r *http.Request) error {
	id, query := chi.URLParam(r, "room"), r.URL.Query()
	act := moderation.Act{
		Kind:   moderation.ActCloseRoom,
		Target: id,
		Reason: people.Reason(query.Get("reason")),
		Words:  query.Get("words"),
	}
	if err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		act,
		func(act moderation.Act) error { return s.moderation.CloseRoom(r.Context(), id, act) },
	); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// removeMatch removes a finished match with its record.
func (s *operatorAPI) removeMatch(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "match")
	act := moderation.Act{Kind: moderation.ActRemoveMatch, Target: id}
	if err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		act,
		func(moderation.Act) error { return s.archive.DeleteMatch(r.Context(), id) },
	); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// endPerson ends the connections of a person who was removed, and returns their
// number.
func (k *sockets) endPerson(id string) (ended int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.all {
		if c.person.ID == id {
			c.stop(endFor(people.CodeNoIdentity))
			ended++
		}
	}
	return ended
}

// connected returns the connections to a room, at all nodes.
func (s *core) connected(ctx context.Context, room string) []adminConn {
	list := []adminConn{}
	for _, one := range s.connectionsTo(ctx, room) {
		list = append(list, adminConn{httpx.AsPerson(one.Person), one.Address})
	}
	slices.SortFunc(list, func(a, b adminConn) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID), a.Address.Compare(b.Address))
	})
	return list
}

// in returns the connections to rooms.
func (k *sockets) in(rooms []string) []directory.Connection {
	list := []directory.Connection{}
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.all {
		if !c.left && slices.Contains(rooms, c.room) {
			list = append(list, directory.Connection{Room: c.room, Person: c.person, Address: c.addr})
		}
	}
	return list
}
