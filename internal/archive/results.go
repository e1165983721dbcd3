package archive

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// Table describes the table at which a match was played.
type Table struct {
	Room string
	// Listed is true if the table is in the public list. Rated is true if its matches count for
	// ratings.
	Listed, Rated bool
	// Opens is the time at which the match becomes public, in milliseconds since 1970. 0 means immediately.
	Opens int64
}

// RowOf returns the row and the compressed record of a finished match.
func RowOf(m *match.Match, table Table) (*store.Match, []byte) {
	rated := ratedSeats(m, table.Rated)
	return &store.Match{
		ID: m.ID, Room: table.Room, Game: m.Game, Version: m.Version, Seats: len(m.Seats), Listed: table.Listed,
		Started: time.UnixMilli(m.Started), Ended: time.UnixMilli(m.Result.Ended), Persons: m.Persons(),
		Results: results(m), Opens: time.UnixMilli(table.Opens), Rated: rated,
		Summary: strict.Encode(Summary{
			Options: m.Options,
			Players: m.Players,
			Seats:   m.Result.Seats,
			Outcome: m.Result.Outcome,
			Origin:  m.Start.Origin,
			Opens:   table.Opens,
			Deal:    m.Start.Deal,
			Rated:   rated != nil,
		}),
	}, match.Pack(m.Record(nil).Encode())
}

// results returns the result of each person and bot that started a match. It returns none if the match was
// abandoned or started from a moment of another one.
func results(m *match.Match) (list []store.Result) {
	if m.Result.Outcome == nil || m.Start.Origin != nil {
		return nil
	}
	info := m.Rules.Info()
	pieces := piecesOf(&info, m.Result.Outcome)
	for seat, player := range m.Players {
		result := m.Result.Seats[seat]
		stored := store.Result{Person: player.Person, Rank: result.Rank, Total: result.Total, Team: result.Team}
		if player.Person == "" {
			if stored.Bot = player.Bot; stored.Bot == "" {
				continue
			}
		} else {
			stored.Pieces, stored.Feats = pieces[game.Seat(seat)], feats(&info, m, seat)
		}
		list = append(list, stored)
	}
	return list
}

// piecesOf returns the numbers of the cards or spells that scored for each seat.
func piecesOf(info *game.Info, outcome *game.Outcome) map[game.Seat][]string {
	pieces := map[game.Seat][]string{}
	for _, place := range outcome.Places {
		for _, part := range place.Parts {
			for _, tally := range info.Tallies {
				n, ok := part.Args.Get(tally.Fact)
				piece := strconv.Itoa(n)
				if ok && n != 0 && !slices.Contains(pieces[place.Seat], piece) {
					pieces[place.Seat] = append(pieces[place.Seat], piece)
				}
			}
		}
	}
	return pieces
}

// The prefixes of the feats of a winner: a win at a level, and a win against a bot. The level is the first
// option of a game.
const (
	featLevel = "level "
	featBot   = "bot "
)

// feats returns the feats of the player of a seat, none unless that player has beaten others. A level that never
// counts for ratings is no feat.
func feats(info *game.Info, m *match.Match, seat int) (list []string) {
	if m.Result.Seats[seat].Rank != 1 || len(m.Players) < 2 {
		return nil
	}
	if len(info.Options) > 0 {
		level := &info.Options[0]
		chosen := cmp.Or(m.Options[level.ID], level.Default)
		if game.UnratedValue(*info, game.MatchOptions{level.ID: chosen}) == nil {
			list = append(list, featLevel+chosen)
		}
	}
	team := m.Result.Seats[seat].Team
	for other := range m.Players {
		p, result := &m.Players[other], &m.Result.Seats[other]
		if feat := featBot + p.Bot; p.Person == "" && p.Bot != "" && result.Rank > 1 &&
			!game.AreTeammates(result.Team, team) && !slices.Contains(list, feat) {
			list = append(list, feat)
		}
	}
	return list
}

// ratedSeats returns the players who started a rated match with their ranks, by seat. It returns none if the
// match does not count for ratings, has no outcome, or has no opponents because all players are one team.
func ratedSeats(m *match.Match, counts bool) []store.RatedSeat {
	if !counts || m.Result.Outcome == nil {
		return nil
	}
	list := make([]store.RatedSeat, len(m.Players))
	opponents := false
	for seat := range m.Players {
		result := &m.Result.Seats[seat]
		list[seat] = store.RatedSeat{Player: m.Players[seat].Person, Rank: result.Rank, Team: result.Team}
		opponents = opponents || !game.AreTeammates(result.Team, m.Result.Seats[0].Team)
	}
	if !opponents {
		return nil
	}
	return list
}
