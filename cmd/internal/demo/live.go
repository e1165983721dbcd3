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

// Table is a table at which a member plays one match after the other while the server runs.
type Table struct {
	// Base is the URL of the server, like http://127.0.0.1:8080.
	Base   string
	Member Member
	// Game is the id of the game. Bot is the id of the bot on the other seat. If Bot is empty, the member waits
	// for another player.
	Game, Bot string
	// Pause is the average time that the member waits before an answer.
	Pause time.Duration
}

// Run plays until ctx ends or a request fails.
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
		var decision *game.DecisionText
		over := false
		if err := conn.Wait(ctx, func(s *client.State) bool {
			decision, over = s.OpenDecision(), s.Result != nil
			return decision != nil || over
		}); err != nil {
			return err
		}
		if over {
			return work.Sleep(ctx, 10*t.Pause)
		}
		if err := work.Sleep(ctx, t.Pause/2+rand.N(t.Pause)); err != nil {
			return err
		}
		if err := conn.Send(ctx, client.Answer(decision.ID, t.choose(ctx, member, room, decision))); err != nil {
			return err
		}
	}
}

// choose returns the best answer of the server's hint, or a random legal answer if the server gives no hint, for
// example because it is too busy.
func (t *Table) choose(
	ctx context.Context,
	member *client.Guest,
	room string,
	decision *game.DecisionText,
) []game.PickText {
	var hint lobby.Hint
	err := member.Call(ctx, http.MethodPost, "/api/rooms/"+room+"/hint", nil, &hint)
	if err != nil || len(hint.Lines) == 0 || hint.Decision != decision.ID {
		return client.RandomAnswer(decision, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	}
	return hint.Lines[0].Answer
}
