package store

import (
	"bytes"
	"context"
	"math"
	"slices"
	"time"
)

func (c checked) CreateIdentity(ctx context.Context, identity Identity, first Credential) error {
	identity, first = identityInMilli(identity), credentialInMilli(first)
	if err := firstError(checkID("the identity", identity.ID), checkIdentity(&identity), checkCredential(&first)); err != nil {
		return err
	}
	return c.Log.CreateIdentity(ctx, identity, first)
}

func (c checked) ChangeIdentity(ctx context.Context, id string, change IdentityChange) error {
	if change.Identity != nil {
		identity := identityInMilli(*change.Identity)
		if err := checkIdentity(&identity); err != nil {
			return err
		}
		change.Identity = &identity
	}
	if len(change.Remove)+len(change.Add) > MaxMembers {
		return invalid("%d credentials change at once", len(change.Remove)+len(change.Add))
	}
	change.Add = slices.Clone(change.Add)
	for i := range change.Add {
		change.Add[i] = credentialInMilli(change.Add[i])
		if err := checkCredential(&change.Add[i]); err != nil {
			return err
		}
		same := func(other Credential) bool { return sameKey(other.CredentialKey, change.Add[i].CredentialKey) }
		if slices.ContainsFunc(change.Add[:i], same) {
			return invalid("a credential is added twice")
		}
	}
	return c.Log.ChangeIdentity(ctx, id, change)
}

func (c checked) NoteUse(ctx context.Context, key CredentialKey, at time.Time, data []byte) error {
	if err := checkData("a credential", data); err != nil {
		return err
	}
	return c.Log.NoteUse(ctx, key, toMilli(at), data)
}

func (c checked) Known(ctx context.Context, ids []string) (map[string]Identity, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(ids), MaxPage)
	}
	return c.Log.Known(ctx, ids)
}

func (c checked) Faces(ctx context.Context, looks []string) (map[string]string, error) {
	if len(looks) > MaxPage {
		return nil, invalid("%d looks, more than %d", len(looks), MaxPage)
	}
	return c.Log.Faces(ctx, looks)
}

func (c checked) KeepSetting(ctx context.Context, name, value string) (string, error) {
	if err := firstError(checkID("the setting", name), checkText("its value", value)); err != nil {
		return "", err
	}
	return c.Log.KeepSetting(ctx, name, value)
}

func (c checked) Tallies(ctx context.Context, query ResultQuery) ([]Tally, error) {
	query.At = toMilli(query.At)
	return c.Log.Tallies(ctx, query)
}

func (c checked) Companions(ctx context.Context, query ResultQuery, limit int) ([]Companion, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	query.At = toMilli(query.At)
	return c.Log.Companions(ctx, query, limit)
}

func checkIdentity(identity *Identity) error {
	return firstError(checkText("the name", identity.Name), checkText("the kind", identity.Kind), checkText("the look", identity.Look),
		checkText("the owner", identity.Owner), checkText("the face", identity.Face))
}

func checkCredential(credential *Credential) error {
	if n := len(credential.ID); n == 0 || n > MaxCredential {
		return invalid("a credential's id has %d bytes", n)
	}
	return firstError(checkID("a credential's kind", credential.Kind), checkText("the label", credential.Label),
		checkData("a credential", credential.Data))
}

func sameKey(a, b CredentialKey) bool { return a.Kind == b.Kind && bytes.Equal(a.ID, b.ID) }

func checkResults(results []Result) error {
	if len(results) > MaxMembers {
		return invalid("%d results, more than %d", len(results), MaxMembers)
	}
	for i := range results {
		if err := checkID("a person", results[i].Person); err != nil {
			return err
		}
		same := func(other Result) bool { return other.Person == results[i].Person }
		if slices.ContainsFunc(results[:i], same) {
			return invalid("%q has two results", results[i].Person)
		}
	}
	return nil
}

// checkRated refuses seats of a rated match that cannot be rated.
func checkRated(seats []RatedSeat) error {
	results := make([]Result, len(seats))
	for i, seat := range seats {
		if results[i].Person = seat.Player; seat.Rank < 1 {
			return invalid("place %d", seat.Rank)
		}
	}
	if len(seats) == 1 {
		return invalid("a match of one is rated")
	}
	return checkResults(results)
}

func (c checked) RatedMatches(ctx context.Context, after int64, limit int) ([]RatedMatch, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.RatedMatches(ctx, after, limit)
}

func (c checked) AddRatings(ctx context.Context, change RatingChange) error {
	if change.To < change.From {
		return invalid("ratings go back from match %d to %d", change.From, change.To)
	}
	change.Ratings = slices.Clone(change.Ratings)
	for i := range change.Ratings {
		r := &change.Ratings[i]
		if r.Last = toMilli(r.Last); math.IsNaN(r.Strength) {
			return invalid("a strength that is no number")
		}
		if err := firstError(checkID("a player", r.Player), checkText("the game", r.Game), checkJSON("the note", r.Note)); err != nil {
			return err
		}
	}
	return c.Log.AddRatings(ctx, change)
}

func (c checked) Ratings(ctx context.Context, game string, players []string) ([]Rating, error) {
	if len(players) > MaxPage {
		return nil, invalid("%d players, more than %d", len(players), MaxPage)
	}
	if len(players) == 0 {
		return nil, nil
	}
	return c.Log.Ratings(ctx, game, players)
}

func (c checked) Leaders(ctx context.Context, query LeaderQuery) (Page[Rating], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Rating]{}, err
	}
	return c.Log.Leaders(ctx, query)
}

func (c checked) RatingSteps(ctx context.Context, player, game string, limit int) ([]RatingStep, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.RatingSteps(ctx, player, game, limit)
}

// identityInMilli returns the identity with its times as they are stored.
func identityInMilli(identity Identity) Identity {
	if identity.Created.IsZero() {
		identity.Created = time.Now()
	}
	if identity.Seen.IsZero() {
		identity.Seen = identity.Created
	}
	identity.Created, identity.Seen = toMilli(identity.Created), toMilli(identity.Seen)
	return identity
}

// credentialInMilli returns the credential with its times as they are stored.
func credentialInMilli(credential Credential) Credential {
	if credential.Created.IsZero() {
		credential.Created = time.Now()
	}
	if credential.Used.IsZero() {
		credential.Used = credential.Created
	}
	credential.Created, credential.Used = toMilli(credential.Created), toMilli(credential.Used)
	return credential
}
