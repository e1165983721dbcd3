package club

import (
	"context"
	"encoding/json"
	"time"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// Frame brings a viewer's document of the club up to date. The first one, and each one after versions that the
// client was too slow to read, has the whole document.
type Frame struct {
	Type string `json:"type"` // "club"
	// Seq counts the versions of the document.
	Seq uint64 `json:"seq"`
	// Document is the whole document, and Patch a merge patch (RFC 7396) of the one before. A frame has one of
	// them.
	Document *Document       `json:"document,omitempty"`
	Patch    json.RawMessage `json:"patch,omitempty"`
}

// MineFrame means that the client's own tables or invitations have changed: `GET /api/rooms?mine=1` and `GET
// /api/invitations` return something else. It comes on connections to the club.
type MineFrame struct {
	Type string `json:"type"` // "mine"
}

// Subscription is a viewer of a club. A viewer that reads slowly skips versions of the document.
type Subscription struct {
	*stream.Subscription
	club   *Club
	person string
	ready  func()

	// The mutex of the club guards the fields below. seq is the version of the document that the viewer has, 0
	// for none.
	audience     *audience
	seq          uint64
	hasNewsOfOwn bool
	isClosed     bool
}

// Join subscribes a person to the club.
func (c *Club) Join(ctx context.Context, person people.Person) (*Subscription, error) {
	if err := person.Check(); err != nil {
		return nil, err
	}
	hidden, err := c.source.Strangers(ctx, person.ID)
	if err != nil {
		return nil, err
	}
	kind := Visitor
	if person.Kind == people.Account {
		kind = Member
	}
	sub := &Subscription{Subscription: stream.NewSubscription(), club: c, person: person.ID, ready: func() {}}
	c.mu.Lock()
	isFirst := len(c.subs) == 0
	c.subs[sub] = struct{}{}
	c.byPerson[person.ID]++
	sub.setAudience(c.audienceOf(kind, hidden))
	c.pending.People = true
	if !isFirst {
		c.schedule(time.Now().Add(collectFor))
	}
	c.mu.Unlock()
	if isFirst {
		c.refresh()
	}
	return sub, nil
}

// setAudience makes the viewer get the documents of an audience. The caller holds the club's mutex.
func (s *Subscription) setAudience(a *audience) {
	s.audience, s.seq = a, 0
	a.subs++
}

// hasNews reports whether there are frames for the viewer. The caller holds the club's mutex.
func (s *Subscription) hasNews() bool { return s.hasNewsOfOwn || s.audience.seq != s.seq }

// Notify sets the function that is called when frames can be taken. It must not block.
func (s *Subscription) Notify(ready func()) {
	s.club.mu.Lock()
	s.ready = ready
	s.club.mu.Unlock()
	s.Subscription.Notify(ready)
	ready()
}

// Take returns the encoded frames, in order, and whether more can come. It reuses the memory of free.
func (s *Subscription) Take(free [][]byte) ([][]byte, bool) {
	frames, isOpen := s.Subscription.Take(free)
	c := s.club
	c.mu.Lock()
	defer c.mu.Unlock()
	if frame := s.audience.frame(s.seq); frame != nil && !s.isClosed {
		frames = append(frames, frame)
	}
	s.seq = s.audience.seq
	if s.hasNewsOfOwn {
		s.hasNewsOfOwn = false
		frames = append(frames, strict.Encode(MineFrame{Type: "mine"}))
	}
	return frames, isOpen
}

// Close ends the subscription.
func (s *Subscription) Close() {
	c := s.club
	c.mu.Lock()
	if !s.isClosed {
		s.isClosed = true
		delete(c.subs, s)
		if c.byPerson[s.person]--; c.byPerson[s.person] <= 0 {
			delete(c.byPerson, s.person)
		}
		c.release(s.audience)
		c.pending.People = true
		c.schedule(time.Now().Add(collectFor))
	}
	c.mu.Unlock()
	s.End("")
}

// errNoCommands refuses what belongs to a room.
var errNoCommands = coded.Errorf(room.CodeUnknownCommand, "this connection takes no commands")

// Do refuses a command, because the club takes none.
func (s *Subscription) Do(_ context.Context, id string, _ room.Action) error {
	s.Answer(id, errNoCommands)
	return errNoCommands
}

// Say refuses a line of the chat, because the club has none.
func (s *Subscription) Say(_ context.Context, id, _ string) error {
	s.Answer(id, errNoCommands)
	return errNoCommands
}
