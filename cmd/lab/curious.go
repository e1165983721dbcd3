package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// curiousID is the name of the player that prefers rare choices.
const curiousID = "curious"

const (
	// curiousTries is the number of random answers among which the curious
	// player chooses.
	curiousTries = 8
	// generation is the number of games after which the curious player learns
	// what was done in them. Every worker learns the same, so the result does
	// not depend on the number of workers.
	generation = 32
)

// deed is a kind of question and what is done in answer to it: an option, or
// any option of a verb.
type deed struct {
	kind string
	verb uint8
	// option is the whole key of one option.
	option game.Key
}

// verbOf and optionOf return what choosing an option does.
func verbOf(kind string, k game.Key) deed   { return deed{kind: kind, verb: k.Word} }
func optionOf(kind string, k game.Key) deed { return deed{kind: kind, option: k} }

// deeds counts what was done.
type deeds map[deed]int

func (d deeds) merge(o deeds) {
	for what, n := range o {
		d[what] += n
	}
}

// curious is the player that prefers rare choices.
type curious struct {
	// known counts what was done in earlier generations. All workers read it.
	known deeds
	// here counts the current game, and done the finished games of the current
	// generation that this worker has played.
	here, done deeds
	// best and other are answers to choose from.
	best, other []game.Pick
}

func newCurious() *curious { return &curious{known: deeds{}, here: deeds{}, done: deeds{}} }

// startGame forgets the current game.
func (c *curious) startGame() { clear(c.here) }

// endGame counts the current game as played.
func (c *curious) endGame() { c.done.merge(c.here) }

// choose draws several legal answers and returns the one whose rarest verb was
// chosen least often in answer to such questions; between equals, the one with
// the rarest option. It returns false if the decision has no legal answer.
func (c *curious) choose(d *game.Decision, rng *rand.Rand) ([]game.Pick, bool) {
	ok := false
	var bestVerb, bestOption int
	for try := range curiousTries {
		if c.other, ok = bot.Random(d, rng, c.other[:0]); !ok {
			return nil, false
		}
		verb, option := c.rarest(d.Kind, c.other)
		if try == 0 || verb < bestVerb || verb == bestVerb && option < bestOption {
			bestVerb, bestOption = verb, option
			c.best, c.other = c.other, c.best
		}
	}
	return c.best, true
}

// rarest returns how often the rarest verb and the rarest option of an answer
// were chosen.
func (c *curious) rarest(kind string, picks []game.Pick) (verb, option int) {
	for i, pick := range picks {
		v, o := c.count(verbOf(kind, pick.Key)), c.count(optionOf(kind, pick.Key))
		if i == 0 {
			verb, option = v, o
		}
		verb, option = min(verb, v), min(option, o)
	}
	return verb, option
}

func (c *curious) count(d deed) int { return c.known[d] + c.here[d] }

// saw counts an answer of any seat.
func (c *curious) saw(kind string, picks []game.Pick) {
	for _, pick := range picks {
		c.here[verbOf(kind, pick.Key)]++
		c.here[optionOf(kind, pick.Key)]++
	}
}

// learn ends a generation: it merges what the workers have counted and gives the
// sum to all of them.
func learn(workers []*worker) {
	known := maps.Clone(workers[0].curious.known)
	for _, w := range workers {
		known.merge(w.curious.done)
		clear(w.curious.done)
	}
	for _, w := range workers {
		w.curious.known = known
	}
}

// seatPlayer is what plays a seat in a simulation. Its bot is nil for the random
// player and the curious one, which need nothing but the decision.
type seatPlayer struct {
	id  string
	bot game.Bot
}

// seatPlayers reads a list such as "greedy,curious": the players of the seats,
// repeated as often as there are seats.
func seatPlayers(list string, bots []game.Bot, seats int) ([]seatPlayer, error) {
	var known []string
	for _, b := range bots {
		known = append(known, b.ID())
	}
	known = append(known, curiousID)
	var named []seatPlayer
next:
	for _, id := range strings.Split(list, ",") {
		if id == curiousID {
			named = append(named, seatPlayer{id: id})
			continue
		}
		for _, b := range bots {
			if b.ID() != id {
				continue
			}
			one := seatPlayer{id: id, bot: b}
			if id == randomID {
				one.bot = nil
			}
			named = append(named, one)
			continue next
		}
		return nil, fmt.Errorf("-bots: there is no bot %q; there is %s", id, strings.Join(known, ", "))
	}
	players := make([]seatPlayer, seats)
	for seat := range players {
		players[seat] = named[seat%len(named)]
	}
	return players, nil
}

// randomID is the name of the player that chooses at random.
var randomID = bot.NewRandom().ID()

// pick returns the answer of the seat's player to the worker's decision.
func (w *worker) pick(seat game.Seat) (picks []game.Pick, ok bool) {
	switch player := &w.sim.seats[seat]; {
	case player.id == curiousID:
		return w.curious.choose(&w.decision, w.rng)
	case player.bot != nil:
		position := game.NewPosition(w.state, seat, &w.asked)
		return player.bot.Choose(context.Background(), position, &w.stream), true
	}
	w.picks, ok = bot.Random(&w.decision, w.rng, w.picks[:0])
	return w.picks, ok
}
