package store

import (
	"context"
	"time"
)

// Invitations is the part of a [Log] that keeps who was invited to a room by
// whom. They stay when their room is deleted.
type Invitations interface {
	// AddInvitation adds an invitation. It fails with ErrExists if there is one
	// with the id, or with the same From, To and Room, and with ErrNotFound if
	// there is no identity From or To.
	AddInvitation(ctx context.Context, invitation Invitation) error
	// AnswerInvitation stores what the invited identity answers. It fails with
	// ErrNotFound.
	AnswerInvitation(ctx context.Context, id, answer string) error
	// Invitations returns those that the query asks for, the latest first.
	Invitations(ctx context.Context, query InvitationQuery) ([]Invitation, error)
	// DeleteInvitations removes those that were made before a time.
	DeleteInvitations(ctx context.Context, before time.Time) error
}

// Invitation says that an identity wants another one in a room.
type Invitation struct {
	ID       string
	From, To string
	Room     string
	// Answer means nothing to the log; empty is no answer.
	Answer string
	// Created is when it was made, the present where it is zero.
	Created time.Time
}

// InvitationQuery asks for the invitations by an identity, or to one: From or To
// is set.
type InvitationQuery struct {
	From, To string
	Limit    int
}
