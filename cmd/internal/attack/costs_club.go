package attack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"archmage/client"
)

// clubCosts holds what the requests about the club are measured with.
type clubCosts struct {
	*costs
	// member has an account with the password.
	member   *client.Guest
	password string
	// appointments and events have the codes of those that the member has planned.
	appointments, events []string
	members              struct {
		Members []struct{ ID string }
	}
}

// newClubCosts creates an account with a password.
func newClubCosts(c *costs) (*clubCosts, error) {
	club := &clubCosts{costs: c, password: fmt.Sprintf("%032d", rand.Uint64())}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	browser := &http.Client{Jar: jar}
	name := fmt.Sprintf("Measured %d", rand.Uint32())
	if err := c.post(browser, "/api/me", map[string]any{"name": name}); err != nil {
		return nil, err
	}
	body := map[string]any{"name": name, "password": club.password}
	if err := c.post(browser, "/api/account/password", body); err != nil {
		return nil, err
	}
	// The token of a session may do more than an API token.
	address, err := url.Parse(c.url)
	if err != nil {
		return nil, err
	}
	for _, cookie := range jar.Cookies(address) {
		if club.member, err = client.WithToken(c.ctx, c.url, cookie.Value); err == nil {
			return club, nil
		}
	}
	return nil, errors.Join(errors.New("an account without a session"), err)
}

// post sends a request as the page of a browser does.
func (c *costs) post(browser *http.Client, path string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(c.ctx, http.MethodPost, c.url+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", c.url)
	response, err := browser.Do(request)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s: status %d: %s", path, response.StatusCode, text)
	}
	return nil
}

// list returns what is measured. The numbers of repetitions keep to what the rules allow a person.
func (c *clubCosts) list() []cost {
	get := func(path func(i int) string) func(int) error {
		return func(i int) error { return c.member.Call(c.ctx, http.MethodGet, path(i), nil, nil) }
	}
	fixed := func(path string) func(int) error { return get(func(int) string { return path }) }
	appointment := func(rest string) func(int) string {
		return func(int) string { return "/api/appointments/" + c.appointments[0] + rest }
	}
	event := func(rest string) func(int) string {
		return func(int) string { return "/api/events/" + c.events[0] + rest }
	}
	return []cost{
		{"`GET /api/account`", 500, fixed("/api/account")},
		{"`GET /api/account/notifications`", 500, fixed("/api/account/notifications")},
		{"`GET /api/avatars`", 500, fixed("/api/avatars?name=" + c.account)},
		{"`GET /api/site/PAGE`", 500, fixed("/api/site/privacy")},
		{"`POST /api/sign-in/password`", 10, c.signIn},
		{"`POST /api/invitations` and `DELETE /api/rooms/ROOM/invitations/PERSON`", plans, c.invite},
		{"`GET /api/club/chat`", 500, fixed("/api/club/chat")},
		{"`POST /api/club/chat`", 5, func(int) error {
			return c.member.Call(
				c.ctx,
				http.MethodPost,
				"/api/club/chat",
				map[string]string{"text": longestClubLine},
				nil,
			)
		}},
		{"`GET /ws/club`, with the first document", 100, func(int) error { return c.watch("/ws/club") }},
		{"`POST /api/appointments`", plans, c.planAppointment},
		{"`GET /api/appointments`", 200, fixed("/api/appointments")},
		{"`GET /api/appointments/CODE`", 500, get(appointment(""))},
		{"`GET /api/appointments/CODE/calendar.ics`", 500, get(appointment("/calendar.ics"))},
		{"`POST /api/appointments/CODE/answer`", len(c.strangers), func(i int) error {
			body := map[string]string{"answer": "perhaps"}
			return c.strangers[i].Call(c.ctx, http.MethodPost, appointment("/answer")(i), body, nil)
		}},
		{"`PATCH /api/appointments/CODE`", 5, func(i int) error {
			return c.member.Call(c.ctx, http.MethodPatch, appointment("")(i), map[string]any{"at": later(2 + i)}, nil)
		}},
		{"`DELETE /api/appointments/CODE`", plans, func(i int) error {
			return c.member.Call(c.ctx, http.MethodDelete, "/api/appointments/"+c.appointments[i], nil, nil)
		}},
		{"`POST /api/events`", plans, c.planEvent},
		{"`GET /api/events`", 200, fixed("/api/events")},
		{"`GET /api/events/CODE`", 500, get(event(""))},
		{"`GET /api/events/CODE/calendar.ics`", 500, get(event("/calendar.ics"))},
		{"`GET /ws/events/CODE`, with the first document", 100, func(i int) error {
			return c.watch("/ws/events/" + c.events[0])
		}},
		{"`POST /api/events/CODE/commands`", plans, func(i int) error {
			body := map[string]string{"id": fmt.Sprint(i), "command": "cancel", "reason": "a measurement"}
			return c.member.Call(c.ctx, http.MethodPost, "/api/events/"+c.events[i]+"/commands", body, nil)
		}},
	}
}

// plans is the number of appointments, and of events, that are planned.
const plans = 8

// longestClubLine is as long as a line of the club's chat can be.
var longestClubLine = strings.Repeat("<", 200)

// later returns the time in some hours, in milliseconds since 1970.
func later(hours int) int64 { return time.Now().Add(time.Duration(hours) * time.Hour).UnixMilli() }

// signIn signs in to the account in a new browser.
func (c *clubCosts) signIn(int) error {
	body := map[string]string{"name": c.member.Name, "password": c.password}
	return c.post(&http.Client{}, "/api/sign-in/password", body)
}

// invite invites account i of the list of members to a table, and withdraws the invitation.
func (c *clubCosts) invite(i int) error {
	if i == 0 {
		if err := c.member.Call(c.ctx, http.MethodGet, "/api/people/members?limit=50", nil, &c.members); err != nil {
			return err
		}
	}
	person := c.members.Members[i%len(c.members.Members)].ID
	if person == c.member.ID {
		person = c.accountID
	}
	var room struct{ ID string }
	body := map[string]any{"person": person, "settings": roomSettings(false)}
	if err := c.member.Call(c.ctx, http.MethodPost, "/api/invitations", body, &room); err != nil {
		return err
	}
	return c.member.Call(c.ctx, http.MethodDelete, "/api/rooms/"+room.ID+"/invitations/"+person, nil, nil)
}

func (c *clubCosts) planAppointment(i int) error {
	var made struct{ Code string }
	body := map[string]any{"at": later(24 + i), "listed": true, "settings": roomSettings(false)}
	err := c.member.Call(c.ctx, http.MethodPost, "/api/appointments", body, &made)
	c.appointments = append(c.appointments, made.Code)
	return err
}

func (c *clubCosts) planEvent(i int) error {
	var made struct{ ID string }
	settings := map[string]any{
		"title": longName, "kind": "swiss", "game": "seasons", "begins": later(24 + i), "listed": true,
	}
	err := c.member.Call(c.ctx, http.MethodPost, "/api/events", map[string]any{"settings": settings}, &made)
	c.events = append(c.events, made.ID)
	return err
}

// watch opens the WebSocket of a live document, and closes it when the document is there.
func (c *clubCosts) watch(path string) error {
	socket, response, err := websocket.DefaultDialer.DialContext(
		c.ctx,
		"ws"+strings.TrimPrefix(c.url, "http")+path,
		http.Header{"Authorization": {"Bearer " + c.member.Token}},
	)
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(response.Body.Close(), socket.Close()) }()
	if err := socket.WriteJSON(map[string]any{"type": "hello", "v": 1, "sequence": "", "seq": 0}); err != nil {
		return err
	}
	for {
		var frame struct{ Document json.RawMessage }
		if err := socket.ReadJSON(&frame); err != nil || frame.Document != nil {
			return err
		}
	}
}
