package operator

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// roomList lists rooms.
type roomList interface {
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
}

// roomInspector shows rooms to the operator.
type roomInspector interface {
	// Inspect returns a room as the operator sees it. It loads the room.
	Inspect(ctx context.Context, id string) (lobby.Inspection, error)
}

// roomConnections has the connections to rooms.
type roomConnections interface {
	// AllConnections returns the connections to rooms at all nodes.
	AllConnections(ctx context.Context, rooms ...string) []directory.Connection
}

// matchDeleter deletes finished matches.
type matchDeleter interface {
	DeleteMatch(ctx context.Context, id string) error
}

// roomsHandler answers requests of the operator and of moderators about rooms, and deletes
// finished matches.
type roomsHandler struct {
	*httpx.Base
	rooms       Rooms
	connections roomConnections
	matches     matchDeleter
	moderation  *moderation.Moderation
}

// RoomRow is a room in the operator's list.
type RoomRow struct {
	ID      string          `json:"id"`
	Game    string          `json:"game"`
	Status  room.Status     `json:"status"`
	Listed  bool            `json:"listed"`
	Host    string          `json:"host"`
	Summary json.RawMessage `json:"summary"`
	Created time.Time       `json:"created"`
	// InMemory is true if the room is loaded, at this node or another one. Connections counts the
	// connections to it at all nodes.
	InMemory    bool `json:"inMemory"`
	Connections int  `json:"connections"`
}

// adminRooms lists all rooms, or with listed=1 the listed ones.
func (s *roomsHandler) adminRooms(w http.ResponseWriter, r *http.Request) error {
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
	for _, info := range s.connections.AllConnections(r.Context(), ids...) {
		counts[info.Room]++
	}
	answer := struct {
		Rooms []RoomRow `json:"rooms"`
		Next  string    `json:"next"`
	}{[]RoomRow{}, page.Next}
	for _, info := range page.Rooms {
		answer.Rooms = append(answer.Rooms, RoomRow{
			ID:          info.ID,
			Game:        info.Game,
			Status:      info.Status,
			Listed:      info.Listed,
			Host:        info.Host,
			Summary:     info.Summary,
			Created:     info.Created,
			InMemory:    info.Node != "" || s.rooms.IsLoaded(info.ID),
			Connections: counts[info.ID],
		})
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// Connection is a connection to a room as the operator sees it.
type Connection struct {
	httpx.Person
	Address netip.Addr `json:"address"`
}

// adminRoom shows a room and the connections to it. It loads the room.
func (s *roomsHandler) adminRoom(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "room")
	inspection, err := s.rooms.Inspect(r.Context(), id)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		lobby.Inspection
		Connections []Connection `json:"connections"`
	}{inspection, s.connected(r.Context(), id)})
	return nil
}

// closeRoom deletes a room.
func (s *roomsHandler) closeRoom(w http.ResponseWriter, r *http.Request) error {
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

// removeMatch deletes a finished match with its record.
func (s *roomsHandler) removeMatch(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "match")
	act := moderation.Act{Kind: moderation.ActRemoveMatch, Target: id}
	if err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		act,
		func(moderation.Act) error { return s.matches.DeleteMatch(r.Context(), id) },
	); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// connected returns the connections to a room at all nodes, ordered by name.
func (s *roomsHandler) connected(ctx context.Context, room string) []Connection {
	list := []Connection{}
	for _, connection := range s.connections.AllConnections(ctx, room) {
		list = append(list, Connection{httpx.AsPerson(connection.Person), connection.Address})
	}
	slices.SortFunc(list, func(a, b Connection) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID), a.Address.Compare(b.Address))
	})
	return list
}

// moderatedRooms lists public rooms. Allowed for a moderator.
func (s *roomsHandler) moderatedRooms(w http.ResponseWriter, r *http.Request) error {
	query, err := httpx.RoomQuery(r)
	if err != nil {
		return err
	}
	query.Listed = true
	page, err := s.rooms.List(r.Context(), query)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, page)
	return nil
}

// moderatedRoom returns who is in a room. Allowed for a moderator.
func (s *roomsHandler) moderatedRoom(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "room")
	inspection, err := s.rooms.Inspect(r.Context(), id)
	if err != nil {
		return err
	}
	list := []httpx.Person{}
	for _, c := range s.connected(r.Context(), id) {
		if !slices.Contains(list, c.Person) {
			list = append(list, c.Person)
		}
	}
	seats := []httpx.Person{}
	for i := range inspection.Seats {
		seats = append(
			seats,
			httpx.Person{
				ID:   inspection.Seats[i].Player,
				Name: inspection.Seats[i].Name,
				Kind: people.Kind(inspection.Seats[i].Kind),
			},
		)
	}
	s.WriteJSON(w, http.StatusOK, struct {
		ID     string      `json:"id"`
		Status room.Status `json:"status"`
		// Seats has the players by seat. Connected has the people who are connected.
		Seats     []httpx.Person `json:"seats"`
		Connected []httpx.Person `json:"connected"`
	}{id, inspection.Status, seats, list})
	return nil
}
