package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/work"
	"archmage/test/programtest"
)

// clusterEvent is an evening of people who play, leave and come back while faults happen. At the end, every command and
// result that was acknowledged is in its file, once.
type clusterEvent struct {
	t      *testing.T
	nodes  func() []*clusterNode
	id     string
	people []*eventPerson

	mu sync.Mutex
	// acknowledged has the commands that were acknowledged, by person and id. results has the rooms whose end somebody
	// has seen.
	acknowledged map[[2]string]bool
	results      map[string]bool
}

// eventPerson is a person in a clusterEvent.
type eventPerson struct {
	event *clusterEvent
	guest *client.Guest
	rng   *rand.Rand
	// commands counts the commands of the person.
	commands int
}

// eventGuests is the number of people in a clusterEvent.
const eventGuests = 4

// newClusterEvent starts an evening. The first person is the organiser.
func newClusterEvent(t *testing.T, nodes func() []*clusterNode, rng *rand.Rand) *clusterEvent {
	t.Helper()
	e := &clusterEvent{t: t, nodes: nodes, acknowledged: map[[2]string]bool{}, results: map[string]bool{}}
	for i := range eventGuests {
		m := newClubMember(t, nodes()[0].Base, fmt.Sprint("Guest of the evening ", i), "", uint64(i))
		e.people = append(e.people, &eventPerson{event: e, guest: m.guest, rng: rand.New(rand.NewPCG(rng.Uint64(), 2))})
	}
	ctx := programtest.Within(t)
	var planned struct{ ID string }
	settings := event.Settings{Title: "An evening of faults", Kind: event.KindEvening, Game: "spellbook", Size: 2}
	data := e.people[0].ask(ctx, http.MethodPost, "/api/events", map[string]any{"settings": settings})
	require.NoError(t, json.Unmarshal(data, &planned))
	e.id = planned.ID
	for _, p := range e.people {
		p.command(ctx, event.JoinCommand, map[string]any{"perhaps": false})
	}
	e.people[0].command(ctx, event.StartCommand, nil)
	return e
}

// pauseEnded matches the refusal of a pause or of its end that another command has made impossible.
var pauseEnded = regexp.MustCompile(`"code":"(event_paused|not_paused|event_over)"`)

// ask repeats a request at different nodes until one answers it. It returns nil when the context ends.
func (p *eventPerson) ask(ctx context.Context, method, path string, body any) []byte {
	sent, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	for ctx.Err() == nil {
		data, status := p.askOnce(ctx, method, path, sent)
		switch {
		case status >= 200 && status < 300:
			return data
		case status == http.StatusBadRequest && pauseEnded.Match(data):
			return nil // the organiser pauses the evening at its end, at the same time
		case status >= 400 && status < 500:
			p.event.t.Errorf("%s %s %s: %d %s", method, path, sent, status, data)
			return nil
		}
		_ = work.Sleep(ctx, againAfter)
	}
	return nil
}

// askOnce sends a request to some node. The status is 0 if there is no answer.
func (p *eventPerson) askOnce(ctx context.Context, method, path string, body []byte) (data []byte, status int) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, "http://"+p.node()+path, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+p.guest.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0
	}
	defer response.Body.Close()
	if data, err = io.ReadAll(response.Body); err != nil {
		return nil, 0
	}
	return data, response.StatusCode
}

// node returns the address of a node.
func (p *eventPerson) node() string {
	nodes := p.event.nodes()
	first := p.rng.IntN(len(nodes))
	for i := range nodes {
		if n := nodes[(first+i)%len(nodes)]; !n.paused.Load() {
			return n.address()
		}
	}
	return nodes[first].address()
}

// command gives a command until it is acknowledged, always with the same id.
func (p *eventPerson) command(ctx context.Context, name event.Name, more map[string]any) {
	p.commands++
	body := map[string]any{"id": strconv.Itoa(p.commands), "command": name}
	for field, value := range more {
		body[field] = value
	}
	if p.ask(ctx, http.MethodPost, "/api/events/"+p.event.id+"/commands", body) == nil {
		return
	}
	p.event.mu.Lock()
	defer p.event.mu.Unlock()
	p.event.acknowledged[[2]string{p.guest.ID, strconv.Itoa(p.commands)}] = true
}

// document returns the event as a node shows it, nil when the context ends.
func (p *eventPerson) document(ctx context.Context) *runner.Document {
	data := p.ask(ctx, http.MethodGet, "/api/events/"+p.event.id, nil)
	if data == nil {
		return nil
	}
	var d runner.Document
	if err := json.Unmarshal(data, &d); err != nil {
		p.event.t.Errorf("a document that cannot be read: %v", err)
		return nil
	}
	return &d
}

// live plays at the person's tables until the evening is over. The organiser pauses now and then.
func (p *eventPerson) live(ctx context.Context) {
	done := map[string]bool{}
	for ctx.Err() == nil {
		d := p.document(ctx)
		if d == nil || isOverShown(d) {
			return
		}
		room, isFirst := tableOf(d, p.guest.ID, done)
		switch {
		case room == "":
			_ = work.Sleep(ctx, againAfter)
		case p.play(ctx, room, isFirst):
			done[room] = true
			if p == p.event.people[0] {
				p.command(ctx, event.PauseCommand, nil)
				p.command(ctx, event.ResumeCommand, nil)
			}
		}
	}
}

// play plays at a table, and reports whether the match is over. The person at the first seat soon concedes.
func (p *eventPerson) play(ctx context.Context, room string, isFirst bool) (isOver bool) {
	ctx, cancel := context.WithTimeout(ctx, 10*patience)
	defer cancel()
	guest := *p.guest
	guest.Base = "http://" + p.node()
	conn, err := guest.Dial(ctx, room, client.Options{})
	if err != nil {
		_ = work.Sleep(ctx, againAfter)
		return false
	}
	defer conn.Close()
	answers := 0
	result, err := conn.Play(ctx, func(_ *client.State, decision *client.Decision) []client.Pick {
		if answers++; isFirst && answers > 2 {
			// The match can be over before this arrives.
			_ = conn.Send(ctx, client.Do("concede"))
		}
		return client.RandomAnswer(decision, p.rng)
	})
	if err != nil || result == nil {
		return false
	}
	p.event.mu.Lock()
	defer p.event.mu.Unlock()
	p.event.results[room] = true
	return true
}

// end lets the last matches end, and finishes the evening.
func (e *clusterEvent) end(ctx context.Context) {
	e.t.Helper()
	// The organiser at another device.
	organiser := &eventPerson{event: e, guest: e.people[0].guest, rng: rand.New(rand.NewPCG(1, 3))}
	for tries := 0; ctx.Err() == nil; tries++ {
		d := organiser.document(ctx)
		if d == nil || isOverShown(d) {
			break
		}
		name := event.PauseCommand
		switch {
		case d.Status == event.StatusPaused && resultsShown(d) == tablesShown(d):
			name = event.FinishCommand
		case d.Status == event.StatusPaused, len(d.Rounds) < 2:
			_ = work.Sleep(ctx, againAfter)
			continue
		}
		body := fmt.Sprintf(`{"id":"end %d","command":%q}`, tries, name)
		_, _ = organiser.askOnce(ctx, http.MethodPost, "/api/events/"+e.id+"/commands", []byte(body))
	}
	require.NoError(e.t, ctx.Err(), "the evening does not end")
}

// check compares the file of the evening with what was acknowledged and seen.
func (e *clusterEvent) check(ctx context.Context) {
	e.t.Helper()
	organiser := e.people[0]
	file, err := event.DecodeFile(organiser.ask(ctx, http.MethodGet, "/api/events/"+e.id+"/file", nil))
	require.NoError(e.t, err)
	stored := map[[2]string]int{}
	var witness event.Witness
	reported := map[string]bool{}
	for _, entry := range file.Entries {
		stored[[2]string{entry.By, entry.ID}]++
		if report, ok := entry.Body.(*event.Report); ok {
			reported[report.Match] = true
			data := organiser.ask(ctx, http.MethodGet, "/api/matches/"+report.Match+"/record", nil)
			record, err := match.Decode(data)
			require.NoError(e.t, err)
			witness.Records = append(witness.Records, event.ReadRecord(ctx, registry.All(), record))
		}
	}
	for command := range e.acknowledged {
		require.Equal(e.t, 1, stored[command], "command %s of %s", command[1], command[0])
	}
	for room := range e.results {
		require.True(e.t, reported[room], "the result of room %s", room)
	}
	findings, final := file.Verify(ctx, witness)
	for _, finding := range findings {
		if finding.Code != event.CodeNotKnown {
			require.Equal(e.t, match.Holds, finding.Verdict, "%+v", finding)
		}
	}
	e.t.Logf(
		"an evening of %d seatings, %d results and %d acknowledged commands",
		len(final.Rounds), len(reported), len(e.acknowledged),
	)
}
