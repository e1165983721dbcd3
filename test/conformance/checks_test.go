package conformance

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// faulty is a case with enough matches to show every fault.
var faulty = Case{Name: "faults", Seats: 3, Games: 6, Seed: 9, Every: 4, Describes: true}.withDefaults()

func TestChecksPassWhatIsSound(t *testing.T) {
	for _, check := range checks() {
		require.NoError(t, check.run(&broken{}, faulty), check.name)
	}
	require.NoError(t, checkRules(&broken{}))
}

// afterApply returns an apply hook that acts after every accepted answer.
func afterApply(
	do func(s *toyState, seat game.Seat, step *game.Step),
) func(*toyState, game.Seat, game.Answer, *game.Step) error {
	return func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
		err := s.Apply(seat, a, step)
		if err == nil {
			do(s, seat, step)
		}
		return err
	}
}

// fault is a fault, the check that must find it, and a part of the check's message.
type fault struct {
	name  string
	run   func(game.Rules, Case) error
	says  string
	rules *broken
}

func TestChecksFindFaults(t *testing.T) {
	groups := [][]fault{
		secretFaults(), answerFaults(), questionFaults(), stateFaults(), documentFaults(), eventFaults(), endFaults(),
	}
	for _, f := range slices.Concat(groups...) {
		t.Run(f.name, func(t *testing.T) {
			require.ErrorContains(t, f.run(f.rules, faulty), f.says)
		})
	}
}

func TestChecksFindFaultsOfRules(t *testing.T) {
	for _, f := range []struct {
		name, says string
		rules      *broken
	}{
		{
			name:  "no id",
			says:  "bad id",
			rules: &broken{info: func(i *game.Info) { i.ID = "" }},
		},
		{
			name:  "a title in one language",
			says:  "bad id",
			rules: &broken{info: func(i *game.Info) { i.Title.Fr = "" }},
		},
		{
			name:  "too many seats",
			says:  "seats",
			rules: &broken{info: func(i *game.Info) { i.MaxSeats = game.MaxSeats + 1 }},
		},
		{
			name:  "a default that does not exist",
			says:  "default",
			rules: &broken{info: func(i *game.Info) { i.Options[0].Default = "x" }},
		},
		{
			name:  "an option twice",
			says:  "twice",
			rules: &broken{info: func(i *game.Info) { i.Options = append(i.Options, i.Options[0]) }},
		},
		{
			name:  "fewer players than promised",
			says:  "1 seats",
			rules: &broken{info: func(i *game.Info) { i.MinSeats = 1 }},
		},
		{
			name:  "more players than promised",
			says:  "starts",
			rules: &broken{info: func(i *game.Info) { i.MaxSeats = 3 }},
		},
		{
			name: "an error without a code",
			says: "no code",
			rules: &broken{start: func(_ game.MatchOptions, seats int) error {
				if seats == 100 {
					return &coded.Error{}
				}
				return nil
			}},
		},
		{
			name: "options are written to",
			says: "changes the options",
			rules: &broken{start: func(options game.MatchOptions, _ int) error {
				delete(options, "panic")
				return nil
			}},
		},
	} {
		t.Run(f.name, func(t *testing.T) {
			require.ErrorContains(t, checkRules(f.rules), f.says)
		})
	}
}

// The faulty game plays a card without asking if a hand has only high cards. The other players then
// learn something about the hand, because the seat was not asked.
func TestQuickRunFindsForcedCards(t *testing.T) {
	forced := &broken{apply: afterApply(func(s *toyState, _ game.Seat, step *game.Step) {
		for seat := range game.Seat(s.Seats) {
			hand := s.Hands[seat].list()
			if s.Phase == phaseBid && s.Bids[seat] == 0 && hand[0] >= toyCards/2 {
				s.bid(seat, []game.Pick{{Key: bidKey(hand[0]), N: 1}}, step)
			}
		}
	})}
	for seats := 2; seats <= toyMaxSeats; seats++ {
		for seed := range uint64(8) {
			require.Error(
				t,
				checkLockstep(forced, Case{Seats: seats, Seed: seed}.withDefaults()),
				"%d seats, seed %d",
				seats,
				seed,
			)
		}
	}
}

func TestTestsThatTestNothingFail(t *testing.T) {
	c := faulty
	c.MinCompared = 1 << 30
	require.ErrorContains(t, checkLockstep(Toy(), c), "could be compared")
	c.NoSecrets = true
	require.ErrorContains(t, checkSample(Toy(), c), "there are secrets")
	c.MaxSteps = 3
	require.ErrorContains(t, checkPlay(Toy(), c), "no end")
	c.Seats = 9
	for _, check := range checks() {
		require.Error(t, check.run(Toy(), c), check.name)
	}
}
