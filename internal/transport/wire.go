package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// Version is the version of the protocol that WebSockets speak.
const Version = 1

// MaxCommandID is the greatest length of a frame's id, in bytes.
const MaxCommandID = 64

// clientFrame is a frame of a client. Fields that its type does not have are
// zero.
type clientFrame struct {
	Type string
	// ID is chosen by the client; the reply names it.
	ID string

	V        int
	Sequence string
	Seq      uint64
	Overlay  bool

	Decision          uint64
	Choice            json.RawMessage
	Text              string
	Ready             bool
	Settings          *room.Settings
	Seat, Other       game.Seat
	Bot               string
	Commitment, Share string
	What              room.What
	Proposal          uint64
	Agree             bool
	Player            string
	Muted             bool
	Reason            string
}

// field is a field of a frame besides its type and id.
type field struct {
	name     string
	optional bool
	// into returns where its value is stored.
	into func(*clientFrame) any
}

// The fields of frames.
var (
	fieldV          = field{name: "v", into: func(f *clientFrame) any { return &f.V }}
	fieldSequence   = field{name: "sequence", optional: true, into: func(f *clientFrame) any { return &f.Sequence }}
	fieldSeq        = field{name: "seq", optional: true, into: func(f *clientFrame) any { return &f.Seq }}
	fieldOverlay    = field{name: "overlay", optional: true, into: func(f *clientFrame) any { return &f.Overlay }}
	fieldDecision   = field{name: "decision", into: func(f *clientFrame) any { return &f.Decision }}
	fieldChoice     = field{name: "choice", into: func(f *clientFrame) any { return &f.Choice }}
	fieldText       = field{name: "text", into: func(f *clientFrame) any { return &f.Text }}
	fieldReady      = field{name: "ready", into: func(f *clientFrame) any { return &f.Ready }}
	fieldSettings   = field{name: "settings", into: func(f *clientFrame) any { return &f.Settings }}
	fieldSeat       = field{name: "seat", into: func(f *clientFrame) any { return &f.Seat }}
	fieldOther      = field{name: "other", into: func(f *clientFrame) any { return &f.Other }}
	fieldBot        = field{name: "bot", into: func(f *clientFrame) any { return &f.Bot }}
	fieldCommitment = field{name: "commitment", into: func(f *clientFrame) any { return &f.Commitment }}
	fieldWhat       = field{name: "what", into: func(f *clientFrame) any { return &f.What }}
	fieldProposal   = field{name: "proposal", into: func(f *clientFrame) any { return &f.Proposal }}
	fieldAgree      = field{name: "agree", into: func(f *clientFrame) any { return &f.Agree }}
	fieldPlayer     = field{name: "player", into: func(f *clientFrame) any { return &f.Player }}
	fieldMuted      = field{name: "muted", into: func(f *clientFrame) any { return &f.Muted }}
	fieldReason     = field{name: "reason", optional: true, into: func(f *clientFrame) any { return &f.Reason }}
	fieldShare      = field{name: "share", into: func(f *clientFrame) any { return &f.Share }}
)

// The types of frames that are not commands.
const (
	typeHello = "hello"
	typePing  = "ping"
	typeChat  = "chat"
)

// frameFields are the types of frames that a client may send, with their
// fields. The type of a command is its kind.
var frameFields = map[string][]field{
	typeHello: {fieldV, fieldSequence, fieldSeq, fieldOverlay},
	typePing:  {},
	typeChat:  {fieldText},

	string(room.KindAnswer):   {fieldDecision, fieldChoice},
	string(room.KindReady):    {fieldReady},
	string(room.KindShare):    {fieldCommitment, fieldShare},
	string(room.KindSettings): {fieldSettings},
	string(room.KindClaim):    {fieldSeat},
	string(room.KindLeave):    {},
	string(room.KindSwap):     {fieldSeat, fieldOther},
	string(room.KindKick):     {fieldSeat, fieldReason},
	string(room.KindRemove):   {fieldPlayer, fieldReason},
	string(room.KindAllow):    {fieldPlayer},
	string(room.KindMute):     {fieldPlayer, fieldMuted},
	string(room.KindConsent):  {fieldAgree},
	string(room.KindBot):      {fieldSeat, fieldBot},
	string(room.KindHost):     {fieldSeat},
	string(room.KindStart):    {},
	string(room.KindUndo):     {},
	string(room.KindConcede):  {},
	string(room.KindAsk):      {fieldSeat},
	string(room.KindPropose):  {fieldWhat, fieldOther},
	string(room.KindReply):    {fieldProposal, fieldAgree},
	string(room.KindRematch):  {},
	string(room.KindReturn):   {},
}

// decodeFrame reads a frame of a client. It is strict: one JSON object with
// exactly the fields that its type has, each once, none of them null. It fails
// with coded.Malformed, and with room.CodeUnknownCommand for a type that does not
// exist. With an error it returns what it could read; if that has an id, the
// frame can be answered.
func decodeFrame(data []byte) (clientFrame, error) {
	var f clientFrame
	r := fieldReader{fields: make([]frameField, 0, 8)}
	if !r.split(data) {
		return f, malformed("a frame is one JSON object in UTF-8, with each name once")
	}
	if r.has("id") {
		r.read("id", &f.ID)
		if len(f.ID) == 0 || len(f.ID) > MaxCommandID {
			f.ID = ""
			r.fail(malformed("an id has 1 to %d bytes", MaxCommandID))
		}
	}
	r.read("type", &f.Type)
	known, ok := frameFields[f.Type]
	switch {
	case !ok:
		r.fail(coded.Errorf(room.CodeUnknownCommand, "there are no frames of that type"))
	case f.Type == typeHello && f.ID != "":
		r.fail(malformed("a hello has no id"))
	case f.Type != typeHello && f.Type != typePing && f.ID == "":
		r.fail(malformed("a frame of type %q has an id", f.Type))
	}
	for _, one := range known {
		if !one.optional || r.has(one.name) {
			r.read(one.name, one.into(&f))
		}
	}
	if r.taken < len(r.fields) {
		r.fail(malformed("a frame of type %q has other fields", f.Type))
	}
	if r.wrong != nil {
		return f, r.wrong
	}
	return f, nil
}

// frameField is a field of a frame as it came.
type frameField struct {
	name string
	data jsontext.Value
}

// fieldReader takes the fields out of a frame, and keeps the first error.
type fieldReader struct {
	fields []frameField
	taken  int
	wrong  *coded.Error
}

// split reads the fields of a frame, or returns false if it is not one JSON
// object. A name that comes twice, anywhere in the frame, is an error of JSON.
func (r *fieldReader) split(data []byte) bool {
	decoder := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(decoder)
	decoder.Reset(bytes.NewBuffer(data))
	if first, err := decoder.ReadToken(); err != nil || first.Kind() != '{' {
		return false
	}
	for decoder.PeekKind() == '"' {
		token, err := decoder.ReadToken()
		if err != nil {
			return false
		}
		name := token.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return false
		}
		// The decoder's own value does not outlive its next call.
		end := decoder.InputOffset()
		r.fields = append(r.fields, frameField{name, data[end-int64(len(value)) : end]})
	}
	if _, err := decoder.ReadToken(); err != nil {
		return false
	}
	_, err := decoder.ReadToken()
	return errors.Is(err, io.EOF)
}

// decoders read frames.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// find returns the index of a field, or -1.
func (r *fieldReader) find(name string) int {
	return slices.IndexFunc(r.fields, func(f frameField) bool { return f.name == name })
}

func (r *fieldReader) has(name string) bool { return r.find(name) >= 0 }

func (r *fieldReader) fail(err *coded.Error) {
	if r.wrong == nil {
		r.wrong = err
	}
}

// read takes one field out.
func (r *fieldReader) read(name string, into any) {
	at := r.find(name)
	if at < 0 {
		r.fail(malformed("the field %q is missing", name))
		return
	}
	r.taken++
	data := r.fields[at].data
	if data.Kind() == 'n' || decodeField(data, into) != nil {
		r.fail(malformed("the field %q cannot be read", name))
	}
}

func decodeField(data jsontext.Value, into any) error {
	switch into := into.(type) {
	case *json.RawMessage:
		// The game reads it, according to the decision.
		*into = bytes.Clone(data)
		return nil
	case *string:
		if data.Kind() == '"' && bytes.IndexByte(data, '\\') < 0 {
			*into = string(data[1 : len(data)-1])
			return nil
		}
	}
	return jsonv2.Unmarshal(data, into, jsonv2.RejectUnknownMembers(true))
}

func malformed(format string, args ...any) *coded.Error {
	return coded.Errorf(coded.Malformed, format, args...)
}

// welcomeFrame is the first frame that a client gets, once it watches a room.
type welcomeFrame struct {
	Type string `json:"type"` // "welcome"
	V    int    `json:"v"`
	You  person `json:"you"`
	Room string `json:"room"`
	// Now is the server's time, in milliseconds since 1970.
	Now    int64         `json:"now"`
	Limits welcomeLimits `json:"limits"`
}

// person is a person as clients see one.
type person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is what the person is: a guest, an account, or a bot that belongs to
	// an account.
	Kind people.Kind `json:"kind"`
}

// welcomeLimits are the bounds that a client has to know.
type welcomeLimits struct {
	// Message is the longest frame in bytes, 0 for no limit; Chat the longest
	// line in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// okFrame says that a command was carried out, and that everything it has
// changed for this client was sent.
type okFrame struct {
	Type string `json:"type"` // "ok"
	ID   string `json:"id"`
}

// encode writes the frame by hand, as it answers every move.
func (f okFrame) encode() []byte {
	b := append(make([]byte, 0, 32+len(f.ID)), `{"type":"ok","id":`...)
	return append(strict.AppendString(b, f.ID), '}')
}

// rejectFrame says that a command was refused and has changed nothing.
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
	// RetryAfter is after how many milliseconds the client may connect again.
	// If it is absent, the server would refuse it again.
	RetryAfter int64 `json:"retryAfter,omitempty"`
	// Why says more, where a moderator has ended the connection.
	Why *explained `json:"why,omitempty"`
}

// newsFrame says that GET /api/news answers something else than before.
type newsFrame struct {
	Type string `json:"type"` // "news"
}

func encode(frame any) []byte {
	data, err := strict.Encode(frame)
	if err != nil {
		panic("transport: a frame that cannot be encoded: " + err.Error())
	}
	return data
}
