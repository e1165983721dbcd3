package socket

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FillRooms finds the rooms of a person.
func TestWhereFollowedPeopleAre(t *testing.T) {
	at := map[string][]string{"ann": nil, "bob": nil}
	k := &Sockets{presences: map[presence]int{{"ann", "a"}: 1, {"ann", "b"}: 2, {"eve", "a"}: 1}}
	k.FillRooms(at)
	require.ElementsMatch(t, []string{"a", "b"}, at["ann"])
	require.Empty(t, at["bob"])
	require.Len(t, at, 2)
}

// Visiting the connections does not block new ones.
func TestConnectionsAreLookedAtWithoutTheMutex(t *testing.T) {
	s := &Sockets{conns: map[*conn]struct{}{{}: {}, {room: "other"}: {}}}
	seen := 0
	look := func(*conn) bool {
		if s.mu.TryLock() {
			s.mu.Unlock()
			seen++
		}
		return false
	}
	s.sendNews(look)
	s.setReason(look, nil)
	require.Equal(t, 4, seen)
}
