package loadtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/work"
)

// person is one client of the test: a player or a spectator.
type person struct {
	room        *room
	guest       *client.Guest
	conn        *client.Conn
	random      *rand.Rand
	isSpectator bool
	// sent is the time at which the move in flight was sent, or zero if no move is in flight. decisionID is
	// the id of the decision that the move answers. sent and decisionID are used only inside Conn.Inspect and
	// onUpdate, which hold the lock of the connection.
	sent       time.Time
	decisionID uint64
	// progress is the moment of the match after the last frame. sequence is the sequence of the last frame.
	progress moment
	sequence string
	// lastDecisionID is the id of the last decision whose answer the server has accepted.
	lastDecisionID uint64
	// moves counts the moves of this person.
	moves int
	// cut receives requests to cut the connection.
	cut chan struct{}
}

// enter connects the person to the room.
func (p *person) enter(ctx context.Context) (err error) {
	p.conn, err = p.guest.Dial(
		ctx,
		p.room.id,
		client.Options{CountOnly: !p.room.test.config.Verify, OnChange: p.onUpdate},
	)
	return err
}

// onUpdate measures an update of size bytes. The connection calls it with its lock held, so it must not block
// or close the connection.
func (p *person) onUpdate(s *client.State, size int) {
	t := p.room.test
	if churn := t.config.Churn; churn > 0 && rand.IntN(churn) == 0 {
		select {
		case p.cut <- struct{}{}:
		default:
		}
	}
	progress := moment{p.progress.matchNumber, s.EventsFrom + len(s.Events)}
	if s.Sequence != p.sequence {
		p.sequence = s.Sequence
		progress.matchNumber++
	}
	isNew := progress != p.progress
	p.progress = progress
	if !t.measuring.Load() {
		return
	}
	t.updateBytes.add(int64(size))
	decision := s.OpenDecision()
	if !p.sent.IsZero() && (decision == nil || decision.ID != p.decisionID) {
		t.ownLatency.addTime(time.Since(p.sent))
		if isNew {
			p.room.deliveries.recordSent(progress, p.sent, t.lastLatency)
		}
		p.sent = time.Time{}
	}
	if isNew {
		if p.room.deliveries.recordReceived(progress, t.lastLatency) && t.config.BotSeats > 0 {
			t.botMoves.Add(1)
		}
	}
}

// run plays or watches until ctx ends, and reconnects when the connection is lost.
func (p *person) run(ctx context.Context) error {
	go p.cutOnRequest(ctx)
	for {
		err := p.runConnected(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, client.ErrClosed):
			if err := p.reconnect(ctx, err); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// runConnected plays or watches until the connection is lost, a request fails, or ctx ends. It always returns
// an error.
func (p *person) runConnected(ctx context.Context) error {
	if p.isSpectator && p.room.test.config.Verify {
		return p.watch(ctx)
	}
	for {
		var decision *game.DecisionText
		var over bool
		err := p.conn.Wait(ctx, func(s *client.State) bool {
			decision, over = s.OpenDecision(), s.Result != nil && s.Room.Status != "playing"
			return !p.isSpectator && (decision != nil || over)
		})
		switch {
		case err != nil:
			return err
		case over:
			err = p.rematch(ctx)
		default:
			err = p.answer(ctx, decision)
		}
		if err != nil {
			return err
		}
	}
}

// verifyInterval is the number of moves of a player, or of updates of a spectator, between two comparisons of
// documents.
const verifyInterval = 40

// watch compares a spectator's documents every verifyInterval updates.
func (p *person) watch(ctx context.Context) error {
	for {
		var sequence string
		var seq uint64
		p.conn.Inspect(func(s *client.State) { sequence, seq = s.Sequence, s.Seq })
		err := p.conn.Wait(
			ctx,
			func(s *client.State) bool { return s.Sequence != sequence || s.Seq >= seq+verifyInterval },
		)
		if err != nil {
			return err
		}
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
}

// busy is the code of an error after which a command can be sent again.
const busy = "busy"

// answer waits for a random time and sends a random answer to a decision. If the connection is lost, it
// reconnects and sends the answer again.
func (p *person) answer(ctx context.Context, decision *game.DecisionText) error {
	t := p.room.test
	if decision.ID <= p.lastDecisionID {
		return fmt.Errorf(
			"seat %d is asked decision %d after its answer to %d was taken",
			decision.Seat,
			decision.ID,
			p.lastDecisionID,
		)
	}
	if p.moves++; t.config.Verify && p.moves%verifyInterval == 0 {
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
	if err := p.think(ctx); err != nil {
		return err
	}
	command := client.Answer(decision.ID, client.RandomAnswer(decision, p.random))
	command.ID = fmt.Sprintf("%s-%d-%d", p.room.id[:8], p.moves, p.random.Uint64())
	p.conn.Inspect(func(*client.State) { p.sent, p.decisionID = time.Now(), decision.ID })
	for {
		err := p.conn.Send(ctx, command)
		if errors.Is(err, client.ErrClosed) && ctx.Err() == nil {
			// The server may have accepted the command, so it is sent again with the same id.
			if err := p.reconnect(ctx, err); err != nil {
				return err
			}
			continue
		}
		if t.config.Patience > 0 && coded.Of(err) == busy {
			if err := work.Sleep(ctx, reconnectPause); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("an answer: %w", err)
		}
		break
	}
	p.lastDecisionID = decision.ID
	t.count()
	return nil
}

// think waits for a random time between half of Config.Think and one and a half times Config.Think.
func (p *person) think(ctx context.Context) error {
	think := p.room.test.config.Think
	if think == 0 {
		return nil
	}
	return work.Sleep(ctx, think/2+time.Duration(p.random.Int64N(int64(think))))
}

// rematch waits until the next match in the same room has started. The host asks for the rematch and starts
// it. The other players become ready.
func (p *person) rematch(ctx context.Context) error {
	t := p.room.test
	isHost := p == p.room.people[0]
	p.lastDecisionID = 0 // decisions of the next match are counted from 1 again
	if t.config.Verify {
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
	var status string
	var ready int
	var isReady bool
	inspect := func(s *client.State) {
		status, ready, isReady = string(s.Room.Status), 0, false
		for i := range s.Room.Seats {
			if seat := &s.Room.Seats[i]; seat.Ready {
				ready++
				isReady = isReady || seat.Player == s.You.ID
			}
		}
	}
	for {
		p.conn.Inspect(inspect)
		var err error
		switch {
		case status == "playing":
			return nil
		case status == "finished" && isHost:
			if err = p.conn.Send(ctx, client.Reopen()); err == nil && t.measuring.Load() {
				t.matches.Add(1)
			}
		case status == "seated" && isHost && ready == p.room.players:
			err = p.conn.Send(ctx, client.Do("start"))
		case status == "seated" && !isReady:
			err = p.conn.Send(ctx, client.Ready(true))
		default:
			previousStatus, previousReady := status, ready
			err = p.conn.Wait(ctx, func(s *client.State) bool {
				inspect(s)
				return status != previousStatus || ready != previousReady
			})
		}
		if err != nil {
			return fmt.Errorf("a rematch: %w", err)
		}
	}
}

// maxVerifyTries is the maximum number of attempts to compare documents while other players continue to move.
const maxVerifyTries = 5

// verify compares the documents that patches have made with a snapshot from a second connection. It returns
// nil if no snapshot of the same moment can be obtained, and, with Config.Patience, if the server does not
// answer.
func (p *person) verify(ctx context.Context) error {
	for range maxVerifyTries {
		second, err := p.guest.Dial(ctx, p.room.id, client.Options{})
		if err == nil {
			if err = second.Wait(ctx, func(s *client.State) bool { return s.Sequence != "" }); err != nil {
				second.Close()
			}
		}
		if err != nil {
			if p.room.test.config.Patience > 0 {
				return nil // the server may be restarting
			}
			return fmt.Errorf("a second connection: %w", err)
		}
		want, sequence, seq, err := documentsOf(second)
		second.Close()
		if err != nil {
			return err
		}
		// The existing connection will receive everything that the snapshot contains.
		if err := p.conn.Wait(
			ctx,
			func(s *client.State) bool { return s.Sequence != sequence || s.Seq >= seq },
		); err != nil {
			return err
		}
		got, gotSequence, gotSeq, err := documentsOf(p.conn)
		switch {
		case err != nil:
			return err
		case gotSequence != sequence || gotSeq != seq:
			continue
		case !bytes.Equal(got, want):
			return fmt.Errorf("a patched document differs from a fresh snapshot")
		}
		p.room.test.verified.Add(1)
		return nil
	}
	return nil
}

// documentsOf returns the public document followed by the private one, and their sequence and number.
func documentsOf(c *client.Conn) (documents []byte, sequence string, seq uint64, err error) {
	c.Inspect(func(s *client.State) {
		sequence, seq = s.Sequence, s.Seq
		var public, private []byte
		public, private, err = s.Documents()
		documents = append(append(documents, public...), private...)
	})
	return documents, sequence, seq, err
}

// cutOnRequest closes the connection for each value from p.cut, until ctx ends. The goroutine that reads from
// the connection cannot close it itself.
func (p *person) cutOnRequest(ctx context.Context) {
	for {
		select {
		case <-p.cut:
			p.conn.Close()
		case <-ctx.Done():
			return
		}
	}
}

// reconnectPause is the time between two attempts to reconnect.
const reconnectPause = 50 * time.Millisecond

// reconnect restores a lost connection. After each failed attempt it tries the next node. cause is the error
// of the lost connection.
func (p *person) reconnect(ctx context.Context, cause error) error {
	config := &p.room.test.config
	if config.Patience == 0 && config.Churn == 0 {
		return fmt.Errorf("a connection was lost: %w", cause)
	}
	patience := max(config.Patience, time.Minute)
	start := time.Now()
	for {
		err := p.conn.Reconnect(ctx)
		if err == nil {
			p.room.test.reconnectTimes.addTime(time.Since(start))
			return nil
		}
		p.guest.Base = config.URLs[(slices.Index(config.URLs, p.guest.Base)+1)%len(config.URLs)]
		p.conn.UseNode(p.guest.Base)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if refusal := (*coded.Error)(nil); errors.As(err, &refusal) && config.Patience == 0 {
			return fmt.Errorf("coming back: %w", err)
		}
		if time.Since(start) > patience {
			return fmt.Errorf("no way back in %v: %w", patience, err)
		}
		if err := work.Sleep(ctx, reconnectPause); err != nil {
			return err
		}
	}
}
