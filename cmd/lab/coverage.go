package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"archmage/internal/game"
)

// cardFacts has the facts about the cards of a game that coverage needs.
type cardFacts struct {
	// fact is the name of the fact that holds the number of a card in events, decisions and scores. If the same
	// facts include "level", it is the level of the card.
	fact string
	// follow updates the cards in play after an event.
	follow func(h cardsInPlay, e *game.Event)
	// effects returns all effects of cards in a match with these options.
	effects func(options game.MatchOptions) []cardEffect
}

// cardEffect is one effect of a card. The effect counts as met once all observations in needs have been made.
type cardEffect struct {
	card, level int
	name        string
	needs       []string
}

// String names the effect in the list of effects that were never met.
func (e cardEffect) String() string { return cardName(e.card, e.level) + " " + e.name }

// cardName returns the number of a card with its level, if it has one.
func cardName(card, level int) string {
	if level == 0 {
		return fmt.Sprint(card)
	}
	return fmt.Sprintf("%d:%d", card, level)
}

// cardsInPlay maps a number that is unique in the match to a card face up in front of a seat.
type cardsInPlay map[int]holding

type holding struct {
	seat        game.Seat
	card, level int
}

// observation is the occurrence of a card in a game. name has one of these forms:
//   - an event that names the card: "gauge";
//   - a decision that names the card: "ask move";
//   - an event with the answer that caused it: "turn:summon>crystals";
//   - a part of the final score that names the card: "score card";
//   - with the prefix "own ", an event of the seat that has the card or a decision of that seat:
//     "own transmute", "own ask waive", "own action:take>drew".
//
// Observations with an answer or with "own " are counted only if an effect needs them.
type observation struct {
	card, level int
	name        string
}

// decisionCount counts the decisions of one kind and the words of the chosen options.
type decisionCount struct {
	asked int
	words map[string]int
}

// coverage counts the observations of cards in a worker's games.
type coverage struct {
	cards        cardFacts
	observations map[observation]int
	decisions    map[string]*decisionCount
	// needed has the names of the observations that at least one effect needs.
	needed map[string]bool
	// effects has all effects of cards in the match.
	effects []cardEffect
	inPlay  cardsInPlay
}

func newCoverage(facts cardFacts, options game.MatchOptions) *coverage {
	c := &coverage{
		cards:        facts,
		observations: map[observation]int{},
		decisions:    map[string]*decisionCount{},
		needed:       map[string]bool{},
		inPlay:       cardsInPlay{},
	}
	if facts.effects != nil {
		c.effects = facts.effects(options)
	}
	for _, e := range c.effects {
		for _, name := range e.needs {
			c.needed[name] = true
		}
	}
	return c
}

// startGame removes the previous game's cards in play.
func (c *coverage) startGame() { clear(c.inPlay) }

// addStep counts an answer and its events.
func (c *coverage) addStep(rules game.Rules, d *game.Decision, picks []game.Pick, step *game.Step) {
	kind := c.decisions[d.Kind]
	if kind == nil {
		kind = &decisionCount{words: map[string]int{}}
		c.decisions[d.Kind] = kind
	}
	kind.asked++
	word := ""
	for _, pick := range picks {
		word, _, _ = strings.Cut(rules.OptionID(pick.Key), ":")
		kind.words[word]++
	}
	c.count("ask "+d.Kind, d.Args)
	for _, arg := range d.Args {
		if arg.Name == "granted" || arg.Name == "second" {
			c.count("ask "+d.Kind+" "+arg.Name, d.Args)
			c.countOwn(d.Seat, "ask "+d.Kind+" "+arg.Name)
		}
	}
	c.countOwn(d.Seat, "ask "+d.Kind)
	for i := range step.Events {
		e := &step.Events[i]
		c.count(e.Kind, e.Public)
		if e.Seat != game.NoSeat {
			c.countOwn(e.Seat, e.Kind)
		}
		if cause := d.Kind + ":" + word + ">" + e.Kind; e.Seat == d.Seat {
			c.countOwn(e.Seat, cause)
			if c.needed[cause] {
				c.count(cause, e.Public)
			}
		}
		if c.cards.follow != nil {
			c.cards.follow(c.inPlay, e)
		}
	}
}

// addOutcome counts the parts of the final score.
func (c *coverage) addOutcome(o *game.Outcome) {
	for i := range o.Places {
		for _, part := range o.Places[i].Parts {
			c.count("score "+part.Source, part.Args)
		}
	}
}

// count counts an observation of the card that the facts name, if any.
func (c *coverage) count(name string, facts game.Facts) {
	if card, ok := facts.Get(c.cards.fact); ok && card > 0 {
		level, _ := facts.Get("level")
		c.observations[observation{card, level, name}]++
	}
}

// countOwn counts an observation of a seat for each card in front of it.
func (c *coverage) countOwn(seat game.Seat, name string) {
	if name = "own " + name; !c.needed[name] {
		return
	}
	for _, h := range c.inPlay {
		if h.seat == seat {
			c.observations[observation{h.card, h.level, name}]++
		}
	}
}

func (c *coverage) merge(o *coverage) {
	for key, n := range o.observations {
		c.observations[key] += n
	}
	for name, kind := range o.decisions {
		if c.decisions[name] == nil {
			c.decisions[name] = &decisionCount{words: map[string]int{}}
		}
		c.decisions[name].asked += kind.asked
		for word, n := range kind.words {
			c.decisions[name].words[word] += n
		}
	}
}

func (c *coverage) unmet() []cardEffect {
	var list []cardEffect
	for _, e := range c.effects {
		if slices.ContainsFunc(
			e.needs,
			func(name string) bool { return c.observations[observation{e.card, e.level, name}] == 0 },
		) {
			list = append(list, e)
		}
	}
	return list
}

// print prints all counts and, if the game has card facts, the effects that were never met.
func (c *coverage) print(w io.Writer) {
	fmt.Fprintf(w, "\n%-13s  %9s  answers\n", "question", "asked")
	for _, name := range slices.Sorted(maps.Keys(c.decisions)) {
		kind := c.decisions[name]
		fmt.Fprintf(w, "%-13s  %9d  %s\n", name, kind.asked, listCounts(kind.words))
	}
	if c.cards.fact == "" {
		return
	}
	counts := map[[2]int]map[string]int{}
	for s, n := range c.observations {
		key := [2]int{s.card, s.level}
		if counts[key] == nil {
			counts[key] = map[string]int{}
		}
		counts[key][s.name] += n
	}
	fmt.Fprintf(w, "\n%-5s  met\n", c.cards.fact)
	order := func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	for _, key := range slices.SortedFunc(maps.Keys(counts), order) {
		fmt.Fprintf(w, "%-5s  %s\n", cardName(key[0], key[1]), listCounts(counts[key]))
	}
	var names []string
	for _, e := range c.unmet() {
		names = append(names, e.String())
	}
	if names == nil {
		names = []string{"none"}
	}
	fmt.Fprintf(w, "\nof %d effects, never met: %s\n", len(c.effects), strings.Join(names, ", "))
}

// listCounts formats counts like "draw 3, take 12".
func listCounts(counts map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(list, ", ")
}
