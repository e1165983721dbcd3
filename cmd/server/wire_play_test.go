package main

import (
	"context"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game/registry"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/test/programtest"
)

// TestWirePlay plays a match of each game with Play of package client. Meanwhile every tenth message breaks the
// connection of its player, and the server is killed and started again. Each answer takes effect once.
func TestWirePlay(t *testing.T) {
	t.Parallel()
	for _, one := range registry.All() {
		info := one.Rules.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			data, addr := t.TempDir(), freeAddr(t)
			server := startChild(t, data, "--addr", addr)
			host, err := client.NewGuest(programtest.Within(t), server.Base, "Hal")
			require.NoError(t, err)
			id, err := host.CreateRoom(programtest.Within(t), client.Settings{Game: info.ID, Seats: 2})
			require.NoError(t, err)
			guest, err := client.NewGuest(programtest.Within(t), server.Base, "Robby")
			require.NoError(t, err)
			players := []*fragilePlayer{{guest: host, middle: make(chan struct{})}, {guest: guest, middle: make(chan struct{})}}
			var playing sync.WaitGroup
			for _, p := range players {
				playing.Go(func() { p.play(programtest.Within(t), id) })
			}
			for _, p := range players {
				<-p.middle
			}
			server.Stop(t, os.Kill)
			server = startChild(t, data, "--addr", addr)
			playing.Wait()
			answers := 0
			for _, p := range players {
				require.NoError(t, p.err)
				require.Equal(t, players[0].result, p.result)
				require.Greater(t, p.broken.Load(), int32(2))
				answers += p.answers
			}
			require.NotNil(t, players[0].result.Outcome)
			server.Stop(t, syscall.SIGTERM)
			require.Equal(t, answers, storedAnswers(t, data, id))
		})
	}
}

// fragilePlayer plays a match with random answers on connections that break.
type fragilePlayer struct {
	guest *client.Guest
	// middle is closed after some answers.
	middle  chan struct{}
	answers int
	broken  atomic.Int32
	result  *client.Result
	err     error
}

func (p *fragilePlayer) play(ctx context.Context, id string) {
	conn, err := p.guest.Dial(ctx, id, client.Options{NetDial: p.dial})
	if p.err = err; err != nil {
		close(p.middle)
		return
	}
	defer conn.Close()
	p.result, p.err = conn.Play(ctx, func(_ *client.State, d *client.Decision) []client.Pick {
		p.answers++
		if p.answers == 8 {
			close(p.middle)
		}
		return client.RandomAnswer(d, nil)
	})
}

// dial opens a connection that breaks after some messages.
func (p *fragilePlayer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, addr)
	return &fragileConn{Conn: conn, player: p}, err
}

// fragileConn closes after a message of the client, whose reply is lost.
type fragileConn struct {
	net.Conn
	player *fragilePlayer
	writes int
}

func (c *fragileConn) Write(data []byte) (int, error) {
	c.writes++
	n, err := c.Conn.Write(data)
	// The handshake and hello come before the commands.
	if c.writes == 10 {
		c.player.broken.Add(1)
		_ = c.Close()
	}
	return n, err
}

// storedAnswers returns the number of answers in the log of a room.
func storedAnswers(t *testing.T, data, id string) int {
	t.Helper()
	s := settings{data: data, checkData: true}
	db, err := s.openStore(t.Context())
	require.NoError(t, err)
	defer db.Close()
	count := 0
	for entry, err := range store.Entries(t.Context(), db.Rooms, id, 1) {
		require.NoError(t, err)
		if room.Kind(entry.Kind) == room.KindAnswer {
			count++
		}
	}
	return count
}
