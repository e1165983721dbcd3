package room

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/match"
	"archmage/test/conformance"
)

// testGames are both games and the toy.
var testGames = sync.OnceValue(func() game.Modules {
	bots := []game.Bot{bot.NewRandom()}
	return game.Modules{
		{Rules: conformance.Toy(), Bots: bots},
		{Rules: seasons.New(), Bots: bots},
		{Rules: spellbook.New(), Bots: bots},
	}
})

// tester is what testing.TB and *rapid.T have in common.
type tester interface {
	require.TestingT
	Helper()
}

// house is a room to which a test gives commands one after the other.
type house struct {
	t     tester
	table *Table
	// at is the time of the next command; id counts commands, matches and secrets.
	at  int64
	id  uint64
	rng *rand.Rand
	// kind is the kind of the persons who give commands.
	kind string
	// last is the result of the last command.
	last Change
}

const firstTime = 1_800_000_000_000

func newHouse(t tester) *house {
	return &house{t: t, table: New(testGames(), "room-1"), at: firstTime, rng: rand.New(rand.NewPCG(1, 2))}
}

// by completes a command of a person, or of the room itself if person is "".
func (h *house) by(person string, body Action) *Command {
	c := &Command{At: h.at, Body: body}
	h.id++
	if person != "" {
		c.By, c.ID = Person{ID: person, Name: "Name of " + person, Kind: h.kind}, strconv.FormatUint(h.id, 10)
	}
	if body, ok := body.(interface{ SetRandom(string, match.Secret) }); ok {
		var secret match.Secret
		binary.BigEndian.PutUint64(secret[:], h.id)
		body.SetRandom("match-"+strconv.FormatUint(h.id, 10), secret)
	}
	return c
}

// do gives a command that must be carried out.
func (h *house) do(person string, body Action) *Table {
	h.t.Helper()
	change, err := Decide(h.table, h.by(person, body))
	require.NoError(h.t, err)
	h.table, h.last = change.Next, change
	return h.table
}

// refused gives a command that must be refused with a code and must change nothing.
func (h *house) refused(code coded.Code, person string, body Action) {
	h.t.Helper()
	before := h.table.Encode()
	_, err := Decide(h.table, h.by(person, body))
	require.Equal(h.t, code, codeOf(err), "%v", err)
	require.Equal(h.t, string(before), string(h.table.Encode()))
}

// codeOf returns the code of an error, "" for nil and "?" for one without a code.
func codeOf(err error) coded.Code {
	var e *coded.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Code
	}
	return "?"
}

// toySettings returns settings for the toy with that many seats.
func toySettings(seats int) Settings {
	return Settings{Game: "toy", Seats: seats, Spectators: true, Undo: true}
}

// open opens a room; the first person is host, the others take the next seats and
// are ready. Seats beyond them stay free.
func open(t testing.TB, settings Settings, persons ...string) *house {
	t.Helper()
	h := newHouse(t)
	h.do(persons[0], &Open{Settings: settings})
	for i, person := range persons[1:] {
		h.do(person, &Claim{Seat: game.Seat(i + 1)})
	}
	return h
}

// playing opens a room and starts its first match.
func playing(t testing.TB, settings Settings, persons ...string) *house {
	t.Helper()
	h := open(t, settings, persons...)
	h.do(persons[0], &Start{})
	return h
}

// asked returns the decision of a seat, and the id under which clients see it.
func (h *house) asked(seat game.Seat) (d game.Decision, id uint64) {
	h.t.Helper()
	require.True(h.t, h.table.Play.Match.State.Decision(seat, &d), "seat %d is asked nothing", seat)
	return d, h.table.Play.DecisionID(&d)
}

// answering returns a random answer of a seat.
func (h *house) answering(seat game.Seat) *Answer {
	h.t.Helper()
	d, id := h.asked(seat)
	picks, ok := bot.Random(&d, h.rng, nil)
	require.True(h.t, ok)
	return &Answer{Seat: seat, Decision: id, Choice: match.Choice(h.table.Play.Match.Rules, &d, picks)}
}

// choose lets the player of a seat choose options.
func (h *house) choose(seat game.Seat, choice string) *Table {
	h.t.Helper()
	_, id := h.asked(seat)
	return h.do(h.table.Seats[seat].Person, &Answer{Decision: id, Choice: []byte(choice)})
}

// answer lets a seat give a random answer, by its bot if one plays.
func (h *house) answer(seat game.Seat) *Table {
	h.t.Helper()
	person := h.table.Seats[seat].Person
	if h.table.BotOf(seat) != "" {
		person = ""
	}
	return h.do(person, h.answering(seat))
}

// turn returns the first seat that has to answer.
func (h *house) turn() game.Seat {
	h.t.Helper()
	for seat := range game.Seat(len(h.table.Seats)) {
		if h.table.Waiting().Has(seat) {
			return seat
		}
	}
	require.Fail(h.t, "nobody is waited for")
	return game.NoSeat
}

// finish plays the match to its end.
func (h *house) finish() {
	h.t.Helper()
	for h.table.Playing() {
		h.answer(h.turn())
	}
}

// bids lets everybody bid, after which one seat acts.
func (h *house) bids() game.Seat {
	h.t.Helper()
	for range h.table.Seats {
		h.answer(h.turn())
	}
	return h.turn()
}
