package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/store/postgrestest"
	"archmage/test/programtest"
)

// eventOfTest is an event that people play over real sockets.
type eventOfTest struct {
	t       *testing.T
	id      string
	members []*clubMember
	// answers is the number of answers after which the person at the first seat concedes.
	answers int
	// rounds is the number of rounds that the organiser begins without the usual break, 0 for none.
	rounds int
	// between runs between two rounds. It can be nil.
	between func()
}

// command gives a command of a member.
func (e *eventOfTest) command(m *clubMember, name event.Name, more map[string]any) {
	e.t.Helper()
	body := map[string]any{"id": uuid.NewString(), "command": name}
	maps.Copy(body, more)
	m.ask(http.MethodPost, "/api/events/"+e.id+"/commands", body, nil)
}

// planTestEvent plans an event of the first member, to which all come.
func planTestEvent(t *testing.T, members []*clubMember, settings event.Settings) *eventOfTest {
	t.Helper()
	e := &eventOfTest{t: t, members: members, answers: 3}
	var planned struct{ ID string }
	members[0].ask(http.MethodPost, "/api/events", map[string]any{"settings": settings}, &planned)
	e.id = planned.ID
	for _, m := range members {
		e.command(m, event.JoinCommand, map[string]any{"perhaps": false})
	}
	return e
}

func isOverShown(d *runner.Document) bool {
	return d.Status == event.StatusFinished || d.Status == event.StatusCancelled
}

// play lets everybody play at all tables that their pages show, until the event is over. It returns the number of
// matches of each person, in the order of the members.
func (e *eventOfTest) play() []int {
	e.t.Helper()
	played := make([]int, len(e.members))
	var playing sync.WaitGroup
	for i, m := range e.members {
		page := m.openLive("/ws/events/" + e.id)
		playing.Go(func() { played[i] = e.playTables(m, page) })
	}
	e.command(e.members[0], event.StartCommand, nil)
	e.hurry()
	playing.Wait()
	require.False(e.t, e.t.Failed())
	return played
}

// hurry lets the organiser begin each round as soon as the one before is over, and end the event.
func (e *eventOfTest) hurry() {
	organiser := e.members[0]
	page := organiser.openLive("/ws/events/" + e.id)
	for round := 1; round <= e.rounds; round++ {
		waitForDocument(e.t, page, fmt.Sprint("the end of round ", round), func(d *runner.Document) bool {
			return d.Round == round && resultsShown(d) == tablesShown(d)
		})
		command := event.RoundCommand
		if round == e.rounds {
			command = event.FinishCommand
		} else if e.between != nil {
			e.between()
		}
		e.command(organiser, command, nil)
	}
}

// playTables plays at all tables of a member.
func (e *eventOfTest) playTables(m *clubMember, page *livePage) int {
	done := map[string]bool{}
	for {
		var room string
		var isFirst bool
		// This is not the goroutine of the test, so a failure is reported to the test and ends only this person.
		waitForDocument(e.t, page, "a table of "+m.guest.Name, func(d *runner.Document) bool {
			room, isFirst = tableOf(d, m.guest.ID, done)
			return room != "" || isOverShown(d)
		})
		if room == "" {
			return len(done)
		}
		done[room] = true
		ctx := programtest.Within(e.t)
		conn, err := m.guest.Dial(ctx, room, client.Options{})
		if err == nil {
			answers := 10_000
			if isFirst {
				answers = e.answers
			}
			_, err = m.play(ctx, conn, answers)
			conn.Close()
		}
		if err != nil {
			e.t.Errorf("%s at %s: %v", m.guest.Name, room, err)
			return len(done)
		}
	}
}

// tableOf returns the room of a person at which the person has not played, and whether the person has the first seat.
func tableOf(d *runner.Document, person string, done map[string]bool) (room string, isFirst bool) {
	number := -1
	for i, p := range d.People {
		if p.ID == person {
			number, _ = strconv.Atoi(i)
		}
	}
	for _, round := range d.Rounds {
		for _, table := range round.Tables {
			seat := slices.Index(table.Seats, number)
			if number >= 0 && seat >= 0 && table.Room != "" && !done[table.Room] {
				return table.Room, seat == 0
			}
		}
	}
	return "", false
}

// check reads the file of the event and the records of its matches, and verifies both.
func (e *eventOfTest) check() *event.Event {
	e.t.Helper()
	m := e.members[0]
	file, err := event.DecodeFile(m.download("/api/events/" + e.id + "/file"))
	require.NoError(e.t, err)
	var shown runner.Document
	m.ask(http.MethodGet, "/api/events/"+e.id, nil, &shown)
	witness := event.Witness{Commitment: shown.Commitment, Digests: map[int]string{shown.Last: shown.Digest}}
	for _, round := range shown.Rounds {
		for _, table := range round.Tables {
			require.NotEmpty(e.t, table.Match)
			witness.Records = append(witness.Records, e.recordOf(table.Match))
		}
	}
	findings, final := file.Verify(e.t.Context(), witness)
	for _, finding := range findings {
		require.Equal(e.t, match.Holds, finding.Verdict, "%+v", finding)
	}
	require.Equal(e.t, event.StatusFinished, final.Status)
	for _, standing := range final.Final {
		require.Equal(e.t, standing, shown.Standings[strconv.Itoa(standing.Rank)])
	}
	require.Len(e.t, final.Final, len(shown.Standings))
	return final
}

// recordOf reads the record of a match.
func (e *eventOfTest) recordOf(id string) *event.Played {
	e.t.Helper()
	record, err := match.Decode(e.members[0].download("/api/matches/" + id + "/record"))
	require.NoError(e.t, err)
	return event.ReadRecord(e.t.Context(), registry.All(), record)
}

// download returns the answer to a request for a file.
func (m *clubMember) download(path string) []byte {
	m.t.Helper()
	request, err := http.NewRequestWithContext(programtest.Within(m.t), http.MethodGet, m.base+path, nil)
	require.NoError(m.t, err)
	response, err := m.browser.Do(request)
	require.NoError(m.t, err)
	defer response.Body.Close()
	var data bytes.Buffer
	_, err = data.ReadFrom(response.Body)
	require.NoError(m.t, err)
	require.Equal(m.t, http.StatusOK, response.StatusCode, "%s: %s", path, data.String())
	return data.Bytes()
}

// TestEventsOfTwelve lets twelve people play an evening, a Swiss event and an event whose tables have the same deal. It
// checks the file of each with the records of all matches.
func TestEventsOfTwelve(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir(), "--limits", "off", "--analysis-share", "0", "--bot-pause", "0s")
	var members []*clubMember
	for i := range 12 {
		members = append(members, newClubMember(t, s.Base, fmt.Sprint("Person ", i), "", uint64(i)))
	}
	t.Run("Swiss", func(t *testing.T) {
		e := planTestEvent(t, members, event.Settings{
			Title: "Three rounds", Kind: event.KindSwiss, Game: "spellbook", Size: 4, Rounds: 3, Listed: true,
		})
		e.rounds = 3
		for _, n := range e.play() {
			require.Equal(t, 3, n)
		}
		require.Len(t, e.check().Rounds, 3)
	})
	t.Run("the same deal", func(t *testing.T) {
		e := planTestEvent(t, members, event.Settings{
			Title: "One deal", Kind: event.KindSwiss, Game: "seasons", Size: 2, Rounds: 2, SameDeal: true,
		})
		e.rounds = 2
		for _, n := range e.play() {
			require.Equal(t, 2, n)
		}
		e.check()
	})
	t.Run("evening", func(t *testing.T) {
		e := planTestEvent(t, members, event.Settings{
			Title: "Come and go", Kind: event.KindEvening, Game: "spellbook", Size: 2, Listed: true,
		})
		page := members[0].openLive("/ws/events/" + e.id)
		var ending sync.WaitGroup
		ending.Go(func() {
			// After some results no further tables are opened, and the evening ends with its last match.
			waitForDocument(t, page, "results", func(d *runner.Document) bool { return resultsShown(d) >= 12 })
			e.command(members[0], event.PauseCommand, nil)
			// Until it shows the pause, the page need not show the last tables yet.
			waitForDocument(t, page, "the last result", func(d *runner.Document) bool {
				return d.Status == event.StatusPaused && resultsShown(d) == tablesShown(d)
			})
			e.command(members[0], event.FinishCommand, nil)
		})
		total := 0
		for _, n := range e.play() {
			total += n
		}
		ending.Wait()
		require.GreaterOrEqual(t, total, 24)
		e.check()
	})
}

// TestEventOutlivesTheLeader plays an event on one node, while another one is the leader of the nodes and opens the
// tables. A page on that node shows the results. The operator stops it after the first round.
func TestEventOutlivesTheLeader(t *testing.T) {
	t.Parallel()
	database := postgrestest.URL(t)
	node := func(name string) *served {
		return startServer(t, t.TempDir(), "--limits", "off", "--analysis-share", "0", "--bot-pause", "0s",
			"--database", database, "--admin-addr", "127.0.0.1:0", "--node-name", name, "--node-addr", freeAddr(t))
	}
	oak := node("oak")
	elm := node("elm")
	require.Regexp(t, `(?m)^oak +127\.0\.0\.1:\d+ +0 +yes +no `, elm.adminOutput("nodes"))
	var members []*clubMember
	for i := range 6 {
		members = append(members, newClubMember(t, elm.Base, fmt.Sprint("Person ", i), "", uint64(i)))
	}
	e := planTestEvent(t, members, event.Settings{
		Title: "Two rounds", Kind: event.KindSwiss, Game: "spellbook", Size: 2, Rounds: 2, Listed: true,
	})
	guest, err := client.NewGuest(programtest.Within(t), oak.Base, "Visitor")
	require.NoError(t, err)
	visitor := &clubMember{t: t, base: oak.Base, guest: guest}
	page := visitor.openLive("/ws/events/" + e.id)
	e.rounds = 2
	e.between = func() {
		waitForDocument(t, page, "the results of the other node", func(d *runner.Document) bool {
			return d.Round == 1 && resultsShown(d) == 3
		})
		elm.adminOutput("drain", "oak")
		require.Zero(t, <-oak.status, oak.complaints.String())
		oak.cancel()
		oak.cancel = nil
	}
	for _, n := range e.play() {
		require.Equal(t, 2, n)
	}
	require.Len(t, e.check().Rounds, 2)
}

// resultsShown counts the tables with a result, and tablesShown all tables.
func resultsShown(d *runner.Document) (n int) {
	for _, round := range d.Rounds {
		for _, table := range round.Tables {
			if table.Status == runner.TableOver {
				n++
			}
		}
	}
	return n
}

func tablesShown(d *runner.Document) (n int) {
	for _, round := range d.Rounds {
		n += len(round.Tables)
	}
	return n
}
