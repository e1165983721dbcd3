package transport

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

// aMatch returns a match of the toy that a person has won against a bot.
func aMatch(id, person string, listed bool) archive.MatchInfo {
	return archive.MatchInfo{
		ID: id, Room: "a-room", Game: "toy", Version: 1, Options: game.MatchOptions{"panic": "off"},
		Players: []archive.PlayerInfo{{Person: person, Name: "Ann"}, {Bot: "random"}},
		Started: 1, Ended: 2, Listed: listed,
		Seats: []match.SeatResult{
			{Rank: 1, Total: 14, Answers: []match.Share{{Person: person, Count: 12}}},
			{Rank: 2, Total: 7, Lost: "time", LostAt: 2, Answers: []match.Share{{Bot: "random", Count: 12}}},
		},
		Outcome: &game.Outcome{Rounds: 6, Places: []game.Place{
			{
				Seat:      0,
				Rank:      1,
				Total:     14,
				TieBreaks: []int{31},
				Parts:     []game.Part{{Source: "bids", Args: game.Facts{}, Points: 14}},
			},
			{
				Seat:      1,
				Rank:      2,
				Total:     7,
				TieBreaks: []int{12},
				Parts:     []game.Part{{Source: "bids", Args: game.Facts{}, Points: 7}},
			},
		}},
	}
}

func TestMatches(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, annAuth := d.newPerson("Ann")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
	w := d.ask("GET", "/api/matches", "")
	require.Equal(t, archive.MatchPage{Matches: d.rooms.matches}, read[archive.MatchPage](t, w, http.StatusOK))
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	for _, query := range []string{
		"?game=toy&after=x&limit=3", "?mine=1&with=bob", "?with=bob&limit=200", "?mine=0",
	} {
		read[archive.MatchPage](t, d.ask("GET", "/api/matches"+query, "", "Authorization", annAuth), http.StatusOK)
	}
	// An unknown token counts as none.
	read[archive.MatchPage](t, d.ask("GET", "/api/matches", "", "Authorization", "Bearer x"), http.StatusOK)
	read[archive.MatchPage](
		t,
		d.ask("GET", "/api/matches", "", "Cookie", "archmage="+ann.Token, "Origin", "https://evil.example"),
		http.StatusOK,
	)
	by := people.Person{ID: ann.ID, Name: "Ann", Kind: people.Guest}
	require.Equal(t, []call[archive.MatchQuery]{
		{arg: archive.MatchQuery{Limit: httpx.DefaultPage}},
		{by, archive.MatchQuery{Game: "toy", After: "x", Limit: 3}},
		{by, archive.MatchQuery{Person: ann.ID, With: "bob", Limit: httpx.DefaultPage}},
		{by, archive.MatchQuery{Limit: httpx.MaxPage}},
		{by, archive.MatchQuery{Limit: httpx.DefaultPage}},
		{arg: archive.MatchQuery{Limit: httpx.DefaultPage}},
		{arg: archive.MatchQuery{Limit: httpx.DefaultPage}},
	}, d.rooms.matchQueries)

	refused(t, d.ask("GET", "/api/matches?mine=1", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(
		t,
		d.ask("GET", "/api/matches?mine=1", "", "Authorization", "Bearer x"),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
	refused(t, d.ask("GET", "/api/matches?limit=x", ""), http.StatusBadRequest, coded.Malformed)
	refused(t, d.ask("GET", "/api/matches?limit=0", ""), http.StatusBadRequest, coded.Malformed)
}

// Match and Record get the person who makes the request, so that they can hide what only players
// may see.
func TestAMatchAndItsRecord(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true), aMatch("m2", ann.ID, false)}
	d.rooms.records = map[string]string{"m1": `{"format":"a"}`, "m2": `{"format":"b"}`}
	for _, head := range [][]string{nil, {"Authorization", bobAuth}, {"Authorization", annAuth}} {
		got := read[archive.MatchInfo](t, d.ask("GET", "/api/matches/m1", "", head...), http.StatusOK)
		require.Equal(t, d.rooms.matches[0], got)
	}
	got := read[archive.MatchInfo](t, d.ask("GET", "/api/matches/m2", "", "Authorization", annAuth), http.StatusOK)
	require.Equal(t, d.rooms.matches[1], got)
	w := d.ask("GET", "/api/matches/m2/record", "", "Authorization", annAuth)
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, `{"format":"b"}`, w.Body.String())
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.Equal(t, `attachment; filename=archmage-m2.json`, w.Header().Get("Content-Disposition"))
	for _, path := range []string{
		"/api/matches/m2", "/api/matches/m2/record", "/api/matches/nothing", "/api/matches/nothing/record",
	} {
		for _, head := range [][]string{nil, {"Authorization", bobAuth}} {
			w := d.ask("GET", path, "", head...)
			refused(t, w, http.StatusNotFound, archive.CodeNoMatch)
			require.Empty(t, w.Header().Get("Content-Disposition"))
		}
	}
}

func TestBringAMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) {
			o.Limits.Write, o.Limits.Read = 8./30, 0
		})
		ann, annAuth := d.newPerson("Ann")
		by := people.Person{ID: ann.ID, Name: "Ann", Kind: people.Guest}
		w := d.ask("POST", "/api/matches", "the text", "Authorization", annAuth)
		info := read[archive.MatchInfo](t, w, http.StatusCreated)
		require.Equal(t, "/m/file", w.Header().Get("Location"))
		require.Equal(t, "file", info.ID)

		w = d.ask("POST", "/api/matches", "bad", "Authorization", annAuth)
		require.Equal(t, http.StatusBadRequest, w.Code)
		require.JSONEq(t, `{"code":"bad_answer","message":"item 7: that is not legal","item":7}`, w.Body.String())
		long := strings.Repeat(" ", match.MaxRecord)
		read[archive.MatchInfo](t, d.ask("POST", "/api/matches", long, "Authorization", annAuth), http.StatusCreated)
		refused(
			t,
			d.ask("POST", "/api/matches", long+" ", "Authorization", annAuth),
			http.StatusRequestEntityTooLarge,
			httpx.CodeTooLarge,
		)
		refused(t, d.ask("POST", "/api/matches", "x"), http.StatusUnauthorized, people.CodeNoIdentity)
		refused(
			t,
			d.ask("POST", "/api/matches", "x", "Cookie", "archmage="+ann.Token, "Origin", "https://evil.example"),
			http.StatusForbidden,
			httpx.CodeBadOrigin,
		)

		refused(
			t,
			d.ask("DELETE", "/api/matches/other", "", "Authorization", annAuth),
			http.StatusNotFound,
			archive.CodeNoMatch,
		)
		refused(t, d.ask("DELETE", "/api/matches/file", ""), http.StatusUnauthorized, people.CodeNoIdentity)
		read[api.RoomAnswer](t, d.ask("DELETE", "/api/matches/file", "", "Authorization", annAuth), http.StatusOK)
		require.Equal(t, []call[string]{{by, "the text"}, {by, long}, {by, "forget"}}, d.rooms.imported)

		read[archive.MatchPage](t, d.ask("GET", "/api/matches?brought=1", "", "Authorization", annAuth), http.StatusOK)
		require.Equal(
			t,
			[]call[archive.MatchQuery]{{by, archive.MatchQuery{Owner: ann.ID, Limit: httpx.DefaultPage}}},
			d.rooms.matchQueries,
		)
		refused(t, d.ask("GET", "/api/matches?brought=1", ""), http.StatusUnauthorized, people.CodeNoIdentity)

		// To play a record is work: a person brings so many at a time.
		for range 2 {
			read[archive.MatchInfo](t, d.ask("POST", "/api/matches", "x", "Authorization", annAuth), http.StatusCreated)
		}
		refused(
			t,
			d.ask("POST", "/api/matches", "x", "Authorization", annAuth),
			http.StatusTooManyRequests,
			coded.TooFast,
		)
	})
}

func TestOpenARoomFromAMatch(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, annAuth := d.newPerson("Ann")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, false)}
	body := `{"from": {"match": "m1", "step": 4, "luck": "same", "seat": 1}}`
	made := read[api.RoomAnswer](t, d.ask("POST", "/api/rooms", body, "Authorization", annAuth), http.StatusCreated)
	require.NotEmpty(t, made.ID)
	require.Equal(t, []archive.From{{Match: "m1", Step: 4, Luck: match.LuckSame, Seat: 1}}, d.rooms.origins)
	_, bobAuth := d.newPerson("Bob")
	refused(t, d.ask("POST", "/api/rooms", body, "Authorization", bobAuth), http.StatusNotFound, archive.CodeNoMatch)
	refused(t, d.ask("POST", "/api/rooms", `{}`, "Authorization", annAuth), http.StatusBadRequest, coded.Malformed)
	refused(
		t,
		d.ask("POST", "/api/rooms", `{"from": {"match": "m1", "steps": 4}}`, "Authorization", annAuth),
		http.StatusBadRequest,
		coded.Malformed,
	)
}
