package runner

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/work"
)

const (
	// collectFor is the time between a change and the documents that have it, so that changes that come together
	// cost one message. minInterval is the least time between two versions of a document.
	collectFor  = 50 * time.Millisecond
	minInterval = 500 * time.Millisecond
	// maxWatching is the number of viewers of one event at one node.
	maxWatching = 2000
	// facesFor is the time for which names and faces of people are valid.
	facesFor = time.Minute
	// readTimeout bounds the reads for a document.
	readTimeout = 5 * time.Second
)

// Frame brings a viewer's document of an event up to date. The first one, and each one after versions that the
// client was too slow to read, has the whole document.
type Frame struct {
	Type string `json:"type"` // "event"
	// Seq counts the versions of the document.
	Seq uint64 `json:"seq"`
	// Document is the whole document, and Patch a merge patch (RFC 7396) of the one before. A frame has one of
	// them.
	Document *Document       `json:"document,omitempty"`
	Patch    json.RawMessage `json:"patch,omitempty"`
}

// wholeFrame is a Frame with an encoded document.
type wholeFrame struct {
	Type     string          `json:"type"`
	Seq      uint64          `json:"seq"`
	Document json.RawMessage `json:"document"`
}

// watch has the viewers of an event, and the documents that they have.
type watch struct {
	mu sync.Mutex
	// timer is nil unless a new version is to be made. made is the time of the last one.
	timer     *time.Timer
	made      time.Time
	subs      map[*Subscription]struct{}
	audiences map[Audience]*audience
	// standings are those after entry last.
	standings []event.Standing
	last      int
	// faces were read at facesAt.
	faces   map[string]people.Visible
	facesAt time.Time
}

// audience has the current document of an audience.
type audience struct {
	// doc is the document as JSON. seq is its number, 0 before the first. whole is its frame, nil until it is needed.
	// change is the frame of the patch from the document before.
	doc           json.RawMessage
	seq           uint64
	whole, change []byte
}

// Document returns the document of an event for an audience. It fails with CodeNoEvent.
func (r *Runner) Document(ctx context.Context, id string, audience Audience) (*Document, error) {
	l, done := r.use(id)
	defer done()
	e, err := r.current(ctx, l)
	if err != nil {
		return nil, err
	}
	if !l.watch.isWatched() {
		if err := r.rooms().readStates(ctx, l, openTables(e)); err != nil {
			return nil, err
		}
	}
	return r.document(ctx, l, audience)
}

// document returns the document of the event in memory.
func (r *Runner) document(ctx context.Context, l *live, audience Audience) (*Document, error) {
	l.mu.Lock()
	e, states := l.event, l.states
	l.mu.Unlock()
	standings, faces, err := r.known(ctx, l, e)
	if err != nil {
		return nil, err
	}
	var doc *Document
	work.Do(ctx, func() { doc = build(e, standings, states, faces, audience) })
	return doc, nil
}

// known returns the standings of the event, and the people in it who are not deleted.
func (r *Runner) known(
	ctx context.Context,
	l *live,
	e *event.Event,
) (standings []event.Standing, faces map[string]people.Visible, err error) {
	w := &l.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	ids := []string{}
	if e.Organiser != "" {
		ids = append(ids, e.Organiser)
	}
	for i := range e.People {
		ids = append(ids, e.People[i].ID)
	}
	for i := range e.Acts {
		ids = append(ids, e.Acts[i].Person)
	}
	if w.last != e.Last || w.faces == nil || r.options.Now().Sub(w.facesAt) >= facesFor {
		if w.faces, err = r.options.People.Visible(ctx, unique(ids)); err != nil {
			return nil, nil, err
		}
		w.facesAt = r.options.Now()
	}
	if w.last != e.Last || w.standings == nil {
		w.standings = e.Final
		if e.Status != event.StatusFinished {
			w.standings = e.Standings()
		}
		if e.Status == event.StatusPlanned {
			w.standings = []event.Standing{}
		}
		w.last = e.Last
	}
	return w.standings, w.faces, nil
}

// unique returns the ids, each once.
func unique(ids []string) (list []string) {
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != "" && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// Subscription is a viewer of an event. A viewer that reads slowly skips versions of the document.
type Subscription struct {
	*stream.Subscription
	runner *Runner
	live   *live
	done   func()

	// The mutex of the watch guards the fields below. seq is the version of the document that the viewer has, 0 for
	// none.
	ready    func()
	audience *audience
	seq      uint64
	isClosed bool
}

// Watch subscribes a person to an event. It fails with CodeNoEvent, and with coded.Busy if too many watch it.
func (r *Runner) Watch(ctx context.Context, id string, person people.Person) (*Subscription, error) {
	if err := person.Check(); err != nil {
		return nil, err
	}
	l, done := r.use(id)
	e, err := r.current(ctx, l)
	if err == nil && !l.watch.isWatched() {
		err = r.rooms().readStates(ctx, l, openTables(e))
	}
	if err != nil {
		done()
		return nil, err
	}
	sub := &Subscription{
		Subscription: stream.NewSubscription(), runner: r, live: l, done: done, ready: func() {},
	}
	if !l.watch.add(sub, AudienceOf(person)) {
		done()
		return nil, coded.Errorf(coded.Busy, "too many people watch this event; try again later")
	}
	if err := r.publish(ctx, l); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// add adds a viewer, unless there are too many.
func (w *watch) add(sub *Subscription, kind Audience) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.subs) >= maxWatching {
		return false
	}
	if w.subs == nil {
		w.subs, w.audiences = map[*Subscription]struct{}{}, map[Audience]*audience{}
	}
	w.subs[sub] = struct{}{}
	if w.audiences[kind] == nil {
		w.audiences[kind] = &audience{}
	}
	sub.audience = w.audiences[kind]
	return true
}

// isWatched reports whether there are viewers.
func (w *watch) isWatched() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.subs) > 0
}

// watched returns the events that have viewers.
func (r *Runner) watched() (list []*live) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.events {
		if l.watch.isWatched() {
			list = append(list, l)
		}
	}
	return list
}

// look loads what other nodes have stored, and the states of the tables.
func (r *Runner) look(ctx context.Context, l *live) error {
	e, err := r.current(ctx, l)
	if err != nil {
		return err
	}
	return r.rooms().readStates(ctx, l, openTables(e))
}

// changed makes new documents soon, if there are viewers.
func (r *Runner) changed(l *live) {
	w := &l.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.subs) == 0 || w.timer != nil {
		return
	}
	wait := max(collectFor, time.Until(w.made.Add(minInterval)))
	w.timer = time.AfterFunc(wait, func() {
		ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
		defer cancel()
		w.mu.Lock()
		w.timer = nil
		w.mu.Unlock()
		if err := r.publish(ctx, l); err != nil {
			r.log.Warn("the document of an event cannot be made", zap.Error(err))
			r.changed(l)
		}
	})
}

// publish makes the documents of all audiences that have viewers, and announces them.
func (r *Runner) publish(ctx context.Context, l *live) error {
	w := &l.watch
	docs := map[Audience]json.RawMessage{}
	for _, kind := range []Audience{Visitor, Member} {
		if !w.has(kind) {
			continue
		}
		doc, err := r.document(ctx, l, kind)
		if err != nil {
			return err
		}
		docs[kind] = strict.Encode(doc)
	}
	for _, ready := range w.renew(docs) {
		ready()
	}
	return nil
}

// has reports whether an audience has had viewers.
func (w *watch) has(kind Audience) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.audiences[kind] != nil
}

// renew replaces documents. It returns the functions that notify the viewers for whom there is something new.
func (w *watch) renew(docs map[Audience]json.RawMessage) (ready []func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.made = time.Now()
	for kind, doc := range docs {
		if a := w.audiences[kind]; a != nil { // nil after the last viewer has gone
			a.update(doc)
		}
	}
	for sub := range w.subs {
		if sub.audience.seq != sub.seq {
			ready = append(ready, sub.ready)
		}
	}
	return ready
}

// update replaces the document.
func (a *audience) update(doc json.RawMessage) {
	if a.seq == 0 {
		a.doc, a.seq = doc, 1
		return
	}
	patch, differ := difference(a.doc, doc)
	if !differ {
		return
	}
	a.doc, a.whole = doc, nil
	a.seq++
	a.change = strict.Encode(Frame{Type: "event", Seq: a.seq, Patch: patch})
}

// frame returns the frame that brings a viewer from the document seq up to date, nil if there is nothing new.
func (a *audience) frame(seq uint64) []byte {
	switch {
	case a.seq == seq:
		return nil
	case a.seq == seq+1 && a.change != nil && seq > 0:
		return a.change
	case a.whole == nil:
		a.whole = strict.Encode(wholeFrame{Type: "event", Seq: a.seq, Document: a.doc})
	}
	return a.whole
}

// Notify sets the function that is called when frames can be taken. It must not block.
func (s *Subscription) Notify(ready func()) {
	w := &s.live.watch
	w.mu.Lock()
	s.ready = ready
	w.mu.Unlock()
	s.Subscription.Notify(ready)
	ready()
}

// Take returns the encoded frames, in order, and whether more can come. It reuses the memory of free.
func (s *Subscription) Take(free [][]byte) ([][]byte, bool) {
	frames, isOpen := s.Subscription.Take(free)
	w := &s.live.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if frame := s.audience.frame(s.seq); frame != nil && !s.isClosed {
		frames = append(frames, frame)
	}
	s.seq = s.audience.seq
	return frames, isOpen
}

// Close ends the subscription.
func (s *Subscription) Close() {
	w := &s.live.watch
	w.mu.Lock()
	isFirst := !s.isClosed
	s.isClosed = true
	delete(w.subs, s)
	if len(w.subs) == 0 {
		w.audiences = map[Audience]*audience{}
	}
	w.mu.Unlock()
	if isFirst {
		s.done()
	}
	s.End("")
}

// errNoCommands refuses what belongs to a room.
var errNoCommands = coded.Errorf(room.CodeUnknownCommand, "this connection takes no commands")

// Do refuses a command, because commands go to the API.
func (s *Subscription) Do(_ context.Context, id string, _ room.Action) error {
	s.Answer(id, errNoCommands)
	return errNoCommands
}

// Say refuses a line of the chat, because events have none.
func (s *Subscription) Say(_ context.Context, id, _ string) error {
	s.Answer(id, errNoCommands)
	return errNoCommands
}
