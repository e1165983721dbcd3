package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/people/rating"
)

type tournament struct {
	rules       game.Rules
	playerCount int
	dealCount   int
	maxWidth    float64
	seed        uint64
	options     game.MatchOptions
	workerCount int
	bots        []contestant
	// pairings are the pairings to play.
	pairings []*pairing
}

// contestant is a bot with a budget for each decision.
type contestant struct {
	name string
	bot  game.Bot
	// iterations and time limit the search of a decision. 0 means no limit.
	iterations int
	time       time.Duration
}

// pairing is one bot against a field: copies of another bot, which play all other seats. botIndex and
// fieldIndex are indexes in tournament.bots. In a solo game the bot plays alone, and they are equal.
type pairing struct {
	botIndex, fieldIndex int
	matches              []matchResult
}

// matchResult is the result of one match of a pairing.
type matchResult struct {
	// seat is the seat of the pairing's bot.
	seat game.Seat
	// resultBySeat and totalBySeat have a last entry for the virtual opponent, if there is one.
	resultBySeat []rating.Result
	totalBySeat  []int
	// thinkTimes has the durations of decisions with more than one legal answer: first those of the bot, then
	// those of the field.
	thinkTimes [2][]time.Duration
	// rounds is the number of rounds. decisions is the number of answers of all seats.
	rounds, decisions int
	err               error
}

// dealsPerGroup is the number of deals that are played between two checks of the interval's width.
const dealsPerGroup = 10

type tournamentOutput struct {
	// format is text or json. plot is the path of an SVG file, or "".
	format, plot string
	quiet        bool
}

func (a *app) tournamentCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tournament",
		Short: "Play bots against each other and rate them",
		Args:  cobra.ExactArgs(0),
	}
	t := tournament{options: game.MatchOptions{}}
	var out tournamentOutput
	set := cmd.Flags()
	name := a.bindGame(set)
	bots := set.String(
		"bots",
		"greedy,random",
		"the `list` of bots, separated by commas, each perhaps with a budget for a decision:\n"+
			"search:200ms, search:2s, or search:400i for iterations, with which the tournament can be repeated",
	)
	set.StringVar(&out.format, "format", "text", "the `form` of the result: text or json")
	set.StringVar(&out.plot, "plot", "", "also draw the result in this SVG `file`")
	set.BoolVar(&out.quiet, "quiet", false, "do not print the progress")
	first := set.Bool("first", false, "play only the first bot against each of the others")
	set.IntVar(
		&t.playerCount,
		"players",
		2,
		"the `number` of players; with more than two, one bot sits among others of one kind",
	)
	set.IntVar(&t.dealCount, "deals", 100, "the `number` of deals; each is played once from every seat by each pairing")
	set.Float64Var(
		&t.maxWidth,
		"until",
		0,
		"end a pairing early once its interval is no wider than this `share`, as 0.1",
	)
	set.Uint64Var(&t.seed, "seed", 1, "the `seed` of the deals and of the bots")
	set.IntVar(&t.workerCount, "workers", runtime.GOMAXPROCS(0), "the `number` of matches to play at once")
	set.Var(optionFlag(t.options), "option", "set a match option, as `id=value`; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if out.format != "text" && out.format != "json" {
			return unknownValue("format", out.format, "text or json")
		}
		if err := t.complete(a.games, *name, *bots, *first); err != nil {
			return cli.Misuse(err)
		}
		return a.tournament(cmd.Context(), &t, out)
	}
	return cmd
}

// complete sets the remaining fields from the flags. It returns an error if a flag is invalid.
func (t *tournament) complete(games gameList, name, bots string, first bool) error {
	e, err := games.find(name)
	if err != nil {
		return err
	}
	if t.dealCount < 1 || t.workerCount < 1 {
		return errors.New("--deals and --workers must be at least 1")
	}
	t.rules = e.Rules
	if _, err = game.ResolveOptions(t.rules.Info(), t.options, t.playerCount); err != nil {
		return err
	}
	if t.bots, err = contestants(bots, e.contestants()); err != nil {
		return err
	}
	return t.makePairings(first)
}

func (a *app) tournament(ctx context.Context, t *tournament, out tournamentOutput) error {
	var interrupted error
	for i, p := range t.pairings {
		err := t.play(ctx, p, func(done int) {
			if !out.quiet {
				fmt.Fprintf(
					a.Stderr, "\r%d of %d: %s, %d matches, %s ",
					i+1, len(t.pairings), t.title(p), done, p.share(),
				)
			}
		})
		if !out.quiet {
			fmt.Fprintln(a.Stderr)
		}
		if ctx.Err() != nil {
			interrupted = errors.New("interrupted; the result has only what was played")
			break
		}
		if err != nil {
			return err
		}
	}
	result := t.result()
	if out.plot != "" {
		if err := os.WriteFile(out.plot, result.svg(), 0o644); err != nil {
			return err
		}
	}
	err := interrupted
	if out.format == "json" {
		err = errors.Join(err, writeIndented(a.Stdout, result))
	} else {
		err = errors.Join(err, result.text(a.Stdout))
	}
	return err
}

// contestants parses a list such as "greedy,search:200ms".
func contestants(names string, bots []game.Bot) ([]contestant, error) {
	var parsed []contestant
	for _, name := range strings.Split(names, ",") {
		id, budget, hasBudget := strings.Cut(name, ":")
		c := contestant{name: name}
		for _, b := range bots {
			if b.ID() == id {
				c.bot = b
			}
		}
		if c.bot == nil {
			var ids []string
			for _, b := range bots {
				ids = append(ids, b.ID())
			}
			return nil, fmt.Errorf("--bots: there is no bot %q; there is %s", id, strings.Join(ids, ", "))
		}
		if hasBudget {
			var err error
			if c.iterations, c.time, err = parseBudget(budget); err != nil {
				return nil, err
			}
		}
		parsed = append(parsed, c)
	}
	return parsed, nil
}

// parseBudget parses a budget such as "200ms", "1s" or "400i".
func parseBudget(text string) (iterations int, limit time.Duration, err error) {
	if number, ok := strings.CutSuffix(text, "i"); ok {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			return n, 0, nil
		}
	} else if d, err := time.ParseDuration(text); err == nil && d >= time.Millisecond {
		return 0, d, nil
	}
	return 0, 0, fmt.Errorf("--bots: a budget is 200ms, 1s or 400i, not %q", text)
}

// makePairings sets the pairings. With two players, it pairs each two bots once. With more players, it pairs
// each bot with a field of each other bot. If first is true, it makes only the pairings of the first bot.
func (t *tournament) makePairings(first bool) error {
	for i := range t.bots {
		for j := range t.bots {
			switch {
			case first && i > 0:
			case t.playerCount == 1 && i == j, t.playerCount == 2 && i < j, t.playerCount > 2 && i != j:
				t.pairings = append(t.pairings, &pairing{botIndex: i, fieldIndex: j})
			}
		}
	}
	if len(t.pairings) == 0 {
		return fmt.Errorf("--bots: a tournament takes two bots, or one in a solo game")
	}
	return nil
}

// title describes a pairing.
func (t *tournament) title(p *pairing) string {
	switch t.playerCount {
	case 1:
		return t.bots[p.botIndex].name
	case 2:
		return t.bots[p.botIndex].name + " against " + t.bots[p.fieldIndex].name
	}
	return fmt.Sprintf("%s against %d of %s", t.bots[p.botIndex].name, t.playerCount-1, t.bots[p.fieldIndex].name)
}

// play plays the matches of a pairing: each deal once with the pairing's bot at each seat. It stops early after
// a group of deals if the interval is narrow enough. The matches do not depend on the number of workers.
// progress receives the number of matches played. It is never called concurrently.
func (t *tournament) play(ctx context.Context, p *pairing, progress func(done int)) error {
	for deal := 0; deal < t.dealCount; deal += dealsPerGroup {
		n := min(dealsPerGroup, t.dealCount-deal) * t.playerCount
		matches := make([]matchResult, n)
		var next, done atomic.Int64
		var group sync.WaitGroup
		var mu sync.Mutex
		for range min(t.workerCount, n) {
			group.Go(func() {
				for i := int(next.Add(1) - 1); i < n && ctx.Err() == nil; i = int(next.Add(1) - 1) {
					matches[i] = t.match(ctx, p, deal+i/t.playerCount, game.Seat(i%t.playerCount))
					mu.Lock()
					progress(deal*t.playerCount + int(done.Add(1)))
					mu.Unlock()
				}
			})
		}
		group.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i := range matches {
			if matches[i].err != nil {
				return matches[i].err
			}
		}
		p.matches = append(p.matches, matches...)
		if share := p.share(); t.maxWidth > 0 && share.High-share.Low <= t.maxWidth {
			break
		}
	}
	return nil
}

// match plays one deal with the pairing's bot at the given seat.
func (t *tournament) match(ctx context.Context, p *pairing, deal int, seat game.Seat) (m matchResult) {
	sim := simulation{seed: t.seed}
	s, err := t.rules.New(t.options, t.playerCount, sim.seedOf(deal))
	if err != nil {
		return matchResult{err: err}
	}
	m.seat = seat
	streams := make([]game.RNG, t.playerCount)
	random := game.NewRNG(sim.botSeed(deal))
	for i := range streams {
		streams[i] = game.NewRNG(random.Seed())
	}
	var d game.Decision
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		if ctx.Err() != nil || m.decisions == maxAnswers {
			return matchResult{err: fmt.Errorf("deal %d is not over after %d answers", deal, m.decisions)}
		}
		current := waiting.First()
		position := game.NewPosition(s, current, &d)
		side, player := 1, &t.bots[p.fieldIndex]
		if current == seat {
			side, player = 0, &t.bots[p.botIndex]
		}
		_, forced := d.Forced()
		start := time.Now()
		picks := player.choose(ctx, position, &streams[current])
		if !forced {
			m.thinkTimes[side] = append(m.thinkTimes[side], time.Since(start))
		}
		if err := s.Apply(current, game.Answer{Decision: d.ID, Picks: picks}, nil); err != nil {
			return matchResult{err: fmt.Errorf("%s answers %s in deal %d: %w", player.name, d.Kind, deal, err)}
		}
		m.decisions++
	}
	outcome := s.Outcome()
	m.rounds = outcome.Rounds
	m.resultBySeat, m.totalBySeat = make([]rating.Result, len(outcome.Places)), make([]int, len(outcome.Places))
	for _, place := range outcome.Places {
		index := int(place.Seat)
		if place.Seat == game.NoSeat {
			index = len(outcome.Places) - 1
		}
		m.resultBySeat[index], m.totalBySeat[index] = rating.Result{Rank: place.Rank, Team: place.Team}, place.Total
	}
	return m
}

// choose returns the bot's answer within its budget.
func (c *contestant) choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	p.Budget.Iterations = c.iterations
	if c.time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.time)
		defer stop()
	}
	return c.bot.Choose(ctx, p, random)
}
