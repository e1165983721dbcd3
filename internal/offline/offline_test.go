package offline_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/offline"
	"archmage/internal/room"
)

// device plays matches with a program, and stores entries as a device does.
type device struct {
	t       *testing.T
	program *offline.Program
	now     int64
	entries []offline.StoredEntry
	// frames are all frames since the start, and decision is the open decision of the player.
	frames   []string
	decision *game.DecisionText
	undo     bool
	status   string
	// requests counts the commands. refusals are the codes of refused commands, by id.
	requests int
	refusals map[string]coded.Code
	// record is called with each request and its response, unless it is nil.
	record func(request, response []byte)
}

var person = offline.Person{ID: "p1", Name: "Ann", Kind: "guest"}

func newDevice(t *testing.T) *device {
	t.Helper()
	return &device{
		t:        t,
		program:  &offline.Program{Games: registry.Hosted(registry.All())},
		now:      1_800_000_000_000,
		refusals: map[string]coded.Code{},
	}
}

// serve sends a request without following what the response says.
func (d *device) serve(r *offline.Request) offline.Response {
	d.t.Helper()
	d.now += 7
	r.Now = d.now
	data, err := json.Marshal(r)
	require.NoError(d.t, err)
	served := d.program.Serve(data)
	if d.record != nil {
		d.record(data, served)
	}
	var response offline.Response
	require.NoError(d.t, json.Unmarshal(served, &response))
	d.receive(response.Frames)
	return response
}

// do sends a request, stores the entry and goes on until the player has to answer.
func (d *device) do(r *offline.Request) {
	d.t.Helper()
	response := d.serve(r)
	for {
		require.Nil(d.t, response.Error)
		switch {
		case response.Entry != nil:
			d.entries = append(d.entries, *response.Entry)
			response = d.serve(&offline.Request{Do: "commit"})
		case response.Next != offline.NextNothing:
			response = d.serve(&offline.Request{Do: "next"})
		default:
			return
		}
	}
}

func (d *device) receive(frames []string) {
	d.frames = append(d.frames, frames...)
	for _, text := range frames {
		var f struct {
			Type, ID, Status string
			Code             coded.Code
			Decisions        *[]game.DecisionText
			Undo             *bool
		}
		require.NoError(d.t, json.Unmarshal([]byte(text), &f))
		switch f.Type {
		case "room":
			d.status = f.Status
		case "reject":
			d.refusals[f.ID] = f.Code
		}
		if f.Decisions != nil {
			d.decision = nil
			if len(*f.Decisions) > 0 {
				d.decision = &(*f.Decisions)[0]
			}
		}
		if f.Undo != nil {
			d.undo = *f.Undo
		}
	}
}

// begin starts a match and connects the client.
func (d *device) begin(id string, seed byte, match *offline.NewMatch) {
	d.t.Helper()
	r := &offline.Request{Do: "new", Room: "r1", Person: person, Random: strings.Repeat(fmt.Sprintf("%02x", seed), 32)}
	r.Room, r.Match = id, match
	response := d.serve(r)
	require.Nil(d.t, response.Error)
	d.entries = append(d.entries, response.Entries...)
	d.join()
}

func (d *device) join() {
	d.t.Helper()
	d.do(&offline.Request{Do: "receive", Frame: `{"type":"hello","v":1}`})
}

// load starts the program anew, from the stored entries.
func (d *device) load() {
	d.t.Helper()
	d.program = &offline.Program{Games: registry.Hosted(registry.All())}
	response := d.serve(&offline.Request{
		Do: "load", Room: "r1", Person: person, Random: strings.Repeat("77", 32), Entries: d.entries,
	})
	require.Nil(d.t, response.Error)
	d.join()
}

// send sends a command and returns the code of its refusal, "" if it was carried out.
func (d *device) send(kind, fields string) coded.Code {
	d.t.Helper()
	d.requests++
	id := fmt.Sprint("c", d.requests)
	d.do(&offline.Request{Do: "receive", Frame: fmt.Sprintf(`{"type":%q,"id":%q%s}`, kind, id, fields)})
	return d.refusals[id]
}

// answer answers the open decision at random, with a legal answer.
func (d *device) answer(random *rand.Rand) {
	d.t.Helper()
	choice, err := json.Marshal(client.RandomAnswer(d.decision, random))
	require.NoError(d.t, err)
	require.Empty(d.t, d.send("answer", fmt.Sprintf(`,"decision":%d,"choice":%s`, d.decision.ID, choice)))
}

var matches = map[string]offline.NewMatch{
	"Seasons":               {Game: "seasons", Bots: []string{"hare", "stag"}},
	"Seasons, second seat":  {Game: "seasons", Bots: []string{"hare"}, Seat: 1},
	"SpellBook":             {Game: "spellbook", Bots: []string{"hare"}},
	"SpellBook for oneself": {Game: "spellbook"},
}

func TestPlayToTheEnd(t *testing.T) {
	for name, match := range matches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDevice(t)
			d.begin("r1", 1, &match)
			random := rand.New(rand.NewPCG(1, 2))
			for count := 0; d.status != string(room.StatusFinished); count++ {
				require.NotNil(t, d.decision)
				if d.undo && count%5 == 4 {
					require.Empty(t, d.send("undo", ""))
					require.NotNil(t, d.decision)
				}
				if count%40 == 20 {
					d.load()
				}
				d.answer(random)
			}
			response := d.serve(&offline.Request{Do: "steps"})
			require.Nil(t, response.Error)
			response = d.serve(&offline.Request{Do: "record"})
			require.Nil(t, response.Error)
			require.Contains(t, string(response.Data), `"outcome"`)
			require.Empty(t, d.send("offer", `,"bestOf":1`))
			require.Equal(t, string(room.StatusPlaying), d.status, "another match starts")
		})
	}
}
