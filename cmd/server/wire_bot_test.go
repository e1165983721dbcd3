package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// TestWireExampleBot lets two bots of docs/examples, in different languages, play a whole match of each game,
// with a spectator. One bot opens the room. During the match the server is killed and restarted: the bots
// reconnect and repeat commands that got no reply.
func TestWireExampleBot(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "bot")
	out, err := exec.CommandContext(
		programtest.Within(t), "go", "build", "-o", binary, examplesFolder+"/bot.go",
	).CombinedOutput()
	require.NoError(t, err, "%s", out)
	// Node 22 does not need the flag but accepts it.
	node := []string{"node", "--experimental-websocket", "--no-warnings", examplesFolder + "/bot.mjs"}
	goBot, pythonBot := []string{binary}, []string{python(t), "-B", examplesFolder + "/bot.py"}
	pairs := map[string][2][]string{
		"JavaScript and Go": {node, goBot}, "Go and Python": {goBot, pythonBot}, "Python and JavaScript": {pythonBot, node},
	}
	for _, one := range registry.All() {
		for languages, pair := range pairs {
			t.Run(one.Rules.Info().ID+", "+languages, func(t *testing.T) {
				t.Parallel()
				playWithExamples(t, one.Rules.Info().ID, pair[0], pair[1])
			})
		}
	}
}

// playWithExamples plays a match with the bots of two commands.
func playWithExamples(t *testing.T, game string, hostCommand, guestCommand []string) {
	data, addr := t.TempDir(), freeAddr(t)
	server := startChild(t, data, "--addr", addr)
	host := startBot(t, hostCommand, server.Base, game+"/2", "Hal")
	room, ok := strings.CutPrefix(host.line(t), "room ")
	require.True(t, ok)
	guest := startBot(t, guestCommand, server.Base, room, "Robby")
	require.Equal(t, "room "+room, guest.line(t))
	watcher := newConnectedPlayer(t, server.Base, room, "Wanda")
	watcher.wait(func(s *client.State) bool { return s.Seq > 10 })
	require.Nil(t, watcher.knows().result)
	server.Stop(t, os.Kill)
	server = startChild(t, data, "--addr", addr)
	scores := []string{host.line(t), host.line(t)}
	require.Equal(t, scores, []string{guest.line(t), guest.line(t)})
	played := host.line(t)
	require.Equal(t, played, guest.line(t))
	for _, bot := range []*scriptBot{host, guest} {
		require.False(t, bot.out.Scan(), bot.out.Text())
		require.NoError(t, bot.command.Wait(), bot.complaints.String())
	}
	waits := "waiting until 1 more have taken a seat at " + server.Base + "/r/" + room + "\n"
	require.Equal(t, waits, host.complaints.String())
	require.Empty(t, guest.complaints.String())
	// The bots print what the server reports.
	late := newConnectedPlayer(t, server.Base, room, "Eve")
	late.wait(func(s *client.State) bool { return s.Result != nil })
	require.Equal(t, "match "+late.match(), played)
	result := late.knows().result
	var seats []client.Seat
	late.conn.Inspect(func(s *client.State) { seats = s.Room.Seats })
	for i, place := range result.Outcome.Places {
		require.Regexp(t, `^[12]\. (Hal|Robby) -?[0-9]+$`, scores[i])
		require.Equal(t, seats[place.Seat].Name, strings.Fields(scores[i])[1])
	}
}

// scriptBot is a bot in a separate process.
type scriptBot struct {
	command    *exec.Cmd
	out        *bufio.Scanner
	complaints *programtest.Buffer
}

func startBot(t *testing.T, command []string, base, where, name string) *scriptBot {
	t.Helper()
	b := &scriptBot{complaints: &programtest.Buffer{}}
	args := append(slices.Clone(command[1:]), base, where, name, "2")
	b.command = exec.CommandContext(programtest.Within(t), command[0], args...)
	b.command.Stderr = b.complaints
	out, err := b.command.StdoutPipe()
	require.NoError(t, err)
	b.out = bufio.NewScanner(out)
	require.NoError(t, b.command.Start())
	return b
}

// line returns the next line printed by the bot.
func (b *scriptBot) line(t *testing.T) string {
	t.Helper()
	require.True(t, b.out.Scan(), "the bot has ended: %s", b.complaints.String())
	return b.out.Text()
}
