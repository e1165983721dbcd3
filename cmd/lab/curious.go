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

// curiousID is the id of the player that prefers rare choices.
const curiousID = "curious"

const (
	// curiousTries is the number of random answers from which the curious player selects.
	curiousTries = 8
	// generationGames is the number of games of a generation. After each generation, the counts of choices of all
	// workers are added up, and all workers get the sum. So the result does not depend on the number of workers.
	generationGames = 32
)

// choiceKey identifies a choice in decisions of one kind: one option, or all options with the same word.
type choiceKey struct {
	kind string
	word uint8
	// option is the key of a single option, or zero.
	option game.Key
}

// wordKey returns the key for all options with the word of k. optionKey returns the key for the option k itself.
func wordKey(kind string, k game.Key) choiceKey   { return choiceKey{kind: kind, word: k.Word} }
func optionKey(kind string, k game.Key) choiceKey { return choiceKey{kind: kind, option: k} }

// choiceCounts counts choices.
type choiceCounts map[choiceKey]int

func (c choiceCounts) merge(o choiceCounts) {
	for key, n := range o {
		c[key] += n
	}
}

// curious is a worker's player that prefers rare choices.
type curious struct {
	// earlier counts the choices of earlier generations. All workers share it and only read it.
	earlier choiceCounts
	// current counts the choices of the current game. finished counts the choices of this worker's finished
	// games in the current generation.
	current, finished choiceCounts
	// best and candidate are memory for choose.
	best, candidate []game.Pick
}

func newCurious() *curious {
	return &curious{earlier: choiceCounts{}, current: choiceCounts{}, finished: choiceCounts{}}
}

func (c *curious) startGame() { clear(c.current) }

func (c *curious) endGame() { c.finished.merge(c.current) }

// choose draws several legal answers and returns the answer whose rarest word was chosen least often for this
// kind of decision. If several answers are equally rare, it returns the one with the rarest option. It returns
// false if it finds no legal answer.
func (c *curious) choose(d *game.Decision, rng *rand.Rand) ([]game.Pick, bool) {
	ok := false
	var bestWord, bestOption int
	for try := range curiousTries {
		if c.candidate, ok = bot.Random(d, rng, c.candidate[:0]); !ok {
			return nil, false
		}
		word, option := c.rarestCounts(d.Kind, c.candidate)
		if try == 0 || word < bestWord || word == bestWord && option < bestOption {
			bestWord, bestOption = word, option
			c.best, c.candidate = c.candidate, c.best
		}
	}
	return c.best, true
}

// rarestCounts returns the number of times that the rarest word and the rarest option of an answer were chosen.
func (c *curious) rarestCounts(kind string, picks []game.Pick) (word, option int) {
	for i, pick := range picks {
		wordCount, optionCount := c.count(wordKey(kind, pick.Key)), c.count(optionKey(kind, pick.Key))
		if i == 0 {
			word, option = wordCount, optionCount
		}
		word, option = min(word, wordCount), min(option, optionCount)
	}
	return word, option
}

func (c *curious) count(key choiceKey) int { return c.earlier[key] + c.current[key] }

// record counts an answer of any seat.
func (c *curious) record(kind string, picks []game.Pick) {
	for _, pick := range picks {
		c.current[wordKey(kind, pick.Key)]++
		c.current[optionKey(kind, pick.Key)]++
	}
}

// shareCounts ends a generation. It adds up the counts of all workers and gives each worker the sum.
func shareCounts(workers []*worker) {
	total := maps.Clone(workers[0].curious.earlier)
	for _, w := range workers {
		total.merge(w.curious.finished)
		clear(w.curious.finished)
	}
	for _, w := range workers {
		w.curious.earlier = total
	}
}

// seatPlayer plays a seat in a simulation. bot is nil for the random and the curious player, which need only
// the decision.
type seatPlayer struct {
	id  string
	bot game.Bot
}

// seatPlayers parses a list such as "greedy,curious". It returns a player for each seat and repeats a list
// that is too short.
func seatPlayers(list string, bots []game.Bot, seats int) ([]seatPlayer, error) {
	var ids []string
	for _, b := range bots {
		ids = append(ids, b.ID())
	}
	ids = append(ids, curiousID)
	var listed []seatPlayer
next:
	for _, id := range strings.Split(list, ",") {
		if id == curiousID {
			listed = append(listed, seatPlayer{id: id})
			continue
		}
		for _, b := range bots {
			if b.ID() != id {
				continue
			}
			player := seatPlayer{id: id, bot: b}
			if id == randomID {
				player.bot = nil
			}
			listed = append(listed, player)
			continue next
		}
		return nil, fmt.Errorf("--bots: there is no bot %q; there is %s", id, strings.Join(ids, ", "))
	}
	players := make([]seatPlayer, seats)
	for seat := range players {
		players[seat] = listed[seat%len(listed)]
	}
	return players, nil
}

// randomID is the id of the player that chooses at random.
var randomID = bot.NewRandom().ID()

// choosePicks returns the answer of the seat's player to the worker's current decision, or false if it found
// none.
func (w *worker) choosePicks(seat game.Seat) (picks []game.Pick, ok bool) {
	switch player := &w.sim.seats[seat]; {
	case player.id == curiousID:
		return w.curious.choose(&w.decision, w.rng)
	case player.bot != nil:
		position := game.NewPosition(w.state, seat, &w.botDecision)
		return player.bot.Choose(context.Background(), position, &w.stream), true
	}
	w.picks, ok = bot.Random(&w.decision, w.rng, w.picks[:0])
	return w.picks, ok
}
