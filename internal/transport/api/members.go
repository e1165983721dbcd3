package api

import (
	"net/http"

	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// MemberAnswer is an account in the list of members.
type MemberAnswer struct {
	httpx.Person
	// DaysAgo says roughly when the person was last here, in days (UTC): weeks from the seventh day on, and at most
	// 364. It is absent if the client may not know.
	DaysAgo *int `json:"daysAgo,omitempty"`
	// New is true for an account of the last seven days. It is absent if the client may not know.
	New bool `json:"new,omitempty"`
	// Game is the game that the person has played most often at public tables, absent if there is none.
	Game string `json:"game,omitempty"`
	// Rating is the person's rating in that game, absent before the first rated match.
	Rating *RatingAnswer `json:"rating,omitempty"`
}

// MembersAnswer is a page of the members, in the order of their names.
type MembersAnswer struct {
	Members []MemberAnswer `json:"members"`
	// Next is the cursor of the next page, or "".
	Next string `json:"next"`
}

// members lists the accounts (`members`) by their names without case and accents, 50 a page; with `find` those
// whose names begin with it. Each has the `game` that it has played most at public tables, its `rating` there if
// it has one, and `daysAgo`: how many days ago (UTC) it was here, in whole weeks from the seventh day on and at
// most 364. `daysAgo` is absent for clients without an account, for accounts whose presence is `nobody`, and if
// one of the two has blocked the other. Allowed for a person.
func (s *socialHandler) members(w http.ResponseWriter, r *http.Request, person people.Person) error {
	release, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer release()
	q := r.URL.Query()
	query := people.MembersQuery{Find: q.Get("find"), After: q.Get("after")}
	if query.Limit, err = httpx.Number(q.Get("limit"), people.MaxMembers, 1, people.MaxMembers); err != nil {
		return err
	}
	var page people.Members
	work.Do(r.Context(), func() { page, err = s.People.Social.Members(r.Context(), query, person) })
	if err != nil {
		return err
	}
	answer := MembersAnswer{Members: []MemberAnswer{}, Next: page.Next}
	for i := range page.List {
		member := &page.List[i]
		entry := MemberAnswer{
			Person: httpx.AsPerson(member.Person), DaysAgo: member.DaysAgo, New: member.New, Game: member.Game,
		}
		if member.Rating != nil {
			rating := asRating(member.Rating)
			entry.Rating = &rating
		}
		answer.Members = append(answer.Members, entry)
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}
