package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"archmage/client"
	"archmage/internal/work"
)

// EventConfig describes a load test of an evening, an event at which people come and go.
type EventConfig struct {
	// URL is the address of the server, and Admin its admin address, or "". The server must run with --limits off.
	URL, Admin string
	// People is the number of people, who play Game at tables of two.
	People int
	Game   string
	// Duration is the time during which people are seated again after a match.
	Duration time.Duration
	// Think is the average time that a player waits before a move. After Moves moves, one player of each table
	// concedes.
	Think time.Duration
	Moves int
	// Seed determines the random answers and pauses.
	Seed uint64
}

// EventReport is the result of a load test of an evening.
type EventReport struct {
	// Plain is the same play at ordinary tables, without an event. Evening is the play in the event.
	Plain, Evening EventPart
	// Entries is the number of entries of the event, and PatchBytes the size of all patches of its document.
	Entries    int
	PatchBytes int64
	// Errors counts errors by a short text.
	Errors map[string]int64

	shown *histogram
}

// EventPart is what one half of the test has done and used.
type EventPart struct {
	Elapsed        time.Duration
	Matches, Moves int64
	// CPU is the server's CPU time in seconds, 0 without an admin address.
	CPU float64
}

// load returns the share of a processor that the server has used.
func (p *EventPart) load() float64 { return p.CPU / max(p.Elapsed.Seconds(), 1e-9) }

// Failed reports whether there were errors, or no matches.
func (r *EventReport) Failed() bool { return len(r.Errors) > 0 || r.Evening.Matches == 0 }

// Print writes the report as text.
func (r *EventReport) Print(w io.Writer) {
	for _, part := range []struct {
		name string
		*EventPart
	}{{"without an event", &r.Plain}, {"in the event", &r.Evening}} {
		fmt.Fprintf(
			w,
			"%s: %d matches, %d moves in %.1f s",
			part.name,
			part.Matches,
			part.Moves,
			part.Elapsed.Seconds(),
		)
		if part.CPU > 0 {
			fmt.Fprintf(w, "; server: %.3f of a processor, %.3f CPU s per 1,000 moves",
				part.load(), part.CPU/float64(max(1, part.Moves))*1000)
		}
		fmt.Fprintln(w)
	}
	if r.Plain.CPU > 0 && r.Plain.Moves > 0 {
		// The halves differ in their numbers of moves, so the costs of equal numbers are compared.
		perMove := r.Evening.CPU/float64(max(1, r.Evening.Moves)) - r.Plain.CPU/float64(r.Plain.Moves)
		fmt.Fprintf(w, "the event itself: %.3f of a processor\n",
			perMove*float64(r.Evening.Moves)/r.Evening.Elapsed.Seconds())
	}
	fmt.Fprintf(w, "from the end of a match to the standings on a page: %s\n", r.shown.summary())
	fmt.Fprintf(w, "%d entries; %.1f MB of patches\n", r.Entries, float64(r.PatchBytes)/1e6)
	for _, text := range slices.Sorted(maps.Keys(r.Errors)) {
		fmt.Fprintf(w, "ERROR %d times: %s\n", r.Errors[text], text)
	}
}

// eventTest is a test in progress.
type eventTest struct {
	config EventConfig
	report *EventReport
	people []*eventPerson
	// matches and moves count what the people have played in this half of the test.
	matches, moves atomic.Int64
	patchBytes     atomic.Int64

	mu sync.Mutex
	// ended has the time at which a player has learned the result of each table, and shown the times at which pages
	// have shown it.
	ended map[string]time.Time
	shown map[string][]time.Time
}

// eventPerson is a person of the test.
type eventPerson struct {
	*account
	test   *eventTest
	random *rand.Rand
}

// RunEvent runs a load test of an evening. First the people play at ordinary tables, so that the costs of the event can
// be told from those of its matches. Errors during play are in the report.
func RunEvent(ctx context.Context, config EventConfig, progress io.Writer) (*EventReport, error) {
	t := &eventTest{
		config: config, report: &EventReport{Errors: map[string]int64{}, shown: newHistogram()},
		ended: map[string]time.Time{}, shown: map[string][]time.Time{},
	}
	run := rand.IntN(1_000_000) // names of accounts differ from those of an earlier test
	for i := range config.People {
		account, err := newAccount(ctx, config.URL, fmt.Sprintf("Person %d of %d", i+1, run))
		if err != nil {
			return nil, err
		}
		random := rand.New(rand.NewPCG(config.Seed, uint64(i)))
		t.people = append(t.people, &eventPerson{account, t, random})
	}
	fmt.Fprintf(progress, "%d people play without an event\n", config.People)
	if err := t.measure(ctx, &t.report.Plain, t.playPlain); err != nil {
		return nil, err
	}
	organiser, err := newAccount(ctx, config.URL, fmt.Sprintf("Organiser %d", run))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(progress, "%d people come to an evening\n", config.People)
	if err := t.measure(ctx, &t.report.Evening, func(ctx context.Context) error {
		return t.playEvening(ctx, organiser)
	}); err != nil {
		return nil, err
	}
	t.report.PatchBytes = t.patchBytes.Load()
	for table, times := range t.shown {
		for _, shown := range times {
			if ended, ok := t.ended[table]; ok {
				t.report.shown.addTime(shown.Sub(ended))
			}
		}
	}
	return t.report, nil
}

// measure runs one half of the test.
func (t *eventTest) measure(ctx context.Context, part *EventPart, play func(context.Context) error) error {
	t.matches.Store(0)
	t.moves.Store(0)
	before, err := t.usage(ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := play(ctx); err != nil {
		return err
	}
	part.Elapsed = time.Since(start)
	after, err := t.usage(ctx)
	part.CPU, part.Matches, part.Moves = after.CPU-before.CPU, t.matches.Load(), t.moves.Load()
	return err
}

func (t *eventTest) usage(ctx context.Context) (Usage, error) {
	if t.config.Admin == "" {
		return Usage{}, nil
	}
	return ReadUsage(ctx, t.config.Admin)
}

// fail counts an error.
func (t *eventTest) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.Errors[fmt.Sprintf(format, args...)]++
}

// playPlain lets the people play in pairs at ordinary tables, until the duration is over.
func (t *eventTest) playPlain(ctx context.Context) error {
	end := time.Now().Add(t.config.Duration)
	var playing sync.WaitGroup
	for i := 0; i+1 < len(t.people); i += 2 {
		host, other := t.people[i], t.people[i+1]
		playing.Go(func() {
			for time.Now().Before(end) && ctx.Err() == nil {
				if err := t.playPair(ctx, host, other); err != nil {
					t.fail("a table: %v", err)
					return
				}
			}
		})
	}
	playing.Wait()
	return ctx.Err()
}

// playPair plays a match of two people at an ordinary table.
func (t *eventTest) playPair(ctx context.Context, host, other *eventPerson) error {
	room, err := host.guest.CreateRoom(
		ctx,
		client.Settings{Game: t.config.Game, Seats: 2, Listed: true, Spectators: true},
	)
	if err != nil {
		return err
	}
	second, err := other.guest.Dial(ctx, room, client.Options{})
	if err != nil {
		return err
	}
	if err := second.Send(ctx, client.Claim(1)); err != nil {
		second.Close()
		return err
	}
	var playing sync.WaitGroup
	errs := make([]error, 2)
	playing.Go(func() { errs[0] = host.play(ctx, room, true) })
	playing.Go(func() {
		defer second.Close()
		errs[1] = other.playAt(ctx, second, false)
	})
	playing.Wait()
	t.matches.Add(1)
	return errors.Join(errs...)
}

// play enters a room and plays its match.
func (p *eventPerson) play(ctx context.Context, room string, concedes bool) error {
	conn, err := p.guest.Dial(ctx, room, client.Options{})
	if err != nil {
		return err
	}
	defer conn.Close()
	return p.playAt(ctx, conn, concedes)
}

// playAt plays the match of a room with random answers. If concedes is true, the person concedes after some moves.
func (p *eventPerson) playAt(ctx context.Context, conn *client.Conn, concedes bool) error {
	given := 0
	_, err := conn.Play(ctx, func(_ *client.State, decision *client.Decision) []client.Pick {
		if given++; concedes && given > p.test.config.Moves {
			// The match can be over before this arrives.
			_ = conn.Send(ctx, client.Do("concede"))
		}
		if think := p.test.config.Think; think > 0 {
			_ = work.Sleep(ctx, think/2+time.Duration(p.random.Int64N(int64(think))))
		}
		p.test.moves.Add(1)
		return client.RandomAnswer(decision, p.random)
	})
	return err
}

// account is a person with an account.
type account struct {
	base    string
	browser *http.Client
	// guest has an API token of the account.
	guest *client.Guest
}

// newAccount makes an account with a password.
func newAccount(ctx context.Context, base, name string) (*account, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	o := &account{base: base, browser: &http.Client{Jar: jar}}
	if err := o.ask(ctx, "/api/me", map[string]any{"name": name}, nil); err != nil {
		return nil, err
	}
	secret := map[string]any{"name": name, "password": "an evening of " + name, "code": ""}
	if err := o.ask(ctx, "/api/account/password", secret, nil); err != nil {
		return nil, err
	}
	var made struct{ Token string }
	token := map[string]any{"name": "load test", "bot": false}
	if err := o.ask(ctx, "/api/account/tokens", token, &made); err != nil {
		return nil, err
	}
	o.guest, err = client.WithToken(ctx, base, made.Token)
	return o, err
}

// ask sends a request as a page does.
func (o *account) ask(ctx context.Context, path string, body, result any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, o.base+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", o.base)
	response, err := o.browser.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s: status %d: %s", path, response.StatusCode, text)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(text, result)
}

// command gives a command to an event.
func (o *account) command(ctx context.Context, id, name string, more map[string]any) error {
	body := map[string]any{"id": fmt.Sprint(rand.Uint64()), "command": name}
	maps.Copy(body, more)
	return o.ask(ctx, "/api/events/"+id+"/commands", body, nil)
}

// playEvening lets everybody take part in an evening. When the duration is over, the organiser pauses it, and ends it
// after the last match.
func (t *eventTest) playEvening(ctx context.Context, o *account) error {
	var planned struct{ ID string }
	settings := map[string]any{"settings": map[string]any{
		"title": "Evening", "kind": "evening", "game": t.config.Game, "listed": true, "size": 2,
	}}
	if err := o.ask(ctx, "/api/events", settings, &planned); err != nil {
		return err
	}
	pages := make([]*eventPage, len(t.people))
	for i, p := range t.people {
		if err := p.command(ctx, planned.ID, "join", map[string]any{"perhaps": false}); err != nil {
			return err
		}
		page, err := t.openPage(ctx, p, planned.ID)
		if err != nil {
			return err
		}
		defer func() { _ = page.socket.Close() }()
		pages[i] = page
	}
	var reading, playing sync.WaitGroup
	for _, page := range pages {
		reading.Go(func() { page.read(t) })
		playing.Go(func() { page.playTables(ctx, t) })
	}
	if err := o.command(ctx, planned.ID, "start", nil); err != nil {
		return err
	}
	if err := work.Sleep(ctx, t.config.Duration); err != nil {
		return err
	}
	if err := o.command(ctx, planned.ID, "pause", nil); err != nil {
		return err
	}
	for {
		err := o.command(ctx, planned.ID, "finish", nil)
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "unfinished") {
			return err
		}
		if err := work.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	playing.Wait()
	for _, page := range pages {
		_ = page.socket.Close()
		t.report.Entries = max(t.report.Entries, page.last)
	}
	reading.Wait()
	return ctx.Err()
}

// eventPage is the open page of an event. It keeps only what concerns the viewer's tables.
type eventPage struct {
	person *eventPerson
	socket *websocket.Conn
	// number is that of the person in the event.
	number int
	last   int
	// seats has the people of each table, by round and table.
	seats map[string][]int
	// tables receives the tables at which the person is to play. It is closed at the end of the event.
	tables chan eventTable
}

// eventTable is a table at which a person is to play.
type eventTable struct {
	// key has the numbers of the round and the table.
	key, room string
	// concedes is true if the person concedes after some moves.
	concedes bool
}

// eventPatch is the part of a document, or of a patch of it, that the page reads.
type eventPatch struct {
	Status string
	Last   int
	People map[string]*struct{ ID string }
	Rounds map[string]*struct {
		Tables map[string]*struct {
			Seats  []int
			Room   string
			Status string
		}
	}
}

// openPage opens the page of an event and reads its document.
func (t *eventTest) openPage(ctx context.Context, p *eventPerson, id string) (*eventPage, error) {
	socket, response, err := websocket.DefaultDialer.DialContext(
		ctx,
		"ws"+strings.TrimPrefix(t.config.URL, "http")+"/ws/events/"+id,
		http.Header{"Authorization": {"Bearer " + p.guest.Token}},
	)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	page := &eventPage{
		person: p, socket: socket, number: -1, seats: map[string][]int{}, tables: make(chan eventTable, 1000),
	}
	if err := socket.WriteJSON(map[string]any{"type": "hello", "v": 1, "sequence": "", "seq": 0}); err != nil {
		_ = socket.Close()
		return nil, err
	}
	return page, nil
}

// read applies what the server sends, until the connection ends or the event is over.
func (p *eventPage) read(t *eventTest) {
	defer close(p.tables)
	for {
		_, data, err := p.socket.ReadMessage()
		now := time.Now()
		if err != nil {
			t.fail("a page: %v", err)
			return
		}
		var frame struct{ Document, Patch json.RawMessage }
		var changed eventPatch
		if err := json.Unmarshal(data, &frame); err != nil {
			t.fail("a frame: %v", err)
			return
		}
		text := frame.Document
		if frame.Patch != nil {
			t.patchBytes.Add(int64(len(data)))
			text = frame.Patch
		}
		if text == nil {
			continue
		}
		if err := json.Unmarshal(text, &changed); err != nil {
			t.fail("a document: %v", err)
			return
		}
		p.apply(t, &changed, now)
		if changed.Status == "finished" {
			return
		}
	}
}

// apply finds the tables of the person and measures how late results are.
func (p *eventPage) apply(t *eventTest, changed *eventPatch, now time.Time) {
	p.last = max(p.last, changed.Last)
	for number, person := range changed.People {
		if person != nil && person.ID == p.person.guest.ID {
			_, _ = fmt.Sscan(number, &p.number)
		}
	}
	for round, tables := range changed.Rounds {
		if tables == nil {
			continue
		}
		for number, table := range tables.Tables {
			if table == nil {
				continue
			}
			key := round + "/" + number
			if table.Seats != nil {
				p.seats[key] = table.Seats
			}
			if table.Room != "" && slices.Contains(p.seats[key], p.number) {
				p.tables <- eventTable{key, table.Room, p.seats[key][0] == p.number}
			}
			if table.Status == "over" {
				t.mu.Lock()
				t.shown[key] = append(t.shown[key], now)
				t.mu.Unlock()
			}
		}
	}
}

// playTables plays at all tables of the person, until the event is over.
func (p *eventPage) playTables(ctx context.Context, t *eventTest) {
	played := map[string]bool{}
	for table := range p.tables {
		if played[table.room] {
			continue
		}
		played[table.room] = true
		if err := p.person.play(ctx, table.room, table.concedes); err != nil {
			t.fail("a table of the event: %v", err)
			continue
		}
		if table.concedes {
			t.matches.Add(1)
			t.mu.Lock()
			t.ended[table.key] = time.Now()
			t.mu.Unlock()
		}
	}
}
