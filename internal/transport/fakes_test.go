package transport

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// fakeRooms are rooms without rules. They accept and record every command, and send a frame after
// it. They are the archive as well.
type fakeRooms struct {
	mu    sync.Mutex
	rooms []*fakeRoom // the one opened last first
	// closing is true when the rooms are closed.
	closing bool
	// computedParts counts the computed parts of replays. Computing fails with replayErr.
	computedParts int
	replayErr     error
	// matches are the finished matches, records their files by id.
	matches []archive.MatchInfo
	records map[string]string
	// commands, lines, lists and matchQueries record the calls.
	commands     []call[room.Command]
	lines        []call[string]
	lists        []directory.ListQuery
	matchQueries []call[archive.MatchQuery]
	// origins and imported record the calls of CreateFrom, Import and DeleteImport.
	origins  []archive.From
	imported []call[string]
	// wanted records the ids of calls of PlayNow.
	wanted []call[string]
	events []call[[2]int]
	hellos []stream.Hello
	// removedNames are the people whose names were removed.
	removedNames []string
	// err is the error of commands and lists. If panics is true, they panic instead.
	err    error
	panics bool
	// chatLines are the lines that Lines returns, removed the numbers of those that were removed.
	chatLines []lobby.Line
	removed   []uint64
	// cpuPerRequest is the processor time that hints and analyses take.
	cpuPerRequest time.Duration
	// requesters records the calls of Analyse. The analyses do not end if keepsAnalysesOpen is
	// true.
	requesters        []archive.Requester
	keepsAnalysesOpen bool
	// gate, if not nil, blocks every command until it is closed.
	gate chan struct{}
}

// call is a recorded call of a method, with its person and another argument.
type call[T any] struct {
	person people.Person
	arg    T
}

// fakeRoom is a room with its subscriptions.
type fakeRoom struct {
	info     directory.RoomInfo
	settings room.Settings
	// refuses is the code with which Watch fails, "" for none.
	refuses coded.Code
	changes int
	subs    []*fakeSub
}

// queued is how many frames a subscription buffers.
const queued = 96

// fakeSub is a subscription to a room.
type fakeSub struct {
	*stream.Subscription
	rooms  *fakeRooms
	room   *fakeRoom
	person people.Person
	// behind counts the frames that are pushed and not taken yet.
	behind atomic.Int64
}

func (s *fakeSub) Push(frame []byte) {
	s.behind.Add(1)
	s.Subscription.Push(frame)
}

func (s *fakeSub) Take(free [][]byte) ([][]byte, bool) {
	frames, open := s.Subscription.Take(free)
	s.behind.Add(-int64(len(frames)))
	return frames, open
}

func (s *fakeSub) Close() {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	s.end("")
}

// end ends the subscription, and sends the other ones the presence without its person.
func (s *fakeSub) end(code coded.Code) {
	if !slices.Contains(s.room.subs, s) {
		return
	}
	s.End(code)
	s.room.subs = slices.DeleteFunc(s.room.subs, func(other *fakeSub) bool { return other == s })
	s.room.broadcast(s.room.presence())
}

func (r *fakeRoom) presence() []byte {
	names := []map[string]string{}
	for _, sub := range r.subs {
		names = append(names, map[string]string{"player": sub.person.ID, "name": sub.person.Name})
	}
	return strict.Encode(
		map[string]any{"type": "presence", "connected": []string{}, "spectators": names, "spectatorCount": len(names)},
	)
}

func (r *fakeRoom) frame() []byte {
	return strict.Encode(
		map[string]any{
			"type":    "room",
			"id":      r.info.ID,
			"status":  r.info.Status,
			"host":    r.info.Host,
			"matches": r.changes,
		},
	)
}

// broadcast queues a frame on all subscriptions, and ends those whose queue is full.
func (r *fakeRoom) broadcast(frame []byte) {
	for _, sub := range slices.Clone(r.subs) {
		if sub.Push(frame); !sub.Flush() {
			sub.end("")
		}
	}
}

// find returns the room with the id.
func (f *fakeRooms) find(id string) (*fakeRoom, error) {
	if f.closing {
		return nil, coded.Errorf(lobby.CodeClosing, "the server is stopping")
	}
	for _, r := range f.rooms {
		if r.info.ID == id {
			return r, nil
		}
	}
	return nil, coded.Errorf(directory.CodeNoRoom, "there is no such room")
}

// with calls do with a room.
func (f *fakeRooms) with(id string, do func(*fakeRoom)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	if err != nil {
		panic(err)
	}
	do(r)
}

// failure returns err, or panics if panics is true.
func (f *fakeRooms) failure() error {
	if f.panics {
		panic("no rooms today")
	}
	return f.err
}

func (f *fakeRooms) Create(_ context.Context, host people.Person, settings room.Settings) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if settings.Game != "toy" {
		return "", coded.Errorf(room.CodeBadSettings, "there is no such game")
	}
	id := fmt.Sprintf("00000000-0000-4000-8000-%012d", len(f.rooms)+1)
	f.rooms = append([]*fakeRoom{{settings: settings, info: directory.RoomInfo{
		ID:     id,
		Game:   settings.Game,
		Status: room.StatusOpen,
		Listed: settings.Listed,
		Host:   host.ID,
		Summary: json.RawMessage(
			`{"players":["Ann",""],"people":["ann",""],"bots":["",""],"watch":true,"delay":0,"clock":{"mode":"none"},` +
				`"autoStart":false,"accounts":false,"rated":false,"options":{"panic":"off"}}`,
		),
		Created:    time.UnixMilli(1).UTC(),
		Attendance: directory.Attendance{Connected: []game.Seat{}},
	}}}, f.rooms...)
	return id, nil
}

func (f *fakeRooms) CompleteSettings(_ people.Person, settings room.Settings) (room.Settings, error) {
	if settings.Game == "" {
		return settings, coded.Errorf(room.CodeBadSettings, "unknown game")
	}
	settings.Options, settings.Clock.Mode, settings.Absent = game.MatchOptions{}, room.ClockNone, room.AbsentWait
	settings.OutOfTime, settings.LeftSeat = room.OutOfTimeBot, room.LeftSeatAgree
	return settings, nil
}

func (f *fakeRooms) CreateFrom(
	ctx context.Context,
	host people.Person,
	settings room.Settings,
	from archive.From,
) (string, error) {
	f.mu.Lock()
	_, err := f.seen(host, from.Match)
	f.origins = append(f.origins, from)
	f.mu.Unlock()
	if err != nil {
		return "", err
	}
	settings.Game = "toy"
	return f.Create(ctx, host, settings)
}

// Import accepts every text that does not begin with "bad".
func (f *fakeRooms) Import(_ context.Context, by people.Person, text []byte) (archive.MatchInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if strings.HasPrefix(string(text), "bad") {
		return archive.MatchInfo{}, &archive.ImportError{
			Refusal: coded.Errorf(match.CodeBadAnswer, "item 7: that is not legal"),
			Item:    7,
		}
	}
	m := aMatch("file", "", false)
	m.Seats = []match.SeatResult{{Rank: 1, Total: 14}, {Rank: 2, Total: 7, Lost: match.LostConceded}}
	m.File = &archive.FileInfo{Match: "m", Until: 3, Items: 24, Shown: 24}
	f.imported = append(f.imported, call[string]{by, string(text)})
	return m, f.err
}

func (f *fakeRooms) DeleteImport(_ context.Context, by people.Person, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id != "file" {
		return coded.Errorf(archive.CodeNoMatch, "there is no such match")
	}
	f.imported = append(f.imported, call[string]{by, "forget"})
	return f.err
}

func (f *fakeRooms) Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error {
	f.mu.Lock()
	gate := f.gate
	f.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failure(); err != nil {
		return err
	}
	r, err := f.find(id)
	if err != nil {
		return err
	}
	f.commands = append(f.commands, call[room.Command]{by, room.Command{ID: command, Body: body}})
	r.changes++
	r.broadcast(r.frame())
	return nil
}

func (f *fakeRooms) RemoveName(_ context.Context, person string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.removedNames = append(f.removedNames, person)
	return f.failure()
}

// Do implements lobby.Subscription.
func (s *fakeSub) Do(ctx context.Context, id string, body room.Action) error {
	return s.answered(id, s.rooms.Do(ctx, s.room.info.ID, s.person, id, body))
}

// Say implements lobby.Subscription.
func (s *fakeSub) Say(_ context.Context, id, text string) error {
	s.rooms.mu.Lock()
	s.rooms.lines = append(s.rooms.lines, call[string]{s.person, id + ": " + text})
	s.room.broadcast(strict.Encode(map[string]any{"type": "chat", "text": text}))
	s.rooms.mu.Unlock()
	return s.answered(id, nil)
}

func (s *fakeSub) answered(id string, err error) error {
	refusal, _ := coded.Refusal(err)
	s.Answer(id, refusal)
	return err
}

func (f *fakeRooms) Watch(
	_ context.Context,
	id string,
	by people.Person,
	hello stream.Hello,
) (lobby.Subscription, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	if err != nil {
		return nil, err
	}
	if r.refuses != "" {
		return nil, coded.Errorf(r.refuses, "that room cannot be watched")
	}
	f.hellos = append(f.hellos, hello)
	sub := &fakeSub{Subscription: stream.NewSubscription(), rooms: f, room: r, person: by}
	r.subs = append(r.subs, sub)
	sub.Push(r.frame())
	r.broadcast(r.presence())
	return sub, nil
}

func (f *fakeRooms) Events(_ context.Context, id string, by people.Person, before, limit int) (lobby.EventPage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.find(id); err != nil {
		return lobby.EventPage{}, err
	}
	f.events = append(f.events, call[[2]int]{by, [2]int{before, limit}})
	return lobby.EventPage{Events: []game.EventText{}}, nil
}

func (f *fakeRooms) Board(_ context.Context, id string, _ people.Person) (lobby.Board, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.find(id); err != nil {
		return lobby.Board{}, err
	}
	settings := room.Settings{
		Game: "toy", Seats: 2, Listed: true, Options: map[string]string{}, Clock: room.Clock{Mode: room.ClockNone},
		Absent: room.AbsentWait, OutOfTime: room.OutOfTimeBot, LeftSeat: room.LeftSeatAgree,
	}
	return lobby.Board{
		Room:   room.Info{ID: id, Status: room.StatusPlaying, Settings: settings, Seats: []room.SeatInfo{}},
		Public: map[string]int{"turn": 3},
	}, nil
}

func (f *fakeRooms) Hint(ctx context.Context, id string, _ people.Person) (lobby.Hint, error) {
	work.Add(ctx, f.cpuPerRequest)
	if f.gate != nil {
		<-f.gate
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.find(id)
	return lobby.Hint{
		Decision: 1,
		Lines: []replay.Line{
			{Answer: []game.PickText{{Option: "pass", N: 1}}, Visits: 40, Chance: 0.5, Points: 12.5, Place: 1.5},
		},
	}, err
}

// Analyse ends each analysis immediately unless keepsAnalysesOpen is true.
func (f *fakeRooms) Analyse(
	ctx context.Context,
	by people.Person,
	id string,
	asker archive.Requester,
) (archive.AnalysisInfo, error) {
	work.Add(ctx, f.cpuPerRequest)
	f.requesters = append(f.requesters, asker)
	if !f.keepsAnalysesOpen {
		asker.OnEnd()
	}
	_, err := f.Match(ctx, by, id)
	return archive.AnalysisInfo{State: archive.AnalysisWaiting}, err
}

func (f *fakeRooms) Analysis(ctx context.Context, by people.Person, id string) (archive.AnalysisInfo, error) {
	_, err := f.Match(ctx, by, id)
	return archive.AnalysisInfo{State: archive.AnalysisRunning, Done: 12, Of: 80}, err
}

// PlayNow opens a room.
func (f *fakeRooms) PlayNow(
	ctx context.Context,
	by people.Person,
	id string,
	wanted matchmaking.Wanted,
	mayOpen func() error,
) (string, error) {
	f.mu.Lock()
	f.wanted = append(f.wanted, call[string]{by, id})
	f.mu.Unlock()
	if err := mayOpen(); err != nil {
		return "", err
	}
	return f.Create(ctx, by, room.Settings{Game: wanted.Game, Seats: wanted.Seats, Listed: true})
}

// Sit records a command for a seat.
func (f *fakeRooms) Sit(ctx context.Context, id string, by people.Person) error {
	return f.Do(ctx, id, by, "", &room.Claim{})
}

// CheckInvitation refuses invitations to the person "stranger".
func (f *fakeRooms) CheckInvitation(_ context.Context, id string, by people.Person, other string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if other == "stranger" {
		return coded.Errorf(directory.CodeNotMet, "you have not met")
	}
	_, err := f.find(id)
	return err
}

func (f *fakeRooms) OpenRooms(_ context.Context, ids []string) (map[string]directory.RoomInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	open := map[string]directory.RoomInfo{}
	for _, id := range ids {
		if r, err := f.find(id); err == nil && r.info.Status == room.StatusOpen {
			open[id] = r.info
		}
	}
	return open, nil
}

// Whereabouts says that people who are in a room play there.
func (f *fakeRooms) Whereabouts(_ context.Context, _ string, rooms []string) (directory.Whereabouts, error) {
	if len(rooms) == 0 {
		return directory.Whereabouts{Doing: directory.Online}, nil
	}
	return directory.Whereabouts{Doing: directory.Playing, Game: "toy", Room: rooms[0]}, nil
}

func (f *fakeRooms) List(_ context.Context, query directory.ListQuery) (directory.RoomPage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lists = append(f.lists, query)
	if err := f.failure(); err != nil {
		return directory.RoomPage{}, err
	}
	from := 0
	if query.After != "" {
		var err error
		if from, err = strconv.Atoi(query.After); err != nil {
			return directory.RoomPage{}, coded.Malformedf("that page does not exist")
		}
	}
	page := directory.RoomPage{Rooms: []directory.RoomInfo{}}
	for at, r := range f.rooms {
		if at < from || query.Listed && !r.info.Listed || query.Member != "" && query.Member != r.info.Host {
			continue
		}
		if len(page.Rooms) == query.Limit {
			page.Next = strconv.Itoa(at)
			break
		}
		info := r.info
		if query.Member != "" && slices.Equal(query.Statuses, []room.Status{room.StatusPlaying}) {
			info.Progress = &directory.MatchProgress{
				Progress: game.Progress{Round: 2},
				Waiting:  []game.Seat{0},
				Since:    1,
			}
		}
		page.Rooms = append(page.Rooms, info)
	}
	return page, nil
}

func (f *fakeRooms) Code(_ context.Context, id string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.find(id)
	return "K7M2QX", err
}

func (f *fakeRooms) Card(_ context.Context, id string) (directory.Card, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	if err != nil {
		return directory.Card{}, err
	}
	card := directory.Card{Game: r.info.Game, Status: r.info.Status, Listed: r.info.Listed}
	if card.Status == room.StatusOpen {
		card.Host, card.Players = "<b>Fern</b>", []string{"<b>Fern</b>", ""}
	}
	return card, nil
}

func (f *fakeRooms) FindCode(_ context.Context, code string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if code != "K7M2QX" || len(f.rooms) == 0 {
		return "", coded.Errorf(directory.CodeNoCode, "there is no such code")
	}
	return f.rooms[0].info.ID, nil
}

func (f *fakeRooms) Matches(_ context.Context, by people.Person, query archive.MatchQuery) (archive.MatchPage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matchQueries = append(f.matchQueries, call[archive.MatchQuery]{by, query})
	if err := f.failure(); err != nil {
		return archive.MatchPage{}, err
	}
	return archive.MatchPage{Matches: append([]archive.MatchInfo{}, f.matches...)}, nil
}

// seen returns a match that the person may see: their own, or one of a listed room.
func (f *fakeRooms) seen(by people.Person, id string) (archive.MatchInfo, error) {
	for _, m := range f.matches {
		if m.ID == id && (m.Listed || by.ID != "" && by.ID == m.Players[0].Person) {
			return m, nil
		}
	}
	return archive.MatchInfo{}, coded.Errorf(archive.CodeNoMatch, "there is no such match")
}

func (f *fakeRooms) Match(_ context.Context, by people.Person, id string) (archive.MatchInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen(by, id)
}

func (f *fakeRooms) Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error) {
	return f.part(ctx, by, id, "timeline")
}

func (f *fakeRooms) Steps(ctx context.Context, by people.Person, id, as string, step int) (replay.Part, error) {
	if _, err := replay.ParseViewer(as, 2); err != nil {
		return replay.Part{}, err
	}
	return f.part(ctx, by, id, fmt.Sprint(as, " ", step))
}

func (f *fakeRooms) LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error) {
	if _, err := f.Events(ctx, id, by, 0, 1); err != nil {
		return replay.Part{}, err
	}
	return replay.Part{Tag: fmt.Sprint(id, "-live ", step), Data: func(context.Context) ([]byte, error) {
		return gzipped([]byte(strings.Repeat(fmt.Sprint(step, " "), 100))), f.replayErr
	}}, nil
}

func (f *fakeRooms) Preview(ctx context.Context, by people.Person, id string) (archive.Preview, error) {
	m, err := f.Match(ctx, by, id)
	return archive.Preview{
		Game:    m.Game,
		Title:   `<b>"Ann"</b> won`,
		Text:    "Bob & 7",
		Listed:  m.Listed,
		Summary: "Toy · 2 players",
		Places:  []archive.Place{{Rank: 1, Name: "Ann", Total: 9}, {Rank: 2, Name: "Bob", Total: 7}},
	}, err
}

func (f *fakeRooms) part(ctx context.Context, by people.Person, id, what string) (replay.Part, error) {
	_, err := f.Match(ctx, by, id)
	return replay.Part{Tag: id + "-" + what, Data: func(context.Context) ([]byte, error) {
		f.computedParts++
		return gzipped([]byte(fmt.Sprintf("%q", strings.Repeat(what+" ", 100)))), f.replayErr
	}}, err
}

func (f *fakeRooms) Record(_ context.Context, by people.Person, id string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, err := f.seen(by, id)
	return []byte(f.records[m.ID]), err
}

func (f *fakeRooms) DeleteMatch(_ context.Context, id string) error {
	return coded.Errorf(archive.CodeNoMatch, "there is no finished match %q", id)
}

func (f *fakeRooms) CloseRoom(_ context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	if err != nil {
		return err
	}
	f.rooms = slices.DeleteFunc(f.rooms, func(other *fakeRoom) bool { return other == r })
	for _, sub := range slices.Clone(r.subs) {
		sub.end(lobby.CodeClosed)
	}
	return nil
}

func (f *fakeRooms) Inspect(_ context.Context, id string) (lobby.Inspection, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	if err != nil {
		return lobby.Inspection{}, err
	}
	return lobby.Inspection{
		Info: room.Info{ID: id, Status: r.info.Status, Host: r.info.Host, Settings: r.settings},
	}, nil
}

func (f *fakeRooms) Loaded() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.rooms)
}

func (f *fakeRooms) IsLoaded(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.find(id)
	return err == nil && len(r.subs) > 0
}

// Close ends every subscription, as when the server stops.
func (f *fakeRooms) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closing = true
	for _, r := range f.rooms {
		for _, sub := range slices.Clone(r.subs) {
			sub.end(lobby.CodeRestart)
		}
	}
}

func (r *fakeRooms) Lines(_ context.Context, _ string, _ people.Person, line uint64) ([]lobby.Line, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if line != 0 && !slices.ContainsFunc(r.chatLines, func(l lobby.Line) bool { return l.Number == line }) {
		return nil, coded.Errorf(lobby.CodeNoLine, "there is no such line")
	}
	return slices.Clone(r.chatLines), nil
}

func (r *fakeRooms) RemoveLine(_ context.Context, _ string, line uint64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.removed = append(r.removed, line)
	return nil
}

func gzipped(data []byte) []byte {
	var packed bytes.Buffer
	// Write and Close cannot fail, because they write to a buffer.
	zipper := gzip.NewWriter(&packed)
	_, _ = zipper.Write(data)
	_ = zipper.Close()
	return packed.Bytes()
}
