package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/work"
)

// Table is one at which a member plays, match after match, while the demonstration
// runs.
type Table struct {
	// Base is the address of the server, as in http://127.0.0.1:8080.
	Base   string
	Member Member
	// Game is a game's id, Bot that of the bot on the other seat; without one the member
	// waits for whoever comes.
	Game, Bot string
	// Pause is about how long the member thinks.
	Pause time.Duration
}

// Run plays until the context ends, or returns what the server refuses.
func (t *Table) Run(ctx context.Context) error {
	member := &client.Guest{Base: t.Base}
	var me struct {
		Token string `json:"token"`
	}
	if err := member.Call(
		ctx,
		http.MethodPost,
		"/api/me",
		map[string]any{"link": t.Member.Secret, "token": true},
		&me,
	); err != nil {
		return fmt.Errorf("demo: %s: %w", t.Member.Person.Name, err)
	}
	member.Token = me.Token
	for ctx.Err() == nil {
		if err := t.match(ctx, member); err != nil {
			return fmt.Errorf("demo: %s at a table of %s: %w", t.Member.Person.Name, t.Game, err)
		}
	}
	return nil
}

// match plays one match in a new room.
func (t *Table) match(ctx context.Context, member *client.Guest) error {
	room, err := member.CreateRoom(
		ctx,
		client.Settings{Game: t.Game, Seats: 2, Listed: true, Spectators: true, AutoStart: true},
	)
	if err != nil {
		return err
	}
	conn, err := member.Dial(ctx, room, client.Options{})
	if err != nil {
		return err
	}
	defer conn.Close()
	if t.Bot != "" {
		if err := conn.Send(ctx, client.Fill(1, t.Bot)); err != nil {
			return err
		}
	}
	for {
		var asked *game.DecisionText
		over := false
		if err := conn.Wait(ctx, func(s *client.State) bool {
			asked, over = s.OpenDecision(), s.Result != nil
			return asked != nil || over
		}); err != nil {
			return err
		}
		if over {
			return work.Sleep(ctx, 10*t.Pause)
		}
		if err := work.Sleep(ctx, t.Pause/2+rand.N(t.Pause)); err != nil {
			return err
		}
		if err := conn.Send(ctx, client.Answer(asked.ID, t.choose(ctx, member, room, asked))); err != nil {
			return err
		}
	}
}

// choose returns what the search advises, or any legal answer if the server is too busy
// to search.
func (t *Table) choose(
	ctx context.Context,
	member *client.Guest,
	room string,
	asked *game.DecisionText,
) []game.PickText {
	var hint lobby.Hint
	err := member.Call(ctx, http.MethodPost, "/api/rooms/"+room+"/hint", nil, &hint)
	if err != nil || len(hint.Lines) == 0 || hint.Decision != asked.ID {
		return client.RandomAnswer(asked, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	}
	return hint.Lines[0].Answer
}
