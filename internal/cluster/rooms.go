package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// Rooms gives access to the rooms of all nodes. A request that needs a room in memory goes to the node that has
// the room. The lobby of this node handles all other requests from the database.
type Rooms struct {
	*lobby.Lobby
	nodes *Nodes
	links *Links
	// self is the id of this node.
	self string
}

var _ matchmaking.Tables = (*Rooms)(nil)

// NewRooms returns the rooms of all nodes. here is the lobby of this node.
func NewRooms(here *lobby.Lobby, nodes *Nodes, links *Links) *Rooms {
	return &Rooms{Lobby: here, nodes: nodes, links: links, self: nodes.self.ID}
}

const (
	// moveTimeout bounds the wait while a room moves from one node to another. movePoll is the interval at
	// which the owner is read meanwhile.
	moveTimeout = 8 * time.Second
	movePoll    = 100 * time.Millisecond
)

// forward calls local or, if another node has the room, remote with that node. It tries again while the room
// moves from one node to another, and while the room's node is dead but no other node can take the room over
// yet.
func forward[T any](
	ctx context.Context,
	r *Rooms,
	room string,
	local func() (T, error),
	remote func(context.Context, Node) (T, error),
) (T, error) {
	until := time.Now().Add(moveTimeout)
	for {
		value, err := local()
		var elsewhere *lobby.ElsewhereError
		if !errors.As(err, &elsewhere) {
			return value, err
		}
		value, err = remote(ctx, elsewhere.Node)
		if !isUnreachable(err) {
			return value, err
		}
		if errors.Is(err, errMoved) {
			r.Lobby.Moved(room)
		}
		if time.Now().After(until) {
			return value, errUnreachable
		}
		if err := work.Sleep(ctx, movePoll); err != nil {
			return value, err
		}
	}
}

// errUnreachable is the error for a person if the node of the room cannot be reached.
var errUnreachable = coded.Errorf(
	coded.Busy,
	"the server that has the room cannot be reached; try again in a moment",
)

// isUnreachable reports whether an error means that a node does not have the room or cannot be
// reached.
func isUnreachable(err error) bool {
	return errors.Is(err, errMoved) || errors.As(err, new(*unreachableError))
}

// askNode calls local or, if another node has the room of q, sends it the request q. name is a key of nodeRequests.
// askNode waits and tries again as forward does.
func askNode[T any](ctx context.Context, r *Rooms, name string, q request, local func() (T, error)) (T, error) {
	return forward(ctx, r, q.Room, local, func(ctx context.Context, node Node) (value T, err error) {
		err = r.links.request(ctx, node, name, &q, &value)
		return value, err
	})
}

// callNode is like askNode, for a request without a result.
func callNode(ctx context.Context, r *Rooms, name string, q request, local func() error) error {
	_, err := forward(
		ctx,
		r,
		q.Room,
		func() (struct{}, error) { return struct{}{}, local() },
		func(ctx context.Context, node Node) (struct{}, error) {
			return struct{}{}, r.links.request(ctx, node, name, &q, nil)
		},
	)
	return err
}

// Do carries out a command, as lobby.Lobby does.
func (r *Rooms) Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error {
	q := request{Room: id, By: by, ID: command, Kind: body.Kind(), Body: strict.Encode(body)}
	return callNode(ctx, r, "do", q, func() error { return r.Lobby.Do(ctx, id, by, command, body) })
}

// Lines returns lines of the chat, as lobby.Lobby does.
func (r *Rooms) Lines(ctx context.Context, id string, by people.Person, line uint64) ([]lobby.Line, error) {
	return askNode(
		ctx,
		r,
		"lines",
		request{Room: id, By: by, Line: line},
		func() ([]lobby.Line, error) { return r.Lobby.Lines(ctx, id, by, line) },
	)
}

// RemoveLine removes a line of the chat, as lobby.Lobby does.
func (r *Rooms) RemoveLine(ctx context.Context, id string, line uint64) error {
	return callNode(
		ctx,
		r,
		"remove-line",
		request{Room: id, Line: line},
		func() error { return r.Lobby.RemoveLine(ctx, id, line) },
	)
}

// SeatAt implements matchmaking.Tables. If the table's node cannot be reached, SeatAt does not wait
// for it.
func (r *Rooms) SeatAt(
	ctx context.Context,
	id string,
	by people.Person,
	ask matchmaking.Seating,
) (seated bool, err error) {
	seated, err = r.Lobby.SeatAt(ctx, id, by, ask)
	err = r.askOnce(ctx, err, "seat", &request{Room: id, By: by, Seating: &ask}, &seated)
	return seated, err
}

// HasDone implements matchmaking.Tables. It does not wait for an unreachable node.
func (r *Rooms) HasDone(ctx context.Context, id string, by people.Person, command string) (done bool, err error) {
	done, err = r.Lobby.HasDone(ctx, id, by, command)
	err = r.askOnce(ctx, err, "done", &request{Room: id, By: by, ID: command}, &done)
	return done, err
}

// askOnce sends a request to the node that has a room if err says that another node has it. It does not try
// again if that node cannot be reached.
func (r *Rooms) askOnce(ctx context.Context, err error, name string, q *request, into any) error {
	var elsewhere *lobby.ElsewhereError
	if !errors.As(err, &elsewhere) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err = r.links.request(ctx, elsewhere.Node, name, q, into); isUnreachable(err) {
		return nil
	}
	return err
}

// Sit gives a person a seat, as lobby.Lobby does.
func (r *Rooms) Sit(ctx context.Context, id string, by people.Person) error {
	return callNode(ctx, r, "sit", request{Room: id, By: by}, func() error { return r.Lobby.Sit(ctx, id, by) })
}

// CloseRoom deletes a room, as lobby.Lobby does.
func (r *Rooms) CloseRoom(ctx context.Context, id string) error {
	return callNode(ctx, r, "close", request{Room: id}, func() error { return r.Lobby.CloseRoom(ctx, id) })
}

// OpenEvent opens the table of an event, as lobby.EventTables does.
func (r *Rooms) OpenEvent(ctx context.Context, id string, body *room.OpenEvent) error {
	return lobby.EventTables{Lobby: r.Lobby}.OpenEvent(ctx, id, body)
}

// CloseEvent closes the table of an event, as lobby.EventTables does.
func (r *Rooms) CloseEvent(ctx context.Context, id string) error {
	here := lobby.EventTables{Lobby: r.Lobby}
	return callNode(ctx, r, "close-event", request{Room: id}, func() error { return here.CloseEvent(ctx, id) })
}

// HurryEvent says at the table of an event that the time of its round is over, as lobby.EventTables does.
func (r *Rooms) HurryEvent(ctx context.Context, id string) error {
	here := lobby.EventTables{Lobby: r.Lobby}
	return callNode(ctx, r, "hurry-event", request{Room: id}, func() error { return here.HurryEvent(ctx, id) })
}

// AwaitEvent says at the table of an event how long people are awaited, as lobby.EventTables does.
func (r *Rooms) AwaitEvent(ctx context.Context, id string, awaited room.Awaited) error {
	here := lobby.EventTables{Lobby: r.Lobby}
	return callNode(ctx, r, "await-event", request{Room: id, Awaited: awaited}, func() error {
		return here.AwaitEvent(ctx, id, awaited)
	})
}

// Inspect returns the state of a room, as lobby.Lobby does.
func (r *Rooms) Inspect(ctx context.Context, id string) (lobby.Inspection, error) {
	return askNode(
		ctx,
		r,
		"inspect",
		request{Room: id},
		func() (lobby.Inspection, error) { return r.Lobby.Inspect(ctx, id) },
	)
}

// attendanceTimeout bounds the time in which other nodes report who is connected.
const attendanceTimeout = 500 * time.Millisecond

// Attend sets the Attendance of list entries. If a node does not respond within attendanceTimeout, its rooms
// look as if no client were connected.
func (r *Rooms) Attend(ctx context.Context, list []directory.RoomInfo) {
	r.Lobby.Attend(ctx, list)
	ctx, cancel := context.WithTimeout(ctx, attendanceTimeout)
	defer cancel()
	byNode := map[string][]*directory.RoomInfo{}
	for i := range list {
		info := &list[i]
		if info.Node != "" && info.Node != r.self {
			byNode[info.Node] = append(byNode[info.Node], info)
		}
	}
	var requests sync.WaitGroup
	for id, rooms := range byNode {
		node, ok := r.nodes.Available(id)
		if !ok {
			continue
		}
		requests.Go(func() {
			q := request{}
			for _, info := range rooms {
				q.Rooms = append(q.Rooms, info.ID)
			}
			var there map[string]directory.Attendance
			if r.links.request(ctx, node, "attendance", &q, &there) != nil {
				return
			}
			for _, info := range rooms {
				if info.Attendance = there[info.ID]; info.Connected == nil {
					info.Connected = []game.Seat{}
				}
			}
		})
	}
	requests.Wait()
}

// Connections returns who is connected to the rooms through other nodes. It omits nodes that do not respond
// within attendanceTimeout.
func (r *Rooms) Connections(ctx context.Context, rooms []string) []directory.Connection {
	ctx, cancel := context.WithTimeout(ctx, attendanceTimeout)
	defer cancel()
	return askOthers[directory.Connection](ctx, r, "connections", &request{Rooms: rooms})
}

// Present returns the people of the other nodes, as others see them. It omits nodes that do not respond within
// attendanceTimeout.
func (r *Rooms) Present(ctx context.Context) []club.Present {
	ctx, cancel := context.WithTimeout(ctx, attendanceTimeout)
	defer cancel()
	return askOthers[club.Present](ctx, r, "present", &request{})
}

// askOthers sends a request to all other nodes, and returns the items of all lists with which they respond.
func askOthers[T any](ctx context.Context, r *Rooms, name string, q *request) []T {
	var mu sync.Mutex
	var list []T
	var requests sync.WaitGroup
	for _, node := range r.nodes.List() {
		if node.ID == r.self {
			continue
		}
		requests.Go(func() {
			var there []T
			if r.links.request(ctx, node, name, q, &there) == nil {
				mu.Lock()
				defer mu.Unlock()
				list = append(list, there...)
			}
		})
	}
	requests.Wait()
	return list
}
