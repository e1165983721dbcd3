package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"archmage/client"
	"archmage/cmd/internal/loadtest"
	"archmage/internal/game"
)

// cost is a measurement. do sends a frame, a request or a sequence of frames and requests. It is called repetitions
// times, and i counts the calls.
type cost struct {
	name        string
	repetitions int
	do          func(i int) error
}

// Costs measures the cost of each kind of frame and request on a server that runs with --limits off and has no other
// users. For each kind it writes a row of a Markdown table: the name, the CPU milliseconds, the bytes stored and the
// bytes sent.
func Costs(ctx context.Context, url, admin string, out io.Writer) error {
	c := &costs{ctx: ctx, url: url}
	if err := c.prepare(); err != nil {
		return err
	}
	defer c.close()
	club, err := newClubCosts(c)
	if err != nil {
		return err
	}
	for _, measured := range slices.Concat(c.frames(), c.requests(), club.list()) {
		before, err := loadtest.ReadUsage(ctx, admin)
		if err != nil {
			return err
		}
		for i := range measured.repetitions {
			if err := measured.do(i); err != nil {
				return fmt.Errorf("%s: %w", measured.name, err)
			}
		}
		after, err := loadtest.ReadUsage(ctx, admin)
		if err != nil {
			return err
		}
		usage, n := after.Minus(before), float64(measured.repetitions)
		fmt.Fprintf(
			out, "| %s | %.2f | %.0f | %.0f |\n",
			measured.name, 1000*usage.CPU/n, usage.LogBytes/n, (usage.FrameBytes+usage.ResponseBytes)/n,
		)
	}
	return nil
}

// costs holds the guests and rooms of the measurement: a table with a host, another player and spectators,
// and a match of the host against a bot.
type costs struct {
	ctx                              context.Context
	url                              string
	host, other                      *client.Guest
	roomID, soloRoomID               string
	hostConn, otherConn, watcherConn *client.Conn
	soloConn                         *client.Conn
	writers                          []*client.Conn
	open                             []*client.Conn
	// strangers are guests who have not yet done anything.
	strangers            [50]*client.Guest
	watcherID, matchPath string
	// account is the name and accountID the id of an account that has played rated matches.
	account, accountID string
}

func (c *costs) dial(guest *client.Guest, room string) (*client.Conn, error) {
	conn, err := guest.Dial(c.ctx, room, client.Options{CountOnly: true})
	if err == nil {
		c.open = append(c.open, conn)
	}
	return conn, err
}

func (c *costs) close() {
	for _, conn := range c.open {
		conn.Close()
	}
}

func (c *costs) prepare() (err error) {
	steps := []func() error{
		func() error { c.host, err = client.NewGuest(c.ctx, c.url, longName); return err },
		func() error { c.other, err = client.NewGuest(c.ctx, c.url, longName); return err },
		func() error { return c.findAccount() },
		func() error { c.roomID, err = c.host.CreateRoom(c.ctx, roomSettings(true)); return err },
		func() error { c.hostConn, err = c.dial(c.host, c.roomID); return err },
		func() error { c.otherConn, err = c.dial(c.other, c.roomID); return err },
		func() error { return c.otherConn.Send(c.ctx, client.Claim(1)) },
		func() error { return c.fill() },
		func() error {
			for i := range c.strangers {
				if c.strangers[i], err = client.NewGuest(c.ctx, c.url, longName); err != nil {
					return err
				}
			}
			return nil
		},
		func() error {
			settings := roomSettings(false)
			settings.Seats, settings.Listed = 2, true
			c.soloRoomID, err = c.host.CreateRoom(c.ctx, settings)
			return err
		},
		func() error { c.soloConn, err = c.dial(c.host, c.soloRoomID); return err },
		func() error { return c.soloConn.Send(c.ctx, client.Fill(1, "random")) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	c.watcherConn = c.writers[0]
	c.watcherConn.Inspect(func(s *client.State) { c.watcherID = s.You.ID })
	return nil
}

// findAccount selects the account at the top of a leaderboard. It fails if there is none.
func (c *costs) findAccount() error {
	var board struct {
		Players []struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"players"`
	}
	if err := c.host.Call(c.ctx, "GET", "/api/leaderboard?game=spellbook&limit=1", nil, &board); err != nil {
		return err
	}
	if len(board.Players) == 0 {
		return errors.New("no account has a rating: measure a server with the data of server demo")
	}
	c.account, c.accountID = board.Players[0].Name, board.Players[0].ID
	return nil
}

// fill connects eight spectators to the room.
func (c *costs) fill() error {
	for range 8 {
		guest, err := client.NewGuest(c.ctx, c.url, longName)
		if err != nil {
			return err
		}
		conn, err := c.dial(guest, c.roomID)
		if err != nil {
			return err
		}
		c.writers = append(c.writers, conn)
	}
	return nil
}

// send sends commands in order, with ids of the maximum length.
func (c *costs) send(conn *client.Conn, list ...client.Command) error {
	for _, command := range list {
		command.ID = fmt.Sprintf("%d-", rand.Uint64())
		command.ID += strings.Repeat("<", 64-len(command.ID))
		if err := conn.Send(c.ctx, command); err != nil {
			return err
		}
	}
	return nil
}

// each returns a function that sends list(i) on the connection that conn returns.
func (c *costs) each(conn func() *client.Conn, list func(i int) []client.Command) func(int) error {
	return func(i int) error { return c.send(conn(), list(i)...) }
}

func (c *costs) frames() []cost {
	host := func() *client.Conn { return c.hostConn }
	other := func() *client.Conn { return c.otherConn }
	solo := func() *client.Conn { return c.soloConn }
	single := func(command func(i int) client.Command) func(int) []client.Command {
		return func(i int) []client.Command { return []client.Command{command(i)} }
	}
	pair := func(a, b client.Command) func(int) []client.Command {
		return func(int) []client.Command { return []client.Command{a, b} }
	}
	return []cost{
		{"`hello`", 100, func(int) error { return c.watcherConn.Reconnect(c.ctx) }},
		{"`ping`", 500, c.each(host, single(func(int) client.Command { return client.Do("ping") }))},
		{"`chat`", 48, func(i int) error { return c.send(c.writers[i%8], client.Chat(longestLine)) }},
		{"`ready`", 200, c.each(other, single(func(i int) client.Command { return client.Ready(i%2 == 0) }))},
		{"`swap` and `share`", 100, func(i int) error {
			if err := c.send(c.hostConn, client.Swap(1, 2)); err != nil {
				return err
			}
			var commitment string
			c.hostConn.Inspect(func(s *client.State) { commitment = s.Room.Commitment })
			return c.send(c.otherConn, client.Share(commitment, fmt.Sprintf("%032x", i+1)))
		}},
		{
			"`claim` and `leave`",
			100,
			func(int) error { return c.send(c.writers[1], client.Claim(2), client.Do("leave")) },
		},
		{"`bot` and `kick`", 100, c.each(host, pair(client.Fill(3, "random"), client.Kick(3)))},
		{"`host`", 100, func(int) error {
			var seat game.Seat
			c.otherConn.Inspect(func(s *client.State) { seat = s.Seat() })
			if err := c.send(c.hostConn, client.MakeHost(seat)); err != nil {
				return err
			}
			return c.send(c.otherConn, client.MakeHost(0))
		}},
		{"`mute`", 200, c.each(host, single(func(i int) client.Command { return client.Mute(c.watcherID, i%2 == 0) }))},
		{"`remove` and `allow`", 100, c.each(host, func(int) []client.Command {
			return []client.Command{client.Remove(c.watcherID), client.Allow(c.watcherID)}
		})},
		{
			"`settings`",
			200,
			c.each(
				host,
				single(func(i int) client.Command { s := variedSettings(i); s.Seats = 4; return client.Configure(s) }),
			),
		},
		{"`start`, `answer`, `propose` and `rematch`", 9, func(i int) error {
			if err := c.send(c.soloConn, client.Do("start")); err != nil {
				return err
			}
			if err := c.answer(i); err != nil {
				return err
			}
			return c.send(c.soloConn, client.Propose("end", game.NoSeat), client.Reopen())
		}},
		{"`propose` and `reply`; `ask`, `concede` and `return` are like either", 100, func(i int) error {
			if i == 0 {
				if err := c.send(c.otherConn, client.Ready(true)); err != nil {
					return err
				}
				if err := c.send(
					c.hostConn,
					client.Fill(2, "random"),
					client.Fill(3, "random"),
					client.Do("start"),
				); err != nil {
					// The other player may sit at that seat.
					if err := c.send(
						c.hostConn,
						client.Fill(1, "random"),
						client.Fill(3, "random"),
						client.Do("start"),
					); err != nil {
						return err
					}
				}
			}
			return c.send(c.hostConn, client.Propose("pause", game.NoSeat), client.Reply(uint64(i+1), false))
		}},
		{"`answer` and `undo`", 60, func(i int) error {
			if i == 0 {
				if err := c.send(solo(), client.Do("start")); err != nil {
					return err
				}
			}
			if err := c.answer(i); err != nil {
				return err
			}
			undo := false
			c.soloConn.Inspect(func(s *client.State) { undo = s.CanUndo })
			if undo {
				return c.send(c.soloConn, client.Do("undo"))
			}
			return nil
		}},
	}
}

// answer sends a random answer to the next decision of the match against a bot.
func (c *costs) answer(i int) error {
	if err := c.soloConn.Wait(c.ctx, func(s *client.State) bool { return s.OpenDecision() != nil }); err != nil {
		return err
	}
	var command client.Command
	c.soloConn.Inspect(func(s *client.State) {
		decision := s.OpenDecision()
		command = client.Answer(decision.ID, client.RandomAnswer(decision, rand.New(rand.NewPCG(4, uint64(i)))))
	})
	return c.send(c.soloConn, command)
}

// play makes stranger i search for a table.
func (c *costs) play(i int) error {
	wanted := map[string]any{"id": fmt.Sprint(i), "game": "seasons", "seats": 4, "pace": "live", "rated": false}
	return c.strangers[i].Call(c.ctx, "POST", "/api/play", wanted, nil)
}

// code requests the code of a room whose match has not started.
func (c *costs) code(i int) error {
	if i == 0 {
		id, err := c.host.CreateRoom(c.ctx, roomSettings(true))
		if err != nil {
			return err
		}
		c.roomID = id
	}
	return c.host.Call(c.ctx, "POST", "/api/rooms/"+c.roomID+"/code", nil, nil)
}

func (c *costs) requests() []cost {
	call := func(method, path string, body any) func(int) error {
		return func(int) error { return c.host.Call(c.ctx, method, path, body, nil) }
	}
	match := func(suffix string) func(int) error {
		return func(int) error {
			if c.matchPath == "" {
				var page struct {
					Matches []struct {
						ID string `json:"id"`
					} `json:"matches"`
				}
				if err := c.host.Call(c.ctx, "GET", "/api/matches?mine=1", nil, &page); err != nil {
					return err
				}
				c.matchPath = "/api/matches/" + page.Matches[0].ID
			}
			return c.host.Call(c.ctx, "GET", c.matchPath+suffix, nil, nil)
		}
	}
	settings := map[string]client.Settings{"settings": roomSettings(true)}
	return []cost{
		{"`POST /api/me`", 200, func(int) error { _, err := client.NewGuest(c.ctx, c.url, longName); return err }},
		{"`GET /api/me`", 300, call("GET", "/api/me", nil)},
		{"`PATCH /api/me`", 200, call("PATCH", "/api/me", map[string]string{"name": longName})},
		{"`POST /api/me/links`", 200, call("POST", "/api/me/links", nil)},
		{"`GET /api/games`", 200, call("GET", "/api/games", nil)},
		{"`GET /api/games/GAME/catalogue`", 200, call("GET", "/api/games/seasons/catalogue", nil)},
		{"`POST /api/rooms`", 220, call("POST", "/api/rooms", settings)},
		{"`GET /api/rooms`, a page of 200", 50, call("GET", "/api/rooms?limit=200", nil)},
		{"`POST /api/rooms/ROOM/code`", 200, c.code},
		{"`GET /api/codes/CODE`", 200, func(int) error { _ = call("GET", "/api/codes/AAAAAA", nil)(0); return nil }},
		{
			"`GET /api/rooms/ROOM/events`",
			200,
			func(int) error {
				return c.host.Call(c.ctx, "GET", "/api/rooms/"+c.soloRoomID+"/events?limit=200", nil, nil)
			},
		},
		{
			"`GET /api/rooms/ROOM/board`",
			200,
			func(int) error { return c.host.Call(c.ctx, "GET", "/api/rooms/"+c.soloRoomID+"/board", nil, nil) },
		},
		{
			"`GET /api/rooms/ROOM/steps`",
			200,
			func(int) error { return c.host.Call(c.ctx, "GET", "/api/rooms/"+c.soloRoomID+"/steps", nil, nil) },
		},
		{"`GET /api/matches`", 100, call("GET", "/api/matches?mine=1&limit=200", nil)},
		{"`GET /api/matches/MATCH`", 200, match("")},
		{"`GET /api/matches/MATCH/record`", 100, match("/record")},
		{"`GET /api/matches/MATCH/timeline`", 100, match("/timeline")},
		{"`GET /api/matches/MATCH/steps`", 100, match("/steps?from=0&as=0")},
		{"`GET /api/matches/MATCH/ratings`", 100, match("/ratings")},
		{"`GET /api/matches/MATCH/picture.png`", 1, match("/picture.png")},
		{"`POST /api/play`", len(c.strangers), c.play},
		{
			"`GET /api/rooms/ROOM/invitations`",
			100,
			func(int) error { return c.host.Call(c.ctx, "GET", "/api/rooms/"+c.soloRoomID+"/invitations", nil, nil) },
		},
		{"`GET /api/invitations`", 500, call("GET", "/api/invitations", nil)},
		{"`POST /api/blocks` and `DELETE /api/blocks/PERSON`", 100, func(int) error {
			if err := c.host.Call(
				c.ctx,
				"POST",
				"/api/blocks",
				map[string]string{"person": c.watcherID},
				nil,
			); err != nil {
				return err
			}
			return c.host.Call(c.ctx, "DELETE", "/api/blocks/"+c.watcherID, nil, nil)
		}},
		{"`GET /api/blocks`", 500, call("GET", "/api/blocks", nil)},
		{"`GET /api/leaderboard`", 500, call("GET", "/api/leaderboard?game=seasons", nil)},
		{"`GET /api/standings`", 500, call("GET", "/api/standings?game=seasons", nil)},
		{"`GET /api/people/search`", 500, call("GET", "/api/people/search?name="+c.account[:1], nil)},
		{"`GET /api/people/members`", 500, call("GET", "/api/people/members", nil)},
		{"`GET /api/people`", 500, call("GET", "/api/people?name="+c.account, nil)},
		{"`GET /api/people/head-to-head`", 500, call("GET", "/api/people/head-to-head?name="+c.account, nil)},
		{"`POST /api/follows` and `DELETE /api/follows/PERSON`", 100, func(int) error {
			if err := c.host.Call(
				c.ctx,
				"POST",
				"/api/follows",
				map[string]string{"person": c.accountID},
				nil,
			); err != nil {
				return err
			}
			return c.host.Call(c.ctx, "DELETE", "/api/follows/"+c.accountID, nil, nil)
		}},
		{"`GET /api/follows`", 500, func(i int) error {
			if i == 0 {
				if err := c.host.Call(
					c.ctx,
					"POST",
					"/api/follows",
					map[string]string{"person": c.accountID},
					nil,
				); err != nil {
					return err
				}
			}
			return c.host.Call(c.ctx, "GET", "/api/follows", nil, nil)
		}},
		{"`GET /api/ratings`", 500, call("GET", "/api/ratings?game=seasons&player="+c.watcherID, nil)},
		{"`POST /api/reports`", len(c.strangers), func(i int) error {
			report := map[string]any{
				"what":   "person",
				"person": c.watcherID,
				"room":   c.roomID,
				"reason": "insult",
				"words":  longestLine,
			}
			return c.strangers[i].Call(c.ctx, "POST", "/api/reports", report, nil)
		}},
		{"`GET /api/news`", 500, call("GET", "/api/news", nil)},
		{"`GET /api/site`", 500, call("GET", "/api/site", nil)},
		{"`POST /api/qr`", 100, call("POST", "/api/qr", map[string]string{"text": longestQR})},
	}
}
