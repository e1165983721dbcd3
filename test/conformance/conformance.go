// Package conformance is the conformance suite of the contract in internal/game: what every game must
// do so that rooms, bots, records and clients can rely on it. A game's own tests call [Run] with
// the tables it can be played at, and [FuzzAnswer] from a fuzz target.
//
// The suite plays random matches, which depend only on the seeds in the cases, so that a failure
// can be repeated. It plays a few matches of each case; with the environment variable
// ARCHMAGE_THOROUGH set, it plays ten times as many and looks at every second step.
//
// [Toy] is the smallest game that keeps the contract, for tests of everything that runs games.
package conformance

import (
	"fmt"
	"runtime/debug"
	"testing"

	"archmage/internal/game"
)

// Case is one way to start a match that the suite plays.
type Case struct {
	// Name names the subtests.
	Name    string
	Options game.MatchOptions
	Seats   int
	// Games is the number of matches that each check plays in a quick run. 0 means 2.
	Games int
	// Seed makes the matches of this case different from those of another.
	Seed uint64
	// Every makes costly checks rarer: in a quick run they look at about one
	// step in Every. 0 means 8.
	Every int
	// MaxSteps is the number of answers after which a random match counts as endless. 0 means 5000.
	MaxSteps int
	// MinCompared is the least number of steps that the lockstep check must have compared in all
	// matches of the case, so that it cannot pass by comparing nothing. 0 means 3 a match.
	MinCompared int
	// NoSecrets says that nothing is hidden in this case but the seed.
	NoSecrets bool
	// Derived names the members of Private that follow from its others and from
	// Public, as why a card cannot be used. The end need not show them.
	Derived []string
	// Describes says that Rules.Setup builds the position again from every State.Describe.
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

// thorough returns the case as a thorough run plays it.
func (c Case) thorough() Case {
	c.Games *= 10
	c.Every = min(c.Every, 2)
	return c
}

// check is one requirement: it returns what is wrong, or nil.
type check struct {
	name string
	run  func(game.Rules, Case) error
}

// guard runs part of a check. A panic is an error.
func guard(run func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return run()
}

// checks returns the requirements in the order of their dependence: a failure of
// one can cause failures of later ones.
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

// Run tests that a game keeps the contract at each of the given tables. A
// thorough run takes minutes: see the package comment.
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
