package people

import (
	"context"
	"time"

	"archmage/internal/store"
)

// Social manages follows, blocks, invitations, and the people who are online. It is safe for
// concurrent use.
type Social struct {
	store    SocialStore
	accounts *Accounts
	// writeLocks has a lock for each person whose blocks, follows or invitations are counted and
	// added.
	writeLocks *locks
	presence   presence
}

// SocialStore is the part of the database that Social uses.
type SocialStore interface {
	IdentityStore
	// BySkeletonPrefix returns the accounts whose skeleton begins with prefix.
	BySkeletonPrefix(ctx context.Context, prefix string, limit int) ([]store.Identity, error)
	// ByName returns accounts in the order of their names.
	ByName(ctx context.Context, query store.NameQuery) (store.Page[store.Identity], error)
	// MostPlayed returns the game that each person has played most often at public tables.
	MostPlayed(ctx context.Context, people []string) (map[string]string, error)
	RatingsOf(ctx context.Context, game string, players []string) ([]store.Rating, error)
	AddBlock(ctx context.Context, block store.Block) error
	DeleteBlock(ctx context.Context, identity, blocked string) error
	BlocksOf(ctx context.Context, identity string) ([]store.Block, error)
	BlocksWith(ctx context.Context, identity string) ([]store.Block, error)
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
	AddFollow(ctx context.Context, follow store.Follow) error
	DeleteFollow(ctx context.Context, identity, followed string) error
	FollowsOf(ctx context.Context, identity string) ([]store.Follow, error)
	AddInvitation(ctx context.Context, invitation store.Invitation) error
	AnswerInvitation(ctx context.Context, id, answer string) error
	ListInvitations(ctx context.Context, query store.InvitationQuery) ([]store.Invitation, error)
	DeleteInvitations(ctx context.Context, before time.Time) error
}
