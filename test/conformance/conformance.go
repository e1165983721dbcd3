// Package conformance is the conformance suite of the contract in internal/game: what every game
// must do so that rooms, bots, records and clients can rely on the game. The package must not import
// a game. A game's own tests call [Run] with the cases to play, and [FuzzAnswer] from a fuzz target.
// Begin with [Run] and the list of checks in this file.
//
// The suite plays random matches that depend only on the seeds of the cases, so that a failure can
// be repeated. It plays a few matches of each case. If the environment variable ARCHMAGE_THOROUGH
// is set, it plays ten times as many and makes expensive checks at about every second step.
//
// [Toy] is the smallest game that fulfils the contract, for tests of everything that runs games.
package conformance

import (
	"fmt"
	"runtime/debug"
	"testing"

	"archmage/internal/game"
)

// Case describes the matches that the suite plays: the number of seats, the options and the seed.
type Case struct {
	// Name is the name of the subtests.
	Name    string
	Options game.MatchOptions
	Seats   int
	// Games is the number of matches that each check plays in a quick run. 0 means 2.
	Games int
	// Seed distinguishes the matches of this case from those of other cases.
	Seed uint64
	// Every makes expensive checks rarer: in a quick run they check about one step in Every. 0 means
	// 8.
	Every int
	// MaxSteps is the number of answers after which a random match counts as endless. 0 means 5000.
	MaxSteps int
	// MinCompared is the minimum number of steps that the lockstep check must compare in all
	// matches of the case, so that it cannot pass without comparing anything. 0 means 3 per match.
	MinCompared int
	// NoSecrets means that nothing is hidden in this case except the seed.
	NoSecrets bool
	// Derived names members of Private that follow from its other members and from Public, such as
	// the reasons why cards cannot be used. The documents at the end need not show these members.
	Derived []string
	// Describes means that Rules.Setup can rebuild the position from every State.Describe.
	Describes bool
}

func (c Case) withDefaults() Case {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&c.Games, 2)
	set(&c.Every, 8)
	set(&c.MaxSteps, 5000)
	set(&c.MinCompared, 3*c.Games)
	return c
}

// thorough returns the case for a thorough run.
func (c Case) thorough() Case {
	c.Games *= 10
	c.Every = min(c.Every, 2)
	return c
}

// check is one requirement. run returns an error if the game violates the requirement.
type check struct {
	name string
	run  func(game.Rules, Case) error
}

// guard turns a panic of run into an error.
func guard(run func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return run()
}

// checks returns the requirements in order of dependence: if a check fails, later checks can fail
// for the same reason.
func checks() []check {
	return []check{
		{"random play", checkPlay},
		{"reading changes nothing", checkReading},
		{"illegal answers are refused", checkRefusals},
		{"malformed answers are refused", checkMalformed},
		{"the end", checkEnd},
		{"the opening", checkOpening},
		{"events", checkEvents},
		{"without events", checkWithoutEvents},
		{"form of the documents", checkForm},
		{"documents from step to step", checkDocuments},
		{"the end shows everything", checkRevealed},
		{"standing and progress", checkStanding},
		{"copies", checkCopies},
		{"encoding", checkEncoding},
		{"damaged encoding", checkDamaged},
		{"record", checkRecord},
		{"many at once", checkManyAtOnce},
		{"readable form", checkDescribe},
		{"sampled secrets", checkSample},
		{"lockstep", checkLockstep},
		{"changed answers", checkChanged},
		{"the way back", checkBack},
		{"final options", checkFinal},
	}
}

// Run tests that a game fulfils the contract in each of the given cases. A thorough run takes minutes
// (see the package comment). The subtest "missing" never fails: it logs what the game does not have
// yet, such as a board, with the chapter of docs/adding-a-game.md that explains it.
func Run(t *testing.T, rules game.Rules, cases []Case) {
	t.Helper()
	if len(cases) == 0 {
		t.Fatal("conformance: no cases")
	}
	t.Run("rules", func(t *testing.T) {
		if err := guard(func() error { return checkRules(rules) }); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("missing", func(t *testing.T) { logMissing(t, rules) })
	for _, c := range cases {
		c = c.withDefaults()
		c = Thorough(c, c.thorough())
		t.Run(c.Name, func(t *testing.T) {
			for _, check := range checks() {
				t.Run(check.name, func(t *testing.T) {
					t.Parallel()
					if err := guard(func() error { return check.run(rules, c) }); err != nil {
						t.Fatal(err)
					}
				})
			}
		})
	}
}
