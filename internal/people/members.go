package people

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// MaxMembers is the largest number of people on a page of Members.
const MaxMembers = 50

// MembersQuery selects accounts.
type MembersQuery struct {
	// Find is the beginning of the names, without regard to case and accents; "" selects all.
	Find string
	// After is Next of the previous page, or "" for the first page.
	After string
	// Limit is at most MaxMembers.
	Limit int
}

// Member is an account in the list of members.
type Member struct {
	Person
	// DaysAgo says roughly when the account was last here, in days (UTC): weeks from the seventh day on, and at most
	// maxDaysAgo. It is nil if the viewer may not know.
	DaysAgo *int
	// New is true for an account that is new to the server, if the viewer may know when it was here.
	New bool
	// Game is the game that the account has played most often at public tables, or "". Rating is its rating there;
	// nil before the first rated match.
	Game   string
	Rating *Rating
}

// Members is a page of the list of members, in the order of their names.
type Members struct {
	List []Member
	// Next is the cursor of the next page, or "".
	Next string
}

// Members returns a page of the accounts of a server, as a viewer sees them. It
// fails with CodeBadName if Find is not the beginning of a name, and with coded.Malformed for a wrong cursor.
func (s *Social) Members(ctx context.Context, query MembersQuery, viewer Person) (Members, error) {
	prefix := ""
	if strings.TrimSpace(query.Find) != "" {
		var err error
		if prefix, err = checkName(query.Find); err != nil {
			return Members{}, err
		}
	}
	page, err := s.store.ByName(
		ctx,
		store.NameQuery{Prefix: prefix, After: store.Cursor(query.After), Limit: min(query.Limit, MaxMembers)},
	)
	if errors.Is(err, store.ErrInvalid) {
		return Members{}, coded.Malformedf("there is no such place in the list")
	} else if err != nil {
		return Members{}, err
	}
	found := Members{Next: string(page.Next)}
	strangers, err := s.Strangers(ctx, viewer.ID)
	if err != nil {
		return Members{}, err
	}
	for i := range page.Items {
		identity := &page.Items[i]
		member := Member{Person: personOf(identity)}
		if identity.ID == viewer.ID || viewer.Kind == Account && presenceOf(identity) != PresenceNobody &&
			!slices.Contains(strangers, identity.ID) {
			now := time.Now()
			days := daysAgo(identity.Seen, now)
			member.DaysAgo, member.New = &days, isNew(identity, now)
		}
		found.List = append(found.List, member)
	}
	return found, s.addGames(ctx, found.List)
}

// addGames fills in the games and ratings of members.
func (s *Social) addGames(ctx context.Context, members []Member) error {
	ids := make([]string, len(members))
	for i := range members {
		ids[i] = members[i].ID
	}
	games, err := s.store.MostPlayed(ctx, ids)
	if err != nil {
		return err
	}
	players := map[string][]string{}
	for _, id := range ids {
		if game := games[id]; game != "" {
			players[game] = append(players[game], id)
		}
	}
	ratings := map[string]Rating{}
	for game, ids := range players {
		list, err := s.store.RatingsOf(ctx, game, ids)
		if err != nil {
			return err
		}
		for i := range list {
			ratings[list[i].Player] = ratingOf(&list[i])
		}
	}
	for i := range members {
		members[i].Game = games[members[i].ID]
		if rating, ok := ratings[members[i].ID]; ok {
			members[i].Rating = &rating
		}
	}
	return nil
}

// maxDaysAgo is the largest Member.DaysAgo: a year of whole weeks.
const maxDaysAgo = 52 * 7

// daysAgo returns the number of days (UTC) from a time until now, rounded as in Member.DaysAgo.
func daysAgo(seen, now time.Time) int {
	day := func(t time.Time) int64 { return t.Unix() / int64((24 * time.Hour).Seconds()) }
	days := int(min(max(0, day(now)-day(seen)), maxDaysAgo))
	if days > 7 {
		days -= days % 7
	}
	return days
}
