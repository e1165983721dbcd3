package lobby

import "archmage/internal/game"

// fold changes the table by one entry, or refuses it with a coded error; then
// the table must be thrown away. It is the one door through which a room
// changes: new entries pass it before they are stored, and stored ones again
// when the room is loaded. It completes a new entry with what must be stored
// for that (the hash of an answer).
func (t *table) fold(e *Entry) error {
	if t.paused && e.By != "" {
		// Somebody is back.
		t.paused = false
		t.runClocks(e.At)
	}
	playing := t.playing()
	if err := t.foldKind(e); err != nil {
		return err
	}
	t.told.match = playing || t.playing()
	t.told.inside = e.Kind == KindAnswer && t.playing()
	t.last++
	if e.Intent != "" {
		t.intents = append(t.intents, request{e.By, e.Intent})
		t.intents = t.intents[max(0, len(t.intents)-keptIntents):]
	}
	t.settle()
	t.runClocks(e.At)
	return nil
}

func (t *table) foldKind(e *Entry) error {
	switch e.Kind {
	case KindOpen:
		return t.open(e)
	case KindSettings:
		return t.change(e)
	case KindClaim:
		return t.claim(e)
	case KindLeave:
		return t.leave(e)
	case KindReady:
		return t.ready(e)
	case KindSwap:
		return t.swap(e)
	case KindKick:
		return t.kick(e)
	case KindBot:
		return t.fill(e)
	case KindHost:
		return t.handOver(e)
	case KindStart:
		return t.start(e)
	case KindAnswer:
		return t.answer(e)
	case KindUndo:
		return t.undo(e)
	case KindConcede:
		return t.concede(e)
	case KindAbandon:
		return t.abandon(e)
	case KindRematch:
		return t.rematch(e)
	case KindLink:
		return t.link(e)
	case KindRedeem:
		return t.redeem(e)
	case KindStandIn:
		return t.standIn(e)
	case KindReturn:
		return t.comeBack(e)
	case KindTimeout:
		return t.timeout(e)
	case KindPause:
		t.paused = true
		return nil
	case KindResume:
		t.paused = false
		return nil
	case KindShow:
		t.match.shown = true
		return nil
	case KindUpgrade:
		return t.upgrade(e)
	case KindClose:
		return t.close(e)
	}
	return errorf(CodeUnknownIntent, "there is nothing called %q to do", e.Kind)
}

func (t *table) open(e *Entry) error {
	if err := e.Settings.check(t.games); err != nil {
		return err
	}
	t.status = StatusOpen
	t.settings = *e.Settings
	t.host = e.By
	t.seats = make([]Seat, t.settings.Seats)
	t.seats[0] = Seat{User: e.By, Name: e.Name, Ready: true}
	return nil
}

func (t *table) beforeMatch() error {
	if t.status != StatusOpen && t.status != StatusSeated {
		return errorf(CodePlaying, "that cannot be done any more")
	}
	return nil
}

// change sets new settings. Players beyond a smaller number of seats lose
// theirs; everybody else has to be ready again.
func (t *table) change(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	if err := t.beforeMatch(); err != nil {
		return err
	}
	if e.Settings == nil {
		return errorf(CodeBadSettings, "no settings")
	}
	if err := e.Settings.check(t.games); err != nil {
		return err
	}
	if at := t.seatOf(t.host); int(at) >= e.Settings.Seats {
		return errorf(CodeBadSettings, "the host's own seat would be gone")
	}
	gameChanged := e.Settings.Game != t.settings.Game
	t.settings = *e.Settings
	seats := make([]Seat, t.settings.Seats)
	copy(seats, t.seats)
	t.seats = seats
	for i := range t.seats {
		s := &t.seats[i]
		s.Ready = s.Ready && (s.User == t.host || s.User == "")
		if gameChanged && s.User == "" {
			*s = Seat{}
		}
	}
	return nil
}

func (t *table) claim(e *Entry) error {
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if own := t.seatOf(e.By); own != game.NoSeat {
		return errorf(CodeHasSeat, "you have a seat already")
	}
	if t.status == StatusFinished {
		return errorf(CodeNotPlaying, "the match is over")
	}
	if !s.free() {
		return errorf(CodeTaken, "that seat is taken")
	}
	if t.playing() {
		if seat, ok := t.match.seen[e.By]; ok && seat != e.Seat {
			return errorf(CodeSeenSecrets, "you have seen the hidden cards of another seat of this match")
		}
		t.match.sees(e.By, e.Seat)
		*s = Seat{User: e.By, Name: e.Name, Ready: true, bank: s.bank}
		t.refill(s)
		return nil
	}
	*s = Seat{User: e.By, Name: e.Name}
	return nil
}

// sees notes that a person has seen a seat's secrets.
func (m *match) sees(user string, seat game.Seat) {
	seen := make(map[string]game.Seat, len(m.seen)+1)
	for who, what := range m.seen {
		seen[who] = what
	}
	seen[user] = seat
	m.seen = seen
}

func (t *table) leave(e *Entry) error {
	_, n, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	t.vacate(n, e.At)
	return nil
}

// vacate takes the player from a seat. In a match a bot plays on, and somebody
// else may take the seat, unless it has lost for another reason.
func (t *table) vacate(n game.Seat, now int64) {
	s := &t.seats[n]
	leaver := s.User
	if t.playing() {
		s.User, s.Name, s.link, s.Abandon = "", "", "", false
		if s.Lost == "" {
			s.Lost = LostLeft
		}
		s.Bot = t.standInBot()
		t.match.undo = nil
	} else {
		*s = Seat{}
	}
	if leaver == t.host {
		t.nextHost()
	}
	t.endIfAbandoned(now)
}

// nextHost makes the first player with a seat the host; of an empty room the
// last host stays it.
func (t *table) nextHost() {
	for i := range t.seats {
		if t.seats[i].User != "" {
			t.host = t.seats[i].User
			return
		}
	}
}

func (t *table) standInBot() string {
	g, _ := t.games.find(t.settings.Game)
	return g.Bots[0].ID()
}

func (t *table) ready(e *Entry) error {
	s, _, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	if err := t.beforeMatch(); err != nil {
		return err
	}
	s.Ready = e.Ready
	return nil
}

func (t *table) swap(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	if err := t.beforeMatch(); err != nil {
		return err
	}
	a, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	b, err := t.seat(e.Other)
	if err != nil {
		return err
	}
	*a, *b = *b, *a
	return nil
}

func (t *table) kick(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if s.User == t.host {
		return errorf(CodeNotHost, "the host leaves, or makes somebody else host first")
	}
	if t.playing() && s.User == "" {
		return errorf(CodeNoSeat, "nobody sits there")
	}
	t.vacate(e.Seat, e.At)
	return nil
}

func (t *table) fill(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	if err := t.beforeMatch(); err != nil {
		return err
	}
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	g, _ := t.games.find(t.settings.Game)
	if _, ok := g.bot(e.Bot); !ok {
		return errorf(CodeNoBot, "there is no bot %q", e.Bot)
	}
	if s.User != "" {
		return errorf(CodeTaken, "that seat is taken")
	}
	*s = Seat{Bot: e.Bot, Ready: true}
	return nil
}

func (t *table) handOver(e *Entry) error {
	if err := t.hostOnly(e); err != nil {
		return err
	}
	s, err := t.seat(e.Seat)
	if err != nil {
		return err
	}
	if s.User == "" {
		return errorf(CodeNotSeated, "nobody sits there")
	}
	t.host = s.User
	return nil
}
