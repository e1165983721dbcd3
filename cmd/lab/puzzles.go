package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/puzzle"
)

// puzzleRun makes puzzles until it has enough of them.
type puzzleRun struct {
	maker puzzle.Maker
	// wanted is the number of puzzles, limit that of matches. first is the number of the first match.
	wanted, limit int
	first         uint64
	// joined are files whose puzzles are added.
	joined  []string
	workers int
}

func (a *app) puzzlesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles FILE",
		Short: "Make puzzles from matches that a bot plays against itself",
		Long: "puzzles plays matches, looks for decisions whose best answer is clear, and adds them to FILE " +
			"(docs/puzzles.md). The same flags make the same puzzles.",
		Args: cobra.ExactArgs(1),
	}
	r := puzzleRun{maker: puzzle.Maker{Options: game.MatchOptions{}}}
	set := cmd.Flags()
	name := a.bindGame(set)
	bot := set.String("bot", "greedy", "the `id` of the bot that plays all seats")
	set.IntVar(&r.maker.Players, "players", 2, "the `number` of players")
	set.IntVar(&r.wanted, "puzzles", 100, "the `number` of puzzles to make")
	set.IntVar(&r.limit, "matches", 100_000, "the `number` of matches after which the command stops in any case")
	set.Uint64Var(&r.first, "first", 1, "the `number` of the first match")
	set.Uint64Var(&r.maker.Seed, "seed", 1, "the `seed` of the matches and of the search")
	set.IntVar(&r.maker.Passes, "passes", puzzle.DefaultPasses, "the `number` of simulations of each answer")
	set.IntVar(&r.maker.PerMatch, "per-match", 4, "the greatest `number` of puzzles of one match")
	set.BoolVar(&r.maker.Deep, "deep", true, "drop puzzles that have another best answer at ten times the simulations")
	set.StringArrayVar(&r.joined, "join", nil, "a `file` whose puzzles are added too; may be repeated")
	set.IntVar(&r.workers, "workers", runtime.GOMAXPROCS(0), "the `number` of matches to look at at once")
	set.Var(optionFlag(r.maker.Options), "option", "set a match option, as `id=value`; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := r.complete(a.games, *name, *bot); err != nil {
			return cli.Misuse(err)
		}
		return a.makePuzzles(cmd.Context(), &r, args[0])
	}
	return cmd
}

// complete sets the remaining fields from the flags. It returns an error if a flag is invalid.
func (r *puzzleRun) complete(games gameList, name, bot string) error {
	e, err := games.find(name)
	if err != nil {
		return err
	}
	if e.guide == nil {
		return fmt.Errorf("%s has no analyst", name)
	}
	r.maker.Rules, r.maker.Analyst = e.Rules, registry.Search(e.Module)
	for _, one := range e.players() {
		if one.ID() == bot {
			r.maker.Bot = one
		}
	}
	if r.maker.Bot == nil {
		return fmt.Errorf("--bot: there is no bot %q", bot)
	}
	if r.wanted < 0 || r.limit < 1 || r.maker.Passes < 2 || r.maker.PerMatch < 1 || r.workers < 1 {
		return errors.New("--passes must be at least 2, --puzzles at least 0, the other numbers at least 1")
	}
	r.maker.Options, err = game.CompleteOptions(e.Rules.Info(), r.maker.Options, r.maker.Players)
	return err
}

// puzzleResult is what one match gave.
type puzzleResult struct {
	match   *puzzle.Match
	puzzles []puzzle.Puzzle
	counts  puzzle.Counts
	err     error
}

// makePuzzles adds puzzles to the file at path, which need not exist, and prints what was looked at. It keeps what it
// has made if it is interrupted.
func (a *app) makePuzzles(ctx context.Context, r *puzzleRun, path string) error {
	book, err := readBook(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, file := range r.joined {
		other, err := readBook(file)
		if err != nil {
			return err
		}
		book.Join(other)
	}
	var total puzzle.Counts
	for done := 0; done < r.limit && total.Kept < r.wanted; done += r.workers {
		for _, one := range r.round(ctx, r.first+uint64(done), min(r.workers, r.limit-done)) {
			if ctx.Err() != nil || total.Kept >= r.wanted {
				break
			}
			if one.err != nil {
				return one.err
			}
			total.Add(one.counts)
			made := puzzle.New()
			made.Add(one.match, one.puzzles)
			book.Join(made)
		}
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(a.Stderr, "\r%d matches, %d puzzles ", total.Matches, total.Kept)
	}
	fmt.Fprintln(a.Stderr)
	fmt.Fprintf(
		a.Stdout,
		"%d matches, %d decisions, %d compared, %d clear, %d of %d the same at %d times the budget, %d kept\n",
		total.Matches,
		total.Decisions,
		total.Compared,
		total.Clear,
		total.Same,
		total.Checked,
		puzzle.DeepFactor,
		total.Kept,
	)
	book.Sort()
	data, err := book.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// readBook returns the puzzles in a file; none if it cannot be read.
func readBook(path string) (*puzzle.Book, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return puzzle.New(), err
	}
	return puzzle.Read(data)
}

// round looks at some matches at the same time and returns their results in the order of their numbers.
func (r *puzzleRun) round(ctx context.Context, first uint64, n int) []puzzleResult {
	results := make([]puzzleResult, n)
	var group sync.WaitGroup
	for i := range results {
		group.Go(func() {
			one := &results[i]
			one.match, one.puzzles, one.counts, one.err = r.maker.Make(ctx, first+uint64(i))
		})
	}
	group.Wait()
	return results
}
