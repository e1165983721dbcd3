//go:build unix

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/test/largeserver"
)

// BenchmarkPages measures the requests of the client's pages on a server with 1,000 accounts and 10,000
// matches, or with 100,000 and 1,000,000 if ARCHMAGE_THOROUGH is set. Filling such a server takes some
// minutes and 3 GB of disk, so each page is measured 20 times with -benchtime 20x. It also reports CPU time,
// which depends less on other programs and includes that of the client.
func BenchmarkPages(b *testing.B) {
	accounts, matches := 1000, 10_000
	if testSettings["ARCHMAGE_THOROUGH"] != "" {
		accounts, matches = 100_000, 1_000_000
	}
	folder := b.TempDir()
	largeserver.Fill(b, folder, accounts, matches)
	s := startServer(b, folder, "--limits", "off", "--bot-cores", "1")
	viewer := &pageViewer{b: b, base: s.Base, token: largeserver.Token(accounts / 2)}

	busiest, median := largeserver.ID(0), largeserver.ID(accounts/4)
	old := strconv.Itoa(matches / 10)
	deep := map[string]string{
		"people": viewer.cursor("/api/people/members?limit=50&after=", 40),
		"events": viewer.cursor("/api/events?state=past&limit=20&after=", 40),
	}
	b.Run("club document", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			viewer.openClub(b)
		}
	})
	for _, page := range []struct{ name, path string }{
		{"start, own standing of the week", "/api/standings?limit=1"},
		{"start, own tables", "/api/rooms?mine=1&limit=50"},
		{"start, own matches", "/api/matches?mine=1&limit=5"},
		{"start, news", "/api/news"},
		{"start, follows", "/api/follows"},
		{"chat", "/api/club/chat"},
		{"watch, live", "/api/rooms?status=playing&limit=50"},
		{"watch, results", "/api/matches?limit=50"},
		{"watch, results of a game", "/api/matches?limit=50&game=seasons"},
		{"watch, old results", "/api/matches?limit=50&after=" + old},
		{"history", "/api/matches?mine=1&limit=50"},
		{"members", "/api/people/members?limit=50"},
		{"members, far down", "/api/people/members?limit=50&after=" + deep["people"]},
		{"members, search", "/api/people/members?limit=50&find=player+7"},
		{"members, search for nobody", "/api/people/members?limit=50&find=zzz"},
		{"search by name", "/api/people/search?name=Player+77"},
		{"ratings", "/api/leaderboard?game=seasons&limit=50"},
		{"standings of the week", "/api/standings?game=seasons&limit=50"},
		{"standings of all games", "/api/standings?limit=50"},
		{"standings of all time", "/api/standings?game=seasons&weeks=0&limit=50"},
		{"profile, busiest", "/api/people?name=" + url.QueryEscape(largeserver.Name(0))},
		{"profile, median", "/api/people?name=" + url.QueryEscape(largeserver.Name(accounts/4))},
		{"profile, the two", "/api/people/head-to-head?name=" + url.QueryEscape(largeserver.Name(0))},
		{"matches of the busiest", "/api/matches?limit=50&person=" + busiest},
		{"matches of the busiest in a game", "/api/matches?limit=50&game=seasons&person=" + busiest},
		{"matches of the busiest, old", "/api/matches?limit=50&person=" + busiest + "&after=" + old},
		{"matches of the median", "/api/matches?limit=50&person=" + median},
		{"own matches with the busiest", "/api/matches?mine=1&limit=50&with=" + busiest},
		{"own matches with a stranger", "/api/matches?mine=1&limit=50&with=" + largeserver.ID(accounts-1)},
		{"a match", "/api/matches/" + largeserver.MatchID(matches/2)},
		{"ratings of a match", "/api/matches/" + largeserver.MatchID(matches/2) + "/ratings"},
		{"events", "/api/events?limit=20"},
		{"past events", "/api/events?state=past&limit=20"},
		{"past events, far down", "/api/events?state=past&limit=20&after=" + deep["events"]},
		{"appointments", "/api/appointments"},
		{"account", "/api/account"},
		{"everything about the busiest", "/api/account/data"},
		{"start page, HTML", "/"},
		{"profile, HTML", "/u/" + url.PathEscape(largeserver.Name(0))},
	} {
		b.Run(page.name, func(b *testing.B) {
			reader := *viewer
			if page.path == "/api/account/data" {
				reader.token = largeserver.Token(0)
			}
			defer reportCPU(b)()
			for b.Loop() {
				reader.get(b, page.path)
			}
		})
	}
}

// pageViewer is an account that looks at pages.
type pageViewer struct {
	b           *testing.B
	base, token string
}

// get returns the body of a page.
func (v *pageViewer) get(b *testing.B, path string) []byte {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, v.base+path, nil)
	require.NoError(b, err)
	request.Header.Set("Authorization", "Bearer "+v.token)
	response, err := http.DefaultClient.Do(request)
	require.NoError(b, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(b, err)
	require.Equal(b, http.StatusOK, response.StatusCode, "%s: %s", path, body)
	return body
}

// cursor returns the cursor of a later page of a list, or of the last one.
func (v *pageViewer) cursor(path string, pages int) (after string) {
	v.b.Helper()
	for range pages {
		var page struct{ Next string }
		require.NoError(v.b, json.Unmarshal(v.get(v.b, path+url.QueryEscape(after)), &page))
		if page.Next == "" {
			break
		}
		after = page.Next
	}
	return url.QueryEscape(after)
}

// openClub connects to the club and reads its document.
func (v *pageViewer) openClub(b *testing.B) {
	b.Helper()
	socket, response, err := websocket.DefaultDialer.DialContext(
		b.Context(),
		"ws"+strings.TrimPrefix(v.base, "http")+"/ws/club",
		http.Header{"Authorization": {"Bearer " + v.token}},
	)
	require.NoError(b, err)
	defer response.Body.Close()
	defer socket.Close()
	require.NoError(b, socket.WriteJSON(map[string]any{"type": "hello", "v": 1, "sequence": "", "seq": 0}))
	for {
		var frame struct{ Document json.RawMessage }
		require.NoError(b, socket.ReadJSON(&frame))
		if frame.Document != nil {
			return
		}
	}
}
