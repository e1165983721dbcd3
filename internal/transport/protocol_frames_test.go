package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store/storetest"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/socket"
	"archmage/internal/transport/transporttest"
	"archmage/internal/work"
	"archmage/test/conformance"
	"archmage/test/programtest"
)

// typeOf returns the type of a frame.
func typeOf(t *testing.T, frame []byte) string {
	t.Helper()
	var head struct{ Type string }
	require.NoError(t, json.Unmarshal(frame, &head))
	return head.Type
}

// The decoder accepts every example of a client's frame, and there is one of each type.
func TestProtocolClientFrames(t *testing.T) {
	known := slices.Sorted(maps.Keys(transporttest.Frames))
	schema := programtest.Contract(t, "../..", "protocol.json", "ClientFrame")
	shown := map[string]bool{}
	for _, example := range frameExamples(t, clientFrames) {
		programtest.RequireSchema(t, schema, example)
		f, err := frame.Decode(example)
		require.NoError(t, err, "%s", example)
		shown[f.Type] = true
		if change, ok := f.Body.(*room.ChangeSettings); ok {
			require.Equal(
				t,
				shape(t, strict.Encode(change.Settings)),
				shape(t, fieldOf(t, example, "settings")),
				"every setting is shown",
			)
		}
	}
	require.Equal(t, known, slices.Sorted(maps.Keys(shown)))
}

func fieldOf(t *testing.T, frame []byte, name string) json.RawMessage {
	t.Helper()
	var fields map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(frame, &fields))
	return fields[name]
}

// Every example of a server's frame has the same fields as real frames.
func TestProtocolServerFrames(t *testing.T) {
	documented := map[string]map[string]bool{}
	add := func(to map[string]map[string]bool, frame []byte) {
		kind := typeOf(t, frame)
		if to[kind] == nil {
			to[kind] = map[string]bool{}
		}
		maps.Copy(to[kind], shape(t, frame))
	}
	for _, example := range frameExamples(t, serverFrames) {
		add(documented, example)
		requireStrict(t, fieldOf(t, example, "decisions"), &[]game.DecisionText{})
		requireStrict(t, fieldOf(t, example, "events"), &[]game.EventText{})
		requireStrict(t, example, clientType(typeOf(t, example)))
	}
	// "... and every later snapshot has it too."
	for path := range documented["update"] {
		if strings.HasPrefix(path, ".result") {
			documented["snapshot"][path] = true
		}
	}
	real := map[string]map[string]bool{}
	frames, matches := everyFrame(t)
	// TestNotice has this frame.
	frames = append(frames, strict.Encode(socket.NewsFrame{Type: "news"}))
	frames = append(append(frames, clubFrames()...), eventFrames()...)
	schema := programtest.Contract(t, "../..", "protocol.json", "ServerFrame")
	for _, frame := range frames {
		programtest.RequireSchema(t, schema, frame)
		add(real, frame)
	}
	require.Equal(t, documented, real)

	// The list of matches is the example of GET /api/matches.
	_, example, found := strings.Cut(exampleFile(t, "requests.http"), "GET /api/matches?game=toy\n200\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "\n\n")
	require.Equal(t, shape(t, []byte(example)), shape(t, matches))
}

// clubFrames returns the frames of a connection to the club, with every member.
func clubFrames() [][]byte {
	const ann, bob = "5b0e3f0e-7a3c-4b3e-9d53-6a1f0a3b9c11", "9d0c6a52-8f0b-4f8e-8a52-2b7f6f0f8d44"
	const table = "0d9c6a52-8f0b-4f8e-8a52-2b7f6f0f8d10"
	before := club.Document{
		People: map[string]club.Person{
			ann: {
				Name: "Ann", Kind: people.Account, Avatar: "owl-3",
				Activity: club.Activity{Doing: club.Waiting, Game: "toy", Room: table},
			},
			bob: {Name: "Bob", Kind: people.Account, Activity: club.Activity{Doing: club.Private}},
		},
		Tables: map[string]club.Table{table: {
			Summary: directory.Summary{
				Players: []string{"Ann"}, People: []string{ann}, Bots: []string{""},
				Clock:   room.Clock{Mode: room.ClockBank, Seconds: 1, Increment: 1},
				Options: game.MatchOptions{"panic": "off"},
			},
			Status: room.StatusOpen,
			Progress: &directory.MatchProgress{
				Progress: game.Progress{Stage: "bid", Number: 1, Round: 1}, Standing: []int{1},
			},
			Connected: []game.Seat{0},
		}},
		Results: map[string]club.Result{"77e0a5b4-1c2d-4e3f-8a9b-0c1d2e3f4a5b": {
			Names: []string{"Ann"}, People: []string{ann}, Bots: []string{""}, Ranks: []int{1}, Totals: []int{1},
		}},
		Week: map[string]club.Standing{
			"1": {Person: bob, Name: "Bob", Avatar: "fox-1"}, "2": {Bot: "random"},
		},
		Events: map[string]club.EventLine{"3a1d6a52-8f0b-4f8e-8a52-2b7f6f0f8d55": {
			Kind: event.KindSwiss, Status: event.StatusPlanned,
		}},
		Chat: &club.Chat{
			Lines: map[string]club.ChatLine{
				"41": {At: 1, Person: ann, Name: "Ann", Text: "x"},
				"42": {At: 1, Removed: true},
			},
			LastRemoval: 1, Link: "https://chat.example",
		},
	}
	after := before
	after.People = maps.Clone(before.People)
	after.People[bob] = club.Person{Name: "Bob", Kind: people.Account, Activity: club.Activity{Doing: club.Online}}
	return [][]byte{
		strict.Encode(club.Frame{Type: "club", Seq: 1, Document: &before}),
		strict.Encode(club.Frame{Type: "club", Seq: 2, Patch: patch.Diff(&before, &after)}),
		strict.Encode(club.MineFrame{Type: "mine"}),
	}
}

// eventFrames returns the frames of a connection to an event, with every member.
func eventFrames() [][]byte {
	return [][]byte{
		strict.Encode(runner.Frame{Type: "event", Seq: 1, Document: &runner.Document{
			Settings: event.Settings{
				Kind:       event.KindSwiss,
				Options:    game.MatchOptions{"panic": "off"},
				Begins:     1,
				FullTables: true,
				Rounds:     1,
				Advance:    1,
				LateUntil:  1,
				Listed:     true,
				Rated:      true,
				Fillers:    true,
				SameDeal:   true,
			},
			Status: event.StatusCancelled,
			People: map[string]runner.PersonShown{
				"0": {Avatar: "owl-3"}, "1": {Perhaps: true, Left: true, Missed: 1},
			},
			Rounds: map[string]runner.RoundShown{"1": {
				Byes: []int{2}, Rematches: [][2]int{{0, 1}}, Tables: map[string]runner.TableShown{"0": {
					Seats: []int{0, 1}, Absent: []bool{false, false}, Present: []bool{true, true}, Places: []int{1, 2},
					Status: runner.TablePlaying, Match: "m", Until: 1, Longer: true,
					Progress: json.RawMessage(`{"stage":"bid","number":1,"round":2,"standing":[3,5]}`),
				}},
			}},
			Standings: map[string]event.Standing{"1": {Reached: 1}},
			Acts:      []runner.ActShown{{Command: event.PauseCommand, Body: json.RawMessage(`{"reason":"pizza"}`)}},
			PausedAt:  1, Cancelled: &runner.CancellationShown{Code: "abandoned", Reason: "rain"}, Secret: "x",
		}}),
		strict.Encode(runner.Frame{Type: "event", Seq: 2, Patch: json.RawMessage(`{"status":"paused"}`)}),
	}
}

// clientType returns the type into which package client decodes a frame, which must have all
// members; nil for a frame that it reads member by member.
func clientType(kind string) any {
	type head struct{ Type string }
	switch kind {
	case "welcome":
		return &struct {
			head
			V, Now int64
			You    client.Person
			Room   string
			Limits client.Limits
		}{}
	case "room":
		return &struct {
			head
			client.Room
		}{}
	case "presence":
		return &struct {
			head
			client.Presence
		}{}
	case "clock":
		return &struct {
			head
			client.Clock
		}{}
	case "chat":
		return &struct {
			head
			client.ChatLine
		}{}
	}
	return nil
}

func requireStrict(t *testing.T, data []byte, into any) {
	t.Helper()
	if data == nil || into == nil {
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(into), "%s", data)
}

// everyFrame plays a match in which the server sends every kind of frame. It returns all frames,
// and the list of finished matches.
func everyFrame(t *testing.T) (frames [][]byte, matches json.RawMessage) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	db := storetest.Open(t)
	toys := game.Modules{{Rules: conformance.Toy(), Bots: []game.Bot{bot.NewRandom()}}}
	workers, replays := work.NewPool(1, nil), replay.NewService(1, replay.DefaultBytes)
	t.Cleanup(workers.Close)
	past := archive.New(db, toys, archive.Options{Workers: workers, Replays: replays})
	t.Cleanup(past.Close)
	rooms := lobby.New(db, toys, lobby.Options{Workers: workers, Replays: replays, Archive: past})
	found := struct {
		*lobby.Lobby
		*directory.Directory
		*matchmaking.Matchmaker
	}{rooms, directory.New(db, rooms, nil), matchmaking.New(db, toys, rooms, nil)}
	known := people.New(db, people.Options{})
	server, err := New(found, past, known, Options{
		Options: httpx.Options{Limits: httpx.DefaultLimits().Unlimited()},
		Records: moderation.NewRecords(
			db,
			known,
		),
		Static: func() (map[string][]byte, error) { return clientFiles, nil },
	})
	require.NoError(t, err)
	web := httptest.NewServer(server.Handler())
	defer web.Close()

	var mu sync.Mutex
	options := client.Options{OnFrame: func(frame []byte) {
		mu.Lock()
		defer mu.Unlock()
		frames = append(frames, bytes.Clone(frame))
	}}
	arrive := func(name, id string) (*client.Guest, *client.Conn) {
		guest, err := client.NewGuest(ctx, web.URL, name)
		require.NoError(t, err)
		if id == "" {
			id, err = guest.CreateRoom(ctx, client.Settings{
				Game:       "toy",
				Seats:      3,
				Listed:     true,
				Spectators: true,
				Undo:       true,
				Options:    game.MatchOptions{"panic": "off"},
				Clock:      client.ClockSettings{Mode: "bank", Seconds: 600, Increment: 5},
			})
			require.NoError(t, err)
		}
		conn, err := guest.Dial(ctx, id, options)
		require.NoError(t, err)
		return guest, conn
	}
	guest, ann := arrive("Ann", "")
	var id, commitment string
	ann.Inspect(func(s *client.State) { id, commitment = s.Room.ID, s.Room.Commitment })
	_, eve := arrive("Eve", id)
	must := func(conn *client.Conn, commands ...client.Command) {
		for _, command := range commands {
			require.NoError(t, conn.Send(ctx, command))
		}
	}
	_, bob := arrive("Bob", id)
	must(bob, client.Claim(2))
	must(eve, client.Claim(1))
	fayGuest, fay := arrive("Fay", id)
	must(eve, client.Do("leave"))
	must(
		ann,
		client.Mute("nobody", true),
		client.Remove(fayGuest.ID),
		client.Fill(1, "random"),
		client.Share(commitment, strings.Repeat("0f", 16)),
		client.Do("start"),
		client.Chat("hello"),
		client.Do("ping"),
	)
	require.Error(t, eve.Send(ctx, client.Do("start")))
	require.NoError(t, eve.WriteRaw(1, []byte(`{"type":"ping"}`)))
	// Ann plays against bots.
	rng := rand.New(rand.NewPCG(1, 2))
	over := func(s *client.State) bool { return s.Result != nil }
	answer := func() (ended bool) {
		var asked game.DecisionText
		require.NoError(t, ann.Wait(ctx, func(s *client.State) bool {
			d := s.OpenDecision()
			if d != nil {
				asked = *d
			}
			ended = over(s)
			return d != nil || ended
		}))
		if !ended {
			must(ann, client.Answer(asked.ID, client.RandomAnswer(&asked, rng)))
		}
		return ended
	}
	answer()
	must(ann, client.Propose("pause", game.NoSeat))
	must(bob, client.Reply(1, false), client.Do("leave"))
	must(eve, client.Ask(2))
	must(ann, client.Reply(2, false))
	for !answer() {
	}
	_, late := arrive("Zoe", id)
	require.NoError(t, late.Wait(ctx, over))
	require.NoError(t, guest.Call(ctx, "GET", "/api/matches", nil, &matches))
	ann.Close()
	require.NoError(t, late.Wait(ctx, func(s *client.State) bool { return len(s.Presence.Connected) == 0 }))
	_, err = guest.Dial(ctx, "no such room", options)
	require.Error(t, err)

	rooms.Close()
	server.Close(ctx)
	for _, conn := range []*client.Conn{ann, bob, eve, fay, late} {
		<-conn.Done()
	}
	mu.Lock()
	defer mu.Unlock()
	return frames, matches
}
