package cluster

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	jsonv2 "github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// A message of a trunk is its length as a uvarint, a byte that says what it is, a
// uvarint, and data. The uvarint is the number of a subscription, or for messages to
// an audience the seat, 0 for spectators and else one more than the seat.
const (
	// What the node with the sockets sends.
	messageJoin  = 'j' // JSON: joining
	messageLeave = 'l'
	// What the node with the room sends.
	messageJoined   = 'J' // everything that it is shown at first was sent
	messageRefused  = 'R' // JSON: failure
	messagePlace    = 'p' // the seat as one byte, as above
	messageFrame    = 'f' // a frame
	messageAnswer   = 'a' // a frame that answers a command
	messageRoom     = 'r' // a frame of the room
	messageFrameAll = 'F' // a frame to an audience
	messageRoomAll  = 'O' // a frame of the room to an audience
	messageEnd      = 'e' // JSON: ending
)

const (
	// longestMessage bounds a message of a node with a room, longestJoin one of a node
	// with sockets, in bytes.
	longestMessage = 4 << 20
	longestJoin    = 64 << 10
)

// joining is somebody who wants to watch.
type joining struct {
	Person people.Person `json:"person"`
	Hello  stream.Hello  `json:"hello"`
}

// ending is why a subscription has ended.
type ending struct {
	Code   coded.Code `json:"code"`
	Reason string     `json:"reason"`
}

// message is a message of a trunk.
type message struct {
	kind   byte
	number uint64
	data   []byte
}

// appendMessage adds a message to what is to be sent.
func appendMessage(b []byte, kind byte, number uint64, data []byte) []byte {
	var head [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(head[:], number)
	b = binary.AppendUvarint(b, uint64(1+n+len(data)))
	b = append(b, kind)
	b = append(b, head[:n]...)
	return append(b, data...)
}

// readMessage reads a message that is not longer than longest. Its data belong to the
// caller. It fails with io.EOF where the messages end in order.
func readMessage(r *bufio.Reader, longest uint64) (message, error) {
	length, err := binary.ReadUvarint(r)
	if err != nil {
		return message{}, err
	}
	if length < 2 || length > longest {
		return message{}, fmt.Errorf("a message of %d bytes", length)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return message{}, fmt.Errorf("a message that is cut off: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	number, n := binary.Uvarint(body[1:])
	if n <= 0 {
		return message{}, errors.New("a message without a number")
	}
	return message{kind: body[0], number: number, data: body[1+n:]}, nil
}

// seatNumber and seatOf are how a seat is written.
func seatNumber(seat game.Seat) uint64 { return uint64(seat - game.NoSeat) }

func seatOf(number uint64) (game.Seat, error) {
	if number > game.MaxSeats {
		return game.NoSeat, fmt.Errorf("there is no seat %d", number)
	}
	return game.NoSeat + game.Seat(number), nil
}

// failure is an error as it crosses a link.
type failure struct {
	Kind failureKind `json:"kind"`
	// Code is that of a coded error, Message its message or what the error says.
	Code    coded.Code `json:"code,omitempty"`
	Message string     `json:"message,omitempty"`
	// Reason is why the host has removed the person.
	Reason string `json:"reason,omitempty"`
}

type failureKind string

const (
	failureCoded     failureKind = "coded"
	failureRemoved   failureKind = "removed"
	failureElsewhere failureKind = "elsewhere"
	failureOther     failureKind = "other"
)

// failureOf returns what a link says of an error.
func failureOf(err error) *failure {
	var elsewhere *lobby.ElsewhereError
	var removed *lobby.RemovedError
	var refusal *coded.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errMoved), errors.As(err, &elsewhere), errors.As(err, &refusal) && refusal.Code == lobby.CodeClosing:
		return &failure{Kind: failureElsewhere}
	case errors.As(err, &removed):
		return &failure{Kind: failureRemoved, Reason: removed.Reason}
	case errors.As(err, &refusal):
		return &failure{Kind: failureCoded, Code: refusal.Code, Message: refusal.Message}
	}
	return &failure{Kind: failureOther, Message: err.Error()}
}

// errMoved says that a node does not have the room any more.
var errMoved = errors.New("the node does not have the room")

// err returns the error on the other side of the link.
func (f *failure) err() error {
	switch {
	case f == nil:
		return nil
	case f.Kind == failureElsewhere:
		return errMoved
	case f.Kind == failureRemoved:
		return &lobby.RemovedError{Reason: f.Reason}
	case f.Kind == failureCoded:
		return &coded.Error{Code: f.Code, Message: f.Message}
	}
	return errors.New("another node: " + f.Message)
}

func encode(value any) []byte {
	data, err := strict.Encode(value)
	if err != nil {
		panic("cluster: a value that cannot be encoded: " + err.Error())
	}
	return data
}

func decode(data []byte, into any) error { return json.Unmarshal(data, into) }

// encodeShort is encode for what is mostly zero, which it leaves out.
func encodeShort(value any) []byte {
	data, err := jsonv2.Marshal(value, jsonv2.OmitZeroStructFields(true), jsonv1.FormatByteArrayAsArray(true))
	if err != nil {
		panic("cluster: a value that cannot be encoded: " + err.Error())
	}
	return data
}
