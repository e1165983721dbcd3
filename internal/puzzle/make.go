package puzzle

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people/rating"
)

const (
	// A puzzle has minAnswers to maxAnswers answers, so that all of them can be compared and shown.
	minAnswers, maxAnswers = 3, 14
	// The first look at a decision plays each answer on firstPasses times, the second look the best deepAnswers of them
	// secondPasses times. A decision is dropped if the best answer is less than firstLead or secondLead ahead.
	firstPasses, secondPasses = 8, 30
	firstLead, secondLead     = 0.05, 0.08
	// DefaultPasses is the number of simulations of each answer by which a puzzle is judged.
	DefaultPasses = 100
	// A puzzle is checked with DeepFactor times more simulations of its best answers, at most deepAnswers of them.
	DeepFactor  = 10
	deepAnswers = 3
	// minSteps is the least number of answers between two puzzles of a match.
	minSteps = 4
	// randomOneIn is the number of answers of which one is given at random, so that matches differ more.
	randomOneIn = 25
)

// Maker makes puzzles from matches of a bot against itself.
type Maker struct {
	Rules   game.Rules
	Analyst game.Analyst
	// Bot plays all seats. It should be fast.
	Bot     game.Bot
	Options game.MatchOptions
	Players int
	// Seed determines all matches, each together with its number.
	Seed uint64
	// Passes is the number of simulations of each answer by which a puzzle is judged.
	Passes int
	// PerMatch is the greatest number of puzzles of one match.
	PerMatch int
	// Deep makes the maker check each puzzle with [DeepFactor] times more simulations, and drop it if another answer
	// is the best then, or the best one is no longer clear.
	Deep bool
}

// Counts says what became of the decisions of the matches that a [Maker] has looked at.
type Counts struct {
	Matches int `json:"matches"`
	// Decisions is the number of decisions with minAnswers to maxAnswers answers.
	Decisions int `json:"decisions"`
	// Compared is the number of decisions whose best answer was ahead at the first look, Clear the number of those
	// whose best answer was clear.
	Compared int `json:"compared"`
	Clear    int `json:"clear"`
	// Checked is the number of clear ones that were checked with more simulations, and Same the number of those whose
	// best answer stayed the same.
	Checked int `json:"checked"`
	Same    int `json:"same"`
	// Kept is the number of puzzles.
	Kept int `json:"kept"`
}

// Add adds the counts of other matches.
func (c *Counts) Add(other Counts) {
	c.Matches += other.Matches
	c.Decisions += other.Decisions
	c.Compared += other.Compared
	c.Clear += other.Clear
	c.Checked += other.Checked
	c.Same += other.Same
	c.Kept += other.Kept
}

// candidate is a clear decision of the match that is being looked at.
type candidate struct {
	Puzzle

	position *game.Position
	// isMissed is true if the bot would not give the best answer.
	isMissed bool
}

// Make plays the match with a number and returns its puzzles. The match has no moves after the last puzzle. The result
// depends only on the fields of the maker and the number.
func (m *Maker) Make(ctx context.Context, number uint64) (*Match, []Puzzle, Counts, error) {
	seed := m.seed(number, 0)
	random, search := game.NewRNG(m.seed(number, 1)), game.NewRNG(m.seed(number, 2))
	played := &Match{
		Game: m.Rules.Info().ID, Rules: m.Rules.Info().Version, Options: m.Options, Seed: seed,
		Bots: slices.Repeat([]string{m.Bot.ID()}, m.Players),
	}
	counts := Counts{Matches: 1}
	now, err := played.At(m.Rules, 0)
	if err != nil {
		return nil, nil, counts, err
	}
	var found []candidate
	for now.Result == nil {
		if ctx.Err() != nil {
			return nil, nil, counts, ctx.Err()
		}
		p := game.NewPosition(now.State, now.State.Waiting().First(), nil)
		picks := m.Bot.Choose(ctx, p, &random)
		if c, ok := m.examine(ctx, p, &search, picks, &counts); ok {
			c.Step, c.Seat = len(played.Moves), p.Seat
			c.ID = fmt.Sprintf("%s-%d-%d-%d", played.Game, m.Seed, number, c.Step)
			found = append(found, c)
		}
		if random.IntN(randomOneIn) == 0 {
			if other, err := p.Decision.Complete(nil, &random); err == nil {
				picks = other
			}
		}
		move := match.Choice(m.Rules, p.Decision, picks)
		if now, err = now.Answer(1, p.Seat, move, nil, nil); err != nil {
			return nil, nil, counts, fmt.Errorf("puzzle: answer of the bot: %w", err)
		}
		played.Seats, played.Moves = append(played.Seats, p.Seat), append(played.Moves, json.RawMessage(move))
	}
	puzzles := m.choose(ctx, found, &search, &counts)
	counts.Kept = len(puzzles)
	if len(puzzles) == 0 {
		return nil, nil, counts, ctx.Err()
	}
	last := puzzles[len(puzzles)-1].Step
	played.Seats, played.Moves = played.Seats[:last], played.Moves[:last]
	return played, puzzles, counts, ctx.Err()
}

// seed returns the seed of a match, or of a stream of random numbers for it.
func (m *Maker) seed(number uint64, stream byte) game.Seed {
	seed := game.SeedFromInt(m.Seed)
	for i := range 8 {
		seed[8+i] = byte(number >> (8 * i))
	}
	seed[len(seed)-1] = stream
	return seed
}

// examine reports whether the best answer to the decision of a position is clear, and returns the puzzle.
func (m *Maker) examine(
	ctx context.Context, p *game.Position, random *game.RNG, byBot []game.Pick, counts *Counts,
) (c candidate, ok bool) {
	if _, forced := p.Decision.Forced(); forced || p.Decision.Answered {
		return c, false
	}
	list, all := p.Decision.Answers(maxAnswers)
	if !all || len(list) < minAnswers {
		return c, false
	}
	counts.Decisions++
	looked := Compare(ctx, m.Rules, m.Analyst, p, random, firstPasses, list)
	if !isAhead(looked, firstLead) {
		return c, false
	}
	if looked = Compare(
		ctx,
		m.Rules,
		m.Analyst,
		p,
		random,
		secondPasses,
		m.picks(p, looked),
	); !isAhead(
		looked,
		secondLead,
	) {
		return c, false
	}
	counts.Compared++
	answers := Compare(ctx, m.Rules, m.Analyst, p, random, m.Passes, list)
	if !IsClear(answers) {
		return c, false
	}
	counts.Clear++
	c.Theme, c.Answers, c.position = ThemeOf(p.Decision.Kind), answers, p
	c.isMissed = !p.Decision.SamePicks(m.picks(p, answers)[0], byBot)
	return c, true
}

func isAhead(answers []Answer, lead float64) bool {
	return len(answers) > 1 && answers[0].Chance-answers[1].Chance >= lead
}

// check compares the best answers of a candidate with more simulations, and reports whether the same one is the best.
func (m *Maker) check(ctx context.Context, c *candidate, random *game.RNG) bool {
	list := m.picks(c.position, c.Answers)
	deep := Compare(ctx, m.Rules, m.Analyst, c.position, random, DeepFactor*m.Passes, list)
	if len(deep) == 0 || !slices.Equal(deep[0].Picks, c.Answers[0].Picks) {
		return false
	}
	c.Answers = slices.Concat(deep, c.Answers[len(deep):])
	sortOthers(c.Answers)
	return true
}

// picks returns the choices of the first deepAnswers answers.
func (m *Maker) picks(p *game.Position, answers []Answer) (list [][]game.Pick) {
	for i := range answers[:min(deepAnswers, len(answers))] {
		// The texts are those of this decision.
		picks, _ := p.Decision.PicksFromText(m.Rules, answers[i].Picks)
		list = append(list, picks)
	}
	return list
}

// level estimates how hard a puzzle is. A puzzle is harder if a simple bot misses it, if it has many answers, and if
// the second answer is nearly as good.
func level(c *candidate) float64 {
	l := rating.StartMu - 4
	if c.isMissed {
		l += 5
	}
	l += 0.3 * float64(len(c.Answers))
	lead, _ := c.Lead()
	return round(l-8*lead, 10)
}

// choose returns the puzzles of a match in the order of the match: those that the bot misses first, then those with
// the greatest lead, and not two of one turn.
func (m *Maker) choose(ctx context.Context, found []candidate, random *game.RNG, counts *Counts) []Puzzle {
	slices.SortStableFunc(found, func(a, b candidate) int {
		if a.isMissed != b.isMissed {
			if a.isMissed {
				return -1
			}
			return 1
		}
		x, _ := a.Lead()
		y, _ := b.Lead()
		return cmp.Compare(y, x)
	})
	var list []Puzzle
	for i := range found {
		c := &found[i]
		isNear := slices.ContainsFunc(list, func(q Puzzle) bool { return max(c.Step-q.Step, q.Step-c.Step) < minSteps })
		if isNear || len(list) == m.PerMatch {
			continue
		}
		if m.Deep {
			counts.Checked++
			if !m.check(ctx, c, random) {
				continue
			}
			counts.Same++
		}
		c.Answers = rounded(c.Answers)
		c.Level = level(c)
		list = append(list, c.Puzzle)
	}
	list = slices.DeleteFunc(list, func(p Puzzle) bool { return !IsClear(p.Answers) })
	slices.SortFunc(list, func(a, b Puzzle) int { return cmp.Compare(a.Step, b.Step) })
	return list
}
