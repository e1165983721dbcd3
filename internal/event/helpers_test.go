package event

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
	"archmage/test/conformance"
)

var testGames = sync.OnceValue(func() game.Modules {
	return game.Modules{{Rules: conformance.Toy()}, {Rules: seasons.New()}}
})

// club is an event to which a test gives commands one after the other.
type club struct {
	t       require.TestingT
	event   *Event
	entries []*Entry
	at      int64
	id      int
	// blocks are given to every round. records has those of the matches that were reported.
	blocks  [][2]string
	records []*Played
	// digests has the digest after each entry.
	digests map[int]string
}

const firstTime = 1_800_000_000_000

// organiser is the id of the person who creates the events of tests.
const organiser = "organiser"

func newClub(t require.TestingT, id string) *club {
	return &club{
		t: t, event: New(testGames(), id), at: firstTime, digests: map[int]string{},
	}
}

// try gives a command of a person, or of the server if by is "". Ids that begin with "officer" are those of officers.
func (c *club) try(by string, body Action) error {
	c.id++
	c.at += 1000
	command := &Command{At: c.at, Body: body}
	if by != "" {
		command.By, command.ID = Person{by, "Name of " + by}, strconv.Itoa(c.id)
		command.IsOfficer = len(by) > 7 && by[:7] == "officer"
	}
	return c.give(command)
}

func (c *club) give(command *Command) error {
	before := snapshot(c.event)
	change, err := Decide(c.event, command)
	require.Equal(c.t, before, snapshot(c.event), "a command changes nothing but its copy")
	if err != nil {
		require.NotEmpty(c.t, coded.Of(err), "%T: %v", command.Body, err)
		return err
	}
	if change.Entry != nil {
		c.entries = append(c.entries, change.Entry)
		c.event = change.Next
		c.digests[c.event.Last] = c.event.Digest
		if report, ok := change.Entry.Body.(*Report); ok {
			c.records = append(c.records, c.played(report))
		}
	}
	return nil
}

// do gives a command that must be carried out.
func (c *club) do(by string, body Action) {
	require.NoError(c.t, c.try(by, body))
}

// refuse gives a command that must be refused with a code.
func (c *club) refuse(code coded.Code, by string, body Action) {
	err := c.try(by, body)
	require.Equal(c.t, code, coded.Of(err), "%v", err)
}

// create creates an event and lets n people join.
func (c *club) create(settings Settings, n int) {
	settings.Title, settings.Game = "An evening", conformance.Toy().Info().ID
	var secret match.Secret
	binary.BigEndian.PutUint64(secret[:], uint64(len(c.event.ID))+uint64(n))
	c.do(organiser, &Create{Settings: settings, Secret: secret})
	for i := range n {
		c.do(person(i), &Join{})
	}
}

// person returns the id of a person of tests.
func person(i int) string { return fmt.Sprintf("p%02d", i) }

// withdraw withdraws a person by the person's own command.
func (c *club) withdraw(i int) error { return c.try(person(i), &Withdraw{Person: person(i)}) }

// begin begins a round.
func (c *club) begin() {
	c.do("", &BeginRound{Blocks: c.blocks})
}

// report reports places of a table of the last round.
func (c *club) report(table int, places ...int) {
	c.do("", c.reportOf(len(c.event.Rounds), table, places))
}

// reportOf returns a report of places, with totals if everybody has come to the table.
func (c *club) reportOf(round, table int, places []int) *Report {
	sum := sha256.Sum256(fmt.Append(nil, round, table, c.id))
	r := &Report{
		place:  place{round, table},
		Match:  "no table",
		Record: hex.EncodeToString(sum[:]),
		Places: places,
	}
	t, err := r.find(c.event)
	if err == nil {
		r.Match = c.event.Room(round, table)
	}
	if err == nil && len(places) == len(t.Seats) && !slices.Contains(t.Absent, true) {
		for _, place := range places {
			r.Totals = append(r.Totals, 100-10*place)
		}
	}
	return r
}

// played returns the match of a report that was accepted, as its record shows it.
func (c *club) played(r *Report) *Played {
	t, err := r.find(c.event)
	require.NoError(c.t, err)
	p := &Played{
		Match: r.Match, Digest: r.Record, Verdict: match.Holds,
		game: c.event.Settings.Game, options: c.event.Settings.Options,
		start:  match.Start{Proof: &match.Proof{Room: r.Match}},
		result: &match.Result{Match: r.Match, Outcome: &game.Outcome{}},
	}
	if c.event.Settings.SameDeal {
		seed := c.event.Deal(r.Round)
		p.start = match.Start{Seed: &seed, Deal: &match.Deal{Event: c.event.ID, Round: r.Round}}
	}
	for seat, place := range r.Places {
		result := match.SeatResult{Rank: place}
		if r.Totals != nil {
			result.Total = r.Totals[seat]
		} else if place == slices.Max(r.Places) || place == 0 {
			result.Lost, result.Rank = match.LostConceded, 9
		}
		p.isBot = append(p.isBot, t.Seats[seat] == Bot || t.Absent[seat])
		p.result.Seats = append(p.result.Seats, result)
	}
	return p
}

// reportAll reports random results of all open tables.
func (c *club) reportAll(source *rand.Rand) {
	for r := range c.event.Rounds {
		for i := range c.event.Rounds[r].Tables {
			if t := &c.event.Rounds[r].Tables[i]; t.Result == nil {
				c.do("", c.randomReport(source, r+1, i))
			}
		}
	}
}

// randomReport returns a random report of a table. In one of ten, somebody has lost whatever the total.
func (c *club) randomReport(source *rand.Rand, round, table int) *Report {
	t := &c.event.Rounds[round-1].Tables[table]
	r := c.reportOf(round, table, randomPlaces(source, t))
	if source.IntN(10) == 0 && slices.Max(r.Places) > 1 {
		r.Totals = nil
	}
	for seat := range r.Totals {
		r.Totals[seat] += source.IntN(9)
	}
	return r
}

// randomPlaces returns possible places of a table.
func randomPlaces(source *rand.Rand, t *Table) []int {
	totals := make([]int, len(t.Seats))
	for seat := range totals {
		totals[seat] = source.IntN(4)
	}
	places := make([]int, len(t.Seats))
	for seat := range places {
		if t.Absent[seat] {
			continue
		}
		places[seat] = 1
		for other := range places {
			if !t.Absent[other] && totals[other] > totals[seat] {
				places[seat]++
			}
		}
	}
	return places
}

// witness returns what a careful person has noted of the event.
func (c *club) witness() Witness {
	return Witness{Commitment: c.event.Commitment, Digests: c.digests, Records: c.records}
}

// snapshot returns everything of an event as text.
func snapshot(e *Event) string {
	data, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return string(data)
}
