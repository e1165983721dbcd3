package room

import (
	"reflect"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// ChangeSettings replaces all settings of the room, before a match. Missing ones get their defaults. Only the
// host can send it.
type ChangeSettings struct {
	Settings Settings `json:"settings"`
	RandomValues
}

// Kind implements Action.
func (*ChangeSettings) Kind() Kind { return KindSettings }

// SettingsChanged records that the host has changed the settings. If there are fewer seats now, the players
// beyond them lose their seats. All players except the host have to be ready again.
type SettingsChanged struct {
	Settings Settings `json:"settings"`
	// Secret is the new secret, if the game, its options or the number of seats has changed.
	Secret *match.Secret `json:"secret,omitempty"`
	// KeepsReady is true if players who were ready stay so, because only Listed has changed.
	KeepsReady bool `json:"keepsReady,omitempty"`
}

// Kind implements Body.
func (*SettingsChanged) Kind() Kind { return KindSettings }

func (a *ChangeSettings) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	settings, err := a.Settings.complete(t.games)
	if err != nil {
		return nil, err
	}
	if int(t.SeatOf(t.Host)) >= settings.Seats {
		return nil, coded.Errorf(CodeBadSettings, "the host's seat cannot be removed")
	}
	if settings.Rated && t.From != nil {
		return nil, errRatedFrom
	}
	if settings.Accounts && t.hasGuests(settings.Seats) {
		return nil, coded.Errorf(CodeAccounts, "somebody at the table has no account")
	}
	b := &SettingsChanged{Settings: settings}
	listed := t.Settings
	listed.Listed = settings.Listed
	b.KeepsReady = t.Settings.Listed != settings.Listed && reflect.DeepEqual(listed, settings)
	if !sameMatch(&t.Settings, &settings) {
		if t.From != nil {
			return nil, coded.Errorf(
				CodeBadSettings,
				"the position decides the game, its options and the number of seats",
			)
		}
		b.Secret = &a.Secret
	}
	return b, nil
}

// hasGuests reports whether a person without an account has one of the first n seats.
func (t *Table) hasGuests(n int) bool {
	return slices.ContainsFunc(
		t.Seats[:min(n, len(t.Seats))],
		func(s Seat) bool { return s.Person != "" && s.Kind != PersonAccount },
	)
}

// sameMatch reports whether both settings have the same game, options and number of seats.
func sameMatch(a, b *Settings) bool {
	if a.Game != b.Game || a.Seats != b.Seats || len(a.Options) != len(b.Options) {
		return false
	}
	for id, value := range a.Options {
		if b.Options[id] != value {
			return false
		}
	}
	return true
}

func (b *SettingsChanged) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := b.Settings.check(t.games); err != nil {
		return err
	}
	gameChanged := b.Settings.Game != t.Settings.Game
	t.Settings = b.Settings
	seats := make([]Seat, t.Settings.Seats)
	before := t.Seats
	copy(seats, before)
	t.Seats = seats
	for _, s := range before[min(len(seats), len(before)):] {
		if s.Person != "" {
			t.addRemoval(s.Person, s.Name, false, "")
		}
	}
	for i := range t.Seats {
		if s := &t.Seats[i]; gameChanged && s.Person == "" {
			*s = Seat{}
		}
	}
	if !b.KeepsReady {
		t.clearReady()
	}
	t.clearConsent()
	if b.Secret != nil {
		t.setSecret(*b.Secret)
	}
	return nil
}

// clearReady clears every player's readiness except the host's.
func (t *Table) clearReady() {
	t.Continues = false
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Ready = s.Ready && (s.Person == t.Host || s.Person == "")
	}
}

// Claim takes a free seat before a match, or the seat that is reserved for the person. The player is ready
// then.
type Claim struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action.
func (*Claim) Kind() Kind { return KindClaim }

func (a *Claim) seat() game.Seat { return a.Seat }

// SeatClaimed records that a person has taken a free seat. That person is ready.
type SeatClaimed struct {
	Claim
	Name string `json:"name"`
	Who  string `json:"who,omitempty"` // the kind of person
}

func (a *Claim) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	if err := t.checkCanTake(c, a.Seat); err != nil {
		return nil, err
	}
	return &SeatClaimed{*a, c.By.Name, c.By.Kind}, c.checkBlocked()
}

// checkCanTake returns an error if the person who gives a command cannot take the seat.
func (t *Table) checkCanTake(c *Command, seat game.Seat) error {
	switch {
	case t.SeatOf(c.By.ID) != game.NoSeat:
		return coded.Errorf(CodeHasSeat, "you have a seat already")
	case t.Removed.IsOut(c.By.ID):
		return ErrRemoved
	case t.Settings.Accounts && c.By.Kind != PersonAccount:
		return ErrAccounts
	case t.Event != nil:
		return t.Reservations().checkSeat(c, seat)
	case !t.IsFree(seat):
		return ErrTaken
	}
	return nil
}

// checkBlocked refuses a seat to a person whom the host has blocked. It is called last, when the person could
// take the seat otherwise, so that the refusal looks like a seat that was just taken.
func (c *Command) checkBlocked() error {
	if c.Blocked {
		return ErrTaken
	}
	return nil
}

func (b *SeatClaimed) apply(t *Table, e *Entry, _ *Effects) error {
	t.Seats[b.Seat] = Seat{Person: e.By, Name: b.Name, Kind: b.Who, Ready: true}
	t.clearConsent()
	t.Removed = t.Removed.without(e.By)
	return nil
}

// seatSubstitute gives a seat that a bot plays to a person during a match.
func (t *Table) seatSubstitute(seat game.Seat, person, name, kind string, now int64, effects *Effects) {
	s, before := &t.Seats[seat], t.NameOf(seat)
	*s = Seat{Person: person, Name: name, Kind: kind, Ready: true, Bank: s.Bank}
	t.Removed = t.Removed.without(person)
	t.Play.markSeen(person, seat)
	t.Play.Match = t.Play.Match.TakeOver(now, seat, person)
	t.Clocks().refill(s)
	t.addEvent(effects, "taken", seat, game.ID("before", before))
}

// Leave gives up the player's seat. In a match a bot plays on, and the seat has lost. At the table of an
// event, it is not possible before the match.
type Leave struct{}

// Kind implements Action.
func (*Leave) Kind() Kind { return KindLeave }

// SeatLeft records that a player has given up the seat.
type SeatLeft struct {
	atSeat
	Leave
}

func (a *Leave) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if t.Event != nil && !t.InMatch() {
		return nil, ErrEventTable
	}
	return &SeatLeft{atSeat: atSeat{seat}}, nil
}

func (b *SeatLeft) apply(t *Table, e *Entry, effects *Effects) error {
	t.addEvent(effects, "left", b.Seat)
	t.vacateSeat(b.Seat, e.At, effects)
	return nil
}

// vacateSeat removes the player from a seat. A bot plays on during a match.
func (t *Table) vacateSeat(seat game.Seat, now int64, effects *Effects) {
	s := &t.Seats[seat]
	person := s.Person
	if t.Playing() {
		*s = Seat{Bank: s.Bank, Since: s.Since}
		t.Play.Match = t.Play.Match.Lose(now, seat, match.LostLeft).Vacate(seat)
		t.letBotPlay(seat, now)
		t.Play.undoPoints = nil
	} else {
		*s = Seat{}
		t.Continues = false
		t.clearConsent()
	}
	if person == t.Host {
		t.nextHost(effects)
	}
}

// SetReady marks the player as ready to start, or as not ready.
type SetReady struct {
	Ready bool `json:"ready"`
}

// Kind implements Action.
func (*SetReady) Kind() Kind { return KindReady }

// ReadySet records that a player is ready to start, or not.
type ReadySet struct {
	atSeat
	SetReady
}

func (a *SetReady) decide(_ *Table, _ *Command, seat game.Seat) (Body, error) {
	return &ReadySet{atSeat{seat}, *a}, nil
}

func (b *ReadySet) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Seats[b.Seat].Ready = b.Ready
	t.Continues = t.Continues && b.Ready
	return nil
}

// GiveShare gives the player's share of the seed of the next match.
type GiveShare struct {
	// Commitment is the one that the room has shown.
	Commitment string `json:"commitment"`
	// Share is 16 random bytes in hexadecimal digits. A client makes them once for each commitment, and sends
	// them again unchanged after a lost connection.
	Share string `json:"share"`
}

// Kind implements Action.
func (*GiveShare) Kind() Kind { return KindShare }

// ShareGiven records that a player has given a share of the seed of the next match.
type ShareGiven struct {
	atSeat
	Share string `json:"share"`
}

// Kind implements Body.
func (*ShareGiven) Kind() Kind { return KindShare }

func (a *GiveShare) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if err := match.CheckShare(a.Share); err != nil {
		return nil, err
	}
	if t.From != nil || t.Reservations().deal() != nil || a.Commitment != t.Secret.Commitment() {
		return nil, coded.Errorf(CodeOldCommitment, "the room has committed to another secret since")
	}
	if given := t.Seats[seat].Share; given != "" && given != a.Share {
		return nil, coded.Errorf(CodeHasShared, "you have given another share already")
	}
	return &ShareGiven{atSeat{seat}, a.Share}, nil
}

func (b *ShareGiven) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Seats[b.Seat].Share = b.Share
	return nil
}

// Swap exchanges two seats. Only the host can send it.
type Swap struct {
	Seat  game.Seat `json:"seat"`
	Other game.Seat `json:"other"`
	RandomValues
}

// Kind implements Action.
func (*Swap) Kind() Kind { return KindSwap }

func (a *Swap) seat() game.Seat { return a.Seat }

// SeatsSwapped records that the host has exchanged two seats.
type SeatsSwapped struct {
	atSeat
	Other  game.Seat    `json:"other"`
	Secret match.Secret `json:"secret"`
}

// Kind implements Body.
func (*SeatsSwapped) Kind() Kind { return KindSwap }

func (a *Swap) decide(_ *Table, _ *Command, _ game.Seat) (Body, error) {
	return &SeatsSwapped{atSeat{a.Seat}, a.Other, a.Secret}, nil
}

func (b *SeatsSwapped) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := t.checkSeat(b.Other); err != nil {
		return err
	}
	t.Seats[b.Seat], t.Seats[b.Other] = t.Seats[b.Other], t.Seats[b.Seat]
	t.clearReady()
	t.clearConsent()
	t.setSecret(b.Secret)
	return nil
}

// AddSeat adds a free seat behind the others, before a match. Only the host can send it.
type AddSeat struct{ RandomValues }

// Kind implements Action.
func (*AddSeat) Kind() Kind { return KindAddSeat }

// SeatAdded records that the host has added a seat. All players except the host have to be ready again.
type SeatAdded struct{ SettingsChanged }

// Kind implements Body.
func (*SeatAdded) Kind() Kind { return KindAddSeat }

func (a *AddSeat) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	changed, err := resize(t, c, t.Settings.Seats+1, a.RandomValues)
	if err != nil {
		return nil, err
	}
	return &SeatAdded{*changed}, nil
}

// resize returns the change to another number of seats.
func resize(t *Table, c *Command, seats int, values RandomValues) (*SettingsChanged, error) {
	settings := t.Settings
	settings.Seats = seats
	body, err := (&ChangeSettings{settings, values}).decide(t, c, game.NoSeat)
	if err != nil {
		return nil, err
	}
	return body.(*SettingsChanged), nil
}

// DropSeat takes a seat away that no person has, before a match. The seats behind it move up. Only the host
// can send it.
type DropSeat struct {
	Seat game.Seat `json:"seat"`
	RandomValues
}

// Kind implements Action.
func (*DropSeat) Kind() Kind { return KindDropSeat }

func (a *DropSeat) seat() game.Seat { return a.Seat }

// SeatDropped records that the host has taken a seat away. All players except the host have to be ready again.
type SeatDropped struct {
	atSeat
	SettingsChanged
}

// Kind implements Body.
func (*SeatDropped) Kind() Kind { return KindDropSeat }

func (a *DropSeat) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	if t.Seats[a.Seat].Person != "" {
		return nil, coded.Errorf(CodeTaken, "that seat is taken")
	}
	moved := t.copy()
	dropSeat(moved, a.Seat)
	changed, err := resize(moved, c, t.Settings.Seats-1, a.RandomValues)
	if err != nil {
		return nil, err
	}
	return &SeatDropped{atSeat{a.Seat}, *changed}, nil
}

// dropSeat removes a seat from the list of seats.
func dropSeat(t *Table, seat game.Seat) { t.Seats = slices.Delete(t.Seats, int(seat), int(seat)+1) }

func (b *SeatDropped) apply(t *Table, e *Entry, effects *Effects) error {
	if t.Seats[b.Seat].Person != "" {
		return coded.Errorf(CodeTaken, "that seat is taken")
	}
	dropSeat(t, b.Seat)
	return b.SettingsChanged.apply(t, e, effects)
}

// Kick clears a seat, and removes its player from the room. The player cannot come back until the host allows
// it. During a match, a bot plays the seat to the end. Only the host can send it.
type Kick struct {
	Seat game.Seat `json:"seat"`
	// Reason is the code of the host's reason, which the player reads, or "".
	Reason string `json:"reason,omitempty"`
}

// Kind implements Action and Body.
func (*Kick) Kind() Kind { return KindKick }

func (a *Kick) seat() game.Seat { return a.Seat }

func (a *Kick) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	s := &t.Seats[a.Seat]
	if s.Person == t.Host {
		return nil, coded.Errorf(CodeNotHost, "the host leaves, or makes somebody else host first")
	}
	if t.Playing() && s.Person == "" {
		return nil, coded.Errorf(CodeNoSeat, "nobody has that seat")
	}
	if t.Playing() && t.Settings.Rated {
		return nil, notRated("the host removes no player")
	}
	return a, checkReason(a.Reason)
}

// checkReason refuses a reason that is not a code.
func checkReason(reason string) error {
	if len(reason) > maxID {
		return coded.Malformedf("a reason has at most %d bytes", maxID)
	}
	return nil
}

func (b *Kick) apply(t *Table, e *Entry, effects *Effects) error {
	if t.Playing() {
		t.Play.Cleared = t.Play.Cleared.With(b.Seat)
	}
	if person := t.Seats[b.Seat].Person; person != "" {
		t.addRemoval(person, t.NameOf(b.Seat), true, b.Reason)
		var by game.Facts
		if name := t.Removed[len(t.Removed)-1].By; name != "" {
			by = game.Facts{game.ID("by", name)}
		}
		t.addEvent(effects, "removed", b.Seat, by...)
	}
	t.vacateSeat(b.Seat, e.At, effects)
	return nil
}

// SeatBot fills a free seat with a bot that `GET /api/games` lists. Only the host can send it.
type SeatBot struct {
	Seat game.Seat `json:"seat"`
	Bot  string    `json:"bot"`
}

// Kind implements Action.
func (*SeatBot) Kind() Kind { return KindBot }

func (a *SeatBot) seat() game.Seat { return a.Seat }

// BotSeated records that the host has filled a seat with a bot.
type BotSeated struct {
	SeatBot
	Name string `json:"name"`
}

func (a *SeatBot) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	g, _ := t.games.Find(t.Settings.Game)
	if _, ok := g.Bot(a.Bot); !ok {
		return nil, coded.Errorf(CodeNoBot, "unknown bot %.40q", a.Bot)
	}
	if t.Seats[a.Seat].Person != "" {
		return nil, coded.Errorf(CodeTaken, "that seat is taken")
	}
	if t.Settings.Rated {
		return nil, errRatedAccounts
	}
	return &BotSeated{*a, t.botName(a.Seat)}, nil
}

// botNames are the names of bots, the same in every language.
var botNames = []string{"Alwin", "Brisa", "Corvo", "Dorma", "Elvar", "Fenna", "Galdo", "Hespa"}

// botName returns the name of the bot at a seat, or for a new bot a name that no seat has.
func (t *Table) botName(seat game.Seat) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Name == name })
	}
	if s := &t.Seats[seat]; s.Bot != "" {
		return s.Name
	}
	return botNames[slices.IndexFunc(botNames, func(name string) bool { return !taken(name) })]
}

func (b *BotSeated) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Seats[b.Seat] = Seat{Name: b.Name, Bot: b.Bot, Ready: true}
	t.clearConsent()
	return nil
}

// MakeHost makes the player at a seat the host. Only the host can send it.
type MakeHost struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action and Body.
func (*MakeHost) Kind() Kind { return KindHost }

func (a *MakeHost) seat() game.Seat { return a.Seat }

func (a *MakeHost) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if t.Seats[a.Seat].Person == "" {
		return nil, coded.Errorf(CodeNotSeated, "nobody has that seat")
	}
	return a, nil
}

func (b *MakeHost) apply(t *Table, _ *Entry, effects *Effects) error {
	t.Host = t.Seats[b.Seat].Person
	t.addEvent(effects, "host", b.Seat)
	return nil
}

// Rematch offers one more match, or accepts the offer that is open.
type Rematch struct {
	// Open is true to open the room for another match without asking, with the players in their seats.
	Open bool `json:"open,omitempty"`
}

// Kind implements Action.
func (*Rematch) Kind() Kind { return KindRematch }

// Reopened records that the table is open again. Players get back the seats that bots played for them. The seats
// of players who left are free.
type Reopened struct{}

// Kind implements Body.
func (*Reopened) Kind() Kind { return KindRematch }

func (a *Rematch) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	seat := t.SeatOf(c.By.ID)
	if a.Open || seat == game.NoSeat {
		return &Reopened{}, nil
	}
	if o := t.Offer; o != nil && !o.Closed && !o.In.Has(seat) {
		return (&Accept{o.Number}).decide(t, c, seat)
	}
	return (&MakeOffer{1}).decide(t, c, seat)
}

func (b *Reopened) apply(t *Table, e *Entry, _ *Effects) error {
	var ready game.Seats
	if seat := t.SeatOf(e.By); seat != game.NoSeat {
		ready = ready.With(seat)
	}
	offers{t}.openAgain(ready)
	return nil
}
