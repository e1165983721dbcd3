package lobby

import (
	"context"
	"time"

	"archmage/internal/game"
)

// botTurn is a decision that a bot is to answer.
type botTurn struct {
	decision uint64
	// at is when it is asked, so that people can follow.
	at    time.Time
	asked bool
}

// botJob is a decision on its way to a bot: all that the bot may see.
type botJob struct {
	room     *Room
	seat     game.Seat
	decision uint64
	bot      game.Bot
	position *game.Position
	rules    game.Rules
	rng      game.RNG
}

// askBots notes which decisions bots have to answer now.
func (a *actor) askBots() {
	waiting := a.table.waitingFor()
	for seat := range a.table.seats {
		n := game.Seat(seat)
		s := &a.table.seats[seat]
		if s.Bot == "" || !waiting.Has(n) || a.frozen != nil {
			delete(a.bots, n)
			continue
		}
		var d game.Decision
		a.table.match.state.Decision(n, &d)
		id := a.table.match.undos.decisionID(&d)
		if turn, ok := a.bots[n]; !ok || turn.decision != id {
			a.bots[n] = botTurn{decision: id, at: time.Now().Add(a.lobby.options.BotPause)}
		}
	}
}

// sendToBots hands the decisions that are due to the pool. If it is full, they
// are tried again a little later.
func (a *actor) sendToBots(now time.Time) {
	for seat, turn := range a.bots {
		if turn.asked || turn.at.After(now) {
			continue
		}
		s := &a.table.seats[seat]
		m := a.table.match
		g, _ := a.lobby.games.find(m.record.Game)
		bot, ok := g.bot(s.Bot)
		if !ok {
			bot = g.Bots[0]
		}
		job := botJob{
			room: a.room, seat: seat, decision: turn.decision, bot: bot,
			position: game.NewPosition(m.state.Clone(), seat, nil), rules: m.rules, rng: game.NewRNG(a.lobby.newSeed()),
		}
		select {
		case a.lobby.pool <- job:
			turn.asked = true
		default:
			turn.at = now.Add(botRetry)
		}
		a.bots[seat] = turn
	}
}

// botRetry is how long a room waits for a place in a full pool.
const botRetry = 20 * time.Millisecond

// playBots is one worker of the pool.
func (l *Lobby) playBots() {
	defer l.working.Done()
	for {
		select {
		case <-l.stopBots:
			return
		case job := <-l.pool:
			job.play(l)
		}
	}
}

// play lets the bot choose and gives its answer to the room like anybody's.
func (j *botJob) play(l *Lobby) {
	picks := func() (picks []game.Pick) {
		defer func() {
			if recover() != nil {
				picks = nil
			}
		}()
		return j.bot.Choose(context.Background(), j.position, &j.rng)
	}()
	d := j.position.Decision
	if picks == nil || d.Check(game.Answer{Decision: d.ID, Picks: picks}) != nil {
		picks = l.fallback.Choose(context.Background(), j.position, &j.rng)
	}
	e := &Entry{Kind: KindAnswer, Seat: j.seat, Decision: j.decision, Answer: d.PicksText(j.rules, picks)}
	select {
	case j.room.inbox <- botAnswer{e}:
	case <-j.room.gone:
	case <-l.stopBots:
	}
}

// botAnswer is a bot's answer. One that comes too late is nobody's business.
type botAnswer struct{ entry *Entry }

func (m botAnswer) handle(a *actor) {
	_ = a.guard(func() error {
		seat := m.entry.Seat
		turn, ok := a.bots[seat]
		if !ok || !turn.asked || turn.decision != m.entry.Decision {
			return nil
		}
		if err := a.carryOut(m.entry); err != nil {
			if turn, ok := a.bots[seat]; ok && turn.decision == m.entry.Decision {
				a.bots[seat] = botTurn{decision: turn.decision, at: time.Now().Add(retryAfter)}
			}
		}
		return nil
	})
}
