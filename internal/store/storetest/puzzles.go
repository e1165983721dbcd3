package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testPuzzles(t *testing.T, db *store.DB) {
	ctx := t.Context()
	createIdentities(t, db, "ann", "bob")
	var seen []store.PuzzleRating
	rate := func(person, puzzle store.PuzzleRating) (store.PuzzleRating, store.PuzzleRating) {
		seen = append(seen, person, puzzle)
		person.Mu, person.Sigma, person.Tries = person.Mu+1.5, 8, person.Tries+1
		puzzle.Mu, puzzle.Sigma, puzzle.Tries = puzzle.Mu-1.5, 4, puzzle.Tries+1
		return person, puzzle
	}
	add := func(person, puzzle string, answer int, day int64) error {
		return db.Puzzles.AddPuzzleAnswer(ctx, store.PuzzleAnswer{
			Person: person, Puzzle: puzzle, Game: "toy", Answer: answer, Day: day,
		}, rate)
	}
	_, err := db.Puzzles.PuzzleAnswer(ctx, "ann", "p1")
	require.ErrorIs(t, err, store.ErrNotFound)
	require.NoError(t, add("ann", "p1", 2, 7))
	require.ErrorIs(t, add("ann", "p1", 0, 7), store.ErrExists, "only the first answer counts")
	require.NoError(t, add("bob", "p1", 0, 7))
	require.NoError(t, add("ann", "p2", 0, 0))
	require.NoError(t, add("ann", "p3", 0, 8))
	require.ErrorIs(t, add("eve", "p1", 0, 0), store.ErrNotFound)
	require.ErrorIs(t, add("ann", "", 0, 0), store.ErrInvalid)
	require.Equal(t, []store.PuzzleRating{
		{}, {}, {}, {Mu: -1.5, Sigma: 4, Tries: 1}, {Mu: 1.5, Sigma: 8, Tries: 1}, {}, {Mu: 3, Sigma: 8, Tries: 2}, {},
	}, seen)

	answer, err := db.Puzzles.PuzzleAnswer(ctx, "ann", "p1")
	require.NoError(t, err)
	require.Equal(t, 2, answer)
	counts, err := db.Puzzles.PuzzleAnswers(ctx, "p1")
	require.NoError(t, err)
	require.Equal(t, map[int]int{0: 1, 2: 1}, counts)
	puzzles, err := db.Puzzles.PuzzlesOf(ctx, "ann")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"p1", "p2", "p3"}, puzzles)
	days, err := db.Puzzles.PuzzleDays(ctx, "ann", 9)
	require.NoError(t, err)
	require.Equal(t, []int64{8, 7}, days)
	strength, err := db.Puzzles.PuzzleStrength(ctx, "ann", "toy")
	require.NoError(t, err)
	require.Equal(t, store.PuzzleRating{Mu: 4.5, Sigma: 8, Tries: 3}, strength)
	level, err := db.Puzzles.PuzzleLevel(ctx, "p1")
	require.NoError(t, err)
	require.Equal(t, store.PuzzleRating{Mu: -3, Sigma: 4, Tries: 2}, level)

	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	puzzles, err = db.Puzzles.PuzzlesOf(ctx, "ann")
	require.NoError(t, err)
	require.Empty(t, puzzles)
	strength, err = db.Puzzles.PuzzleStrength(ctx, "ann", "toy")
	require.NoError(t, err)
	require.Zero(t, strength)
	levels, err := db.Puzzles.PuzzleLevels(ctx)
	require.NoError(t, err)
	require.Len(t, levels, 3, "how hard puzzles are says nothing of a person")
	require.Equal(t, level, levels["p1"])
}
