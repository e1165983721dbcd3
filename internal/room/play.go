package room

import (
	"encoding/json"
	"maps"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Play is the match in progress, or the last one, with what the room has recorded about it.
type Play struct {
	Match *match.Match
	// StartEntry is the number of the entry that started the match.
	StartEntry uint64
	// Turn is the number of times that the turn has passed to other players.
	Turn int
	// Events is the number of events since the start.
	Events int
	// DecisionVersions has, for each seat, the number of answers that were taken back and had changed the decision
	// of the seat. It makes the ids of decisions unique ([Play.DecisionID]).
	DecisionVersions [game.MaxSeats]uint32
	// Delay is the number of turns that spectators are behind the players.
	Delay int
	// StartedOpen is true if all players agreed before the start that spectators see all hands. OpenHands is
	// true if, in addition, no player has withdrawn that since.
	StartedOpen, OpenHands bool
	// UndoCounts has the number of answers that the players of each seat have taken back. BackCounts has
	// the number of times that each seat has gone back or changed an answer in this turn.
	UndoCounts [game.MaxSeats]int
	BackCounts [game.MaxSeats]int
	// Cleared is the set of seats that the host has cleared. Askers has the ids of the persons who have asked
	// for a seat, the last ones last.
	Cleared game.Seats
	Askers  []string
	// Seen maps the id of a person to the seat whose secrets the person has seen.
	Seen map[string]game.Seat
	// Paused is true if the players have agreed to continue later.
	Paused bool
	// Proposal is the open proposal, nil if there is none. Proposals is the number of proposals in the match.
	Proposal  *Proposal
	Proposals uint64
	// Revealed is true if delayed spectators can see that the match is over.
	Revealed bool

	undoPoints []undoPoint
}

// DecisionID returns the id of a decision for clients. It is unique within a match, even if answers are taken
// back.
func (p *Play) DecisionID(d *game.Decision) uint64 {
	return uint64(p.DecisionVersions[d.Seat])<<32 | uint64(d.ID)
}

// decisionInMatch converts the id that clients use for a decision to its id in the match. It returns 0, which
// no decision has, if an answer was taken back since.
func (p *Play) decisionInMatch(seat game.Seat, id uint64) uint32 {
	if uint32(id>>32) != p.DecisionVersions[seat] {
		return 0
	}
	return uint32(id)
}

// markSeen records that a person has seen a seat's secrets.
func (p *Play) markSeen(person string, seat game.Seat) {
	p.Seen = maps.Clone(p.Seen)
	if p.Seen == nil {
		p.Seen = map[string]game.Seat{}
	}
	p.Seen[person] = seat
}

// Start starts a match. Every seat must be taken, and every player ready. Only the host can send it.
type Start struct{ RandomValues }

// Kind implements Action.
func (*Start) Kind() Kind { return KindStart }

// MatchStarted records that a match has started, by a command of the host or automatically.
type MatchStarted struct {
	Match string `json:"match"`
	// Version is the version of the rules.
	Version int `json:"rules"`
	// Secret is the room's secret for the next match.
	Secret match.Secret `json:"secret"`
}

// Kind implements Body.
func (*MatchStarted) Kind() Kind { return KindStart }

// decide refuses to start unless every seat has a bot or a player who is ready.
func (a *Start) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Bot == "" && (s.Person == "" || !s.Ready) {
			return nil, coded.Errorf(CodeNotReady, "seat %d is not ready", i)
		}
	}
	if err := t.checkRated(); err != nil {
		return nil, err
	}
	if n := len(t.Starts); n == maxStarts && c.At >= t.Starts[0] && c.At-t.Starts[0] < 60_000 {
		return nil, coded.Errorf(CodeManyStarts, "a room starts at most %d matches a minute", maxStarts)
	}
	id := a.Match
	if t.Event != nil {
		if t.Event.Closed {
			return nil, ErrEventTable
		}
		// The room plays one match, which can be found by the id of the room.
		id = t.ID
	}
	g, _ := t.games.Find(t.Settings.Game)
	return &MatchStarted{Match: id, Version: g.Rules.Info().Version, Secret: a.Secret}, nil
}

// checkRated refuses to start a rated match that could not count for ratings.
func (t *Table) checkRated() error {
	if !t.Settings.Rated {
		return nil
	}
	for i := range t.Seats {
		if t.Seats[i].Kind != PersonAccount {
			return errRatedAccounts
		}
	}
	return nil
}

// maxStarts is the maximum number of matches that a room starts in a minute.
const maxStarts = 10

func (b *MatchStarted) apply(t *Table, e *Entry, effects *Effects) error {
	g, ok := t.games.Find(t.Settings.Game)
	if !ok {
		return coded.Errorf(CodeBadSettings, "unknown game %.40q", t.Settings.Game)
	}
	if t.HasHiddenEnd() {
		t.PreviousHiddenUntil = max(t.PreviousHiddenUntil, t.HiddenUntil())
	}
	offers{t}.updateSeries()
	t.Offers, t.Continues = 0, false
	t.Matches++
	t.Starts = append(slices.Clone(t.Starts), e.At)
	t.Starts = t.Starts[max(0, len(t.Starts)-maxStarts):]
	terms := match.Terms{
		ID: b.Match, Game: t.Settings.Game, Version: b.Version, Options: t.Settings.Options, Started: e.At,
	}
	var shares []string
	for i := range t.Seats {
		s := &t.Seats[i]
		terms.Players = append(terms.Players, match.Player{Person: s.Person, Name: s.Name, Bot: s.Bot})
		shares = append(shares, s.Share)
	}
	var start match.Start
	switch {
	case t.From != nil:
		start = t.From.start()
	case t.Reservations().deal() != nil:
		seed := *t.Reservations().deal()
		start.Seed, start.Deal = &seed, &match.Deal{Event: t.Event.ID, Round: t.Event.Round}
	default:
		start.Proof = &match.Proof{Secret: t.Secret, Room: t.ID, Number: t.Matches, Shares: shares}
		seed := start.Proof.Seed(&terms)
		start.Seed = &seed
	}
	m, err := match.Begin(g.Rules, terms, start)
	if err != nil {
		return err
	}
	effects.Events = m.Opening()
	openHands := t.allConsent()
	t.Play = &Play{
		Match:       m,
		StartEntry:  t.Last + 1,
		Delay:       t.Settings.Delay,
		StartedOpen: openHands,
		OpenHands:   openHands,
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Bank, s.Since = t.Settings.Clock.limit(), 0
		if s.Person != "" {
			t.Play.markSeen(s.Person, game.Seat(i))
		}
	}
	t.setSecret(b.Secret)
	t.Status = StatusPlaying
	return nil
}

// Answer answers a decision.
type Answer struct {
	// Decision is the id of the decision. Choice is the answer, a JSON list.
	Decision uint64          `json:"decision"`
	Choice   json.RawMessage `json:"choice"`
	// Seat is the seat of a bot that answers. Clients do not send it: players answer for their own seats.
	Seat game.Seat `json:"-"`
}

// Kind implements Action.
func (*Answer) Kind() Kind { return KindAnswer }

func (a *Answer) seat() game.Seat { return a.Seat }

// Answered records that a seat has answered a decision. If the room itself caused the entry, a bot answered,
// otherwise the player did.
type Answered struct {
	atSeat
	Choice json.RawMessage `json:"choice"`
	// answer is Choice in decoded form if the entry was just decided, and not read from the log.
	answer game.Answer
}

// Kind implements Body.
func (*Answered) Kind() Kind { return KindAnswer }

// errPaused refuses answers while the match is paused.
var errPaused = coded.Errorf(CodePaused, "the match is paused")

func (a *Answer) decide(t *Table, c *Command, seat game.Seat) (Body, error) {
	if t.Play.Paused {
		return nil, errPaused
	}
	if bot := t.BotOf(seat); c.By.ID != "" && bot != "" {
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	} else if c.By.ID == "" && bot == "" {
		return nil, coded.Errorf(CodeNotPlaying, "no bot plays there")
	}
	d := game.BorrowDecision()
	defer d.GiveBack()
	answer, choice, err := t.Play.Match.ParseAnswer(seat, t.Play.decisionInMatch(seat, a.Decision), a.Choice, d)
	if err != nil {
		return nil, err
	}
	b := &Answered{atSeat{seat}, choice, answer}
	if c.By.ID != "" && t.Play.BackCounts[seat] >= maxBacks && len(d.Options) > 1 && (b.goesBack() || d.Answered) {
		return nil, coded.Errorf(CodeBackLimit, "a seat can go back %d times in a turn", maxBacks)
	}
	return b, nil
}

// goesBack reports whether the answer takes back a choice that no other player has seen.
func (b *Answered) goesBack() bool { return string(b.Choice) == `["back"]` }

func (b *Answered) apply(t *Table, e *Entry, effects *Effects) error {
	p := t.Play
	before := p.Match
	remaining := t.Clocks().Remaining(b.Seat, e.At)
	step := game.BorrowStep()
	defer step.GiveBack()
	var decoded *game.Answer // nil if the entry is from the log
	if b.answer.Legal {
		decoded = &b.answer
	}
	after, err := before.Answer(e.At, b.Seat, b.Choice, decoded, step)
	if err != nil {
		return err
	}
	effects.Events, effects.Room = step.Copy(), false
	if b.goesBack() || !before.State.Waiting().Has(b.Seat) {
		p.BackCounts[b.Seat]++
	}
	if b.goesBack() && p.goBack(b.Seat, after.State) {
		t.Clocks().update(e.At)
		return nil
	}
	p.Match = after
	turn := p.Turn
	if after.State.Waiting() != before.State.Waiting() {
		p.nextTurn()
	}
	silent := len(step.Events) == 0
	if !silent {
		// A change of the clock must not show other players what is secret.
		t.Clocks().addIncrement(b.Seat, e.At)
	}
	t.Clocks().update(e.At)
	if !step.Undoable() || !silent && (!t.Settings.Undo || e.By == "") {
		p.undoPoints = nil
		return nil
	}
	p.addUndoPoint(undoPoint{
		point:  before.Point(),
		seat:   b.Seat,
		turn:   turn,
		events: p.Events,
		silent: silent,
		bot:    e.By == "",
		gained: t.Clocks().Remaining(b.Seat, e.At) - remaining,
	})
	return nil
}

// nextTurn records that the turn has passed to other players.
func (p *Play) nextTurn() {
	p.Turn++
	p.BackCounts = [game.MaxSeats]int{}
}

// Concede gives up the match. It is over if only one other seat is left that has not lost, or only bots.
// Otherwise a bot plays on.
type Concede struct{}

// Kind implements Action.
func (*Concede) Kind() Kind { return KindConcede }

// MatchConceded records that a player has given up the match. A bot plays on.
type MatchConceded struct {
	atSeat
	Concede
}

func (a *Concede) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if t.LostOf(seat) != "" {
		return nil, coded.Errorf(CodeBotPlays, "you have lost this match already")
	}
	return &MatchConceded{atSeat: atSeat{seat}}, nil
}

func (b *MatchConceded) apply(t *Table, e *Entry, effects *Effects) error {
	t.addEvent(effects, "conceded", b.Seat)
	t.Play.Match = t.Play.Match.Lose(e.At, b.Seat, match.LostConceded)
	t.letBotPlay(b.Seat, e.At)
	return nil
}

// finishMatch records that the match has a result.
func (t *Table) finishMatch() {
	if t.Play.Match.Result.Outcome == nil {
		t.Abandoned++
	}
	t.Play.undoPoints, t.Play.Proposal, t.Play.Paused = nil, nil, false
	t.Status = StatusFinished
	if t.Series != nil {
		next := *t.Series
		next.add(t.Play.Match.Result)
		t.Series = &next
	}
}

// StandIn makes a bot play for an absent player.
type StandIn struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action and Body.
func (*StandIn) Kind() Kind { return KindStandIn }

func (a *StandIn) seat() game.Seat { return a.Seat }

func (a *StandIn) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	return a, t.checkPersonPlays(a.Seat)
}

// checkPersonPlays returns an error unless a person plays the seat now.
func (t *Table) checkPersonPlays(seat game.Seat) error {
	if t.Seats[seat].Person == "" || t.BotOf(seat) != "" {
		return coded.Errorf(CodeNotPlaying, "no person plays there")
	}
	return nil
}

func (b *StandIn) apply(t *Table, e *Entry, effects *Effects) error {
	t.addEvent(effects, "standin", b.Seat)
	t.letBotPlay(b.Seat, e.At)
	return nil
}

// letBotPlay makes the game's first bot play a seat, unless a bot plays it already.
func (t *Table) letBotPlay(seat game.Seat, now int64) {
	if t.BotOf(seat) == "" {
		g, _ := t.games.Find(t.Settings.Game)
		t.Play.Match = t.Play.Match.SetBot(now, seat, g.Bots[0].ID())
	}
}

// Return gives a seat that a bot plays back to its player.
type Return struct {
	// Seat is the seat of a player who is connected again, if the room itself gives the command. A player who
	// gives it gets their own seat back.
	Seat game.Seat `json:"-"`
}

// Kind implements Action.
func (*Return) Kind() Kind { return KindReturn }

func (a *Return) seat() game.Seat { return a.Seat }

// PlayerReturned records that a player has replaced the bot that stood in. If the room itself caused the entry,
// the player is connected again, otherwise the player asked for it.
type PlayerReturned struct {
	atSeat
}

// Kind implements Body.
func (*PlayerReturned) Kind() Kind { return KindReturn }

func (a *Return) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if t.Seats[seat].Person == "" || t.BotOf(seat) == "" || t.LostOf(seat) != "" {
		return nil, coded.Errorf(CodeNotPlaying, "the seat is not played by a bot for its player")
	}
	return &PlayerReturned{atSeat{seat}}, nil
}

func (b *PlayerReturned) apply(t *Table, e *Entry, effects *Effects) error {
	t.addEvent(effects, "returned", b.Seat)
	t.Play.Match = t.Play.Match.SetBot(e.At, b.Seat, "")
	t.Clocks().refill(&t.Seats[b.Seat])
	return nil
}

// TimeOut records that a player's time is up. A bot plays on.
type TimeOut struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action and Body.
func (*TimeOut) Kind() Kind { return KindTimeout }

func (a *TimeOut) seat() game.Seat { return a.Seat }

func (a *TimeOut) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	return a, t.checkPersonPlays(a.Seat)
}

func (b *TimeOut) apply(t *Table, e *Entry, effects *Effects) error {
	t.addEvent(effects, "timeout", b.Seat)
	if t.Settings.OutOfTime == OutOfTimeLose {
		t.Play.Match = t.Play.Match.Lose(e.At, b.Seat, match.LostTime)
	}
	t.letBotPlay(b.Seat, e.At)
	return nil
}

// Reveal records that delayed spectators can now see that the match is over.
type Reveal struct{}

// Kind implements Action and Body.
func (*Reveal) Kind() Kind { return KindReveal }

func (a *Reveal) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if !t.HasHiddenEnd() {
		return nil, coded.Errorf(CodeNotPlaying, "every spectator has seen the end already")
	}
	return a, nil
}

func (b *Reveal) apply(t *Table, _ *Entry, _ *Effects) error {
	if t.Play == nil {
		return coded.Errorf(CodeNotPlaying, "there was no match yet")
	}
	if t.PreviousHiddenUntil != 0 {
		t.PreviousHiddenUntil = 0
	} else {
		t.Play.Revealed = true
	}
	return nil
}

// Upgrade records that the match goes on under the current version of the rules.
type Upgrade struct {
	Version int    `json:"rules"`
	State   []byte `json:"state"`
}

// Kind implements Action and Body.
func (*Upgrade) Kind() Kind { return KindUpgrade }

func (a *Upgrade) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Upgrade) apply(t *Table, e *Entry, _ *Effects) error {
	next, err := t.Play.Match.Upgrade(e.At, b.Version, b.State)
	if err != nil {
		return err
	}
	t.Play.Match = next
	t.Play.undoPoints = nil
	return nil
}

// Close abandons the match because the room is closed. At the table of an event it can also be given before the match,
// which then does not start.
type Close struct{}

// Kind implements Action and Body.
func (*Close) Kind() Kind { return KindClose }

func (a *Close) decide(t *Table, _ *Command, _ game.Seat) (Body, error) { return a, a.check(t) }

func (*Close) check(t *Table) error {
	if !t.Playing() && (t.Event == nil || t.Event.Closed || t.InMatch()) {
		return coded.Errorf(CodeNotPlaying, "no match is played here")
	}
	return nil
}

func (b *Close) apply(t *Table, e *Entry, _ *Effects) error {
	if err := b.check(t); err != nil {
		return err
	}
	if t.Event != nil {
		closed := *t.Event
		closed.Closed = true
		t.Event = &closed
	}
	if t.Playing() {
		t.Play.Match = t.Play.Match.Abandon(e.At)
	}
	return nil
}
