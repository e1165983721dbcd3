package moderation

import (
	"context"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
)

// impartialActs are the acts that a moderator who is involved must leave to others.
var impartialActs = []string{
	ActDismiss, ActWarn, ActMute, ActBan, ActRename, ActRemoveLine, ActRemoveClubLine, ActRemoveAbout,
	ActCloseRoom,
}

// pageSize is the number of reports or rooms that one query reads.
const pageSize = 200

// checkImpartial returns an error if the moderator is involved in the matter of an act, unless no other
// moderator could do it. report is nil if the act is not about a report.
func (m *Moderation) checkImpartial(ctx context.Context, by Moderator, q *Request, report *Report) error {
	if by.ID == "" || !slices.Contains(impartialActs, q.Kind) {
		return nil
	}
	if mine, err := m.isInvolved(ctx, by.ID, q, report); err != nil || !mine {
		return err
	}
	roles, err := m.records.Roles(ctx)
	if err != nil {
		return err
	}
	for id, role := range roles {
		if id == by.ID || id == q.Person || q.Kind != ActDismiss && !role.Above(roles[q.Person]) {
			continue
		}
		if theirs, err := m.isInvolved(ctx, id, q, report); err != nil {
			return err
		} else if !theirs {
			return coded.Errorf(
				CodeInvolved,
				"you have made that report, or sit at that table: another moderator sees to it",
			)
		}
	}
	return nil
}

// isInvolved reports whether a person has a conflict of interest in an act: it is about a report that the
// person has made, about a table where the person has a seat, or about another person at such a table.
func (m *Moderation) isInvolved(ctx context.Context, id string, q *Request, report *Report) (bool, error) {
	if report != nil {
		// Reports on the same topic are closed together, so each of them counts.
		made, _, err := m.records.Reports(ctx, ReportQuery{Person: report.Person, Reporter: id, Limit: pageSize})
		same := func(one Report) bool { return one.Topic == report.Topic }
		if err != nil || report.Reporter == id || slices.ContainsFunc(made, same) {
			return err == nil, err
		}
	}
	own, err := m.tablesOf(ctx, id)
	if err != nil || slices.Contains(own, q.Room) {
		return err == nil, err
	}
	if q.Room != "" || q.Person == "" || len(own) == 0 {
		return false, nil
	}
	theirs, err := m.tablesOf(ctx, q.Person)
	return slices.ContainsFunc(theirs, func(id string) bool { return slices.Contains(own, id) }), err
}

// tablesOf returns the unfinished rooms in which a person has a seat.
func (m *Moderation) tablesOf(ctx context.Context, id string) (tables []string, err error) {
	query := directory.ListQuery{
		Member:   id,
		Limit:    pageSize,
		Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying},
	}
	for {
		page, err := m.rooms.List(ctx, query)
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
