package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Results adds the results of matches to the totals of their people. An archived match is added once,
// when spectators can see its results. The totals do not change when the match is deleted.
type Results struct{ db *engine }

// Result is the result of a match for the person or bot that started the match at a seat.
type Result struct {
	// Person is an identity. It is empty for a bot of the server; Bot has the name of that bot.
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	// Rank is the place, from 1. Total is the number of points.
	Rank  int `json:"rank"`
	Total int `json:"total"`
	// Team is the player's team, from 1; 0 in a game without teams. Players of a team are not opponents.
	Team int `json:"team,omitempty"`
	// Pieces are the cards or spells that the player had at the end. Feats are the player's
	// achievements in the match; only the first match with an achievement adds it to a person.
	Pieces []string `json:"pieces,omitempty"`
	Feats  []string `json:"feats,omitempty"`
}

// opposes reports whether the players of two results played against each other.
func (r *Result) opposes(other *Result) bool { return r.Team == 0 || r.Team != other.Team }

// uncountedMatch is the row of a match that is not counted yet.
type uncountedMatch struct {
	number  int64
	Game    string   `json:"game"`
	Seats   int      `json:"seats"`
	Listed  bool     `json:"listed"`
	Ended   int64    `json:"ended"`
	Results []Result `json:"results"`
}

// MaxCounted is the largest number of matches that are counted in one write.
const MaxCounted = 10

// CountQuery selects the matches to count.
type CountQuery struct {
	// At is the current time. Results that open later are not counted.
	At time.Time
	// Kinds are the kinds of identities that appear in standings.
	Kinds []string
	// Since is the first week to keep. The standings of earlier weeks are deleted.
	Since Week
}

// Week is the number of a week from Monday to Sunday (UTC). Week 1 begins on 5 January 1970; 0 means
// all time.
type Week int64

// WeekOf returns the week of a time.
func WeekOf(at time.Time) Week { return Week((dayOf(at.UnixMilli()) + 3) / 7) }

// Begins returns the time at which the week begins.
func (w Week) Begins() time.Time { return time.Unix((int64(w)*7-3)*24*60*60, 0).UTC() }

// dayOf returns the number of days (UTC) from 1 January 1970 to a time in milliseconds.
func dayOf(ms int64) int64 { return ms / (24 * time.Hour).Milliseconds() }

// CountResults adds the results of at most MaxCounted matches to the totals of their people. It
// returns the number of counted matches, and the time at which the results of the next match open;
// zero if no match is waiting.
func (s Results) CountResults(ctx context.Context, query CountQuery) (matchCount int, next time.Time, err error) {
	now := query.At.UnixMilli()
	err = s.db.change(ctx, "count results", func(t *tx) error {
		matchCount, next = 0, time.Time{}
		waiting, err := t.uncounted(now)
		if err != nil {
			return err
		}
		for i := range waiting {
			if err := t.countMatch(&waiting[i], &query); err != nil {
				return err
			}
			if _, err := t.Exec(`DELETE FROM uncounted WHERE number = ?`, waiting[i].number); err != nil {
				return err
			}
			matchCount++
		}
		if matchCount > 0 {
			if _, err := t.Exec(deleteOldStandings, int64(query.Since)); err != nil {
				return err
			}
		}
		err = t.QueryRow(nextUncounted, now).Scan((*milli)(&next))
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return err
	})
	return matchCount, next, err
}

const (
	selectUncounted    = `SELECT number, data FROM uncounted WHERE opens <= ? ORDER BY opens, number LIMIT ?`
	nextUncounted      = `SELECT opens FROM uncounted WHERE opens > ? ORDER BY opens LIMIT 1`
	deleteOldStandings = `DELETE FROM standings WHERE week > 0 AND week < ?`
)

// uncounted returns the first MaxCounted matches that are open and not counted yet. now is in
// milliseconds since 1970.
func (t *tx) uncounted(now int64) ([]uncountedMatch, error) {
	rows, err := t.Query(selectUncounted, now, MaxCounted)
	return scanRows(rows, err, func(rows *sql.Rows, match *uncountedMatch) error {
		var text string
		if err := rows.Scan(&match.number, &text); err != nil {
			return err
		}
		return json.Unmarshal([]byte(text), match)
	})
}

// countMatch adds a match to the totals of its people: to those of all matches and, if the match is
// listed, to those of listed matches.
func (t *tx) countMatch(match *uncountedMatch, query *CountQuery) error {
	kinds := map[string]string{}
	people := 0
	for _, result := range match.Results {
		if result.Person == "" {
			continue
		}
		people++
		identity, err := t.identity(result.Person)
		switch {
		case errors.Is(err, ErrNotFound): // deleted meanwhile
		case err != nil:
			return err
		default:
			kinds[result.Person] = identity.Kind
		}
	}
	for i := range match.Results {
		result := &match.Results[i]
		kind, exists := kinds[result.Person]
		if exists {
			for _, listed := range listedValues(match.Listed) {
				if err := t.countResult(match, result, listed, people); err != nil {
					return err
				}
			}
			if err := t.countMeetings(match, result, kinds); err != nil {
				return err
			}
		}
		// A match counts for standings only if at least two people have played in it.
		if match.Listed && people > 1 &&
			(exists && slices.Contains(query.Kinds, kind) || result.Bot != "" && result.Person == "") {
			if err := t.countStanding(match, result); err != nil {
				return err
			}
		}
	}
	return nil
}

// listedValues returns the values of the column listed for the totals that include a match.
func listedValues(listed bool) []bool {
	if listed {
		return []bool{false, true}
	}
	return []bool{false}
}

const (
	addTally = `INSERT INTO tallies (identity, listed, game, seats, played, won, ranks, totals, best)
		VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)
		ON CONFLICT (identity, listed, game, seats) DO UPDATE SET
		played = tallies.played + 1, won = tallies.won + excluded.won,
		ranks = tallies.ranks + excluded.ranks, totals = tallies.totals + excluded.totals,
		best = CASE WHEN excluded.best > tallies.best THEN excluded.best ELSE tallies.best END`
	addDay = `INSERT INTO days (identity, listed, day, played, won) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (identity, listed, day) DO UPDATE SET played = days.played + 1, won = days.won + excluded.won`
	addStreak = `INSERT INTO streaks (identity, listed, game, current, best) VALUES (?1, ?2, ?3, ?4, ?4)
		ON CONFLICT (identity, listed, game) DO UPDATE SET
		current = CASE WHEN ?4 = 1 THEN streaks.current + 1 ELSE 0 END,
		best = CASE WHEN ?4 = 1 AND streaks.current + 1 > streaks.best THEN streaks.current + 1 ELSE streaks.best END`
	addPiece = `INSERT INTO favourites (identity, listed, game, piece, played, won) VALUES (?, ?, ?, ?, 1, ?)
		ON CONFLICT (identity, listed, game, piece) DO UPDATE SET
		played = favourites.played + 1, won = favourites.won + excluded.won`
	addFeat    = `INSERT INTO feats (identity, listed, game, feat, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	addMeeting = `INSERT INTO companions (identity, other, matches, ahead, behind, listed, listed_ahead)
		VALUES (?, ?, 1, ?, ?, ?, ?)
		ON CONFLICT (identity, other) DO UPDATE SET
		matches = companions.matches + 1, ahead = companions.ahead + excluded.ahead,
		behind = companions.behind + excluded.behind, listed = companions.listed + excluded.listed,
		listed_ahead = companions.listed_ahead + excluded.listed_ahead`
	addStanding = `INSERT INTO standings (week, game, seats, identity, points, won, played) VALUES (?, ?, ?, ?, ?, ?, 1)
		ON CONFLICT (identity, week, game, seats) DO UPDATE SET points = standings.points + excluded.points,
		won = standings.won + excluded.won, played = standings.played + 1`
)

// countResult adds the result of a person to the totals of listed matches or of all matches. people is
// the number of people in the match.
func (t *tx) countResult(match *uncountedMatch, result *Result, listed bool, people int) error {
	won := boolToInt(result.Rank == 1)
	if _, err := t.Exec(
		addTally, result.Person, listed, match.Game, match.Seats, won, result.Rank, result.Total, result.Total,
	); err != nil {
		return err
	}
	if _, err := t.Exec(addDay, result.Person, listed, dayOf(match.Ended), won); err != nil {
		return err
	}
	if people > 1 {
		if _, err := t.Exec(addStreak, result.Person, listed, match.Game, won); err != nil {
			return err
		}
	}
	for _, piece := range result.Pieces {
		if _, err := t.Exec(addPiece, result.Person, listed, match.Game, piece, won); err != nil {
			return err
		}
	}
	for _, feat := range result.Feats {
		if _, err := t.Exec(addFeat, result.Person, listed, match.Game, feat, match.Ended); err != nil {
			return err
		}
	}
	return nil
}

// countMeetings adds a match to the companions of the person with the given result. Team-mates are not
// companions.
func (t *tx) countMeetings(match *uncountedMatch, result *Result, kinds map[string]string) error {
	for i := range match.Results {
		other := &match.Results[i]
		if _, exists := kinds[other.Person]; !exists || other.Person == result.Person || !result.opposes(other) {
			continue
		}
		ahead, listed := boolToInt(result.Rank < other.Rank), boolToInt(match.Listed)
		if _, err := t.Exec(
			addMeeting,
			result.Person,
			other.Person,
			ahead,
			boolToInt(result.Rank > other.Rank),
			listed,
			listed*ahead,
		); err != nil {
			return err
		}
	}
	return nil
}

// AllGames is the game in a row that counts matches of all games.
const AllGames = ""

// anySeats is the number of seats in a row that counts matches with any number of seats.
const anySeats = 0

// BotIdentity returns the Identity of a bot of the server in standings.
func BotIdentity(bot string) string { return "bot " + bot }

// countStanding adds a result to the standings of the match's week and of all time, for its game and for all
// games. A result is worth one point for each opponent with a worse place.
func (t *tx) countStanding(match *uncountedMatch, result *Result) error {
	person := result.Person
	if person == "" {
		person = BotIdentity(result.Bot)
	}
	points := 0
	for i := range match.Results {
		other := &match.Results[i]
		points += boolToInt(result.Rank < other.Rank && result.opposes(other))
	}
	for _, week := range []Week{0, WeekOf(fromMilli(match.Ended))} {
		for _, row := range []struct {
			game  string
			seats int
		}{{AllGames, anySeats}, {match.Game, anySeats}, {match.Game, match.Seats}} {
			if _, err := t.Exec(
				addStanding,
				int64(week),
				row.game,
				row.seats,
				person,
				points,
				boolToInt(result.Rank == 1),
			); err != nil {
				return err
			}
		}
	}
	return nil
}

// addResults stores the results of a match until they are counted.
func (t *tx) addResults(number int64, match *Match) error {
	if len(match.Results) == 0 {
		return nil
	}
	data, err := json.Marshal(
		uncountedMatch{0, match.Game, match.Seats, match.Listed, match.Ended.UnixMilli(), match.Results},
	)
	if err != nil {
		return err
	}
	_, err = t.Exec(
		`INSERT INTO uncounted (number, opens, data) VALUES (?, ?, ?)`,
		number,
		match.Opens.UnixMilli(),
		string(data),
	)
	return err
}

// maxPieces bounds the pieces and the feats of a result.
const maxPieces = 64

func checkResults(results []Result) error {
	if len(results) > MaxMembers {
		return invalid("%d results, more than %d", len(results), MaxMembers)
	}
	for i := range results {
		result := &results[i]
		if result.Person == "" && result.Bot == "" {
			return invalid("a result of nobody")
		}
		if err := cmp.Or(checkText("a person", result.Person), checkText("a bot", result.Bot)); err != nil {
			return err
		}
		same := func(other Result) bool { return result.Person != "" && other.Person == result.Person }
		if slices.ContainsFunc(results[:i], same) {
			return invalid("%q has two results", result.Person)
		}
		if len(result.Pieces) > maxPieces || len(result.Feats) > maxPieces {
			return invalid("%d pieces and %d feats, more than %d", len(result.Pieces), len(result.Feats), maxPieces)
		}
		for _, text := range slices.Concat(result.Pieces, result.Feats) {
			if err := checkID("a piece", text); err != nil {
				return fmt.Errorf("a result: %w", err)
			}
		}
	}
	return nil
}
