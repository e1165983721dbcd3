package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
	"archmage/test/programtest"
)

// TestWireRestart ends the program during matches, orderly and by a kill, and restarts it on the same folder.
// All players have the same seats and decisions, everything acknowledged has happened exactly once, and the
// matches continue to their end.
func TestWireRestart(t *testing.T) {
	t.Parallel()
	t.Run("stopped", func(t *testing.T) {
		t.Parallel()
		throughRestarts(t, syscall.SIGTERM, func(s *client.State) {
			require.NotNil(t, s.Bye, "%v", s.Err)
			require.Equal(t, lobby.CodeRestart, s.Bye.Code)
			require.NotNil(t, s.Bye.RetryAfter)
			require.Positive(t, *s.Bye.RetryAfter)
			require.True(t, websocket.IsCloseError(s.Err, websocket.CloseServiceRestart), "%v", s.Err)
		})
	})
	t.Run("killed", func(t *testing.T) {
		t.Parallel()
		throughRestarts(t, os.Kill, func(s *client.State) { require.Nil(t, s.Bye) })
	})
	t.Run("killed, with PostgreSQL", func(t *testing.T) {
		t.Parallel()
		throughRestarts(t, os.Kill, func(s *client.State) { require.Nil(t, s.Bye) }, "--database", postgrestest.URL(t))
	})
}

func throughRestarts(t *testing.T, signal os.Signal, left func(*client.State), args ...string) {
	data := t.TempDir()
	server := startChild(t, data, args...)
	busy := []*table{
		sitDown(t, server.Base, client.Settings{
			Game: "seasons", Seats: 3, Options: game.MatchOptions{"level": "apprentice"},
			Clock: client.ClockSettings{Mode: "bank", Seconds: 3600},
		}, 1).start(),
		sitDown(t, server.Base, client.Settings{Game: "spellbook", Seats: 2}, 1).start(),
	}
	// In one room no player moves, so that its state can be compared.
	quiet := toyTable(t, server.Base, nil).start()
	d := quiet.players[0].waitForDecision()
	quiet.players[0].must(quiet.players[0].random(&d))
	for range 2 {
		playing := playOn(t, busy, 30)
		server.Stop(t, signal)
		playing.Wait()
		server = startChild(t, data, args...)
		for _, tab := range append(busy, quiet) {
			for _, p := range tab.everybody() {
				<-p.conn.Done()
				p.conn.Inspect(left)
				before := p.knows()
				p.reconnect(server.Base, tab.room)
				if tab == quiet {
					after := p.knows()
					require.NotEqual(t, before.sequence, after.sequence)
					before.sequence, before.seq = after.sequence, after.seq
					require.Equal(t, before, after)
				}
			}
			tab.compare()
		}
	}
	for _, tab := range append(busy, quiet) {
		tab.play(never, nil)
		tab.compare()
	}
	server.Stop(t, syscall.SIGTERM)
	for _, tab := range busy {
		requireOnce(t, data, args, tab)
	}
}

// TestWireDatabaseRestart stops the database during matches. The program continues once the database is back,
// and everything acknowledged has happened exactly once. If the database has lost writes, the room with
// missing moves stops.
func TestWireDatabaseRestart(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	data, args := t.TempDir(), []string{"--database", database.URL()}
	server := startChild(t, data, args...)
	tab := sitDown(
		t,
		server.Base,
		client.Settings{Game: "seasons", Seats: 3, Options: game.MatchOptions{"level": "apprentice"}},
		1,
	).start()
	for _, signal := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGINT} {
		playing := playOn(t, []*table{tab}, 30)
		database.Stop(signal)
		require.NoError(t, database.Start())
		for _, p := range tab.players {
			p.conn.Close()
		}
		playing.Wait()
		for _, p := range tab.everybody() {
			require.NoError(t, p.conn.Reconnect(programtest.Within(t)))
			p.sendAgain()
		}
		tab.compare()
	}
	requireOnce(t, data, args, tab)

	database.Stop(syscall.SIGINT)
	require.NoError(t, database.Save())
	require.NoError(t, database.Start())
	playing := playOn(t, []*table{tab}, 30)
	database.Stop(syscall.SIGINT)
	require.NoError(t, database.Restore())
	require.NoError(t, database.Start())
	// A room that waits too long for the database leaves memory, and its clients reconnect.
	ctx := programtest.Within(t)
	for _, p := range tab.everybody() {
		for end := coded.Code(""); end != lobby.CodeFrozen; {
			select {
			case <-p.conn.Done():
			case <-ctx.Done():
				t.Fatal("the room goes on without the moves that are lost")
			}
			p.conn.Inspect(func(s *client.State) {
				require.NotNil(t, s.Bye, "%v", s.Err)
				end = s.Bye.Code
			})
			if end != lobby.CodeFrozen {
				require.Contains(t, []coded.Code{coded.Busy, lobby.CodeRestart}, end)
				_ = p.conn.Reconnect(ctx) // fails where the room is not there yet
			}
		}
	}
	playing.Wait()
}

// TestWireMigration moves a server from a folder to PostgreSQL during a match. All players have the same
// seats afterwards.
func TestWireMigration(t *testing.T) {
	t.Parallel()
	data, database := t.TempDir(), postgrestest.URL(t)
	args := []string{"--database", database}
	server := startChild(t, data)
	tab := sitDown(t, server.Base, client.Settings{Game: "spellbook", Seats: 2}, 1).start()
	playing := playOn(t, []*table{tab}, 10)
	server.Stop(t, syscall.SIGTERM)
	playing.Wait()
	var said, complaints bytes.Buffer
	a := app{games: registry.All(), IO: cli.IO{Stdout: &said, Stderr: &complaints}}
	require.Equal(t, cli.Usage, a.run(t.Context(), []string{"migrate", "--from", data, "--to", data}))
	require.Equal(t, cli.OK, a.run(t.Context(), []string{"migrate", "--from", data, "--to", database}), &complaints)
	require.Contains(t, said.String(), "entries")
	server = startChild(t, data, args...)
	for _, p := range tab.everybody() {
		p.reconnect(server.Base, tab.room)
	}
	tab.compare()
	server.Stop(t, syscall.SIGTERM)
	requireOnce(t, data, args, tab)
}

// playOn lets all players play until the server has ended. It returns after the given number of answers,
// while they continue.
func playOn(t *testing.T, tables []*table, answers int) *sync.WaitGroup {
	t.Helper()
	enough := make(chan struct{}, answers)
	var playing sync.WaitGroup
	ctx := programtest.Within(t)
	for _, tab := range tables {
		for _, p := range tab.players {
			playing.Go(func() {
				_ = p.play(ctx, func(answer func() error) error {
					err := answer()
					for hasCode(err, lobby.CodeNotStored) || hasCode(err, coded.Busy) {
						err = answer() // as clients do
					}
					select {
					case enough <- struct{}{}:
					default:
					}
					return err
				})
			})
		}
	}
	for range answers {
		select {
		case <-enough:
		case <-ctx.Done():
			t.Fatal("nobody answers any more")
		}
	}
	return &playing
}

// hasCode reports whether an error has a code.
func hasCode(err error, code coded.Code) bool {
	var refusal *coded.Error
	return errors.As(err, &refusal) && refusal.Code == code
}

// reconnect connects to the restarted program in the same seat and repeats an answer without a reply.
func (p *testPlayer) reconnect(base, room string) {
	p.t.Helper()
	var seat game.Seat
	options := client.Options{}
	p.conn.Inspect(func(s *client.State) { seat, options.Sequence, options.Seq = s.Seat(), s.Sequence, s.Seq })
	guest := *p.guest
	guest.Base = base
	again := arrive(p.t, &guest, room, options)
	p.guest, p.conn = &guest, again.conn
	p.wait(func(s *client.State) bool { return s.Sequence != options.Sequence })
	p.conn.Inspect(func(s *client.State) { require.Equal(p.t, seat, s.Seat()) })
	p.sendAgain()
}

// sendAgain repeats an answer without a reply. Whether it was stored or not, it must take effect once.
func (p *testPlayer) sendAgain() {
	p.t.Helper()
	if p.pending != nil {
		p.must(*p.pending)
		p.acknowledged, p.pending = append(p.acknowledged, p.pending.ID), nil
	}
}

// requireOnce requires that the log of a room has exactly the acknowledged answers, each once.
func requireOnce(t *testing.T, data string, args []string, tab *table) {
	t.Helper()
	s := settings{data: data, checkData: true}
	if at := slices.Index(args, "--database"); at >= 0 {
		s.database = args[at+1]
	}
	db, err := s.openStore(t.Context())
	require.NoError(t, err)
	defer db.Close()
	var want, got []string
	for _, p := range tab.players {
		want = append(want, p.acknowledged...)
	}
	for entry, err := range store.Entries(t.Context(), db.Rooms, tab.room, 1) {
		require.NoError(t, err)
		if room.Kind(entry.Kind) == room.KindAnswer {
			var e struct{ ID string }
			require.NoError(t, json.Unmarshal(entry.Data, &e))
			got = append(got, e.ID)
		}
	}
	require.ElementsMatch(t, want, got)
}
