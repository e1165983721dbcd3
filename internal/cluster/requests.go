package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// request is a request to another node. Each kind of request uses some of the fields.
type request struct {
	Room string
	By   people.Person
	// ID is the id of a command. Kind and Body are its action.
	ID   string
	Kind room.Kind
	Body json.RawMessage
	// Line is the number of a line of the chat.
	Line    uint64
	Seating *matchmaking.Seating
	Rooms   []string
	// Awaited says how long people are awaited at the table of an event.
	Awaited room.Awaited
}

// maxRoomsPerRequest is the maximum number of rooms that a request can name.
const maxRoomsPerRequest = 1000

var errIncompleteRequest = coded.Malformedf("incomplete node request")

// nodeRequests has the requests that nodes send each other about rooms, in addition to forwarded requests of
// people. Operators, moderators and searches for a table need them.
var nodeRequests = map[string]func(ctx context.Context, l *Links, here *lobby.Lobby, q *request) (any, error){
	"do": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		fields, ok := strict.ReadObject(q.Body)
		if !ok {
			return nil, errIncompleteRequest
		}
		body, err := room.DecodeAction(q.Kind, &fields)
		if err != nil {
			return nil, err
		}
		return nil, here.Do(ctx, q.Room, q.By, q.ID, body)
	},
	"lines": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return here.Lines(ctx, q.Room, q.By, q.Line)
	},
	"remove-line": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.RemoveLine(ctx, q.Room, q.Line)
	},
	"sit": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.Sit(ctx, q.Room, q.By)
	},
	"seat": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		if q.Seating == nil {
			return nil, errIncompleteRequest
		}
		return here.SeatAt(ctx, q.Room, q.By, *q.Seating)
	},
	"done": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return here.HasDone(ctx, q.Room, q.By, q.ID)
	},
	"close": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, here.CloseRoom(ctx, q.Room)
	},
	"close-event": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, lobby.EventTables{Lobby: here}.CloseEvent(ctx, q.Room)
	},
	"hurry-event": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, lobby.EventTables{Lobby: here}.HurryEvent(ctx, q.Room)
	},
	"await-event": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return nil, lobby.EventTables{Lobby: here}.AwaitEvent(ctx, q.Room, q.Awaited)
	},
	"inspect": func(ctx context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		return here.Inspect(ctx, q.Room)
	},
	"attendance": func(_ context.Context, _ *Links, here *lobby.Lobby, q *request) (any, error) {
		there := map[string]directory.Attendance{}
		for _, id := range q.Rooms[:min(len(q.Rooms), maxRoomsPerRequest)] {
			there[id] = here.Attendance(id)
		}
		return there, nil
	},
	"connections": func(_ context.Context, l *Links, _ *lobby.Lobby, q *request) (any, error) {
		return l.connections(q.Rooms[:min(len(q.Rooms), maxRoomsPerRequest)]), nil
	},
	"present": func(_ context.Context, l *Links, _ *lobby.Lobby, _ *request) (any, error) {
		if l.options.Club == nil {
			return []club.Present{}, nil
		}
		return l.options.Club.Present(), nil
	},
}

// nodeResponse is a node's response to a request.
type nodeResponse struct {
	Failure *failure        `json:"failure,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
	// Work is the processor time that the request took, in nanoseconds.
	Work time.Duration `json:"work,omitempty"`
}

// request sends a request to a node and decodes the result. It fails with unreachableError, with errMoved, or
// with the error of the other node.
func (l *Links) request(ctx context.Context, node Node, name string, q *request, into any) error {
	data, err := l.post(ctx, node, "/call/"+name, strict.Encode(q))
	if err != nil {
		return err
	}
	var response nodeResponse
	if err := json.Unmarshal(data, &response); err != nil {
		return &unreachableError{node, err}
	}
	work.Add(ctx, response.Work)
	if response.Failure != nil {
		return response.Failure.err()
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(response.Value, into)
}

// serveRequest handles a request of another node.
func (l *Links) serveRequest(w http.ResponseWriter, r *http.Request) {
	do, ok := nodeRequests[r.PathValue("name")]
	if !ok {
		http.Error(w, "unknown request", http.StatusNotFound)
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBytes))
	var q request
	if err == nil {
		err = json.Unmarshal(data, &q)
	}
	if err != nil {
		http.Error(w, "malformed request", http.StatusBadRequest)
		return
	}
	var spent atomic.Int64
	ctx := work.With(r.Context(), func(cpu time.Duration) { spent.Add(int64(cpu)) })
	value, err := do(ctx, l, l.options.Lobby, &q)
	response := nodeResponse{Failure: failureOf(err), Work: time.Duration(spent.Load())}
	if err == nil && value != nil {
		response.Value = strict.Encode(value)
	}
	// Ignore the error: the other node has closed the connection.
	_, _ = w.Write(strict.Encode(response))
}

// failure is an error in the response of a node.
type failure struct {
	Kind failureKind `json:"kind"`
	// Code is the code of a coded error, "" for another error. Message is the text of the error.
	Code    coded.Code `json:"code,omitempty"`
	Message string     `json:"message,omitempty"`
}

type failureKind string

const (
	failureCoded     failureKind = "coded"
	failureElsewhere failureKind = "elsewhere"
	failureOther     failureKind = "other"
)

// failureOf converts an error for a response to another node.
func failureOf(err error) *failure {
	var refusal *coded.Error
	switch {
	case err == nil:
		return nil
	case lobby.IsNotHere(err):
		return &failure{Kind: failureElsewhere}
	case errors.As(err, &refusal):
		return &failure{Kind: failureCoded, Code: refusal.Code, Message: refusal.Message}
	}
	return &failure{Kind: failureOther, Message: err.Error()}
}

// errMoved means that a node no longer has the room.
var errMoved = errors.New("the node does not have the room")

// err converts a failure in a response back to an error.
func (f *failure) err() error {
	switch f.Kind {
	case failureElsewhere:
		return errMoved
	case failureCoded:
		return &coded.Error{Code: f.Code, Message: f.Message}
	}
	return errors.New("another node: " + f.Message)
}
