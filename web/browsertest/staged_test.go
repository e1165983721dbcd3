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
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Staged matches begin at the positions of docs/examples, so that every kind of
// question comes up at once. The program that has them is the binary of the
// tests of cmd/server.

const (
	examples     = "../../docs/examples"
	serverFolder = "../../cmd/server"
)

// launchStaged starts a program on a data folder whose matches, of either game, begin
// at the position that the match option "position" names. The two variables of the
// environment are those of cmd/server's child_test.go. The caller must end it.
func launchStaged(t *testing.T, data string) *program {
	t.Helper()
	binary, err := shared.stagedExecutable()
	require.NoError(t, err)
	p := &program{data: data, log: &tail{}, exited: make(chan struct{})}
	p.command = exec.CommandContext(
		context.Background(), // it is stopped with the last test that uses it
		binary, "serve", "--addr", "127.0.0.1:0", "--data", p.data, "--bot-pause", "1ms", "--limits", "off",
	)
	p.command.Dir = serverFolder
	p.command.Env = append(ownSettings(os.Environ()), "BE_THE_SERVER="+p.data, "WITH_STAGED_GAMES=1")
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

// An example is a position file: a setup, and answers from there on.
type example struct {
	// position is the name of its position, which is its file's after the game's.
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

// A pick is one part of an answer: an option, how often, and into which group.
type pick struct {
	Option, Group string
	N             int
}

// UnmarshalJSON takes the short form too: an option's id alone.
func (p *pick) UnmarshalJSON(data []byte) error {
	p.N = 1
	if json.Unmarshal(data, &p.Option) == nil {
		return nil
	}
	type whole pick
	return json.Unmarshal(data, (*whole)(p))
}

// readExample reads a position of docs/examples or of testdata, by its file's name.
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

// seats is how many play.
func (e example) seats() int { return max(e.Setup.Players, len(e.Setup.Seats)) }

// asksAnother tells whether the question of the example is put to the second
// player, after what the first has done.
func (e example) asksAnother() bool {
	last := e.Answers[len(e.Answers)-1]
	return last.Seat == 1 && strings.HasPrefix(last.Answer[0].Option, "play:")
}

// room opens a table for a staged match, whose host takes the first seat, and returns the
// path of its page.
func (e example) room(p *person) string {
	p.t.Helper()
	return p.opensRoom(
		map[string]any{"game": e.Game, "seats": e.seats(), "options": map[string]string{"position": e.position}},
	)
}

// comesToStaged opens the program of staged matches for a new person, in whose pages
// scripts are put.
func comesToStaged(t *testing.T, at device, scripts ...string) *person {
	t.Helper()
	ada := newPerson(t, "Ada", shared.stagedServer(t).url, at)
	for _, script := range append(scripts, askedScript) {
		ada.addScript(script)
	}
	ada.isKnown()
	return ada
}

// sitsAt opens a table for a staged match, with bots on the other seats, and goes there
// when the match has begun.
func (p *person) sitsAt(name string) example {
	p.t.Helper()
	e := readExample(p.t, name)
	room := e.room(p)
	bot := p.promised(
		fmt.Sprintf(
			"api.firstBot(%q)",
			e.Game,
		),
	)
	p.startsWithBots(room, bot, e.seats())
	p.goes(room)
	p.seesStaged(room)
	return e
}

// seesStaged waits until the page shows the match of a room, and all that its table is
// made of has come.
func (p *person) seesStaged(room string) {
	p.t.Helper()
	p.waitForQuestion("be asked", func(q question) bool { return q.Asked })
	p.until("see the board", func() error {
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

// askedScript is what the tests know of the question that is asked.
//
//go:embed asked.js
var askedScript string

// A question is what a person is asked in a staged match.
type question struct {
	// Asked tells whether anything is; Key is another one for every question.
	Asked bool
	Key   string
	Kind  string
	// Options are their ids; those in Alone are whole answers, and those in Final
	// are chosen with one press and sent with a second one.
	Options, Alone, Final []string
	// Single: one option is the whole answer.
	Single  bool
	Ordered bool
	// Chosen is how often what is chosen, before anybody has pressed anything, by
	// option and group.
	Chosen map[string]int
}

func (p *person) question() question {
	p.t.Helper()
	return evaluate[question](p, "asked.state()")
}

// waitForQuestion waits until the page asks something of a kind.
func (p *person) waitForQuestion(what string, holds func(question) bool) question {
	p.t.Helper()
	var now question
	p.until(what, func() error {
		now = p.question()
		if !holds(now) || p.table().Sending {
			return fmt.Errorf("it is asked %q (%s): %q", now.Kind, now.Key, p.table().Question)
		}
		return nil
	})
	p.nextFrame()
	return now
}

// pressControl presses what an expression gives.
func (p *person) pressControl(what, control string) {
	p.t.Helper()
	p.clickWhat(what, expression(control))
}
