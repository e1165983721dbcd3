package eventlog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Memory is a [Log] that keeps everything in memory, for tests. Nothing is
// left when it is gone.
type Memory struct {
	mu         sync.Mutex
	closed     bool
	epoch      uint64
	number     int64
	rooms      map[string]*memoryRoom
	results    []Result
	identities map[string]*memoryIdentity
	bans       []Ban
}

type memoryRoom struct {
	number   int64
	room     Room
	entries  []Entry
	snapshot Snapshot
	chat     []ChatLine
}

type memoryIdentity struct {
	hash     []byte
	identity Identity
}

// NewMemory returns an empty log.
func NewMemory() *Memory {
	return &Memory{rooms: map[string]*memoryRoom{}, identities: map[string]*memoryIdentity{}}
}

// enter locks the log, unless the context has ended or the log is closed.
func (m *Memory) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nothing done: %w", err)
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return ErrClosed
	}
	return nil
}

// find returns the room; the log is locked.
func (m *Memory) find(id string) (*memoryRoom, error) {
	r, ok := m.rooms[id]
	if !ok {
		return nil, fmt.Errorf("room %q: %w", id, ErrNotFound)
	}
	return r, nil
}

// Create implements [Rooms].
func (m *Memory) Create(ctx context.Context, id string, batch Batch) (Head, error) {
	if err := checkCreate(id, batch); err != nil {
		return Head{}, err
	}
	if err := m.enter(ctx); err != nil {
		return Head{}, err
	}
	defer m.mu.Unlock()
	if _, ok := m.rooms[id]; ok {
		return Head{}, fmt.Errorf("room %q: %w", id, ErrExists)
	}
	m.epoch++
	m.number++
	r := &memoryRoom{number: m.number}
	r.room.Head = Head{Room: id, Epoch: m.epoch}
	r.room.Created = now()
	m.rooms[id] = r
	m.apply(r, batch)
	return r.room.Head, nil
}

// TakeOver implements [Rooms].
func (m *Memory) TakeOver(ctx context.Context, id string) (Head, error) {
	if err := m.enter(ctx); err != nil {
		return Head{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return Head{}, err
	}
	m.epoch++
	r.room.Epoch = m.epoch
	return r.room.Head, nil
}

// Append implements [Rooms].
func (m *Memory) Append(ctx context.Context, head Head, batch Batch) (Head, error) {
	if err := checkBatch(batch, head.Seq); err != nil {
		return Head{}, err
	}
	if err := m.enter(ctx); err != nil {
		return Head{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(head.Room)
	if err != nil {
		return Head{}, err
	}
	if r.room.Head != head {
		return Head{}, fencedError(head, r.room.Head)
	}
	m.apply(r, batch)
	return r.room.Head, nil
}

// apply writes a checked batch to the room; the log is locked.
func (m *Memory) apply(r *memoryRoom, batch Batch) {
	r.room.Updated = now()
	for _, entry := range batch.Entries {
		r.room.Seq++
		r.entries = append(r.entries, Entry{Seq: r.room.Seq, Kind: entry.Kind, Data: bytes.Clone(entry.Data)})
	}
	if batch.Meta != nil {
		r.room.Meta = cloneMeta(*batch.Meta)
	}
	if batch.Wake != nil {
		r.room.Wake = time.Time{}
		if !batch.Wake.IsZero() {
			r.room.Wake = fromMilli(ceilMilli(*batch.Wake))
		}
	}
	if batch.Snapshot != nil {
		r.snapshot = Snapshot{Seq: batch.Snapshot.Seq, Data: bytes.Clone(batch.Snapshot.Data)}
	}
	if batch.Result != nil {
		result := cloneResult(*batch.Result)
		result.Room, result.Seq, result.Time = r.room.Room, r.room.Seq, r.room.Updated
		m.results = append(m.results, result)
	}
}

// Delete implements [Rooms].
func (m *Memory) Delete(ctx context.Context, head Head) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	r, err := m.find(head.Room)
	if err != nil {
		return err
	}
	if r.room.Head != head {
		return fencedError(head, r.room.Head)
	}
	delete(m.rooms, head.Room)
	return nil
}

// AddChat implements [Chats].
func (m *Memory) AddChat(ctx context.Context, room string, data []byte) (ChatLine, error) {
	if err := checkData("the chat line", data); err != nil {
		return ChatLine{}, err
	}
	if err := m.enter(ctx); err != nil {
		return ChatLine{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(room)
	if err != nil {
		return ChatLine{}, err
	}
	line := ChatLine{Number: uint64(len(r.chat)) + 1, Time: now(), Data: bytes.Clone(data)}
	r.chat = append(r.chat, line)
	line.Data = bytes.Clone(data)
	return line, nil
}

// CreateIdentity implements [Identities].
func (m *Memory) CreateIdentity(ctx context.Context, tokenHash []byte, identity Identity) error {
	if err := checkIdentity(tokenHash, identity); err != nil {
		return err
	}
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.identities[identity.ID] != nil || m.byToken(tokenHash) != nil {
		return fmt.Errorf("identity %q: %w", identity.ID, ErrExists)
	}
	m.identities[identity.ID] = &memoryIdentity{hash: bytes.Clone(tokenHash), identity: fillIdentity(identity)}
	return nil
}

// UpdateIdentity implements [Identities].
func (m *Memory) UpdateIdentity(ctx context.Context, identity Identity) error {
	if err := checkText("the name", identity.Name); err != nil {
		return err
	}
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	known := m.identities[identity.ID]
	if known == nil {
		return fmt.Errorf("identity %q: %w", identity.ID, ErrNotFound)
	}
	known.identity.Name, known.identity.Seen = identity.Name, fillIdentity(identity).Seen
	return nil
}

func (m *Memory) byToken(tokenHash []byte) *memoryIdentity {
	for _, known := range m.identities {
		if bytes.Equal(known.hash, tokenHash) {
			return known
		}
	}
	return nil
}

// Close implements [Log].
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// fencedError says what is wrong with a head.
func fencedError(head, stored Head) error {
	if head.Epoch != stored.Epoch {
		return fmt.Errorf("room %q: epoch %d, not %d: another writer has taken the room over: %w",
			head.Room, stored.Epoch, head.Epoch, ErrFenced)
	}
	return fmt.Errorf("room %q: the last entry is %d, not %d: %w", head.Room, stored.Seq, head.Seq, ErrFenced)
}

// now returns the time as it is kept.
func now() time.Time { return fromMilli(time.Now().UnixMilli()) }

// fillIdentity returns the identity with its times as they are kept.
func fillIdentity(identity Identity) Identity {
	if identity.Created.IsZero() {
		identity.Created = now()
	}
	if identity.Seen.IsZero() {
		identity.Seen = identity.Created
	}
	identity.Created = fromMilli(identity.Created.UnixMilli())
	identity.Seen = fromMilli(identity.Seen.UnixMilli())
	return identity
}

func cloneMeta(meta Meta) Meta {
	meta.Members = slices.Clone(meta.Members)
	meta.Summary = bytes.Clone(meta.Summary)
	return meta
}

func cloneResult(result Result) Result {
	result.Members = slices.Clone(result.Members)
	result.Data = bytes.Clone(result.Data)
	return result
}

// newestFirst returns the rooms in the order of listing.
func (m *Memory) newestFirst() []*memoryRoom {
	list := make([]*memoryRoom, 0, len(m.rooms))
	for _, r := range m.rooms {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *memoryRoom) int { return cmp.Compare(b.number, a.number) })
	return list
}
