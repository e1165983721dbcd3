package moderation

import (
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

// Ban keeps a person, or everybody in a network, off the server.
type Ban struct {
	// ID is set by Bans.
	ID string `json:"id"`
	// Identity is a person's id, Address a network. One of the two may be zero.
	Identity string       `json:"identity,omitempty"`
	Address  netip.Prefix `json:"address,omitzero"`
	// Scope is what the person is kept from.
	Scope Scope `json:"scope,omitempty"`
	// Reason and Words say why. Those who are banned see both.
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words,omitempty"`
	// Created is set by Bans. Until is when the ban ends; zero means never.
	Created time.Time `json:"created"`
	Until   time.Time `json:"until,omitzero"`
}

// Scope says what a ban keeps people from.
type Scope string

// The scopes of bans.
const (
	// FromServer is a ban from everything.
	FromServer Scope = ""
	// FromChat is a ban of a person from writing in chats.
	FromChat Scope = "chat"
)

// BanError is the error for somebody who is banned. It wraps an error with CodeBanned or
// CodeSilenced.
type BanError struct {
	Ban     Ban
	refusal *coded.Error
}

// Error implements error.
func (e *BanError) Error() string { return e.refusal.Error() }

// Unwrap returns the coded error.
func (e *BanError) Unwrap() error { return e.refusal }

// over reports whether the ban has ended.
func (b *Ban) over(now time.Time) bool { return !b.Until.IsZero() && !now.Before(b.Until) }

// Bans are the bans of a server. They are stored, and kept in memory too, so
// that Check is cheap. Bans is safe for concurrent use.
type Bans struct {
	store BanStore
	// writing is locked while the list is changed.
	writing sync.Mutex
	current atomic.Pointer[[]Ban]
}

const (
	// maxBans bounds how many bans each request is compared with. A firewall
	// should block larger numbers of addresses.
	maxBans = 1000
	// maxID is the length of a person's id, in bytes.
	maxID = 64
	// The widest networks that can be banned, in bits.
	widestIPv4, widestIPv6 = 8, 16
	// household is the part of an IPv6 address that counts as one address, in
	// bits.
	household = 64
)

// BanStore is where bans are kept.
type BanStore interface {
	AddBan(ctx context.Context, ban store.Ban) error
	DeleteBan(ctx context.Context, id string) error
	Bans(ctx context.Context) ([]store.Ban, error)
}

// NewBans returns the bans that the store keeps, and deletes those that are over.
func NewBans(ctx context.Context, db BanStore) (*Bans, error) {
	b := &Bans{store: db}
	if err := b.Reload(ctx); err != nil {
		return nil, err
	}
	return b, b.forget(ctx)
}

// Reload reads the bans again, which another server may have changed.
func (b *Bans) Reload(ctx context.Context) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	stored, err := b.store.Bans(ctx)
	if err != nil {
		return err
	}
	list := make([]Ban, 0, len(stored))
	for _, s := range stored {
		ban := Ban{
			ID:       s.ID,
			Identity: s.Identity,
			Scope:    Scope(s.Scope),
			Reason:   people.Reason(s.Reason),
			Words:    s.Words,
			Created:  s.Created,
			Until:    s.Until,
		}
		if s.Address != "" {
			if ban.Address, err = netip.ParsePrefix(s.Address); err != nil {
				return fmt.Errorf("ban %q: %w", s.ID, err)
			}
		}
		list = append(list, ban)
	}
	b.current.Store(&list)
	return nil
}

// forget deletes the bans that are over.
func (b *Bans) forget(ctx context.Context) error {
	now := time.Now()
	for _, ban := range *b.current.Load() {
		if !ban.over(now) {
			continue
		}
		if err := b.remove(ctx, ban.ID); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes a ban that is in the list.
func (b *Bans) remove(ctx context.Context, id string) error {
	if err := b.store.DeleteBan(ctx, id); err != nil && !errors.Is(err, store.ErrNotFound) {
		return people.NotStored(err)
	}
	list := slices.DeleteFunc(b.List(), func(ban Ban) bool { return ban.ID == id })
	b.current.Store(&list)
	return nil
}

// Add stores a ban and returns it as it is stored: an IPv6 address stands for its
// /64. From then on Check refuses those whom it names. It fails with
// coded.Malformed for a ban that makes no sense. After CodeNotStored the ban is in
// force until the server stops, and is returned too.
func (b *Bans) Add(ctx context.Context, ban Ban) (Ban, error) {
	var err error
	if ban.Address, err = network(ban.Address); err != nil {
		return Ban{}, err
	}
	// The returned ban equals what is stored.
	ban.ID, ban.Created = uuid.NewString(), time.UnixMilli(time.Now().UnixMilli()).UTC()
	ban.Until = ban.Until.UTC().Truncate(time.Millisecond)
	if ban.Words, err = people.CheckWords(ban.Words, people.MaxWords); err != nil {
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
		return Ban{}, coded.Malformedf("there is no scope %.20q", ban.Scope)
	case ban.Scope == FromChat && ban.Identity == "":
		return Ban{}, coded.Malformedf("only a person can be kept from chats")
	case ban.Identity == "" && !ban.Address.IsValid():
		return Ban{}, coded.Malformedf("a ban names an identity or an address")
	case len(ban.Identity) > maxID:
		return Ban{}, coded.Malformedf("an identity has at most %d bytes", maxID)
	case ban.over(ban.Created):
		return Ban{}, coded.Malformedf("that ban is over already")
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	// An error here is ignored: bans that are over do no harm.
	_ = b.forget(ctx)
	list := b.List()
	if len(list) >= maxBans {
		return Ban{}, coded.Malformedf("there are %d bans already; a firewall can hold more", len(list))
	}
	stored := store.Ban{
		ID:       ban.ID,
		Identity: ban.Identity,
		Scope:    string(ban.Scope),
		Reason:   string(ban.Reason),
		Words:    ban.Words,
		Created:  ban.Created,
		Until:    ban.Until,
	}
	if ban.Address.IsValid() {
		stored.Address = ban.Address.String()
	}
	err = b.store.AddBan(ctx, stored)
	if errors.Is(err, store.ErrInvalid) {
		return Ban{}, coded.Malformedf("that ban cannot be stored")
	}
	if err != nil {
		err = fmt.Errorf(
			"%w (%w)",
			coded.Errorf(people.CodeNotStored, "the ban is in force until the server stops, but could not be stored"),
			err,
		)
	}
	list = append(list, ban)
	b.current.Store(&list)
	return ban, err
}

// network returns a network as it is banned. An IPv6 network is at least a household.
func network(p netip.Prefix) (netip.Prefix, error) {
	if p == (netip.Prefix{}) {
		return p, nil
	}
	addr, bits, widest := p.Addr(), p.Bits(), widestIPv6
	if addr.Is4In6() {
		addr, bits = addr.Unmap(), bits-96
	}
	if addr.Is4() {
		widest = widestIPv4
	} else {
		bits = min(bits, household)
	}
	if bits < widest {
		return p, coded.Malformedf(
			"a network that is banned has at least %d bits (IPv4) or %d (IPv6)",
			widestIPv4,
			widestIPv6,
		)
	}
	return netip.PrefixFrom(addr.WithZone(""), bits).Masked(), nil
}

// Remove ends a ban and reports whether there was one. It fails with CodeNotStored.
func (b *Bans) Remove(ctx context.Context, id string) (bool, error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	if !slices.ContainsFunc(*b.current.Load(), func(ban Ban) bool { return ban.ID == id }) {
		return false, nil
	}
	return true, b.remove(ctx, id)
}

// List returns the bans that have not ended, in the order in which they were
// added.
func (b *Bans) List() []Ban {
	now := time.Now()
	list := []Ban{}
	for _, ban := range *b.current.Load() {
		if !ban.over(now) {
			list = append(list, ban)
		}
	}
	return list
}

// Check fails with CodeBanned, as a BanError, if a person, or everybody from an address,
// is banned. A zero person or address matches no ban.
func (b *Bans) Check(person people.Person, addr netip.Addr) error {
	list := *b.current.Load()
	if len(list) == 0 {
		return nil
	}
	now := time.Now()
	for i := range list {
		ban := &list[i]
		if ban.Scope == FromServer && !ban.over(now) &&
			(ban.Identity != "" && ban.Identity == person.ID || ban.Address.Contains(addr)) {
			return &BanError{*ban, coded.Errorf(CodeBanned, "this server does not let you in")}
		}
	}
	return nil
}

// CheckChat fails with CodeSilenced if a person may not write in chats.
func (b *Bans) CheckChat(person string) error {
	list := *b.current.Load()
	now := time.Now()
	for i := range list {
		if ban := &list[i]; ban.Scope == FromChat && ban.Identity == person && !ban.over(now) {
			return &BanError{*ban, coded.Errorf(CodeSilenced, "a moderator has muted you on this server")}
		}
	}
	return nil
}
