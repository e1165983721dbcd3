package transport

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/transport/api"
	"archmage/test/programtest"
)

// The server answers the examples of requests, one after the other, as they say.
func TestProtocolHTTP(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	api := programtest.ReadAPI(t, "../..")
	token, person, id, secret, made := "", "", "", "", 0
	for exchange := range strings.SplitSeq(strings.TrimSpace(exampleFile(t, "requests.http")), "\n\n") {
		// A line with the request, its body if any, the status, the answer.
		head, rest, _ := strings.Cut(exchange, "\n")
		method, path, _ := strings.Cut(head, " ")
		at := regexp.MustCompile(`(?m)^[0-9]{3}$`).FindStringIndex(rest)
		require.NotNil(t, at, exchange)
		body, status, want := rest[:at[0]], rest[at[0]:at[1]], rest[at[1]:]
		address := strings.NewReplacer("ROOM", id, "PERSON", person).Replace(path)
		body = strings.TrimSpace(strings.Replace(body, "SECRET", secret, 1))
		leaveOut(t, d, api, method, address, body, token)
		w := d.ask(method, address, body, "Authorization", "Bearer "+token)
		// What the server cannot read is no request of the description either.
		unread := strings.Contains(address, "=none") || body != "" && body[0] != '{'
		refused := api.CheckRequest(t, method, address, []byte(body))
		require.Equal(t, unread, refused != nil, "%s: %v", exchange, refused)
		api.RequireResponse(t, method, address, w.Code, w.Body.Bytes())
		require.Equal(t, status, strconv.Itoa(w.Code), "%s: %s", head, w.Body)
		require.Equal(t, shape(t, []byte(want)), shape(t, w.Body.Bytes()), "%s: %s", head, w.Body)
		var answer struct{ ID, Token, Code, Secret string }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		if w.Code >= 400 {
			var expected struct{ Code string }
			require.NoError(t, json.Unmarshal([]byte(want), &expected))
			require.Equal(t, expected.Code, answer.Code)
		}
		if answer.Secret != "" {
			secret = answer.Secret
		}
		if answer.Token != "" && token == "" {
			person = answer.ID
			rateMatch(t, d.people, "m", person, "another")
		}
		if answer.Token != "" {
			token = answer.Token
			d.rooms.matches = []archive.MatchInfo{aMatch("m", answer.ID, true)}
		}
		if path == "/api/rooms" && method == "POST" {
			id = answer.ID
		}
		made++
	}
	require.Greater(t, made, 40)
}

// The description has every route, says what each does and for whom it is allowed, and has no other routes.
func TestEveryRequestIsDescribed(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Appointments, o.Events = &recordingAppointments{}, struct{ Events }{}
		o.Daily, o.Puzzles = struct{ api.Daily }{}, struct{ api.Puzzles }{}
	})
	var routes []string
	require.NoError(
		t,
		chi.Walk(
			d.public.(chi.Router),
			func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
				if strings.HasPrefix(route, "/api/") {
					routes = append(routes, method+" "+route)
				}
				return nil
			},
		),
	)
	slices.Sort(routes)
	api := openAPI(t)
	require.Equal(t, routes, api.requests(), `the comment of a handler ends with "Allowed for …"`)
	for path, operations := range api.Paths {
		for method, operation := range operations {
			require.Regexp(t, `^[A-Z][a-z]+ .*\. Allowed for [^.]+\.$`, operation.Description, "%s %s", method, path)
		}
	}
}

// leaveOut sends the body without each of the members that the description requires, and requires
// that the server refuses it.
func leaveOut(t *testing.T, d *testHandler, api *programtest.API, method, path, body, token string) {
	t.Helper()
	var whole map[string]any
	// The fake rooms accept people at any table.
	if json.Unmarshal([]byte(body), &whole) != nil || path == "/api/play" {
		return
	}
	for name := range whole {
		rest := maps.Clone(whole)
		delete(rest, name)
		text, err := json.Marshal(rest)
		require.NoError(t, err)
		if api.CheckRequest(t, method, path, text) == nil {
			continue
		}
		w := d.ask(method, path, string(text), "Authorization", "Bearer "+token)
		require.GreaterOrEqual(t, w.Code, 400, "%s %s without %s: %s", method, path, name, w.Body)
	}
}
