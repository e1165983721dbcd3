package lobby

import (
	"bytes"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/patch"
)

// audience is a seat's player, or all the spectators: those who see the same.
type audience struct {
	// seat is game.NoSeat for the spectators.
	seat game.Seat
	subs map[*Subscription]struct{}
	seq  uint64
	// seen: the audience was shown the match. What it was told last follows,
	// beside the common view.
	seen      bool
	own       any    // see game.State
	decisions []byte // an encoded list
	undo      bool
	result    *Result
	// missed: something happened while nobody watched.
	missed bool
}

func (a *audience) viewer() game.Viewer {
	if a.seat == game.NoSeat {
		return game.Spectator()
	}
	return game.SeatViewer(a.seat)
}

// sight is what can be seen at one moment.
type sight struct {
	state game.State
	// patch says how what everybody may see has changed since the moment before;
	// nil if it has not.
	patch  []byte
	rules  game.Rules
	undos  undoCounts
	undo   game.Seat // whose last answer can be taken back
	result *Result
}

// common is what everybody may see of a match, as those who see it at the same
// moment were shown it last; nil before they were shown anything.
type common struct{ view any }

// share notes in the sight what has changed for everybody.
func (c *common) share(s *sight) {
	view := s.state.Public()
	if c.view != nil {
		s.patch = patch.Diff(c.view, view)
	}
	c.view = view
}

// look brings the audience up to date with what it can see, and returns the
// frame that tells it so, or nil if nothing is new to it. events are those
// that have happened since the last look.
func (a *audience) look(s *sight, events []game.Event) []byte {
	decisions := a.openTo(s)
	undo := s.undo == a.seat && a.seat != game.NoSeat
	frame := updateFrame{patch: s.patch, events: events, viewer: a.viewer(), undo: undo}
	var own any
	if a.seat != game.NoSeat {
		own = s.state.Private(a.seat)
		if a.seen {
			frame.own = patch.Diff(a.own, own)
		}
	}
	if !bytes.Equal(decisions, a.decisions) {
		frame.decisions = decisions
	}
	if s.result != a.result {
		frame.result = s.result
	}
	news := !a.seen || frame.patch != nil || frame.own != nil || len(events) > 0 || frame.decisions != nil ||
		undo != a.undo || frame.result != nil
	a.seen, a.own, a.decisions, a.undo, a.result = true, own, decisions, undo, s.result
	if !news {
		return nil
	}
	a.seq++
	frame.seq = a.seq
	return frame.encode()
}

// openTo returns the list with the decision that is open to the audience's
// player, encoded.
func (a *audience) openTo(s *sight) []byte {
	var d game.Decision
	if a.seat == game.NoSeat || !s.state.Decision(a.seat, &d) {
		return []byte("[]")
	}
	text := d.Text(s.rules)
	text.ID = s.undos.decisionID(&d)
	list := append(make([]byte, 0, len(a.decisions)+256), '[')
	return append(text.AppendJSON(list), ']')
}

// visible returns events as a viewer learns them.
func visible(events []game.Event, v game.Viewer) []game.EventText {
	list := make([]game.EventText, 0, len(events))
	for i := range events {
		list = append(list, events[i].For(v))
	}
	return list
}

// snapshot returns the frame with everything that an audience that has looked
// sees now.
func (a *actor) snapshot(to *audience) []byte {
	recent, from := a.recent(to.seat)
	state := a.sightOf(to).state
	frame := snapshotFrame{
		Type: "snapshot", Life: a.life(to.seat), Seq: to.seq, Decisions: to.decisions, View: state.Public(),
		Events: visible(recent, to.viewer()), EventsFrom: from, Undo: to.undo, Result: to.result,
	}
	if to.seat != game.NoSeat {
		frame.Own = state.Private(to.seat)
	}
	return encode(frame)
}

// send gives a frame to everybody in the audience.
func (a *audience) send(frame []byte) {
	for sub := range a.subs {
		sub.push(frame)
	}
}

// Subscription is somebody's watch on a room. Its frames come in order; when
// the channel is closed, the subscription is over.
type Subscription struct {
	frames chan []byte
	user   User
	seat   game.Seat
	cut    bool
	ended  coded.Code
	room   *Room
}

// queuedFrames is how many frames a slow client may be behind.
const queuedFrames = 256

// Frames returns the channel of encoded frames. It is closed when the
// subscription ends: closed by its owner, cut off because the client is too
// slow, or because the room or the server stops.
func (s *Subscription) Frames() <-chan []byte { return s.frames }

// Ended returns why the subscription is over. It may be called once Frames is
// closed and everything in it was read: CodeSlow if the client reads too
// slowly, CodeRestart, CodeNoSpectators, CodeClosed, CodeBusy if the room leaves
// memory, or "" if its owner ended it.
func (s *Subscription) Ended() coded.Code { return s.ended }

// push queues a frame, or cuts the subscription off if the queue is full.
func (s *Subscription) push(frame []byte) {
	if s.cut {
		return
	}
	select {
	case s.frames <- frame:
	default:
		s.end(CodeSlow)
	}
}

// end closes the channel, for a reason; what is queued can still be read.
func (s *Subscription) end(code coded.Code) {
	if !s.cut {
		s.cut, s.ended = true, code
		close(s.frames)
	}
}
