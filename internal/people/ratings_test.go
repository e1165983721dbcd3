package people

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/coded"
	"archmage/internal/people/rating"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// archive adds accounts and rated matches to a store.
type archive struct {
	t    testing.TB
	db   *storetest.Store
	head store.Head
	n    int
}

func newArchive(t testing.TB, db *storetest.Store) *archive {
	t.Helper()
	head, err := db.Rooms.Create(t.Context(), "room", "", store.Batch{Meta: &store.Meta{Status: store.StatusOpen}})
	require.NoError(t, err)
	return &archive{t: t, db: db, head: head}
}

// account adds an account whose id is its name.
func (a *archive) account(name string) Person {
	a.t.Helper()
	identity := store.Identity{ID: name, Name: name, Kind: string(Account), Skeleton: Skeleton(name)}
	require.NoError(
		a.t,
		a.db.Identities.CreateIdentity(
			a.t.Context(),
			identity,
			store.Credential{CredentialKey: store.CredentialKey{Kind: "x", ID: []byte(name)}},
		),
	)
	return personOf(&identity)
}

// play archives a rated match with the players in the order of their places, and returns its id. The
// result opens after the delay.
func (a *archive) play(game string, ended time.Time, delay time.Duration, players ...string) string {
	a.t.Helper()
	a.n++
	match := &store.Match{
		ID:    fmt.Sprint("match-", a.n),
		Game:  game,
		Seats: len(players),
		Ended: ended,
		Opens: ended.Add(delay),
	}
	for i, player := range players {
		match.Rated = append(match.Rated, store.RatedSeat{Player: player, Rank: i + 1})
	}
	var err error
	a.head, err = a.db.Rooms.Append(a.t.Context(), a.head, store.Batch{Match: match})
	require.NoError(a.t, err)
	return match.ID
}

func rate(t testing.TB, db RatingStore) int {
	t.Helper()
	n, _, err := NewRater(db, zap.NewNop()).Rate(t.Context())
	require.NoError(t, err)
	return n
}

// allRatings returns all ratings, lists and steps.
func allRatings(t testing.TB, db RatingStore, games, players []string) (all []any) {
	t.Helper()
	for _, game := range games {
		ratings, err := db.RatingsOf(t.Context(), game, players)
		require.NoError(t, err)
		all = append(all, ratings)
		for _, player := range players {
			steps, err := db.RatingSteps(t.Context(), player, game, store.MaxPage)
			require.NoError(t, err)
			all = append(all, steps)
		}
	}
	return all
}

// Ratings that are computed again are the same, even if they were computed in other portions, and if
// matches and people were deleted.
func TestRebuild(t *testing.T) {
	folder := t.TempDir()
	opened, err := store.OpenSQLite(t.Context(), folder, store.SQLiteOptions{})
	require.NoError(t, err)
	defer opened.Close()
	db := storetest.Of(opened.DB)
	a := newArchive(t, db)
	games := []string{"go", "chess"}
	var players []string
	for i := range 8 {
		players = append(players, a.account(fmt.Sprint("player ", i)).ID)
	}
	random := rand.New(rand.NewPCG(3, 4))
	ended, rated := time.UnixMilli(1_500_000_000_000), 0
	for range 3 * matchesPerWrite {
		random.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		ended = ended.Add(time.Duration(random.IntN(int(time.Hour))))
		id := a.play(games[random.IntN(2)], ended, 0, players[:2+random.IntN(3)]...)
		switch random.IntN(20) {
		case 0, 1, 2:
			rated += rate(t, db)
		case 3:
			require.NoError(t, db.Archive.DeleteMatch(t.Context(), id))
		}
	}
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "player 3"))
	rated += rate(t, db)
	require.Equal(t, a.n, rated)
	require.Zero(t, rate(t, db))
	before := allRatings(t, db, games, players)
	n, err := NewRater(db, zap.NewNop()).Rebuild(t.Context())
	require.NoError(t, err)
	require.Equal(t, a.n, n)
	require.Equal(t, before, allRatings(t, db, games, players))
	board, err := New(db, Options{}).Profiles.Leaderboard(t.Context(), "go", "", 10, Person{})
	require.NoError(t, err)
	require.Len(t, board.Leaders, 7, "without who is gone")
}

// fencedLog rates with a second rater before each write of the first.
type fencedLog struct {
	RatingStore
	t    testing.TB
	done bool
}

func (l *fencedLog) AddRatings(ctx context.Context, change store.RatingChange) error {
	if !l.done {
		l.done = true
		rate(l.t, l.RatingStore)
	}
	return l.RatingStore.AddRatings(ctx, change)
}

// A match is rated by one of two raters.
func TestRatedOnce(t *testing.T) {
	db := storetest.Open(t)
	a := newArchive(t, db)
	a.play("go", time.Now(), 0, "ann", "bob")
	require.Zero(t, rate(t, &fencedLog{RatingStore: db, t: t}))
	ratings, err := db.Ratings.RatingsOf(t.Context(), "go", []string{"ann"})
	require.NoError(t, err)
	require.Equal(t, 1, ratings[0].Matches)
}

// A rater that is not active rates nothing, and checks again later.
func TestOnlyOneRaterRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		a := newArchive(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var mine atomic.Bool
		rater := NewRater(db, zap.NewNop())
		rater.OnlyWhile(mine.Load)
		go rater.Run(ctx)
		a.play("go", time.Now(), 0, "ann", "bob")
		rater.Wake()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		to, err := db.Ratings.LastRated(ctx)
		require.NoError(t, err)
		require.Zero(t, to)
		mine.Store(true)
		time.Sleep(rateInterval)
		synctest.Wait()
		to, err = db.Ratings.LastRated(ctx)
		require.NoError(t, err)
		require.NotZero(t, to)
	})
}

// brokenStore panics when the first match is rated.
type brokenStore struct {
	RatingStore
	panicked int
}

func (b *brokenStore) LastRated(ctx context.Context) (int64, error) {
	if b.panicked == 0 {
		b.panicked++
		panic("no ratings today")
	}
	return b.RatingStore.LastRated(ctx)
}

// A panic of the rater is logged, and the matches are rated later.
func TestRaterSurvivesAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		newArchive(t, db).play("go", time.Now(), 0, "ann", "bob")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		core, logged := observer.New(zap.ErrorLevel)
		broken := &brokenStore{RatingStore: db}
		go NewRater(broken, zap.New(core)).Run(ctx)
		synctest.Wait()
		require.Equal(t, 1, broken.panicked)
		require.Equal(t, 1, logged.Len())
		time.Sleep(rateInterval)
		synctest.Wait()
		ratings, err := db.Ratings.RatingsOf(ctx, "go", []string{"ann"})
		require.NoError(t, err)
		require.Len(t, ratings, 1)
		require.Equal(t, 1, logged.Len())
	})
}

// A rater rates a match after Wake, but not before the result opens.
func TestRater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		a := newArchive(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		rater := NewRater(db, zap.NewNop())
		matches := func() int {
			synctest.Wait()
			ratings, err := db.Ratings.RatingsOf(ctx, "go", []string{"ann"})
			require.NoError(t, err)
			if len(ratings) == 0 {
				return 0
			}
			return ratings[0].Matches
		}
		a.play("go", time.Now(), 0, "ann", "bob")
		go rater.Run(ctx)
		require.Equal(t, 1, matches(), "what has come while nobody rated")
		a.play("go", time.Now(), 30*time.Second, "ann", "bob")
		a.play("go", time.Now(), 0, "ann", "bob")
		rater.Wake()
		require.Equal(t, 1, matches())
		time.Sleep(29 * time.Second)
		require.Equal(t, 1, matches())
		time.Sleep(time.Second)
		require.Equal(t, 3, matches())
		a.play("go", time.Now(), 0, "ann", "cat")
		time.Sleep(rateInterval)
		require.Equal(t, 4, matches(), "of which nobody has told it")
	})
}

func TestLeaderboard(t *testing.T) {
	db := storetest.Open(t)
	p, a := New(db, Options{}), newArchive(t, db)
	ann, bob, cat := a.account("ann"), a.account("bob"), a.account("cat")
	old := time.Now().Add(-100 * 24 * time.Hour)
	for i := range rating.SettledAfter {
		a.play("go", old.Add(time.Duration(i)*24*time.Hour), 0, "bob", "ann")
	}
	last := a.play("go", time.Now(), 0, "cat", "ann")
	rate(t, db)
	board, err := p.Profiles.Leaderboard(t.Context(), "go", "", 10, ann)
	require.NoError(t, err)
	require.Equal(t, 2, board.Settled)
	require.Equal(
		t,
		[]Person{bob, cat, ann},
		[]Person{board.Leaders[0].Person, board.Leaders[1].Person, board.Leaders[2].Person},
	)
	require.Equal(t, []int{1, 0, 2}, []int{board.Leaders[0].Place, board.Leaders[1].Place, board.Leaders[2].Place})
	require.True(t, board.Leaders[1].Rating.Provisional)
	require.Equal(t, board.Leaders[2], *board.Own)
	// The same page by page.
	for i, after := 0, ""; i < 3; i++ {
		page, err := p.Profiles.Leaderboard(t.Context(), "go", after, 1, Person{})
		require.NoError(t, err)
		require.Equal(t, board.Leaders[i:i+1], page.Leaders)
		require.Nil(t, page.Own)
		after = page.Next
	}
	_, err = p.Profiles.Leaderboard(t.Context(), "go", "?", 1, Person{})
	require.Equal(t, coded.Malformed, coded.Of(err))

	profile, err := p.Profiles.Profile(t.Context(), "bob", "")
	require.NoError(t, err)
	require.Len(t, profile.Ratings, 1)
	require.Equal(t, 1, profile.Ratings[0].Place)
	require.Equal(t, 2, profile.Ratings[0].Settled)
	require.Len(t, profile.Ratings[0].Curve, rating.SettledAfter)
	require.Equal(t, board.Leaders[0].Rating.Points, profile.Ratings[0].Curve[rating.SettledAfter-1].Points)
	ratings, err := p.Profiles.Ratings(t.Context(), "go", []string{"ann", "eve"})
	require.NoError(t, err)
	require.Equal(t, map[string]Rating{"ann": board.Own.Rating}, ratings)

	// Ann has settled, and cat has not.
	changed, err := p.Profiles.MatchRatings(t.Context(), last)
	require.NoError(t, err)
	require.True(t, changed.Rated)
	require.False(t, changed.Repeated)
	require.Equal(t, []bool{true, false}, []bool{changed.Seats[0].Changed, changed.Seats[1].Changed})
	require.Equal(t, 1000, changed.Seats[0].Before)
	require.Equal(t, board.Leaders[1].Rating.Points, changed.Seats[0].Points)
	changed, err = p.Profiles.MatchRatings(t.Context(), "another match")
	require.NoError(t, err)
	require.Equal(t, MatchRatings{}, changed)
	for range rating.MaxMeetings + 1 {
		last = a.play("chess", time.UnixMilli(0), 0, "ann", "bob")
	}
	changed, err = p.Profiles.MatchRatings(t.Context(), last)
	require.NoError(t, err)
	require.Equal(t, MatchRatings{Rated: true}, changed, "it is not rated yet")
	rate(t, db)
	changed, err = p.Profiles.MatchRatings(t.Context(), last)
	require.NoError(t, err)
	require.True(t, changed.Repeated)
}
