// Package offline plays the matches of one person against bots without a server: a room with its rules, its
// stream and its bots, for a program that runs on the person's device. It speaks the frames of the protocol, so
// that a client cannot tell it from a live room. Start reading at [Room.Receive].
//
// The package is pure. Times, in milliseconds since 1970, and random bytes come in. Its caller stores each
// entry before the entry is shown: [Room.Receive] and [Room.Next] return an entry, and its frames follow from
// [Room.Commit].
package offline

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
)

// The codes of a match on a device.
const (
	// CodeOtherRules: the stored entries do not lead to the same match under these rules.
	CodeOtherRules coded.Code = "other_rules"
	// CodeBrokenStore: the stored entries cannot be read, or some are missing.
	CodeBrokenStore coded.Code = "broken_store"
	// CodeNotStored: the entry of a command could not be stored, and the command has changed nothing.
	CodeNotStored coded.Code = "not_stored"
)

// Person is the person on the device, as in the welcome frame.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Avatar is the picture that an account has chosen.
	Avatar string `json:"avatar,omitempty"`
}

// Options describe a room.
type Options struct {
	Games  game.Modules
	ID     string
	Person Person
	// Random is the source of all random values of the room, until it is loaded again with other bytes.
	Random [32]byte
	// Think returns a context that is done when a bot has thought long enough. If Think is nil, only the bot's
	// number of simulations ends its search.
	Think func() context.Context
}

// Room is a room on a device. It is not safe for concurrent use.
type Room struct {
	options Options
	table   *room.Table
	stream  *stream.Stream
	// sub has the frames for the client. It is replaced when the client connects again.
	sub     *stream.Subscription
	random  *rand.ChaCha8
	replays *replay.Service
	pending *pending
	// events has all events of the current match.
	events []game.Event
}

// pending is a change that is decided, but not stored yet.
type pending struct {
	change room.Change
	step   stream.Step
	// id is the id of the client's command, "" if the room itself made the change.
	id string
}

// replayBytes is the memory for the steps of the match so far, in bytes.
const replayBytes = 4 << 20

// New returns a room without entries.
func New(options Options) *Room {
	r := &Room{
		options: options, table: room.New(options.Games, options.ID), random: rand.NewChaCha8(options.Random),
		replays: replay.NewService(1, replayBytes), sub: stream.NewSubscription(),
	}
	r.stream = stream.New(r.randomID(4))
	return r
}

// Step is what follows from an input.
type Step struct {
	// Frames are the frames for the client, in order.
	Frames []string `json:"frames,omitempty"`
	// Entry is the entry to store before Commit, nil if nothing has changed.
	Entry *StoredEntry `json:"entry,omitempty"`
	// Next says what the room does next by itself.
	Next Next `json:"next"`
}

// StoredEntry is an entry as the device stores it.
type StoredEntry struct {
	// Number counts the entries of the room from 1.
	Number uint64 `json:"number"`
	Kind   string `json:"kind"`
	// Data is the encoded entry.
	Data string `json:"data"`
	// Info is the public information about the room after the entry, as JSON, "" if it has not changed.
	Info string `json:"info,omitempty"`
}

// Next says what a room does next by itself, with [Room.Next].
type Next string

// What a room can do next.
const (
	NextNothing Next = ""      // it waits for its player
	NextStart   Next = "start" // it starts a match
	NextBot     Next = "bot"   // a bot answers
)

// step returns a step with the frames that wait and the pending entry.
func (r *Room) step() Step {
	frames, _ := r.sub.Take(nil)
	s := Step{Next: r.next()}
	for _, f := range frames {
		s.Frames = append(s.Frames, string(f))
	}
	if p := r.pending; p != nil {
		e := p.change.Entry
		s.Entry = &StoredEntry{
			Number: p.change.Next.Last, Kind: string(e.Body.Kind()), Data: string(e.Encode()),
		}
		if p.change.Effects.Room {
			s.Entry.Info = string(strict.Encode(p.change.Next.Info()))
		}
	}
	return s
}

// Load applies the stored entries of a room. It fails with CodeOtherRules or CodeBrokenStore.
func (r *Room) Load(entries []StoredEntry) error {
	for i := range entries {
		stored := &entries[i]
		if stored.Number != r.table.Last+1 {
			return coded.Errorf(CodeBrokenStore, "entry %d of the match is missing", r.table.Last+1)
		}
		e, err := room.DecodeEntry(stored.Kind, []byte(stored.Data))
		if err != nil {
			return coded.Errorf(CodeBrokenStore, "entry %d of the match cannot be read", stored.Number)
		}
		next, effects, err := room.Apply(r.table, e)
		if err != nil {
			return coded.Errorf(
				CodeOtherRules,
				"entry %d does not lead to the same match under these rules",
				stored.Number,
			)
		}
		r.table = next
		r.noteEvents(e, effects.Events)
		m := momentOf(next, effects)
		shown := r.stream.Next(m, e.At)
		r.stream.Show(&shown)
	}
	if r.table.Last == 0 {
		return coded.Errorf(CodeBrokenStore, "there is no such match on this device")
	}
	return nil
}

// Receive takes a frame of the client.
func (r *Room) Receive(data []byte, now int64) Step {
	f, err := frame.Decode(data)
	hello, isHello := f.Body.(*frame.Hello)
	switch {
	case err != nil && f.ID == "" || isHello && hello.V != frame.Version:
		r.sub.Push(strict.Encode(byeFrame{"bye", coded.Malformed}))
	case isHello:
		r.join(hello, now)
	case err == nil && f.Type == frame.TypePing:
		r.sub.Push(strict.Encode(frame.PongFrame{Type: "pong", ID: f.ID}))
	default:
		if err == nil {
			err = r.command(&f, now)
		}
		if err != nil {
			r.answer(f.ID, err)
		}
	}
	return r.step()
}

// isPlayed reports whether a player can send that kind of command. The others concern more people.
func isPlayed(kind room.Kind) bool {
	switch kind {
	case room.KindAnswer, room.KindUndo, room.KindConcede, room.KindReturn, room.KindReady, room.KindStart,
		room.KindPropose, room.KindReply, room.KindOffer, room.KindAccept, room.KindDecline, room.KindRematch,
		room.KindShare:
		return true
	}
	return false
}

// command decides a command of the client.
func (r *Room) command(f *frame.Frame, now int64) error {
	action, ok := f.Body.(room.Action)
	if !ok || !isPlayed(action.Kind()) {
		return coded.Errorf(room.CodeUnknownCommand, "a match without a server has no %.40q", f.Type)
	}
	return r.decide(&room.Command{By: r.person(), ID: f.ID, At: now, Body: action})
}

func (r *Room) person() room.Person {
	p := &r.options.Person
	return room.Person{ID: p.ID, Name: p.Name, Kind: p.Kind}
}

// decide decides a command. If it changes something, the change is pending until Commit or Discard.
func (r *Room) decide(c *room.Command) error {
	if r.pending != nil {
		return coded.Errorf(coded.Busy, "an entry is being stored")
	}
	if body, ok := c.Body.(interface{ SetRandom(string, match.Secret) }); ok {
		var secret match.Secret
		r.fill(secret[:])
		body.SetRandom(r.randomID(16), secret)
	}
	change, err := room.Decide(r.table, c)
	switch {
	case err != nil:
		return err
	case change.Entry == nil:
		r.answer(c.ID, nil)
		return nil
	}
	r.pending = &pending{change, r.stream.Next(momentOf(change.Next, change.Effects), c.At), c.ID}
	return nil
}

// Commit shows the pending change, whose entry is stored now.
func (r *Room) Commit() Step {
	if p := r.pending; p != nil {
		r.pending, r.table = nil, p.change.Next
		r.noteEvents(p.change.Entry, p.change.Effects.Events)
		r.stream.Show(&p.step)
		r.stream.Move(r.sub, r.table.SeatOf(r.options.Person.ID))
		if p.id != "" {
			r.answer(p.id, nil)
		}
	}
	return r.step()
}

// Discard drops the pending change, whose entry could not be stored. The client's command is refused with a
// code that says why.
func (r *Room) Discard(code coded.Code) Step {
	if p := r.pending; p != nil {
		r.pending = nil
		if p.id != "" {
			r.answer(p.id, coded.Errorf(code, "the move could not be stored, and has changed nothing"))
		}
	}
	return r.step()
}

func (r *Room) answer(id string, err error) {
	refusal, _ := coded.Refusal(err)
	r.sub.Answer(id, refusal)
}

// noteEvents records the events of an entry that was applied.
func (r *Room) noteEvents(e *room.Entry, events []game.Event) {
	if e.Body.Kind() == room.KindStart {
		r.events = nil
	}
	r.events = append(r.events, events...)
}

// fill fills b with random bytes.
func (r *Room) fill(b []byte) { _, _ = r.random.Read(b) } // never fails

// randomID returns n random bytes in hexadecimal.
func (r *Room) randomID(n int) string {
	b := make([]byte, n)
	r.fill(b)
	return hex.EncodeToString(b)
}

// momentOf returns the table after a change in the form that the stream takes.
func momentOf(t *room.Table, effects room.Effects) stream.Moment {
	m := stream.Moment{Events: effects.Events, Undo: t.CanUndo(), Watchable: t.Settings.Spectators}
	if effects.Room {
		m.Room = stream.NewRoom(t.Info())
	}
	if p := t.Play; p != nil {
		m.Match, m.Number, m.Turn, m.EventCount, m.DecisionID = p.Match, t.Matches, p.Turn, p.Events, p.DecisionID
		m.Delay, m.HiddenUntil, m.OpenHands = p.Delay, t.HiddenUntil(), p.OpenHands
	}
	return m
}

// catch turns a panic of the rules into an error.
func catch(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = coded.Errorf(coded.Internal, "%s", fmt.Sprint("the rules have failed: ", value))
		}
	}()
	return do()
}
