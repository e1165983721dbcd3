// Package club keeps the live document of a server: who is here and what they do, which public tables wait for
// players or have a match, the latest results and the first of the week. Viewers get the whole document, and
// then merge patches.
//
// [Build] decides what a viewer can see. The tracker in activity.go decides what others see of private tables.
// [Club] reads everything again when something has changed, but not more often than every minInterval, so that
// many changes at the same time cost few messages. While nothing changes, it does nothing.
//
// Package lobby tells the club which rooms have changed. This package must not import it. Start reading at
// [Club.Join].
package club

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/people"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

const (
	// collectFor is the time between a change and the documents that have it, so that changes that come together
	// cost one message. minInterval is the least time between two versions of the documents.
	collectFor  = 100 * time.Millisecond
	minInterval = 500 * time.Millisecond
	// restFactor is the least time between two refreshes in durations of the earlier one, up to maxInterval. Each
	// set of blocked people has a document of its own, so that many viewers with blocks make a refresh expensive.
	restFactor  = 10
	maxInterval = 10 * time.Second
	// retryAfter is the time between a failed read and the next one. readTimeout bounds a read.
	retryAfter  = 2 * time.Second
	readTimeout = 5 * time.Second
	// maxListed is the largest number of ids in a Change.
	maxListed = 500
)

// Change says what has changed. Zero fields say that nothing of that kind has.
type Change struct {
	// People is true if somebody has come, gone or does something else.
	People bool `json:"people,omitempty"`
	// Tables is true if a public table has changed, and Results if there are new results.
	Tables  bool `json:"tables,omitempty"`
	Results bool `json:"results,omitempty"`
	// Chat is true if the chat of the club or its settings have changed.
	Chat bool `json:"chat,omitempty"`
	// Events is true if a listed event has changed.
	Events bool `json:"events,omitempty"`
	// Persons has people whose name, face or presence has changed. Blocks has people who have blocked somebody,
	// were blocked, or not any more. Mine has people whose own tables or invitations have changed.
	Persons []string `json:"persons,omitempty"`
	Blocks  []string `json:"blocks,omitempty"`
	Mine    []string `json:"mine,omitempty"`
}

// isZero reports whether nothing has changed.
func (c *Change) isZero() bool {
	return !c.People && !c.Tables && !c.Results && !c.Chat && !c.Events &&
		len(c.Persons)+len(c.Blocks)+len(c.Mine) == 0
}

// add adds another change. Lists are cut at maxListed.
func (c *Change) add(other *Change) {
	c.People = c.People || other.People
	c.Tables = c.Tables || other.Tables
	c.Results = c.Results || other.Results
	c.Chat = c.Chat || other.Chat
	c.Events = c.Events || other.Events
	c.Persons = union(c.Persons, other.Persons)
	c.Blocks = union(c.Blocks, other.Blocks)
	c.Mine = union(c.Mine, other.Mine)
}

func union(list, more []string) []string {
	for _, id := range more {
		if id != "" && len(list) < maxListed && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// Source reads what a club shows. Its methods are called by one goroutine at a time, except Strangers.
type Source interface {
	// Online returns the people who have a page of this node open, with the time until which each counts as online.
	Online() map[string]time.Time
	// Occupied returns the rooms of this node to which people are connected.
	Occupied() []Room
	// Visible returns the people with these ids, by id. It omits deleted people and bots.
	Visible(ctx context.Context, ids []string) (map[string]people.Visible, error)
	// Strangers returns the people with whom a person has a block, in either direction.
	Strangers(ctx context.Context, person string) ([]string, error)
	// Tables, Results and Week return the parts of a [Document] for viewers from whom nobody is hidden.
	Tables(ctx context.Context) (map[string]Table, error)
	Results(ctx context.Context) (map[string]Result, error)
	Week(ctx context.Context) (map[string]Standing, error)
	// Chat returns the end of the chat, nil if there is none.
	Chat(ctx context.Context) (*ChatState, error)
	// Events returns the listed events that are in progress or begin soon, at most MaxEvents.
	Events(ctx context.Context) ([]EventState, error)
}

// Nodes are the other servers that share the database.
type Nodes interface {
	// Present returns the people of the other nodes.
	Present(ctx context.Context) []Present
	// Send sends a change to the other nodes, which pass it to Receive.
	Send(ctx context.Context, change Change) error
}

// Club keeps the live document. Use New and then Start. It is safe for concurrent use.
type Club struct {
	log    *zap.Logger
	source Source
	// nodes is nil if there is only this node.
	nodes Nodes

	mu sync.Mutex
	// isStarted is true between Start and Close.
	isStarted bool
	// pending has what has changed since the last refresh, and outgoing the part of it that comes from this node.
	// isElsewhereStale is true if the people of the other nodes must be read again.
	pending, outgoing Change
	isElsewhereStale  bool
	// timer fires at timerAt, unless that is zero. refreshedAt is the time of the last refresh.
	timer                *time.Timer
	timerAt, refreshedAt time.Time
	// interval is the least time from the beginning of the last refresh to the next one.
	interval time.Duration
	// local has the people of this node, as others see them.
	local []Present
	// state is nil until the first viewer has joined.
	state     *State
	subs      map[*Subscription]struct{}
	byPerson  map[string]int
	audiences map[string]*audience

	// refreshing is held during a refresh. It guards the fields below.
	refreshing sync.Mutex
	tracker    tracker
	elsewhere  []Present
	persons    map[string]people.Visible
}

// audience has the current document of some subscriptions.
type audience struct {
	kind   Audience
	hidden map[string]bool
	doc    Document
	// seq is the number of the document, 0 before the first. whole is its frame, nil until it is needed. change is
	// the frame of the patch from the document before.
	seq           uint64
	whole, change []byte
	subs          int
}

// New returns a club. Changes before Start are not lost.
func New(log *zap.Logger) *Club {
	c := &Club{
		log: log, pending: everything, isElsewhereStale: true,
		subs: map[*Subscription]struct{}{}, byPerson: map[string]int{}, audiences: map[string]*audience{},
		persons: map[string]people.Visible{},
	}
	c.tracker = tracker{
		delay: func() time.Duration { return rand.N(maxPrivateDelay) },
		shown: map[string]shownActivity{},
	}
	return c
}

// Start makes the club work. nodes is nil if there is only this node.
func (c *Club) Start(source Source, nodes Nodes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.source, c.nodes, c.isStarted = source, nodes, true
	c.schedule(time.Now())
}

// Close stops the club. Subscriptions stay open without further frames.
func (c *Club) Close() {
	c.mu.Lock()
	c.isStarted = false
	if c.timer != nil {
		c.timer.Stop()
	}
	c.mu.Unlock()
	c.refreshing.Lock() // waits for a refresh that is under way
	defer c.refreshing.Unlock()
}

// Changed says that something has changed at this node. It does not block.
func (c *Club) Changed(change Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending.add(&change)
	if c.nodes != nil {
		change.People = false // sent only if others see a difference
		c.outgoing.add(&change)
	}
	c.schedule(time.Now().Add(collectFor))
}

// Receive says that something has changed at another node.
func (c *Club) Receive(change Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isElsewhereStale = c.isElsewhereStale || change.People
	c.pending.add(&change)
	c.schedule(time.Now().Add(collectFor))
}

// Resync says that changes of other nodes may have been missed.
func (c *Club) Resync() { c.Receive(everything) }

// everything is the change after which everything is read again.
var everything = Change{People: true, Tables: true, Results: true, Chat: true, Events: true}

// Present returns the people of this node, as others see them.
func (c *Club) Present() []Present {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.local
}

// schedule makes the next refresh happen at a time, or earlier if it was to happen before, but not before
// minInterval and c.interval have passed since the last one. The caller holds c.mu.
func (c *Club) schedule(at time.Time) {
	if !c.isStarted {
		return
	}
	if earliest := c.refreshedAt.Add(max(minInterval, c.interval)); at.Before(earliest) {
		at = earliest
	}
	if !c.timerAt.IsZero() && !at.Before(c.timerAt) {
		return
	}
	c.timerAt = at
	if c.timer == nil {
		c.timer = time.AfterFunc(time.Until(at), c.refresh)
	} else {
		c.timer.Reset(time.Until(at))
	}
}

// take returns what has changed and forgets it. Without viewers, it leaves what only their documents need.
func (c *Club) take() (change Change, outgoing Change, isElsewhereStale, hasViewers bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timerAt, c.refreshedAt = time.Time{}, time.Now()
	hasViewers = len(c.subs) > 0
	outgoing, c.outgoing = c.outgoing, Change{}
	if !hasViewers {
		return Change{}, outgoing, false, false
	}
	change, c.pending = c.pending, Change{}
	isElsewhereStale, c.isElsewhereStale = c.isElsewhereStale, false
	return change, outgoing, isElsewhereStale, true
}

// refresh reads what has changed, and makes new documents if there are viewers.
func (c *Club) refresh() {
	c.refreshing.Lock()
	defer c.refreshing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	change, outgoing, isElsewhereStale, hasViewers := c.take()
	now := time.Now()
	defer c.rest(now)
	online := c.online(now)
	next, hasChanged := c.tracker.update(now, activities(online, c.source.Occupied()))
	if hasChanged {
		outgoing.People = c.nodes != nil
		local := c.tracker.list()
		c.mu.Lock()
		c.local = local
		c.mu.Unlock()
	}
	if c.nodes != nil && !outgoing.isZero() {
		if err := c.nodes.Send(ctx, outgoing); err != nil {
			c.log.Warn("sending a change of the club failed", zap.Error(err))
		}
	}
	if hasViewers {
		if isElsewhereStale && c.nodes != nil {
			c.elsewhere = c.nodes.Present(ctx)
		}
		c.rebuild(ctx, change, hasChanged || isElsewhereStale)
		for _, until := range online {
			if next.IsZero() || until.Before(next) {
				next = until
			}
		}
	}
	if !next.IsZero() {
		c.mu.Lock()
		c.schedule(next.Add(time.Millisecond))
		c.mu.Unlock()
	}
}

// rest makes the next refresh wait the longer, the longer this one has taken since its beginning.
func (c *Club) rest(began time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.interval = min(restFactor*time.Since(began), maxInterval)
	if next := c.timerAt; !next.IsZero() {
		c.timerAt = time.Time{}
		c.schedule(next)
	}
}

// online returns the people who are online at this node, with those who watch the club.
func (c *Club) online(now time.Time) map[string]time.Time {
	online := c.source.Online()
	c.mu.Lock()
	defer c.mu.Unlock()
	for person := range c.byPerson {
		if _, ok := online[person]; !ok {
			online[person] = now.Add(time.Hour)
		}
	}
	return online
}

// rebuild reads the parts of the state that have changed, and makes the documents of all audiences.
func (c *Club) rebuild(ctx context.Context, change Change, havePeopleChanged bool) {
	c.mu.Lock()
	state := State{Tables: map[string]Table{}, Results: map[string]Result{}, Week: map[string]Standing{}}
	isFirst := c.state == nil
	if !isFirst {
		state = *c.state
	}
	c.mu.Unlock()
	var failed Change
	try := func(what Change, read func() error) {
		if err := read(); err != nil {
			failed.add(&what)
			c.log.Warn("reading the club failed", zap.Error(err))
		}
	}
	if havePeopleChanged || isFirst || change.People || len(change.Persons) > 0 {
		try(Change{People: true, Persons: change.Persons}, func() (err error) {
			state.People, err = c.people(ctx, change.Persons, state.People)
			return err
		})
	}
	if change.Tables {
		try(Change{Tables: true}, func() error {
			tables, err := c.source.Tables(ctx)
			if err == nil {
				state.Tables = tables
			}
			return err
		})
	}
	if change.Results {
		try(Change{Results: true}, func() error {
			results, err := c.source.Results(ctx)
			if err != nil {
				return err
			}
			week, err := c.source.Week(ctx)
			if err == nil {
				state.Results, state.Week = results, week
			}
			return err
		})
	}
	// The chat names people.
	if change.Chat || len(change.Persons) > 0 {
		try(Change{Chat: true}, func() error {
			chat, err := c.source.Chat(ctx)
			if err == nil {
				state.Chat = chat
			}
			return err
		})
	}
	if change.Events || len(change.Persons) > 0 {
		try(Change{Events: true}, func() error {
			events, err := c.source.Events(ctx)
			if err == nil {
				state.Events = events
			}
			return err
		})
	}
	if len(change.Blocks) > 0 {
		c.moveBlocked(ctx, change.Blocks)
	}
	c.publish(&state, change.Mine)
	if !failed.isZero() {
		c.mu.Lock()
		c.pending.add(&failed)
		c.schedule(time.Now().Add(retryAfter))
		c.mu.Unlock()
	}
}

// people returns the people who are here, at all nodes. changed has those who must be read again.
func (c *Club) people(ctx context.Context, changed []string, before []Here) ([]Here, error) {
	now := map[string]Activity{}
	for _, list := range [][]Present{c.local, c.elsewhere} {
		for _, present := range list {
			now[present.Person] = better(now[present.Person], present.Activity)
		}
	}
	for _, id := range changed {
		delete(c.persons, id)
	}
	var unknown []string
	for id := range now {
		if _, ok := c.persons[id]; !ok {
			unknown = append(unknown, id)
		}
	}
	found, err := c.source.Visible(ctx, unknown)
	if err != nil {
		return before, err
	}
	for _, id := range unknown {
		c.persons[id] = found[id] // zero for bots and deleted people
	}
	list := make([]Here, 0, len(now))
	for id, person := range c.persons {
		activity, isHere := now[id]
		if !isHere {
			delete(c.persons, id)
		} else if person.ID != "" {
			list = append(list, Here{person, activity})
		}
	}
	return list, nil
}

// publish makes the documents of all audiences, and notifies the subscriptions for which there is something new.
func (c *Club) publish(state *State, mine []string) {
	for _, notify := range c.renew(state, mine) {
		notify()
	}
}

// renew makes the documents of all audiences. It returns the functions that notify the subscriptions for which there
// is something new.
func (c *Club) renew(state *State, mine []string) []func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state
	for _, a := range c.audiences {
		a.update(state)
	}
	var ready []func()
	for sub := range c.subs {
		if slices.Contains(mine, sub.person) {
			sub.hasNewsOfOwn = true
		}
		if sub.hasNews() {
			ready = append(ready, sub.ready)
		}
	}
	return ready
}

// update makes the document of the audience.
func (a *audience) update(state *State) {
	doc := Build(state, a.kind, func(person string) bool { return a.hidden[person] })
	if a.seq == 0 {
		a.doc, a.seq = doc, 1
		return
	}
	difference := patch.Diff(&a.doc, &doc)
	if difference == nil {
		return
	}
	a.doc, a.whole = doc, nil
	a.seq++
	a.change = strict.Encode(Frame{Type: "club", Seq: a.seq, Patch: difference})
}

// frame returns the frame that brings a viewer from the document seq up to date, nil if there is nothing new.
func (a *audience) frame(seq uint64) []byte {
	switch {
	case a.seq == seq:
		return nil
	case a.seq == seq+1 && a.change != nil && seq > 0:
		return a.change
	case a.whole == nil:
		a.whole = strict.Encode(Frame{Type: "club", Seq: a.seq, Document: &a.doc})
	}
	return a.whole
}

// audienceOf returns the audience of a viewer. The caller holds c.mu.
func (c *Club) audienceOf(kind Audience, hidden []string) *audience {
	slices.Sort(hidden)
	key := string(kind)
	for _, id := range hidden {
		key += "\n" + id
	}
	a := c.audiences[key]
	if a == nil {
		a = &audience{kind: kind, hidden: map[string]bool{}}
		for _, id := range hidden {
			a.hidden[id] = true
		}
		c.audiences[key] = a
		if c.state != nil {
			a.update(c.state)
		}
	}
	return a
}

// moveBlocked moves viewers whose blocks have changed to other audiences.
func (c *Club) moveBlocked(ctx context.Context, persons []string) {
	for _, person := range persons {
		c.mu.Lock()
		isHere := c.byPerson[person] > 0
		c.mu.Unlock()
		if !isHere {
			continue
		}
		hidden, err := c.source.Strangers(ctx, person)
		if err != nil {
			c.log.Warn("reading blocks failed", zap.Error(err))
			continue
		}
		c.mu.Lock()
		for sub := range c.subs {
			if sub.person == person {
				old := sub.audience
				sub.setAudience(c.audienceOf(old.kind, hidden))
				c.release(old)
			}
		}
		c.mu.Unlock()
	}
}

// release forgets an audience that a subscription has left if it was the last one. The caller holds c.mu.
func (c *Club) release(a *audience) {
	if a.subs--; a.subs == 0 {
		maps.DeleteFunc(c.audiences, func(_ string, other *audience) bool { return other == a })
	}
}
