package transport

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// While the disk is nearly full, matches go on, and nothing else is stored.
func TestLowSpace(t *testing.T) {
	var storage httpx.Storage
	inBubble(
		t,
		largeBuffer,
		func(o *Options) { o.Storage = func() httpx.Storage { return storage } },
		func(g *testServer) {
			_, ann, _ := g.openWatchedRoom()
			storage.Low = true
			for _, kind := range []string{"leave", "ready", "settings", "chat", "start", "rematch"} {
				fields := map[string]any{}
				switch kind {
				case "ready":
					fields["ready"] = true
				case "chat":
					fields["text"] = "hello"
				case "settings":
					fields["settings"] = map[string]any{"game": "toy"}
				}
				require.Equal(t, httpx.CodeNoSpace, ann.ask(kind, fields).Code, kind)
			}
			ann.mustDo("answer", map[string]any{"decision": 1, "choice": json.RawMessage(`{}`)})
			for _, kind := range []room.Kind{
				room.KindUndo, room.KindConcede, room.KindPropose, room.KindReply, room.KindReturn,
			} {
				fields := map[string]any{}
				switch kind {
				case room.KindPropose:
					fields["what"], fields["other"] = "pause", -1
				case room.KindReply:
					fields["proposal"], fields["agree"] = 1, true
				}
				ann.mustDo(string(kind), fields)
			}
			storage.Low = false
			ann.mustDo("leave", nil)
		},
	)
	d := newTestHandler(t, func(o *Options) { o.Storage = func() httpx.Storage { return storage } })
	_, auth := d.newPerson("Ann")
	storage.Low = true
	refused(t, d.ask("POST", "/api/me", `{"name":"Bob"}`), http.StatusInsufficientStorage, httpx.CodeNoSpace)
	refused(
		t,
		d.ask("POST", "/api/rooms", `{"settings":{"game":"toy"}}`, "Authorization", auth),
		http.StatusInsufficientStorage,
		httpx.CodeNoSpace,
	)
	refused(
		t,
		d.ask("PATCH", "/api/me", `{"name":"Bob"}`, "Authorization", auth),
		http.StatusInsufficientStorage,
		httpx.CodeNoSpace,
	)
	require.Equal(t, http.StatusOK, d.ask("GET", "/readyz", "").Code)
	storage.Full = true
	refused(t, d.ask("GET", "/readyz", ""), http.StatusServiceUnavailable, lobby.CodeNotStored)
	require.Contains(t, d.ask("GET", "/readyz", "").Body.String(), "no space is left", "without a write")
	storage.Full = false
	require.Equal(t, http.StatusOK, d.ask("GET", "/readyz", "").Code)
	storage.Failing = errors.New("no space left")
	refused(t, d.ask("GET", "/readyz", ""), http.StatusServiceUnavailable, lobby.CodeNotStored)
}
