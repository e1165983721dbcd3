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

// chosen is a kind of question together with a choice: an option, or any option with a
// word.
type chosen struct {
	kind string
	word uint8
	// option is the whole key of one option.
	option game.Key
}

// wordOf and optionOf return the chosen of an option: its word, or the option itself.
func wordOf(kind string, k game.Key) chosen   { return chosen{kind: kind, word: k.Word} }
func optionOf(kind string, k game.Key) chosen { return chosen{kind: kind, option: k} }

// choices counts what was chosen.
type choices map[chosen]int

func (c choices) merge(o choices) {
	for what, n := range o {
		c[what] += n
	}
}

// curious is the player that prefers rare choices.
type curious struct {
	// known counts what was chosen in earlier generations. All workers read it.
	known choices
	// here counts the choices of the current game, done those of the finished games that
	// this worker has played in the current generation.
	here, done choices
	// best and other are answers to choose from.
	best, other []game.Pick
}

func newCurious() *curious { return &curious{known: choices{}, here: choices{}, done: choices{}} }

// startGame forgets the current game.
func (c *curious) startGame() { clear(c.here) }

// endGame counts the current game as played.
func (c *curious) endGame() { c.done.merge(c.here) }

// choose draws several legal answers and returns the one whose rarest word was
// chosen least often in answer to such questions; between equals, the one with
// the rarest option. It returns false if the decision has no legal answer.
func (c *curious) choose(d *game.Decision, rng *rand.Rand) ([]game.Pick, bool) {
	ok := false
	var bestWord, bestOption int
	for try := range curiousTries {
		if c.other, ok = bot.Random(d, rng, c.other[:0]); !ok {
			return nil, false
		}
		word, option := c.rarest(d.Kind, c.other)
		if try == 0 || word < bestWord || word == bestWord && option < bestOption {
			bestWord, bestOption = word, option
			c.best, c.other = c.other, c.best
		}
	}
	return c.best, true
}

// rarest returns how often the rarest word and the rarest option of an answer
// were chosen.
func (c *curious) rarest(kind string, picks []game.Pick) (word, option int) {
	for i, pick := range picks {
		v, o := c.count(wordOf(kind, pick.Key)), c.count(optionOf(kind, pick.Key))
		if i == 0 {
			word, option = v, o
		}
		word, option = min(word, v), min(option, o)
	}
	return word, option
}

func (c *curious) count(what chosen) int { return c.known[what] + c.here[what] }

// saw counts an answer of any seat.
func (c *curious) saw(kind string, picks []game.Pick) {
	for _, pick := range picks {
		c.here[wordOf(kind, pick.Key)]++
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
		return nil, fmt.Errorf("--bots: there is no bot %q; there is %s", id, strings.Join(known, ", "))
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
