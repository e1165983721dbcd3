package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// AddInvitation implements [Invitations].
func (s *store) AddInvitation(ctx context.Context, invitation Invitation) error {
	return s.change(ctx, "add an invitation", func(t *tables) error {
		if err := t.checkIdentities(invitation.From, invitation.To); err != nil {
			return err
		}
		added, err := t.count(`INSERT INTO invitations (id, inviter, invited, room, answer, created)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, invitation.ID, invitation.From, invitation.To, invitation.Room, invitation.Answer,
			invitation.Created.UnixMilli())
		if err == nil && added == 0 {
			err = fmt.Errorf("%q: %w", invitation.ID, ErrExists)
		}
		return err
	})
}

// AnswerInvitation implements [Invitations].
func (s *store) AnswerInvitation(ctx context.Context, id, answer string) error {
	return s.change(ctx, "answer an invitation", func(t *tables) error {
		changed, err := t.count(`UPDATE invitations SET answer = ? WHERE id = ?`, answer, id)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%q: %w", id, ErrNotFound)
		}
		return err
	})
}

const (
	selectInvitations = `SELECT id, inviter, invited, room, answer, created FROM invitations WHERE `
	orderInvitations  = ` = ? ORDER BY created DESC, id DESC LIMIT ?`
	invitationsBy     = selectInvitations + `inviter` + orderInvitations
	invitationsTo     = selectInvitations + `invited` + orderInvitations
)

// Invitations implements [Invitations].
func (s *store) Invitations(ctx context.Context, query InvitationQuery) ([]Invitation, error) {
	text, identity := invitationsBy, query.From
	if identity == "" {
		text, identity = invitationsTo, query.To
	}
	var list []Invitation
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Invitation
		err := rows.Scan(&one.ID, &one.From, &one.To, &one.Room, &one.Answer, (*milli)(&one.Created))
		list = append(list, one)
		return err
	}, text, identity, query.Limit)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	return list, nil
}

const oldInvitations = `DELETE FROM invitations WHERE created < ?`

// DeleteInvitations implements [Invitations].
func (s *store) DeleteInvitations(ctx context.Context, before time.Time) error {
	return s.change(ctx, "delete invitations", func(t *tables) error {
		_, err := t.exec(oldInvitations, before.UnixMilli())
		return err
	})
}
