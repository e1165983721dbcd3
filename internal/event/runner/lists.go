package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/people"
	"archmage/internal/store"
)

// Line is an event in lists.
type Line struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Kind   event.Kind   `json:"kind"`
	Game   string       `json:"game"`
	Size   int          `json:"size"`
	Status event.Status `json:"status"`
	// Begins is in milliseconds since 1970, 0 if it is open.
	Begins int64 `json:"begins"`
	// Coming is the number of people who come or take part, or of those who took part in an event that is over.
	Coming int `json:"coming"`
	Round  int `json:"round"`
	// Rounds is 0 if the number of rounds is not known.
	Rounds int `json:"rounds"`
	// Organiser is the name of the organiser, "" of a deleted one.
	Organiser   string `json:"organiser"`
	OrganiserID string `json:"-"`
	// Mine is the role of the viewer: yes, perhaps, organiser or "".
	Mine string `json:"mine"`
	// Podium has the first three of a finished event.
	Podium []PodiumPlace `json:"podium,omitempty"`
	// Place is that of the person in whose list the event is, 0 in other lists.
	Place int `json:"place,omitempty"`
}

// PodiumPlace is one of the first three people of an event.
type PodiumPlace struct {
	Name   string `json:"name"`
	Avatar string `json:"avatar,omitempty"`
}

// Query selects events in public lists, and those in which Person has a role.
type Query struct {
	Person string
	// Past selects the events that are over, the latest first. Others come with the earliest first.
	Past bool
	// Within is the time ahead within which events begin; 0 means any.
	Within time.Duration
	After  string
	Limit  int
}

// Lines returns a page of events and the cursor of the next page. It fails with coded.Malformed for a bad cursor.
func (r *Runner) Lines(ctx context.Context, query Query) (lines []Line, next string, err error) {
	stored := store.EventQuery{
		Person: query.Person, Over: query.Past, After: store.Cursor(query.After), Limit: query.Limit,
	}
	if query.Within > 0 {
		stored.Until = r.options.Now().Add(query.Within)
	}
	page, err := r.store.ListEvents(ctx, stored)
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("invalid cursor %.80q", query.After)
	} else if err != nil {
		return nil, "", err
	}
	lines, err = r.show(ctx, page.Items, query.Person)
	return lines, string(page.Next), err
}

// show returns the lines of rows for a viewer.
func (r *Runner) show(ctx context.Context, rows []store.Event, viewer string) ([]Line, error) {
	events := make([]string, len(rows))
	for i := range rows {
		events[i] = rows[i].ID
	}
	roles, err := r.store.EventRoles(ctx, viewer, events)
	if err != nil {
		return nil, err
	}
	stored := make([]line, len(rows))
	var ids []string
	for i := range rows {
		if err := json.Unmarshal(rows[i].Summary, &stored[i]); err != nil {
			return nil, fmt.Errorf("event %s: %w", rows[i].ID, err)
		}
		ids = append(append(ids, rows[i].Organiser), stored[i].Podium...)
	}
	faces, err := r.options.People.Visible(ctx, unique(ids))
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(rows))
	for i := range rows {
		lines[i] = lineShown(&rows[i], &stored[i], roles[rows[i].ID], faces)
	}
	return lines, nil
}

func lineShown(row *store.Event, l *line, role string, faces map[string]people.Visible) Line {
	shown := Line{
		ID:          row.ID,
		Title:       l.Title,
		Kind:        l.Kind,
		Game:        l.Game,
		Size:        l.Size,
		Status:      l.Status,
		Begins:      l.Begins,
		Coming:      l.Coming,
		Round:       l.Round,
		Rounds:      l.Rounds,
		Organiser:   faces[row.Organiser].Name,
		OrganiserID: row.Organiser,
		Mine:        role,
	}
	for _, id := range l.Podium {
		shown.Podium = append(shown.Podium, PodiumPlace{faces[id].Name, faces[id].Avatar})
	}
	return shown
}

// Own is an event in which a person has a role, in the file with everything that is stored about the person.
type Own struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Status event.Status `json:"status"`
	Begins int64        `json:"begins"`
	Role   string       `json:"role"`
}

// Own returns the events in which a person has a role.
func (r *Runner) Own(ctx context.Context, person string) ([]Own, error) {
	list := []Own{}
	for after := ""; ; {
		rows, roles, err := r.store.EventsOf(ctx, person, after, store.MaxPage)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			var stored line
			if err := json.Unmarshal(rows[i].Summary, &stored); err != nil {
				return nil, fmt.Errorf("event %s: %w", rows[i].ID, err)
			}
			list = append(list, Own{rows[i].ID, stored.Title, stored.Status, stored.Begins, roles[i]})
			after = rows[i].ID
		}
		if len(rows) < store.MaxPage {
			return list, nil
		}
	}
}
