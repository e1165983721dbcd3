// Package tournament plays whole events of package event, with random matches, for tests of what checks them.
package tournament

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/match"
)

// Tournament is an event that is over.
type Tournament struct {
	File *event.File
	// Records are those of all matches, with the names of persons, in the order of the reports.
	Records []*match.Record
}

// Answers returns the number of answers in all matches. It is a measure of the work to play them again.
func (t *Tournament) Answers() (count int) {
	for _, r := range t.Records {
		for i := range r.Items {
			if r.Items[i].Kind == match.ItemAnswer {
				count++
			}
		}
	}
	return count
}

// play is a tournament in progress.
type play struct {
	t       require.TestingT
	rules   game.Rules
	event   *event.Event
	entries []*event.Entry
	records []*match.Record
	source  *rand.Rand
	at      int64
}

// firstTime is the time of the first entry, in milliseconds since 1970.
const firstTime = 1_800_000_000_000

// organiser is the person who plans the event and does not take part.
var organiser = event.Person{ID: "organiser", Name: "Olga"}

// Play plays an event of people with the settings, whose game is that of the rules. Equal arguments lead to equal
// tournaments.
func Play(t require.TestingT, rules game.Rules, settings event.Settings, people int) *Tournament {
	p := &play{
		t: t, rules: rules, event: event.New(game.Modules{{Rules: rules}}, "tournament"), at: firstTime,
		source: rand.New(rand.NewPCG(1, 2)),
	}
	settings.Title, settings.Game = "A tournament", rules.Info().ID
	p.do(organiser, &event.Create{Settings: settings, Secret: match.Secret{1, 2, 3}})
	for i := range people {
		p.do(event.Person{ID: fmt.Sprintf("p%03d", i), Name: fmt.Sprintf("Person %d", i)}, &event.Join{})
	}
	p.do(event.Person{}, &event.Start{})
	for p.try(event.Person{}, &event.Finish{}) != nil {
		p.do(event.Person{}, &event.BeginRound{})
		round := len(p.event.Rounds)
		for table := range p.event.Rounds[round-1].Tables {
			p.playTable(round, table)
		}
	}
	file, err := event.Export(p.event, p.entries)
	require.NoError(t, err)
	return &Tournament{file, p.records}
}

func (p *play) do(by event.Person, action event.Action) {
	require.NoError(p.t, p.try(by, action))
}

func (p *play) try(by event.Person, action event.Action) error {
	p.at += 1000
	change, err := event.Decide(p.event, &event.Command{
		By: by, ID: fmt.Sprint(len(p.entries)), At: p.at, Body: action,
	})
	if err != nil {
		return err
	}
	p.event, p.entries = change.Next, append(p.entries, change.Entry)
	return nil
}

// playTable plays the match of a table and reports it.
func (p *play) playTable(round, table int) {
	t := &p.event.Rounds[round-1].Tables[table]
	m := p.begin(round, table)
	step := new(game.Step)
	for m.Result == nil {
		seat := game.Seat(bits.TrailingZeros8(uint8(m.State.Waiting())))
		var d game.Decision
		require.True(p.t, m.State.Decision(seat, &d))
		picks, ok := bot.Random(&d, p.source, nil)
		require.True(p.t, ok)
		p.at += 100
		next, err := m.Answer(p.at, seat, match.Choice(m.Rules, &d, picks), nil, step)
		require.NoError(p.t, err)
		m = next
	}
	names := map[string]string{}
	for _, person := range p.event.People {
		names[person.ID] = person.Name
	}
	p.records = append(p.records, m.Record(func(person string) string { return names[person] }))
	report := &event.Report{Match: m.ID, Record: m.Record(nil).Digest()}
	report.Round, report.Table = round, table
	report.Places, report.Totals = event.ResultOf(m.Result, t.Absent)
	p.do(event.Person{}, report)
}

// begin begins the match of a table, with the deal of the round or with a seed of its own.
func (p *play) begin(round, table int) *match.Match {
	terms := match.Terms{
		ID:      p.event.Room(round, table),
		Game:    p.event.Settings.Game,
		Version: p.rules.Info().Version,
		Options: p.event.Settings.Options,
		Started: p.at,
	}
	for _, person := range p.event.Rounds[round-1].Tables[table].Seats {
		player := match.Player{Bot: "random", Name: "Random"}
		if person != event.Bot {
			player = match.Player{Person: p.event.People[person].ID, Name: p.event.People[person].Name}
		}
		terms.Players = append(terms.Players, player)
	}
	var start match.Start
	if p.event.Settings.SameDeal {
		seed := p.event.Deal(round)
		start.Seed, start.Deal = &seed, &match.Deal{Event: p.event.ID, Round: round}
	} else {
		secret := match.Secret{byte(round), byte(table)}
		start.Proof = &match.Proof{
			Secret: secret, Room: terms.ID, Number: 1, Shares: make([]string, len(terms.Players)),
		}
		seed := start.Proof.Seed(&terms)
		start.Seed = &seed
	}
	m, err := match.Begin(p.rules, terms, start)
	require.NoError(p.t, err)
	return m
}
