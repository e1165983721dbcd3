package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Careers reads the totals of people's matches and the standings. CountResults writes them.
type Careers struct{ db *engine }

// CareerQuery selects the totals of a person.
type CareerQuery struct {
	Person string
	// Listed selects the totals of matches in public rooms.
	Listed bool
}

// Tally has the totals of a person's matches in a game with a number of seats.
type Tally struct {
	Game  string
	Seats int
	// Played is the number of matches. Won is the number of matches in which the person had the
	// first place. RankSum is the sum of the places. PointSum is the sum of the points. Best is the
	// highest number of points in a match.
	Played, Won, RankSum, PointSum, Best int
}

// Companion is a person with whom another person has played.
type Companion struct {
	// Person is the id of the companion.
	Person string
	// Matches is the number of matches that the two people have played. Ahead is the number of
	// those in which the other person had the better place. Behind is the number in which the
	// companion had the better place. Only Together sets Behind.
	Matches, Ahead, Behind int
}

// Day counts the matches that a person has played and won on a day (UTC).
type Day struct {
	Day         time.Time
	Played, Won int
}

// Streak has a person's current and longest series of won matches in a game. Only matches with
// another person count.
type Streak struct {
	Game          string
	Current, Best int
}

// Favourite counts the matches in which a person had Piece, a card or a spell, at the end.
type Favourite struct {
	Game, Piece string
	Played, Won int
}

// Feat is an achievement of a person. At is the end of the first match in which the person achieved
// it.
type Feat struct {
	Game, Feat string
	At         time.Time
}

const (
	selectTallies = `SELECT game, seats, played, won, ranks, totals, best FROM tallies
		WHERE identity = ? AND listed = ? ORDER BY game, seats`
	selectDays = `SELECT day, played, won FROM days
		WHERE identity = ? AND listed = ? AND day >= ? ORDER BY day`
	selectStreaks          = `SELECT game, current, best FROM streaks WHERE identity = ? AND listed = ? ORDER BY game`
	selectFeats            = `SELECT game, feat, at FROM feats WHERE identity = ? AND listed = ? ORDER BY game, feat`
	selectTogether         = `SELECT other, matches, ahead, behind FROM companions WHERE identity = ? AND other = ?`
	selectListedCompanions = `SELECT other, listed, listed_ahead FROM companions
		WHERE identity = ? AND listed > 0 ORDER BY listed DESC, other LIMIT ?`
	// selectAllCompanions reads and sorts all people with whom a person has played.
	selectAllCompanions = `SELECT other, matches, ahead FROM companions
		WHERE identity = ? ORDER BY matches DESC, other LIMIT ?`
	// selectFavourites sorts without an index, because a game has few pieces.
	selectFavourites = `SELECT game, piece, played, won FROM favourites
		WHERE identity = ? AND listed = ? ORDER BY game, played DESC, won DESC, piece`
)

// Tallies returns the totals of a person for each game and number of seats, ordered by game and
// number of seats.
func (s Careers) Tallies(ctx context.Context, query CareerQuery) ([]Tally, error) {
	return list(ctx, s.db, "tallies", func(rows *sql.Rows, t *Tally) error {
		return rows.Scan(&t.Game, &t.Seats, &t.Played, &t.Won, &t.RankSum, &t.PointSum, &t.Best)
	}, selectTallies, query.Person, query.Listed)
}

// MostPlayed returns the game that each person has played most often in public rooms, by person. People without
// such matches are left out. It takes at most MaxPage ids.
func (s Careers) MostPlayed(ctx context.Context, people []string) (map[string]string, error) {
	if len(people) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(people), MaxPage)
	}
	games := map[string]string{}
	if len(people) == 0 {
		return games, ctx.Err()
	}
	type sum struct {
		person, game string
		played       int
	}
	sums, err := list(ctx, s.db, "games", func(rows *sql.Rows, s *sum) error {
		return rows.Scan(&s.person, &s.game, &s.played)
	}, selectPlayed(len(people)), append([]any{true}, toAnySlice(people)...)...)
	most := map[string]int{}
	for _, sum := range sums {
		if sum.played > most[sum.person] {
			games[sum.person], most[sum.person] = sum.game, sum.played
		}
	}
	return games, err
}

// selectPlayed returns the statement for n people.
func selectPlayed(n int) string {
	return `SELECT identity, game, sum(played) FROM tallies WHERE listed = ? AND identity IN (` + placeholders(n) +
		`) GROUP BY identity, game ORDER BY identity, game`
}

// Companions returns at most limit people with whom a person has played. Those with the most matches
// come first.
func (s Careers) Companions(ctx context.Context, query CareerQuery, limit int) ([]Companion, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	text := selectAllCompanions
	if query.Listed {
		text = selectListedCompanions
	}
	return list(ctx, s.db, "companions", func(rows *sql.Rows, c *Companion) error {
		return rows.Scan(&c.Person, &c.Matches, &c.Ahead)
	}, text, query.Person, limit)
}

// Together counts the matches of a person with another one, in public and private rooms.
func (s Careers) Together(ctx context.Context, person, other string) (Companion, error) {
	c := Companion{Person: other}
	err := s.db.query(
		ctx,
		func(rows *sql.Rows) error { return rows.Scan(&c.Person, &c.Matches, &c.Ahead, &c.Behind) },
		selectTogether,
		person,
		other,
	)
	if err != nil {
		return Companion{}, fmt.Errorf("look up a companion: %w", err)
	}
	return c, nil
}

// Days returns the days since a time on which a person has finished matches.
func (s Careers) Days(ctx context.Context, query CareerQuery, from time.Time) ([]Day, error) {
	return list(ctx, s.db, "days", func(rows *sql.Rows, d *Day) error {
		var day int64
		err := rows.Scan(&day, &d.Played, &d.Won)
		d.Day = time.Unix(day*24*60*60, 0).UTC()
		return err
	}, selectDays, query.Person, query.Listed, dayOf(from.UnixMilli()))
}

// Streaks returns the streaks of a person, ordered by game.
func (s Careers) Streaks(ctx context.Context, query CareerQuery) ([]Streak, error) {
	return list(ctx, s.db, "streaks", func(rows *sql.Rows, streak *Streak) error {
		return rows.Scan(&streak.Game, &streak.Current, &streak.Best)
	}, selectStreaks, query.Person, query.Listed)
}

// Favourites returns the pieces of a person by game, those with the most matches first.
func (s Careers) Favourites(ctx context.Context, query CareerQuery) ([]Favourite, error) {
	return list(ctx, s.db, "favourites", func(rows *sql.Rows, f *Favourite) error {
		return rows.Scan(&f.Game, &f.Piece, &f.Played, &f.Won)
	}, selectFavourites, query.Person, query.Listed)
}

// Feats returns the achievements of a person, ordered by game.
func (s Careers) Feats(ctx context.Context, query CareerQuery) ([]Feat, error) {
	return list(ctx, s.db, "feats", func(rows *sql.Rows, f *Feat) error {
		return rows.Scan(&f.Game, &f.Feat, (*milli)(&f.At))
	}, selectFeats, query.Person, query.Listed)
}

// StandingQuery selects the standings of a game in a week.
type StandingQuery struct {
	Week Week
	// Game is a game, or AllGames.
	Game string
	// Seats selects matches with that number of seats; 0 selects all.
	Seats int
	After Cursor
	Limit int
}

// Standing is a line of the standings.
type Standing struct {
	// Identity is an identity, or the BotIdentity of a bot of the server.
	Identity string
	// Points is the number of players with a worse place, summed over all matches.
	Points, Won, Played int
}

const (
	selectStanding = `SELECT identity, points, won, played FROM standings WHERE week = ?1 AND game = ?2 AND seats = ?3`
	// The order is that of the index.
	selectStandings = selectStanding + ` AND points <= ?4
		AND (points < ?4 OR played > ?5 OR played = ?5 AND identity > ?6)
		ORDER BY points DESC, played, identity LIMIT ?7`
	standingOf     = selectStanding + ` AND identity = ?4`
	countStandings = `SELECT count(*) FROM standings WHERE week = ?1 AND game = ?2 AND seats = ?3 AND points >= ?4
		AND (points > ?4 OR played < ?5 OR played = ?5 AND identity < ?6)`
)

func scanStanding(rows *sql.Rows, standing *Standing) error {
	return rows.Scan(&standing.Identity, &standing.Points, &standing.Won, &standing.Played)
}

// Standings returns the standings that the query selects, the most points first. Among equal points,
// the fewest matches come first.
func (s Careers) Standings(ctx context.Context, query StandingQuery) (Page[Standing], error) {
	last, err := query.After.standing()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Standing]{}, err
	}
	return listPage(ctx, s.db, "standings", query.Limit, func(rows *sql.Rows, standing *Standing) (Cursor, error) {
		err := scanStanding(rows, standing)
		return standingCursor(standing), err
	}, selectStandings, int64(query.Week), query.Game, query.Seats,
		last.Points, last.Played, last.Identity, query.Limit+1)
}

// StandingOf returns the standing of an identity and the number of standings before it. It fails with
// ErrNotFound if the identity has none.
func (s Careers) StandingOf(
	ctx context.Context,
	query StandingQuery,
	identity string,
) (standing Standing, before int, err error) {
	standing, err = find(
		ctx,
		s.db,
		fmt.Sprintf("a standing of %q", identity),
		scanStanding,
		standingOf,
		int64(query.Week),
		query.Game,
		query.Seats,
		identity,
	)
	if err != nil {
		return Standing{}, 0, err
	}
	err = s.db.query(
		ctx,
		func(rows *sql.Rows) error { return rows.Scan(&before) },
		countStandings,
		int64(query.Week),
		query.Game,
		query.Seats,
		standing.Points,
		standing.Played,
		identity,
	)
	if err != nil {
		return Standing{}, 0, fmt.Errorf("count standings: %w", err)
	}
	return standing, before, nil
}

// standingCursor returns the cursor of the page that begins after a standing.
func standingCursor(standing *Standing) Cursor {
	return Cursor(strconv.Itoa(standing.Points) + "." + strconv.Itoa(standing.Played) + "." + standing.Identity)
}

// standing returns the standing in the cursor; for the first page, one that comes before all others.
func (c Cursor) standing() (last Standing, err error) {
	if c == "" {
		return Standing{Points: 1 << 40}, nil
	}
	parts := strings.SplitN(string(c), ".", 3)
	if len(parts) == 3 {
		last.Points, err = strconv.Atoi(parts[0])
		if err == nil {
			last.Played, err = strconv.Atoi(parts[1])
		}
		last.Identity = parts[2]
	}
	if err != nil || len(parts) != 3 || checkText("a cursor", last.Identity) != nil {
		return last, invalid("cursor %q", c)
	}
	return last, nil
}
