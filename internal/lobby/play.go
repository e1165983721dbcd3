package lobby

import (
	"time"

	"archmage/internal/game"
)

// start begins a match: every seat has a bot, or a player who is ready.
func (t *table) start(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	if err := t.beforeMatch(); err != nil {
		return err
	}
	for i := range t.seats {
		if s := &t.seats[i]; s.Bot == "" && (s.User == "" || !s.Ready) {
			return errorf(CodeNotReady, "seat %d is not ready", i)
		}
	}
	g, _ := t.games.find(t.settings.Game)
	m, err := begin(g.Rules, t.settings.Options, t.settings.Seats, t.settings.Undo, e, t.last+1)
	if err != nil {
		return err
	}
	t.match = m
	for i := range t.seats {
		s := &t.seats[i]
		s.Abandon, s.Lost, s.bank, s.since = false, "", t.settings.Clock.limit(), 0
		if s.User != "" {
			t.match.sees(s.User, game.Seat(i))
		}
	}
	t.matches++
	t.status = StatusPlaying
	t.told.events = startEvents()
	m.events = len(t.told.events)
	return nil
}

// answer applies an answer of the seat's player, or of the bot that plays it
// (By is "").
func (t *table) answer(e *Entry) error {
	if !t.playing() {
		return errorf(CodeNotPlaying, "no match is played here")
	}
	if e.By != "" {
		s, n, err := t.ownSeat(e)
		if err != nil {
			return err
		}
		if s.Bot != "" {
			return errorf(CodeBotPlays, "a bot plays your seat")
		}
		e.Seat = n
	}
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	left := t.left(s, e.At)
	events, err := t.match.answer(e)
	if err != nil {
		return err
	}
	t.told.events = events
	if n := len(t.match.undo); n > 0 {
		t.match.undo[n-1].left, t.match.undo[n-1].at = left, e.At
	}
	if len(events) > 0 {
		// What nobody else learns of must not show on the clock either.
		t.addIncrement(e.Seat, e.At)
	}
	if outcome := t.match.state.Outcome(); outcome != nil {
		t.finish(outcome, e.At)
	}
	return nil
}

// undo takes the player's last answer back, and with it the time that the
// player has won by it.
func (t *table) undo(e *Entry) error {
	s, n, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	if !t.playing() {
		return errorf(CodeNotPlaying, "no match is played here")
	}
	if s.Bot != "" {
		return errorf(CodeBotPlays, "a bot plays your seat")
	}
	e.Seat = n
	point, events, err := t.match.takeBack(e)
	if err != nil {
		return err
	}
	t.told.events = events
	if len(events) == 0 {
		return nil
	}
	used := time.Duration(0)
	if s.since != 0 {
		used = millis(e.At - max(s.since, point.at))
	}
	s.bank, s.since = max(0, point.left-used), 0
	return nil
}

func (t *table) concede(e *Entry) error {
	s, _, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	if !t.playing() {
		return errorf(CodeNotPlaying, "no match is played here")
	}
	if s.Lost != "" {
		return errorf(CodeBotPlays, "you have lost this match already")
	}
	s.Lost, s.Bot = LostConceded, t.standInBot()
	t.endIfAbandoned(e.At)
	return nil
}

// abandon is a vote to end the match without a result; it ends when every
// player who is still there agrees.
func (t *table) abandon(e *Entry) error {
	s, _, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	if !t.playing() {
		return errorf(CodeNotPlaying, "no match is played here")
	}
	if s.Bot != "" {
		return errorf(CodeBotPlays, "a bot plays your seat")
	}
	s.Abandon = e.Ready
	t.endIfAbandoned(e.At)
	return nil
}

func (t *table) endIfAbandoned(now int64) {
	if !t.playing() {
		return
	}
	votes := 0
	for i := range t.seats {
		s := &t.seats[i]
		if s.User == "" || s.Bot != "" {
			continue
		}
		if !s.Abandon {
			return
		}
		votes++
	}
	if votes > 0 {
		t.finish(nil, now)
	}
}

// finish ends the match, with its outcome or abandoned.
func (t *table) finish(outcome *game.Outcome, now int64) {
	result := &Result{Outcome: outcome, Seed: t.match.record.Seed}
	for i := range t.seats {
		result.Lost = append(result.Lost, t.seats[i].Lost)
		result.Names = append(result.Names, t.seats[i].Name)
		result.Bots = append(result.Bots, t.seats[i].Bot)
	}
	t.match.result = result
	t.match.ended = now
	t.match.undo = nil
	t.status = StatusFinished
}

// rematch opens the table again with everybody in place. Seats that bots
// played for their players are the players' again; those of players who left
// are free. Any player may ask for it, and the host even without a seat.
func (t *table) rematch(e *Entry) error {
	if _, _, err := t.ownSeat(e); err != nil && e.By != t.host {
		return err
	}
	if t.status != StatusFinished {
		return errorf(CodePlaying, "the match is not over")
	}
	for i := range t.seats {
		s := &t.seats[i]
		left := s.User == "" && s.Lost != ""
		*s = Seat{User: s.User, Name: s.Name, Bot: s.Bot, link: s.link}
		if s.User != "" || left {
			s.Bot = ""
		}
		s.Ready = s.Bot != "" || s.User == e.By
	}
	t.status = StatusOpen
	return nil
}

// standIn lets a bot play for a player who is gone.
func (t *table) standIn(e *Entry) error {
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if !t.playing() || s.User == "" || s.Bot != "" {
		return errorf(CodeNotPlaying, "no bot is needed there")
	}
	s.Bot = t.standInBot()
	t.endIfAbandoned(e.At)
	return nil
}

// comeBack gives a seat back to its player: by the player's own wish, or
// because the player is there again.
func (t *table) comeBack(e *Entry) error {
	if e.By != "" {
		_, n, err := t.ownSeat(e)
		if err != nil {
			return err
		}
		e.Seat = n
	}
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if !t.playing() || s.User == "" || s.Bot == "" || s.Lost != "" {
		return errorf(CodeNotPlaying, "the seat is not played by a bot for its player")
	}
	s.Bot = ""
	t.refill(s)
	return nil
}

// timeout lets a bot play for a player whose time is up.
func (t *table) timeout(e *Entry) error {
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if !t.playing() || s.User == "" || s.Bot != "" {
		return errorf(CodeNotPlaying, "no time runs there")
	}
	s.Bot = t.standInBot()
	if t.settings.OutOfTime == OutOfTimeLose {
		s.Lost = LostTime
	}
	t.endIfAbandoned(e.At)
	return nil
}

// upgrade goes on with the state as another rules version encodes it.
func (t *table) upgrade(e *Entry) error {
	if t.match == nil {
		return errorf(CodeNotPlaying, "there is no match to go on with")
	}
	state, err := t.match.rules.Decode(e.State)
	if err != nil {
		return err
	}
	t.match.state = state
	t.match.record.Version = e.Version
	t.match.undo = nil
	return nil
}
