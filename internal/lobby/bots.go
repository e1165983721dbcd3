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

// botTurn is a decision that a bot has to answer.
type botTurn struct {
	decision uint64
	// at is when the bot is asked: after a pause, so that people can follow.
	at    time.Time
	asked bool
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
			r.bots[seat] = botTurn{decision: id, at: time.Now().Add(r.lobby.options.BotPause)}
		}
	}
}

// sendToBots gives the decisions that are due to the workers. If all are busy, it tries again after
// botRetry.
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

// botAnswers carries out a bot's answer, if the decision is still open.
func (r *liveRoom) botAnswers(a *room.Answer) {
	turn, ok := r.bots[a.Seat]
	if !ok || !turn.asked || turn.decision != a.Decision {
		return
	}
	if err := r.carryOut(&room.Command{Body: a}); err != nil {
		if turn, ok := r.bots[a.Seat]; ok && turn.decision == a.Decision {
			r.bots[a.Seat] = botTurn{decision: turn.decision, at: time.Now().Add(retryAfter)}
		}
	}
}
