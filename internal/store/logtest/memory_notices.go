package logtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/store"
)

// channelAt returns the place of a channel, or -1; the log is locked.
func (m *memory) channelAt(id string) int {
	return slices.IndexFunc(m.channels, func(c store.Channel) bool { return c.ID == id })
}

func (m *memory) AddChannel(ctx context.Context, channel store.Channel, most int) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(channel.Identity); err != nil {
		return err
	}
	if has := len(m.channelsOf(channel.Identity)); has >= most {
		return fmt.Errorf("%d channels: %w", has, store.ErrQuota)
	}
	if m.channelAt(channel.ID) >= 0 {
		return fmt.Errorf("channel %q: %w", channel.ID, store.ErrExists)
	}
	channel.Data = bytes.Clone(channel.Data)
	m.channels = append(m.channels, channel)
	return nil
}

func (m *memory) SetChannel(ctx context.Context, id string, data json.RawMessage) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.channelAt(id)
	if at < 0 {
		return fmt.Errorf("channel %q: %w", id, store.ErrNotFound)
	}
	m.channels[at].Data = bytes.Clone(data)
	return nil
}

func (m *memory) DeleteChannel(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.channelAt(id)
	if at < 0 {
		return fmt.Errorf("channel %q: %w", id, store.ErrNotFound)
	}
	m.channels = slices.Delete(m.channels, at, at+1)
	m.calls = slices.DeleteFunc(m.calls, func(c store.Call) bool { return c.Channel == id })
	return nil
}

func (m *memory) Channel(ctx context.Context, id string) (store.Channel, error) {
	if err := m.enter(ctx); err != nil {
		return store.Channel{}, err
	}
	defer m.mu.Unlock()
	at := m.channelAt(id)
	if at < 0 {
		return store.Channel{}, fmt.Errorf("channel %q: %w", id, store.ErrNotFound)
	}
	return cloneChannel(m.channels[at]), nil
}

func (m *memory) Channels(ctx context.Context, identity string) ([]store.Channel, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return m.channelsOf(identity), nil
}

// channelsOf returns the channels of an identity; the log is locked.
func (m *memory) channelsOf(identity string) []store.Channel {
	var list []store.Channel
	for _, c := range m.channels {
		if c.Identity == identity {
			list = append(list, cloneChannel(c))
		}
	}
	slices.SortFunc(list, func(a, b store.Channel) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	return list
}

func (m *memory) Reachable(ctx context.Context) ([]string, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []string
	for _, c := range m.channels {
		list = append(list, c.Identity)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func (m *memory) Awaited(ctx context.Context, room string) (store.Awaited, error) {
	if err := m.enter(ctx); err != nil {
		return store.Awaited{}, err
	}
	defer m.mu.Unlock()
	r := m.rooms[room]
	if r == nil || r.awaited == nil {
		return store.Awaited{}, fmt.Errorf("room %q: %w", room, store.ErrNotFound)
	}
	return cloneAwaited(*r.awaited), nil
}

func (m *memory) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]store.Awaited, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var due []*memoryRoom
	for _, r := range m.rooms {
		if r.awaited != nil && !r.awaited.Due.IsZero() && !r.awaited.Due.After(at) {
			due = append(due, r)
		}
	}
	slices.SortFunc(due, func(a, b *memoryRoom) int {
		return cmp.Or(a.awaited.Due.Compare(b.awaited.Due), cmp.Compare(a.number, b.number))
	})
	var list []store.Awaited
	for _, r := range due[:min(limit, len(due))] {
		list = append(list, cloneAwaited(*r.awaited))
	}
	return list, nil
}

func (m *memory) NoteAwaited(ctx context.Context, awaited store.Awaited, calls []store.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	r, err := m.find(awaited.Room)
	if err != nil {
		return err
	}
	if r.awaited == nil || r.awaited.Seq != awaited.Seq {
		return fmt.Errorf("room %q: %w", awaited.Room, store.ErrFenced)
	}
	r.awaited.Noted, r.awaited.Due = bytes.Clone(awaited.Noted), awaited.Due
	m.addCalls(calls)
	return nil
}

func (m *memory) AddCalls(ctx context.Context, calls []store.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.addCalls(calls)
	return nil
}

// addCalls adds calls; the log is locked.
func (m *memory) addCalls(calls []store.Call) {
	for _, call := range calls {
		at := slices.IndexFunc(m.calls, func(c store.Call) bool { return c.CallKey == call.CallKey })
		once := call.Once
		call.Data, call.Once = bytes.Clone(call.Data), false
		switch {
		case at < 0:
			m.calls = append(m.calls, call)
		case !once:
			m.calls[at] = call
		}
	}
}

func (m *memory) CallsDue(ctx context.Context, at time.Time, each, limit int) ([]store.Call, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Call
	for _, call := range m.calls {
		if !call.Due.After(at) {
			call.Data = bytes.Clone(call.Data)
			list = append(list, call)
		}
	}
	slices.SortFunc(list, func(a, b store.Call) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Channel, b.Channel), strings.Compare(a.Room, b.Room), strings.Compare(a.Topic, b.Topic))
	})
	seen := map[string]int{}
	list = slices.DeleteFunc(list, func(c store.Call) bool {
		seen[c.Identity]++
		return seen[c.Identity] > each
	})
	return list[:min(limit, len(list))], nil
}

// callAt returns the place of a call, or -1; the log is locked.
func (m *memory) callAt(call store.Call) int {
	return slices.IndexFunc(m.calls, func(c store.Call) bool { return c.CallKey == call.CallKey && c.Made.Equal(call.Made) })
}

func (m *memory) SetCall(ctx context.Context, call store.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.callAt(call)
	if at < 0 {
		return fmt.Errorf("a call: %w", store.ErrNotFound)
	}
	m.calls[at].Due, m.calls[at].Data = call.Due, bytes.Clone(call.Data)
	return nil
}

func (m *memory) EndCall(ctx context.Context, call store.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.callAt(call)
	if at < 0 {
		return fmt.Errorf("a call: %w", store.ErrNotFound)
	}
	m.calls = slices.Delete(m.calls, at, at+1)
	return nil
}

func (m *memory) EndCalls(ctx context.Context, identity, room string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	before := len(m.calls)
	m.calls = slices.DeleteFunc(m.calls, func(c store.Call) bool { return c.Identity == identity && c.Room == room })
	if len(m.calls) == before {
		return fmt.Errorf("calls: %w", store.ErrNotFound)
	}
	return nil
}

// removeNotices removes the channels and the calls of people who are gone; the
// log is locked.
func (m *memory) removeNotices(gone []string) {
	m.channels = slices.DeleteFunc(m.channels, func(c store.Channel) bool { return slices.Contains(gone, c.Identity) })
	m.calls = slices.DeleteFunc(m.calls, func(c store.Call) bool { return slices.Contains(gone, c.Identity) })
}

// await notes what a room writes of whom it waits for; the log is locked.
func (r *memoryRoom) await(awaiting *store.Awaiting) {
	next := store.Awaited{Room: r.room.Room, Seq: r.room.Seq, Data: bytes.Clone(awaiting.Data), Due: awaiting.Due}
	if r.awaited != nil {
		next.Noted = r.awaited.Noted
	}
	r.awaited = &next
}

func cloneChannel(c store.Channel) store.Channel {
	c.Data = bytes.Clone(c.Data)
	return c
}

func cloneAwaited(a store.Awaited) store.Awaited {
	a.Data, a.Noted = bytes.Clone(a.Data), bytes.Clone(a.Noted)
	return a
}
