package people

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Admission says who can create an account.
type Admission string

// The values of Admission.
const (
	// AdmitAnybody: every guest can.
	AdmitAnybody Admission = ""
	// AdmitInvited: guests with a join code can.
	AdmitInvited Admission = "invited"
	// AdmitNobody: only the owners and the operator create accounts.
	AdmitNobody Admission = "owner"
)

// Joining is what a guest gives to become an account. Both fields are ignored for accounts.
type Joining struct {
	// Name is the name of the account.
	Name string
	// Code is a join code, or "".
	Code string
}

// joining is a Joining that was checked. code is the hash of the join code, or nil.
type joining struct {
	name string
	code []byte
}

// The kinds of join codes.
const (
	// JoinLink is a link for a number of people.
	JoinLink = "link"
	// JoinCard is a printed card for one person.
	JoinCard = "card"
)

const (
	// MaxJoinCards is the number of cards that can be made at once.
	MaxJoinCards = 60
	// MaxJoinPeople is the number of people that a link can be for.
	MaxJoinPeople = 500
	// MaxJoinTime is the time for which a join code can be used.
	MaxJoinTime = 366 * 24 * time.Hour
	// maxJoinCodes is the number of join codes that are stored.
	maxJoinCodes = 1000
	// maxJoinUses is the number of uses that a list of join codes shows.
	maxJoinUses = 5000
	// JoinCodeTime is the time after its end for which a join code is kept.
	JoinCodeTime = 90 * 24 * time.Hour
	// joinCodeBytes is the length of a join code in random bytes, and joinCodeLength in characters of
	// five bits. The first group is shown to owners, and the other two have 40 bits.
	joinCodeBytes  = 8
	joinCodeLength = 3 * codeGroupLength
)

// JoinCode is a code with which people create accounts, without its secret.
type JoinCode struct {
	ID string
	// Kind is JoinLink or JoinCard. Label is the first group of the code.
	Kind, Label string
	// People is the number of accounts that can be created. Used is the number that was created.
	People, Used   int
	Created, Until time.Time
	// Uses are the accounts that were created, without those that were deleted.
	Uses []JoinUse
}

// JoinUse is an account that was created with a join code.
type JoinUse struct {
	Person
	At time.Time
}

// JoinStore is the part of the database that stores join codes.
type JoinStore interface {
	AddJoinCodes(ctx context.Context, codes []store.JoinCode, limit int) error
	JoinCode(ctx context.Context, hash []byte) (store.JoinCode, error)
	JoinUse(ctx context.Context, identity string) (store.JoinUse, error)
	ListJoinCodes(ctx context.Context, limit int) ([]store.JoinCode, error)
	ListJoinUses(ctx context.Context, limit int) ([]store.JoinUse, error)
	EndJoinCode(ctx context.Context, id string, at time.Time) error
	DeleteJoinCodes(ctx context.Context, before time.Time) error
}

func errBadJoinCode() error { return coded.Errorf(CodeBadJoinCode, "this code is not valid") }

// Admissions lets guests become accounts: it knows who can, and manages the join codes. It is safe for
// concurrent use.
type Admissions struct {
	store JoinStore
	// admission is Options.Admission.
	admission func() Admission
	accounts  *Accounts
}

// Current returns who can create an account.
func (a *Admissions) Current() Admission {
	if a.admission == nil {
		return AdmitAnybody
	}
	return a.admission()
}

// check returns the hash of a guest's join code, or nil if the guest needs none. It fails with
// CodeNoNewAccounts, CodeInvitedOnly and CodeBadJoinCode.
func (a *Admissions) check(ctx context.Context, code string) ([]byte, error) {
	switch admission := a.Current(); {
	case admission == AdmitNobody:
		return nil, coded.Errorf(CodeNoNewAccounts, "the owner of this server creates the accounts; ask for one")
	case code == "" && admission == AdmitInvited:
		return nil, coded.Errorf(CodeInvitedOnly, "accounts on this server are by invitation; enter the code of yours")
	case code == "":
		return nil, nil
	}
	hash := hash(normalizeCode(code))
	found, err := a.store.JoinCode(ctx, hash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, errBadJoinCode()
	case err != nil:
		return nil, err
	case found.Used >= found.People || !time.Now().Before(found.Until):
		return nil, errBadJoinCode()
	}
	return hash, nil
}

// CheckCode fails with CodeBadJoinCode if nobody can create an account with a code now, and with
// CodeNoNewAccounts. The code is not used.
func (a *Admissions) CheckCode(ctx context.Context, code string) error {
	_, err := a.check(ctx, cmp.Or(code, "-"))
	return err
}

// NewCodes makes a number of join codes of a kind, each for a number of people, and returns them.
// Only their hashes are stored. It fails with coded.Malformed, CodeManyJoinCodes and CodeNotStored.
func (a *Admissions) NewCodes(
	ctx context.Context,
	kind string,
	count, people int,
	until time.Time,
) (codes []string, err error) {
	switch left := time.Until(until); {
	case kind != JoinLink && kind != JoinCard:
		return nil, coded.Malformedf("unknown kind of join code %.20q", kind)
	case count < 1 || count > MaxJoinCards || kind == JoinLink && count != 1:
		return nil, coded.Malformedf("%d join codes, want 1 to %d cards or 1 link", count, MaxJoinCards)
	case people < 1 || people > MaxJoinPeople || kind == JoinCard && people != 1:
		return nil, coded.Malformedf("a %s for %d people, want 1 to %d, and 1 for a card", kind, people, MaxJoinPeople)
	case left <= 0 || left > MaxJoinTime:
		return nil, coded.Malformedf("a join code ends in the future, within %d days", MaxJoinTime/(24*time.Hour))
	}
	var stored []store.JoinCode
	for range count {
		var secret [joinCodeBytes]byte
		_, _ = rand.Read(secret[:]) // never fails
		text := codeEncoding.EncodeToString(secret[:])[:joinCodeLength]
		stored = append(stored, store.JoinCode{
			ID:     uuid.NewString(),
			Hash:   hash(text),
			Kind:   kind,
			Label:  text[:codeGroupLength],
			People: people,
			Until:  until,
		})
		codes = append(codes, groupCode(text))
	}
	switch err := a.store.AddJoinCodes(ctx, stored, maxJoinCodes); {
	case errors.Is(err, store.ErrQuota):
		return nil, coded.Errorf(CodeManyJoinCodes, "at most %d codes are kept; withdraw some first", maxJoinCodes)
	case err != nil:
		return nil, NotStored(err)
	}
	return codes, nil
}

// groupCode returns a code with hyphens between its groups.
func groupCode(text string) string {
	var groups []string
	for ; len(text) > 0; text = text[codeGroupLength:] {
		groups = append(groups, text[:codeGroupLength])
	}
	return strings.Join(groups, "-")
}

// Codes returns the join codes that are kept, the latest first.
func (a *Admissions) Codes(ctx context.Context) ([]JoinCode, error) {
	codes, err := a.store.ListJoinCodes(ctx, maxJoinCodes)
	if err != nil {
		return nil, err
	}
	uses, err := a.store.ListJoinUses(ctx, maxJoinUses)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, use := range uses {
		ids = append(ids, use.Identity)
	}
	found, err := a.accounts.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	byCode := map[string][]JoinUse{}
	for _, use := range uses {
		if person, ok := found[use.Identity]; ok {
			byCode[use.Code] = append(byCode[use.Code], JoinUse{person, use.At})
		}
	}
	var list []JoinCode
	for i := range codes {
		c := &codes[i]
		list = append(list, JoinCode{
			ID: c.ID, Kind: c.Kind, Label: c.Label, People: c.People, Used: c.Used,
			Created: c.Created, Until: c.Until, Uses: byCode[c.ID],
		})
	}
	return list, nil
}

// EndCode withdraws a join code. It fails with coded.NotFound and CodeNotStored.
func (a *Admissions) EndCode(ctx context.Context, id string) error {
	switch err := a.store.EndJoinCode(ctx, id, time.Now()); {
	case errors.Is(err, store.ErrNotFound):
		return coded.Errorf(coded.NotFound, "there is no such code, or it has ended")
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// JoinedAt returns the time at which a person created their account with a join code, or the zero time
// if they needed none.
func (a *Admissions) JoinedAt(ctx context.Context, person string) (time.Time, error) {
	use, err := a.store.JoinUse(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return time.Time{}, nil
	} else if err != nil {
		return time.Time{}, fmt.Errorf("how an account was created: %w", err)
	}
	return use.At, nil
}
