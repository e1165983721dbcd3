package attack

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/work"
)

// attacker is a hostile client with one address and several guests.
type attacker struct {
	config *Config
	host   string
	source *client.Source
	// connections is the maximum number of WebSockets of one attack.
	connections int

	done, refused, lost atomic.Int64
	// remaining is the number of actions left if Config.MaxActions limits them. stop ends the attack when remaining
	// reaches 0.
	remaining atomic.Int64
	stop      context.CancelFunc

	mu     sync.Mutex
	guests []*client.Guest
	conns  []*client.Conn
}

func newAttacker(config *Config, host string, source *client.Source, connections int) *attacker {
	return &attacker{config: config, host: host, source: source, connections: connections}
}

const (
	// framePause is the time between two frames on one connection: slightly more than the limit requires, so
	// that the server does not close the connection.
	framePause = 55 * time.Millisecond
	// requestPause is the time between two requests of one goroutine.
	requestPause = 20 * time.Millisecond
	// requesters is the number of goroutines that make requests.
	requesters = 8
	// maxConnectionsPerGuest is the number of connections to a room that the server allows a person.
	maxConnectionsPerGuest = 8
)

// longName is a name of the maximum length.
var longName = strings.Repeat("漢", 32)

// count counts an action by its outcome: done, refused or lost. It ends the attack after the last action.
func (a *attacker) count(err error) {
	var refusal *coded.Error
	switch {
	case err == nil:
		a.done.Add(1)
	case errors.Is(err, client.ErrClosed):
		a.lost.Add(1)
	case errors.As(err, &refusal):
		a.refused.Add(1)
	case errors.Is(err, context.Canceled):
		return
	default:
		a.lost.Add(1)
	}
	if a.config.MaxActions > 0 && a.remaining.Add(-1) == 0 {
		a.stop()
	}
}

// loop calls do repeatedly in n goroutines until the attack ends, with a pause between calls unless Actions
// is set.
func (a *attacker) loop(
	ctx context.Context,
	n int,
	pause time.Duration,
	do func(ctx context.Context, i, round int) error,
) {
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			for round := 0; ctx.Err() == nil; round++ {
				a.count(do(ctx, i, round))
				if a.config.MaxActions == 0 {
					_ = work.Sleep(ctx, pause) // the loop checks the context
				}
			}
		})
	}
	running.Wait()
}

// patiently repeats do as long as it fails with the code too_fast or busy. It returns the result of the last call,
// or the error of ctx.
func patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if code := coded.Of(err); code != "too_fast" && code != "busy" {
			return err
		}
		if err := work.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// guest returns guest i of the attacker. It creates missing guests up to i.
func (a *attacker) guest(ctx context.Context, i int) (*client.Guest, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.guests) <= i {
		var guest *client.Guest
		err := patiently(ctx, func() (err error) {
			guest, err = client.NewGuestFrom(ctx, a.source, a.config.URL, longName)
			return err
		})
		if err != nil {
			return nil, err
		}
		a.guests = append(a.guests, guest)
	}
	return a.guests[i], nil
}

// rooms opens n rooms, of which the first guest is the host, and returns their ids.
func (a *attacker) rooms(ctx context.Context, n int, settings client.Settings) ([]string, error) {
	host, err := a.guest(ctx, 0)
	if err != nil {
		return nil, err
	}
	ids := make([]string, n)
	for i := range ids {
		err := patiently(ctx, func() (err error) { ids[i], err = host.CreateRoom(ctx, settings); return err })
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// dial connects the guest with an index to a room.
func (a *attacker) dial(ctx context.Context, guest int, room string) (*client.Conn, error) {
	member, err := a.guest(ctx, guest)
	if err != nil {
		return nil, err
	}
	var conn *client.Conn
	err = patiently(ctx, func() (err error) {
		conn, err = member.Dial(ctx, room, client.Options{CountOnly: true})
		return err
	})
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.conns = append(a.conns, conn)
	a.mu.Unlock()
	return conn, nil
}

// crowd makes n connections to a room, up to maxConnectionsPerGuest for each guest. first is the index of the
// first guest.
func (a *attacker) crowd(ctx context.Context, first, n int, room string) ([]*client.Conn, error) {
	list := make([]*client.Conn, n)
	for i := range list {
		var err error
		if list[i], err = a.dial(ctx, first+i/maxConnectionsPerGuest, room); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// send sends a command with an id of the maximum length. It reconnects if the server has closed the
// connection.
func (a *attacker) send(ctx context.Context, conn *client.Conn, round int, command client.Command) error {
	command.ID = fmt.Sprintf("%p-%d-%d-", conn, round, time.Now().UnixNano())
	command.ID += strings.Repeat("<", 64-len(command.ID))
	err := conn.Send(ctx, command)
	if errors.Is(err, client.ErrClosed) && ctx.Err() == nil {
		_ = patiently(ctx, func() error { return conn.Reconnect(ctx) })
	}
	return err
}

func (a *attacker) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, conn := range a.conns {
		conn.Close()
	}
	a.conns = nil
}
