package lobby

import (
	"bytes"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// audience is a seat's player, or all the spectators: those who see the same.
type audience struct {
	// seat is game.NoSeat for the spectators.
	seat game.Seat
	subs map[*Subscription]struct{}
	seq  uint64
	// What the audience was told last; nil until somebody watched.
	view      any
	decisions []game.DecisionText
	told      []byte // decisions, encoded
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

// sight is what an audience can see at one moment.
type sight struct {
	state  game.State
	rules  game.Rules
	undos  undoCounts
	undo   game.Seat // whose last answer can be taken back
	result *Result
}

// look brings the audience up to date with what it can see, and returns the
// frame that tells it so, or nil if nothing is new to it. events are those
// that have happened since the last look.
func (a *audience) look(s *sight, events []game.Event) []byte {
	view := s.state.View(a.viewer())
	decisions := a.openTo(s)
	encoded := encode(decisions)
	undo := s.undo == a.seat && a.seat != game.NoSeat
	frame := updateFrame{Type: "update", Undo: undo}
	if a.view != nil {
		frame.Patch = patch.Diff(a.view, view)
	}
	frame.Events = visible(events, a.viewer())
	if !bytes.Equal(encoded, a.told) {
		frame.Decisions = &decisions
	}
	if s.result != a.result {
		frame.Result = s.result
	}
	news := a.view == nil || frame.Patch != nil || len(frame.Events) > 0 || frame.Decisions != nil ||
		undo != a.undo || frame.Result != nil
	a.view, a.decisions, a.told, a.undo, a.result = view, decisions, encoded, undo, s.result
	if !news {
		return nil
	}
	a.seq++
	frame.Seq = a.seq
	return encode(frame)
}

// openTo returns the decision that is open to the audience's player.
func (a *audience) openTo(s *sight) []game.DecisionText {
	list := []game.DecisionText{}
	var d game.Decision
	if a.seat != game.NoSeat && s.state.Decision(a.seat, &d) {
		text := d.Text(s.rules)
		text.ID = s.undos.decisionID(&d)
		list = append(list, text)
	}
	return list
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
	return encode(snapshotFrame{
		Type: "snapshot", Life: a.life(to.seat), Seq: to.seq, View: to.view, Decisions: to.decisions,
		Events: visible(recent, to.viewer()), EventsFrom: from, Undo: to.undo, Result: to.result,
	})
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
	room   *Room
}

// queuedFrames is how many frames a slow client may be behind.
const queuedFrames = 256

// Frames returns the channel of encoded frames. It is closed when the
// subscription ends: closed by its owner, cut off because the client is too
// slow, or because the room or the server stops.
func (s *Subscription) Frames() <-chan []byte { return s.frames }

// push queues a frame, or cuts the subscription off if the queue is full.
func (s *Subscription) push(frame []byte) {
	if s.cut {
		return
	}
	select {
	case s.frames <- frame:
	default:
		s.end()
	}
}

// end closes the channel; what is queued can still be read.
func (s *Subscription) end() {
	if !s.cut {
		s.cut = true
		close(s.frames)
	}
}

// bye ends the subscription with a reason.
func (s *Subscription) bye(code game.Code) {
	s.push(encode(byeFrame{Type: "bye", Code: code}))
	s.end()
}
