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

// botTurn is a decision that a bot has to answer. It thinks at once, and its answer is held back until the end of a
// pause, so that people can follow, and so that the time of the answer does not tell what the bot could choose from.
type botTurn struct {
	decision uint64
	// since is when the bot had to answer. at is when the room has something to do: ask the bot, or
	// carry out its answer. It is not used while the bot thinks.
	since, at time.Time
	asked     bool
	answer    *room.Answer
}

// isThinking reports whether the bot has been asked and has not answered.
func (b *botTurn) isThinking() bool { return b.asked && b.answer == nil }

// answerStep is how long the answer of a bot that has thought for longer than the pause is held back further: until the
// next multiple of it after the pause.
const answerStep = 250 * time.Millisecond

// holdBack holds an answer back that is there now.
func (b *botTurn) holdBack(answer *room.Answer, pause time.Duration) {
	b.answer, b.at = answer, b.since.Add(pause)
	if late := time.Since(b.at); late > 0 && pause > 0 {
		b.at = b.at.Add((late + answerStep - 1).Truncate(answerStep))
	}
}

// botJob is a decision that a worker is to answer.
type botJob struct {
	room     *liveRoom
	match    *match.Match
	seat     game.Seat
	decision uint64
	bot      game.Bot
	rng      game.RNG
}

// roomBots are the bots at a room's table.
type roomBots struct {
	room *liveRoom
	// turns are the decisions that they have to answer.
	turns map[game.Seat]botTurn
}

// updateTurns records the decisions that bots have to answer now.
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
			b.turns[seat] = botTurn{decision: id, since: now, at: now}
		}
	}
}

// playDue carries out the answers of bots that are due.
func (b *roomBots) playDue(now time.Time) {
	for seat := range game.Seat(len(b.room.table.Seats)) {
		if turn, ok := b.turns[seat]; ok && turn.answer != nil && !turn.at.After(now) {
			b.play(&turn)
		}
	}
}

// dispatch gives new decisions to the workers. If all are busy, it tries again after botRetry.
func (b *roomBots) dispatch(now time.Time) {
	r := b.room
	for seat, turn := range b.turns {
		if turn.asked || turn.at.After(now) {
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
			turn.asked = true
		default:
			turn.at = now.Add(botRetry)
		}
		b.turns[seat] = turn
	}
}

// botRetry is how long a room waits before it asks busy workers again.
const botRetry = 20 * time.Millisecond

// play lets the bot choose and posts its answer to the room. If the rules panic, the room freezes.
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

// choose returns the bot's choices as JSON. If they are not legal, it returns random legal ones.
func (j *botJob) choose() json.RawMessage {
	l := j.room.lobby
	p := game.NewPosition(j.match.State, j.seat, nil)
	ctx, stop := context.WithTimeout(l.liveCtx, l.timeToThink())
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

// leastTime is the minimum time that a bot may think, however many decisions wait.
const leastTime = 20 * time.Millisecond

// timeToThink returns how long a bot may think now. The more decisions wait for bots, the shorter
// it is.
func (l *Lobby) timeToThink() time.Duration {
	workers := l.options.Workers
	cores := time.Duration(workers.Size)
	return max(leastTime, l.options.BotTime*cores/(cores+time.Duration(len(workers.Next))))
}

// receive takes a bot's answer, if the decision is still open.
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
		b.turns[a.Seat] = botTurn{decision: turn.decision, since: turn.since, at: time.Now().Add(retryAfter)}
	}
}
