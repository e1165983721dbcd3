package store

import (
	"cmp"
	"context"
	"database/sql"
	"time"
)

// Invitations stores invitations to rooms. An invitation stays when its room is deleted.
type Invitations struct{ db *engine }

// Invitation is an invitation of the identity To to a room by the identity From.
type Invitation struct {
	ID       string
	From, To string
	Room     string
	// Answer is empty without an answer. The store does not interpret it.
	Answer string
	// Created is the time at which the invitation was made; zero means now.
	Created time.Time
}

// InvitationQuery selects the invitations by the identity From or to the identity To. Exactly one of
// From and To is set.
type InvitationQuery struct {
	From, To string
	Limit    int
}

// AddInvitation adds an invitation. It fails with ErrExists if there is one with the same id, or with
// the same From, To and Room, and with ErrNotFound if one of the two identities does not exist.
func (s Invitations) AddInvitation(ctx context.Context, invitation Invitation) error {
	invitation.Created = nowIfZero(invitation.Created)
	if err := cmp.Or(
		checkID("the invitation", invitation.ID),
		checkText("the room", invitation.Room),
		checkText("the answer", invitation.Answer),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "add an invitation", func(t *tx) error {
		if err := t.checkIdentities(invitation.From, invitation.To); err != nil {
			return err
		}
		const insert = `INSERT INTO invitations (id, inviter, invited, room, answer, created)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
		return t.addOne(invitation.ID, insert, invitation.ID, invitation.From, invitation.To,
			invitation.Room, invitation.Answer, invitation.Created.UnixMilli())
	})
}

// AnswerInvitation stores the answer to an invitation. It fails with ErrNotFound if there is no such
// invitation.
func (s Invitations) AnswerInvitation(ctx context.Context, id, answer string) error {
	if err := checkText("the answer", answer); err != nil {
		return err
	}
	return s.db.changeOne(
		ctx,
		"answer an invitation",
		"invitation "+id,
		`UPDATE invitations SET answer = ? WHERE id = ?`,
		answer,
		id,
	)
}

const (
	selectInvitations = `SELECT id, inviter, invited, room, answer, created FROM invitations WHERE `
	orderInvitations  = ` = ? ORDER BY created DESC, id DESC LIMIT ?`
	invitationsBy     = selectInvitations + `inviter` + orderInvitations
	invitationsTo     = selectInvitations + `invited` + orderInvitations
)

// ListInvitations returns the invitations that the query selects, the latest first.
func (s Invitations) ListInvitations(ctx context.Context, query InvitationQuery) ([]Invitation, error) {
	if (query.From == "") == (query.To == "") {
		return nil, invalid("invitations are by an identity or to one")
	}
	if err := checkLimit(&query.Limit); err != nil {
		return nil, err
	}
	text, identity := invitationsBy, query.From
	if identity == "" {
		text, identity = invitationsTo, query.To
	}
	return list(ctx, s.db, "invitations", func(rows *sql.Rows, invitation *Invitation) error {
		return rows.Scan(
			&invitation.ID,
			&invitation.From,
			&invitation.To,
			&invitation.Room,
			&invitation.Answer,
			(*milli)(&invitation.Created),
		)
	}, text, identity, query.Limit)
}

const deleteOldInvitations = `DELETE FROM invitations WHERE created < ?`

// DeleteInvitations removes the invitations that were made before a time.
func (s Invitations) DeleteInvitations(ctx context.Context, before time.Time) error {
	before = ceilMilli(before)
	return s.db.changeAny(ctx, "delete invitations", deleteOldInvitations, before.UnixMilli())
}
