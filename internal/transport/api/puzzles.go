package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// Puzzles serves puzzles. [keeper.Keeper] implements it.
type Puzzles interface {
	Day() int64
	Daily(day int64) string
	Kinds() []keeper.Kind
	Next(ctx context.Context, by people.Person, q keeper.Query) (string, error)
	Show(ctx context.Context, by people.Person, id string) (keeper.Shown, error)
	Answer(ctx context.Context, by people.Person, id string, choice json.RawMessage) (keeper.Solution, error)
	Solved(ctx context.Context, by people.Person, id string) (keeper.Solution, error)
	Streak(ctx context.Context, by people.Person) (int, error)
	Strengths(ctx context.Context, by people.Person) ([]keeper.Strength, error)
	Answered(ctx context.Context, by people.Person) ([]string, error)
	Own(ctx context.Context, by people.Person) (keeper.OwnList, error)
}

// puzzlesHandler answers requests about puzzles.
type puzzlesHandler struct {
	*httpx.Base
	puzzles Puzzles
}

// mount adds the routes of the handler.
func (s *puzzlesHandler) mount(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) {
		r.Method(method, pattern, s.HandlerOf(s.Costly(httpx.Light, do)))
	}
	add(http.MethodGet, "/puzzles", s.puzzleOverview)
	add(http.MethodGet, "/puzzles/next", s.nextPuzzle)
	add(http.MethodGet, "/puzzles/{puzzle}", s.onePuzzle)
	add(http.MethodPost, "/puzzles/{puzzle}", s.answerPuzzle)
}

// PuzzlesAnswer says what puzzles there are, and how the client does.
type PuzzlesAnswer struct {
	// Day is the number of the day in UTC, counted from 1970. Daily is the id of its puzzle, "" if there is none.
	Day   int64  `json:"day"`
	Daily string `json:"daily"`
	// DailyGame is the game of the puzzle of the day. DailyDone is true if the client's account has answered it.
	DailyGame string `json:"dailyGame"`
	DailyDone bool   `json:"dailyDone"`
	// Streak is the number of days in a row whose puzzle the client's account has answered.
	Streak int `json:"streak"`
	// Kinds are the games and themes of which there are puzzles.
	Kinds []PuzzleKind `json:"kinds"`
	// Strengths has the strength of the client's account in each game that it has tried.
	Strengths []PuzzleStrength `json:"strengths"`
	// Own says which decisions of own matches the client's account is asked again.
	Own OwnDecisions `json:"own"`
}

// OwnDecisions says which decisions of own matches an account is asked again.
type OwnDecisions struct {
	// Due has the ids of those that are due, as ids of puzzles. Open is the number of all that are not learned.
	Due  []string `json:"due"`
	Open int      `json:"open"`
	// Learned is the number of those that are not asked any more.
	Learned int `json:"learned"`
	// Next is when the next one is due that is not due yet, in milliseconds since 1970. It is absent if there is none.
	Next int64 `json:"next,omitempty"`
}

// PuzzleKind is a game with a theme.
type PuzzleKind struct {
	Game string `json:"game"`
	// Theme is turn, card, dice or draft.
	Theme string `json:"theme"`
	Count int    `json:"count"`
}

// PuzzleStrength is how strong an account is at the puzzles of a game.
type PuzzleStrength struct {
	Game string `json:"game"`
	// Estimate is in the unit of ratings. Tries is the number of puzzles on which it is based.
	Estimate int `json:"estimate"`
	Tries    int `json:"tries"`
}

// puzzleOverview returns what puzzles there are, the id of the puzzle of the `day`, and the client's `streak` and
// `strengths`. Allowed for anybody.
func (s *puzzlesHandler) puzzleOverview(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	day := s.puzzles.Day()
	answer := PuzzlesAnswer{Day: day, Daily: s.puzzles.Daily(day), Kinds: []PuzzleKind{}}
	if answer.Daily != "" {
		answer.DailyGame, _, _ = strings.Cut(answer.Daily, "-")
		switch _, err := s.puzzles.Solved(r.Context(), person, answer.Daily); {
		case err == nil:
			answer.DailyDone = true
		case coded.Of(err) != coded.NotFound:
			return err
		}
	}
	if answer.Streak, err = s.puzzles.Streak(r.Context(), person); err != nil {
		return err
	}
	for _, kind := range s.puzzles.Kinds() {
		answer.Kinds = append(answer.Kinds, PuzzleKind(kind))
	}
	if answer.Strengths, err = s.strengthsOf(r.Context(), person); err != nil {
		return err
	}
	if answer.Own, err = s.ownDecisions(r.Context(), person); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *puzzlesHandler) ownDecisions(ctx context.Context, person people.Person) (OwnDecisions, error) {
	list, err := s.puzzles.Own(ctx, person)
	own := OwnDecisions{Due: append([]string{}, list.Due...), Open: list.Open, Learned: list.Learned}
	if !list.Next.IsZero() {
		own.Next = list.Next.UnixMilli()
	}
	return own, err
}

// PuzzleAnswer is a puzzle as the player of its seat saw it.
type PuzzleAnswer struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	// Theme is turn, card, dice or draft.
	Theme string `json:"theme"`
	// Day is the number of the present day if this is its puzzle, else 0.
	Day     int64             `json:"day"`
	Options game.MatchOptions `json:"options"`
	// Bots are the ids of the bots that play the seats. Seat is the seat that the client answers for.
	Bots []string  `json:"bots"`
	Seat game.Seat `json:"seat"`
	// Public and Private are the documents that the player of the seat saw. Decision is the question.
	Public   any               `json:"public"`
	Private  any               `json:"private,omitempty"`
	Decision game.DecisionText `json:"decision"`
	// Match is the match of an own decision.
	Match string `json:"match,omitempty"`
	// Step is the step of an own decision in its match.
	Step int `json:"step,omitempty"`
	// Names has the name of the person at each seat of the match of an own decision, "" for a bot.
	Names []string `json:"names,omitempty"`
	// Solution is present if the client's account has answered the puzzle.
	Solution *PuzzleSolution `json:"solution,omitempty"`
}

// PuzzleSolution is what a client sees of a puzzle after its answer.
type PuzzleSolution struct {
	// Given is the index of the client's first answer in Answers, or -1 if the analysis of an own match has not
	// compared it.
	Given int `json:"given"`
	// Right is true if it is the best answer, or about as good in an own match.
	Right bool `json:"right"`
	// Answers has every answer, the best one first.
	Answers []PuzzleChoice `json:"answers"`
	// Level is how hard the puzzle is, in the unit of ratings.
	Level int `json:"level"`
	// Strength is how strong the client's account is at the puzzles of the game. Before is what it was before this
	// answer. Tries is the number of puzzles on which it is based, 0 without an account.
	Strength int `json:"strength"`
	Before   int `json:"before"`
	Tries    int `json:"tries"`
	// Streak is the number of days in a row whose puzzle the client's account has answered.
	Streak int `json:"streak"`
	// Own is present for a decision of an own match, which is not rated.
	Own *OwnAnswered `json:"own,omitempty"`
}

// OwnAnswered says what an answer to a decision of an own match has changed.
type OwnAnswered struct {
	// Played is the index of the answer that was given in the match.
	Played int `json:"played"`
	// InRow is the number of right answers in a row.
	InRow int `json:"inRow"`
	// Next is when it is asked again, in milliseconds since 1970. It is absent if it is learned.
	Next int64 `json:"next,omitempty"`
}

// PuzzleChoice is an answer to a puzzle.
type PuzzleChoice struct {
	Answer []game.PickText `json:"answer"`
	// Chance is the chance to win after the answer, from 0 to 1. Points are the expected points at the end.
	Chance float64 `json:"chance"`
	Points float64 `json:"points"`
	// Chosen is the number of accounts whose first answer it was.
	Chosen int `json:"chosen"`
	// Reasons say what can be seen on the table. There may be none.
	Reasons []replay.Reason `json:"reasons,omitempty"`
}

// maxPuzzlesLeftOut is the greatest number of puzzles that a request can leave out.
const maxPuzzlesLeftOut = 100

// nextPuzzle returns a puzzle near the client's strength that its account has not answered, of a `game` and a `theme`
// if they are sent, and none of those in `not`, at most 100 ids with commas between them. Allowed for anybody.
func (s *puzzlesHandler) nextPuzzle(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	query := keeper.Query{Game: q.Get("game"), Theme: q.Get("theme")}
	if not := q.Get("not"); not != "" {
		if query.Not = strings.Split(not, ","); len(query.Not) > maxPuzzlesLeftOut {
			return coded.Malformedf("not has more than %d puzzles", maxPuzzlesLeftOut)
		}
	}
	var id string
	work.Do(r.Context(), func() { id, err = s.puzzles.Next(r.Context(), person, query) })
	if err != nil {
		return err
	}
	return s.sendPuzzle(w, r, person, id)
}

// onePuzzle returns a puzzle, with its `solution` if the client's account has answered it. The ids in `own.due` are
// those of decisions of own matches, which nobody else can see. Allowed for anybody.
func (s *puzzlesHandler) onePuzzle(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	return s.sendPuzzle(w, r, person, chi.URLParam(r, "puzzle"))
}

func (s *puzzlesHandler) sendPuzzle(w http.ResponseWriter, r *http.Request, person people.Person, id string) error {
	var shown keeper.Shown
	var err error
	work.Do(r.Context(), func() { shown, err = s.puzzles.Show(r.Context(), person, id) })
	if err != nil {
		return err
	}
	answer := PuzzleAnswer{
		ID: id, Game: shown.Game, Theme: shown.Theme, Options: shown.Options, Bots: shown.Bots, Seat: shown.Seat,
		Public: shown.Public, Private: shown.Private, Decision: shown.Decision,
		Match: shown.Match, Step: shown.Step, Names: shown.Names,
	}
	if day := s.puzzles.Day(); s.puzzles.Daily(day) == id {
		answer.Day = day
	}
	switch solution, err := s.puzzles.Solved(r.Context(), person, id); {
	case err == nil:
		shown := asSolution(&solution)
		answer.Solution = &shown
	case coded.Of(err) != coded.NotFound:
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func asSolution(s *keeper.Solution) PuzzleSolution {
	answer := PuzzleSolution{
		Given:    s.Given,
		Right:    s.Right,
		Level:    s.Level,
		Strength: s.Strength,
		Before:   s.Before,
		Tries:    s.Tries,
		Streak:   s.Streak,
	}
	for i := range s.Answers {
		a := &s.Answers[i]
		answer.Answers = append(answer.Answers, PuzzleChoice{a.Picks, a.Chance, a.Points, s.Chosen[i], a.Reasons})
	}
	if s.Own != nil {
		answer.Own = &OwnAnswered{Played: s.Own.Played, InRow: s.Own.Right}
		if !s.Own.Next.IsZero() {
			answer.Own.Next = s.Own.Next.UnixMilli()
		}
	}
	return answer
}

// answerPuzzle judges an `answer`, in the form of an answer at a table, and returns the solution. The first answer of
// an account is stored and rated. Allowed for anybody.
func (s *puzzlesHandler) answerPuzzle(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	var body struct {
		Answer json.RawMessage `json:"answer"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if person.Kind == people.Account {
		if err := s.CheckSpace(); err != nil {
			return err
		}
		if err := s.CountChange(w, r, person); err != nil {
			return err
		}
	}
	var solution keeper.Solution
	work.Do(r.Context(), func() {
		solution, err = s.puzzles.Answer(r.Context(), person, chi.URLParam(r, "puzzle"), body.Answer)
	})
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, asSolution(&solution))
	return nil
}

// OwnPuzzles is what is stored of a person's puzzles.
type OwnPuzzles struct {
	// Answered has the ids of the puzzles. Strengths has the person's strength in each game.
	Answered  []string         `json:"answered"`
	Strengths []PuzzleStrength `json:"strengths"`
	// Own says which decisions of own matches the person is asked again.
	Own OwnDecisions `json:"own"`
}

// puzzlesOf returns what is stored of a person's puzzles.
func (s *puzzlesHandler) puzzlesOf(ctx context.Context, person people.Person) (own OwnPuzzles, err error) {
	own = OwnPuzzles{[]string{}, []PuzzleStrength{}, OwnDecisions{Due: []string{}}}
	if s.puzzles == nil {
		return own, nil
	}
	answered, err := s.puzzles.Answered(ctx, person)
	if err != nil {
		return own, err
	}
	own.Answered = append(own.Answered, answered...)
	if own.Strengths, err = s.strengthsOf(ctx, person); err != nil {
		return own, err
	}
	own.Own, err = s.ownDecisions(ctx, person)
	return own, err
}

func (s *puzzlesHandler) strengthsOf(ctx context.Context, person people.Person) ([]PuzzleStrength, error) {
	list := []PuzzleStrength{}
	strengths, err := s.puzzles.Strengths(ctx, person)
	for _, one := range strengths {
		list = append(list, PuzzleStrength{one.Game, one.Points, one.Tries})
	}
	return list, err
}
