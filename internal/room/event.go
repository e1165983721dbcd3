package room

import (
	"cmp"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Event is the table of an event, a tournament, to which a room belongs. Its seats are reserved. It plays one match,
// which starts by itself when everybody has come. Such a room has no host.
type Event struct {
	// ID and Title are those of the event. Round is the number of the round, counted from 1, and Table that of the
	// table in the round, counted from 0.
	ID    string `json:"id"`
	Title string `json:"title"`
	Round int    `json:"round"`
	Table int    `json:"table"`
	// Expected has the persons and bots by seat.
	Expected []Expected `json:"expected"`
	// Deal is the seed with which the match begins, or nil. The match does not reveal it, because
	// others may still play with it.
	Deal *game.Seed `json:"deal,omitempty"`
	// HiddenUntil is set at the table of a deal of the day: until then nobody else sees the match, also when it is
	// over. It is in milliseconds since 1970.
	HiddenUntil int64 `json:"hiddenUntil,omitempty"`
	// Closed is true if the server has closed the table, so that no match starts.
	Closed bool `json:"closed,omitempty"`
	// TimeUp is true if the time of the round was over during the match, see [EndTime].
	TimeUp bool `json:"timeUp,omitempty"`
	Awaited
}

// Awaited says how long people are awaited at the table of an event.
type Awaited struct {
	// Until is when people forfeit who have not come, in milliseconds since 1970; 0 if it is not known.
	Until int64 `json:"until,omitempty"`
	// Longer is true if the people at the table have given those who are absent more time.
	Longer bool `json:"longer,omitempty"`
}

// Expected is a person for whom a seat is reserved, or a bot.
type Expected struct {
	// Person is the id of the person, "" for a bot.
	Person string `json:"person,omitempty"`
	Name   string `json:"name"`
	Bot    string `json:"bot,omitempty"`
}

// EventInfo is the public information about the table of an event.
type EventInfo struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Round is the number of the round, counted from 1. Table is the number of the table in the round, counted from
	// 0.
	Round int `json:"round"`
	Table int `json:"table"`
	// HiddenUntil is set at the table of a deal of the day: until then nobody else sees the match. It is in
	// milliseconds since 1970.
	HiddenUntil int64 `json:"hiddenUntil,omitempty"`
	// Closed is true if the table was closed, so that no match starts.
	Closed bool `json:"closed,omitempty"`
	// TimeUp is true if the time of the round was over during the match. Each player then had at most two minutes
	// left.
	TimeUp bool `json:"timeUp,omitempty"`
	Awaited
}

// ExpectedInfo is the public information about a person who is awaited at a seat.
type ExpectedInfo struct {
	Player string `json:"player"`
	Name   string `json:"name"`
}

// The codes with which the table of an event refuses commands.
const (
	// CodeEventTable: that is not possible at a table of an event.
	CodeEventTable coded.Code = "event_table"
	// CodeReserved: an event has reserved the seat for another person.
	CodeReserved coded.Code = "seat_reserved"
)

// ErrEventTable refuses a command at the table of an event.
var ErrEventTable = coded.Errorf(CodeEventTable, "that cannot be done at a table of an event")

// eventKinds are the kinds of commands that persons can give at the table of an event.
var eventKinds = []Kind{KindClaim, KindLeave, KindShare, KindAnswer, KindConcede, KindReturn}

// maxTitle is the maximum length of the title of an event, in bytes.
const maxTitle = 256

// OpenEvent opens the room of a table of an event, and seats its bots. It sets the settings that such a room has.
type OpenEvent struct {
	Settings Settings
	// Event has a person with a name, or an Expected without a person for a bot, at each seat. Its Bot is the usual one
	// if it is "".
	Event Event
	RandomValues
}

// Kind implements Action.
func (*OpenEvent) Kind() Kind { return KindOpenEvent }

// EventOpened records that the server has opened the room of a table of an event.
type EventOpened struct {
	Settings Settings     `json:"settings"`
	Secret   match.Secret `json:"secret"`
	Event    Event        `json:"event"`
}

// Kind implements Body.
func (*EventOpened) Kind() Kind { return KindOpenEvent }

func (a *OpenEvent) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	settings := a.Settings
	settings.AutoStart, settings.LeftSeat = true, LeftSeatBot
	settings.Undo, settings.OpenHands, settings.Delay = false, false, 0
	settings, err := settings.complete(t.games)
	if err != nil {
		return nil, err
	}
	event := a.Event
	if event.ID == "" || len(event.ID) > maxID || event.Title == "" || len(event.Title) > maxTitle {
		return nil, coded.Malformedf("an event has an id and a title")
	}
	g, _ := t.games.Find(settings.Game)
	if event.Expected, err = a.Event.seatBots(&g); err != nil {
		return nil, err
	}
	b := &EventOpened{Settings: settings, Secret: a.Secret, Event: event}
	if settings.Rated && slices.ContainsFunc(event.Expected, func(e Expected) bool { return e.Bot != "" }) {
		return nil, errRatedAccounts
	}
	return b, b.check()
}

// seatBots returns the expected persons, with a bot of the game at each seat without a person.
func (e *Event) seatBots(g *game.Module) ([]Expected, error) {
	var named Table // gives each bot another name
	for _, expected := range e.Expected {
		named.Seats = append(named.Seats, Seat{Name: expected.Name})
	}
	list := slices.Clone(e.Expected)
	for i := range list {
		if list[i].Person == "" {
			bot := cmp.Or(list[i].Bot, g.Bots[0].ID())
			if _, ok := g.Bot(bot); !ok {
				return nil, coded.Malformedf("the game has no bot %.40q", bot)
			}
			named.Seats[i] = Seat{Name: named.botName(game.Seat(i)), Bot: bot}
			list[i] = Expected{Name: named.Seats[i].Name, Bot: bot}
		} else if len(list[i].Person) > maxID {
			return nil, coded.Malformedf("a person's id has at most %d bytes", maxID)
		}
	}
	return list, nil
}

// check refuses an event whose seats are not those of the settings, or in which a person has two.
func (b *EventOpened) check() error {
	if len(b.Event.Expected) != b.Settings.Seats {
		return coded.Malformedf("%d people are expected at %d seats", len(b.Event.Expected), b.Settings.Seats)
	}
	persons := 0
	for i, expected := range b.Event.Expected {
		switch {
		case expected.Person == "" && expected.Bot == "", expected.Name == "":
			return coded.Malformedf("nobody is expected at seat %d", i)
		case expected.Person == "":
			continue
		case b.Event.seatOf(expected.Person) != game.Seat(i):
			return coded.Errorf(CodeHasSeat, "a person has two seats")
		}
		persons++
	}
	if persons == 0 {
		return coded.Malformedf("no person is expected")
	}
	return nil
}

func (b *EventOpened) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := b.Settings.check(t.games); err != nil {
		return err
	}
	if err := b.check(); err != nil {
		return err
	}
	event := b.Event
	t.Status, t.Settings, t.Event = StatusOpen, b.Settings, &event
	t.Seats = make([]Seat, b.Settings.Seats)
	for i, expected := range event.Expected {
		if expected.Bot != "" {
			t.Seats[i] = Seat{Name: expected.Name, Bot: expected.Bot, Ready: true}
		}
	}
	t.setSecret(b.Secret)
	return nil
}

// seatOf returns the seat that is reserved for a person, or game.NoSeat.
func (e *Event) seatOf(person string) game.Seat {
	return game.Seat(slices.IndexFunc(e.Expected, func(x Expected) bool { return x.Person == person }))
}

// info returns the public information about the table, nil if e is nil.
func (e *Event) info() *EventInfo {
	if e == nil {
		return nil
	}
	return &EventInfo{
		ID: e.ID, Title: e.Title, Round: e.Round, Table: e.Table, HiddenUntil: e.HiddenUntil, Closed: e.Closed,
		TimeUp: e.TimeUp, Awaited: e.Awaited,
	}
}

// Members returns the ids of the persons in whose lists the room is: those who have a seat, and those who are
// awaited. It returns none if the table was closed before its match.
func (t *Table) Members() []string {
	if t.Event != nil && t.Event.Closed && !t.InMatch() {
		return nil
	}
	list := t.Persons()
	for i := range t.Seats {
		if expected := t.Reservations().expected(game.Seat(i)); expected != nil {
			list = append(list, expected.Player)
		}
	}
	return list
}

// Reservations has the methods of a table that concern the event to which it belongs.
type Reservations struct{ table *Table }

// Reservations returns the reservations of the table.
func (t *Table) Reservations() Reservations { return Reservations{t} }

// SeatOf returns the seat that is reserved for a person who has not come yet, or game.NoSeat.
func (r Reservations) SeatOf(person string) game.Seat {
	if r.table.Event == nil || person == "" {
		return game.NoSeat
	}
	if seat := r.table.Event.seatOf(person); seat != game.NoSeat && r.isAwaited(seat) {
		return seat
	}
	return game.NoSeat
}

// Excludes reports whether a person can neither watch nor sit, because the table is that of a deal of the day for
// somebody else.
func (r Reservations) Excludes(person string) bool {
	return r.table.Event != nil && r.table.Event.HiddenUntil != 0 && r.SeatOf(person) == game.NoSeat
}

// OpensAt returns the time at which the current match, which is over, becomes public, in milliseconds since 1970: when
// delayed spectators have seen the end, or when a deal of the day is no secret any more.
func (r Reservations) OpensAt() int64 {
	until := r.table.HiddenUntil()
	if r.table.Event != nil {
		until = max(until, r.table.Event.HiddenUntil)
	}
	return until
}

// isAwaited reports whether the person for whom a seat is reserved has not come yet.
func (r Reservations) isAwaited(seat game.Seat) bool {
	t := r.table
	s := &t.Seats[seat]
	return t.Event != nil && !t.Event.Closed && !t.InMatch() && s.Person == "" && s.Bot == ""
}

// expected returns the person who is awaited at a seat, nil if there is none.
func (r Reservations) expected(seat game.Seat) *ExpectedInfo {
	if !r.isAwaited(seat) {
		return nil
	}
	expected := &r.table.Event.Expected[seat]
	return &ExpectedInfo{expected.Person, expected.Name}
}

// deal returns the seed that the event has given for the match, or nil.
func (r Reservations) deal() *game.Seed {
	if r.table.Event == nil {
		return nil
	}
	return r.table.Event.Deal
}

// checkCommand refuses commands that are not possible at the table of an event. The room itself can do everything but
// make somebody host.
func (r Reservations) checkCommand(c *Command) error {
	kind := c.Body.Kind()
	if r.table.Event == nil || c.By.ID == "" && kind != KindHost || slices.Contains(eventKinds, kind) {
		return nil
	}
	return ErrEventTable
}

// checkSeat refuses a seat of an event to a person for whom it is not reserved.
func (r Reservations) checkSeat(c *Command, seat game.Seat) error {
	switch {
	case !r.isAwaited(seat):
		return ErrTaken
	case r.table.Event.Expected[seat].Person != c.By.ID:
		return coded.Errorf(CodeReserved, "that seat is for another person")
	}
	return nil
}

// EndTime records that the time of the round is over while a match is played at the table of an event. Each player has
// at most lastTime left for the rest of the match, and gets no increment any more, so that the match ends soon.
type EndTime struct{}

// lastTime is the time for the rest of the match, in milliseconds.
const lastTime = 2 * 60_000

// Kind implements Action and Body.
func (*EndTime) Kind() Kind { return KindEndTime }

func (a *EndTime) decide(t *Table, _ *Command, _ game.Seat) (Body, error) { return a, a.check(t) }

func (*EndTime) check(t *Table) error {
	if t.Event == nil || t.Event.TimeUp || t.Settings.Clock.Mode != ClockBank {
		return coded.Errorf(CodeEventTable, "no time of a round ends here")
	}
	return nil
}

func (b *EndTime) apply(t *Table, e *Entry, effects *Effects) error {
	if err := b.check(t); err != nil {
		return err
	}
	event := *t.Event
	event.TimeUp = true
	t.Event, t.Settings.Clock.Increment = &event, 0
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Bank = min(t.Clocks().Remaining(game.Seat(i), e.At), lastTime)
		if s.Since != 0 {
			s.Since = e.At
		}
	}
	// Clocks that have halted because the server stopped run, also if nobody comes back.
	t.Stopped = false
	t.addEvent(effects, "timeup", game.NoSeat)
	return nil
}

// Await records how long people are awaited at the table of an event.
type Await struct {
	Awaited
}

// Kind implements Action and Body.
func (*Await) Kind() Kind { return KindAwait }

func (a *Await) decide(t *Table, _ *Command, _ game.Seat) (Body, error) { return a, a.check(t) }

func (a *Await) check(t *Table) error {
	if t.Event == nil || t.Event.Closed || t.Event.Awaited == a.Awaited {
		return coded.Errorf(CodeEventTable, "nobody is awaited here, or as long as before")
	}
	return nil
}

func (a *Await) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := a.check(t); err != nil {
		return err
	}
	event := *t.Event
	event.Awaited = a.Awaited
	t.Event = &event
	return nil
}
