package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
	"archmage/test/programtest"
)

// TestWireSlowReader checks that a client that does not read is disconnected without any effect on others,
// and can resume later.
func TestWireSlowReader(t *testing.T) {
	t.Parallel()
	// It does not answer pings either. On a slow machine it would be disconnected for that first.
	server := startChildWith(t, t.TempDir(), func(l *httpx.Limits) {
		l.WriteTimeout, l.IdleTimeout = 3*time.Second, time.Hour
	})
	tab := sitDown(t, server.Base, client.Settings{Game: "seasons", Seats: 2, Spectators: true}, 1).start()
	guest, err := client.NewGuest(programtest.Within(t), server.Base, "Slow")
	require.NoError(t, err)
	var line *gate
	slow := arrive(
		t,
		guest,
		tab.room,
		client.Options{NetDial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := (&net.Dialer{Control: narrow}).DialContext(ctx, network, addr)
			line = &gate{Conn: conn}
			return line, err
		}},
	)
	slow.waitUntilCaughtUp()
	line.stopReading()
	before := slow.knows()
	// Play as many matches as the limit of a room allows, and then change settings as often as necessary: a
	// fast machine needs many frames to fill the buffers.
	const matches = 8
	cut := regexp.MustCompile(`archmage_connections_cut_total\{reason="(\w+)"`)
	for n := 0; ; n++ {
		if why := cut.FindStringSubmatch(metrics(t, server)); why != nil {
			require.Equal(t, "slow", why[1])
			break
		}
		if n >= matches {
			tab.players[1].must(client.Ready(n%2 == 0))
			continue
		}
		tab.play(never, nil)
		tab.players[0].must(client.Reopen())
		if n == matches-1 {
			continue
		}
		tab.players[1].must(client.Ready(true))
		played := tab.players[0].match()
		tab.players[0].must(client.Do("start"))
		for _, p := range tab.everybody() {
			p.wait(func(s *client.State) bool { return s.Match != played })
		}
	}
	line.readOn()
	<-slow.conn.Done()
	require.Greater(t, len(slow.received()), 0)
	require.NoError(t, slow.conn.Reconnect(programtest.Within(t)))
	tab.spectators = append(tab.spectators, slow)
	slow.wait(func(s *client.State) bool { return s.Sequence != before.sequence || s.Seq != before.seq })
	tab.compare()
}

// narrow makes the buffers of the connection small, as in a network with packets of the usual size.
func narrow(_, _ string, c syscall.RawConn) error {
	var set error
	err := c.Control(func(fd uintptr) {
		set = errors.Join(
			syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536),
			syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 2<<10))
	})
	return errors.Join(err, set)
}

// metrics returns the metrics of the program.
func metrics(t *testing.T, server *programtest.Program) string {
	t.Helper()
	request, err := http.NewRequestWithContext(programtest.Within(t), http.MethodGet, server.Admin+"/metrics", nil)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(data)
}

// inbox is how many commands of people without a seat can wait for a room.
const inbox = 16

// TestWireBusy checks that an overloaded room refuses commands immediately and carries out the rest when it
// can.
func TestWireBusy(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for _, pipe := range []string{enteredPipe, releasedPipe} {
		require.NoError(t, syscall.Mkfifo(filepath.Join(data, pipe), 0o600))
	}
	server := startChild(t, data)
	tab := sitDown(t, server.Base, client.Settings{Game: blockingGame, Seats: 2, Spectators: true}, 0)
	const crowd = inbox + 6
	people := []*testPlayer{newConnectedPlayer(t, server.Base, tab.room, "Crowd")}
	for len(people) < crowd {
		people = append(people, arrive(t, people[0].guest, tab.room, client.Options{}))
	}
	started, err := tab.players[0].conn.Begin(client.Do("start"))
	require.NoError(t, err)
	entered, err := os.Open(filepath.Join(data, enteredPipe)) // waits for the room
	require.NoError(t, err)
	defer entered.Close()
	replies := make(chan error, crowd)
	for _, p := range people {
		reply, err := p.conn.Begin(client.Kick(1))
		require.NoError(t, err)
		go func() { replies <- <-reply }()
	}
	for range crowd - inbox {
		requireCode(t, coded.Busy, <-replies)
	}
	require.Empty(t, started)
	released, err := os.OpenFile(filepath.Join(data, releasedPipe), os.O_WRONLY, 0)
	require.NoError(t, err)
	defer released.Close()
	require.NoError(t, <-started)
	for range inbox {
		requireCode(t, room.CodeNotHost, <-replies)
	}
	for _, p := range people {
		p.waitUntilCaughtUp()
		p.conn.Close()
	}
	tab.play(never, nil)
	tab.compare()
}

// TestWirePanic: rules that panic freeze only their room, and its clients get
// the // code. The others go on.
func TestWirePanic(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir(), "--log-level", "error")
	tab := toyTable(t, server.Base, game.MatchOptions{"panic": "on"}).start()
	others := toyTable(t, server.Base, nil).start()
	p := tab.players[0]
	d := p.waitForDecision()
	require.Error(t, p.send(client.Answer(d.ID, []game.PickText{{Option: "panic", N: 1}})))
	for _, one := range tab.everybody() {
		requireCode(
			t,
			lobby.CodeFrozen,
			one.conn.Wait(programtest.Within(t), func(*client.State) bool { return false }),
		)
		one.conn.Inspect(func(s *client.State) { require.Nil(t, s.Bye.RetryAfter, "coming back does not help") })
		_, err := one.guest.Dial(programtest.Within(t), tab.room, client.Options{})
		requireCode(t, lobby.CodeFrozen, err)
	}
	others.play(never, nil)
	others.compare()
	require.Contains(t, server.Log.String(), "panic in a room, room frozen")
}
