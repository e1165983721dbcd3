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
	room     *room
	guest    *client.Guest
	conn     *client.Conn
	random   *rand.Rand
	watching bool
	// sent is when the move that waits for its update was sent, as an answer to the
	// decision answering. Conn.Look guards both.
	sent      time.Time
	answering uint64
	// at is how far the match has come as this person knows, sequence the one
	// of the last frame.
	at       moment
	sequence string
	// done is the last decision whose answer the server has taken.
	done uint64
	// moved counts this person's moves.
	moved int
	// cut asks for the connection to be cut.
	cut chan struct{}
}

// enter makes the connection.
func (p *person) enter(ctx context.Context) (err error) {
	p.conn, err = p.guest.Dial(ctx, p.room.id, client.Options{CountOnly: !p.room.test.config.Verify, OnChange: p.hear})
	return err
}

// hear measures an update. It runs in the connection's care.
func (p *person) hear(s *client.State, bytes int) {
	t := p.room.test
	if churn := t.config.Churn; churn > 0 && rand.IntN(churn) == 0 {
		select {
		case p.cut <- struct{}{}:
		default:
		}
	}
	at := moment{p.at.match, s.EventsFrom + len(s.Events)}
	if s.Sequence != p.sequence {
		p.sequence = s.Sequence
		at.match++
	}
	news := at != p.at
	p.at = at
	if !t.measuring.Load() {
		return
	}
	t.bytes.add(int64(bytes))
	asked := s.OpenDecision()
	if !p.sent.IsZero() && (asked == nil || asked.ID != p.answering) {
		t.own.addTime(time.Since(p.sent))
		if news {
			p.room.moves.made(at, p.sent, t.last)
		}
		p.sent = time.Time{}
	}
	if news {
		if p.room.moves.heard(at, t.last) && t.config.Bots > 0 {
			t.botMoves.Add(1)
		}
	}
}

// live plays or watches until ctx ends, coming back when the connection is
// lost.
func (p *person) live(ctx context.Context) error {
	go p.cutWhenAsked(ctx)
	for {
		err := p.stay(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, client.ErrClosed):
			if err := p.comeBack(ctx, err); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// stay does what there is to do until the connection is over, and says why it
// is: the error is never nil.
func (p *person) stay(ctx context.Context) error {
	if p.watching && p.room.test.config.Verify {
		return p.watch(ctx)
	}
	for {
		var asked *game.DecisionText
		var over bool
		err := p.conn.Wait(ctx, func(s *client.State) bool {
			asked, over = s.OpenDecision(), s.Result != nil && s.Room.Status != "playing"
			return !p.watching && (asked != nil || over)
		})
		switch {
		case err != nil:
			return err
		case over:
			err = p.rematch(ctx)
		default:
			err = p.answer(ctx, asked)
		}
		if err != nil {
			return err
		}
	}
}

// verifyOneIn is how many of a player's moves, or of the updates that a
// spectator gets, come before its documents are compared.
const verifyOneIn = 40

// watch compares a spectator's documents now and then.
func (p *person) watch(ctx context.Context) error {
	for {
		var sequence string
		var seq uint64
		p.conn.Inspect(func(s *client.State) { sequence, seq = s.Sequence, s.Seq })
		err := p.conn.Wait(
			ctx,
			func(s *client.State) bool { return s.Sequence != sequence || s.Seq >= seq+verifyOneIn },
		)
		if err != nil {
			return err
		}
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
}

// busy is the code of a command that can be sent again.
const busy = "busy"

// answer answers a decision at random.
func (p *person) answer(ctx context.Context, asked *game.DecisionText) error {
	t := p.room.test
	if asked.ID <= p.done {
		return fmt.Errorf("seat %d is asked decision %d after its answer to %d was taken", asked.Seat, asked.ID, p.done)
	}
	if p.moved++; t.config.Verify && p.moved%verifyOneIn == 0 {
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
	if err := p.think(ctx); err != nil {
		return err
	}
	command := client.Answer(asked.ID, client.RandomAnswer(asked, p.random))
	command.ID = fmt.Sprintf("%s-%d-%d", p.room.id[:8], p.moved, p.random.Uint64())
	p.conn.Inspect(func(*client.State) { p.sent, p.answering = time.Now(), asked.ID })
	for {
		err := p.conn.Send(ctx, command)
		if errors.Is(err, client.ErrClosed) && ctx.Err() == nil {
			// Whether it was taken is not known: the same command again.
			if err := p.comeBack(ctx, err); err != nil {
				return err
			}
			continue
		}
		if t.config.Patience > 0 && coded.Of(err) == busy {
			if err := work.Sleep(ctx, comeBackPause); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("an answer: %w", err)
		}
		break
	}
	p.done = asked.ID
	t.count()
	return nil
}

// think waits as long as a person would.
func (p *person) think(ctx context.Context) error {
	think := p.room.test.config.Think
	if think == 0 {
		return nil
	}
	return work.Sleep(ctx, think/2+time.Duration(p.random.Int64N(int64(think))))
}

// rematch begins the next match in the same room: the host asks for it and
// starts it, the others say that they are ready.
func (p *person) rematch(ctx context.Context) error {
	t := p.room.test
	host := p == p.room.people[0]
	p.done = 0 // the next match counts its decisions anew
	if t.config.Verify {
		if err := p.verify(ctx); err != nil {
			return err
		}
	}
	var status string
	var ready int
	var mine bool
	look := func(s *client.State) {
		status, ready, mine = string(s.Room.Status), 0, false
		for i := range s.Room.Seats {
			if seat := &s.Room.Seats[i]; seat.Ready {
				ready++
				mine = mine || seat.Player == s.You.ID
			}
		}
	}
	for {
		p.conn.Inspect(look)
		var err error
		switch {
		case status == "playing":
			return nil
		case status == "finished" && host:
			if err = p.conn.Send(ctx, client.Do("rematch")); err == nil && t.measuring.Load() {
				t.matches.Add(1)
			}
		case status == "seated" && host && ready == p.room.players:
			err = p.conn.Send(ctx, client.Do("start"))
		case status == "seated" && !mine:
			err = p.conn.Send(ctx, client.Ready(true))
		default:
			was, had := status, ready
			err = p.conn.Wait(ctx, func(s *client.State) bool {
				look(s)
				return status != was || ready != had
			})
		}
		if err != nil {
			return fmt.Errorf("a rematch: %w", err)
		}
	}
}

// verifyTries is how often documents are compared while others play on.
const verifyTries = 5

// verify compares the documents that patches have made with a fresh snapshot, if
// there is one to be had.
func (p *person) verify(ctx context.Context) error {
	for range verifyTries {
		fresh, err := p.guest.Dial(ctx, p.room.id, client.Options{})
		if err == nil {
			if err = fresh.Wait(ctx, func(s *client.State) bool { return s.Sequence != "" }); err != nil {
				fresh.Close()
			}
		}
		if err != nil {
			if p.room.test.config.Patience > 0 {
				return nil // the server is away
			}
			return fmt.Errorf("a second connection: %w", err)
		}
		want, sequence, seq, err := documentsOf(fresh)
		fresh.Close()
		if err != nil {
			return err
		}
		// What the snapshot has is on its way here too.
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

// documentsOf returns both documents, one after the other.
func documentsOf(c *client.Conn) (documents []byte, sequence string, seq uint64, err error) {
	c.Inspect(func(s *client.State) {
		sequence, seq = s.Sequence, s.Seq
		var public, private []byte
		public, private, err = s.Documents()
		documents = append(append(documents, public...), private...)
	})
	return documents, sequence, seq, err
}

// cutWhenAsked cuts the connection whenever that is asked for. The goroutine that
// reads from the connection asks for it and cannot do it.
func (p *person) cutWhenAsked(ctx context.Context) {
	for {
		select {
		case <-p.cut:
			p.conn.Close()
		case <-ctx.Done():
			return
		}
	}
}

// comeBackPause is how long a client waits between two tries.
const comeBackPause = 50 * time.Millisecond

// comeBack makes a lost connection again, to the next node if one does not answer;
// why says how it was lost.
func (p *person) comeBack(ctx context.Context, why error) error {
	config := &p.room.test.config
	if config.Patience == 0 && config.Churn == 0 {
		return fmt.Errorf("a connection was lost: %w", why)
	}
	patience := max(config.Patience, time.Minute)
	start := time.Now()
	for {
		err := p.conn.Reconnect(ctx)
		if err == nil {
			p.room.test.away.addTime(time.Since(start))
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
		if err := work.Sleep(ctx, comeBackPause); err != nil {
			return err
		}
	}
}
