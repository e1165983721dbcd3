package people

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// KeptWeeks is the number of weeks whose standings are kept, including the current week.
const KeptWeeks = 8

// StandingsQuery selects standings of a game.
type StandingsQuery struct {
	Game string
	// Seats selects matches with that number of seats; 0 selects all.
	Seats int
	// WeeksAgo selects a week; 0 is the current one. AllTime selects all weeks instead.
	WeeksAgo int
	AllTime  bool
	After    string
	Limit    int
}

// Standing is a line of the standings: of an account, of an account's bot, or of a bot of the
// server.
type Standing struct {
	// Person is zero for a bot of the server.
	Person Person
	// Bot is the id of a bot of the server, or "".
	Bot                        string
	Place, Points, Won, Played int
}

// Standings is a page of the standings of a game, the most points first.
type Standings struct {
	List []Standing
	// Next is the cursor of the next page, or "".
	Next string
	// Own is the viewer's line; nil if there is none.
	Own *Standing
	// Begins is the beginning of the week; zero for all time.
	Begins time.Time
}

// Standings returns a page of standings with the line of a viewer, who can be the zero Person. It
// fails with coded.Malformed.
func (p *Profiles) Standings(ctx context.Context, query StandingsQuery, viewer Person) (Standings, error) {
	place, after, err := parseNext(query.After)
	if err != nil {
		return Standings{}, err
	}
	storeQuery := store.StandingQuery{Game: query.Game, Seats: query.Seats, After: after, Limit: query.Limit}
	var standings Standings
	if !query.AllTime {
		storeQuery.Week = store.WeekOf(time.Now()) - store.Week(query.WeeksAgo)
		standings.Begins = storeQuery.Week.Begins()
	}
	page, err := p.store.Standings(ctx, storeQuery)
	if errors.Is(err, store.ErrInvalid) {
		return Standings{}, coded.Malformedf("invalid cursor or filter")
	} else if err != nil {
		return Standings{}, err
	}
	if page.Next != "" {
		standings.Next = strconv.Itoa(place+len(page.Items)) + "/" + string(page.Next)
	}
	var ids []string
	for i := range page.Items {
		if botOf(page.Items[i].Identity) == "" {
			ids = append(ids, page.Items[i].Identity)
		}
	}
	identities, err := p.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return Standings{}, err
	}
	for i := range page.Items {
		place++
		standing := standingOf(&page.Items[i], place)
		if identity, ok := identities[page.Items[i].Identity]; ok {
			standing.Person = personOf(&identity)
		} else if standing.Bot == "" {
			continue
		}
		standings.List = append(standings.List, standing)
	}
	if viewer.ID == "" {
		return standings, nil
	}
	stored, before, err := p.store.StandingOf(ctx, storeQuery, viewer.ID)
	if errors.Is(err, store.ErrNotFound) {
		return standings, nil
	} else if err != nil {
		return Standings{}, err
	}
	ownLine := standingOf(&stored, before+1)
	ownLine.Person = viewer
	standings.Own = &ownLine
	return standings, nil
}

// parseNext splits the Next of a page into the number of lines before the next page and the
// store's cursor.
func parseNext(next string) (place int, after store.Cursor, err error) {
	if next == "" {
		return 0, "", nil
	}
	before, rest, _ := strings.Cut(next, "/")
	if place, err = strconv.Atoi(before); err != nil || place < 0 || rest == "" {
		return 0, "", coded.Malformedf("invalid cursor or filter")
	}
	return place, store.Cursor(rest), nil
}

func standingOf(stored *store.Standing, place int) Standing {
	return Standing{
		Bot:    botOf(stored.Identity),
		Place:  place,
		Points: stored.Points,
		Won:    stored.Won,
		Played: stored.Played,
	}
}

// botOf returns the bot of the server that has the name in the stored standings, or "".
func botOf(name string) string {
	bot, ok := strings.CutPrefix(name, store.BotIdentity(""))
	if !ok {
		return ""
	}
	return bot
}
