package attack

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"archmage/client"
	"archmage/internal/work"
)

// attack is one way to load a server.
type attack struct {
	name, description string
	// sendsAnswers is true if players at the table send answers in the attack.
	sendsAnswers bool
	// costly is true if a few requests of the attack use up the budget of an address.
	costly bool
	// prepare opens the rooms and connections that the attack needs. It returns the function that runs the attack
	// until its context ends.
	prepare func(ctx context.Context, a *attacker) (func(ctx context.Context), error)
}

func attacks() []attack {
	return append([]attack{
		{
			name:        "settings",
			description: "many connections of one guest change the settings of many rooms",
			prepare:     settingsStorm,
		},
		{name: "ready", description: "many connections say that a player is ready, and not", prepare: readyStorm},
		{name: "share", description: "many connections give shares of seeds", prepare: shareStorm},
		{name: "watchers", description: "the settings of one room change in front of many", prepare: settingsWithCrowd},
		{name: "chat", description: "strangers flood the chat of a listed room", prepare: chatFlood},
		{name: "strangers", description: "strangers ask for what they may not", prepare: strangers},
		{name: "pings", description: "many connections ping", prepare: pings},
		{name: "comers", description: "people come and go in front of many", prepare: comers},
		{name: "rematch", description: "matches start, end and start again", prepare: rematches},
		{
			name:         "undo",
			description:  "answers are taken back in loops, and old events asked for",
			sendsAnswers: true,
			prepare:      undoLoops,
		},
		{name: "links", description: "personal links are made", prepare: request("POST", "/api/me/links", nil)},
		{
			name:        "qr",
			description: "QR codes of the longest texts are asked for",
			prepare:     request("POST", "/api/qr", map[string]string{"text": longestQR}),
		},
		{name: "guests", description: "guests are made", prepare: newGuests},
		{name: "rooms", description: "rooms are opened", prepare: newRooms},
		{name: "lists", description: "the longest lists are asked for, with many filters", prepare: lists},
		{
			name:        "catalogue",
			description: "the catalogues of the games are asked for, uncompressed",
			prepare:     catalogues,
		},
		{name: "codes", description: "codes of tables are asked for and guessed", prepare: codes},
		{name: "replays", description: "matches are played again and their records asked for", prepare: replays},
		{name: "wake", description: "rooms are woken one after another", prepare: wakeUps},
		{name: "sockets", description: "connections are opened and say nothing", prepare: sockets},
	}, longAttacks()...)
}

// roomSettings returns the settings of a room with spectators. If listed is true, the room is in the public list.
func roomSettings(listed bool) client.Settings {
	return client.Settings{Game: "seasons", Seats: 4, Listed: listed, Spectators: true, Undo: true}
}

// storm connects the first guest to several rooms, as often to each as the server allows. The attack sends the
// result of command on each connection in each round.
func storm(
	ctx context.Context,
	a *attacker,
	command func(conn *client.Conn, i, round int) client.Command,
) (func(context.Context), error) {
	perRoom := min(maxConnectionsPerGuest, a.connections)
	ids, err := a.rooms(ctx, max(1, a.connections/perRoom), roomSettings(false))
	if err != nil {
		return nil, err
	}
	var conns []*client.Conn
	for _, id := range ids {
		roomConns, err := a.crowd(ctx, 0, perRoom, id)
		if err != nil {
			return nil, err
		}
		conns = append(conns, roomConns...)
	}
	return func(ctx context.Context) {
		a.loop(ctx, len(conns), framePause, func(ctx context.Context, i, round int) error {
			return a.send(ctx, conns[i], round, command(conns[i], i, round))
		})
	}, nil
}

func settingsStorm(ctx context.Context, a *attacker) (func(context.Context), error) {
	return storm(
		ctx,
		a,
		func(_ *client.Conn, i, round int) client.Command { return client.Configure(variedSettings(i + round)) },
	)
}

// variedSettings returns settings that differ for successive n.
func variedSettings(n int) client.Settings {
	settings := roomSettings(n%2 == 0)
	settings.ReplaceAfter = 300 + n%1000
	settings.Seats = 2 + n%3
	return settings
}

func readyStorm(ctx context.Context, a *attacker) (func(context.Context), error) {
	return storm(ctx, a, func(_ *client.Conn, i, round int) client.Command { return client.Ready((i+round)%2 == 0) })
}

func shareStorm(ctx context.Context, a *attacker) (func(context.Context), error) {
	return storm(ctx, a, func(conn *client.Conn, _, _ int) client.Command {
		var commitment string
		conn.Inspect(func(s *client.State) { commitment = s.Room.Commitment })
		return client.Share(commitment, fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()))
	})
}

// openCrowdedRoom opens a room with many spectators. It returns their connections, after that of the host.
func openCrowdedRoom(ctx context.Context, a *attacker, settings client.Settings) ([]*client.Conn, error) {
	ids, err := a.rooms(ctx, 1, settings)
	if err != nil {
		return nil, err
	}
	host, err := a.dial(ctx, 0, ids[0])
	if err != nil {
		return nil, err
	}
	crowd, err := a.crowd(ctx, 1, max(1, a.connections-2), ids[0])
	return append([]*client.Conn{host}, crowd...), err
}

func settingsWithCrowd(ctx context.Context, a *attacker) (func(context.Context), error) {
	conns, err := openCrowdedRoom(ctx, a, roomSettings(true))
	return func(ctx context.Context) {
		a.loop(ctx, 1, framePause, func(ctx context.Context, _, round int) error {
			return a.send(ctx, conns[0], round, client.Configure(variedSettings(round)))
		})
	}, err
}

// longestLine is a chat line of the maximum length.
var longestLine = strings.Repeat("漢", 300)

func chatFlood(ctx context.Context, a *attacker) (func(context.Context), error) {
	conns, err := openCrowdedRoom(ctx, a, roomSettings(true))
	return func(ctx context.Context) {
		a.loop(ctx, len(conns), framePause, func(ctx context.Context, i, round int) error {
			return a.send(ctx, conns[i], round, client.Chat(longestLine))
		})
	}, err
}

func strangers(ctx context.Context, a *attacker) (func(context.Context), error) {
	conns, err := openCrowdedRoom(ctx, a, roomSettings(true))
	return func(ctx context.Context) {
		a.loop(ctx, len(conns)-1, framePause, func(ctx context.Context, i, round int) error {
			command := client.Answer(1, nil)
			if round%2 == 0 {
				command = client.Do("undo")
			}
			return a.send(ctx, conns[i+1], round, command)
		})
	}, err
}

func pings(ctx context.Context, a *attacker) (func(context.Context), error) {
	return storm(ctx, a, func(*client.Conn, int, int) client.Command { return client.Do("ping") })
}

func comers(ctx context.Context, a *attacker) (func(context.Context), error) {
	conns, err := openCrowdedRoom(ctx, a, roomSettings(true))
	if a.config.MaxActions == 0 {
		// The server sends the latest chat lines on each new connection, so make them long.
		for i := 0; i < 50 && err == nil; i++ {
			err = patiently(ctx, func() error { return a.send(ctx, conns[i%len(conns)], i, client.Chat(longestLine)) })
		}
	}
	return func(ctx context.Context) {
		a.loop(ctx, len(conns)-1, requestPause, func(ctx context.Context, i, _ int) error {
			return conns[i+1].Reconnect(ctx)
		})
	}, err
}

// rematchRooms is the number of rooms of the attack rematch.
const rematchRooms = 3

// openTables opens n rooms, connects the host to them and starts a match against a bot in each.
func openTables(ctx context.Context, a *attacker, n int) (ids []string, conns []*client.Conn, err error) {
	settings := roomSettings(false)
	settings.Seats = 2
	if ids, err = a.rooms(ctx, n, settings); err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		conn, err := a.dial(ctx, 0, id)
		if err != nil {
			return nil, nil, err
		}
		conns = append(conns, conn)
		for _, command := range []client.Command{client.Fill(1, "random"), client.Do("start")} {
			if err := patiently(ctx, func() error { return conn.Send(ctx, command) }); err != nil {
				return nil, nil, err
			}
		}
	}
	return ids, conns, nil
}

func rematches(ctx context.Context, a *attacker) (func(context.Context), error) {
	_, conns, err := openTables(ctx, a, rematchRooms)
	return func(ctx context.Context) {
		a.loop(ctx, len(conns), framePause, func(ctx context.Context, i, round int) error {
			conn := conns[i]
			var status string
			command := client.Propose("end", -1)
			conn.Inspect(func(s *client.State) {
				status = string(s.Room.Status)
				if decision := s.OpenDecision(); decision != nil && round%4 == 0 {
					// A match without an answer is not archived.
					command = client.Answer(
						decision.ID,
						client.RandomAnswer(decision, rand.New(rand.NewPCG(1, uint64(round)))),
					)
				}
			})
			switch status {
			case "finished":
				command = client.Reopen()
			case "open", "seated":
				command = client.Do("start")
			}
			return a.send(ctx, conn, round, command)
		})
	}, err
}

func undoLoops(ctx context.Context, a *attacker) (func(context.Context), error) {
	ids, conns, err := openTables(ctx, a, 2)
	if err != nil {
		return nil, err
	}
	host, err := a.guest(ctx, 0)
	return func(ctx context.Context) {
		a.loop(ctx, 2*len(conns), framePause, func(ctx context.Context, i, round int) error {
			if i >= len(conns) {
				if err := work.Sleep(ctx, 10*requestPause); err != nil {
					return err
				}
				return host.Call(ctx, "GET", "/api/rooms/"+ids[i-len(conns)]+"/events?before=1&limit=200", nil, nil)
			}
			command, ok := client.Do("undo"), true
			conns[i].Inspect(func(s *client.State) {
				if decision := s.OpenDecision(); !s.CanUndo && decision != nil {
					command = client.Answer(
						decision.ID,
						client.RandomAnswer(decision, rand.New(rand.NewPCG(2, uint64(round)))),
					)
				} else {
					ok = s.CanUndo
				}
			})
			if !ok {
				if err := work.Sleep(ctx, time.Second); err != nil {
					return err
				}
			}
			return a.send(ctx, conns[i], round, command)
		})
	}, err
}
