// Package demo fills a new database with a small club: accounts that follow each other, and the matches of the
// last weeks. Bots play these matches under the members' names, and the matches are stored as if they had been
// played in a room. Begin at [Fill]. [Table] plays more matches while a server runs.
package demo

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Days is the number of days that the match history of a demo covers.
const Days = 28

// Member is an account of the demo. Secret is the secret of its personal link.
type Member struct {
	Person people.Person
	Secret string
	// bot is the index of the quick bot that plays for the member.
	bot int
}

var names = []string{
	"Fern", "Bertille", "Otto", "Inès", "Juna", "Hugo", "Mina", "Theo", "Noor", "Lennart", "Ada", "Marcel",
}

// club holds what [Fill] has created so far.
type club struct {
	store   *store.DB
	games   game.Modules
	random  *rand.Rand
	members []Member
}

// Fill creates the accounts of a club, and its matches of the given number of days before now. Equal values of
// seed and now lead to the same matches.
func Fill(
	ctx context.Context,
	db *store.DB,
	games game.Modules,
	now time.Time,
	days int,
	seed uint64,
) ([]Member, error) {
	c := &club{store: db, games: games, random: rand.New(rand.NewPCG(seed, 1))}
	service := people.New(people.StoreOf(db), people.Options{})
	for i, name := range names {
		person, secret, _, err := service.Accounts.NewAccount(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("demo: %s: %w", name, err)
		}
		c.members = append(c.members, Member{Person: person, Secret: secret, bot: i})
	}
	social := service.Social
	for i := range c.members {
		for _, step := range []int{1, 3} {
			other := (i + step) % len(c.members)
			if err := social.Follow(ctx, c.members[i].Person.ID, c.members[other].Person.ID); err != nil {
				return nil, fmt.Errorf("demo: who follows whom: %w", err)
			}
		}
	}
	for day := days; day > 0; day-- {
		evening := now.Add(-time.Duration(day)*24*time.Hour + 22*time.Hour)
		for n := 1 + c.random.IntN(3); n > 0; n-- {
			if err := c.play(ctx, evening.Add(-time.Duration(n)*40*time.Minute)); err != nil {
				return nil, fmt.Errorf("demo: a match: %w", err)
			}
		}
	}
	return c.members, nil
}

// play plays a match of random members that starts at the given time, and stores it.
func (c *club) play(ctx context.Context, start time.Time) error {
	module := c.games[c.random.IntN(len(c.games))]
	info := module.Rules.Info()
	seats := max(2, info.MinSeats)
	if roll := c.random.IntN(4); roll == 0 && info.MaxSeats > seats {
		seats += 1 + c.random.IntN(info.MaxSeats-seats)
	}
	order := c.random.Perm(len(c.members))[:seats]
	t := &demoMatch{club: c, module: module, table: room.New(c.games, c.id()), now: start.UnixMilli()}
	settings := room.Settings{
		Game: info.ID, Seats: seats, Listed: true, Spectators: true, Accounts: true, Rated: true,
		Clock: room.Clock{Mode: room.ClockBank, Seconds: 1800}, Absent: room.AbsentWait, OutOfTime: room.OutOfTimeLose,
	}
	host := c.members[order[0]]
	if err := t.do(host, &room.Open{Settings: settings, RandomValues: c.newRandomValues()}); err != nil {
		return err
	}
	open := t.table.Info()
	batch := store.Batch{Meta: roomlog.Meta(&open, t.table.Persons())}
	for seat, number := range order {
		member := c.members[number]
		if seat > 0 {
			if err := t.do(member, &room.Claim{Seat: game.Seat(seat)}); err != nil {
				return err
			}
		}
		if err := t.do(member, &room.GiveShare{Commitment: t.table.Info().Commitment, Share: c.hex()}); err != nil {
			return err
		}
		if !t.table.Seats[seat].Ready {
			if err := t.do(member, &room.SetReady{Ready: true}); err != nil {
				return err
			}
		}
	}
	if err := t.do(host, &room.Start{RandomValues: c.newRandomValues()}); err != nil {
		return err
	}
	for t.table.Playing() {
		if err := t.answer(ctx, order); err != nil {
			return err
		}
	}
	batch.Match, batch.Record = roomlog.Ended(t.table)
	head, err := c.store.Rooms.Create(ctx, t.table.ID, "", batch)
	if err != nil {
		return err
	}
	// The room is deleted, but its match stays in the archive.
	return c.store.Rooms.Delete(ctx, head)
}

// demoMatch is a match in progress. now is in milliseconds since 1970.
type demoMatch struct {
	club   *club
	module game.Module
	table  *room.Table
	now    int64
}

// do carries out a command of a member at the table.
func (t *demoMatch) do(member Member, action room.Action) error {
	person := room.Person{ID: member.Person.ID, Name: member.Person.Name, Kind: string(member.Person.Kind)}
	change, err := room.Decide(t.table, &room.Command{By: person, ID: t.club.id(), At: t.now, Body: action})
	if err != nil {
		return fmt.Errorf("%s: %w", action.Kind(), err)
	}
	t.table = change.Next
	return nil
}

// answer lets a bot answer the first open decision in a member's name. It advances the time of the match by a
// few seconds.
func (t *demoMatch) answer(ctx context.Context, order []int) error {
	m := t.table.Play.Match
	for seat, number := range order {
		if !t.table.Waiting().Has(game.Seat(seat)) {
			continue
		}
		member := t.club.members[number]
		position := game.NewPosition(m.State, game.Seat(seat), nil)
		stream := game.NewRNG(t.club.seed())
		bots := quickBots(t.module)
		picks := bots[member.bot%len(bots)].Choose(ctx, position, &stream)
		choice, err := json.Marshal(position.Decision.PicksText(m.Rules, picks))
		if err != nil {
			return err
		}
		t.now += 2000 + t.club.random.Int64N(9000)
		return t.do(member, &room.Answer{Decision: t.table.Play.DecisionID(position.Decision), Choice: choice})
	}
	return fmt.Errorf("no seat has a decision, and the match is not over")
}

// quickBots returns the bots of a game that do not search. They differ in strength.
func quickBots(module game.Module) []game.Bot {
	return append([]game.Bot{bot.NewRandom()}, module.Bots[:min(2, len(module.Bots))]...)
}

// newRandomValues returns the id and the secret for the next match of a room.
func (c *club) newRandomValues() room.RandomValues {
	var values room.RandomValues
	seed := c.seed()
	var secret match.Secret
	copy(secret[:], seed[:])
	values.SetRandom(c.id(), secret)
	return values
}

func (c *club) seed() (seed game.Seed) {
	for i := 0; i+8 <= len(seed); i += 8 {
		binary.LittleEndian.PutUint64(seed[i:], c.random.Uint64())
	}
	return seed
}

func (c *club) hex() string {
	return fmt.Sprintf("%016x%016x", c.random.Uint64(), c.random.Uint64())
}

func (c *club) id() string {
	seed := c.seed()
	id, err := uuid.FromBytes(seed[:16])
	if err != nil {
		panic("demo: 16 bytes are an id: " + err.Error())
	}
	return id.String()
}
