package conformance

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// DecisionsDocumented checks the pages in the folder docs against a game. kinds must be all kinds
// of decisions of the game. For each kind there must be
//   - a row in the game's section of decisions.md,
//   - a position file examples/GAME-KIND.json with at least one answer that a
//     decision of the kind accepts, and a row for the file in positions.md.
//
// There must be no rows of other kinds in decisions.md.
func DecisionsDocumented(t *testing.T, rules game.Rules, docs string, kinds []string) {
	t.Helper()
	if err := checkDecisionRows(rules, docs, kinds); err != nil {
		t.Error(err)
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			if err := checkExample(rules, docs, kind); err != nil {
				t.Error(err)
			}
		})
	}
}

// EventsDocumented starts a match for each number of players, and plays the given matches on at
// random, for up to the given number of answers each. It makes sure that every kind of event that
// occurs has a row in the game's section of match-events.md in the folder docs. It returns these kinds.
func EventsDocumented(t *testing.T, rules game.Rules, docs string, matches []game.State, answers int) []string {
	t.Helper()
	kinds, err := checkEventRows(rules, docs, matches, answers)
	if err != nil {
		t.Error(err)
	}
	return kinds
}

// section returns a game's section of a page, from the heading with the game's title to the next
// heading of the same level.
func section(docs, page string, rules game.Rules) (string, error) {
	text, err := os.ReadFile(filepath.Join(docs, page))
	if err != nil {
		return "", err
	}
	title := rules.Info().Title.En
	_, after, ok := strings.Cut("\n"+string(text), "\n## "+title+"\n")
	if !ok {
		return "", fmt.Errorf("%s has no section %q", page, title)
	}
	after, _, _ = strings.Cut(after, "\n## ")
	return after, nil
}

// row matches the beginning of a table row about a kind.
var row = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|")

// rows returns the kinds that have a row in a section.
func rows(section string) []string {
	var list []string
	for _, match := range row.FindAllStringSubmatch(section, -1) {
		list = append(list, match[1])
	}
	return list
}

func checkDecisionRows(rules game.Rules, docs string, kinds []string) error {
	text, err := section(docs, "decisions.md", rules)
	if err != nil {
		return err
	}
	documented := rows(text)
	for _, kind := range kinds {
		if !slices.Contains(documented, kind) {
			return fmt.Errorf("decisions.md has no row for the kind %s", kind)
		}
	}
	for _, kind := range documented {
		if !slices.Contains(kinds, kind) {
			return fmt.Errorf("decisions.md has a row for %s, which is no kind of decision", kind)
		}
	}
	return nil
}

// checkExample plays the example for a kind of decision.
func checkExample(rules game.Rules, docs, kind string) error {
	name := rules.Info().ID + "-" + kind + ".json"
	text, err := section(docs, "positions.md", rules)
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("\n| `%s` | [%s](examples/%s) |", kind, name, name); !strings.Contains(text, want) {
		return fmt.Errorf("positions.md has no row that begins with %q", want[1:])
	}
	data, err := os.ReadFile(filepath.Join(docs, "examples", name))
	if err != nil {
		return err
	}
	var example struct {
		Setup   json.RawMessage
		Answers []struct {
			Seat   game.Seat
			Answer json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &example); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s, err := rules.Setup(example.Setup, game.SeedFromInt(0), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	accepted := false
	for i, answer := range example.Answers {
		var d game.Decision
		if !s.Decision(answer.Seat, &d) {
			return fmt.Errorf("%s: answer %d: seat %d is not asked anything", name, i+1, answer.Seat)
		}
		picks, err := d.ParsePicks(rules, answer.Answer)
		if err != nil {
			return fmt.Errorf("%s: answer %d: %w", name, i+1, err)
		}
		err = s.Apply(answer.Seat, game.Answer{Decision: d.ID, Picks: picks}, &game.Step{})
		accepted = accepted || err == nil && d.Kind == kind
	}
	if !accepted {
		return fmt.Errorf("%s answers no decision of the kind %s", name, kind)
	}
	return nil
}

func checkEventRows(rules game.Rules, docs string, matches []game.State, answers int) ([]string, error) {
	text, err := section(docs, "match-events.md", rules)
	if err != nil {
		return nil, err
	}
	var kinds []string
	collect := func(step *game.Step) {
		for _, event := range step.Events {
			if !slices.Contains(kinds, event.Kind) {
				kinds = append(kinds, event.Kind)
			}
		}
	}
	var d game.Decision
	var step game.Step
	for seats := rules.Info().MinSeats; seats <= rules.Info().MaxSeats; seats++ {
		s, err := rules.New(nil, seats, game.SeedFromInt(0))
		if err != nil {
			return nil, err
		}
		s.Opening(&step)
		collect(&step)
	}
	for i, s := range matches {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		for n := 0; n < answers && s.Waiting() != 0; n++ {
			seat := pickSeat(rng, s.Waiting())
			if !s.Decision(seat, &d) {
				return nil, fmt.Errorf("match %d: seat %d is waited for and not asked", i, seat)
			}
			picks, ok := bot.Random(&d, rng, nil)
			if !ok {
				return nil, fmt.Errorf("match %d: the question has no legal answer: %s", i, describe(rules, &d))
			}
			step.Reset()
			if err := s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &step); err != nil {
				return nil, fmt.Errorf("match %d: a legal answer is refused: %w", i, err)
			}
			collect(&step)
		}
	}
	documented := rows(text)
	for _, kind := range kinds {
		if !slices.Contains(documented, kind) {
			return kinds, fmt.Errorf("match-events.md has no row for the kind %s", kind)
		}
	}
	return kinds, nil
}
