package offline

import (
	"context"
	"encoding/hex"
	"encoding/json"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// Program serves the requests of a client that runs it as a WebAssembly module or a process. It has one room at
// a time.
type Program struct {
	Games game.Modules
	// Limit returns a context that is done after a time in milliseconds. If Limit is nil, the time that a request
	// allows for a search has no effect.
	Limit func(ms int64) context.Context
	room  *Room
}

// Request is a request to a [Program].
type Request struct {
	// Do says what to do: new, load, receive, next, commit, discard, events, steps, hint or record.
	Do string `json:"do"`
	// Now is the time, in milliseconds since 1970.
	Now int64 `json:"now"`
	// Room, Person and Random, 32 bytes in hexadecimal, are the room that is made or loaded.
	Room   string `json:"room"`
	Person Person `json:"person"`
	Random string `json:"random"`
	// Think is the time for a search of a bot in that room, in milliseconds, 0 for no limit.
	Think int64 `json:"think"`
	// Match has the choices for a new match. Entries are the stored entries of a room to load.
	Match   *NewMatch     `json:"match"`
	Entries []StoredEntry `json:"entries"`
	// Frame is a frame of the client.
	Frame string `json:"frame"`
	// Code is why an entry could not be stored.
	Code coded.Code `json:"code"`
	// Before and Limit choose a page of events. From is a step of the match so far, by default the last one.
	Before int  `json:"before"`
	Limit  int  `json:"limit"`
	From   *int `json:"from"`
}

// Response is the response to a request. It has an Error, or what the request is about.
type Response struct {
	Step
	// Entries are the entries of a new room, which are to be stored together.
	Entries []StoredEntry `json:"entries,omitempty"`
	// Data is the answer to events, steps, hint and record.
	Data  json.RawMessage `json:"data,omitempty"`
	Error *Refusal        `json:"error,omitempty"`
}

// Refusal is why a request has failed.
type Refusal struct {
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
}

// Serve serves a request, both as JSON. If the rules panic, the response has the code internal, and the room
// has to be loaded again.
func (p *Program) Serve(request []byte) []byte {
	var response Response
	err := catch(func() error {
		var r Request
		if err := json.Unmarshal(request, &r); err != nil {
			return coded.Malformedf("a request is one JSON object")
		}
		return p.serve(&r, &response)
	})
	if err != nil {
		refusal, _ := coded.Refusal(err)
		response = Response{Error: &Refusal{refusal.Code, refusal.Message}}
	}
	return strict.Encode(&response)
}

func (p *Program) serve(r *Request, response *Response) (err error) {
	switch r.Do {
	case "new", "load":
		return p.open(r, response)
	}
	if p.room == nil {
		return coded.Malformedf("there is no room")
	}
	switch r.Do {
	case "receive":
		response.Step = p.room.Receive([]byte(r.Frame), r.Now)
	case "next":
		response.Step, err = p.room.Next(r.Now)
	case "commit":
		response.Step = p.room.Commit()
	case "discard":
		response.Step = p.room.Discard(r.Code)
	case "events":
		response.Data = p.room.Events(r.Before, r.Limit)
	case "steps":
		step := replay.Last
		if r.From != nil {
			step = max(0, *r.From)
		}
		response.Data, err = p.room.Steps(step)
	case "hint":
		response.Data, err = p.room.Hint()
	case "record":
		response.Data, err = p.room.Record()
	default:
		err = coded.Malformedf("unknown request %.40q", r.Do)
	}
	return err
}

// open makes or loads a room.
func (p *Program) open(r *Request, response *Response) error {
	options := Options{Games: p.Games, ID: r.Room, Person: r.Person}
	random, err := hex.DecodeString(r.Random)
	if err != nil || len(random) != len(options.Random) {
		return coded.Malformedf("random has %d bytes in hexadecimal", len(options.Random))
	}
	copy(options.Random[:], random)
	if r.Person.ID == "" {
		return coded.Malformedf("a room has a person with an id")
	}
	if p.Limit != nil && r.Think > 0 {
		options.Think = func() context.Context { return p.Limit(r.Think) }
	}
	made := New(options)
	if r.Do == "load" {
		err = made.Load(r.Entries)
	} else if r.Match == nil {
		err = coded.Malformedf("a new room needs a match")
	} else {
		response.Entries, err = made.Open(r.Match, r.Now)
	}
	if err != nil {
		return err
	}
	p.room = made
	response.Step = made.step()
	return nil
}
