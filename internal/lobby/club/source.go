package club

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"archmage/internal/archive"
	"archmage/internal/event/runner"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
)

const (
	// maxTables is the largest number of tables of each kind in a document: those that wait for players, and
	// those with a match.
	maxTables = 40
	// maxResults is the number of results in a document, and firstPlaces that of the lines of the week.
	maxResults  = 5
	firstPlaces = 3
	// eventsWithin is the time ahead within which events begin that documents show.
	eventsWithin = 14 * 24 * time.Hour
)

// Rooms has the rooms in memory.
type Rooms interface {
	// Occupied returns the rooms to which people are connected.
	Occupied() []Room
}

// Tables lists rooms.
type Tables interface {
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
}

// Matches lists finished matches.
type Matches interface {
	Matches(ctx context.Context, by people.Person, query archive.MatchQuery) (archive.MatchPage, error)
}

// Events lists events.
type Events interface {
	Lines(ctx context.Context, query runner.Query) (lines []runner.Line, next string, err error)
}

// source is the Source of a server.
type source struct {
	Rooms
	tables  Tables
	matches Matches
	people  *people.People
	chat    ChatSource
	events  Events
}

// NewSource returns the Source of a server. events is nil if it has none.
func NewSource(
	rooms Rooms,
	tables Tables,
	matches Matches,
	persons *people.People,
	chat ChatSource,
	events Events,
) Source {
	return &source{rooms, tables, matches, persons, chat, events}
}

// Events implements Source.
func (s *source) Events(ctx context.Context) ([]EventState, error) {
	if s.events == nil {
		return nil, nil
	}
	lines, _, err := s.events.Lines(ctx, runner.Query{Within: eventsWithin, Limit: MaxEvents})
	if err != nil {
		return nil, err
	}
	list := make([]EventState, len(lines))
	for i := range lines {
		l := &lines[i]
		list[i] = EventState{EventLine{
			ID: l.ID, Title: l.Title, Kind: l.Kind, Game: l.Game, Size: l.Size, Status: l.Status, Begins: l.Begins,
			Coming: l.Coming, Round: l.Round, Rounds: l.Rounds, Organiser: l.Organiser,
		}, l.OrganiserID}
	}
	return list, nil
}

// Chat implements Source.
func (s *source) Chat(ctx context.Context) (*ChatState, error) { return s.chat.Latest(ctx) }

// Online implements Source.
func (s *source) Online() map[string]time.Time { return s.people.Social.OnlineHere() }

// Visible implements Source.
func (s *source) Visible(ctx context.Context, ids []string) (map[string]people.Visible, error) {
	return s.people.Social.Visible(ctx, ids)
}

// Strangers implements Source.
func (s *source) Strangers(ctx context.Context, person string) ([]string, error) {
	return s.people.Social.Strangers(ctx, person)
}

// Tables implements Source.
func (s *source) Tables(ctx context.Context) (map[string]Table, error) {
	tables := map[string]Table{}
	for _, statuses := range [][]room.Status{{room.StatusOpen, room.StatusSeated}, {room.StatusPlaying}} {
		page, err := s.tables.List(ctx, directory.ListQuery{Listed: true, Statuses: statuses, Limit: maxTables})
		if err != nil {
			return nil, err
		}
		for i := range page.Rooms {
			table, err := tableOf(&page.Rooms[i])
			if err != nil {
				return nil, err
			}
			tables[page.Rooms[i].ID] = table
		}
	}
	return tables, nil
}

// tableOf returns the table of a list entry.
func tableOf(info *directory.RoomInfo) (Table, error) {
	table := Table{
		Game: info.Game, Status: info.Status, Listed: info.Listed, Host: info.Host,
		Created: info.Created.Format(time.RFC3339), Progress: info.Progress,
		Connected: info.Connected, SpectatorCount: info.SpectatorCount,
	}
	if err := json.Unmarshal(info.Summary, &table.Summary); err != nil {
		return table, err
	}
	// Documents have empty lists instead of null.
	for _, list := range []*[]string{&table.Summary.Players, &table.Summary.People, &table.Summary.Bots} {
		if *list == nil {
			*list = []string{}
		}
	}
	if table.Summary.Options == nil {
		table.Summary.Options = game.MatchOptions{}
	}
	if table.Connected == nil {
		table.Connected = []game.Seat{}
	}
	return table, nil
}

// Results implements Source.
func (s *source) Results(ctx context.Context) (map[string]Result, error) {
	page, err := s.matches.Matches(ctx, people.Person{}, archive.MatchQuery{Limit: maxResults})
	if err != nil {
		return nil, err
	}
	results := map[string]Result{}
	for i := range page.Matches {
		m := &page.Matches[i]
		result := Result{
			Game: m.Game, Ended: m.Ended,
			Names: []string{}, People: []string{}, Bots: []string{}, Ranks: []int{}, Totals: []int{},
		}
		for seat := range m.Players {
			result.Names = append(result.Names, m.Players[seat].Name)
			result.People = append(result.People, m.Players[seat].Person)
			result.Bots = append(result.Bots, m.Players[seat].Bot)
		}
		for seat := range m.Seats {
			result.Ranks = append(result.Ranks, m.Seats[seat].Rank)
			result.Totals = append(result.Totals, m.Seats[seat].Total)
		}
		results[m.ID] = result
	}
	return results, nil
}

// Week implements Source.
func (s *source) Week(ctx context.Context) (map[string]Standing, error) {
	standings, err := s.people.Profiles.Standings(ctx, people.StandingsQuery{Limit: firstPlaces}, people.Person{})
	if err != nil {
		return nil, err
	}
	week := map[string]Standing{}
	for i := range standings.List {
		line := &standings.List[i]
		week[strconv.Itoa(line.Place)] = Standing{
			Person: line.Person.ID, Bot: line.Bot, Name: line.Person.Name, Avatar: line.Person.Avatar,
			Points: line.Points, Won: line.Won, Played: line.Played,
		}
	}
	return week, nil
}
