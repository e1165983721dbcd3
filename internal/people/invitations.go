package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// InvitationTime is how long an invitation lasts.
	InvitationTime = 24 * time.Hour
	// MaxInvitations bounds how many invitations a person makes within InvitationTime,
	// MaxInvitationsToOne how many of them to the same person.
	MaxInvitations      = 30
	MaxInvitationsToOne = 3
	// shownInvitations is how many invitations a person sees at once.
	shownInvitations = 20
)

// Invitation says that a person wants another one at a table.
type Invitation struct {
	ID       string
	From, To Person
	// Room is the id of the table.
	Room    string
	Answer  Answer
	Created time.Time
}

// Answer is what an invited person says.
type Answer string

// The answers to an invitation.
const (
	NoAnswer Answer = ""
	Accepted Answer = "accepted"
	Declined Answer = "declined"
)

// Invite invites a person to a room. The caller has checked that this is allowed there. A
// second invitation of the same person to the same room changes nothing. If the invited
// person has blocked from, the invitation counts but is not shown, and from does not
// learn that. shown reports whether there is a new invitation that the invited person
// sees. Invite fails with CodeNoPerson, CodeBlocked, CodeManyInvitations and
// CodeNotStored.
func (p *People) Invite(ctx context.Context, from Person, to, room string) (shown bool, err error) {
	lock := p.writing.of(from.ID)
	lock.Lock()
	defer lock.Unlock()
	others, err := p.persons(ctx, []string{to})
	if err != nil {
		return false, err
	}
	if len(others) == 0 || others[0].Kind == Bot || to == from.ID {
		return false, errNobody()
	}
	blocks, err := p.store.BlocksBetween(ctx, from.ID, []string{to})
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == from.ID }) {
		return false, coded.Errorf(CodeBlocked, "you have blocked that person")
	}
	made, err := p.store.ListInvitations(ctx, store.InvitationQuery{From: from.ID, Limit: 2 * MaxInvitations})
	if err != nil {
		return false, err
	}
	all, toOne := 0, 0
	for i := range made {
		if over(&made[i]) {
			continue
		}
		if all++; made[i].To == to {
			toOne++
			if made[i].Room == room {
				return false, nil
			}
		}
	}
	if all >= MaxInvitations || toOne >= MaxInvitationsToOne {
		return false, coded.Errorf(
			CodeManyInvitations,
			"you can make %d invitations a day, %d of them to one person",
			MaxInvitations,
			MaxInvitationsToOne,
		)
	}
	one := store.Invitation{
		ID:      uuid.NewString(),
		From:    from.ID,
		To:      to,
		Room:    room,
		Created: time.UnixMilli(time.Now().UnixMilli()).UTC(),
	}
	err = p.store.AddInvitation(ctx, one)
	if errors.Is(err, store.ErrExists) {
		// An older invitation, which has ended, is still stored.
		if err = p.store.DeleteInvitations(ctx, time.Now().Add(time.Millisecond-InvitationTime)); err == nil {
			err = p.store.AddInvitation(ctx, one)
		}
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, errNobody()
	case err != nil:
		return false, NotStored(err)
	}
	return len(blocks) == 0, nil
}

// over reports whether an invitation has ended.
func over(i *store.Invitation) bool { return time.Since(i.Created) >= InvitationTime }

// Invitations returns the invitations to a person that are open, the latest
// first.
func (p *People) Invitations(ctx context.Context, person string) ([]Invitation, error) {
	made, err := p.store.ListInvitations(ctx, store.InvitationQuery{To: person, Limit: store.MaxPage})
	if err != nil || len(made) == 0 {
		return nil, err
	}
	var by []string
	for i := range made {
		by = append(by, made[i].From)
	}
	blocks, err := p.store.BlocksBetween(ctx, person, by)
	if err != nil {
		return nil, err
	}
	made = slices.DeleteFunc(made, func(i store.Invitation) bool {
		return i.Answer != "" || over(&i) ||
			slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == i.From || b.Blocked == i.From })
	})
	return p.invitations(ctx, made[:min(len(made), shownInvitations)])
}

// Invited returns the invitations that a person has made, the latest first.
func (p *People) Invited(ctx context.Context, person string) ([]Invitation, error) {
	made, err := p.store.ListInvitations(ctx, store.InvitationQuery{From: person, Limit: 2 * MaxInvitations})
	if err != nil {
		return nil, err
	}
	return p.invitations(ctx, slices.DeleteFunc(made, func(i store.Invitation) bool { return over(&i) }))
}

// invitations adds the people to stored invitations.
func (p *People) invitations(ctx context.Context, made []store.Invitation) ([]Invitation, error) {
	var ids []string
	for i := range made {
		ids = append(ids, made[i].From, made[i].To)
	}
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []Invitation
	for _, i := range made {
		from, there := known[i.From]
		if to, ok := known[i.To]; ok && there {
			list = append(list, Invitation{
				ID:      i.ID,
				From:    personOf(&from),
				To:      personOf(&to),
				Room:    i.Room,
				Answer:  Answer(i.Answer),
				Created: i.Created,
			})
		}
	}
	return list, nil
}

// Invitation returns an open invitation to a person. It fails with
// CodeNoInvitation.
func (p *People) Invitation(ctx context.Context, person, id string) (Invitation, error) {
	list, err := p.Invitations(ctx, person)
	if err != nil {
		return Invitation{}, err
	}
	at := slices.IndexFunc(list, func(i Invitation) bool { return i.ID == id })
	if at < 0 {
		return Invitation{}, coded.Errorf(CodeNoInvitation, "there is no such invitation, or it has ended")
	}
	return list[at], nil
}

// AnswerInvitation stores the answer to an invitation, which is no longer open
// then. It fails with CodeNoInvitation and CodeNotStored.
func (p *People) AnswerInvitation(ctx context.Context, person, id string, answer Answer) error {
	if _, err := p.Invitation(ctx, person, id); err != nil {
		return err
	}
	if err := p.store.AnswerInvitation(ctx, id, string(answer)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}
