package transport

import (
	"context"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/room"
)

// impartialActs are those that a moderator does not do in a matter of their own.
var impartialActs = []string{
	people.ActDismiss, people.ActWarn, people.ActMute, people.ActBan, people.ActRename, people.ActRemoveLine, people.ActCloseRoom,
}

// checkImpartial returns an error if an act is about a report that the moderator has
// made, or about a table where the moderator sits, unless nobody else could do it.
// report is nil if the act is about none.
func (s *moderators) checkImpartial(ctx context.Context, m moderator, b *actRequest, report *people.Report) error {
	if m.ID == "" || !slices.Contains(impartialActs, b.Kind) {
		return nil
	}
	if mine, err := s.involved(ctx, m.ID, b, report); err != nil || !mine {
		return err
	}
	roles, err := s.people.Roles(ctx)
	if err != nil {
		return err
	}
	for id, role := range roles {
		if id == m.ID || id == b.Person || b.Kind != people.ActDismiss && !role.Above(roles[b.Person]) {
			continue
		}
		if theirs, err := s.involved(ctx, id, b, report); err != nil {
			return err
		} else if !theirs {
			return coded.Errorf(CodeInvolved, "you have made that report, or sit at that table: another moderator sees to it")
		}
	}
	return nil
}

// involved reports whether an act is about a report that somebody has made, about a
// table where they sit, or about a person with whom they sit at one.
func (s *moderators) involved(ctx context.Context, id string, b *actRequest, report *people.Report) (bool, error) {
	if report != nil {
		// Reports of the same are closed together.
		made, _, err := s.people.Reports(ctx, people.ReportQuery{Person: report.Person, Reporter: id, Limit: maxPage})
		same := func(one people.Report) bool { return one.Topic == report.Topic }
		if err != nil || report.Reporter == id || slices.ContainsFunc(made, same) {
			return err == nil, err
		}
	}
	own, err := s.tablesOf(ctx, id)
	if err != nil || slices.Contains(own, b.Room) {
		return err == nil, err
	}
	if b.Room != "" || b.Person == "" || len(own) == 0 {
		return false, nil
	}
	theirs, err := s.tablesOf(ctx, b.Person)
	return slices.ContainsFunc(theirs, func(id string) bool { return slices.Contains(own, id) }), err
}

// tablesOf returns the rooms that have not ended in which a person has a seat.
func (s *moderators) tablesOf(ctx context.Context, id string) (tables []string, err error) {
	query := lobby.ListQuery{Member: id, Limit: maxPage, Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying}}
	for {
		page, err := s.rooms.List(ctx, query)
		if err != nil {
			return nil, err
		}
		for i := range page.Rooms {
			tables = append(tables, page.Rooms[i].ID)
		}
		if query.After = page.Next; page.Next == "" {
			return tables, nil
		}
	}
}
