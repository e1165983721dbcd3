// Command bot is a bot on the Go client: it takes a seat, answers everything at random until the match
// is over, and prints the score and the match. It survives broken connections and restarts of the
// server. With an API token in ARCHMAGE_TOKEN, made at /account, it is the bot of that token; without
// one it becomes a guest.
//
//	go run ./docs/examples http://127.0.0.1:8080 ROOM [NAME [PAUSE]]     takes a free seat in a room
//	go run ./docs/examples http://127.0.0.1:8080 GAME/2 [NAME [PAUSE]]   opens a room for two, starts when everybody is ready
//
// PAUSE is how long it thinks, in milliseconds, so that people can follow and the server's limits are
// kept.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"archmage/client"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 || len(os.Args) > 5 {
		log.Fatal("usage: bot URL ROOM|GAME/SEATS [NAME [PAUSE]]")
	}
	args := append(os.Args[1:], []string{"", "", "Bot", "500"}[len(os.Args)-1:]...)
	pause, err := strconv.Atoi(args[3])
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := play(ctx, args[0], args[1], args[2], time.Duration(pause)*time.Millisecond); err != nil {
		log.Fatal(err)
	}
}

// play plays a match in the room that where names: its id, or a game and the number of seats.
func play(ctx context.Context, base, where, name string, pause time.Duration) error {
	me, err := signIn(ctx, base, name)
	if err != nil {
		return err
	}
	room := where
	if game, seats, ok := strings.Cut(where, "/"); ok {
		count, err := strconv.Atoi(seats)
		if err != nil {
			return err
		}
		room, err = me.CreateRoom(ctx, client.Settings{Game: game, Seats: count, Spectators: true})
		if err != nil {
			return err
		}
		log.Printf("waiting until %d more have taken a seat at %s/r/%s", count-1, base, room)
	}
	fmt.Println("room", room)
	conn, err := me.Dial(ctx, room, client.Options{})
	if err != nil {
		return err
	}
	defer conn.Close()
	result, err := conn.Play(ctx, func(_ *client.State, decision *client.Decision) []client.Pick {
		time.Sleep(pause)
		return client.RandomAnswer(decision, nil)
	})
	if err != nil {
		return err
	}
	conn.Inspect(func(state *client.State) { printScore(state, result) })
	fmt.Println("match", result.Match)
	return nil
}

// printScore prints the places of a match, if it was not abandoned.
func printScore(state *client.State, result *client.Result) {
	if result.Outcome == nil {
		return
	}
	for _, place := range result.Outcome.Places {
		name := "the opponent"
		if place.Seat != client.NoSeat {
			name = state.Room.Seats[place.Seat].Name
		}
		fmt.Printf("%d. %s %d\n", place.Rank, name, place.Total)
	}
}

// signIn returns the bot of the API token in the environment, or a new guest.
func signIn(ctx context.Context, base, name string) (*client.Guest, error) {
	if token := os.Getenv("ARCHMAGE_TOKEN"); token != "" {
		return client.WithToken(ctx, base, token)
	}
	return client.NewGuest(ctx, base, name)
}
