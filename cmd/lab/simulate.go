package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/match"
)

// maxReported is the maximum number of violations that are printed and recorded.
const maxReported = 10

type simulation struct {
	game        *entry
	rules       game.Rules
	playerCount int
	gameCount   int
	seed        uint64
	options     game.MatchOptions
	workerCount int
	checksAll   bool
	// botList is the list of bots from the command line. seats has the player of each seat.
	botList string
	seats   []seatPlayer
	// coverage turns on the counting of card effects.
	coverage bool
	// dumpFolder is the folder for records of games with violations, or of all games if recordsAll is set.
	dumpFolder string
	recordsAll bool
}

func (a *app) simulateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Play games to the end and count what happened",
		Args:  cobra.ExactArgs(0),
	}
	sim := simulation{options: game.MatchOptions{}}
	set := cmd.Flags()
	name := a.bindGame(set)
	check := set.String(
		"check",
		"light",
		"how much to check: `light` (now and then) or full (everything, after every answer)",
	)
	set.IntVar(&sim.playerCount, "players", 0, "the `number` of players (default the most that the game allows)")
	set.IntVar(&sim.gameCount, "games", 1000, "the `number` of games to play")
	set.Uint64Var(&sim.seed, "seed", 1, "the `seed`; with the same seed and flags, the same games are played")
	set.IntVar(
		&sim.workerCount,
		"workers",
		runtime.GOMAXPROCS(0),
		"the `number` of games to play at once; it does not change the counts",
	)
	set.StringVar(
		&sim.dumpFolder,
		"dump",
		".",
		"the `folder` in which to write the records of games that broke the rules' contract",
	)
	set.BoolVar(&sim.recordsAll, "record", false, "write the records of all games")
	set.StringVar(
		&sim.botList,
		"bots",
		randomID,
		"the `list` of bots by seat, separated by commas; a short list is repeated. There is\n"+
			"random, curious (prefers what was rarely done so far) and the bots of the game, such as greedy",
	)
	set.BoolVar(
		&sim.coverage,
		"coverage",
		false,
		"count the questions, and what each card did; list the effects of cards that never happened",
	)
	set.Var(optionFlag(sim.options), "option", "set a match option, as `id=value`; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := sim.complete(a.games, *name, *check); err != nil {
			return cli.Misuse(err)
		}
		return a.simulate(cmd.Context(), &sim)
	}
	return cmd
}

// complete sets the remaining fields from the flags. It returns an error if a flag is invalid.
func (s *simulation) complete(games gameList, name, check string) error {
	e, err := games.find(name)
	switch {
	case err != nil:
		return err
	case check != "full" && check != "light":
		return unknownValue("check", check, "light or full")
	case s.gameCount < 1 || s.workerCount < 1:
		return errors.New("--games and --workers must be at least 1")
	}
	s.checksAll = check == "full"
	s.game, s.rules = e, e.Rules
	if s.playerCount == 0 {
		s.playerCount = e.Rules.Info().MaxSeats
	}
	if s.seats, err = seatPlayers(s.botList, e.players(), max(0, s.playerCount)); err != nil {
		return err
	}
	s.workerCount = min(s.workerCount, s.gameCount)
	// Starting a match shows whether the rules accept the settings.
	_, err = s.start()
	return err
}

func (a *app) simulate(ctx context.Context, sim *simulation) error {
	total, elapsed := sim.run(ctx)
	sim.printSummary(a.Stdout, total, elapsed)
	total.print(a.Stdout, sim.rules.Info().Tallies)
	if total.violated > 0 {
		sim.report(a, total)
	}
	var err error
	if total.writeErr != nil {
		err = total.writeErr
	}
	if ctx.Err() != nil {
		played := total.games + total.violated
		err = errors.Join(err, fmt.Errorf("interrupted after %d of %d games", played, sim.gameCount))
	}
	if err == nil && total.violated > 0 {
		return cli.Status(cli.Failed)
	}
	return err
}

// optionFlag collects the values of --option.
type optionFlag game.MatchOptions

var _ pflag.Value = optionFlag(nil)

// String returns the options sorted by id.
func (f optionFlag) String() string {
	var list []string
	for id, value := range f {
		list = append(list, id+"="+value)
	}
	sort.Strings(list)
	return strings.Join(list, " ")
}

// Type returns the name of the value in the help.
func (f optionFlag) Type() string { return "id=value" }

// Set parses one option.
func (f optionFlag) Set(text string) error {
	id, value, ok := strings.Cut(text, "=")
	if !ok || id == "" || value == "" {
		return errors.New("want id=value")
	}
	f[id] = value
	return nil
}

// start starts a match to check the settings. It returns nil and no error if the rules panic.
func (sim *simulation) start() (s game.State, err error) {
	defer func() {
		if value := recover(); value != nil {
			// A panic is not an error of the settings. The games will report it.
			s, err = nil, nil
		}
	}()
	return sim.rules.New(sim.options, sim.playerCount, sim.seedOf(0))
}

// seedOf returns the seed of the game with a number.
func (sim *simulation) seedOf(number int) game.Seed {
	seed := game.SeedFromInt(sim.seed)
	for i := range 8 {
		seed[8+i] = byte(uint64(number) >> (8 * i))
	}
	return seed
}

// botSeed returns the seed of the bots in the game with a number. It differs from the seed of the match, which
// must stay secret to bots.
func (sim *simulation) botSeed(number int) game.Seed {
	seed := sim.seedOf(number)
	seed[len(seed)-1] = 1
	return seed
}

// hasPlayer reports whether the player with this id has a seat.
func (sim *simulation) hasPlayer(id string) bool {
	return slices.ContainsFunc(sim.seats, func(p seatPlayer) bool { return p.id == id })
}

// allOptions returns the match options with defaults for those not set.
func (sim *simulation) allOptions() game.MatchOptions {
	all := game.MatchOptions{}
	for _, option := range sim.rules.Info().Options {
		all[option.ID] = option.Default
	}
	maps.Copy(all, sim.options)
	return all
}

// run plays all games and returns their counts and the time taken.
func (sim *simulation) run(ctx context.Context) (*stats, time.Duration) {
	workers := make([]*worker, sim.workerCount)
	for i := range workers {
		workers[i] = newWorker(sim)
	}
	start := time.Now()
	for first := 0; first < sim.gameCount && ctx.Err() == nil; {
		last := sim.gameCount
		if sim.hasPlayer(curiousID) {
			last = min(last, first+generationGames)
		}
		playGames(ctx, workers, first, last)
		if sim.hasPlayer(curiousID) {
			shareCounts(workers)
		}
		first = last
	}
	elapsed := time.Since(start)
	total := workers[0].stats
	for _, w := range workers[1:] {
		total.merge(w.stats)
	}
	return total, elapsed
}

// playGames plays the games with numbers from first to last-1 on all workers.
func playGames(ctx context.Context, workers []*worker, first, last int) {
	var next atomic.Int64
	next.Store(int64(first))
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() {
			for ctx.Err() == nil {
				number := int(next.Add(1) - 1)
				if number >= last {
					return
				}
				w.play(number)
			}
		})
	}
	group.Wait()
}

// report prints the first violations and writes their records.
func (sim *simulation) report(a *app, total *stats) {
	slices.SortFunc(total.violations, func(x, y violation) int { return x.number - y.number })
	shown := total.violations[:min(len(total.violations), maxReported)]
	for _, v := range shown {
		fmt.Fprintf(a.Stderr, "violation in game %d after %d answers: %s\n", v.number, v.answers, v.message)
		if file, err := sim.writeRecord(v.number, v.record); err != nil {
			fmt.Fprintf(a.Stderr, "  its record cannot be written: %v\n", err)
		} else {
			fmt.Fprintf(a.Stderr, "  record: %s\n", file)
		}
	}
	fmt.Fprintf(a.Stderr, "%d of %d games violated the rules' contract", total.violated, total.games+total.violated)
	if len(shown) < total.violated {
		fmt.Fprintf(a.Stderr, "; the first %d are shown", len(shown))
	}
	fmt.Fprintln(a.Stderr)
}

// writeRecord writes the record of one game and returns the name of the file.
func (sim *simulation) writeRecord(number int, record *match.Record) (string, error) {
	file := filepath.Join(sim.dumpFolder, fmt.Sprintf("%s-%d-%d.json", record.Game, sim.seed, number))
	var text bytes.Buffer
	if err := indentTo(&text, record.Encode()); err != nil {
		return "", err
	}
	return file, os.WriteFile(file, text.Bytes(), 0o644)
}
