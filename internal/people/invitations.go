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
	// InvitationTime is the time for which an invitation stays open.
	InvitationTime = 24 * time.Hour
	// MaxInvitations bounds the invitations that a person makes within InvitationTime.
	// MaxInvitationsToOne bounds those to the same person.
	MaxInvitations      = 30
	MaxInvitationsToOne = 3
	// maxShownInvitations is the largest number of open invitations that a person sees.
	maxShownInvitations = 20
)

// Invitation invites a person to a table.
type Invitation struct {
	ID       string
	From, To Person
	// Room is the id of the room.
	Room    string
	Answer  Answer
	Created time.Time
}

// Answer is the answer of an invited person.
type Answer string

// The answers to an invitation.
const (
	NoAnswer Answer = ""
	Accepted Answer = "accepted"
	Declined Answer = "declined"
	// Withdrawn means that the inviter has taken the invitation back. The invited person does not see it.
	Withdrawn Answer = "withdrawn"
)

// Invite invites a person to a room. The caller has checked that from is allowed to invite
// people there. A second invitation of the same person to the same room changes nothing. If the
// invited person has blocked from, the invitation counts but is not shown, and from gets no
// error. shown reports whether the invited person sees a new invitation. Invite fails with
// CodeNoPerson, CodeBlocked, CodeManyInvitations and CodeNotStored.
func (s *Social) Invite(ctx context.Context, from Person, to, room string) (isShown bool, err error) {
	lock := s.writeLocks.of(from.ID)
	lock.Lock()
	defer lock.Unlock()
	invited, err := s.persons(ctx, []string{to})
	if err != nil {
		return false, err
	}
	if len(invited) == 0 || invited[0].Kind == Bot || to == from.ID {
		return false, errNoPerson()
	}
	blocks, err := s.store.BlocksBetween(ctx, from.ID, []string{to})
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == from.ID }) {
		return false, coded.Errorf(CodeBlocked, "you have blocked that person")
	}
	sent, err := s.store.ListInvitations(ctx, store.InvitationQuery{From: from.ID, Limit: 2 * MaxInvitations})
	if err != nil {
		return false, err
	}
	all, toOne := 0, 0
	for i := range sent {
		if hasEnded(&sent[i]) {
			continue
		}
		if all++; sent[i].To == to {
			toOne++
			switch {
			case sent[i].Room != room:
			case Answer(sent[i].Answer) == Withdrawn:
				// The person sees the invitation again, without another notification.
				return false, s.storeAnswer(ctx, sent[i].ID, NoAnswer)
			default:
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
	invitation := store.Invitation{
		ID:      uuid.NewString(),
		From:    from.ID,
		To:      to,
		Room:    room,
		Created: time.UnixMilli(time.Now().UnixMilli()).UTC(),
	}
	err = s.store.AddInvitation(ctx, invitation)
	if errors.Is(err, store.ErrExists) {
		// The existing invitation to the room has ended but is still stored.
		if err = s.store.DeleteInvitations(ctx, time.Now().Add(time.Millisecond-InvitationTime)); err == nil {
			err = s.store.AddInvitation(ctx, invitation)
		}
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, errNoPerson()
	case err != nil:
		return false, NotStored(err)
	}
	return len(blocks) == 0, nil
}

// Withdraw takes back the open invitation of a person to a room. It fails with CodeNoInvitation and
// CodeNotStored.
func (s *Social) Withdraw(ctx context.Context, from, to, room string) error {
	lock := s.writeLocks.of(from)
	lock.Lock()
	defer lock.Unlock()
	sent, err := s.store.ListInvitations(ctx, store.InvitationQuery{From: from, Limit: 2 * MaxInvitations})
	if err != nil {
		return err
	}
	for i := range sent {
		if sent[i].To == to && sent[i].Room == room && sent[i].Answer == "" && !hasEnded(&sent[i]) {
			return s.storeAnswer(ctx, sent[i].ID, Withdrawn)
		}
	}
	return errNoInvitation()
}

func errNoInvitation() error {
	return coded.Errorf(CodeNoInvitation, "there is no such invitation, or it has ended")
}

func hasEnded(i *store.Invitation) bool { return time.Since(i.Created) >= InvitationTime }

// Invitations returns the open invitations to a person, the latest first, without those from
// people who have blocked the person or whom the person has blocked.
func (s *Social) Invitations(ctx context.Context, person string) ([]Invitation, error) {
	stored, err := s.store.ListInvitations(ctx, store.InvitationQuery{To: person, Limit: store.MaxPage})
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	var inviters []string
	for i := range stored {
		inviters = append(inviters, stored[i].From)
	}
	blocks, err := s.store.BlocksBetween(ctx, person, inviters)
	if err != nil {
		return nil, err
	}
	stored = slices.DeleteFunc(stored, func(i store.Invitation) bool {
		return i.Answer != "" || hasEnded(&i) ||
			slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == i.From || b.Blocked == i.From })
	})
	return s.invitations(ctx, stored[:min(len(stored), maxShownInvitations)])
}

// SentInvitations returns the invitations that a person has made within InvitationTime and has not
// withdrawn, the latest first.
func (s *Social) SentInvitations(ctx context.Context, person string) ([]Invitation, error) {
	stored, err := s.store.ListInvitations(ctx, store.InvitationQuery{From: person, Limit: 2 * MaxInvitations})
	if err != nil {
		return nil, err
	}
	return s.invitations(ctx, slices.DeleteFunc(stored, func(i store.Invitation) bool {
		return hasEnded(&i) || Answer(i.Answer) == Withdrawn
	}))
}

// invitations looks up the people of stored invitations. It leaves out invitations of deleted
// people.
func (s *Social) invitations(ctx context.Context, stored []store.Invitation) ([]Invitation, error) {
	var ids []string
	for i := range stored {
		ids = append(ids, stored[i].From, stored[i].To)
	}
	identities, err := s.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []Invitation
	for _, i := range stored {
		from, found := identities[i.From]
		if to, ok := identities[i.To]; ok && found {
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

// Invitation returns the open invitation with the id to a person. It fails with
// CodeNoInvitation.
func (s *Social) Invitation(ctx context.Context, person, id string) (Invitation, error) {
	list, err := s.Invitations(ctx, person)
	if err != nil {
		return Invitation{}, err
	}
	index := slices.IndexFunc(list, func(i Invitation) bool { return i.ID == id })
	if index < 0 {
		return Invitation{}, errNoInvitation()
	}
	return list[index], nil
}

// AnswerInvitation stores the answer to an invitation, which ends it. It fails with
// CodeNoInvitation and CodeNotStored.
func (s *Social) AnswerInvitation(ctx context.Context, person, id string, answer Answer) error {
	if _, err := s.Invitation(ctx, person, id); err != nil {
		return err
	}
	return s.storeAnswer(ctx, id, answer)
}

// storeAnswer stores the answer to an invitation. An invitation that was deleted needs none.
func (s *Social) storeAnswer(ctx context.Context, id string, answer Answer) error {
	if err := s.store.AnswerInvitation(ctx, id, string(answer)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}
