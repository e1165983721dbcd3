package people

import (
	"context"
	"time"

	"archmage/internal/store"
)

// Social is who follows, blocks and invites whom, and who is online. It is safe for concurrent use.
type Social struct {
	store    SocialStore
	accounts *Accounts
	// writing are the locks under which a person's blocks, follows and invitations are counted and added.
	writing  *locks
	presence presence
}

// SocialStore is what [Social] needs of the database.
type SocialStore interface {
	IdentityStore
	// Beginning returns the accounts whose name skeletons begin with a text.
	Beginning(ctx context.Context, beginning string, limit int) ([]store.Identity, error)
	AddBlock(ctx context.Context, block store.Block) error
	DeleteBlock(ctx context.Context, identity, blocked string) error
	BlocksOf(ctx context.Context, identity string) ([]store.Block, error)
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
	AddFollow(ctx context.Context, follow store.Follow) error
	DeleteFollow(ctx context.Context, identity, followed string) error
	FollowsOf(ctx context.Context, identity string) ([]store.Follow, error)
	AddInvitation(ctx context.Context, invitation store.Invitation) error
	AnswerInvitation(ctx context.Context, id, answer string) error
	ListInvitations(ctx context.Context, query store.InvitationQuery) ([]store.Invitation, error)
	DeleteInvitations(ctx context.Context, before time.Time) error
}
