package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// No list reads or sorts a whole table.
func TestListsUseIndexes(t *testing.T) {
	s := openTest(t, t.TempDir())
	plan := func(query string, args ...any) string {
		t.Helper()
		rows, err := s.engine.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		require.NoError(t, err)
		defer rows.Close()
		var steps []string
		for rows.Next() {
			var id, parent, unused int
			var detail string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
			steps = append(steps, detail)
		}
		require.NoError(t, rows.Err())
		return strings.Join(steps, "\n")
	}
	for _, query := range []ListQuery{
		{}, {Listed: true}, {Member: "ann"}, {Game: "go", Listed: true},
		{Statuses: []Status{StatusOpen}}, {Statuses: []Status{StatusOpen, StatusSeated}, Listed: true},
		{Member: "ann", Statuses: []Status{StatusOpen, StatusSeated}},
		{Oldest: true}, {Member: "ann", Oldest: true}, {Statuses: []Status{StatusOpen, StatusSeated}, Oldest: true},
	} {
		t.Run(fmt.Sprintf("%+v", query), func(t *testing.T) {
			text, args := listRooms(query, 1000, 50)
			requireIndexed(t, plan(text, args...))
		})
	}
	t.Run("due", func(t *testing.T) { requireIndexed(t, plan(selectDue, 1, 1, 1, 1)) })
	t.Run("code", func(t *testing.T) { requireIndexed(t, plan(findCode, "x")) })
	t.Run("entries", func(t *testing.T) { requireIndexed(t, plan(selectEntries, 1, 1, 1)) })
	t.Run("oldest matches", func(t *testing.T) {
		text, args := listMatches(MatchQuery{Oldest: true}, 0, 50)
		requireIndexed(t, plan(text, args...))
	})
	for _, person := range []string{"", "ann"} {
		for _, game := range []string{"", "go"} {
			for _, listed := range []bool{false, true} {
				query := MatchQuery{Game: game, Person: person, Listed: listed}
				for _, query.With = range []string{"", "bob"} {
					t.Run(fmt.Sprintf("matches %+v", query), func(t *testing.T) {
						text, args := listMatches(query, 1000, 50)
						requireIndexed(t, plan(text, args...))
					})
				}
			}
		}
	}
	t.Run("matches of two people", func(t *testing.T) { requireIndexed(t, plan(countMatches, "x", 1, "x", 1)) })
	t.Run("files", func(t *testing.T) {
		text, args := listMatches(MatchQuery{Owner: "ann"}, 1000, 50)
		requireIndexed(t, plan(text, args...))
		requireIndexed(t, plan(selectExpiredImports, 1, 1))
	})
	t.Run(
		"names by their beginning",
		func(t *testing.T) { requireIndexed(t, plan(selectBySkeletonPrefix, "a", "b", 1)) },
	)
	t.Run("members", func(t *testing.T) {
		requireIndexed(t, plan(selectByName, "a", "b", "c", 50))
		require.Contains(
			t,
			plan(selectPlayed(2), true, "ann", "bob"),
			"SEARCH tallies USING PRIMARY KEY (identity=? AND listed=?)",
		)
	})
	t.Run("is followed", func(t *testing.T) { requireIndexed(t, plan(followExists, "a", "b")) })
	t.Run("skeletons", func(t *testing.T) { requireIndexed(t, plan(selectBySkeleton, "a", "a", "%b%", 1)) })
	t.Run("unseen", func(t *testing.T) { requireIndexed(t, plan(selectUnseen, 1, 1, 1, "guest", 1)) })
	t.Run("careers", func(t *testing.T) {
		requireIndexed(t, plan(selectUncounted, 1, 1))
		requireIndexed(t, plan(nextUncounted, 1))
		requireIndexed(t, plan(selectTallies, "ann", true))
		requireIndexed(t, plan(selectDays, "ann", true, 1))
		requireIndexed(t, plan(selectStreaks, "ann", true))
		requireIndexed(t, plan(selectFeats, "ann", true))
		requireIndexed(t, plan(selectListedCompanions, "ann", 8))
		requireIndexed(t, plan(selectTogether, "ann", "bob"))
		require.Contains(t, plan(selectAllCompanions, "ann", 8), "SEARCH companions USING PRIMARY KEY (identity=?)")
		// Only the rows of one person are read and sorted.
		require.Contains(
			t,
			plan(selectFavourites, "ann", true),
			"SEARCH favourites USING PRIMARY KEY (identity=? AND listed=?)",
		)
	})
	t.Run("standings", func(t *testing.T) {
		require.Contains(
			t,
			plan(selectStandings, 0, "go", 0, 1, 1, "ann", 50),
			"USING INDEX standings_by_points (week=? AND game=? AND seats=? AND points<?)",
		)
		requireIndexed(t, plan(selectStandings, 0, "go", 0, 1, 1, "ann", 50))
		requireIndexed(t, plan(standingOf, 0, "go", 0, "ann"))
		require.Contains(
			t,
			plan(countStandings, 0, "go", 0, 1, 1, "ann"),
			"COVERING INDEX standings_by_points (week=? AND game=? AND seats=? AND points>?)",
		)
		require.Contains(t, plan(deleteOldStandings, 1), "INDEX standings_by_points (week>? AND week<?)")
	})
	for _, closed := range []bool{false, true} {
		for _, person := range []string{"", "ann"} {
			for _, reporter := range []string{"", "bob"} {
				t.Run(fmt.Sprintf("reports %t %q %q", closed, person, reporter), func(t *testing.T) {
					text, args := listReports(ReportQuery{Closed: closed, Person: person, Reporter: reporter}, 1000, 50)
					requireIndexed(t, plan(text, args...))
				})
			}
		}
	}
	t.Run("closed reports", func(t *testing.T) { requireIndexed(t, plan(deleteClosed, 1)) })
	for _, query := range []ActQuery{{}, {Person: "ann"}, {Person: "ann", Unread: true}} {
		t.Run(fmt.Sprintf("acts %+v", query), func(t *testing.T) {
			text, args := listActs(query, 1000, 50)
			requireIndexed(t, plan(text, args...))
		})
	}
	t.Run("ratings", func(t *testing.T) {
		requireIndexed(t, plan(selectRated, 1, 1))
		for _, game := range []string{"", "go"} {
			text, args := selectRatings(game, []string{"ann", "bob"})
			requireIndexed(t, plan(text, args...))
		}
		requireIndexed(t, plan(selectLeaders, "go", 1, "ann", 50))
		require.Contains(
			t,
			plan(countInBucket, "go", 10, "ann", 11),
			"COVERING INDEX ratings_by_strength (game=? AND strength>? AND strength<?)",
		)
		requireIndexed(t, plan(countBuckets, "go", 10))
		requireIndexed(t, plan(stepsOfPlayer, "ann", "go", 50))
		requireIndexed(t, plan(stepsOfMatch, 1))
		requireIndexed(t, plan(ratedNumber, "m"))
	})
	t.Run(
		"identity by skeleton",
		func(t *testing.T) { requireIndexed(t, plan(selectIdentity+identityBySkeleton, "x")) },
	)
	t.Run("faces", func(t *testing.T) { requireIndexed(t, plan(selectAvatars(3), "a", "b", "c")) })
	t.Run("known identities", func(t *testing.T) { requireIndexed(t, plan(selectIdentities(3), "a", "b", "c")) })
	t.Run("notices", func(t *testing.T) {
		requireIndexed(t, plan(channelsOf, "ann"))
		requireIndexed(t, plan(selectDuePendingTurns, 1, 1))
		// Only the due rows are read and sorted.
		require.Contains(t, plan(selectDueNotifications, 1, 1, 1, 0), "SEARCH calls USING INDEX")
		require.NotContains(t, plan(selectDueNotifications, 1, 1, 1, 0), "SCAN calls\n")
	})
	t.Run("blocks between", func(t *testing.T) {
		found := plan(selectBlocksBetween(2), "a", "b", "c", "a", "b", "c")
		require.Contains(t, found, "SEARCH blocks USING PRIMARY KEY (identity=? AND blocked=?)")
		require.NotContains(t, found, "SCAN")
	})
	t.Run("join codes", func(t *testing.T) {
		requireIndexed(t, plan(selectJoinCode, []byte("x")))
		requireIndexed(t, plan(selectJoinCodes, 1, 1))
		requireIndexed(t, plan(deleteEndedCodes, 1))
		requireIndexed(t, plan(selectJoinUse, "ann"))
	})
	t.Run("appointments", func(t *testing.T) {
		requireIndexed(t, plan(selectAppointments, 1, 1, 1, "x", true, "ann", 1, false))
		requireIndexed(t, plan(selectDueAppointments, 1, 1))
		requireIndexed(t, plan(countAppointments, "open", 1, "ann"))
		requireIndexed(t, plan(selectAppointmentAnswers(2), "x", "y"))
		requireIndexed(t, plan(deleteOldAnswers, 1))
		for _, query := range deleteAppointmentsOf {
			requireIndexed(t, plan(query, "ann"))
		}
	})
	t.Run("events", func(t *testing.T) {
		requireIndexed(t, plan(selectEvents, false, 1, 1, "x", "ann", 1))
		requireIndexed(t, plan(selectPastEvents, true, 1, 1, "x", "ann", 1))
		requireIndexed(t, plan(selectDueEvents, 1, 1))
		requireIndexed(t, plan(countEvents, 1, "ann"))
		requireIndexed(t, plan(selectEventTail, "x", 1, 1))
		requireIndexed(t, plan(selectEventRoles(2), "ann", "x", "y"))
		requireIndexed(t, plan(selectEventsOf, "ann", "", 1))
		requireIndexed(t, plan(selectEventPlaces, "ann", 1, "x", "eve", 1))
		requireIndexed(t, plan(selectEventTrophies, "ann", 4))
		for _, query := range deleteEventsOf {
			requireIndexed(t, plan(query, "ann"))
		}
	})
	t.Run("deals of the day", func(t *testing.T) {
		requireIndexed(t, plan(selectTry, 1, "x", "ann"))
		requireIndexed(t, plan(selectTryOfRoom, "x"))
		requireIndexed(t, plan(selectTriesOf, "ann", 1, 1, 1))
		requireIndexed(t, plan(selectOpenTries, 1, 1))
		requireIndexed(t, plan(selectBestTries, 1, "x", 1))
		requireIndexed(t, plan(countTries, 1, "x"))
		requireIndexed(t, plan(selectTriesOfMany(2), 1, "x", "ann", "bob"))
		requireIndexed(t, plan(endTry, 1, 1, 1, 1, "x", "ann"))
		requireIndexed(t, plan(deleteOldTries, 1))
		for _, query := range deleteTriesOf {
			requireIndexed(t, plan(query, "ann"))
		}
	})
	t.Run("puzzles", func(t *testing.T) {
		requireIndexed(t, plan(answerToPuzzle, "ann", "x"))
		requireIndexed(t, plan(answersToPuzzle, "x"))
		requireIndexed(t, plan(puzzlesOfPerson, "ann", 1))
		requireIndexed(t, plan(puzzleDays, "ann", 1))
		requireIndexed(t, plan(puzzleStrength, "ann", "go"))
		requireIndexed(t, plan(puzzleLevel, "x"))
		for _, query := range deletePuzzlesOf {
			requireIndexed(t, plan(query, "ann"))
		}
	})
	t.Run("decisions of own matches", func(t *testing.T) {
		requireIndexed(t, plan(selectOwnPuzzles+ofMatch, "ann", "m"))
		requireIndexed(t, plan(deleteSpareOwnPuzzles, "ann", 60))
		requireIndexed(t, plan(answerOwnPuzzle, 1, 1, "ann", 0, "m"))
		requireIndexed(t, plan(deleteOwnPuzzlesOfMatch, 1))
		// Only the rows of one person are read and sorted.
		found := plan(selectOwnPuzzles+byDue, "ann", 60)
		require.Contains(t, found, "SEARCH p USING PRIMARY KEY (identity=?)")
		require.NotContains(t, found, "SCAN")
	})
	t.Run("lines of the club", func(t *testing.T) {
		requireIndexed(t, plan(selectClubLines, 1, 1, 1))
		requireIndexed(t, plan(clubLinesOf, "ann", 1, 1))
		requireIndexed(t, plan(countClubLines, 1))
		requireIndexed(t, plan(countClubLinesOf, "ann", 1))
		requireIndexed(t, plan(lastClubRemoval))
		requireIndexed(t, plan(clubLinesBefore, 1, 1))
		requireIndexed(t, plan(deleteClubLinesOf, "ann"))
	})
	t.Run("invitations", func(t *testing.T) {
		requireIndexed(t, plan(invitationsBy, "x", 1))
		requireIndexed(t, plan(invitationsTo, "x", 1))
		requireIndexed(t, plan(deleteOldInvitations, 1))
	})
	t.Run("credential", func(t *testing.T) { requireIndexed(t, plan(credentialWithIdentity, "x", "x")) })
}

// Counting reads only an index. Neither starting nor trimming reads every entry.
func TestOtherPlans(t *testing.T) {
	s := openTest(t, t.TempDir())
	for query, want := range map[string]string{
		countRooms:                        "COVERING INDEX rooms_by_status",
		trimEntries:                       "SEARCH entries USING PRIMARY KEY",
		deleteIdentity[12]:                "SEARCH join_uses USING PRIMARY KEY",
		deleteIdentity[13]:                "USING INDEX identities_by_owner",
		deleteIdentity[5]:                 "SEARCH days USING PRIMARY KEY",
		deleteIdentity[6]:                 "SEARCH streaks USING PRIMARY KEY",
		deleteIdentity[7]:                 "SEARCH favourites USING PRIMARY KEY",
		deleteIdentity[8]:                 "SEARCH feats USING PRIMARY KEY",
		deleteIdentity[9]:                 "SEARCH companions USING PRIMARY KEY (identity=? AND other=?)",
		deleteIdentity[10]:                "SEARCH companions USING PRIMARY KEY (identity=?)",
		deleteIdentity[11]:                "SEARCH standings USING PRIMARY KEY",
		deleteIdentity[0]:                 "SEARCH credentials USING INDEX credentials_by_identity",
		deleteIdentity[1]:                 "SEARCH tallies USING PRIMARY KEY",
		hideRatingsOf:                     "SEARCH ratings USING PRIMARY KEY",
		selectSettledOf:                   "SEARCH ratings USING PRIMARY KEY",
		deleteChannelsAndNotifications[0]: "SEARCH channels USING COVERING INDEX channels_by_identity",
		deleteChannelsAndNotifications[1]: "SEARCH calls USING COVERING INDEX calls_by_identity",
		deleteNotificationsOf:             "SEARCH calls USING INDEX calls_by_identity",
		deleteIdentity[2]:                 "USING INDEX blocks_by_blocked",
		deleteIdentity[3]:                 "USING INDEX invitations_by_invited",
		deleteIdentity[4]:                 "USING INDEX follows_by_followed",
		blocksOf:                          "SEARCH blocks USING PRIMARY KEY",
		followsOf:                         "SEARCH follows USING PRIMARY KEY",
		credentialsOf:                     "SEARCH c USING INDEX credentials_by_identity",
		deleteEntries:                     "SEARCH entries USING PRIMARY KEY",
		deleteLeftovers[0]:                "SEARCH entries USING",
		deleteLeftovers[1]:                "SEARCH chat USING",
	} {
		rows, err := s.engine.read.QueryContext(
			t.Context(),
			"EXPLAIN QUERY PLAN "+strings.NewReplacer("?1", "1", "?", "1").Replace(query),
		)
		require.NoError(t, err)
		defer rows.Close()
		var plan string
		for rows.Next() {
			var id, parent, unused int
			var detail string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
			plan += detail + "\n"
		}
		require.NoError(t, rows.Err())
		require.Contains(t, plan, want)
		for _, table := range []string{"entries", "identities", "credentials", "tallies", "companions", "standings"} {
			require.NotContains(t, plan, "SCAN "+table)
		}
		require.NotContains(t, plan, "SCAN chat")
	}
}

func requireIndexed(t *testing.T, plan string) {
	t.Helper()
	before := ""
	for line := range strings.Lines(plan) {
		line = strings.TrimSpace(line)
		// The rows of a subquery, up to its limit, are read again and the page is sorted.
		sorted := strings.Contains(line, "TEMP B-TREE") && !strings.HasPrefix(before, "SEARCH h") &&
			!strings.HasPrefix(before, "SEARCH entries")
		if sorted || strings.HasPrefix(line, "SCAN") && line != "SCAN part" && line != "SCAN CONSTANT ROW" {
			t.Errorf("%s in:\n%s", line, plan)
		}
		before = line
	}
}
