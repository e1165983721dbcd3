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

// cardFacts is what the coverage of a simulation knows of a game's cards.
type cardFacts struct {
	// fact is the name of the fact that numbers a card in events, questions and
	// scores; a fact named "level" beside it is the level of the card.
	fact string
	// follow changes what lies in front of the seats as the event tells.
	follow func(h cardsInPlay, e *game.Event)
	// effects returns every effect of a match with these options.
	effects func(options game.MatchOptions) []cardEffect
}

// cardEffect is one effect of a card. It is met once all that it needs was
// observed.
type cardEffect struct {
	card, level int
	name        string
	needs       []string
}

// String names the effect in the list of those that were never met.
func (e cardEffect) String() string { return cardName(e.card, e.level) + " " + e.name }

// cardName is the number of a card and its level, where it has one.
func cardName(card, level int) string {
	if level == 0 {
		return fmt.Sprint(card)
	}
	return fmt.Sprintf("%d:%d", card, level)
}

// cardsInPlay are the cards face up in front of the seats, by a unique number.
type cardsInPlay map[int]holding

type holding struct {
	seat        game.Seat
	card, level int
}

// observation is something that was observed of a card:
//   - an event that names it: "gauge";
//   - a question that names it: "ask move";
//   - such an event with the answer that brought it about: "turn:summon>crystals";
//   - a part of the final score that names it: "score card";
//   - with "own ", an event of the seat that has it or a question to that seat:
//     "own transmute", "own ask waive", and with the answer that brought the
//     event about, "own action:take>drew".
//
// Observations with an answer and those with "own " are counted only if an effect
// needs them.
type observation struct {
	card, level int
	what        string
}

// asking counts a kind of question and the words of the options chosen.
type asking struct {
	asked int
	words map[string]int
}

// coverage counts what happened with each card.
type coverage struct {
	cards        cardFacts
	observations map[observation]int
	kinds        map[string]*asking
	// wanted are the observations that an effect needs.
	wanted map[string]bool
	// effects are all effects of the match.
	effects []cardEffect
	inPlay  cardsInPlay
}

func newCoverage(facts cardFacts, options game.MatchOptions) *coverage {
	c := &coverage{
		cards:        facts,
		observations: map[observation]int{},
		kinds:        map[string]*asking{},
		wanted:       map[string]bool{},
		inPlay:       cardsInPlay{},
	}
	if facts.effects != nil {
		c.effects = facts.effects(options)
	}
	for _, e := range c.effects {
		for _, what := range e.needs {
			c.wanted[what] = true
		}
	}
	return c
}

// start begins a new game.
func (c *coverage) start() { clear(c.inPlay) }

// step counts an answer and what it brought about.
func (c *coverage) step(rules game.Rules, d *game.Decision, picks []game.Pick, step *game.Step) {
	kind := c.kinds[d.Kind]
	if kind == nil {
		kind = &asking{words: map[string]int{}}
		c.kinds[d.Kind] = kind
	}
	kind.asked++
	word := ""
	for _, pick := range picks {
		word, _, _ = strings.Cut(rules.OptionID(pick.Key), ":")
		kind.words[word]++
	}
	c.see("ask "+d.Kind, d.Args)
	for _, arg := range d.Args {
		if arg.Name == "granted" || arg.Name == "second" {
			c.see("ask "+d.Kind+" "+arg.Name, d.Args)
			c.own(d.Seat, "ask "+d.Kind+" "+arg.Name)
		}
	}
	c.own(d.Seat, "ask "+d.Kind)
	for i := range step.Events {
		e := &step.Events[i]
		c.see(e.Kind, e.Public)
		if e.Seat != game.NoSeat {
			c.own(e.Seat, e.Kind)
		}
		if cause := d.Kind + ":" + word + ">" + e.Kind; e.Seat == d.Seat {
			c.own(e.Seat, cause)
			if c.wanted[cause] {
				c.see(cause, e.Public)
			}
		}
		if c.cards.follow != nil {
			c.cards.follow(c.inPlay, e)
		}
	}
}

// end counts the parts of the final score.
func (c *coverage) end(o *game.Outcome) {
	for i := range o.Places {
		for _, part := range o.Places[i].Parts {
			c.see("score "+part.Source, part.Args)
		}
	}
}

// see counts the facts that name a card.
func (c *coverage) see(what string, facts game.Facts) {
	if card, ok := facts.Get(c.cards.fact); ok && card > 0 {
		level, _ := facts.Get("level")
		c.observations[observation{card, level, what}]++
	}
}

// own counts what happens to a seat, for each card that lies in front of it.
func (c *coverage) own(seat game.Seat, what string) {
	if what = "own " + what; !c.wanted[what] {
		return
	}
	for _, h := range c.inPlay {
		if h.seat == seat {
			c.observations[observation{h.card, h.level, what}]++
		}
	}
}

func (c *coverage) merge(o *coverage) {
	for what, n := range o.observations {
		c.observations[what] += n
	}
	for name, kind := range o.kinds {
		if c.kinds[name] == nil {
			c.kinds[name] = &asking{words: map[string]int{}}
		}
		c.kinds[name].asked += kind.asked
		for word, n := range kind.words {
			c.kinds[name].words[word] += n
		}
	}
}

// unmet returns the effects that were never met.
func (c *coverage) unmet() []cardEffect {
	var list []cardEffect
	for _, e := range c.effects {
		if slices.ContainsFunc(
			e.needs,
			func(what string) bool { return c.observations[observation{e.card, e.level, what}] == 0 },
		) {
			list = append(list, e)
		}
	}
	return list
}

// print prints all counts and, where something is known of the game's cards, the
// effects that were never met.
func (c *coverage) print(w io.Writer) {
	fmt.Fprintf(w, "\n%-13s  %9s  answers\n", "question", "asked")
	for _, name := range slices.Sorted(maps.Keys(c.kinds)) {
		kind := c.kinds[name]
		fmt.Fprintf(w, "%-13s  %9d  %s\n", name, kind.asked, listCounts(kind.words))
	}
	if c.cards.fact == "" {
		return
	}
	counts := map[[2]int]map[string]int{}
	for s, n := range c.observations {
		at := [2]int{s.card, s.level}
		if counts[at] == nil {
			counts[at] = map[string]int{}
		}
		counts[at][s.what] += n
	}
	fmt.Fprintf(w, "\n%-5s  met\n", c.cards.fact)
	order := func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	for _, at := range slices.SortedFunc(maps.Keys(counts), order) {
		fmt.Fprintf(w, "%-5s  %s\n", cardName(at[0], at[1]), listCounts(counts[at]))
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

// listCounts is a list such as "draw 3, take 12".
func listCounts(counts map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(list, ", ")
}
