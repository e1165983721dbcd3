package lobby

import (
	"context"
	"encoding/json"
	"time"

	"go.uber.org/zap"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// botTurn is a decision that a bot has to answer. The bot thinks immediately, but its answer is held back for a
// pause. People can then follow, and the time of an answer does not reveal how many choices the bot had.
type botTurn struct {
	decision uint64
	// since is the time from which the bot has had to answer. next is the time of the room's next action: to
	// dispatch the decision, or to carry out the answer. It is not used while the bot thinks.
	since, next time.Time
	dispatched  bool
	answer      *room.Answer
}

// isThinking reports whether a worker has the decision and has not answered yet.
func (b *botTurn) isThinking() bool { return b.dispatched && b.answer == nil }

// answerStep rounds up the delay of an answer that is ready only after the pause: it is carried out at a
// multiple of answerStep after the pause.
const answerStep = 250 * time.Millisecond

// holdBack stores an answer that has just arrived, and sets the time at which to carry it out.
func (b *botTurn) holdBack(answer *room.Answer, pause time.Duration) {
	b.answer, b.next = answer, b.since.Add(pause)
	if late := time.Since(b.next); late > 0 && pause > 0 {
		b.next = b.next.Add((late + answerStep - 1).Truncate(answerStep))
	}
}

// botJob is a decision for a worker to answer.
type botJob struct {
	room     *liveRoom
	match    *match.Match
	seat     game.Seat
	decision uint64
	bot      game.Bot
	rng      game.RNG
}

// roomBots runs the bots at a room's table.
type roomBots struct {
	room *liveRoom
	// turns has the decisions that bots have to answer, by seat.
	turns map[game.Seat]botTurn
}

// updateTurns updates the decisions that bots have to answer.
func (b *roomBots) updateTurns() {
	r := b.room
	waiting := r.table.Waiting()
	for i := range r.table.Seats {
		seat := game.Seat(i)
		if r.table.BotOf(seat) == "" || !waiting.Has(seat) || r.table.Play.Paused || r.frozen {
			delete(b.turns, seat)
			continue
		}
		d := game.Decision{Plain: true}
		r.table.Play.Match.State.Decision(seat, &d)
		id := r.table.Play.DecisionID(&d)
		if turn, ok := b.turns[seat]; !ok || turn.decision != id {
			now := time.Now()
			b.turns[seat] = botTurn{decision: id, since: now, next: now}
		}
	}
}

// playDue carries out the answers that are due.
func (b *roomBots) playDue(now time.Time) {
	for seat := range game.Seat(len(b.room.table.Seats)) {
		if turn, ok := b.turns[seat]; ok && turn.answer != nil && !turn.next.After(now) {
			b.play(&turn)
		}
	}
}

// dispatch passes new decisions to the workers. If all are busy, the room tries again after botRetry.
func (b *roomBots) dispatch(now time.Time) {
	r := b.room
	for seat, turn := range b.turns {
		if turn.dispatched || turn.next.After(now) {
			continue
		}
		g, _ := r.lobby.games.Find(r.table.Play.Match.Game)
		bot, ok := g.Bot(r.table.BotOf(seat))
		if !ok {
			bot = g.Bots[0]
		}
		var seed game.Seed
		r.lobby.options.Random.Fill(seed[:])
		job := botJob{
			room: r, match: r.table.Play.Match, seat: seat, decision: turn.decision, bot: bot, rng: game.NewRNG(seed),
		}
		select {
		case r.lobby.options.Workers.Next <- job.play:
			turn.dispatched = true
		default:
			turn.next = now.Add(botRetry)
		}
		b.turns[seat] = turn
	}
}

// botRetry is the time that a room waits after it found all workers busy.
const botRetry = 20 * time.Millisecond

// play has the bot choose, and posts the answer to the room. It freezes the room if the rules panic.
func (j *botJob) play() {
	defer func() {
		if value := recover(); value != nil {
			logPanic(j.room.log, "panic in a room, room frozen", value)
			j.room.post((*liveRoom).freeze)
		}
	}()
	choice := j.choose()
	j.room.post(func(r *liveRoom) { r.bots.receive(&room.Answer{Seat: j.seat, Decision: j.decision, Choice: choice}) })
}

// choose returns the bot's choices as JSON. If the bot panics or its choices are not legal, it returns random
// legal ones.
func (j *botJob) choose() json.RawMessage {
	l := j.room.lobby
	p := game.NewPosition(j.match.State, j.seat, nil)
	ctx, stop := context.WithTimeout(l.liveCtx, l.thinkingTime())
	defer stop()
	picks := func() (picks []game.Pick) {
		defer func() {
			if value := recover(); value != nil {
				logPanic(j.room.log, "panic in a bot", value, zap.String("bot", j.bot.ID()))
				picks = nil
			}
		}()
		return j.bot.Choose(ctx, p, &j.rng)
	}()
	if picks == nil || p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}) != nil {
		picks = l.fallback.Choose(l.liveCtx, p, &j.rng)
	}
	return strict.Encode(append([]game.PickText{}, p.Decision.PicksText(j.match.Rules, picks)...))
}

// minThinkingTime is the time that a bot has even when many decisions wait.
const minThinkingTime = 20 * time.Millisecond

// thinkingTime returns the time that a bot can use for a decision now. It is shorter when many
// decisions wait.
func (l *Lobby) thinkingTime() time.Duration {
	workers := l.options.Workers
	cores := time.Duration(workers.Size)
	return max(minThinkingTime, l.options.BotTime*cores/(cores+time.Duration(len(workers.Next))))
}

// receive accepts a bot's answer if the decision is still open.
func (b *roomBots) receive(a *room.Answer) {
	turn, ok := b.turns[a.Seat]
	if !ok || !turn.isThinking() || turn.decision != a.Decision {
		return
	}
	turn.holdBack(a, b.room.lobby.options.BotPause)
	b.turns[a.Seat] = turn
	b.playDue(time.Now())
}

// play carries out a bot's answer.
func (b *roomBots) play(turn *botTurn) {
	a := turn.answer
	if err := b.room.carryOut(&room.Command{Body: a}); err == nil {
		return
	}
	if turn, ok := b.turns[a.Seat]; ok && turn.decision == a.Decision {
		b.turns[a.Seat] = botTurn{decision: turn.decision, since: turn.since, next: time.Now().Add(retryAfter)}
	}
}
