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

// KeptWeeks is for how many weeks standings are kept, the present one included.
const KeptWeeks = 8

// StandingsQuery asks for the standings of a game.
type StandingsQuery struct {
	Game string
	// Seats keeps only matches with that number of seats; 0 keeps all.
	Seats int
	// Weeks is how many weeks ago the week was; 0 is this week, Ever all time.
	Weeks int
	Ever  bool
	After string
	Limit int
}

// Standing is a line of the standings: of an account, of somebody's bot, or of a bot of
// the server.
type Standing struct {
	Person Person
	// Bot is the id of a bot of the server, which has no Person.
	Bot                        string
	Place, Points, Won, Played int
}

// Standings is a part of the standings of a game, the most points first.
type Standings struct {
	List []Standing
	// Next is where the next part begins, or "".
	Next string
	// Own is the line of the one who asks, nil if there is none.
	Own *Standing
	// Begins is when the week begins, zero for all time.
	Begins time.Time
}

// Standings returns a part of the standings, and the line of the person by, who may be
// zero. It fails with coded.Malformed.
func (p *Profiles) Standings(ctx context.Context, query StandingsQuery, by Person) (Standings, error) {
	place, after, err := placeIn(query.After)
	if err != nil {
		return Standings{}, err
	}
	ask := store.StandingQuery{Game: query.Game, Seats: query.Seats, After: after, Limit: query.Limit}
	var standings Standings
	if !query.Ever {
		ask.Week = store.WeekOf(time.Now()) - store.Week(query.Weeks)
		standings.Begins = ask.Week.Begins()
	}
	page, err := p.store.Standings(ctx, ask)
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
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return Standings{}, err
	}
	for i := range page.Items {
		place++
		one := standingOf(&page.Items[i], place)
		if identity, ok := known[page.Items[i].Identity]; ok {
			one.Person = personOf(&identity)
		} else if one.Bot == "" {
			continue
		}
		standings.List = append(standings.List, one)
	}
	if by.ID == "" {
		return standings, nil
	}
	own, before, err := p.store.StandingOf(ctx, ask, by.ID)
	if errors.Is(err, store.ErrNotFound) {
		return standings, nil
	} else if err != nil {
		return Standings{}, err
	}
	mine := standingOf(&own, before+1)
	mine.Person = by
	standings.Own = &mine
	return standings, nil
}

// placeIn reads a Next: how many lines come before the part, and where it begins.
func placeIn(next string) (place int, after store.Cursor, err error) {
	if next == "" {
		return 0, "", nil
	}
	before, rest, _ := strings.Cut(next, "/")
	if place, err = strconv.Atoi(before); err != nil || place < 0 || rest == "" {
		return 0, "", coded.Malformedf("invalid cursor or filter")
	}
	return place, store.Cursor(rest), nil
}

func standingOf(one *store.Standing, place int) Standing {
	return Standing{Bot: botOf(one.Identity), Place: place, Points: one.Points, Won: one.Won, Played: one.Played}
}

// botOf returns the bot of the server whose name in standings this is, or "".
func botOf(name string) string {
	bot, ok := strings.CutPrefix(name, store.BotStanding(""))
	if !ok {
		return ""
	}
	return bot
}
