package moderation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
)

// Ban excludes a person, or everyone in a network, from the server or from chats.
type Ban struct {
	// ID is set by Bans.
	ID string `json:"id"`
	// Identity is the id of a person. Address is a network. One of them can be zero.
	Identity string       `json:"identity,omitempty"`
	Address  netip.Prefix `json:"address,omitzero"`
	// Scope is the part of the server that the ban excludes from.
	Scope Scope `json:"scope,omitempty"`
	// Reason and Words are the reason. The banned person sees both.
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words,omitempty"`
	// Created is set by Bans. Until is the end of the ban. Zero means never.
	Created time.Time `json:"created"`
	Until   time.Time `json:"until,omitzero"`
}

// Scope is the part of the server that a ban excludes a person from.
type Scope string

// The scopes of bans.
const (
	// FromServer is a ban from everything.
	FromServer Scope = ""
	// FromChat is a ban of a person from writing in chats.
	FromChat Scope = "chat"
)

// BanError is the error for a banned person. It wraps an error with CodeBanned or
// CodeSilenced.
type BanError struct {
	Ban     Ban
	refusal *coded.Error
}

// Error implements error.
func (e *BanError) Error() string { return e.refusal.Error() }

// Unwrap returns the coded error.
func (e *BanError) Unwrap() error { return e.refusal }

// hasEnded reports whether the ban has ended.
func (b *Ban) hasEnded(now time.Time) bool { return !b.Until.IsZero() && !now.Before(b.Until) }

// Bans has the bans of a server. They are stored, and also kept in memory so that Check is cheap. Bans is safe
// for concurrent use.
type Bans struct {
	store BanStore
	// writing guards changes of the list.
	writing sync.Mutex
	// unstored has the bans in force that could not be stored yet.
	unstored []Ban
	current  atomic.Pointer[banIndex]
}

const (
	// maxID is the maximum length of a person's id, in bytes.
	maxID = 64
	// minIPv4Bits and minIPv6Bits are the shortest prefixes of networks that can be banned.
	minIPv4Bits, minIPv6Bits = 8, 16
	// maxIPv6Bits is the longest prefix of an IPv6 ban. A longer one is shortened to it, because a household
	// usually has a whole /64.
	maxIPv6Bits = 64
)

// BanStore is the part of the database that stores bans.
type BanStore interface {
	AddBan(ctx context.Context, ban store.Ban) error
	DeleteBan(ctx context.Context, id string) error
	ListBans(ctx context.Context) ([]store.Ban, error)
}

// NewBans returns the stored bans, and deletes the expired ones.
func NewBans(ctx context.Context, db BanStore) (*Bans, error) {
	b := &Bans{store: db}
	b.current.Store(newBanIndex(nil))
	if err := b.Reload(ctx); err != nil {
		return nil, err
	}
	return b, b.deleteExpired(ctx)
}

// Reload reads the bans again, because another server can have changed them. It also tries again to store the
// bans that could not be stored, which stay in force in any case.
func (b *Bans) Reload(ctx context.Context) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	b.storeAgain(ctx)
	stored, err := b.store.ListBans(ctx)
	if err != nil {
		return err
	}
	list := make([]Ban, 0, len(stored)+len(b.unstored))
	for i := range stored {
		ban, err := decodeBan(&stored[i])
		if err != nil {
			return err
		}
		list = append(list, ban)
	}
	b.current.Store(newBanIndex(append(list, b.unstored...)))
	return nil
}

// storeAgain tries to store the bans that could not be stored before.
func (b *Bans) storeAgain(ctx context.Context) {
	now := time.Now()
	b.unstored = slices.DeleteFunc(b.unstored, func(ban Ban) bool {
		if ban.hasEnded(now) {
			return true
		}
		err := b.store.AddBan(ctx, encodeBan(&ban))
		// An earlier write with an unknown outcome can have succeeded.
		return err == nil || errors.Is(err, store.ErrExists)
	})
}

func decodeBan(stored *store.Ban) (ban Ban, err error) {
	ban = Ban{
		ID:       stored.ID,
		Identity: stored.Identity,
		Scope:    Scope(stored.Scope),
		Reason:   people.Reason(stored.Reason),
		Words:    stored.Explanation,
		Created:  stored.Created,
		Until:    stored.Until,
	}
	if stored.Address != "" {
		if ban.Address, err = netip.ParsePrefix(stored.Address); err != nil {
			return Ban{}, fmt.Errorf("ban %q: %w", stored.ID, err)
		}
	}
	return ban, nil
}

func encodeBan(ban *Ban) store.Ban {
	stored := store.Ban{
		ID:          ban.ID,
		Identity:    ban.Identity,
		Scope:       string(ban.Scope),
		Reason:      string(ban.Reason),
		Explanation: ban.Words,
		Created:     ban.Created,
		Until:       ban.Until,
	}
	if ban.Address.IsValid() {
		stored.Address = ban.Address.String()
	}
	return stored
}

// deleteExpired deletes the expired bans.
func (b *Bans) deleteExpired(ctx context.Context) error {
	now := time.Now()
	var over []string
	for i := range b.current.Load().list {
		if ban := &b.current.Load().list[i]; ban.hasEnded(now) {
			over = append(over, ban.ID)
		}
	}
	return b.remove(ctx, over...)
}

// remove deletes bans from the store and from the list.
func (b *Bans) remove(ctx context.Context, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	for _, id := range ids {
		if err := b.store.DeleteBan(ctx, id); err != nil && !errors.Is(err, store.ErrNotFound) {
			return people.NotStored(err)
		}
	}
	gone := func(ban Ban) bool { return slices.Contains(ids, ban.ID) }
	b.unstored = slices.DeleteFunc(b.unstored, gone)
	b.current.Store(newBanIndex(slices.DeleteFunc(b.List(), gone)))
	return nil
}

// Add stores a ban and returns its stored form, in which an IPv6 address is replaced by its /64. From then on
// Check refuses the person and the network. Add fails with coded.Malformed for an invalid ban. With
// CodeNotStored it also returns the ban, which is in force until the server stops, and is stored as soon as
// that is possible.
func (b *Bans) Add(ctx context.Context, ban Ban) (Ban, error) {
	var err error
	if ban.Address, err = network(ban.Address); err != nil {
		return Ban{}, err
	}
	// Round times so that the returned ban equals the stored one.
	ban.ID, ban.Created = uuid.NewString(), time.UnixMilli(time.Now().UnixMilli()).UTC()
	ban.Until = ban.Until.UTC().Truncate(time.Millisecond)
	if ban.Words, err = people.CheckText(ban.Words, people.MaxTextLength); err != nil {
		return Ban{}, err
	}
	if ban.Reason == "" {
		ban.Reason = people.ReasonOther
	}
	if err := checkReason(ban.Reason); err != nil {
		return Ban{}, err
	}
	switch {
	case ban.Scope != FromServer && ban.Scope != FromChat:
		return Ban{}, coded.Malformedf("unknown scope %.20q", ban.Scope)
	case ban.Scope == FromChat && ban.Identity == "":
		return Ban{}, coded.Malformedf("only a person can be muted")
	case ban.Identity == "" && !ban.Address.IsValid():
		return Ban{}, coded.Malformedf("a ban names an identity or an address")
	case len(ban.Identity) > maxID:
		return Ban{}, coded.Malformedf("an identity has at most %d bytes", maxID)
	case ban.hasEnded(ban.Created):
		return Ban{}, coded.Malformedf("the end of the ban is in the past")
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	// Ignore an error: expired bans do no harm.
	_ = b.deleteExpired(ctx)
	b.storeAgain(ctx)
	err = b.store.AddBan(ctx, encodeBan(&ban))
	if errors.Is(err, store.ErrInvalid) {
		return Ban{}, coded.Malformedf("invalid ban")
	}
	if err != nil {
		b.unstored = append(b.unstored, ban)
		err = fmt.Errorf(
			"%w (%w)",
			coded.Errorf(people.CodeNotStored, "the ban is in force until the server stops, but could not be stored"),
			err,
		)
	}
	b.current.Store(newBanIndex(append(b.List(), ban)))
	return ban, err
}

// network returns the network that is banned for a prefix, with at most maxIPv6Bits.
func network(p netip.Prefix) (netip.Prefix, error) {
	if p == (netip.Prefix{}) {
		return p, nil
	}
	addr, bits, shortest := p.Addr(), p.Bits(), minIPv6Bits
	if addr.Is4In6() {
		addr, bits = addr.Unmap(), bits-96
	}
	if addr.Is4() {
		shortest = minIPv4Bits
	} else {
		bits = min(bits, maxIPv6Bits)
	}
	if bits < shortest {
		return p, coded.Malformedf(
			"a network that is banned has at least %d bits (IPv4) or %d (IPv6)",
			minIPv4Bits,
			minIPv6Bits,
		)
	}
	return netip.PrefixFrom(addr.WithZone(""), bits).Masked(), nil
}

// Remove deletes a ban. It returns false if there is no such ban. It fails with CodeNotStored.
func (b *Bans) Remove(ctx context.Context, id string) (bool, error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	if !slices.ContainsFunc(b.current.Load().list, func(ban Ban) bool { return ban.ID == id }) {
		return false, nil
	}
	return true, b.remove(ctx, id)
}

// List returns the bans in force, in the order in which they were added.
func (b *Bans) List() []Ban {
	now := time.Now()
	list := []Ban{}
	for _, ban := range b.current.Load().list {
		if !ban.hasEnded(now) {
			list = append(list, ban)
		}
	}
	return list
}

// Check fails with CodeBanned, as a BanError, if a person or an address is banned. A zero person or address
// matches no ban.
func (b *Bans) Check(person people.Person, addr netip.Addr) error {
	index, now := b.current.Load(), time.Now()
	ban := cmp.Or(index.ofPerson(person.ID, FromServer, now), index.ofAddress(addr, now))
	if ban == nil {
		return nil
	}
	return &BanError{*ban, coded.Errorf(CodeBanned, "this server does not let you in")}
}

// CheckChat fails with CodeSilenced if a person is banned from chats.
func (b *Bans) CheckChat(person string) error {
	ban := b.current.Load().ofPerson(person, FromChat, time.Now())
	if ban == nil {
		return nil
	}
	return &BanError{*ban, coded.Errorf(CodeSilenced, "a moderator has muted you on this server")}
}
