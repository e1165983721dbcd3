package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// Rooms are the rooms of all nodes as those who are connected to this one reach them.
// What needs a room goes to the node that has it; everything else the lobby of this
// node answers from the database.
type Rooms struct {
	*lobby.Lobby
	links *Links
	// known returns a node that is alive, by its id, at once.
	known func(id string) (Node, bool)
}

var _ lobby.Tables = (*Rooms)(nil)

// NewRooms returns the rooms. known returns a node that is alive, by its id, at once.
func NewRooms(here *lobby.Lobby, links *Links, known func(id string) (Node, bool)) *Rooms {
	return &Rooms{Lobby: here, links: links, known: known}
}

// request is what a node asks another one to do. Each request needs some of the
// fields.
type request struct {
	Room string
	By   people.Person
	// Trunk is the id of the trunk, Number that of the subscription in it, by which
	// something is done and answered; sub is that subscription.
	Trunk  string
	Number uint64
	sub    lobby.Subscription
	// ID is that of a command or of a line of the chat. Kind and Body are those of the
	// command, Text is that of the line.
	ID, Text string
	Kind     room.Kind
	Body     json.RawMessage
	// Line is the number of a line.
	Line uint64
	// Before, Limit and Step say what of a match is wanted.
	Before, Limit, Step int
	Seating             *lobby.Seating
	Rooms               []string
}

// action returns the action of a command.
func (q *request) action() (room.Action, error) {
	fields, ok := strict.ReadObject(q.Body)
	if !ok {
		return nil, errNothing
	}
	return room.DecodeAction(q.Kind, &fields)
}

// part is a [replay.Part] with its data.
type part struct {
	Tag  string
	Data []byte
}

// maxRooms is how many rooms one request may name.
const maxRooms = 1000

var errNothing = coded.Errorf(coded.Malformed, "the request of the node lacks something")

// calls are what other nodes may ask of this one.
var calls = map[string]func(ctx context.Context, here *lobby.Lobby, q *request) (any, error){
	"do": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		body, err := q.action()
		if err != nil {
			return nil, err
		}
		return nil, here.Do(ctx, q.Room, q.By, q.ID, body)
	},
	"sub-do": func(ctx context.Context, _ *lobby.Lobby, q *request) (any, error) {
		body, err := q.action()
		if err != nil {
			refusal, _ := lobby.Refusal(err)
			q.sub.Answer(q.ID, refusal)
			return nil, err
		}
		return nil, q.sub.Do(ctx, q.ID, body)
	},
	"sub-say": func(ctx context.Context, _ *lobby.Lobby, q *request) (any, error) {
		return nil, q.sub.Say(ctx, q.ID, q.Text)
	},
	"lines": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return here.Lines(ctx, q.Room, q.By, q.Line)
	},
	"remove-line": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.RemoveLine(ctx, q.Room, q.Line)
	},
	"events": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return here.Events(ctx, q.Room, q.By, q.Before, q.Limit)
	},
	"steps": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		steps, err := here.LiveSteps(ctx, q.Room, q.By, q.Step)
		if err != nil {
			return nil, err
		}
		data, err := steps.Data(ctx)
		return part{steps.Tag, data}, err
	},
	"hint": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return here.Hint(ctx, q.Room, q.By)
	},
	"sit": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.Sit(ctx, q.Room, q.By)
	},
	"seat": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		if q.Seating == nil {
			return nil, errNothing
		}
		return here.SeatAt(ctx, q.Room, q.By, *q.Seating)
	},
	"done": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return here.HasDone(ctx, q.Room, q.By, q.ID)
	},
	"close": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.CloseRoom(ctx, q.Room)
	},
	"inspect": func(ctx context.Context, here *lobby.Lobby, q *request) (any, error) {
		return here.Inspect(ctx, q.Room)
	},
	"attendance": func(_ context.Context, here *lobby.Lobby, q *request) (any, error) {
		there := map[string]lobby.Attendance{}
		for _, id := range q.Rooms[:min(len(q.Rooms), maxRooms)] {
			there[id] = here.Attendance(id)
		}
		return there, nil
	},
}

const (
	// moveWithin is how long a request waits while a room passes from one node to
	// another, moveEvery how often it looks who has the room.
	moveWithin = 8 * time.Second
	moveEvery  = 100 * time.Millisecond
	// closeWithin is how long a request of this node waits for its end while the node
	// stops.
	closeWithin = time.Second
)

// forward asks the lobby of this node, or the node that has the room. While a room
// passes from one node to another, or its node has died and no other one may take the
// room yet, forward tries again.
func forward[T any](ctx context.Context, r *Rooms, room string, here func() (T, error), there func(context.Context, Node) (T, error)) (T, error) {
	until := time.Now().Add(moveWithin)
	for {
		value, err := here()
		var elsewhere *lobby.ElsewhereError
		var refusal *coded.Error
		switch {
		case errors.As(err, &elsewhere):
		case errors.As(err, &refusal) && refusal.Code == lobby.CodeClosing:
			// The connection ends in a moment, and its client asks another node.
			select {
			case <-time.After(closeWithin):
			case <-ctx.Done():
			}
			return value, err
		default:
			if err == nil {
				r.links.moved(room, r.links.options.Self.ID)
			}
			return value, err
		}
		value, err = there(ctx, elsewhere.Node)
		if !failsThere(err) {
			return value, err
		}
		if errors.Is(err, errMoved) {
			r.Lobby.Moved(room)
		}
		if time.Now().After(until) {
			return value, errUnreachable
		}
		select {
		case <-time.After(moveEvery):
		case <-ctx.Done():
			return value, ctx.Err()
		}
	}
}

// errUnreachable is what somebody is told whose room no node could be asked for.
var errUnreachable = coded.Errorf(lobby.CodeBusy, "the server that has the room cannot be reached; try again in a moment")

// failsThere reports whether a node does not have the room, or cannot be asked.
func failsThere(err error) bool {
	return errors.Is(err, errMoved) || errors.As(err, new(*unreachableError))
}

// ask is forward for a request.
func ask[T any](ctx context.Context, r *Rooms, name string, q request, here func() (T, error)) (T, error) {
	return forward(ctx, r, q.Room, here, func(ctx context.Context, node Node) (value T, err error) {
		err = r.links.call(ctx, node, name, &q, &value)
		return value, err
	})
}

// tell is ask for a request that returns nothing.
func tell(ctx context.Context, r *Rooms, name string, q request, here func() error) error {
	_, err := forward(ctx, r, q.Room, func() (struct{}, error) { return struct{}{}, here() }, func(ctx context.Context, node Node) (struct{}, error) {
		return struct{}{}, r.links.call(ctx, node, name, &q, nil)
	})
	return err
}

// Do carries out a command, as lobby.Lobby does.
func (r *Rooms) Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error {
	q := request{Room: id, By: by, ID: command, Kind: body.Kind(), Body: encode(body)}
	return tell(ctx, r, "do", q, func() error { return r.Lobby.Do(ctx, id, by, command, body) })
}

// Lines returns lines of the chat, as lobby.Lobby does.
func (r *Rooms) Lines(ctx context.Context, id string, by people.Person, line uint64) ([]people.Line, error) {
	return ask(ctx, r, "lines", request{Room: id, By: by, Line: line}, func() ([]people.Line, error) { return r.Lobby.Lines(ctx, id, by, line) })
}

// RemoveLine removes a line of the chat, as lobby.Lobby does.
func (r *Rooms) RemoveLine(ctx context.Context, id string, line uint64) error {
	return tell(ctx, r, "remove-line", request{Room: id, Line: line}, func() error { return r.Lobby.RemoveLine(ctx, id, line) })
}

// Watch subscribes to a room, as lobby.Lobby does. If the node that has the room dies,
// or hands it over, the subscription ends with a code after which clients come back.
func (r *Rooms) Watch(ctx context.Context, id string, by people.Person, hello stream.Hello) (lobby.Subscription, error) {
	return forward(ctx, r, id,
		func() (lobby.Subscription, error) { return r.Lobby.Watch(ctx, id, by, hello) },
		func(ctx context.Context, node Node) (lobby.Subscription, error) {
			return r.links.watch(ctx, node, id, joining{by, hello})
		})
}

// Events returns events of the current match, as lobby.Lobby does.
func (r *Rooms) Events(ctx context.Context, id string, by people.Person, before, limit int) (lobby.EventPage, error) {
	return ask(ctx, r, "events", request{Room: id, By: by, Before: before, Limit: limit}, func() (lobby.EventPage, error) {
		return r.Lobby.Events(ctx, id, by, before, limit)
	})
}

// LiveSteps returns steps of the current match, as lobby.Lobby does.
func (r *Rooms) LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error) {
	return forward(ctx, r, id,
		func() (replay.Part, error) { return r.Lobby.LiveSteps(ctx, id, by, step) },
		func(ctx context.Context, node Node) (replay.Part, error) {
			var p part
			if err := r.links.call(ctx, node, "steps", &request{Room: id, By: by, Step: step}, &p); err != nil {
				return replay.Part{}, err
			}
			return replay.Part{Tag: p.Tag, Data: func(context.Context) ([]byte, error) { return p.Data, nil }}, nil
		})
}

// Hint returns what the search would answer, as lobby.Lobby does.
func (r *Rooms) Hint(ctx context.Context, id string, by people.Person) (lobby.Hint, error) {
	return ask(ctx, r, "hint", request{Room: id, By: by}, func() (lobby.Hint, error) { return r.Lobby.Hint(ctx, id, by) })
}

// PlayNow seats a person at a table of any node, as lobby.Lobby does.
func (r *Rooms) PlayNow(ctx context.Context, by people.Person, id string, wanted lobby.Wanted, mayOpen func() error) (string, error) {
	return r.Lobby.PlayNowAt(ctx, r, by, id, wanted, mayOpen)
}

// SeatAt implements lobby.Tables. A table whose node cannot be asked now is not
// waited for.
func (r *Rooms) SeatAt(ctx context.Context, id string, by people.Person, ask lobby.Seating) (seated bool, err error) {
	seated, err = r.Lobby.SeatAt(ctx, id, by, ask)
	err = r.once(ctx, err, "seat", &request{Room: id, By: by, Seating: &ask}, &seated)
	return seated, err
}

// HasDone implements lobby.Tables, as SeatAt does.
func (r *Rooms) HasDone(ctx context.Context, id string, by people.Person, command string) (done bool, err error) {
	done, err = r.Lobby.HasDone(ctx, id, by, command)
	err = r.once(ctx, err, "done", &request{Room: id, By: by, ID: command}, &done)
	return done, err
}

// once asks the node that has a room, if err says that it is another one, but not
// again if that node cannot be asked.
func (r *Rooms) once(ctx context.Context, err error, name string, q *request, into any) error {
	var elsewhere *lobby.ElsewhereError
	if !errors.As(err, &elsewhere) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, openWithin)
	defer cancel()
	if err = r.links.call(ctx, elsewhere.Node, name, q, into); failsThere(err) {
		return nil
	}
	return err
}

// Sit gives a person a seat, as lobby.Lobby does.
func (r *Rooms) Sit(ctx context.Context, id string, by people.Person) error {
	return tell(ctx, r, "sit", request{Room: id, By: by}, func() error { return r.Lobby.Sit(ctx, id, by) })
}

// CloseRoom deletes a room, as lobby.Lobby does.
func (r *Rooms) CloseRoom(ctx context.Context, id string) error {
	return tell(ctx, r, "close", request{Room: id}, func() error { return r.Lobby.CloseRoom(ctx, id) })
}

// Inspect shows a room to the operator, as lobby.Lobby does.
func (r *Rooms) Inspect(ctx context.Context, id string) (lobby.Inspection, error) {
	return ask(ctx, r, "inspect", request{Room: id}, func() (lobby.Inspection, error) { return r.Lobby.Inspect(ctx, id) })
}

// Awake reports whether a room is in memory here, or somebody watches it from here.
func (r *Rooms) Awake(id string) bool { return r.links.relay(id) != nil || r.Lobby.Awake(id) }

// List lists rooms, as lobby.Lobby does.
func (r *Rooms) List(ctx context.Context, query lobby.ListQuery) (lobby.RoomPage, error) {
	page, err := r.Lobby.List(ctx, query)
	if err != nil {
		return page, err
	}
	var list []*lobby.RoomInfo
	for i := range page.Rooms {
		list = append(list, &page.Rooms[i])
	}
	r.attend(ctx, list)
	return page, nil
}

// OpenRooms returns those of the rooms at which a seat is free, as lobby.Lobby does.
func (r *Rooms) OpenRooms(ctx context.Context, ids []string) (map[string]lobby.RoomInfo, error) {
	open, err := r.Lobby.OpenRooms(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []*lobby.RoomInfo
	for _, info := range open {
		list = append(list, &info)
	}
	r.attend(ctx, list)
	for _, info := range list {
		open[info.ID] = *info
	}
	return open, nil
}

// attendWithin is how long a list waits to hear who is connected at other nodes.
const attendWithin = 500 * time.Millisecond

// attend says of rooms that other nodes have who is connected. Of those whose node
// does not answer soon it says that nobody is.
func (r *Rooms) attend(ctx context.Context, list []*lobby.RoomInfo) {
	ctx, cancel := context.WithTimeout(ctx, attendWithin)
	defer cancel()
	by := map[string][]*lobby.RoomInfo{}
	for _, info := range list {
		if info.Owner != "" && info.Owner != r.links.options.Self.ID {
			by[info.Owner] = append(by[info.Owner], info)
		}
	}
	var asking sync.WaitGroup
	for id, rooms := range by {
		node, ok := r.known(id)
		if !ok {
			continue
		}
		asking.Go(func() {
			q := request{}
			for _, info := range rooms {
				q.Rooms = append(q.Rooms, info.ID)
			}
			var there map[string]lobby.Attendance
			if r.links.call(ctx, node, "attendance", &q, &there) != nil {
				return
			}
			for _, info := range rooms {
				if info.Attendance = there[info.ID]; info.Here == nil {
					info.Here = []game.Seat{}
				}
			}
		})
	}
	asking.Wait()
}
