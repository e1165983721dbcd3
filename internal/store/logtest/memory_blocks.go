package logtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/store"
)

// checkIdentities returns ErrNotFound unless there are identities with these ids;
// the log is locked.
func (m *memory) checkIdentities(ids ...string) error {
	for _, id := range ids {
		if _, err := m.identity(id); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) AddBlock(ctx context.Context, block store.Block) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if err := m.checkIdentities(block.Identity, block.Blocked); err != nil {
		return err
	}
	if m.block(block.Identity, block.Blocked) < 0 {
		m.blocks = append(m.blocks, block)
	}
	return nil
}

func (m *memory) DeleteBlock(ctx context.Context, identity, blocked string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.block(identity, blocked)
	if at < 0 {
		return fmt.Errorf("a block by %q: %w", identity, store.ErrNotFound)
	}
	m.blocks = slices.Delete(m.blocks, at, at+1)
	return nil
}

// block returns where a block is, or -1; the log is locked.
func (m *memory) block(identity, blocked string) int {
	return slices.IndexFunc(m.blocks, func(b store.Block) bool { return b.Identity == identity && b.Blocked == blocked })
}

func (m *memory) Blocks(ctx context.Context, identity string) ([]store.Block, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Block
	for _, b := range m.blocks {
		if b.Identity == identity {
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(a, b store.Block) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.Blocked, b.Blocked))
	})
	return list, nil
}

func (m *memory) BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Block
	for _, b := range m.blocks {
		if b.Identity == identity && slices.Contains(others, b.Blocked) || b.Blocked == identity && slices.Contains(others, b.Identity) {
			list = append(list, b)
		}
	}
	return list, nil
}

func (m *memory) AddInvitation(ctx context.Context, invitation store.Invitation) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if err := m.checkIdentities(invitation.From, invitation.To); err != nil {
		return err
	}
	same := func(i store.Invitation) bool {
		return i.ID == invitation.ID || i.From == invitation.From && i.To == invitation.To && i.Room == invitation.Room
	}
	if slices.ContainsFunc(m.invitations, same) {
		return fmt.Errorf("%q: %w", invitation.ID, store.ErrExists)
	}
	m.invitations = append(m.invitations, invitation)
	return nil
}

func (m *memory) AnswerInvitation(ctx context.Context, id, answer string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.invitations, func(i store.Invitation) bool { return i.ID == id })
	if at < 0 {
		return fmt.Errorf("%q: %w", id, store.ErrNotFound)
	}
	m.invitations[at].Answer = answer
	return nil
}

func (m *memory) Invitations(ctx context.Context, query store.InvitationQuery) ([]store.Invitation, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Invitation
	for _, i := range m.invitations {
		if query.From != "" && i.From == query.From || query.To != "" && i.To == query.To {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b store.Invitation) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(b.ID, a.ID))
	})
	return list[:min(len(list), query.Limit)], nil
}

func (m *memory) DeleteInvitations(ctx context.Context, before time.Time) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.invitations = slices.DeleteFunc(m.invitations, func(i store.Invitation) bool { return i.Created.Before(before) })
	return nil
}
