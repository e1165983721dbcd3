// Package daily has the rules of the deals of the day: which day it is, with which seed everybody plays, how a result
// compares with those of others, and how many days in a row somebody has played. Start reading at [Deals] for what is
// dealt and at [Distribution] for results. Package dealer stores tries and opens their tables.
//
// A day begins at midnight UTC. All seeds follow from one secret of the server: the secret of a day is an HMAC of it,
// and the seed of a deal is an HMAC of that. The commitment of a day is published the day before and its secret when it
// is over, which reveals nothing of other days.
//
// The package never uses a socket, a logger or a database. Times are arguments: it never reads the clock.
package daily

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// Day is a day in UTC, as the number of days since 1 January 1970.
type Day int

// DayOf returns the day of a time that is not before 1970.
func DayOf(t time.Time) Day { return Day(t.Unix() / (24 * 60 * 60)) }

// Begins returns the first moment of the day.
func (d Day) Begins() time.Time { return time.Unix(int64(d)*24*60*60, 0).UTC() }

// Ends returns the first moment after the day.
func (d Day) Ends() time.Time { return (d + 1).Begins() }

// Monday returns the first day of the week of d.
func (d Day) Monday() Day { return d - (d+3)%7 } // day 0 was a Thursday

// FirstOfMonth returns the first day of the month of d.
func (d Day) FirstOfMonth() Day {
	at := d.Begins()
	return d - Day(at.Day()-1)
}

// String returns the day as in "2026-11-30".
func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// ParseDay reads what String returns. It fails with coded.Malformed.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Unix() < 0 {
		return 0, coded.Malformedf("no day: %.40q", text)
	}
	return DayOf(t), nil
}

// Deal is something that is dealt once a day for everybody.
type Deal struct {
	ID   string
	Game string
	// Seats is the number of seats. A person has the first one, and bots have the others.
	Seats int
	// Bot is the character of the bots, "" if there are none.
	Bot string
}

var deals = []Deal{
	{ID: "seasons", Game: "seasons", Seats: 2, Bot: "stag"},
	{ID: "spellbook", Game: "spellbook", Seats: 2, Bot: "stag"},
	{ID: "spellbook-solo", Game: "spellbook", Seats: 1},
}

// Deals returns the deals of a day, in the order of lists.
func Deals() []Deal { return slices.Clone(deals) }

// Find returns the deal with the id.
func Find(id string) (Deal, bool) {
	i := slices.IndexFunc(deals, func(d Deal) bool { return d.ID == id })
	if i < 0 {
		return Deal{}, false
	}
	return deals[i], true
}

// SecretOf returns the secret of a day. It is the HMAC-SHA-256, with the secret of the server as its key, of the JSON
// text {"day":"2026-11-30"}.
func SecretOf(server match.Secret, day Day) (secret match.Secret) {
	mac := hmac.New(sha256.New, server[:])
	mac.Write(strict.Encode(struct {
		Day string `json:"day"`
	}{day.String()}))
	mac.Sum(secret[:0])
	return secret
}

// SeedOf returns the seed of a deal. It is the HMAC-SHA-256, with the secret of the day as its key, of the JSON text
// {"day":"2026-11-30","deal":"seasons"}.
func SeedOf(secret match.Secret, day Day, deal string) (seed game.Seed) {
	mac := hmac.New(sha256.New, secret[:])
	mac.Write(strict.Encode(struct {
		Day  string `json:"day"`
		Deal string `json:"deal"`
	}{day.String(), deal}))
	mac.Sum(seed[:0])
	return seed
}

// eventPrefix distinguishes the tables of the day from those of events, whose ids are UUIDs.
const eventPrefix = "daily-"

// MatchDeal names a deal of a day in the records of its matches.
func MatchDeal(day Day, deal string) match.Deal {
	return match.Deal{Event: eventPrefix + deal, Round: int(day)}
}

// DealOfMatch returns the deal of a day that a record names. ok is false if it names a round of an event.
func DealOfMatch(deal *match.Deal) (day Day, id string, ok bool) {
	id, ok = strings.CutPrefix(deal.Event, eventPrefix)
	return Day(deal.Round), id, ok
}
