package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/lobby/club"
	"archmage/internal/stream/patch"
	"archmage/test/programtest"
)

// clubMember is a person with an account in a club, who has the start page open.
type clubMember struct {
	t    *testing.T
	base string
	// browser has the cookies of the person. guest has an API token of the account, or that of a guest.
	browser *http.Client
	guest   *client.Guest
	page    *livePage
	rng     *rand.Rand
	// won and played count the matches of the person at public tables.
	won, played int
}

// livePage is a live document of the server, as a page that is open has it.
type livePage struct {
	mu       sync.Mutex
	document []byte
	// received is everything that the server has sent.
	received bytes.Buffer
	// changed is closed after the next frame.
	changed chan struct{}
}

// ask sends a request as a page does. It requires a status below 300.
func (m *clubMember) ask(method, path string, body, result any) {
	m.t.Helper()
	data, err := json.Marshal(body)
	require.NoError(m.t, err)
	request, err := http.NewRequestWithContext(programtest.Within(m.t), method, m.base+path, bytes.NewReader(data))
	require.NoError(m.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", m.base)
	response, err := m.browser.Do(request)
	require.NoError(m.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(m.t, err)
	require.Less(m.t, response.StatusCode, 300, "%s %s: %s", method, path, text)
	if result != nil {
		require.NoError(m.t, json.Unmarshal(text, result))
	}
}

// newClubMember creates an account with a password, with a join code unless that is empty.
func newClubMember(t *testing.T, base, name, joinCode string, n uint64) *clubMember {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	m := &clubMember{t: t, base: base, browser: &http.Client{Jar: jar}, rng: rand.New(rand.NewPCG(n, 49))}
	m.ask(http.MethodPost, "/api/me", map[string]any{"name": name}, nil)
	m.ask(http.MethodPost, "/api/account/password", map[string]any{
		"name": name, "password": "tea at " + name + " and at five", "code": joinCode,
	}, nil)
	var made struct{ Token string }
	m.ask(http.MethodPost, "/api/account/tokens", map[string]any{"name": "table", "bot": false}, &made)
	m.guest, err = client.WithToken(programtest.Within(t), base, made.Token)
	require.NoError(t, err)
	return m
}

// openPage opens the start page.
func (m *clubMember) openPage() *livePage {
	m.t.Helper()
	m.page = m.openLive("/ws/club")
	m.page.waitFor(m.t, "the first document", func(*club.Document) bool { return true })
	return m.page
}

// openLive opens a page with the live document of a path.
func (m *clubMember) openLive(path string) *livePage {
	m.t.Helper()
	page := &livePage{changed: make(chan struct{})}
	socket, response, err := websocket.DefaultDialer.DialContext(
		programtest.Within(m.t),
		"ws"+strings.TrimPrefix(m.base, "http")+path,
		http.Header{"Authorization": {"Bearer " + m.guest.Token}},
	)
	require.NoError(m.t, err)
	_ = response.Body.Close()
	m.t.Cleanup(func() { _ = socket.Close() })
	require.NoError(m.t, socket.WriteJSON(map[string]any{"type": "hello", "v": 1, "sequence": "", "seq": 0}))
	go page.read(socket)
	return page
}

// read applies what the server sends to the document, until the connection ends.
func (p *livePage) read(socket *websocket.Conn) {
	for {
		var frame struct {
			Type            string
			Document, Patch json.RawMessage
		}
		_, data, err := socket.ReadMessage()
		if err != nil || json.Unmarshal(data, &frame) != nil {
			return
		}
		p.mu.Lock()
		p.received.Write(data)
		if frame.Document != nil {
			p.document = frame.Document
		}
		if frame.Patch != nil {
			p.document, err = patch.Apply(p.document, frame.Patch)
		}
		close(p.changed)
		p.changed = make(chan struct{})
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// waitFor waits until the start page shows something, and returns its document.
func (p *livePage) waitFor(t *testing.T, what string, shows func(*club.Document) bool) *club.Document {
	t.Helper()
	return waitForDocument(t, p, what, shows)
}

// waitForDocument waits until a page shows something, and returns its document.
func waitForDocument[Document any](t *testing.T, p *livePage, what string, shows func(*Document) bool) *Document {
	t.Helper()
	ctx := programtest.Within(t)
	for {
		p.mu.Lock()
		data, changed := p.document, p.changed
		p.mu.Unlock()
		if data != nil {
			document := new(Document)
			require.NoError(t, json.Unmarshal(data, document))
			if shows(document) {
				return document
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			require.FailNow(t, "the page never shows "+what, "%s", data)
		}
	}
}

// hasReceived reports whether the server has sent the page a text.
func (p *livePage) hasReceived(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Contains(p.received.Bytes(), []byte(text))
}

// play plays a match at the person's table to its end, with random answers. After the given number of answers
// the person concedes.
func (m *clubMember) play(ctx context.Context, conn *client.Conn, answers int) (*client.Result, error) {
	given := 0
	return conn.Play(ctx, func(_ *client.State, decision *client.Decision) []client.Pick {
		if given++; given > answers {
			// The match can be over before this arrives. The result shows whether it was.
			_ = conn.Send(ctx, client.Do("concede"))
		}
		return client.RandomAnswer(decision, m.rng)
	})
}

// A clubMatch is a match of two members.
type clubMatch struct {
	host, other *clubMember
	settings    client.Settings
	// answers is the number of answers after which the host concedes.
	answers int
	// goesOn is true if the two play another match at the same table.
	goesOn bool
	// room is the id of the table.
	room string
}

// hold opens the table, lets the other person find it on the start page, and plays.
func (c *clubMatch) hold(t *testing.T) {
	ctx := programtest.Within(t)
	room, err := c.host.guest.CreateRoom(ctx, c.settings)
	require.NoError(t, err)
	c.room = room
	hostConn, err := c.host.guest.Dial(ctx, room, client.Options{})
	require.NoError(t, err)
	defer hostConn.Close()
	if c.settings.Listed {
		// The page can still show a table of the round before, at which the host has been.
		c.other.page.waitFor(t, c.host.guest.Name+" waits at "+room, func(d *club.Document) bool {
			host := d.People[c.host.guest.ID]
			return host.Doing == club.Waiting && host.Room == room
		})
	}
	otherConn, err := c.other.guest.Dial(ctx, room, client.Options{})
	require.NoError(t, err)
	defer otherConn.Close()
	require.NoError(t, otherConn.Send(ctx, client.Claim(1)))
	for {
		results := make(chan *client.Result, 2)
		var wait sync.WaitGroup
		for _, side := range []struct {
			member  *clubMember
			conn    *client.Conn
			answers int
		}{{c.host, hostConn, c.answers}, {c.other, otherConn, 10_000}} {
			wait.Go(func() {
				result, err := side.member.play(ctx, side.conn, side.answers)
				if err != nil {
					t.Errorf("%s: %v", side.member.guest.Name, err)
				}
				results <- result
			})
		}
		wait.Wait()
		result := <-results
		require.NotNil(t, result)
		if c.settings.Listed {
			c.count(result)
		}
		if !c.goesOn {
			return
		}
		c.goesOn = false
		c.offerAnother(ctx, t, hostConn, otherConn)
	}
}

// count counts a result for both players.
func (c *clubMatch) count(result *client.Result) {
	players := []*clubMember{c.host, c.other}
	for _, place := range result.Outcome.Places {
		players[place.Seat].played++
		if place.Rank == 1 {
			players[place.Seat].won++
		}
	}
}

// offerAnother lets the other person offer another match, which the host accepts after declining it once.
func (c *clubMatch) offerAnother(ctx context.Context, t *testing.T, host, other *client.Conn) {
	t.Helper()
	var before string
	var number uint64
	host.Inspect(func(s *client.State) { before = s.Match })
	for _, answer := range []func(uint64) client.Command{client.Decline, client.Accept} {
		require.NoError(t, other.Send(ctx, client.Offer(1)))
		require.NoError(t, host.Wait(ctx, func(s *client.State) bool {
			if o := s.Room.Offer; o != nil && o.Number > number {
				number = o.Number
				return true
			}
			return false
		}))
		require.NoError(t, host.Send(ctx, answer(number)))
	}
	for _, conn := range []*client.Conn{host, other} {
		require.NoError(t, conn.Wait(ctx, func(s *client.State) bool { return s.Match != before && s.Result == nil }))
	}
}

// TestAClubsFirstWeek lets ten people use a new club: the owner closes it and invites nine people with cards, they
// meet in seven rounds at tables that they find on their start pages, and two of them block each other. All start pages
// of members agree at the end with one that is opened then, private tables never reach others, and a guest sees only
// what is public.
func TestAClubsFirstWeek(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir(), "--admin-addr", "127.0.0.1:0", "--limits", "off")
	owner := newClubMember(t, s.Base, "Person 0", "", 0)
	s.adminOutput("role", owner.guest.ID, "owner")
	owner.ask(http.MethodPost, "/api/moderation/acts", map[string]any{
		"kind": "site", "part": "accounts", "text": "invited",
	}, nil)
	var made struct{ Codes []string }
	owner.ask(http.MethodPost, "/api/host/join-codes", map[string]any{
		"kind": "card", "count": 9, "people": 1, "until": time.Now().Add(time.Hour).UnixMilli(),
	}, &made)
	require.Len(t, made.Codes, 9)
	members := []*clubMember{owner}
	for i, code := range made.Codes {
		members = append(members, newClubMember(t, s.Base, fmt.Sprint("Person ", i+1), code, uint64(i+1)))
	}
	for _, m := range members {
		m.openPage()
	}
	visitor := &clubMember{t: t, base: s.Base}
	var err error
	visitor.guest, err = client.NewGuest(programtest.Within(t), s.Base, "Visitor")
	require.NoError(t, err)
	visitor.openPage()
	for _, m := range members {
		m.page.waitFor(t, "all members", func(d *club.Document) bool { return len(d.People) == 11 })
	}
	seen := visitor.page.waitFor(t, "the visitor", func(d *club.Document) bool { return d.Others == 10 })
	for id := range seen.People {
		require.Equal(t, visitor.guest.ID, id, "members are not seen by guests unless they want to be")
	}

	private := playClubWeek(t, members)

	checkClubWeek(t, members, visitor, private)

	// The two people disappear from each other's pages, and from no other page.
	one, two := members[8], members[9]
	one.ask(http.MethodPost, "/api/blocks", map[string]any{"person": two.guest.ID}, nil)
	for _, pair := range [][2]*clubMember{{one, two}, {two, one}} {
		pair[0].page.waitFor(t, "nobody who is blocked", func(d *club.Document) bool {
			_, isThere := d.People[pair[1].guest.ID]
			return !isThere
		})
	}
	document := members[0].page.waitFor(t, "both", func(*club.Document) bool { return true })
	require.Contains(t, document.People, one.guest.ID)
	require.Contains(t, document.People, two.guest.ID)
}

// playClubWeek plays seven rounds in which everybody meets somebody else, five matches at a time. It returns the rooms
// of private tables.
func playClubWeek(t *testing.T, members []*clubMember) (rooms []string) {
	t.Helper()
	const days = 7
	var private []*clubMatch
	for day := range days {
		t.Run(fmt.Sprint("day ", day+1), func(t *testing.T) {
			for n := range len(members) / 2 {
				host, other := circlePair(len(members), day, n)
				c := &clubMatch{
					host: members[host], other: members[other], answers: 2 + n,
					settings: client.Settings{Game: "spellbook", Seats: 2, Listed: true, Spectators: true},
					goesOn:   n == 1,
				}
				switch {
				case day == 0 && n == 0:
					c.answers = 10_000 // a whole match
				case n == 2:
					c.settings.Game = "seasons"
				case n == 3:
					c.settings.Listed = false
					private = append(private, c)
				}
				t.Run(fmt.Sprint("table ", n+1), func(t *testing.T) {
					t.Parallel()
					c.hold(t)
				})
			}
		})
		require.False(t, t.Failed())
	}
	for _, c := range private {
		rooms = append(rooms, c.room)
	}
	return rooms
}

// circlePair returns the n-th pair of a round in which all people meet, so that in the rounds of a circle all pairs
// meet once.
func circlePair(people, round, n int) (int, int) {
	at := func(place int) int {
		if place == 0 {
			return 0
		}
		return 1 + (place-1+round)%(people-1)
	}
	return at(n), at(people - 1 - n)
}

// checkClubWeek compares the pages after the week.
func checkClubWeek(t *testing.T, members []*clubMember, visitor *clubMember, private []string) {
	t.Helper()
	isCalm := func(d *club.Document) bool {
		for _, person := range d.People {
			if person.Doing != club.Online {
				return false
			}
		}
		return len(d.Tables) == 0 && len(d.Results) == 5
	}
	byID := map[string]*clubMember{}
	for _, m := range members {
		byID[m.guest.ID] = m
	}
	// The results of the last matches can reach a page after its people have left their tables.
	isCounted := func(d *club.Document) bool {
		for _, standing := range d.Week {
			m := byID[standing.Person]
			if m == nil || m.played != standing.Played || m.won != standing.Won {
				return false
			}
		}
		return len(d.Week) == 3
	}
	late := &clubMember{t: t, base: members[0].base, guest: members[0].guest}
	late.openPage()
	want := late.page.waitFor(
		t,
		"the end of the week",
		func(d *club.Document) bool { return isCalm(d) && isCounted(d) },
	)
	for _, m := range append([]*clubMember{visitor}, members...) {
		m.page.waitFor(t, "the end of the week", func(d *club.Document) bool {
			return isCalm(d) && reflect.DeepEqual(want.Results, d.Results) && reflect.DeepEqual(want.Week, d.Week) &&
				(m == visitor || reflect.DeepEqual(want.People, d.People))
		})
	}

	require.NotEmpty(t, private)
	for _, m := range append([]*clubMember{visitor}, members...) {
		for _, room := range private {
			require.False(t, m.page.hasReceived(room), "%s: a private table", m.guest.Name)
		}
	}
}
