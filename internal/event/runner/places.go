package runner

import (
	"context"
	"errors"
	"time"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/store"
)

const (
	// TrophyPeople is the number of people from which on the first three places of a listed event are trophies.
	TrophyPeople = 4
	// ChampionsFor is the time for which the winner of an event is among the champions.
	ChampionsFor = 182 * 24 * time.Hour
	// maxChampions is the length of the list of champions.
	maxChampions = 10
)

// Trophies are the numbers of first, second and third places in listed events with at least TrophyPeople people.
type Trophies struct {
	// First counts the events that the person has won. Second counts those in which the person was second. Third counts
	// those in which the person was third.
	First  int `json:"first"`
	Second int `json:"second"`
	Third  int `json:"third"`
}

// Champion is a person who has won listed events with at least TrophyPeople people.
type Champion struct {
	Name   string `json:"name"`
	Avatar string `json:"avatar,omitempty"`
	Won    int    `json:"won"`
}

// PlacesOf returns a page of the finished events in whose standings a person is, the latest first, with the cursor of
// the next page. A viewer sees those that are listed, and those in which the viewer has a role. It fails with
// coded.Malformed for a bad cursor.
func (r *Runner) PlacesOf(
	ctx context.Context,
	person, viewer, after string,
	limit int,
) (lines []Line, next string, err error) {
	page, err := r.store.EventPlaces(ctx, store.EventPlaceQuery{
		Identity: person, Viewer: viewer, After: store.Cursor(after), Limit: limit,
	})
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("invalid cursor %.80q", after)
	} else if err != nil {
		return nil, "", err
	}
	rows := make([]store.Event, len(page.Items))
	for i := range page.Items {
		rows[i] = page.Items[i].Event
	}
	lines, err = r.show(ctx, rows, viewer)
	for i := range lines {
		lines[i].Place, lines[i].Coming = page.Items[i].Place, page.Items[i].People
	}
	return lines, string(page.Next), err
}

// Trophies returns the trophies of a person.
func (r *Runner) Trophies(ctx context.Context, person string) (Trophies, error) {
	counted, err := r.store.EventTrophies(ctx, person, TrophyPeople)
	return Trophies(counted), err
}

// Champions returns those who have won most events within ChampionsFor, and the time from which on events count.
func (r *Runner) Champions(ctx context.Context) (since time.Time, list []Champion, err error) {
	since = r.options.Now().Add(-ChampionsFor).Truncate(24 * time.Hour)
	winners, err := r.store.EventWinners(ctx, since, TrophyPeople, maxChampions)
	if err != nil {
		return since, nil, err
	}
	ids := make([]string, len(winners))
	for i := range winners {
		ids[i] = winners[i].Identity
	}
	faces, err := r.options.People.Visible(ctx, ids)
	if err != nil {
		return since, nil, err
	}
	list = []Champion{}
	for _, winner := range winners {
		if face, ok := faces[winner.Identity]; ok {
			list = append(list, Champion{face.Name, face.Avatar, winner.Won})
		}
	}
	return since, list, nil
}

// rankingOf returns the ids of the people of a finished event in the order of the standings, none if no match was
// played.
func rankingOf(e *event.Event) (ids []string) {
	if !hasMatch(e) {
		return nil
	}
	for i := range e.Final {
		ids = append(ids, e.People[e.Final[i].Person].ID)
	}
	return ids
}

// hasMatch reports whether a match of the event was played to its end.
func hasMatch(e *event.Event) bool {
	for i := range e.Rounds {
		for _, table := range e.Rounds[i].Tables {
			if table.Result != nil && table.Result.Match != "" {
				return true
			}
		}
	}
	return false
}
