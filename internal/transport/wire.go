package transport

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
)

// Version is the version of the protocol that WebSockets speak.
const Version = 1

// MaxIntentID is the length of a client's own id of a frame, in bytes.
const MaxIntentID = 64

// clientFrame is a frame of a client. What a frame of its type does not have is
// zero.
type clientFrame struct {
	Type string
	// ID is the client's own, by which the frame is answered.
	ID string

	V         int
	Room      string
	Life, Seq uint64

	Decision    uint64
	Choice      json.RawMessage
	Text        string
	Ready       bool
	Settings    *lobby.Settings
	Seat, Other game.Seat
	Bot         string
	Secret      string
}

// field is something that a frame of some type has beside its type and id.
type field struct {
	name     string
	optional bool
	// into returns where it belongs.
	into func(*clientFrame) any
}

// The fields of frames.
var (
	fieldV        = field{name: "v", into: func(f *clientFrame) any { return &f.V }}
	fieldRoom     = field{name: "room", into: func(f *clientFrame) any { return &f.Room }}
	fieldLife     = field{name: "life", optional: true, into: func(f *clientFrame) any { return &f.Life }}
	fieldSeq      = field{name: "seq", optional: true, into: func(f *clientFrame) any { return &f.Seq }}
	fieldDecision = field{name: "decision", into: func(f *clientFrame) any { return &f.Decision }}
	fieldChoice   = field{name: "choice", into: func(f *clientFrame) any { return &f.Choice }}
	fieldText     = field{name: "text", into: func(f *clientFrame) any { return &f.Text }}
	fieldReady    = field{name: "ready", into: func(f *clientFrame) any { return &f.Ready }}
	fieldSettings = field{name: "settings", into: func(f *clientFrame) any { return &f.Settings }}
	fieldSeat     = field{name: "seat", into: func(f *clientFrame) any { return &f.Seat }}
	fieldOther    = field{name: "other", into: func(f *clientFrame) any { return &f.Other }}
	fieldBot      = field{name: "bot", into: func(f *clientFrame) any { return &f.Bot }}
	fieldSecret   = field{name: "secret", into: func(f *clientFrame) any { return &f.Secret }}
)

// The types of frames that are no intents.
const (
	typeHello = "hello"
	typePing  = "ping"
	typeChat  = "chat"
)

// frameFields are the types of frames that a client may send, with their
// fields. An intent's type is its kind.
var frameFields = map[string][]field{
	typeHello: {fieldV, fieldRoom, fieldLife, fieldSeq},
	typePing:  {},
	typeChat:  {fieldText},

	string(lobby.KindAnswer):   {fieldDecision, fieldChoice},
	string(lobby.KindReady):    {fieldReady},
	string(lobby.KindSettings): {fieldSettings},
	string(lobby.KindClaim):    {fieldSeat},
	string(lobby.KindLeave):    {},
	string(lobby.KindSwap):     {fieldSeat, fieldOther},
	string(lobby.KindKick):     {fieldSeat},
	string(lobby.KindBot):      {fieldSeat, fieldBot},
	string(lobby.KindHost):     {fieldSeat},
	string(lobby.KindStart):    {},
	string(lobby.KindUndo):     {},
	string(lobby.KindConcede):  {},
	string(lobby.KindAbandon):  {fieldReady},
	string(lobby.KindRematch):  {},
	string(lobby.KindReturn):   {},
	string(lobby.KindLink):     {fieldSecret},
	string(lobby.KindRedeem):   {fieldSecret},
}

// decodeFrame reads a frame of a client. It is strict: one JSON object with
// exactly the fields that its type has, none of them null. It fails with
// coded.Malformed, and lobby.CodeUnknownIntent for a type that does not
// exist. What can be read of a frame that is refused is returned too; it can be
// answered if it has an id.
func decodeFrame(data []byte) (clientFrame, error) {
	var f clientFrame
	var r fieldReader
	if !utf8.Valid(data) || json.Unmarshal(data, &r.fields) != nil || r.fields == nil {
		return f, malformed("a frame is one JSON object in UTF-8")
	}
	if _, ok := r.fields["id"]; ok {
		r.read("id", &f.ID)
		if len(f.ID) == 0 || len(f.ID) > MaxIntentID {
			f.ID = ""
			r.fail(malformed("an id has 1 to %d bytes", MaxIntentID))
		}
	}
	r.read("type", &f.Type)
	known, ok := frameFields[f.Type]
	switch {
	case !ok:
		r.fail(coded.Errorf(lobby.CodeUnknownIntent, "there are no frames of that type"))
	case f.Type == typeHello && f.ID != "":
		r.fail(malformed("a hello has no id"))
	case f.Type != typeHello && f.Type != typePing && f.ID == "":
		r.fail(malformed("a frame of type %q has an id", f.Type))
	}
	for _, one := range known {
		if _, there := r.fields[one.name]; there || !one.optional {
			r.read(one.name, one.into(&f))
		}
	}
	if len(r.fields) > 0 {
		r.fail(malformed("a frame of type %q has other fields", f.Type))
	}
	if r.wrong != nil {
		return f, r.wrong
	}
	return f, nil
}

// fieldReader takes the fields out of a frame, and keeps the first error.
type fieldReader struct {
	fields map[string]json.RawMessage
	wrong  *coded.Error
}

func (r *fieldReader) fail(err *coded.Error) {
	if r.wrong == nil {
		r.wrong = err
	}
}

// read takes one field out.
func (r *fieldReader) read(name string, into any) {
	data, ok := r.fields[name]
	if !ok {
		r.fail(malformed("the field %q is missing", name))
		return
	}
	delete(r.fields, name)
	if bytes.Equal(data, []byte("null")) || decodeField(data, into) != nil {
		r.fail(malformed("the field %q cannot be read", name))
	}
}

func decodeField(data []byte, into any) error {
	switch into := into.(type) {
	case *json.RawMessage:
		// What a choice says, its decision reads.
		*into = bytes.Clone(data)
		return nil
	case **lobby.Settings:
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.DisallowUnknownFields()
		return decoder.Decode(into)
	}
	return json.Unmarshal(data, into)
}

func malformed(format string, args ...any) *coded.Error {
	return coded.Errorf(coded.Malformed, format, args...)
}

// welcomeFrame is the first frame that a client gets, once it watches a room.
type welcomeFrame struct {
	Type   string        `json:"type"` // "welcome"
	V      int           `json:"v"`
	You    person        `json:"you"`
	Room   string        `json:"room"`
	Limits welcomeLimits `json:"limits"`
}

// person is somebody as clients know one.
type person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// welcomeLimits are the bounds that a client has to know.
type welcomeLimits struct {
	// Message is the longest frame in bytes, 0 for no limit; Chat the longest
	// line in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// okFrame says that an intent was carried out, and that everything it has
// changed for this client was sent.
type okFrame struct {
	Type string `json:"type"` // "ok"
	ID   string `json:"id"`
}

// rejectFrame says that an intent was refused and has changed nothing.
type rejectFrame struct {
	Type    string     `json:"type"` // "reject"
	ID      string     `json:"id"`
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
}

// pongFrame answers a ping.
type pongFrame struct {
	Type string `json:"type"` // "pong"
	ID   string `json:"id,omitempty"`
}

// byeFrame is the last frame of a connection that the server ends.
type byeFrame struct {
	Type string     `json:"type"` // "bye"
	Code coded.Code `json:"code"`
	// RetryAfter is after how many milliseconds the client may come back. If
	// it is absent, it would be turned away again.
	RetryAfter int64 `json:"retryAfter,omitempty"`
}

func encode(frame any) []byte {
	data, err := json.Marshal(frame)
	if err != nil {
		panic("transport: a frame that cannot be encoded: " + err.Error())
	}
	return data
}
