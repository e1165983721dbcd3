package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/daily"
	"archmage/internal/daily/dealer"
	"archmage/internal/random"
	"archmage/internal/transport/api"
	"archmage/test/programtest"
)

// today returns what a member sees of the deals of today.
func (m *clubMember) today() *dealer.Document {
	m.t.Helper()
	var doc dealer.Document
	m.ask(http.MethodGet, "/api/daily", nil, &doc)
	return &doc
}

// dealOf returns a deal of a document.
func dealOf(doc *dealer.Document, id string) dealer.DealLine {
	return doc.Deals[slices.IndexFunc(doc.Deals, func(d dealer.DealLine) bool { return d.ID == id })]
}

// beginDeal begins a try and returns its room.
func (m *clubMember) beginDeal(deal string) string {
	m.t.Helper()
	var begun api.DailyBegun
	m.ask(http.MethodPost, "/api/daily", map[string]any{"deal": deal}, &begun)
	return begun.Room
}

// playDeal plays a deal to its end, with random answers, and returns the id of its room. After the given number of
// answers the person concedes.
func (m *clubMember) playDeal(deal string, answers int) (room string, err error) {
	ctx := programtest.Within(m.t)
	room = m.beginDeal(deal)
	conn, err := m.guest.Dial(ctx, room, client.Options{})
	if err != nil {
		return room, err
	}
	defer conn.Close()
	_, err = m.play(ctx, conn, answers)
	return room, err
}

// spy is somebody who asks for everything that the server offers. ids maps the names of parameters to values.
type spy struct {
	*clubMember
	paths []string
	ids   map[string]string
}

// apiPaths returns the paths of the API that can be read.
func apiPaths(t *testing.T) (paths []string) {
	t.Helper()
	data, err := os.ReadFile("../../web/static/schema/openapi.json")
	require.NoError(t, err)
	var schema struct {
		Paths map[string]map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(data, &schema))
	for path, methods := range schema.Paths {
		// The next puzzle is chosen at random.
		if methods["get"] != nil && path != "/api/puzzles/next" {
			paths = append(paths, path)
		}
	}
	require.Contains(t, paths, "/api/daily")
	slices.Sort(paths)
	return paths
}

// fromMoment returns the body that opens a room in which a match goes on.
func fromMoment(match string) string {
	return `{"settings":{},"from":{"match":"` + match + `","step":3,"luck":"same","seat":0}}`
}

// changing matches what differs between two answers whatever others do, and the number of people who have played.
var changing = regexp.MustCompile(`"made":"[^"]*"|"seats":\d,"bot":"\w*","played":\d+`)

// see returns the answers to all requests that could show something of what a person does, by request.
func (s *spy) see() map[string]string {
	s.t.Helper()
	person := s.ids["person"]
	var requests []string
	for _, path := range s.paths {
		for name, value := range s.ids {
			path = strings.ReplaceAll(path, "{"+name+"}", value)
		}
		requests = append(requests, path)
	}
	requests = append(requests,
		"/api/matches?person="+person, "/api/matches?limit=1&person="+person, "/api/matches?game=spellbook",
		"/api/matches?limit=1&game=spellbook&person="+person, "/api/rooms?game=spellbook", "/api/rooms?status=playing",
		"/api/people?name="+s.ids["name"], "/api/people/head-to-head?name="+s.ids["name"],
		"/api/people/search?name="+s.ids["name"], "/api/people/members?find="+s.ids["name"],
		"/api/daily/ladder?name="+s.ids["name"], "/api/leaderboard?game=spellbook", "/api/standings?game=spellbook",
		"/api/standings?game=spellbook&seats=1", "/api/ratings?game=spellbook&player="+person,
		"/api/matches/"+s.ids["match"]+"/steps?as=0", "/api/matches/"+s.ids["match"]+"/steps?from=9",
		"/r/"+s.ids["room"], "/m/"+s.ids["match"], "/u/"+s.ids["name"], "/",
	)
	seen := map[string]string{}
	for _, request := range requests {
		seen[http.MethodGet+" "+request] = s.read(http.MethodGet, request, "")
	}
	for path, body := range map[string]string{
		"/api/rooms/" + s.ids["room"] + "/hint":        "",
		"/api/rooms/" + s.ids["room"] + "/leave":       "",
		"/api/rooms/" + s.ids["room"] + "/rematch":     "",
		"/api/rooms/" + s.ids["room"] + "/code":        "",
		"/api/matches/" + s.ids["match"] + "/analysis": "",
		"/api/rooms": fromMoment(s.ids["match"]),
	} {
		seen[http.MethodPost+" "+path] = s.read(http.MethodPost, path, body)
	}
	return seen
}

// read sends a request and returns the status, the names of the headers and the text of the answer, without what always
// differs.
func (s *spy) read(method, path, body string) string {
	s.t.Helper()
	request, err := http.NewRequestWithContext(programtest.Within(s.t), method, s.base+path, strings.NewReader(body))
	require.NoError(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", s.base)
	response, err := s.browser.Do(request)
	require.NoError(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	var headers []string
	for name := range response.Header {
		headers = append(headers, name)
	}
	slices.Sort(headers)
	return fmt.Sprint(response.StatusCode, " ", headers, " ", changing.ReplaceAllString(string(text), ""))
}

// TestADayOfTen lets ten people play the deals of a day. Somebody who has not played gets the same answers as before to
// everything that can be asked, also with the ids of rooms and matches in hand.
func TestADayOfTen(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir(), "--limits", "off", "--analysis-share", "0", "--bot-pause", "0s")
	var members []*clubMember
	for i := range 11 {
		members = append(members, newClubMember(t, s.Base, fmt.Sprintf("Person%d", i), "", uint64(i)))
	}
	ten, eve := members[:10], members[10]
	ann := ten[0]
	eve.ask(http.MethodPost, "/api/follows", map[string]any{"person": ann.guest.ID}, nil)
	page := eve.openPage()

	rooms := map[string]string{} // by person
	for _, m := range ten {
		rooms[m.guest.ID] = m.beginDeal("spellbook-solo")
		require.Equal(t, rooms[m.guest.ID], m.beginDeal("spellbook-solo"), "there is one try a day")
	}
	unknown := random.Source(nil).ID()
	look := &spy{eve, apiPaths(t), map[string]string{
		"person": ann.guest.ID, "name": "Person0", "room": unknown, "match": unknown, "code": unknown,
		"game": "spellbook", "page": "about", "day": eve.today().Day, "invitation": unknown,
	}}
	before := look.see()

	var playing sync.WaitGroup
	for i, m := range ten {
		playing.Go(func() {
			answers := 10_000
			if i == 9 {
				answers = 2
			}
			if _, err := m.playDeal("spellbook-solo", answers); err != nil {
				t.Errorf("%s: %v", m.guest.Name, err)
			}
			for _, deal := range []string{"seasons", "spellbook"} {
				if _, err := m.playDeal(deal, 3); i < 2 && err != nil {
					t.Errorf("%s: %v", m.guest.Name, err)
				}
			}
		})
	}
	playing.Wait()
	require.False(t, t.Failed())
	checkResultsOfTen(t, ten)

	require.Equal(t, 10, dealOf(eve.today(), "spellbook-solo").Played)
	look.ids["room"], look.ids["match"] = rooms[ann.guest.ID], rooms[ann.guest.ID]
	for request, answer := range look.see() {
		asked := strings.ReplaceAll(request, rooms[ann.guest.ID], unknown)
		answer = strings.ReplaceAll(answer, rooms[ann.guest.ID], unknown)
		require.Equal(t, before[asked], answer, "%s", request)
	}
	require.Len(t, eve.today().Deals, 3)
	for _, room := range rooms {
		require.False(t, page.hasReceived(room))
		_, err := eve.guest.Dial(programtest.Within(t), room, client.Options{})
		require.ErrorContains(t, err, "no_room")
	}
	eve.beginDeal("spellbook-solo")
	require.Equal(
		t,
		before["GET /api/matches?person="+ann.guest.ID],
		look.read("GET", "/api/matches?person="+ann.guest.ID, ""),
	)
	checkAfterwards(t, ann, eve, rooms)
}

// checkResultsOfTen checks what ten people see who have played.
func checkResultsOfTen(t *testing.T, ten []*clubMember) {
	t.Helper()
	for i, m := range ten {
		line := dealOf(m.today(), "spellbook-solo")
		require.NotNil(t, line.Results, m.guest.Name)
		require.Equal(t, 10, line.Results.Of)
		require.NotNil(t, line.Results.Better)
		require.Len(t, line.Results.Best, 9, "one has given up")
		if i == 9 {
			require.Nil(t, line.Mine.Points)
			require.Zero(t, *line.Results.Better)
			continue
		}
		require.NotNil(t, line.Mine.Points)
		sum := 0
		for _, bin := range line.Results.Bins {
			sum += bin.Count
		}
		require.Equal(t, 9, sum)
	}
}

// checkAfterwards checks what somebody sees of the matches of others before and after the own try, and that the secret
// of a day that is over fits its commitment.
func checkAfterwards(t *testing.T, ann, eve *clubMember, rooms map[string]string) {
	t.Helper()
	_, err := eve.playDeal("spellbook-solo", 1)
	require.NoError(t, err)
	for _, room := range rooms {
		require.NotEmpty(t, eve.download("/api/matches/"+room+"/record"))
	}
	require.Len(t, dealOf(eve.today(), "spellbook-solo").Results.Followed, 2)
	// Nobody else may see how a deal of today goes on, so nobody plays on from there.
	look := &spy{clubMember: ann}
	require.Contains(t, look.read(http.MethodPost, "/api/rooms", fromMoment(rooms[ann.guest.ID])), "deal_secret")

	day, err := daily.ParseDay(ann.today().Day)
	require.NoError(t, err)
	var past dealer.PastDay
	ann.ask(http.MethodGet, "/api/daily/"+(day-1).String(), nil, &past)
	secret, err := hex.DecodeString(past.Secret)
	require.NoError(t, err)
	sum := sha256.Sum256(secret)
	require.Equal(t, past.Commitment, hex.EncodeToString(sum[:]))
	require.Contains(t, look.read(http.MethodGet, "/api/daily/"+day.String(), ""), "day_open")
}
