package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"go.uber.org/zap"

	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// append stores an entry with everything that follows from it, makes the
// changed copy the table, and tells everybody. After any error the room is
// loaded again, as nobody can know what the log holds; if the entry turns out
// to be in it, all is well.
func (a *actor) append(next *table, e *Entry) error {
	batch := next.batch(e, a.table)
	head, err := a.lobby.log.Append(a.lobby.storing, a.head, batch)
	if err == nil {
		a.head = head
		a.swap(next)
		a.tell()
		return nil
	}
	a.log.Error("an entry was not stored", zap.String("kind", string(e.Kind)), zap.Error(err))
	if errors.Is(err, eventlog.ErrFenced) {
		a.leave()
		return errorf(CodeBusy, "the room has moved; try again")
	}
	before := a.head
	if err := a.reload(); err != nil {
		if notReadable(err) {
			a.freeze()
			return a.frozen
		}
		a.log.Error("the room could not be loaded again", zap.Error(err))
		a.leave()
		return errUnknown
	}
	a.showAll(nil)
	return a.outcome(before, e, batch.Entries[0])
}

// errUnknown says that an entry may be stored or not.
var errUnknown = errorf(CodeBusy, "it is not known yet whether the move is stored; try again")

// outcome returns nil if the log, which was loaded again, has the entry as the
// next one after a head.
func (a *actor) outcome(before eventlog.Head, e *Entry, entry eventlog.Entry) error {
	notStored := errorf(CodeNotStored, "the move could not be stored; nothing has happened")
	switch {
	case a.head.Seq == before.Seq:
		return notStored
	case a.table.done(request{e.By, e.Intent}):
		return nil
	}
	stored, err := a.lobby.log.Read(a.lobby.storing, before.Room, before.Seq+1, 1)
	switch {
	case err != nil:
		return errUnknown
	case len(stored) == 1 && stored[0].Kind == entry.Kind && bytes.Equal(stored[0].Data, entry.Data):
		return nil
	}
	return notStored
}

// leave ends the room's stay in memory at once; whoever watches comes back.
func (a *actor) leave() {
	a.ending = true
	for sub := range a.subs {
		sub.end(CodeBusy)
	}
}

// batch is what is stored with an entry: at the start and the end of a match a
// snapshot too, so that a room never has to play through older matches.
func (t *table) batch(e *Entry, before *table) eventlog.Batch {
	batch := eventlog.Batch{Entries: []eventlog.Entry{{Kind: string(e.Kind), Data: e.encode()}}}
	if e.Kind != KindAnswer || t.status != before.status {
		batch.Meta = t.meta()
	}
	wake := t.wake()
	batch.Wake = &wake
	if (t.status == StatusPlaying) != (before.status == StatusPlaying) || e.Kind == KindUpgrade {
		batch.Snapshot = &eventlog.Snapshot{Seq: t.last, Data: t.encode()}
	}
	if t.status == StatusFinished && before.status == StatusPlaying {
		data, err := json.Marshal(t.match.result)
		if err != nil {
			panic("lobby: a result that cannot be encoded: " + err.Error())
		}
		batch.Match = &eventlog.Match{
			ID: uuid.NewString(), Game: t.settings.Game, Listed: t.settings.Listed,
			Ended: time.UnixMilli(t.match.ended), Persons: t.members(), Summary: data,
		}
	}
	return batch
}

// wake is when the room has to be in memory though nobody is there: when a
// player's time is up, or when the end of a match is no secret any more.
func (t *table) wake() time.Time {
	if end, _ := t.deadline(); end != 0 {
		return time.UnixMilli(end)
	}
	if t.secretEnd() {
		return t.lateUntil()
	}
	return time.Time{}
}

// secretEnd reports whether the match is over and those who watch with a delay
// must not know it yet.
func (t *table) secretEnd() bool {
	return t.status == StatusFinished && t.settings.Delay > 0 && !t.match.shown
}

// lateTurn is how long each turn of the delay lasts once a match is over.
const lateTurn = 3 * time.Second

// lateUntil is when those who watch with a delay see the end of a match that is
// over.
func (t *table) lateUntil() time.Time {
	return time.UnixMilli(t.match.ended).Add(time.Duration(t.settings.Delay) * lateTurn)
}

func (t *table) members() []string {
	var list []string
	for i := range t.seats {
		if t.seats[i].User != "" {
			list = append(list, t.seats[i].User)
		}
	}
	return list
}

// summary is what the list of rooms shows of one.
type summary struct {
	Players []string `json:"players"` // names by seat; "" is free
	Bots    []string `json:"bots"`
	Watch   bool     `json:"watch"`
}

func (t *table) meta() *eventlog.Meta {
	info := summary{Watch: t.settings.Spectators}
	for i := range t.seats {
		info.Players = append(info.Players, t.seats[i].Name)
		info.Bots = append(info.Bots, t.seats[i].Bot)
	}
	status := t.status
	if t.secretEnd() {
		status = StatusPlaying
	}
	return &eventlog.Meta{
		Game: t.settings.Game, Status: eventlog.Status(status), Listed: t.settings.Listed,
		Host: t.host, Members: t.members(), Summary: encode(info),
	}
}

// stored is a table as a snapshot holds it.
type stored struct {
	Settings Settings     `json:"settings"`
	Status   Status       `json:"status"`
	Host     string       `json:"host"`
	Seats    []storedSeat `json:"seats"`
	Matches  int          `json:"matches"`
	Paused   bool         `json:"paused"`
	Last     uint64       `json:"last"`
	Intents  [][2]string  `json:"intents"`
	Match    *storedMatch `json:"match,omitempty"`
}

type storedSeat struct {
	Seat
	Link  string        `json:"link,omitempty"`
	Bank  time.Duration `json:"bank"`
	Since int64         `json:"since"`
}

type storedMatch struct {
	Record  game.Record          `json:"record"`
	State   []byte               `json:"state"`
	Started int64                `json:"started"`
	Ended   int64                `json:"ended"`
	From    uint64               `json:"from"`
	Turn    int                  `json:"turn"`
	Events  int                  `json:"events"`
	Undos   undoCounts           `json:"undos"`
	MayUndo bool                 `json:"mayUndo"`
	Seen    map[string]game.Seat `json:"seen"`
	Result  *Result              `json:"result,omitempty"`
	Shown   bool                 `json:"shown,omitempty"`
}

// encode returns the table as a snapshot holds it. What can be taken back is
// not in it: a snapshot stands where nothing can.
func (t *table) encode() []byte {
	out := stored{
		Settings: t.settings, Status: t.status, Host: t.host, Matches: t.matches, Paused: t.paused, Last: t.last,
	}
	for _, s := range t.seats {
		out.Seats = append(out.Seats, storedSeat{Seat: s, Link: s.link, Bank: s.bank, Since: s.since})
	}
	for _, r := range t.intents {
		out.Intents = append(out.Intents, [2]string{r.user, r.intent})
	}
	if m := t.match; m != nil {
		state, err := m.state.AppendBinary(nil)
		if err != nil {
			panic("lobby: a state that cannot be encoded: " + err.Error())
		}
		out.Match = &storedMatch{
			Record: m.record, State: state, Started: m.started, Ended: m.ended, From: m.from, Turn: m.turn,
			Events: m.events, Undos: m.undos, MayUndo: m.mayUndo, Seen: m.seen, Result: m.result, Shown: m.shown,
		}
	}
	return encode(out)
}

// decodeTable reads a snapshot.
func decodeTable(games Games, data []byte) (*table, error) {
	var in stored
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, err
	}
	t := &table{
		games: games, settings: in.Settings, status: in.Status, host: in.Host,
		matches: in.Matches, paused: in.Paused, last: in.Last,
	}
	for _, s := range in.Seats {
		seat := s.Seat
		seat.link, seat.bank, seat.since = s.Link, s.Bank, s.Since
		t.seats = append(t.seats, seat)
	}
	for _, r := range in.Intents {
		t.intents = append(t.intents, request{r[0], r[1]})
	}
	if in.Match == nil {
		return t, nil
	}
	g, ok := games.find(in.Match.Record.Game)
	if !ok {
		return nil, errorf(CodeFrozen, "the server does not have the game %q", in.Match.Record.Game)
	}
	state, err := g.Rules.Decode(in.Match.State)
	if err != nil {
		return nil, err
	}
	t.match = &match{
		rules: g.Rules, state: state, record: in.Match.Record, started: in.Match.Started,
		ended: in.Match.Ended, from: in.Match.From, turn: in.Match.Turn, events: in.Match.Events,
		undos: in.Match.Undos, mayUndo: in.Match.MayUndo, seen: in.Match.Seen, result: in.Match.Result, shown: in.Match.Shown,
	}
	return t, nil
}

// readAtOnce is how many entries are read from the log at a time.
const readAtOnce = 500

// errUnreadable says that a log can be read but makes no sense to this server.
type errUnreadable struct{ error }

func notReadable(err error) bool {
	var bad errUnreadable
	return errors.As(err, &bad)
}

// reload loads the room from its log: the last snapshot and all entries since.
func (a *actor) reload() error {
	head, err := a.lobby.log.TakeOver(a.lobby.storing, a.room.ID, "")
	if err != nil {
		return err
	}
	a.head = head
	return a.load(a.lobby.storing)
}

// load builds the table from the log, with the events of the current match.
func (a *actor) load(ctx context.Context) error {
	snapshot, err := a.lobby.log.Snapshot(ctx, a.room.ID)
	if err != nil {
		return err
	}
	t := &table{games: a.lobby.games}
	if snapshot.Data != nil {
		if t, err = decodeTable(a.lobby.games, snapshot.Data); err != nil {
			return errUnreadable{err}
		}
	}
	a.table, a.spare = t, nil
	a.newMatch()
	t.told.match = t.match != nil
	a.note()
	err = readEntries(ctx, a.lobby.log, a.room.ID, snapshot.Seq+1, func(e *Entry) (bool, error) {
		matches := t.matches
		t.told = told{}
		if err := t.fold(e); err != nil {
			return false, errUnreadable{err}
		}
		if t.matches != matches {
			a.newMatch()
		}
		a.note()
		return true, nil
	})
	if err != nil {
		return err
	}
	t.told = told{}
	a.tellLate()
	return a.checkVersion()
}

// readEntries hands the entries of a room to do, from a number on, until do
// wants no more.
func readEntries(ctx context.Context, log eventlog.Log, room string, from uint64, do func(*Entry) (bool, error)) error {
	for {
		entries, err := log.Read(ctx, room, from, readAtOnce)
		if err != nil {
			return err
		}
		for _, stored := range entries {
			e, err := decodeEntry(stored.Kind, stored.Data)
			if err != nil {
				return errUnreadable{err}
			}
			if more, err := do(e); err != nil || !more {
				return err
			}
		}
		if len(entries) < readAtOnce {
			return nil
		}
		from = entries[len(entries)-1].Seq + 1
	}
}

// checkVersion lets a match of another rules version go on: its entries have
// just led to the very states that were stored.
func (a *actor) checkVersion() error {
	m := a.table.match
	if m == nil || !a.table.playing() {
		return nil
	}
	version := m.rules.Info().Version
	if m.record.Version == version {
		return nil
	}
	state, err := m.state.AppendBinary(nil)
	if err != nil {
		return errUnreadable{err}
	}
	e := &Entry{Kind: KindUpgrade, At: time.Now().UnixMilli(), Version: version, State: state}
	next := a.table.copy(nil)
	if err := next.fold(e); err != nil {
		return errUnreadable{err}
	}
	head, err := a.lobby.log.Append(a.lobby.storing, a.head, next.batch(e, a.table))
	if err != nil {
		return err
	}
	a.head, a.table = head, next
	return nil
}
