package attack

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"

	"archmage/client"
)

// longestQR is the longest text that the server accepts for a QR code.
var longestQR = "https://play.example/r/" + strings.Repeat("x", 256-len("https://play.example/r/"))

// request returns the function that prepares an attack with one request, which is repeated.
func request(method, path string, body any) func(context.Context, *attacker) (func(context.Context), error) {
	return requests(method, func(int) string { return path }, body)
}

// requests returns the function that prepares an attack whose requests have a different path in each round.
func requests(
	method string,
	path func(round int) string,
	body any,
) func(context.Context, *attacker) (func(context.Context), error) {
	return func(ctx context.Context, a *attacker) (func(context.Context), error) {
		guest, err := a.guest(ctx, 0)
		return func(ctx context.Context) {
			a.loop(ctx, requesters, requestPause, func(ctx context.Context, i, round int) error {
				return guest.Call(ctx, method, path(i+requesters*round), body, nil)
			})
		}, err
	}
}

func newGuests(ctx context.Context, a *attacker) (func(context.Context), error) {
	return func(ctx context.Context) {
		a.loop(ctx, requesters, requestPause, func(ctx context.Context, _, _ int) error {
			_, err := client.NewGuestFrom(ctx, a.source, a.config.URL, longName)
			return err
		})
	}, ctx.Err()
}

func newRooms(ctx context.Context, a *attacker) (func(context.Context), error) {
	return request("POST", "/api/rooms", map[string]client.Settings{"settings": roomSettings(true)})(ctx, a)
}

func lists(ctx context.Context, a *attacker) (func(context.Context), error) {
	filter := "status=" + strings.Repeat("open,seated,playing,finished,", 200) + "open"
	if _, err := a.rooms(ctx, min(4, a.connections), roomSettings(true)); err != nil {
		return nil, err
	}
	paths := []string{
		"/api/rooms?limit=200&" + filter,
		"/api/matches?limit=200",
		"/api/rooms?mine=1&limit=200&" + filter,
	}
	return requests("GET", func(round int) string { return paths[round%len(paths)] }, nil)(ctx, a)
}

func catalogues(ctx context.Context, a *attacker) (func(context.Context), error) {
	return requests("GET", func(round int) string {
		return "/api/games/" + []string{"seasons", "spellbook"}[round%2] + "/catalogue"
	}, nil)(ctx, a)
}

func codes(ctx context.Context, a *attacker) (func(context.Context), error) {
	ids, err := a.rooms(ctx, 1, roomSettings(false))
	if err != nil {
		return nil, err
	}
	guest, err := a.guest(ctx, 0)
	return func(ctx context.Context) {
		a.loop(ctx, requesters, requestPause, func(ctx context.Context, i, round int) error {
			if round%2 == 0 {
				return guest.Call(ctx, "POST", "/api/rooms/"+ids[0]+"/code", nil, nil)
			}
			return guest.Call(ctx, "GET", fmt.Sprintf("/api/codes/%06d", i+requesters*round), nil, nil)
		})
	}, err
}

func replays(ctx context.Context, a *attacker) (func(context.Context), error) {
	_, conns, err := openTables(ctx, a, 1)
	if err != nil {
		return nil, err
	}
	conn := conns[0]
	for i := range 2 {
		if err := conn.Wait(ctx, func(s *client.State) bool { return s.OpenDecision() != nil }); err != nil {
			return nil, err
		}
		var command client.Command
		conn.Inspect(func(s *client.State) {
			decision := s.OpenDecision()
			command = client.Answer(decision.ID, client.RandomAnswer(decision, rand.New(rand.NewPCG(3, uint64(i)))))
		})
		if err := conn.Send(ctx, command); err != nil {
			return nil, err
		}
	}
	if err := conn.Send(ctx, client.Propose("end", -1)); err != nil {
		return nil, err
	}
	var page struct {
		Matches []struct {
			ID string `json:"id"`
		} `json:"matches"`
	}
	if err := conn.Wait(ctx, func(s *client.State) bool { return s.Result != nil }); err != nil {
		return nil, err
	}
	guest, err := a.guest(ctx, 0)
	if err == nil {
		err = patiently(ctx, func() error { return guest.Call(ctx, "GET", "/api/matches?mine=1", nil, &page) })
	}
	if err != nil {
		return nil, err
	}
	if len(page.Matches) == 0 {
		return nil, errors.New("the match was not archived")
	}
	path := "/api/matches/" + page.Matches[0].ID
	return requests("GET", func(round int) string {
		return path + []string{"/timeline", "/record", "/steps?from=0&as=0", ""}[round%4]
	}, nil)(ctx, a)
}

// wakeUps is meant for a server that unloads rooms soon (--idle-after 1s).
func wakeUps(ctx context.Context, a *attacker) (func(context.Context), error) {
	ids, conns, err := openTables(ctx, a, min(6, a.connections))
	if err != nil {
		return nil, err
	}
	for _, conn := range conns {
		conn.Close()
	}
	return requests("GET", func(round int) string {
		return "/api/rooms/" + ids[round%len(ids)] + "/events?limit=200"
	}, nil)(ctx, a)
}

// heldSockets is the maximum number of silent connections that the attack sockets keep open.
const heldSockets = 2000

func sockets(ctx context.Context, a *attacker) (func(context.Context), error) {
	return func(ctx context.Context) {
		var mu sync.Mutex
		var open []net.Conn
		defer func() {
			for _, conn := range open {
				_ = conn.Close()
			}
		}()
		a.loop(ctx, requesters, requestPause/4, func(ctx context.Context, _, _ int) error {
			conn, err := a.source.Dial(ctx, a.host)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if open = append(open, conn); len(open) > heldSockets {
				_ = open[0].Close()
				open = open[1:]
			}
			return nil
		})
	}, ctx.Err()
}
