package httpx

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
)

// The default and the greatest number of items on a page of a list.
const (
	DefaultPage = 50
	MaxPage     = 200
)

// listedStatuses are the statuses that a query may contain.
var listedStatuses = []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying, room.StatusFinished}

// RoomQuery parses the parameters of a request for a list of rooms. It does not set Listed.
func RoomQuery(r *http.Request) (directory.ListQuery, error) {
	q := r.URL.Query()
	query := directory.ListQuery{Game: q.Get("game"), After: q.Get("after")}
	for _, list := range q["status"] {
		for text := range strings.SplitSeq(list, ",") {
			status := room.Status(text)
			if !slices.Contains(listedStatuses, status) {
				return query, coded.Malformedf("there are no rooms with the status %.20q", text)
			}
			if !slices.Contains(query.Statuses, status) {
				query.Statuses = append(query.Statuses, status)
			}
		}
	}
	var err error
	query.Limit, err = Number(q.Get("limit"), DefaultPage, 1, MaxPage)
	return query, err
}

// Milliseconds returns a time in milliseconds since 1970, 0 for the zero time.
func Milliseconds(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}
