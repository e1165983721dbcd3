package event

import (
	"encoding/hex"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/match"
)

// Enter lets a person enter, or come back, after the start. Other persons than the sender can be named by officers
// only, who can do it after the last round for late entries too.
type Enter struct {
	Person string `json:"person"`
	// Name is the name of the person. Strength is the Strength of the [Entrant]. The server sets both.
	Name     string `json:"name,omitempty"`
	Strength int    `json:"strength,omitempty"`
}

// Command returns EnterCommand.
func (*Enter) Command() Name { return EnterCommand }

func (a *Enter) action() Action { return a }

func (a *Enter) person() string { return a.Person }

func (a *Enter) decide(e *Event, c *Command) (Body, error) {
	if a.Person != c.By.ID && !e.isOfficer(c) {
		return nil, coded.Errorf(CodeNotOfficer, "only the organiser can enter another person")
	}
	i := e.Find(a.Person)
	switch kind := e.Settings.Kind; {
	case i >= 0 && e.People[i].IsPlaying():
		return nil, coded.Errorf(CodeEntered, "that person takes part already")
	case kind == KindKnockout || kind == KindRoundRobin:
		return nil, coded.Errorf(CodeTooLate, "an event of this kind has no late entries")
	case kind == KindSwiss && a.Person == c.By.ID && len(e.Rounds) >= e.Settings.LateUntil:
		return nil, coded.Errorf(CodeTooLate, "people can enter until round %d only", e.Settings.LateUntil)
	case i < 0 && len(e.People) >= MaxPeople:
		return nil, errFull
	case a.Person == "" || len(a.Person) > maxID || !isText(a.Name, MaxName):
		return nil, coded.Malformedf("a person has an id of at most %d bytes and a name", maxID)
	}
	return a, checkStrength(a.Strength)
}

func (a *Enter) apply(e *Event, entry *Entry) error {
	person := Entrant{ID: a.Person, Name: a.Name, Strength: a.Strength, Entered: entry.At}
	if e.Settings.Kind == KindSwiss {
		person.Missed = len(e.Rounds)
	}
	i := e.Find(a.Person)
	if i < 0 {
		e.People = append(e.People, person)
		return nil
	}
	if before := &e.People[i]; !before.Perhaps {
		// A person who comes back gets nothing for the rounds between.
		person.Missed = before.Missed
	}
	e.People[i] = person
	return nil
}

// Leave says that a person leaves. Officers can name another person and give a reason. The person's match goes on as
// the match decides.
type Leave struct {
	Person string `json:"person"`
	Reason string `json:"reason,omitempty"`
}

// Command returns LeaveCommand.
func (*Leave) Command() Name { return LeaveCommand }

func (a *Leave) action() Action { return a }

func (a *Leave) person() string { return a.Person }

func (a *Leave) decide(e *Event, c *Command) (Body, error) {
	if a.Person != c.By.ID && !e.isOfficer(c) {
		return nil, coded.Errorf(CodeNotOfficer, "only the organiser can remove another person")
	}
	if i := e.Find(a.Person); i < 0 || !e.People[i].IsPlaying() {
		return nil, errNotEntered
	}
	return a, checkReason(a.Reason, a.Person != c.By.ID)
}

func (a *Leave) apply(e *Event, _ *Entry) error {
	i := e.Find(a.Person)
	if i < 0 || e.People[i].Perhaps {
		return errNotEntered
	}
	e.People[i].Left = true
	return nil
}

// checkReason refuses a reason that is too long, or missing although it is needed.
func checkReason(reason string, isNeeded bool) error {
	if reason == "" && !isNeeded || isText(reason, maxReason) {
		return nil
	}
	return coded.Malformedf("a reason has 1 to %d characters", maxReason)
}

// place names a table of a round. It is embedded in what concerns a table.
type place struct {
	// Round is the number of the round, counted from 1, Table that of the table, counted from 0.
	Round int `json:"round"`
	Table int `json:"table"`
}

// find returns the table.
func (p *place) find(e *Event) (*Table, error) {
	if p.Round < 1 || p.Round > len(e.Rounds) || p.Table < 0 || p.Table >= len(e.Rounds[p.Round-1].Tables) {
		return nil, coded.Errorf(CodeNoTable, "there is no table %d in round %d", p.Table, p.Round)
	}
	return &e.Rounds[p.Round-1].Tables[p.Table], nil
}

// Report gives the result of the match of a table.
type Report struct {
	place
	// Match, Record, Places and Totals are those of the [Result]. See [ResultOf].
	Match  string `json:"match"`
	Record string `json:"record"`
	Places []int  `json:"places"`
	Totals []int  `json:"totals,omitempty"`
}

// Command returns ReportCommand.
func (*Report) Command() Name { return ReportCommand }

func (a *Report) action() Action { return a }

func (a *Report) decide(e *Event, _ *Command) (Body, error) {
	t, err := a.find(e)
	if err != nil {
		return nil, err
	}
	if t.Result != nil {
		return nil, coded.Errorf(CodeReported, "the table has a result already")
	}
	if err := a.check(t); err != nil {
		return nil, err
	}
	var hash [32]byte
	if n, err := hex.Decode(hash[:], []byte(a.Record[:min(len(a.Record), 64)])); err != nil || n != 32 ||
		hex.EncodeToString(hash[:]) != a.Record {
		return nil, coded.Malformedf("the hash of a record has 64 lower-case hexadecimal digits")
	}
	if a.Match == "" || len(a.Match) > maxID {
		return nil, coded.Malformedf("the id of a match has 1 to %d bytes", maxID)
	}
	return a, nil
}

func (a *Report) apply(e *Event, entry *Entry) error {
	t, err := a.find(e)
	if err != nil {
		return err
	}
	if err := a.check(t); err != nil {
		return err
	}
	e.changeTable(a.Round, a.Table).Result = &Result{entry.At, a.Match, a.Record, a.Places, a.Totals}
	return nil
}

// check refuses places and totals that the table cannot have.
func (a *Report) check(t *Table) error {
	if a.Totals != nil && (len(a.Totals) != len(t.Seats) || slices.Contains(t.Absent, true)) {
		return coded.Errorf(CodeBadPlaces, "these totals cannot be those of the table: %v", a.Totals)
	}
	for _, total := range a.Totals {
		if total < -maxTotal || total > maxTotal {
			return coded.Errorf(CodeBadPlaces, "a total is at most %d, not %d", maxTotal, total)
		}
	}
	return t.checkPlaces(a.Places, false)
}

// checkPlaces refuses places that a table cannot have. If canForfeit is true, places can be 0 also for people who
// are not absent.
func (t *Table) checkPlaces(places []int, canForfeit bool) error {
	bad := coded.Errorf(CodeBadPlaces, "these places cannot be those of the table: %v", places)
	if len(places) != len(t.Seats) {
		return bad
	}
	for seat, place := range places {
		isOut := t.Absent[seat] && !canForfeit
		if place == 0 {
			if !isOut && (!canForfeit || t.Seats[seat] == Bot) {
				return bad
			}
			continue
		}
		better := 0
		for _, other := range places {
			if other > 0 && other < place {
				better++
			}
		}
		if place != better+1 || isOut {
			return bad
		}
	}
	return nil
}

// Forfeit says that a person has not come to a table. The person leaves the event. If only one other is left at the
// table, the other has won. The person must have had the time of the setting Grace.
type Forfeit struct {
	place
	Seat int `json:"seat"`
}

// Command returns ForfeitCommand.
func (*Forfeit) Command() Name { return ForfeitCommand }

func (a *Forfeit) action() Action { return a }

func (a *Forfeit) decide(e *Event, c *Command) (Body, error) {
	t, err := a.check(e)
	switch {
	case err != nil:
		return nil, err
	case t.Result != nil:
		return nil, coded.Errorf(CodeReported, "the table has a result already")
	case max(c.At, e.At) < e.forfeitTime(a.Round, t):
		return nil, coded.Errorf(CodeTooEarly, "the person has %d minutes to come", e.grace(t)/minute)
	}
	return a, nil
}

// check returns the table if a person has the seat and has not forfeited.
func (a *Forfeit) check(e *Event) (*Table, error) {
	t, err := a.find(e)
	if err != nil {
		return nil, err
	}
	if a.Seat < 0 || a.Seat >= len(t.Seats) || t.Seats[a.Seat] == Bot || t.Absent[a.Seat] {
		return nil, coded.Errorf(CodeNoTable, "there is no person to forfeit at seat %d", a.Seat)
	}
	return t, nil
}

func (a *Forfeit) apply(e *Event, entry *Entry) error {
	if _, err := a.check(e); err != nil {
		return err
	}
	t := e.changeTable(a.Round, a.Table)
	t.Absent[a.Seat], t.Changed = true, entry.At
	e.People[t.Seats[a.Seat]].Left = true
	people, seats := 0, 0
	places := make([]int, len(t.Seats))
	for seat, person := range t.Seats {
		if t.Absent[seat] {
			continue
		}
		seats++
		places[seat] = 1
		if person != Bot {
			people++
		}
	}
	if people == 0 || seats == 1 {
		t.Result = &Result{At: entry.At, Places: places}
	}
	return nil
}

// Wait gives the people who are absent from a table MoreMinutes more to come, once. A person at the table can do it, or
// an officer.
type Wait struct {
	place
}

// Command returns WaitCommand.
func (*Wait) Command() Name { return WaitCommand }

func (a *Wait) action() Action { return a }

func (a *Wait) decide(e *Event, c *Command) (Body, error) {
	t, err := a.check(e)
	if err != nil {
		return nil, err
	}
	if !a.isAt(e, t, c.By.ID) && !e.isOfficer(c) {
		return nil, coded.Errorf(CodeNotOfficer, "only the people at the table and the organiser can do that")
	}
	return a, nil
}

// check returns the table if it can wait longer.
func (a *Wait) check(e *Event) (*Table, error) {
	t, err := a.find(e)
	switch {
	case err != nil:
		return nil, err
	case t.Result != nil:
		return nil, coded.Errorf(CodeReported, "the table has a result already")
	case t.Waited != 0:
		return nil, coded.Errorf(CodeWaited, "the table has waited longer already")
	}
	return t, nil
}

// isAt reports whether a person has a seat at the table and has not forfeited.
func (a *Wait) isAt(e *Event, t *Table, id string) bool {
	number := e.Find(id)
	seat := slices.Index(t.Seats, number)
	return number >= 0 && seat >= 0 && !t.Absent[seat]
}

func (a *Wait) apply(e *Event, entry *Entry) error {
	if _, err := a.check(e); err != nil {
		return err
	}
	e.changeTable(a.Round, a.Table).Waited = entry.At
	return nil
}

// Settle decides the result of a table, also if it has one. In a knockout, only tables of the last round can be
// settled.
type Settle struct {
	place
	// Places has the place of each seat, as in [Result]. A person with 0 has forfeited, but stays in the event.
	Places []int  `json:"places"`
	Reason string `json:"reason"`
}

// Command returns SettleCommand.
func (*Settle) Command() Name { return SettleCommand }

func (a *Settle) action() Action { return a }

func (a *Settle) decide(e *Event, _ *Command) (Body, error) {
	if _, err := a.check(e); err != nil {
		return nil, err
	}
	return a, checkReason(a.Reason, true)
}

func (a *Settle) check(e *Event) (*Table, error) {
	t, err := a.find(e)
	if err != nil {
		return nil, err
	}
	if e.Settings.Kind == KindKnockout && a.Round != len(e.Rounds) {
		return nil, coded.Errorf(CodeTooLate, "the next round of the knockout has begun")
	}
	return t, t.checkPlaces(a.Places, true)
}

func (a *Settle) apply(e *Event, entry *Entry) error {
	if _, err := a.check(e); err != nil {
		return err
	}
	t := e.changeTable(a.Round, a.Table)
	result := Result{At: entry.At, Places: a.Places}
	if t.Result != nil {
		result.At, result.Match, result.Record = t.Result.At, t.Result.Match, t.Result.Record
	}
	t.Result = &result
	return nil
}

// Pause pauses the event: no round begins, no person forfeits, and the times of rounds are extended. Matches go on.
type Pause struct {
	Reason string `json:"reason,omitempty"`
}

// Command returns PauseCommand.
func (*Pause) Command() Name { return PauseCommand }

func (a *Pause) action() Action { return a }

func (a *Pause) decide(*Event, *Command) (Body, error) { return a, checkReason(a.Reason, false) }

func (a *Pause) apply(e *Event, entry *Entry) error {
	e.Status, e.PausedAt = StatusPaused, entry.At
	return nil
}

// Resume ends a pause.
type Resume struct{}

// Command returns ResumeCommand.
func (*Resume) Command() Name { return ResumeCommand }

func (a *Resume) action() Action { return a }

func (a *Resume) decide(e *Event, _ *Command) (Body, error) {
	if e.Status != StatusPaused {
		return nil, errNotPaused
	}
	return a, nil
}

// errNotPaused refuses to resume an event that is not paused.
var errNotPaused = coded.Errorf(CodeNotPaused, "the event is not paused")

func (a *Resume) apply(e *Event, entry *Entry) error {
	if e.Status != StatusPaused {
		return errNotPaused
	}
	for i := range e.Rounds {
		if r := &e.Rounds[i]; !r.isComplete() {
			r.Paused += entry.At - e.PausedAt
		}
	}
	e.Status, e.PausedAt = StatusRunning, 0
	return nil
}

// Finish ends the event. All tables must have results. The server can finish an event only after its last round, or if
// fewer than two people are left.
type Finish struct{}

// Command returns FinishCommand.
func (*Finish) Command() Name { return FinishCommand }

func (a *Finish) decide(e *Event, c *Command) (Body, error) {
	switch {
	case !e.IsComplete():
		return nil, errUnfinished
	case c.By.ID == "" && !e.isLastRound() && len(e.playing()) > 1:
		return nil, coded.Errorf(CodeUnfinished, "the event has more rounds")
	}
	return &Finished{e.Secret, e.Standings()}, nil
}

// errUnfinished refuses what needs the results of all tables.
var errUnfinished = coded.Errorf(CodeUnfinished, "a table has no result yet")

// Finished ends an event and reveals its secret.
type Finished struct {
	Secret    match.Secret `json:"secret"`
	Standings []Standing   `json:"standings"`
}

// Command returns FinishCommand.
func (*Finished) Command() Name { return FinishCommand }

func (b *Finished) action() Action { return &Finish{} }

func (b *Finished) apply(e *Event, _ *Entry) error {
	if !e.IsComplete() {
		return errUnfinished
	}
	e.Status, e.Secret, e.Final = StatusFinished, b.Secret, b.Standings
	return nil
}

// Cancellation says why an event was cancelled.
type Cancellation struct {
	// IsByServer is true if the server has cancelled the event. Reason is then a word for programs.
	IsByServer bool
	Reason     string
}

// Cancel ends the event without final standings.
type Cancel struct {
	Reason string `json:"reason"`
}

// Command returns CancelCommand.
func (*Cancel) Command() Name { return CancelCommand }

func (a *Cancel) decide(e *Event, _ *Command) (Body, error) {
	return &Cancelled{a.Reason, e.Secret}, checkReason(a.Reason, true)
}

// Cancelled ends an event without final standings and reveals its secret.
type Cancelled struct {
	Reason string       `json:"reason"`
	Secret match.Secret `json:"secret"`
}

// Command returns CancelCommand.
func (*Cancelled) Command() Name { return CancelCommand }

func (b *Cancelled) action() Action { return &Cancel{b.Reason} }

func (b *Cancelled) apply(e *Event, entry *Entry) error {
	e.Status, e.Secret = StatusCancelled, b.Secret
	e.Cancelled = &Cancellation{IsByServer: entry.By == "", Reason: b.Reason}
	return nil
}
