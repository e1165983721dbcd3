package transport

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/puzzle"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/transport/api"
)

// newPuzzles returns a server with the shipped puzzles.
func newPuzzles(t *testing.T) *testHandler {
	t.Helper()
	book, err := puzzle.Shipped()
	require.NoError(t, err)
	return newTestHandlerOn(t, func(db *failingStore, o *Options) {
		o.PublicURL = publicURL
		o.Puzzles = keeper.New(book, registry.All(), db.Store, keeper.Options{})
	})
}

func answerBody(t *testing.T, answer []game.PickText) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"answer": answer})
	require.NoError(t, err)
	return string(text)
}

func TestPuzzlesOverHTTP(t *testing.T) {
	d := newPuzzles(t)
	ann, gus := d.browser(), d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	gus.guest("Gus")

	overview := read[api.PuzzlesAnswer](t, ann.send("GET", "/api/puzzles", ""), http.StatusOK)
	require.NotEmpty(t, overview.Daily)
	require.True(t, strings.HasPrefix(overview.Daily, overview.DailyGame+"-"))
	require.False(t, overview.DailyDone)
	require.NotEmpty(t, overview.Kinds)
	path := "/api/puzzles/" + overview.Daily

	response := ann.send("GET", path, "")
	for _, word := range []string{`"solution"`, `"chance"`, `"seed"`, `"reasons"`} {
		require.NotContains(t, response.Body.String(), word, "nothing of the solution before the answer")
	}
	shown := read[api.PuzzleAnswer](t, response, http.StatusOK)
	require.Equal(t, overview.Day, shown.Day)
	require.NotEmpty(t, shown.Decision.Options)

	refused(t, ann.send("POST", path, `{"answer":["nothing"]}`), http.StatusBadRequest, game.CodeUnknownOption)
	refused(t, ann.send("POST", path, `{}`), http.StatusBadRequest, coded.Malformed)
	refused(t, ann.send("GET", "/api/puzzles/seasons-0-0-0", ""), http.StatusNotFound, coded.NotFound)
	refused(t, ann.send("GET", "/api/puzzles/next?game=chess", ""), http.StatusNotFound, coded.NotFound)
	refused(
		t, ann.send("GET", "/api/puzzles/next?not="+strings.Repeat(",", 100), ""), http.StatusBadRequest,
		coded.Malformed,
	)

	// A guest learns the solution, and nothing is stored.
	book, err := puzzle.Shipped()
	require.NoError(t, err)
	var answers []puzzle.Answer
	for i := range book.Puzzles {
		if book.Puzzles[i].ID == overview.Daily {
			answers = book.Puzzles[i].Answers
		}
	}
	right, wrong := answerBody(t, answers[0].Picks), answerBody(t, answers[1].Picks)
	solution := read[api.PuzzleSolution](t, gus.send("POST", path, right), http.StatusOK)
	require.Zero(t, solution.Given)
	require.Zero(t, solution.Tries)
	require.Nil(t, read[api.PuzzleAnswer](t, gus.send("GET", path, ""), http.StatusOK).Solution)

	// An account is rated by its first answer, once.
	solution = read[api.PuzzleSolution](t, ann.send("POST", path, right), http.StatusOK)
	require.Zero(t, solution.Given)
	require.Equal(t, 1, solution.Tries)
	require.Equal(t, 1, solution.Streak)
	require.Equal(t, 1, solution.Answers[0].Chosen)
	require.Greater(t, solution.Strength, solution.Before)
	again := read[api.PuzzleSolution](t, ann.send("POST", path, wrong), http.StatusOK)
	require.Zero(t, again.Given)
	require.Equal(t, solution.Strength, again.Strength)
	require.Equal(t, again, *read[api.PuzzleAnswer](t, ann.send("GET", path, ""), http.StatusOK).Solution)
	overview = read[api.PuzzlesAnswer](t, ann.send("GET", "/api/puzzles", ""), http.StatusOK)
	require.True(t, overview.DailyDone)
	require.Equal(t, 1, overview.Streak)
	require.Equal(
		t, []api.PuzzleStrength{{Game: overview.DailyGame, Estimate: solution.Strength, Tries: 1}}, overview.Strengths,
	)

	next := read[api.PuzzleAnswer](t, ann.send("GET", "/api/puzzles/next?game=spellbook&theme=turn", ""), http.StatusOK)
	require.Equal(t, "spellbook", next.Game)
	require.Equal(t, puzzle.ThemeTurn, next.Theme)
	require.NotEqual(t, shown.ID, next.ID)
}
