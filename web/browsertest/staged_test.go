package browsertest

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Staged matches begin at the positions of docs/examples, so that every kind of question appears immediately.
// Their server is the test binary of cmd/server.

const (
	examples     = "../../docs/examples"
	serverFolder = "../../cmd/server"
)

// launchStaged starts a server on a data folder. Its matches begin at the position that the match option
// "position" names. cmd/server/child_test.go reads the two environment variables. The caller must end the
// program.
func launchStaged(t *testing.T, data string) *program {
	t.Helper()
	return launchTestServer(t, data, "WITH_STAGED_GAMES")
}

// launchTestServer starts the test binary of cmd/server as a server on a data folder, with the games that mark
// names there. The caller must end the program.
func launchTestServer(t *testing.T, data, mark string) *program {
	t.Helper()
	return launchMarked(t, data, "127.0.0.1:0", []string{mark + "=1"})
}

// startDaysAhead starts a server at an address, whose deals of the day and puzzles are at noon of the day that many
// days after this one. So the day does not end while a test runs. The server ends with the test. marks are other
// environment variables that cmd/server/child_test.go reads.
func startDaysAhead(t *testing.T, data string, address *net.TCPAddr, days int, marks ...string) *program {
	t.Helper()
	marks = append(marks, fmt.Sprintf("DAYS_AHEAD=%d", days))
	p := launchMarked(t, data, address.String(), marks, "--public-url", publicURL(address))
	t.Cleanup(p.kill)
	return p
}

// launchMarked starts the test binary of cmd/server with environment variables that cmd/server/child_test.go reads.
// The caller must end the program.
func launchMarked(t *testing.T, data, address string, marks []string, settings ...string) *program {
	t.Helper()
	binary, err := shared.stagedExecutable()
	require.NoError(t, err)
	p := &program{data: data, log: &tail{}, exited: make(chan struct{})}
	p.command = exec.CommandContext(
		context.Background(), // it is stopped with the last test that uses it
		binary, append([]string{
			"serve", "--addr", address, "--data", p.data, "--bot-pause", "1ms", "--limits", "off",
			"--analysis-share", "1",
		}, settings...)...,
	)
	p.command.Dir = serverFolder
	p.command.Env = append(append(ownSettings(os.Environ()), "BE_THE_SERVER="+p.data), marks...)
	p.command.Stderr = p.log
	_, err = p.command.StdinPipe() // the program ends when it closes
	require.NoError(t, err)
	said, err := p.command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.command.Start())
	first, err := bufio.NewReader(said).ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, said)
		_ = p.command.Wait()
		close(p.exited)
	}()
	where, ok := strings.CutPrefix(strings.TrimSpace(first), "listening on ")
	require.True(t, ok, "the program says %q (%v):\n%s", first, err, p.log)
	p.url = where
	return p
}

// An example is a position file with a setup and answers.
type example struct {
	// position is the name of the file without the prefix of the game.
	position string
	Game     string
	Setup    struct {
		Players int
		Seats   []json.RawMessage
	}
	Answers []struct {
		Seat   int
		Answer []pick
	}
}

// A pick is one part of an answer: an option, a number, and a group.
type pick struct {
	Option, Group string
	N             int
}

// UnmarshalJSON also accepts the short form, the id of an option alone.
func (p *pick) UnmarshalJSON(data []byte) error {
	p.N = 1
	if json.Unmarshal(data, &p.Option) == nil {
		return nil
	}
	type whole pick
	return json.Unmarshal(data, (*whole)(p))
}

// readExample reads a position of docs/examples or of testdata by the name of its file.
func readExample(t *testing.T, name string) example {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(examples, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		data, err = os.ReadFile(filepath.Join("testdata", name+".json"))
	}
	require.NoError(t, err)
	var e example
	require.NoError(t, json.Unmarshal(data, &e))
	e.position = strings.TrimPrefix(name, e.Game+"-")
	return e
}

// seats returns the number of players.
func (e example) seats() int { return max(e.Setup.Players, len(e.Setup.Seats)) }

// asksSecondPlayer reports whether the question of the example is for the second player, after an action of the
// first.
func (e example) asksSecondPlayer() bool {
	last := e.Answers[len(e.Answers)-1]
	return last.Seat == 1 && strings.HasPrefix(last.Answer[0].Option, "play:")
}

// room creates a room for a staged match, whose host takes the first seat, and returns the path of its page.
func (e example) room(p *person) string {
	p.t.Helper()
	return p.createRoom(
		map[string]any{"game": e.Game, "seats": e.seats(), "options": map[string]string{"position": e.position}},
	)
}

// newStagedPerson returns a new person at the server of staged matches. The scripts are added to the person's
// pages.
func newStagedPerson(t *testing.T, at device, scripts ...string) *person {
	t.Helper()
	ada := newPerson(t, "Ada", shared.stagedServer(t).url, at)
	for _, script := range append(scripts, askedScript) {
		ada.addScript(script)
	}
	ada.setName()
	return ada
}

// openStagedMatch opens a table for a staged match with bots on the other seats, starts the match and goes
// there.
func (p *person) openStagedMatch(name string) example {
	p.t.Helper()
	e := readExample(p.t, name)
	room := e.room(p)
	bot := p.awaitPromise(
		fmt.Sprintf(
			"api.firstBot(%q)",
			e.Game,
		),
	)
	p.startWithBots(room, bot, e.seats())
	p.follow(room)
	p.waitForStagedMatch(room)
	return e
}

// waitForStagedMatch waits until the page shows the match of a room and has loaded everything for its table.
func (p *person) waitForStagedMatch(room string) {
	p.t.Helper()
	p.waitForQuestion("be asked", func(q question) bool { return q.Asked })
	p.eventually("see the board", func() error {
		if !evaluate[bool](
			p,
			fmt.Sprintf("asked.at() === %q && !!document.querySelector('.mine .pts, .sb-mine .pts, .prelude')", room),
		) {
			return errors.New("it is not drawn")
		}
		if left := p.problems.loading(); len(left) > 0 {
			return fmt.Errorf("these are under way: %v", left)
		}
		return nil
	})
	p.nextFrame()
}

// askedScript reads the current question of a page.
//
//go:embed asked.js
var askedScript string

// A question is what the page asks a person in a staged match.
type question struct {
	// Asked is true if there is a question. Key differs for every question.
	Asked bool
	Key   string
	Kind  string
	// Options are the ids of the options. Those in Alone are complete answers, and those in Final are chosen
	// with one press and sent with a second one.
	Options, Alone, Final []string
	// Single is true if one option is a complete answer.
	Single  bool
	Ordered bool
	// Chosen counts what is preselected, by option and group.
	Chosen map[string]int
}

func (p *person) question() question {
	p.t.Helper()
	return evaluate[question](p, "asked.state()")
}

// waitForQuestion waits until the page has a question that satisfies holds.
func (p *person) waitForQuestion(what string, holds func(question) bool) question {
	p.t.Helper()
	var now question
	p.eventually(what, func() error {
		now = p.question()
		if !holds(now) || p.table().Sending {
			return fmt.Errorf("it is asked %q (%s): %q", now.Kind, now.Key, p.table().Question)
		}
		return nil
	})
	p.nextFrame()
	return now
}

// pressControl presses the element that an expression returns.
func (p *person) pressControl(what, control string) {
	p.t.Helper()
	p.clickWhat(what, expression(control))
}
