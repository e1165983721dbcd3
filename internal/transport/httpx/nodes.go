package httpx

import (
	"context"
	"errors"
	"net/http"

	"archmage/internal/lobby"
)

// passedOn is the context key of requests that another node has passed on.
type passedOn struct{}

// IsPassedOn reports whether another node has passed a request on.
func IsPassedOn(r *http.Request) bool { return r.Context().Value(passedOn{}) != nil }

// MarkPassedOn returns the request, marked as one that another node has passed on.
func MarkPassedOn(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), passedOn{}, true))
}

// ErrRoomElsewhere means that this node does not have the room of a request that another node has
// passed on. The other node then looks for the room again.
var ErrRoomElsewhere = errors.New("the room is not here")

// isRoomElsewhere reports whether another node has passed the request on and err means that the room
// is not at this node.
func isRoomElsewhere(r *http.Request, err error) bool {
	return IsPassedOn(r) && (errors.Is(err, ErrRoomElsewhere) || lobby.IsNotHere(err))
}
