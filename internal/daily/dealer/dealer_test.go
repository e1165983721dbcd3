package dealer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/daily"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// world is a dealer with a clock, tables and a database that can fail.
type world struct {
	*testing.T
	db      *store.DB
	dealer  *Dealer
	now     time.Time
	open    map[string]game.Seed
	closed  map[string]bool
	results map[string]*Result
	follows map[string][]string
	// steps is the number of writes and calls of tables that still succeed, -1 for all.
	steps int
}

var errDead = errors.New("the process is dead")

// step fails if the process has died.
func (w *world) step() error {
	if w.steps == 0 {
		return errDead
	}
	w.steps--
	return nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		T: t, db: storetest.Open(t).DB, now: time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC), steps: -1,
		open: map[string]game.Seed{}, closed: map[string]bool{}, results: map[string]*Result{},
		follows: map[string][]string{},
	}
	w.restart()
	return w
}

// restart begins with a new process.
func (w *world) restart() {
	w.Helper()
	w.steps = -1
	var err error
	w.dealer, err = New(w.Context(), mortal{w.db.Daily, w}, Options{
		Games: registry.All(), Tables: w, People: w, Now: func() time.Time { return w.now },
	})
	require.NoError(w, err)
}

// mortal is a database of a process that can die before or after each write.
type mortal struct {
	store.Daily
	w *world
}

func (m mortal) BeginTry(ctx context.Context, try store.DailyTry) (store.DailyTry, error) {
	if err := m.w.step(); err != nil {
		return try, err
	}
	stored, err := m.Daily.BeginTry(ctx, try)
	return stored, errors.Join(err, m.w.step())
}

func (m mortal) EndTry(ctx context.Context, try store.DailyTry) error {
	if err := m.w.step(); err != nil {
		return err
	}
	return errors.Join(m.Daily.EndTry(ctx, try), m.w.step())
}

// Open implements Tables.
func (w *world) Open(_ context.Context, table *Table) error {
	if err := w.step(); err != nil {
		return err
	}
	w.open[table.Room] = table.Seed
	return w.step()
}

// Close implements Tables.
func (w *world) Close(_ context.Context, room string) error {
	if err := w.step(); err != nil {
		return err
	}
	w.closed[room] = true
	return w.step()
}

// Result implements Tables.
func (w *world) Result(_ context.Context, room string) (*Result, error) { return w.results[room], nil }

// Visible implements People.
func (w *world) Visible(_ context.Context, ids []string) (map[string]people.Visible, error) {
	found := map[string]people.Visible{}
	for _, id := range ids {
		found[id] = people.Visible{Person: people.Person{ID: id, Name: id}}
	}
	return found, nil
}

// Followed implements People.
func (w *world) Followed(_ context.Context, person string) (list []people.Followed, err error) {
	for _, id := range w.follows[person] {
		list = append(list, people.Followed{Person: people.Person{ID: id, Name: id}})
	}
	return list, nil
}

// person returns a new person.
func (w *world) person(name string, kind people.Kind) people.Person {
	w.Helper()
	_, err := w.db.Identities.Identity(w.Context(), name)
	if errors.Is(err, store.ErrNotFound) {
		credential := store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(name)}}
		err = w.db.Identities.CreateIdentity(
			w.Context(), store.Identity{ID: name, Name: name, Kind: string(kind)}, credential,
		)
	}
	require.NoError(w, err)
	return people.Person{ID: name, Name: name, Kind: kind}
}

// play begins a try of a person and ends it with points, nil for none.
func (w *world) play(person people.Person, deal string, points *int) {
	w.Helper()
	room, err := w.dealer.Begin(w.Context(), person, deal)
	require.NoError(w, err)
	w.results[room] = &Result{Ended: w.now, Points: points}
	require.NoError(w, w.dealer.settleRoom(w.Context(), room))
}

func (w *world) document(viewer people.Person) *Document {
	w.Helper()
	doc, err := w.dealer.Document(w.Context(), viewer)
	require.NoError(w, err)
	return doc
}

func number(n int) *int { return &n }

func TestOneTryADay(t *testing.T) {
	w := newWorld(t)
	ann, bob, guest := w.person("ann", people.Account), w.person("bob", people.Account), w.person("eve", people.Guest)
	room, err := w.dealer.Begin(t.Context(), ann, "seasons")
	require.NoError(t, err)
	again, err := w.dealer.Begin(t.Context(), ann, "seasons")
	require.NoError(t, err)
	require.Equal(t, room, again)
	other, err := w.dealer.Begin(t.Context(), bob, "seasons")
	require.NoError(t, err)
	require.NotEqual(t, room, other)
	require.Equal(t, w.open[room], w.open[other], "everybody has the same deal")
	_, err = w.dealer.Begin(t.Context(), ann, "chess")
	require.Equal(t, CodeNoDeal, coded.Of(err))
	_, err = w.dealer.Begin(t.Context(), people.Person{ID: "ghost", Name: "ghost"}, "seasons")
	require.Equal(t, people.CodeNoIdentity, coded.Of(err))

	w.play(ann, "seasons", number(40))
	w.play(guest, "seasons", number(90))
	doc := w.document(ann)
	require.Equal(t, 2, doc.Deals[0].Played)
	require.Equal(t, number(40), doc.Deals[0].Mine.Points)
	require.Equal(t, daily.Standing{Place: 1, Of: 1}, doc.Deals[0].Results.Standing, "guests are not ranked")
	require.Equal(t, 1, doc.Streak)
	require.Len(t, doc.Week, 1)
	require.Equal(t, 2, w.document(guest).Deals[0].Results.Of, "a guest is compared with those who are ranked")
	opened := len(w.open)
	again, err = w.dealer.Begin(t.Context(), ann, "seasons")
	require.NoError(t, err)
	require.Equal(t, room, again)
	require.Len(t, w.open, opened)
}

// Whoever has not played learns how many have, and nothing else.
func TestNothingIsShownBeforeTheTry(t *testing.T) {
	w := newWorld(t)
	eve := w.person("eve", people.Account)
	w.follows["eve"] = []string{"player 1"}
	empty := w.document(eve)
	for i := range 12 {
		w.play(w.person(fmt.Sprint("player ", i), people.Account), "spellbook-solo", number(20+i))
	}
	w.now = w.now.Add(time.Minute)
	before := w.document(eve)
	require.Equal(t, 12, before.Deals[2].Played)
	before.Deals[2].Played = 0
	require.Equal(t, empty, before)
	deal := daily.MatchDeal(w.dealer.Today(), "spellbook-solo")
	isSecret := func(person string) bool {
		secret, err := w.dealer.IsSecret(t.Context(), person, &deal)
		require.NoError(t, err)
		return secret
	}
	require.True(t, isSecret("eve"))
	require.True(t, isSecret(""))
	require.False(t, isSecret("player 3"))
	_, err := w.dealer.Begin(t.Context(), eve, "spellbook-solo")
	require.NoError(t, err)
	require.True(t, isSecret("eve"), "the try has only begun")
	ladder, err := w.dealer.Ladder(t.Context(), "player 1")
	require.NoError(t, err)
	require.Equal(t, &Ladder{Deals: []LadderLine{}}, ladder)
	_, err = w.dealer.Past(t.Context(), w.dealer.Today())
	require.Equal(t, CodeDayOpen, coded.Of(err))

	w.play(eve, "spellbook-solo", number(25))
	results := w.document(eve).Deals[2].Results
	require.Equal(t, daily.Standing{Place: 7, Of: 13, Better: number(45)}, results.Standing)
	require.Equal(t, []ResultLine{
		{"eve", "eve", number(25), w.document(eve).Deals[2].Mine.Room},
		{"player 1", "player 1", number(21), results.Followed[1].Match},
	}, results.Followed)
	require.Len(t, results.Best, maxBest)
	require.False(t, isSecret("eve"))

	w.now = w.now.AddDate(0, 0, 1)
	require.False(t, isSecret(""), "the day is over")
	ladder, err = w.dealer.Ladder(t.Context(), "eve")
	require.NoError(t, err)
	require.Equal(t, &Ladder{1, []LadderLine{{"spellbook-solo", "spellbook", 1, 25, 25, number(45)}}}, ladder)
}

// The month counts the best 15 days with a percentile. On the first of a month the one before is still shown.
func TestMonths(t *testing.T) {
	w := newWorld(t)
	w.now = time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)
	ann, guest := w.person("ann", people.Account), w.person("eve", people.Guest)
	var others []people.Person
	for i := range 9 {
		others = append(others, w.person(fmt.Sprint("player ", i), people.Account))
	}
	months := func(person people.Person) []MonthLine { return w.document(person).Months }
	// She is better than all nine others, then than three of them each day.
	for day := range 20 {
		w.now = w.now.AddDate(0, 0, 1)
		for i, other := range others {
			w.play(other, "seasons", number(10*i))
		}
		points := 25
		if day < 10 {
			points = 99
		}
		w.play(guest, "seasons", number(50))
		w.play(ann, "seasons", number(points))
	}
	// 10 days with 100 and 5 with 33
	want := []MonthLine{{"2026-11", []MonthDeal{{"seasons", 20, (10*100 + 5*33) / 15}}}}
	require.Equal(t, want, months(ann))
	require.Empty(t, months(guest), "guests are not ranked")
	w.now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	require.Equal(t, want, months(ann))
	w.play(ann, "seasons", number(40))
	require.Equal(t, want, months(ann), "one result has no percentile")
	w.now = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	require.Empty(t, months(ann))
}

// Everybody can check the deal of a day against what was published the day before.
func TestTheSecretIsRevealed(t *testing.T) {
	w := newWorld(t)
	commitment := w.document(people.Person{}).Tomorrow
	w.now = w.now.AddDate(0, 0, 1)
	require.Equal(t, commitment, w.document(people.Person{}).Commitment)
	ann := w.person("ann", people.Account)
	room, err := w.dealer.Begin(t.Context(), ann, "spellbook")
	require.NoError(t, err)
	day := w.dealer.Today()
	w.now = w.now.AddDate(0, 0, 1)
	w.restart()
	past, err := w.dealer.Past(t.Context(), day)
	require.NoError(t, err)
	require.Equal(t, commitment, past.Commitment)
	var secret match.Secret
	require.NoError(t, secret.UnmarshalText([]byte(past.Secret)))
	require.Equal(t, commitment, secret.Commitment())
	require.Equal(t, w.open[room], daily.SeedOf(secret, day, "spellbook"))
	text, err := json.Marshal(w.open[room])
	require.NoError(t, err)
	require.NotEmpty(t, text)
}

func TestTheDayEnds(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.person("ann", people.Account), w.person("bob", people.Account)
	unfinished, err := w.dealer.Begin(t.Context(), ann, "seasons")
	require.NoError(t, err)
	late, err := w.dealer.Begin(t.Context(), bob, "seasons")
	require.NoError(t, err)
	day := w.dealer.Today()
	w.now = day.Ends()
	w.results[late] = &Result{Ended: w.now, Points: number(50)}
	require.NoError(t, w.dealer.Sweep(t.Context()))
	require.True(t, w.closed[unfinished])
	require.False(t, w.closed[late])
	for _, room := range []string{unfinished, late} {
		try, err := w.db.Daily.TryOfRoom(t.Context(), room)
		require.NoError(t, err)
		require.False(t, try.Ended.IsZero())
		require.Nil(t, try.Points, "the result came too late")
	}
	next, err := w.dealer.Begin(t.Context(), ann, "seasons")
	require.NoError(t, err)
	require.NotEqual(t, unfinished, next)
	require.NotEqual(t, w.open[unfinished], w.open[next])
	w.now = w.now.AddDate(0, 0, KeepDays+2)
	n, err := w.dealer.RetentionTask().Delete(t.Context(), w.now)
	require.NoError(t, err)
	require.Equal(t, 3, n)
}

// A process that dies at any step loses nothing: after a restart, the same requests lead to the same end.
func TestDeathAtAnyStep(t *testing.T) {
	for steps := range 12 {
		w := newWorld(t)
		ann, bob := w.person("ann", people.Account), w.person("bob", people.Account)
		w.steps = steps
		room, err := w.dealer.Begin(t.Context(), ann, "seasons")
		if err != nil {
			w.restart()
			room, err = w.dealer.Begin(t.Context(), ann, "seasons")
			require.NoError(t, err)
		}
		require.Contains(t, w.open, room)
		w.results[room] = &Result{Ended: w.now, Points: number(33), Place: number(1)}
		if err := w.dealer.settleRoom(t.Context(), room); err != nil {
			w.restart()
		}
		if _, err := w.dealer.Begin(t.Context(), bob, "seasons"); err != nil {
			w.restart()
		}
		w.now = w.dealer.Today().Ends()
		if err := w.dealer.Sweep(t.Context()); err != nil {
			w.restart()
			require.NoError(t, w.dealer.Sweep(t.Context()))
		}
		try, err := w.db.Daily.TryOfRoom(t.Context(), room)
		require.NoError(t, err)
		require.Equal(t, number(33), try.Points, "after %d steps", steps)
		open, err := w.db.Daily.OpenTries(t.Context(), int(w.dealer.Today()), 9)
		require.NoError(t, err)
		require.Empty(t, open, "after %d steps", steps)
		require.LessOrEqual(t, len(w.open), 2, "nobody has two tables")
	}
}
