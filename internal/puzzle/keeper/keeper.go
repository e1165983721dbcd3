// Package keeper serves puzzles: it chooses them, shows what the player of the seat knew, judges answers, and stores
// the first answer of each account, which changes the ratings of the account and of the puzzle. Begin with
// [Keeper.Next] and [Keeper.Answer].
package keeper

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/people/rating"
	"archmage/internal/puzzle"
	"archmage/internal/random"
	"archmage/internal/store"
)

// Store is the part of the database that this package uses.
type Store interface {
	AddPuzzleAnswer(
		ctx context.Context, answer store.PuzzleAnswer,
		rate func(person, puzzle store.PuzzleRating) (store.PuzzleRating, store.PuzzleRating),
	) error
	PuzzleAnswer(ctx context.Context, person, puzzle string) (int, error)
	PuzzleAnswers(ctx context.Context, puzzle string) (map[int]int, error)
	PuzzlesOf(ctx context.Context, person string) ([]string, error)
	PuzzleDays(ctx context.Context, person string, limit int) ([]int64, error)
	PuzzleStrength(ctx context.Context, person, game string) (store.PuzzleRating, error)
	PuzzleLevel(ctx context.Context, puzzle string) (store.PuzzleRating, error)
	PuzzleLevels(ctx context.Context) (map[string]store.PuzzleRating, error)
}

// Options are the settings of [New].
type Options struct {
	// Now returns the time; nil means the clock of the system.
	Now func() time.Time
	// Random chooses among puzzles.
	Random random.Source
	// Own has the matches of people and their decisions. nil means that nobody is asked a decision again.
	Own OwnStore
}

const (
	// Every dailyShare-th puzzle of a game is kept for a day.
	dailyShare = 5
	// near is the number of puzzles with the nearest level among which the next one is chosen.
	near = 12
	// startSigma is the uncertainty of the level of a puzzle that nobody has tried.
	startSigma = rating.StartSigma / 2
	// maxStreak is the greatest number of days in a row that is counted.
	maxStreak = 1000
)

// Keeper serves the puzzles of a book. It is safe for concurrent use.
type Keeper struct {
	games   game.Modules
	book    *puzzle.Book
	store   Store
	own     OwnStore
	options Options
	byID    map[string]*puzzle.Puzzle
	// daily has the puzzles that are kept for a day, other the other ones, by game. ids has the games of daily.
	daily, other map[string][]*puzzle.Puzzle
	ids          []string
}

// New returns the keeper of the puzzles of a book, as far as their games have the same rules here.
func New(book *puzzle.Book, games game.Modules, db Store, options Options) *Keeper {
	if options.Now == nil {
		options.Now = time.Now
	}
	k := &Keeper{
		games: games, book: book, store: db, own: options.Own, options: options,
		byID:  map[string]*puzzle.Puzzle{},
		daily: map[string][]*puzzle.Puzzle{}, other: map[string][]*puzzle.Puzzle{},
	}
	counts := map[string]int{}
	for i := range book.Puzzles {
		p := &book.Puzzles[i]
		m := &book.Matches[p.Match]
		module, ok := games.Find(m.Game)
		if !ok || module.Rules.Info().Version != m.Rules {
			continue
		}
		k.byID[p.ID] = p
		pool := k.other
		if counts[m.Game]%dailyShare == 0 {
			pool = k.daily
		}
		counts[m.Game]++
		pool[m.Game] = append(pool[m.Game], p)
	}
	for id, pool := range k.daily {
		k.ids = append(k.ids, id)
		// The order of the days is not that of the matches.
		order := game.NewRNG(game.SeedFromInt(1))
		game.Shuffle(&order, pool)
	}
	slices.Sort(k.ids)
	return k
}

// Day returns the number of the present day, in UTC.
func (k *Keeper) Day() int64 { return k.options.Now().Unix() / int64(24*time.Hour/time.Second) }

// Daily returns the puzzle of a day, "" if there are no puzzles. The games take turns.
func (k *Keeper) Daily(day int64) string {
	n := int64(len(k.ids))
	if n == 0 || day < 0 {
		return ""
	}
	pool := k.daily[k.ids[day%n]]
	return pool[day/n%int64(len(pool))].ID
}

// Kind is a game and a theme of which there are puzzles.
type Kind struct {
	Game, Theme string
	Count       int
}

// Kinds returns the games and themes of the puzzles that [Keeper.Next] can return.
func (k *Keeper) Kinds() []Kind {
	var list []Kind
	for _, id := range k.ids {
		for _, theme := range puzzle.Themes() {
			kind := Kind{Game: id, Theme: theme}
			for _, p := range k.other[id] {
				if p.Theme == theme {
					kind.Count++
				}
			}
			if kind.Count > 0 {
				list = append(list, kind)
			}
		}
	}
	return list
}

// Query selects a puzzle.
type Query struct {
	// Game and Theme are "" for all.
	Game, Theme string
	// Not are puzzles that are left out.
	Not []string
}

// Next returns the id of a puzzle that the person has not answered, near the person's strength. It fails with
// coded.NotFound if there is none. The person may be the zero Person.
func (k *Keeper) Next(ctx context.Context, by people.Person, q Query) (string, error) {
	answered := map[string]bool{}
	for _, id := range q.Not {
		answered[id] = true
	}
	if isRated(by) {
		list, err := k.store.PuzzlesOf(ctx, by.ID)
		if err != nil {
			return "", err
		}
		for _, id := range list {
			answered[id] = true
		}
	}
	type candidate struct {
		id   string
		away float64
	}
	var list []candidate
	levels, err := k.store.PuzzleLevels(ctx)
	if err != nil {
		return "", err
	}
	for id, puzzles := range k.other {
		if q.Game != "" && q.Game != id {
			continue
		}
		strength, err := k.strength(ctx, by, id)
		if err != nil {
			return "", err
		}
		for _, p := range puzzles {
			if answered[p.ID] || q.Theme != "" && q.Theme != p.Theme {
				continue
			}
			away := startRating(p, levels[p.ID]).Mu - strength.Mu
			list = append(list, candidate{p.ID, away * away})
		}
	}
	if len(list) == 0 {
		return "", coded.Errorf(coded.NotFound, "there is no other puzzle of that kind")
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.away, b.away), cmp.Compare(a.id, b.id))
	})
	var seed game.Seed
	k.options.Random.Fill(seed[:])
	choice := game.NewRNG(seed)
	return list[choice.IntN(min(near, len(list)))].id, nil
}

// isRated reports whether the answers of a person are stored and rated.
func isRated(by people.Person) bool { return by.ID != "" && by.Kind == people.Account }

// strength returns the strength of a person at the puzzles of a game.
func (k *Keeper) strength(ctx context.Context, by people.Person, gameID string) (rating.Rating, error) {
	if !isRated(by) {
		return rating.New(), nil
	}
	stored, err := k.store.PuzzleStrength(ctx, by.ID, gameID)
	return strengthOf(stored), err
}

func strengthOf(stored store.PuzzleRating) rating.Rating {
	if stored.Tries == 0 {
		return rating.New()
	}
	return rating.Rating{Mu: stored.Mu, Sigma: stored.Sigma}
}

// startRating returns the rating of a puzzle.
func startRating(p *puzzle.Puzzle, stored store.PuzzleRating) rating.Rating {
	if stored.Tries == 0 {
		return rating.Rating{Mu: p.Level, Sigma: startSigma}
	}
	return rating.Rating{Mu: stored.Mu, Sigma: stored.Sigma}
}

// Shown is a puzzle as the player of its seat saw it. It has nothing that was hidden from that player.
type Shown struct {
	ID, Game, Theme string
	Options         game.MatchOptions
	Bots            []string
	Seat            game.Seat
	// Public and Private are the documents of the seat.
	Public, Private any
	Decision        game.DecisionText
	// Match, Step and Names are set for a decision of an own match: the match, the step of the decision, and the
	// name of the person at each seat, "" for a bot.
	Match string
	Step  int
	Names []string
}

// Show returns a puzzle, or a decision of an own match of the person. It fails with coded.NotFound.
func (k *Keeper) Show(ctx context.Context, by people.Person, id string) (Shown, error) {
	if IsOwn(id) {
		return k.showOwn(ctx, by, id)
	}
	_, o, err := k.open(id)
	if err != nil {
		return Shown{}, err
	}
	return o.show(), nil
}

// opened is a puzzle with its position.
type opened struct {
	puzzle   *puzzle.Puzzle
	match    *puzzle.Match
	rules    game.Rules
	state    game.State
	decision game.Decision
}

// show returns what the player of the seat saw.
func (o *opened) show() Shown {
	return Shown{
		ID: o.puzzle.ID, Game: o.match.Game, Theme: o.puzzle.Theme, Options: o.match.Options, Bots: o.match.Bots,
		Seat: o.puzzle.Seat, Public: o.state.Public(), Private: o.state.Private(o.puzzle.Seat),
		Decision: o.decision.Text(o.rules),
	}
}

// parse returns the choices of an answer. It fails with coded.Malformed and the codes of package game if the answer is
// not legal.
func (o *opened) parse(choice json.RawMessage) ([]game.Pick, error) {
	picks, err := o.decision.ParsePicks(o.rules, choice)
	if err != nil {
		return nil, err
	}
	return picks, o.decision.Check(game.Answer{Decision: o.decision.ID, Picks: picks})
}

func (k *Keeper) open(id string) (*puzzle.Puzzle, *opened, error) {
	p, ok := k.byID[id]
	if !ok {
		return nil, nil, coded.Errorf(coded.NotFound, "there is no such puzzle")
	}
	o := &opened{puzzle: p, match: &k.book.Matches[p.Match]}
	module, _ := k.games.Find(o.match.Game)
	o.rules = module.Rules
	now, err := o.match.At(o.rules, p.Step)
	if err != nil {
		return nil, nil, err
	}
	if o.state = now.State; !o.state.Decision(p.Seat, &o.decision) {
		return nil, nil, errors.New("puzzle " + id + " has no decision")
	}
	return p, o, nil
}

// Solution is what a person sees of a puzzle after an answer.
type Solution struct {
	// Given is the place of the person's first answer in Answers, -1 for an answer to a decision of an own match
	// that its analysis has not compared. Right is true if it is the best one, or about as good in an own match.
	Given   int
	Right   bool
	Answers []puzzle.Answer
	// Chosen has the number of accounts whose first answer each was.
	Chosen []int
	// Level is the estimated level of the puzzle, Strength that of the person, in the points of [rating.Points].
	// Before is the strength before this answer, or Strength if nothing has changed.
	Level, Strength, Before int
	// Tries is the number of puzzles from which Strength was computed. It is 0 without an account.
	Tries int
	// Streak is the number of days in a row whose puzzle the person has answered.
	Streak int
	// Own is nil for a puzzle that is not of an own match. Such a decision is not rated, so Level and Strength are 0.
	Own *OwnSolution
}

// Answer judges an answer, and returns the solution. The first answer of an account is stored and rated; later ones
// change nothing, and the solution is that of the first. Answer fails with coded.NotFound, with coded.Malformed and the
// codes of package game if the answer is not legal, and with people.CodeNotStored.
//
// A decision of an own match is asked again after some days, and an answer changes when (see [puzzle.NextOwn]).
func (k *Keeper) Answer(ctx context.Context, by people.Person, id string, choice json.RawMessage) (Solution, error) {
	if IsOwn(id) {
		return k.answerOwn(ctx, by, id, choice)
	}
	p, o, err := k.open(id)
	if err != nil {
		return Solution{}, err
	}
	picks, err := o.parse(choice)
	if err != nil {
		return Solution{}, err
	}
	given := p.Find(&o.decision, o.rules, picks)
	if given < 0 {
		return Solution{}, coded.Malformedf("that answer only takes something back")
	}
	if !isRated(by) {
		return k.solution(ctx, by, o, given)
	}
	day := k.Day()
	if k.Daily(day) != id {
		day = 0
	}
	var before, after rating.Rating
	err = k.store.AddPuzzleAnswer(ctx, store.PuzzleAnswer{
		Person: by.ID, Puzzle: id, Game: o.match.Game, Answer: given, Day: day, At: k.options.Now(),
	}, func(person, level store.PuzzleRating) (store.PuzzleRating, store.PuzzleRating) {
		ranks := []rating.Result{{Rank: 1}, {Rank: 2}}
		if given != 0 {
			ranks = []rating.Result{{Rank: 2}, {Rank: 1}}
		}
		before = strengthOf(person)
		rated := rating.Rate([]rating.Rating{before, startRating(p, level)}, ranks)
		after = rated[0]
		return store.PuzzleRating{Mu: rated[0].Mu, Sigma: rated[0].Sigma, Tries: person.Tries + 1},
			store.PuzzleRating{Mu: rated[1].Mu, Sigma: rated[1].Sigma, Tries: level.Tries + 1}
	})
	switch {
	case errors.Is(err, store.ErrExists):
		return k.Solved(ctx, by, id)
	case err != nil:
		return Solution{}, people.NotStored(err)
	}
	s, err := k.solution(ctx, by, o, given)
	if s.Strength == rating.Points(after.Mu) {
		s.Before = rating.Points(before.Mu)
	}
	return s, err
}

// Solved returns the solution of a puzzle that an account has answered. It fails with coded.NotFound if the person has
// not answered it.
func (k *Keeper) Solved(ctx context.Context, by people.Person, id string) (Solution, error) {
	if IsOwn(id) {
		return Solution{}, coded.Errorf(coded.NotFound, "a decision of an own match is asked again")
	}
	_, o, err := k.open(id)
	if err != nil {
		return Solution{}, err
	}
	if isRated(by) {
		given, err := k.store.PuzzleAnswer(ctx, by.ID, id)
		if err == nil && given < len(o.puzzle.Answers) {
			return k.solution(ctx, by, o, given)
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			return Solution{}, err
		}
	}
	return Solution{}, coded.Errorf(coded.NotFound, "the puzzle is not answered yet")
}

func (k *Keeper) solution(ctx context.Context, by people.Person, o *opened, given int) (Solution, error) {
	s := Solution{
		Given: given, Right: given == 0, Answers: o.puzzle.Answers, Chosen: make([]int, len(o.puzzle.Answers)),
	}
	counts, err := k.store.PuzzleAnswers(ctx, o.puzzle.ID)
	if err != nil {
		return s, err
	}
	for answer, n := range counts {
		if answer < len(s.Chosen) {
			s.Chosen[answer] = n
		}
	}
	level, err := k.store.PuzzleLevel(ctx, o.puzzle.ID)
	if err != nil {
		return s, err
	}
	s.Level = rating.Points(startRating(o.puzzle, level).Mu)
	if !isRated(by) {
		return s, nil
	}
	stored, err := k.store.PuzzleStrength(ctx, by.ID, o.match.Game)
	if err != nil {
		return s, err
	}
	s.Strength, s.Tries = rating.Points(strengthOf(stored).Mu), stored.Tries
	s.Before = s.Strength
	s.Streak, err = k.Streak(ctx, by)
	return s, err
}

// Streak returns the number of days in a row, until today or yesterday, whose puzzle an account has answered.
func (k *Keeper) Streak(ctx context.Context, by people.Person) (int, error) {
	if !isRated(by) {
		return 0, nil
	}
	days, err := k.store.PuzzleDays(ctx, by.ID, maxStreak)
	if err != nil {
		return 0, err
	}
	return streak(days, k.Day()), nil
}

// streak returns the number of days in a row that end today or yesterday. days has the latest day first.
func streak(days []int64, today int64) int {
	n := 0
	for i, day := range days {
		if i == 0 && day < today-1 || i > 0 && day != days[i-1]-1 {
			break
		}
		n++
	}
	return n
}

// Answered returns the ids of the puzzles that an account has answered.
func (k *Keeper) Answered(ctx context.Context, by people.Person) ([]string, error) {
	return k.store.PuzzlesOf(ctx, by.ID)
}

// Strength is how strong an account is at the puzzles of a game.
type Strength struct {
	Game string
	// Points is the estimate, in the points of [rating.Points]. Tries is the number of puzzles from which it was
	// computed.
	Points, Tries int
}

// Strengths returns how strong an account is at the puzzles of each game that it has tried.
func (k *Keeper) Strengths(ctx context.Context, by people.Person) ([]Strength, error) {
	var list []Strength
	if !isRated(by) {
		return nil, nil
	}
	for _, id := range k.ids {
		stored, err := k.store.PuzzleStrength(ctx, by.ID, id)
		if err != nil {
			return nil, err
		}
		if stored.Tries > 0 {
			list = append(list, Strength{id, rating.Points(stored.Mu), stored.Tries})
		}
	}
	return list, nil
}
