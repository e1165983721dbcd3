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

// thinks reports whether the bot has been asked and has not answered.
func (b *botTurn) thinks() bool { return b.asked && b.answer == nil }

// botStep is how long the answer of a bot that has thought for longer than the pause is held back further: until the
// next multiple of it after the pause.
const botStep = 250 * time.Millisecond

// hold holds an answer back that is there now.
func (b *botTurn) hold(answer *room.Answer, pause time.Duration) {
	b.answer, b.at = answer, b.since.Add(pause)
	if late := time.Since(b.at); late > 0 && pause > 0 {
		b.at = b.at.Add((late + botStep - 1).Truncate(botStep))
	}
}

// botJob is a decision on its way to a worker.
type botJob struct {
	room     *liveRoom
	match    *match.Match
	seat     game.Seat
	decision uint64
	bot      game.Bot
	rng      game.RNG
}

// askBots records the decisions that bots have to answer now.
func (r *liveRoom) askBots() {
	waiting := r.table.Waiting()
	for i := range r.table.Seats {
		seat := game.Seat(i)
		if r.table.BotOf(seat) == "" || !waiting.Has(seat) || r.table.Play.Paused || r.frozen {
			delete(r.bots, seat)
			continue
		}
		d := game.Decision{Plain: true}
		r.table.Play.Match.State.Decision(seat, &d)
		id := r.table.Play.DecisionID(&d)
		if turn, ok := r.bots[seat]; !ok || turn.decision != id {
			now := time.Now()
			r.bots[seat] = botTurn{decision: id, since: now, at: now}
		}
	}
}

// moveBots carries out the answers of bots that are due.
func (r *liveRoom) moveBots(now time.Time) {
	for seat := range game.Seat(len(r.table.Seats)) {
		if turn, ok := r.bots[seat]; ok && turn.answer != nil && !turn.at.After(now) {
			r.moveBot(&turn)
		}
	}
}

// sendToBots gives new decisions to the workers. If all are busy, it tries again after botRetry.
func (r *liveRoom) sendToBots(now time.Time) {
	for seat, turn := range r.bots {
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
		r.bots[seat] = turn
	}
}

// botRetry is how long a room waits before it asks busy workers again.
const botRetry = 20 * time.Millisecond

// play lets the bot choose and posts its answer to the room. If the rules panic, the room freezes.
func (j *botJob) play() {
	defer func() {
		if value := recover(); value != nil {
			logPanic(j.room.log, "a room has frozen", value)
			j.room.post((*liveRoom).freeze)
		}
	}()
	choice := j.choose()
	j.room.post(func(r *liveRoom) { r.botAnswers(&room.Answer{Seat: j.seat, Decision: j.decision, Choice: choice}) })
}

// choose returns the bot's choices as JSON. If they are not legal, it returns random legal ones.
func (j *botJob) choose() json.RawMessage {
	l := j.room.lobby
	p := game.NewPosition(j.match.State, j.seat, nil)
	ctx, stop := context.WithTimeout(l.live, l.timeToThink())
	defer stop()
	picks := func() (picks []game.Pick) {
		defer func() {
			if value := recover(); value != nil {
				logPanic(j.room.log, "a bot has failed", value, zap.String("bot", j.bot.ID()))
				picks = nil
			}
		}()
		return j.bot.Choose(ctx, p, &j.rng)
	}()
	if picks == nil || p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}) != nil {
		picks = l.fallback.Choose(l.live, p, &j.rng)
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

// botAnswers takes a bot's answer, if the decision is still open.
func (r *liveRoom) botAnswers(a *room.Answer) {
	turn, ok := r.bots[a.Seat]
	if !ok || !turn.thinks() || turn.decision != a.Decision {
		return
	}
	turn.hold(a, r.lobby.options.BotPause)
	r.bots[a.Seat] = turn
	r.moveBots(time.Now())
}

// moveBot carries out a bot's answer.
func (r *liveRoom) moveBot(turn *botTurn) {
	a := turn.answer
	if err := r.carryOut(&room.Command{Body: a}); err == nil {
		return
	}
	if turn, ok := r.bots[a.Seat]; ok && turn.decision == a.Decision {
		r.bots[a.Seat] = botTurn{decision: turn.decision, since: turn.since, at: time.Now().Add(retryAfter)}
	}
}
