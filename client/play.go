package client

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/work"
)

// Play plays a match: it takes a free seat, sends a share of the seed, gets ready, starts the match
// if this person is the host, answers every decision with what choose returns, and returns the
// result. If the room shows a finished match, Play returns its result.
//
// choose may take its time, because frames are read meanwhile. The state that it gets does not
// change any more. A connection that is lost is made again, and a command without a reply is sent
// again with the same id, so the server carries it out once.
//
// Play fails with a *coded.Error if the server refuses a command for good, as when an answer is not
// legal. It fails with ErrClosed if the server has ended the connection and does not want the client
// to come back, and with the error of the context. Meanwhile no other goroutine may use Reconnect,
// UseNode or Close.
func (c *Conn) Play(ctx context.Context, choose func(*State, *Decision) []Pick) (*Result, error) {
	p := player{conn: c, choose: choose}
	for {
		step, err := p.next(ctx)
		if err != nil || step.result != nil {
			return step.result, err
		}
		if err := p.carryOut(ctx, step); err != nil {
			return nil, err
		}
	}
}

// The pause before Play connects again or repeats a refused command begins with firstPause and
// doubles up to longestPause.
const (
	firstPause   = 400 * time.Millisecond
	longestPause = 8 * time.Second
)

var (
	// transientCodes are those of refusals after which the same request may succeed.
	transientCodes = []coded.Code{
		coded.Busy, coded.TooFast, coded.Internal, room.CodeManyStarts,
		"not_stored", "no_space", "too_many", "closing", "moved", "restart",
	}
	// overtakenCodes are those of commands that came too late, because of another player's command
	// or because time was up. A later frame says what to do now.
	overtakenCodes = []coded.Code{
		game.CodeStale, game.CodeNotAsked, game.CodeOver, room.CodeNotPlaying, room.CodePlaying,
		room.CodePaused, room.CodeBotPlays, room.CodeTaken, room.CodeHasSeat, room.CodeNotSeated,
		room.CodeNotReady, room.CodeNotHost, room.CodeOldCommitment, room.CodeHasShared,
	}
)

// player plays a match on a connection.
type player struct {
	conn   *Conn
	choose func(*State, *Decision) []Pick
	// overtaken is the moment at which the last command was overtaken. No other command is sent at
	// this moment.
	overtaken moment
}

// moment identifies what a client has received: the last frames about the room and the match.
type moment struct {
	seats    *Seat
	sequence string
	seq      uint64
}

// playStep is what a player does next. Exactly one of result, decision and command is set.
type playStep struct {
	result *Result
	// state is the state in which the decision is open.
	state    *State
	decision *Decision
	command  Command
	at       moment
}

// next waits until there is something to do.
func (p *player) next(ctx context.Context) (playStep, error) {
	for {
		var step playStep
		err := p.conn.Wait(ctx, func(s *State) bool {
			if len(s.Room.Seats) == 0 {
				return false
			}
			at := moment{&s.Room.Seats[0], s.Sequence, s.Seq}
			if at == p.overtaken {
				return false
			}
			found := false
			step, found = nextStep(s)
			step.at = at
			return found
		})
		if err == nil && step.decision != nil {
			step.state, err = p.conn.copyState()
			if err == nil && !step.isCurrent() {
				continue
			}
		}
		if !errors.Is(err, ErrClosed) {
			return step, err
		}
		if err := p.reconnect(ctx, err); err != nil {
			return playStep{}, err
		}
	}
}

// isCurrent reports whether the decision is still open in the copied state, in which a frame may
// have arrived.
func (s *playStep) isCurrent() bool {
	return s.state.Sequence == s.at.sequence && s.state.Seq == s.at.seq
}

// nextStep returns what a player does in a state, and false if it has to wait.
func nextStep(s *State) (playStep, bool) {
	switch seat := s.Seat(); {
	case s.Result != nil:
		return playStep{result: s.Result}, true
	case s.Room.Status == room.StatusOpen || s.Room.Status == room.StatusSeated:
		command, ok := commandBeforeMatch(s, seat)
		return playStep{command: command}, ok
	case seat == NoSeat || s.Room.Status != room.StatusPlaying || s.Room.Paused:
		return playStep{}, false
	case s.Room.Seats[seat].Bot != "":
		// A bot plays for this player, to the end if the player has lost.
		return playStep{command: Do("return")}, s.Room.Seats[seat].Lost == ""
	default:
		decision := s.OpenDecision()
		return playStep{decision: decision}, decision != nil
	}
}

// commandBeforeMatch returns the next command that is needed before a match, and false if the player
// has to wait.
func commandBeforeMatch(s *State, seat SeatNumber) (Command, bool) {
	seats, commitment := s.Room.Seats, s.Room.Commitment
	isWaiting := func(seat Seat) bool {
		return !seat.Ready || commitment != "" && !seat.Shared && seat.Bot == ""
	}
	switch {
	case seat == NoSeat:
		free := slices.IndexFunc(seats, func(seat Seat) bool { return seat.Player == "" && seat.Bot == "" })
		return Claim(SeatNumber(free)), free >= 0
	case commitment != "" && !seats[seat].Shared:
		return Share(commitment, newShare()), true
	case !seats[seat].Ready:
		return Ready(true), true
	default:
		isHost := s.Room.Host == s.You.ID
		return Do("start"), isHost && s.Room.Status == room.StatusSeated && !slices.ContainsFunc(seats, isWaiting)
	}
}

// newShare returns 16 random bytes as hexadecimal digits.
func newShare() string {
	share := make([]byte, 16)
	_, _ = cryptorand.Read(share) // never fails
	return hex.EncodeToString(share)
}

// carryOut answers the decision of a step, or sends its command.
func (p *player) carryOut(ctx context.Context, step playStep) error {
	if step.decision != nil {
		step.command = Answer(step.decision.ID, p.choose(step.state, step.decision))
	}
	err := p.send(ctx, step.command)
	switch {
	case err == nil:
		return nil
	case slices.Contains(overtakenCodes, coded.Of(err)):
		p.overtaken = step.at
		return nil
	case step.decision != nil:
		return fmt.Errorf("client: answer to decision %d (%s): %w", step.decision.ID, step.decision.Kind, err)
	}
	return fmt.Errorf("client: %s: %w", step.command.Type, err)
}

// send sends a command until it has a reply that is not transient.
func (p *player) send(ctx context.Context, command Command) error {
	p.conn.mu.Lock()
	command.ID = p.conn.nextID()
	p.conn.mu.Unlock()
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := p.conn.Send(ctx, command)
		switch {
		case errors.Is(err, ErrClosed):
			err = p.reconnect(ctx, err)
		case slices.Contains(transientCodes, coded.Of(err)):
			err = work.Sleep(ctx, pause)
		default:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// reconnect connects again after the connection has ended with the error cause.
func (p *player) reconnect(ctx context.Context, cause error) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		var bye *Bye
		p.conn.Inspect(func(s *State) { bye = s.Bye })
		least := time.Duration(0)
		if bye != nil {
			if bye.RetryAfter == nil {
				return cause
			}
			least = time.Duration(*bye.RetryAfter) * time.Millisecond
		}
		// Part of the pause is random, so that clients do not all come back at the same time.
		if err := work.Sleep(ctx, max(least, pause/2)+rand.N(pause/2)); err != nil {
			return err
		}
		err := p.conn.Reconnect(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		code := coded.Of(err)
		if code != "" && !errors.Is(err, ErrClosed) && !slices.Contains(transientCodes, code) {
			return err
		}
		cause = err
	}
}

// copyState returns a copy of the state that later frames do not change.
func (c *Conn) copyState() (*State, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// This applies the patches that wait.
	if _, _, err := c.state.Documents(); err != nil {
		return nil, err
	}
	s := c.state
	s.public.patches, s.private.patches = nil, nil
	return &s, nil
}
