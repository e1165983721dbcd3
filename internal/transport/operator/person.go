package operator

import (
	"net/http"

	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/transport/httpx"
)

// personHandler sends moderators the data about one person that they may see.
type personHandler struct {
	*roles
	reports *reportsHandler
	acts    *actsHandler
	bans    *bansHandler
	rooms   roomList
}

// moderatedPerson returns what is known of the account with that `name`, or of the person with that `id`. Allowed
// for a moderator.
func (s *personHandler) moderatedPerson(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	find, value := s.People.Accounts.FindName, query.Get("name")
	if value == "" {
		find, value = s.People.Accounts.Find, query.Get("id")
	}
	found, err := find(r.Context(), value)
	if err != nil {
		return err
	}
	answer := struct {
		PersonAndRole
		// Rooms are the listed rooms in which the person has a seat.
		Rooms   []directory.RoomInfo `json:"rooms"`
		Bans    []BanAnswer          `json:"bans"`
		Reports []ReportAnswer       `json:"reports"`
		Acts    []ActAnswer          `json:"acts"`
	}{PersonAndRole: PersonAndRole{Person: httpx.AsPerson(found)}, Rooms: []directory.RoomInfo{}}
	if answer.Role, err = s.records.Role(r.Context(), found.ID); err != nil {
		return err
	}
	rooms, err := s.rooms.List(r.Context(), directory.ListQuery{Member: found.ID, Limit: httpx.MaxPage})
	if err != nil {
		return err
	}
	for i := range rooms.Rooms {
		if rooms.Rooms[i].Listed {
			answer.Rooms = append(answer.Rooms, publicRoom(rooms.Rooms[i]))
		}
	}
	if answer.Bans, err = s.bans.banAnswers(r, found.ID); err != nil {
		return err
	}
	reports, _, err := s.records.Reports(
		r.Context(),
		moderation.ReportQuery{Person: found.ID, Limit: httpx.DefaultPage},
	)
	if err != nil {
		return err
	}
	if answer.Reports, err = s.reports.reportAnswers(r, reports); err != nil {
		return err
	}
	if answer.Acts, _, err = s.acts.actAnswers(
		r.Context(),
		moderatorOf(r).Role,
		moderation.ActQuery{Person: found.ID, Limit: httpx.DefaultPage},
	); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// publicRoom returns a room without the data that only its members may see.
func publicRoom(info directory.RoomInfo) directory.RoomInfo {
	return directory.RoomInfo{
		ID:      info.ID,
		Game:    info.Game,
		Status:  info.Status,
		Listed:  info.Listed,
		Host:    info.Host,
		Summary: info.Summary,
		Created: info.Created,
	}
}
