package store

import (
	"context"
	"time"
)

func (c checked) AddBlock(ctx context.Context, block Block) error {
	if block.Identity == block.Blocked {
		return invalid("an identity cannot block itself")
	}
	block.Created = created(block.Created)
	return c.Log.AddBlock(ctx, block)
}

func (c checked) BlocksBetween(ctx context.Context, identity string, others []string) ([]Block, error) {
	if len(others) > MaxPage {
		return nil, invalid("%d others, more than %d", len(others), MaxPage)
	}
	return c.Log.BlocksBetween(ctx, identity, others)
}

func (c checked) AddInvitation(ctx context.Context, invitation Invitation) error {
	invitation.Created = created(invitation.Created)
	if err := firstError(checkID("the invitation", invitation.ID), checkText("the room", invitation.Room), checkText("the answer", invitation.Answer)); err != nil {
		return err
	}
	return c.Log.AddInvitation(ctx, invitation)
}

func (c checked) AnswerInvitation(ctx context.Context, id, answer string) error {
	if err := checkText("the answer", answer); err != nil {
		return err
	}
	return c.Log.AnswerInvitation(ctx, id, answer)
}

func (c checked) Invitations(ctx context.Context, query InvitationQuery) ([]Invitation, error) {
	if (query.From == "") == (query.To == "") {
		return nil, invalid("invitations are by an identity or to one")
	}
	if err := checkLimit(&query.Limit); err != nil {
		return nil, err
	}
	return c.Log.Invitations(ctx, query)
}

func (c checked) DeleteInvitations(ctx context.Context, before time.Time) error {
	return c.Log.DeleteInvitations(ctx, roundedUp(before))
}

// created returns the time as it is stored, the present where it is zero.
func created(at time.Time) time.Time {
	if at.IsZero() {
		at = time.Now()
	}
	return toMilli(at)
}
