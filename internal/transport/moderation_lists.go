package transport

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// moderatedName is a person as moderators see one. The name is missing if the person was
// deleted.
type moderatedName struct {
	httpx.Person
	Role moderation.Role `json:"role"`
}

// namer looks up the names of several people in one query.
type namer struct {
	known map[string]people.Person
	roles map[string]moderation.Role
}

func (s *moderators) namer(ctx context.Context, ids []string) (namer, error) {
	known, err := s.People.Accounts.Known(ctx, ids)
	if err != nil {
		return namer{}, err
	}
	roles, err := s.options.Records.Roles(ctx)
	return namer{known, roles}, err
}

func (n *namer) name(id string) moderatedName {
	return moderatedName{httpx.Person{ID: id, Name: n.known[id].Name, Kind: n.known[id].Kind}, n.roles[id]}
}

// reportAnswer is a report as moderators see it.
type reportAnswer struct {
	Number   uint64        `json:"number"`
	Topic    string        `json:"topic"`
	Person   moderatedName `json:"person"`
	Reporter moderatedName `json:"reporter"`
	Created  int64         `json:"created"`
	// Closed is 0 while the report is open.
	Closed int64 `json:"closed"`
	moderation.Reported
	// Withheld is true if the chat around is not shown, because the moderator is at that
	// table while a match is played.
	Withheld bool `json:"withheld"`
}

// reports lists reports.
func (s *moderators) reports(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	list, next, err := s.options.Records.Reports(r.Context(), moderation.ReportQuery{
		Closed: query.Get("closed") == "1", Person: query.Get("person"), After: query.Get("after"), Limit: limit,
	})
	if err != nil {
		return err
	}
	answers, err := s.reportAnswers(r, list)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Reports []reportAnswer `json:"reports"`
		Next    string         `json:"next"`
	}{answers, next})
	return nil
}

func (s *moderators) reportAnswers(r *http.Request, list []moderation.Report) ([]reportAnswer, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Person, list[i].Reporter)
	}
	names, err := s.namer(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	own, err := s.ownTables(r.Context(), moderatorOf(r))
	if err != nil {
		return nil, err
	}
	answers := []reportAnswer{}
	for i := range list {
		one := &list[i]
		answer := reportAnswer{
			Number: one.Number, Topic: one.Topic, Person: names.name(one.Person), Reporter: names.name(one.Reporter),
			Created: one.Created.UnixMilli(), Reported: one.Reported,
		}
		if !one.Closed.IsZero() {
			answer.Closed = one.Closed.UnixMilli()
		}
		if answer.Withheld = one.Room != "" && own[one.Room]; answer.Withheld || answer.Lines == nil {
			answer.Lines = []lobby.Line{}
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// ownTables returns the rooms in which a match is played and the moderator has a seat or
// watches. The chat of such a room may tell what the moderator must not know.
func (s *moderators) ownTables(ctx context.Context, m moderation.Moderator) (map[string]bool, error) {
	own := map[string]bool{}
	if m.ID == "" {
		return own, nil
	}
	query := directory.ListQuery{Member: m.ID, Limit: httpx.MaxPage, Statuses: []room.Status{room.StatusPlaying}}
	for {
		page, err := s.rooms.List(ctx, query)
		if err != nil {
			return nil, err
		}
		for i := range page.Rooms {
			own[page.Rooms[i].ID] = true
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	for _, id := range s.sockets.RoomsOf(m.ID) {
		seen, err := s.rooms.Inspect(ctx, id)
		if err == nil && seen.Status == room.StatusPlaying {
			own[id] = true
		}
	}
	return own, nil
}

// actAnswer is a line of the log of acts.
type actAnswer struct {
	Number  uint64        `json:"number"`
	At      int64         `json:"at"`
	By      moderatedName `json:"by"`
	Person  moderatedName `json:"person"`
	Kind    string        `json:"kind"`
	Target  string        `json:"target"`
	Reason  people.Reason `json:"reason"`
	Words   string        `json:"words"`
	Until   int64         `json:"until"`
	Outcome string        `json:"outcome"`
}

// acts lists the acts.
func (s *moderators) acts(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	answers, next, err := s.actAnswers(
		r.Context(),
		moderatorOf(r).Role,
		moderation.ActQuery{Person: query.Get("person"), After: query.Get("after"), Limit: limit},
	)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Acts []actAnswer `json:"acts"`
		Next string      `json:"next"`
	}{answers, next})
	return nil
}

// actAnswers returns acts as somebody with a role may see them: only owners see the
// addresses of bans.
func (s *moderators) actAnswers(
	ctx context.Context,
	role moderation.Role,
	query moderation.ActQuery,
) (answers []actAnswer, next string, err error) {
	list, next, err := s.options.Records.Acts(ctx, query)
	if err != nil {
		return nil, "", err
	}
	var ids []string
	for i := range list {
		ids = append(ids, list[i].By, list[i].Person)
	}
	names, err := s.namer(ctx, ids)
	answers = []actAnswer{}
	for i := range list {
		a := &list[i]
		if a.Kind == moderation.ActBan && !role.Above(moderation.RoleModerator) {
			a.Target, _, _ = strings.Cut(a.Target, " ")
		}
		answers = append(answers, actAnswer{
			Number:  a.Number,
			At:      a.At.UnixMilli(),
			By:      names.name(a.By),
			Person:  names.name(a.Person),
			Kind:    a.Kind,
			Target:  a.Target,
			Reason:  a.Reason,
			Words:   a.Words,
			Until:   httpx.Milliseconds(a.Until),
			Outcome: a.Outcome,
		})
	}
	return answers, next, err
}

// banAnswer is a ban as moderators see it.
type banAnswer struct {
	ID      string           `json:"id"`
	Person  moderatedName    `json:"person"`
	Scope   moderation.Scope `json:"scope"`
	Reason  people.Reason    `json:"reason"`
	Words   string           `json:"words"`
	Created int64            `json:"created"`
	Until   int64            `json:"until"`
	// Network is true if the ban has a network. Address is the network; only owners see
	// it.
	Network bool   `json:"network"`
	Address string `json:"address"`
}

// moderatedBans lists the bans.
func (s *moderators) moderatedBans(w http.ResponseWriter, r *http.Request) error {
	list, err := s.banAnswers(r, "")
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Bans []banAnswer `json:"bans"`
	}{list})
	return nil
}

// banAnswers returns the bans of a person, or all bans if person is "".
func (s *moderators) banAnswers(r *http.Request, person string) ([]banAnswer, error) {
	answers := []banAnswer{}
	if s.options.Bans == nil {
		return answers, nil
	}
	var ids []string
	list := s.options.Bans.List()
	for i := range list {
		ids = append(ids, list[i].Identity)
	}
	names, err := s.namer(r.Context(), ids)
	for i := range list {
		ban := &list[i]
		if person != "" && ban.Identity != person {
			continue
		}
		answer := banAnswer{
			ID: ban.ID, Person: names.name(ban.Identity), Scope: ban.Scope, Reason: ban.Reason, Words: ban.Words,
			Created: ban.Created.UnixMilli(), Until: httpx.Milliseconds(ban.Until), Network: ban.Address.IsValid(),
		}
		if answer.Network && moderatorOf(r).Role.Above(moderation.RoleModerator) {
			answer.Address = ban.Address.String()
		}
		answers = append(answers, answer)
	}
	return answers, err
}

// moderatedPerson sends what moderators may know of a person, found by name or id.
func (s *moderators) moderatedPerson(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	find, by := s.People.Accounts.FindName, query.Get("name")
	if by == "" {
		find, by = s.People.Accounts.Find, query.Get("id")
	}
	found, err := find(r.Context(), by)
	if err != nil {
		return err
	}
	answer := struct {
		moderatedName
		// Rooms are the listed rooms in which the person has a seat.
		Rooms   []directory.RoomInfo `json:"rooms"`
		Bans    []banAnswer          `json:"bans"`
		Reports []reportAnswer       `json:"reports"`
		Acts    []actAnswer          `json:"acts"`
	}{moderatedName: moderatedName{Person: httpx.AsPerson(found)}, Rooms: []directory.RoomInfo{}}
	if answer.Role, err = s.options.Records.Role(r.Context(), found.ID); err != nil {
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
	if answer.Bans, err = s.banAnswers(r, found.ID); err != nil {
		return err
	}
	reports, _, err := s.options.Records.Reports(
		r.Context(),
		moderation.ReportQuery{Person: found.ID, Limit: httpx.DefaultPage},
	)
	if err != nil {
		return err
	}
	if answer.Reports, err = s.reportAnswers(r, reports); err != nil {
		return err
	}
	if answer.Acts, _, err = s.actAnswers(
		r.Context(),
		moderatorOf(r).Role,
		moderation.ActQuery{Person: found.ID, Limit: httpx.DefaultPage},
	); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// publicRoom returns a room without what only its members may know.
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

// moderatedRooms lists the rooms that everybody sees in lists.
func (s *moderators) moderatedRooms(w http.ResponseWriter, r *http.Request) error {
	query, err := httpx.RoomQuery(r)
	if err != nil {
		return err
	}
	query.Listed = true
	page, err := s.rooms.List(r.Context(), query)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, page)
	return nil
}

// moderatedRoom shows who is in a room.
func (s *moderators) moderatedRoom(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "room")
	seen, err := s.rooms.Inspect(r.Context(), id)
	if err != nil {
		return err
	}
	list := []httpx.Person{}
	for _, c := range s.connected(r.Context(), id) {
		if !slices.Contains(list, c.Person) {
			list = append(list, c.Person)
		}
	}
	seats := []httpx.Person{}
	for i := range seen.Seats {
		seats = append(
			seats,
			httpx.Person{ID: seen.Seats[i].Player, Name: seen.Seats[i].Name, Kind: people.Kind(seen.Seats[i].Kind)},
		)
	}
	s.WriteJSON(w, http.StatusOK, struct {
		ID     string      `json:"id"`
		Status room.Status `json:"status"`
		// Seats are the players by seat, Connected the people who are connected.
		Seats     []httpx.Person `json:"seats"`
		Connected []httpx.Person `json:"connected"`
	}{id, seen.Status, seats, list})
	return nil
}
