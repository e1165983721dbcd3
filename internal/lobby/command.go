package lobby

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// This file carries out commands: it receives, decides and stores them, and then shows the result
// to all clients.

// Do implements Subscription.
func (s *subscription) Do(ctx context.Context, id string, body room.Action) error {
	c, err := s.room.lobby.newCommand(ctx, s.room.id, s.by, id, body)
	s.room.shares.awaitPending(ctx, s.person.ID, body)
	return s.change(ctx, id, func(r *liveRoom) error { return r.carryOut(c) }, err)
}

// Say implements Subscription.
func (s *subscription) Say(ctx context.Context, id, text string) error {
	return s.change(ctx, id, func(r *liveRoom) error { return r.chat.addLine(s.person, id, text) }, nil)
}

// change runs do in the room, unless err is already an error, and sends the result as the reply to the command.
func (s *subscription) change(ctx context.Context, id string, do func(*liveRoom) error, err error) error {
	var result error
	if err == nil {
		err = s.room.ask(ctx, s.person.ID, func(r *liveRoom) error {
			if result = do(r); result == nil && r.stream.RoomPending() {
				// Other clients get the change of the room later.
				r.stream.FlushRoom(s.Subscription)
			}
			refusal, _ := coded.Refusal(result)
			s.Answer(id, refusal)
			return nil
		})
	}
	switch {
	case err == nil:
		return result
	case ctx.Err() != nil:
		return err
	}
	refusal, _ := coded.Refusal(err)
	s.Answer(id, refusal)
	return err
}

// Do carries out a command of a person in a room. The person has chosen id, the id of the command. If Do
// returns nil, the result is stored. All errors have a code, and mean that nothing has changed. After
// coded.Busy and CodeNotStored, the command can be tried again with the same id.
func (l *Lobby) Do(ctx context.Context, roomID string, by people.Person, id string, body room.Action) error {
	if err := by.Check(); err != nil {
		return err
	}
	c, err := l.newCommand(ctx, roomID, toRoomPerson(by), id, body)
	if err != nil {
		return err
	}
	return l.use(ctx, roomID, func(r *liveRoom) error {
		r.shares.awaitPending(ctx, by.ID, body)
		return r.ask(ctx, by.ID, func(r *liveRoom) error { return r.carryOut(c) })
	})
}

// newCommand makes a person's command for a room. It adds whether the host has blocked a person who wants a
// seat, and refuses unknown reasons.
func (l *Lobby) newCommand(
	ctx context.Context,
	roomID string,
	by room.Person,
	id string,
	body room.Action,
) (c *room.Command, err error) {
	c = &room.Command{By: by, ID: shortID(id), Body: body}
	switch body := body.(type) {
	case *room.Claim, *room.AskSeat:
		c.Blocked, err = l.isBlocked(ctx, roomID, by.ID)
	case *room.Kick:
		err = people.CheckReason(body.Reason)
	case *room.Remove:
		err = people.CheckReason(body.Reason)
	}
	return c, err
}

// limitVisitors refuses a change by a person without a seat if all such persons together make too many.
func (r *liveRoom) limitVisitors(person string) error {
	if r.visitorsRate != nil && !r.hasSeat(person) && !r.visitorsRate.Allow() {
		return coded.Errorf(coded.TooFast, "too much goes on in this room; try again in a moment")
	}
	return nil
}

// complete sets the time of a command, and the random values that its kind needs.
func (l *Lobby) complete(c *room.Command) {
	c.At = l.clock.now()
	if body, ok := c.Body.(interface{ SetRandom(string, match.Secret) }); ok {
		var secret match.Secret
		l.options.Random.Fill(secret[:])
		body.SetRandom(l.options.Random.ID(), secret)
	}
}

// maxStoredID is the maximum length of a client's id that is stored unchanged, in bytes.
const maxStoredID = 16

// shortID returns a client's id, or a hash of it if it is longer than maxStoredID. It returns an id of
// forbidden length unchanged, which is refused later.
func shortID(id string) string {
	if len(id) <= maxStoredID || len(id) > maxLineID {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:maxStoredID]
}

// carryOut decides a command and stores the change. Only then does it update the table and send frames.
func (r *liveRoom) carryOut(c *room.Command) error {
	if r.frozen {
		return errFrozen
	}
	if r.ending {
		return errMoved
	}
	if err := r.limitVisitors(c.By.ID); err != nil {
		return err
	}
	r.lobby.complete(c)
	if err := r.checkPeople(c); err != nil {
		return err
	}
	change, err := room.Decide(r.table, c)
	if err != nil || change.Entry == nil {
		return err
	}
	m := moment(change.Next, change.Effects)
	if m.Room != nil {
		r.roomFrameAt = r.roomPacer.next(time.Now(), len(r.subs), 1)
		m.CanDefer = !r.roomFrameAt.IsZero()
	}
	next := r.stream.Next(m, c.At)
	head, err := r.store(&change, &next.Spectators)
	if !r.holds() {
		r.abandon()
		return errMoved
	}
	if err != nil {
		return r.notStored(&change, err)
	}
	r.head, r.table = head, change.Next
	switch c.Body.(type) {
	case *room.Claim:
		r.presence.lastHere[c.By.ID] = time.Now()
	case *room.GiveShare:
		r.shares.record(c.By.ID)
	}
	r.show(&next, change.Effects.Room)
	return nil
}

// checkPeople checks a command against the connections and viewers of the room. It refuses a seat to
// a person who is not connected. It refuses commands of persons without a seat if the reply would
// reveal something that is still hidden from spectators, such as the end of a match. It also sets the
// name in a [room.Remove].
func (r *liveRoom) checkPeople(c *room.Command) error {
	hasNoSeat := c.By.ID != "" && r.table.SeatOf(c.By.ID) == game.NoSeat
	public, asker := r.public(), ""
	switch body := c.Body.(type) {
	case *room.Remove:
		body.PersonName = cmp.Or(r.subs.nameOf(body.Person), r.chat.nameOf(body.Person))
	case *room.Claim:
		if hasNoSeat && (public.Status == room.StatusPlaying || public.Status == room.StatusFinished) {
			return room.ErrTooLate
		}
	case *room.AskSeat:
		seat := int(body.Seat)
		if hasNoSeat && seat >= 0 && seat < len(public.Seats) && (!public.Seats[seat].Free || !r.table.Playing()) {
			return room.ErrTaken
		}
		asker = c.By.ID
	case *room.Reply:
		if p := r.table.Play; body.Agree && p != nil && p.Proposal != nil && p.Proposal.Number == body.Proposal {
			asker = p.Proposal.Person
		}
	}
	if asker != "" && r.presence.connections[asker] == 0 {
		return coded.Errorf(room.CodeNotHere, "who asks for the seat is not in the room")
	}
	return nil
}

// moment returns the table after a change in the form that the stream takes.
func moment(t *room.Table, effects room.Effects) stream.Moment {
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

// show sends a step to all clients. roomChanged is true if the room can have changed, not only the
// match.
func (r *liveRoom) show(next *stream.Step, roomChanged bool) {
	before := r.public()
	r.stream.Show(next)
	if roomChanged || !r.public().Equal(before) {
		r.publishSeats()
		r.placeAll()
		r.presence.send()
	}
	r.clock.send()
	r.bots.updateTurns()
}

// public returns the room as spectators see it.
func (r *liveRoom) public() *stream.Room { return r.stream.Room(game.NoSeat) }

// seatClock is a seat's clock: the time that remained when it last stopped, and the time since when it runs.
type seatClock struct{ bank, since int64 }

// roomClock sends the players' clocks of a room and handles those that have run out.
type roomClock struct {
	room *liveRoom
	// sent has the clocks that were sent last.
	sent []seatClock
}

// send sends the clocks if time is limited and one has started, stopped or got time since the last frame.
func (c *roomClock) send() {
	r := c.room
	t := r.table
	if !isTimed(t) {
		c.sent = nil
		r.stream.SendClock(nil)
		return
	}
	unchanged := len(c.sent) == len(t.Seats)
	for i := range t.Seats {
		unchanged = unchanged && c.sent[i] == seatClock{t.Seats[i].Bank, t.Seats[i].Since}
	}
	if unchanged {
		return
	}
	c.sent = c.sent[:0]
	for i := range t.Seats {
		c.sent = append(c.sent, seatClock{t.Seats[i].Bank, t.Seats[i].Since})
	}
	r.stream.SendClock(c.frame())
}

// isTimed reports whether the players' time is limited.
func isTimed(t *room.Table) bool { return t.Settings.Clock.Mode != room.ClockNone && t.Play != nil }

// doAsServer carries out a command of the room itself. It reports whether the command has succeeded.
func (r *liveRoom) doAsServer(body room.Action) bool {
	if err := r.carryOut(&room.Command{Body: body}); err != nil {
		r.retryAt = time.Now().Add(retryAfter)
		return false
	}
	return true
}

// retryAfter is the time that a room waits after a failed write.
const retryAfter = time.Second
