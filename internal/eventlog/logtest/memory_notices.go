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

	"archmage/internal/eventlog"
)

// channelAt returns the place of a channel, or -1; the log is locked.
func (m *memory) channelAt(id string) int {
	return slices.IndexFunc(m.channels, func(c eventlog.Channel) bool { return c.ID == id })
}

func (m *memory) AddChannel(ctx context.Context, channel eventlog.Channel, most int) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(channel.Identity); err != nil {
		return err
	}
	if has := len(m.channelsOf(channel.Identity)); has >= most {
		return fmt.Errorf("%d channels: %w", has, eventlog.ErrQuota)
	}
	if m.channelAt(channel.ID) >= 0 {
		return fmt.Errorf("channel %q: %w", channel.ID, eventlog.ErrExists)
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
		return fmt.Errorf("channel %q: %w", id, eventlog.ErrNotFound)
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
		return fmt.Errorf("channel %q: %w", id, eventlog.ErrNotFound)
	}
	m.channels = slices.Delete(m.channels, at, at+1)
	m.calls = slices.DeleteFunc(m.calls, func(c eventlog.Call) bool { return c.Channel == id })
	return nil
}

func (m *memory) Channel(ctx context.Context, id string) (eventlog.Channel, error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Channel{}, err
	}
	defer m.mu.Unlock()
	at := m.channelAt(id)
	if at < 0 {
		return eventlog.Channel{}, fmt.Errorf("channel %q: %w", id, eventlog.ErrNotFound)
	}
	return cloneChannel(m.channels[at]), nil
}

func (m *memory) Channels(ctx context.Context, identity string) ([]eventlog.Channel, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return m.channelsOf(identity), nil
}

// channelsOf returns the channels of an identity; the log is locked.
func (m *memory) channelsOf(identity string) []eventlog.Channel {
	var list []eventlog.Channel
	for _, c := range m.channels {
		if c.Identity == identity {
			list = append(list, cloneChannel(c))
		}
	}
	slices.SortFunc(list, func(a, b eventlog.Channel) int {
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

func (m *memory) Awaited(ctx context.Context, room string) (eventlog.Awaited, error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Awaited{}, err
	}
	defer m.mu.Unlock()
	r := m.rooms[room]
	if r == nil || r.awaited == nil {
		return eventlog.Awaited{}, fmt.Errorf("room %q: %w", room, eventlog.ErrNotFound)
	}
	return cloneAwaited(*r.awaited), nil
}

func (m *memory) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]eventlog.Awaited, error) {
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
	var list []eventlog.Awaited
	for _, r := range due[:min(limit, len(due))] {
		list = append(list, cloneAwaited(*r.awaited))
	}
	return list, nil
}

func (m *memory) NoteAwaited(ctx context.Context, awaited eventlog.Awaited, calls []eventlog.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	r, err := m.find(awaited.Room)
	if err != nil {
		return err
	}
	if r.awaited == nil || r.awaited.Seq != awaited.Seq {
		return fmt.Errorf("room %q: %w", awaited.Room, eventlog.ErrFenced)
	}
	r.awaited.Noted, r.awaited.Due = bytes.Clone(awaited.Noted), awaited.Due
	m.addCalls(calls)
	return nil
}

func (m *memory) AddCalls(ctx context.Context, calls []eventlog.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.addCalls(calls)
	return nil
}

// addCalls adds calls; the log is locked.
func (m *memory) addCalls(calls []eventlog.Call) {
	for _, call := range calls {
		at := slices.IndexFunc(m.calls, func(c eventlog.Call) bool { return c.CallKey == call.CallKey })
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

func (m *memory) CallsDue(ctx context.Context, at time.Time, each, limit int) ([]eventlog.Call, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []eventlog.Call
	for _, call := range m.calls {
		if !call.Due.After(at) {
			call.Data = bytes.Clone(call.Data)
			list = append(list, call)
		}
	}
	slices.SortFunc(list, func(a, b eventlog.Call) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Channel, b.Channel), strings.Compare(a.Room, b.Room), strings.Compare(a.Topic, b.Topic))
	})
	seen := map[string]int{}
	list = slices.DeleteFunc(list, func(c eventlog.Call) bool {
		seen[c.Identity]++
		return seen[c.Identity] > each
	})
	return list[:min(limit, len(list))], nil
}

// callAt returns the place of a call, or -1; the log is locked.
func (m *memory) callAt(call eventlog.Call) int {
	return slices.IndexFunc(m.calls, func(c eventlog.Call) bool { return c.CallKey == call.CallKey && c.Made.Equal(call.Made) })
}

func (m *memory) SetCall(ctx context.Context, call eventlog.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.callAt(call)
	if at < 0 {
		return fmt.Errorf("a call: %w", eventlog.ErrNotFound)
	}
	m.calls[at].Due, m.calls[at].Data = call.Due, bytes.Clone(call.Data)
	return nil
}

func (m *memory) EndCall(ctx context.Context, call eventlog.Call) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.callAt(call)
	if at < 0 {
		return fmt.Errorf("a call: %w", eventlog.ErrNotFound)
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
	m.calls = slices.DeleteFunc(m.calls, func(c eventlog.Call) bool { return c.Identity == identity && c.Room == room })
	if len(m.calls) == before {
		return fmt.Errorf("calls: %w", eventlog.ErrNotFound)
	}
	return nil
}

// removeNotices removes the channels and the calls of people who are gone; the
// log is locked.
func (m *memory) removeNotices(gone []string) {
	m.channels = slices.DeleteFunc(m.channels, func(c eventlog.Channel) bool { return slices.Contains(gone, c.Identity) })
	m.calls = slices.DeleteFunc(m.calls, func(c eventlog.Call) bool { return slices.Contains(gone, c.Identity) })
}

// await notes what a room writes of whom it waits for; the log is locked.
func (r *memoryRoom) await(awaiting *eventlog.Awaiting) {
	next := eventlog.Awaited{Room: r.room.Room, Seq: r.room.Seq, Data: bytes.Clone(awaiting.Data), Due: awaiting.Due}
	if r.awaited != nil {
		next.Noted = r.awaited.Noted
	}
	r.awaited = &next
}

func cloneChannel(c eventlog.Channel) eventlog.Channel {
	c.Data = bytes.Clone(c.Data)
	return c
}

func cloneAwaited(a eventlog.Awaited) eventlog.Awaited {
	a.Data, a.Noted = bytes.Clone(a.Data), bytes.Clone(a.Noted)
	return a
}
