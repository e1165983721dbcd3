package api

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive"
	"archmage/internal/daily/dealer"
	"archmage/internal/event/runner"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// dataHandler sends people everything that is stored about them, which it collects from the other
// handlers.
type dataHandler struct {
	*httpx.Base
	account     *accountHandler
	notices     *noticesHandler
	social      *socialHandler
	invitations *invitationsHandler
	news        *newsHandler
	// appointments are those that the person has planned or answered.
	appointments *appointmentsHandler
	// events are those in which the person has a role.
	events *eventsHandler
	// daily has the tries of the person at the deals of the day.
	daily    *dailyHandler
	puzzles  *puzzlesHandler
	clubChat *clubChatHandler
	rooms    roomList
	matches  matchLists
}

// mount adds the route of the handler.
func (s *dataHandler) mount(r chi.Router) {
	r.Method(http.MethodGet, "/account/data", forSession(s.Base, s.accountData))
}

// accountData returns everything that is stored about the person as a file. Allowed for a person.
func (s *dataHandler) accountData(w http.ResponseWriter, r *http.Request, session people.Session) error {
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Heavy)
	if err != nil {
		return err
	}
	defer done()
	account, err := s.account.describe(r, session)
	if err != nil {
		return err
	}
	channels, err := s.notices.noticesOf(r, session.ID)
	if err != nil {
		return err
	}
	joined, err := s.People.Admissions.JoinedAt(r.Context(), session.ID)
	if err != nil {
		return err
	}
	data := struct {
		Made    time.Time     `json:"made"`
		Account AccountAnswer `json:"account"`
		// Joined is the time at which the account was created with a join code, in milliseconds since
		// 1970, or 0.
		Joined int64 `json:"joined"`
		BlocksAnswer
		FollowsAnswer
		Notices      NoticesAnswer         `json:"notifications"`
		Invitations  []MadeInvitation      `json:"invitations"`
		Appointments []OwnAppointment      `json:"appointments"`
		Events       []runner.Own          `json:"events"`
		Daily        []dealer.OwnTry       `json:"daily"`
		Puzzles      OwnPuzzles            `json:"puzzles"`
		Rooms        []directory.RoomInfo  `json:"rooms"`
		Matches      []archive.MatchInfo   `json:"matches"`
		Ratings      []ProfileRatingAnswer `json:"ratings"`
		Profile      ProfileAnswer         `json:"profile"`
		ClubLines    []clubchat.ClubLine   `json:"clubLines"`
		ModerationAnswer
	}{
		Made:    time.Now().UTC(),
		Account: account,
		Joined:  httpx.Milliseconds(joined),
		Notices: channels,
		Rooms:   []directory.RoomInfo{},
		Matches: []archive.MatchInfo{},
	}
	if data.BlocksAnswer, err = s.social.blocksOf(r, session.Person); err != nil {
		return err
	}
	if data.FollowsAnswer, err = s.social.followsOf(r, session.Person); err != nil {
		return err
	}
	if data.Invitations, err = s.invitations.madeInvitations(r, session.Person); err != nil {
		return err
	}
	if data.Appointments, err = s.appointments.appointmentsOf(r.Context(), session.Person); err != nil {
		return err
	}
	if data.Events, err = s.events.eventsOf(r.Context(), session.Person); err != nil {
		return err
	}
	if data.Daily, err = s.daily.triesOf(r.Context(), session.Person); err != nil {
		return err
	}
	if data.Puzzles, err = s.puzzles.puzzlesOf(r.Context(), session.Person); err != nil {
		return err
	}
	ratings, err := s.People.Profiles.RatingsOf(r.Context(), session.ID)
	if err != nil {
		return err
	}
	data.Ratings = profileRatings(ratings)
	profile, err := s.People.Profiles.Own(r.Context(), session.ID)
	if err != nil {
		return err
	}
	data.Profile = asProfile(&profile)
	if data.ClubLines, err = s.clubChat.linesOf(r, session.ID); err != nil {
		return err
	}
	if data.ModerationAnswer, err = s.news.moderationOf(r, session.ID); err != nil {
		return err
	}
	for query := (directory.ListQuery{Member: session.ID, Limit: httpx.MaxPage}); ; {
		page, err := s.rooms.List(r.Context(), query)
		if err != nil {
			return err
		}
		data.Rooms = append(data.Rooms, page.Rooms...)
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	for query := (archive.MatchQuery{Person: session.ID, Limit: httpx.MaxPage}); ; {
		var page archive.MatchPage
		var err error
		work.Do(r.Context(), func() { page, err = s.matches.Matches(r.Context(), session.Person, query) })
		if err != nil {
			return err
		}
		data.Matches = append(data.Matches, page.Matches...)
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	w.Header().Set("Content-Disposition", `attachment; filename="archmage-data.json"`)
	s.WriteJSON(w, http.StatusOK, data)
	return nil
}
