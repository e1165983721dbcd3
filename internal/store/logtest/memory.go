package logtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"archmage/internal/store"
)

// NewMemory returns an empty log that keeps everything in memory. Nothing is
// left when it is gone.
func NewMemory() store.Log { return NewShared() }

// Shared is a log that several nodes share.
type Shared struct {
	store.Log
	store.Nodes
}

// NewShared is NewMemory for several nodes.
func NewShared() Shared {
	m := &memory{
		rooms: map[string]*memoryRoom{}, identities: map[string]*store.Identity{},
		settings: map[string]string{}, roles: map[string]string{}, ratings: map[ratingKey]store.Rating{},
		ceremonies: map[string]memoryCeremony{},
	}
	return Shared{store.Checked(m), m}
}

type memory struct {
	mu     sync.Mutex
	closed bool
	epoch  uint64
	number int64
	rooms  map[string]*memoryRoom
	// matches are in the order of their numbers, which count from 1.
	matches []memoryMatch
	// lastMatch is the number that was given last.
	lastMatch  int64
	identities map[string]*store.Identity
	// credentials are in the order in which they were added.
	credentials []store.Credential
	settings    map[string]string
	blocks      []store.Block
	invitations []store.Invitation
	bans        []store.Ban
	roles       map[string]string
	reports     []store.Report
	lastReport  uint64
	acts        []store.Act // in the order of their numbers, which count from 1
	notice      store.Notice
	// rated are in the order of their numbers, and so are the steps of each player.
	rated    []store.RatedMatch
	ratedTo  int64
	ratings  map[ratingKey]store.Rating
	steps    []store.RatingStep
	channels []store.Channel
	calls    []store.Call
	// nodes are in the order of their names.
	nodes   []store.Node
	signals []store.Signal
	// ceremonies are by key.
	ceremonies map[string]memoryCeremony
}

type memoryRoom struct {
	number   int64
	room     store.Room
	code     string
	entries  []store.Entry // from room.First on
	snapshot store.Snapshot
	chat     []store.ChatLine
	awaited  *store.Awaited
}

type memoryMatch struct {
	match  store.Match
	record []byte
	// analysis is nil if there is none.
	analysis []byte
	// owner has brought the match, which is deleted at the time until; "" for one
	// that was played here.
	owner string
	until time.Time
}

// enter locks the log, unless the context has ended or the log is closed.
func (m *memory) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nothing done: %w", err)
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return store.ErrClosed
	}
	return nil
}

// find returns the room; the log is locked.
func (m *memory) find(id string) (*memoryRoom, error) {
	r, ok := m.rooms[id]
	if !ok {
		return nil, fmt.Errorf("room %q: %w", id, store.ErrNotFound)
	}
	return r, nil
}

// held returns the room that the head belongs to; the log is locked.
func (m *memory) held(head store.Head) (*memoryRoom, error) {
	r, err := m.find(head.Room)
	if err == nil && r.room.Head != head {
		err = fmt.Errorf("%+v, not %+v: %w", r.room.Head, head, store.ErrFenced)
	}
	return r, err
}

// ofEpoch returns the room of a head with the same epoch.
func (m *memory) ofEpoch(head store.Head) (*memoryRoom, error) {
	r, err := m.find(head.Room)
	if err == nil && r.room.Epoch != head.Epoch {
		err = fmt.Errorf("epoch %d, not %d: %w", r.room.Epoch, head.Epoch, store.ErrFenced)
	}
	return r, err
}

func (m *memory) Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error) {
	if err := m.enter(ctx); err != nil {
		return store.Head{}, err
	}
	defer m.mu.Unlock()
	if _, ok := m.rooms[id]; ok {
		return store.Head{}, fmt.Errorf("room %q: %w", id, store.ErrExists)
	}
	r := &memoryRoom{number: m.number + 1}
	r.room = store.Room{
		Head: store.Head{Room: id, Epoch: m.epoch + 1}, Owner: owner, First: 1, Created: now(),
	}
	if err := m.apply(r, batch); err != nil {
		return store.Head{}, err
	}
	m.number++
	m.epoch++
	m.rooms[id] = r
	return r.room.Head, nil
}

func (m *memory) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	if err := m.enter(ctx); err != nil {
		return store.Head{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return store.Head{}, err
	}
	if other := r.room.Owner; owner != "" && other != owner && m.nodeAt(other) >= 0 {
		return store.Head{}, &store.OwnedError{Room: id, Owner: other}
	}
	m.epoch++
	r.room.Epoch, r.room.Owner = m.epoch, owner
	return r.room.Head, nil
}

func (m *memory) Release(ctx context.Context, head store.Head) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	r, err := m.ofEpoch(head)
	if err != nil {
		return err
	}
	r.room.Owner = ""
	return nil
}

func (m *memory) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	if err := m.enter(ctx); err != nil {
		return store.Head{}, err
	}
	defer m.mu.Unlock()
	r, err := m.held(head)
	if err != nil {
		return store.Head{}, err
	}
	if err := m.apply(r, batch); err != nil {
		return store.Head{}, err
	}
	return r.room.Head, nil
}

// apply writes a batch to the room, all of it or nothing; the log is locked.
func (m *memory) apply(r *memoryRoom, batch store.Batch) error {
	if s := batch.Snapshot; s != nil && s.Seq+1 < r.room.First {
		return fmt.Errorf("a snapshot after entry %d: %w", s.Seq, store.ErrInvalid)
	}
	if match := batch.Match; match != nil {
		if _, err := m.match(match.ID); err == nil {
			return fmt.Errorf("match %q: %w", match.ID, store.ErrExists)
		}
	}
	r.room.Updated = now()
	for _, entry := range batch.Entries {
		r.room.Seq++
		r.entries = append(r.entries, store.Entry{Seq: r.room.Seq, Kind: entry.Kind, Data: bytes.Clone(entry.Data)})
	}
	if batch.Meta != nil {
		r.room.Meta = cloneMeta(*batch.Meta)
		if !r.unstarted() {
			r.code = ""
		}
	}
	if len(batch.Progress) > 0 {
		r.room.Progress = bytes.Clone(batch.Progress)
	}
	if batch.Awaiting != nil {
		r.await(batch.Awaiting)
	}
	if batch.Wake != nil {
		r.room.Wake = *batch.Wake
	}
	if s := batch.Snapshot; s != nil {
		r.snapshot = store.Snapshot{Seq: s.Seq, Data: bytes.Clone(s.Data)}
		if batch.Trim {
			r.entries = slices.Clone(r.entries[s.Seq+1-r.room.First:])
			r.room.First = s.Seq + 1
		}
	}
	if batch.Match != nil {
		m.archive(memoryMatch{match: *batch.Match, record: batch.Record}, r.room.Room)
	}
	return nil
}

func (m *memory) Delete(ctx context.Context, head store.Head) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.held(head); err != nil {
		return err
	}
	delete(m.rooms, head.Room)
	return nil
}

// unstarted reports whether the room's match has not started.
func (r *memoryRoom) unstarted() bool {
	return r.room.Status == store.StatusOpen || r.room.Status == store.StatusSeated
}

func (m *memory) Code(ctx context.Context, room, code string) (string, error) {
	if err := m.enter(ctx); err != nil {
		return "", err
	}
	defer m.mu.Unlock()
	for id, other := range m.rooms {
		if other.code == code && id != room {
			return "", fmt.Errorf("code %q: %w", code, store.ErrExists)
		}
	}
	r, err := m.find(room)
	if err == nil && !r.unstarted() {
		err = fmt.Errorf("room %q: %w", room, store.ErrNotFound)
	}
	if err != nil {
		return "", err
	}
	r.code = cmp.Or(r.code, code)
	return r.code, nil
}

func (m *memory) FindCode(ctx context.Context, code string) (string, error) {
	if err := m.enter(ctx); err != nil {
		return "", err
	}
	defer m.mu.Unlock()
	for id, r := range m.rooms {
		if code != "" && r.code == code {
			return id, nil
		}
	}
	return "", fmt.Errorf("code %q: %w", code, store.ErrNotFound)
}

func (m *memory) SetChat(ctx context.Context, room string, number uint64, data []byte) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	r, err := m.find(room)
	if err != nil {
		return err
	}
	if number == 0 || number > uint64(len(r.chat)) {
		return fmt.Errorf("line %d: %w", number, store.ErrNotFound)
	}
	r.chat[number-1].Data = bytes.Clone(data)
	return nil
}

func (m *memory) AddChat(ctx context.Context, head store.Head, data []byte) (store.ChatLine, error) {
	if err := m.enter(ctx); err != nil {
		return store.ChatLine{}, err
	}
	defer m.mu.Unlock()
	r, err := m.ofEpoch(head)
	if err != nil {
		return store.ChatLine{}, err
	}
	line := store.ChatLine{Number: uint64(len(r.chat)) + 1, Time: now(), Data: bytes.Clone(data)}
	r.chat = append(r.chat, line)
	line.Data = bytes.Clone(data)
	return line, nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// now returns the time as a log keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

func cloneMeta(meta store.Meta) store.Meta {
	meta.Members = slices.Clone(meta.Members)
	meta.Summary = bytes.Clone(meta.Summary)
	return meta
}

func cloneMatch(match store.Match) store.Match {
	match.Persons, match.Results = slices.Clone(match.Persons), slices.Clone(match.Results)
	match.Summary, match.Rated = bytes.Clone(match.Summary), slices.Clone(match.Rated)
	return match
}

// newestFirst returns the rooms in the order of listing.
func (m *memory) newestFirst() []*memoryRoom {
	list := make([]*memoryRoom, 0, len(m.rooms))
	for _, r := range m.rooms {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *memoryRoom) int { return cmp.Compare(b.number, a.number) })
	return list
}
