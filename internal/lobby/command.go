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

// This file carries commands out: it receives, decides and stores them, and then shows the result
// to everybody.

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

// change runs do in the room, unless err is an error already, and answers the command with the
// result.
func (s *subscription) change(ctx context.Context, id string, do func(*liveRoom) error, err error) error {
	var outcome error
	if err == nil {
		err = s.room.ask(ctx, s.person.ID, func(r *liveRoom) error {
			if outcome = do(r); outcome == nil && r.stream.RoomPending() {
				// The others get the change of the room later.
				r.stream.FlushRoom(s.Subscription)
			}
			refusal, _ := coded.Refusal(outcome)
			s.Answer(id, refusal)
			return nil
		})
	}
	switch {
	case err == nil:
		return outcome
	case ctx.Err() != nil:
		return err
	}
	refusal, _ := coded.Refusal(err)
	s.Answer(id, refusal)
	return err
}

// Do carries out a person's command in a room; id is the id that the person gave the command. If it
// returns nil, the result is stored. If it returns an error, which has a code, it has changed
// nothing. After coded.Busy and CodeNotStored the command can be tried again with the same id.
func (l *Lobby) Do(ctx context.Context, in string, by people.Person, id string, body room.Action) error {
	if err := by.Check(); err != nil {
		return err
	}
	c, err := l.newCommand(ctx, in, toRoomPerson(by), id, body)
	if err != nil {
		return err
	}
	return l.use(ctx, in, func(r *liveRoom) error {
		r.shares.awaitPending(ctx, by.ID, body)
		return r.ask(ctx, by.ID, func(r *liveRoom) error { return r.carryOut(c) })
	})
}

// newCommand returns a person's command for a room, with what the room itself cannot know: whether
// the host has blocked the person who wants a seat. It refuses unknown reasons.
func (l *Lobby) newCommand(
	ctx context.Context,
	in string,
	by room.Person,
	id string,
	body room.Action,
) (c *room.Command, err error) {
	c = &room.Command{By: by, ID: shortID(id), Body: body}
	switch body := body.(type) {
	case *room.Claim, *room.AskSeat:
		c.Blocked, err = l.isBlocked(ctx, in, by.ID)
	case *room.Kick:
		err = people.CheckReason(body.Reason)
	case *room.Remove:
		err = people.CheckReason(body.Reason)
	}
	return c, err
}

// limitVisitors refuses a change by somebody without a seat, if all people without a seat together make
// too many.
func (r *liveRoom) limitVisitors(person string) error {
	if r.visitorsRate != nil && !r.hasSeat(person) && !r.visitorsRate.Allow() {
		return coded.Errorf(coded.TooFast, "too much goes on in this room; try again in a moment")
	}
	return nil
}

// complete gives a command its time, and new ids and random bytes if its kind needs them.
func (l *Lobby) complete(c *room.Command) {
	c.At = l.clock.now()
	if body, ok := c.Body.(interface{ SetRandom(string, match.Secret) }); ok {
		var secret match.Secret
		l.options.Random.Fill(secret[:])
		body.SetRandom(l.options.Random.ID(), secret)
	}
}

// longestID is the maximum length of the ids of commands and lines that are stored as they are, in
// bytes.
const longestID = 16

// shortID returns a client's id, or a hash of it if it is longer than longestID. An id that is
// longer than allowed is returned unchanged, and refused later.
func shortID(id string) string {
	if len(id) <= longestID || len(id) > maxLineID {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:longestID]
}

// carryOut decides a command and stores the change. Only then does it change the table and send the
// frames.
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
		m.Defer = !r.roomFrameAt.IsZero()
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

// checkPeople completes a command with what the room knows of the people in it, and refuses what the
// table alone would allow: a seat for somebody who is not connected, and a command of somebody
// without a seat whose answer would tell what the person may not know yet, such as that a player
// has left or that a match is over.
func (r *liveRoom) checkPeople(c *room.Command) error {
	stranger := c.By.ID != "" && r.table.SeatOf(c.By.ID) == game.NoSeat
	known, asks := r.public(), ""
	switch body := c.Body.(type) {
	case *room.Remove:
		body.PersonName = cmp.Or(r.subs.nameOf(body.Player), r.chat.nameOf(body.Player))
	case *room.Claim:
		if stranger && (known.Status == room.StatusPlaying || known.Status == room.StatusFinished) {
			return room.ErrTooLate
		}
	case *room.AskSeat:
		seat := int(body.Seat)
		if stranger && seat >= 0 && seat < len(known.Seats) && (!known.Seats[seat].Free || !r.table.Playing()) {
			return room.ErrTaken
		}
		asks = c.By.ID
	case *room.Reply:
		if p := r.table.Play; body.Agree && p != nil && p.Proposal != nil && p.Proposal.Number == body.Proposal {
			asks = p.Proposal.Person
		}
	}
	if asks != "" && r.presence.connections[asks] == 0 {
		return coded.Errorf(room.CodeNotHere, "who asks for the seat is not in the room")
	}
	return nil
}

// moment returns the stream's description of a table after a change.
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

// show sends everybody what has happened. changed says that the room may have changed, and not only
// the match.
func (r *liveRoom) show(next *stream.Step, changed bool) {
	before := r.public()
	r.stream.Show(next)
	if changed || !r.public().Same(before) {
		r.publishSeats()
		r.placeAll()
		r.presence.send()
	}
	r.clock.send()
	r.bots.updateTurns()
}

// public returns what spectators know of the room.
func (r *liveRoom) public() *stream.Room { return r.stream.Room(game.NoSeat) }

// seatClock is a seat's clock: the time that was left when it last stopped, and since when it runs.
type seatClock struct{ bank, since int64 }

// roomClock shows the players' clocks of a room and acts when one has run out.
type roomClock struct {
	room *liveRoom
	// sent is the players' time as last sent.
	sent []seatClock
}

// send sends the players' time if it is limited and a clock has started, stopped or got time
// since the last frame.
func (c *roomClock) send() {
	r := c.room
	t := r.table
	if !timed(t) {
		c.sent = nil
		r.stream.Clock(nil)
		return
	}
	same := len(c.sent) == len(t.Seats)
	for i := range t.Seats {
		same = same && c.sent[i] == seatClock{t.Seats[i].Bank, t.Seats[i].Since}
	}
	if same {
		return
	}
	c.sent = c.sent[:0]
	for i := range t.Seats {
		c.sent = append(c.sent, seatClock{t.Seats[i].Bank, t.Seats[i].Since})
	}
	r.stream.Clock(c.frame())
}

// timed reports whether the players' time is limited.
func timed(t *room.Table) bool { return t.Settings.Clock.Mode != room.ClockNone && t.Play != nil }

// doAsServer carries out a command of the room itself, and reports whether that has succeeded.
func (r *liveRoom) doAsServer(body room.Action) bool {
	if err := r.carryOut(&room.Command{Body: body}); err != nil {
		r.retryAt = time.Now().Add(retryAfter)
		return false
	}
	return true
}

// retryAfter is how long a room waits after a failed write before it tries again.
const retryAfter = time.Second
