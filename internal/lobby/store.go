package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"archmage/internal/archive"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// batch returns what is stored for a change, after which spectators know so much
// of the room. A snapshot replaces all earlier entries, except where the rules
// change. The end of a match archives it.
func batch(before *room.Table, change *room.Change, late *stream.Late, m *store.Meta) store.Batch {
	e, after := change.Entry, change.Next
	b := store.Batch{Entries: []store.Entry{{Kind: string(e.Body.Kind()), Data: e.Encode()}}, Meta: m}
	wake := time.Time{}
	if at := after.Wake(); at != 0 {
		wake = time.UnixMilli(at)
	} else if after.StartsItself() && after.From == nil && after.AllShared() {
		wake = time.UnixMilli(e.At).Add(sharePause)
	}
	b.Wake = &wake
	if after.Saved == after.Last {
		b.Snapshot = snapshotOf(after, late)
		b.Trim = e.Body.Kind() != room.KindUpgrade
	}
	if p := after.Play; p != nil && p.Match.Result != nil && (before.Play == nil || before.Play.Match.Result == nil || before.Play.Match.ID != p.Match.ID) {
		if p.Match.Answers() > 0 || p.Match.Result.Outcome != nil {
			b.Match, b.Record = Archived(after)
		}
	}
	return b
}

// Archived returns what is kept of the match of a table, which is over.
func Archived(t *room.Table) (*store.Match, []byte) {
	return archived(t), match.Pack(t.Play.Match.Record(nil).Encode())
}

// Opened returns what is stored for a room that a change opens.
func Opened(change *room.Change) store.Batch { return opened(&room.Table{}, change) }

// opened returns what is stored for a room that is opened.
func opened(before *room.Table, change *room.Change) store.Batch {
	info := change.Next.Info()
	return batch(before, change, &stream.Late{}, meta(&info, change.Next.Persons()))
}

// storedSnapshot is a room with what spectators know of it.
type storedSnapshot struct {
	Table json.RawMessage `json:"table"`
	Late  stream.Late     `json:"late"`
}

func snapshotOf(t *room.Table, late *stream.Late) *store.Snapshot {
	return &store.Snapshot{Seq: t.Last, Data: encode(storedSnapshot{t.Encode(), *late})}
}

// roomSummary is what the list of rooms shows of one.
type roomSummary struct {
	Players []string `json:"players"` // names by seat; "" is free
	People  []string `json:"people"`  // ids by seat
	Bots    []string `json:"bots"`
	Watch   bool     `json:"watch"`
	// Delay is how many turns spectators are behind the players.
	Delay int `json:"delay"`
	// Clock, AutoStart, Accounts, Rated and Options are those of the settings.
	Clock     room.Clock        `json:"clock"`
	AutoStart bool              `json:"autoStart"`
	Accounts  bool              `json:"accounts"`
	Rated     bool              `json:"rated"`
	Options   game.MatchOptions `json:"options"`
}

// meta returns what is listed of a room: what spectators know of it, and the people
// who have a seat, who find it among their rooms.
func meta(info *room.Info, members []string) *store.Meta {
	settings := &info.Settings
	summary := roomSummary{
		Watch: settings.Spectators, Delay: settings.Delay, Clock: settings.Clock, AutoStart: settings.AutoStart, Accounts: settings.Accounts,
		Rated: settings.Rated, Options: settings.Options,
	}
	for i := range info.Seats {
		summary.Players = append(summary.Players, info.Seats[i].Name)
		summary.People = append(summary.People, info.Seats[i].Player)
		summary.Bots = append(summary.Bots, info.Seats[i].Bot)
	}
	return &store.Meta{
		Game: info.Settings.Game, Status: store.Status(info.Status), Listed: info.Settings.Listed,
		Host: info.Host, Members: members, Summary: encode(summary),
	}
}

func archived(t *room.Table) *store.Match {
	m, rated := t.Play.Match, rated(t)
	return &store.Match{
		ID: m.ID, Room: t.ID, Game: m.Game, Version: m.Version, Seats: len(m.Seats), Listed: t.Settings.Listed,
		Started: time.UnixMilli(m.Started), Ended: time.UnixMilli(m.Result.Ended), Persons: m.Persons(),
		Results: results(m), Opens: time.UnixMilli(t.HiddenUntil()), Rated: rated,
		Summary: encode(archive.Summary{
			Options: m.Options, Players: m.Players, Seats: m.Result.Seats, Outcome: m.Result.Outcome, Origin: m.Start.Origin,
			Opens: t.HiddenUntil(), Rated: rated != nil,
		}),
	}
}

// results returns what came of a match for those who started it, once for each; nothing
// if it was abandoned, or began with a moment of another one.
func results(m *match.Match) (list []store.Result) {
	if m.Result.Outcome == nil || m.Start.Origin != nil {
		return nil
	}
	info := m.Rules.Info()
	pieces := piecesOf(&info, m.Result.Outcome)
	for seat, player := range m.Players {
		result := m.Result.Seats[seat]
		one := store.Result{Person: player.Person, Rank: result.Rank, Total: result.Total}
		if player.Person == "" {
			if one.Bot = player.Bot; one.Bot == "" {
				continue
			}
		} else {
			one.Pieces, one.Feats = pieces[game.Seat(seat)], feats(&info, m, seat)
		}
		list = append(list, one)
	}
	return list
}

// piecesOf returns the cards or spells that were each player's at the end, by their
// numbers.
func piecesOf(info *game.Info, outcome *game.Outcome) map[game.Seat][]string {
	pieces := map[game.Seat][]string{}
	for _, place := range outcome.Places {
		for _, part := range place.Parts {
			for _, tally := range info.Tallies {
				n, ok := part.Args.Get(tally.Fact)
				piece := strconv.Itoa(n)
				if ok && n != 0 && !slices.Contains(pieces[place.Seat], piece) {
					pieces[place.Seat] = append(pieces[place.Seat], piece)
				}
			}
		}
	}
	return pieces
}

// The feats of who has won: at a level, and against a bot. The level is the first of a
// game's options.
const (
	featLevel = "level "
	featBot   = "bot "
)

// feats returns what the player of a seat has achieved who has won against others.
func feats(info *game.Info, m *match.Match, seat int) (list []string) {
	if m.Result.Seats[seat].Rank != 1 || len(m.Players) < 2 {
		return nil
	}
	if len(info.Options) > 0 {
		level := &info.Options[0]
		list = append(list, featLevel+cmp.Or(m.Options[level.ID], level.Default))
	}
	for other := range m.Players {
		p := &m.Players[other]
		if feat := featBot + p.Bot; p.Person == "" && p.Bot != "" && m.Result.Seats[other].Rank > 1 && !slices.Contains(list, feat) {
			list = append(list, feat)
		}
	}
	return list
}

// rated returns the players who started a rated match with their places, by seat;
// nothing if it does not count, without an outcome.
func rated(t *room.Table) []store.RatedSeat {
	m := t.Play.Match
	if !t.Settings.Rated || m.Result.Outcome == nil {
		return nil
	}
	list := make([]store.RatedSeat, len(m.Players))
	for seat := range m.Players {
		list[seat] = store.RatedSeat{Player: m.Players[seat].Person, Rank: m.Result.Seats[seat].Rank}
	}
	return list
}

// open loads a room and does not start its goroutine. If the log makes no sense,
// the room is frozen, and its log stays as it is.
func (l *Lobby) open(id string) (*liveRoom, error) {
	r := &liveRoom{
		id: id, lobby: l, log: l.options.Logger.With(zap.String("room", id)),
		inbox: make(chan func(*liveRoom), inboxSize), visitors: make(chan func(*liveRoom), visitorsSize), ended: make(chan struct{}),
		presence: newPresence(), bots: map[game.Seat]botTurn{}, idleSince: time.Now(),
	}
	if per := l.options.VisitorsRate; per > 0 {
		r.visitorsRate = rate.NewLimiter(rate.Limit(per), visitorsBurst)
	}
	if err := l.leaseRoom(r); err != nil {
		return nil, err
	}
	var err error
	r.guard(func(r *liveRoom) {
		if _, err = r.load(0); err == nil {
			r.sendClock()
			r.askBots()
		}
	})
	var unreadable errUnreadable
	var owned *store.OwnedError
	switch {
	case errors.As(err, &owned):
		if node, ok := l.findOwner(l.storing, id, owned.Owner); ok {
			return nil, &ElsewhereError{Room: id, Node: node}
		}
		return nil, errBusy // It was alive a moment ago.
	case !r.holds():
		return nil, errBusy
	case r.frozen:
		return r, nil
	case errors.Is(err, store.ErrNotFound):
		return nil, errNoRoom(id)
	case errors.As(err, &unreadable):
		r.log.Error("a room's log cannot be understood", zap.Error(err))
		r.freeze()
		return r, nil
	case err != nil:
		r.log.Error("a room cannot be loaded", zap.Error(err))
		return nil, errBusy
	}
	return r, nil
}

// visitorsBurst is how much those without a seat may change in a room at once.
const visitorsBurst = 30

// errUnreadable says that a log can be read but makes no sense to this server.
type errUnreadable struct{ error }

// load takes the room over and builds it from its log. It returns the data of the
// entry with the given number, if the log has it.
func (r *liveRoom) load(wanted uint64) (found []byte, err error) {
	ctx, log := r.lobby.storing, r.lobby.log
	head, err := log.TakeOver(ctx, r.id, r.lobby.options.Owner)
	if err != nil {
		return nil, err
	}
	r.head.Seq = max(r.head.Seq, r.lobby.recall(r.id))
	if err := r.checkLost(head); err != nil {
		r.lobby.forgetTold(r.id)
		return nil, err
	}
	r.head = head
	snapshot, err := log.Snapshot(ctx, r.id)
	if err != nil {
		return nil, err
	}
	t, late, err := tableOf(r.lobby.games, r.id, snapshot)
	if err != nil {
		return nil, err
	}
	s := stream.New(strconv.FormatUint(head.Epoch, 36))
	now := time.Now().UnixMilli()
	if snapshot.Data != nil {
		m := moment(t, room.Effects{Room: true, Events: openingOf(t)})
		s.Restore(late, &m, now)
		s.Show(m, now)
	}
	for entry, err := range entriesFrom(ctx, log, r.id, snapshot.Seq+1) {
		if err != nil {
			return nil, err
		}
		next, effects, err := applyStored(t, &entry)
		if err != nil {
			return nil, err
		}
		if entry.Seq == wanted {
			found = entry.Data
		}
		t = next
		s.Show(moment(t, effects), now)
	}
	if t.Last != head.Seq {
		return nil, errUnreadable{fmt.Errorf("the log ends with entry %d, not %d", t.Last, head.Seq)}
	}
	if err := r.chat.load(ctx, log, r.id, s); err != nil {
		return nil, err
	}
	if err := r.loadAwaited(ctx, log); err != nil {
		return nil, err
	}
	s.Release(now)
	r.table, r.stream, r.listed = t, s, nil
	r.noteSeats()
	r.lobby.forgetTold(r.id)
	return found, r.upgrade()
}

// maxTold bounds of how many rooms a lobby remembers what was shown of them.
const maxTold = 1 << 16

// remember keeps what was shown of a room for the next time it is loaded.
func (l *Lobby) remember(head store.Head) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.told) >= maxTold {
		clear(l.told)
	}
	l.told[head.Room] = head.Seq
}

// recall returns the last entry of a room that is remembered, 0 if none is.
func (l *Lobby) recall(id string) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.told[id]
}

func (l *Lobby) forgetTold(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.told, id)
}

// checkLost fails if the log ends before what the room has stored and shown. A
// database that another one has replaced can have lost its last writes.
func (r *liveRoom) checkLost(head store.Head) error {
	if head.Seq >= r.head.Seq {
		return nil
	}
	return errUnreadable{fmt.Errorf("the log ends with entry %d, but entry %d was stored and shown: the database has lost writes", head.Seq, r.head.Seq)}
}

// tableOf returns the table of a snapshot, and what spectators know of the room.
func tableOf(games game.Modules, id string, snapshot store.Snapshot) (*room.Table, stream.Late, error) {
	if snapshot.Data == nil {
		return room.New(games, id), stream.Late{}, nil
	}
	var stored storedSnapshot
	if err := json.Unmarshal(snapshot.Data, &stored); err != nil {
		return nil, stream.Late{}, errUnreadable{err}
	}
	t, err := room.Decode(games, id, stored.Table)
	if err != nil {
		return nil, stream.Late{}, errUnreadable{err}
	}
	return t, stored.Late, nil
}

// openingOf returns the events of the start of a match, if nothing has happened
// in it since, else nil.
func openingOf(t *room.Table) []game.Event {
	if t.Play == nil || len(t.Play.Match.Items) > 0 {
		return nil
	}
	if events := t.Play.Match.Opening(); len(events) == t.Play.Events {
		return events
	}
	return nil
}

// applyStored returns the table after a stored entry.
func applyStored(t *room.Table, stored *store.Entry) (*room.Table, room.Effects, error) {
	e, err := room.DecodeEntry(stored.Kind, stored.Data)
	if err != nil {
		return nil, room.Effects{}, errUnreadable{err}
	}
	next, effects, err := room.Apply(t, e)
	if err != nil {
		return nil, room.Effects{}, errUnreadable{fmt.Errorf("entry %d (%s): %w", stored.Seq, stored.Kind, err)}
	}
	return next, effects, nil
}

// upgrade lets a match go on that began with an earlier version of the rules.
// load has just checked that its entries lead to the stored states.
func (r *liveRoom) upgrade() error {
	t := r.table
	if !t.Playing() {
		return nil
	}
	m := t.Play.Match
	version := m.Rules.Info().Version
	switch now := m.RulesVersion(); {
	case now == version:
		return nil
	case now > version:
		return errUnreadable{fmt.Errorf("the match needs rules version %d, here is version %d", now, version)}
	}
	state, err := m.State.AppendBinary(nil)
	if err != nil {
		return errUnreadable{err}
	}
	c := &room.Command{At: time.Now().UnixMilli(), Body: &room.Upgrade{Version: version, State: state}}
	change, err := room.Decide(t, c)
	if err != nil {
		return errUnreadable{err}
	}
	shown := moment(change.Next, change.Effects)
	head, err := r.store(&change, &shown)
	if err != nil {
		return err
	}
	r.head, r.table = head, change.Next
	r.stream.Show(shown, c.At)
	return nil
}

// notStored handles an entry that the log did not store, or may have stored. It
// loads the room again to see what the log holds: only here does the room's
// goroutine wait for a read. If the entry is in the log, there is no error.
func (r *liveRoom) notStored(change *room.Change, failure error) error {
	e := change.Entry
	r.log.Error("an entry was not stored", zap.String("kind", string(e.Body.Kind())), zap.Error(failure))
	if errors.Is(failure, store.ErrFenced) {
		room, err := r.lobby.log.Room(r.lobby.storing, r.id)
		if err == nil {
			err = r.checkLost(room.Head)
		}
		if errors.As(err, &errUnreadable{}) {
			r.log.Error("a room's log is too short", zap.Error(err))
			r.freeze()
			return errFrozen
		}
		r.leave(r.fencedBye())
		return errBusy
	}
	found, err := r.reload(r.head.Seq + 1)
	if err != nil {
		return err
	}
	if string(found) == string(e.Encode()) || began(r.table, e) {
		return nil
	}
	return errNotStored
}

// reload loads the room again, after which nothing can be stored any more that was on
// its way, and shows it to everybody. It returns the data of the entry with the given
// number, if the log has it.
func (r *liveRoom) reload(wanted uint64) ([]byte, error) {
	found, err := r.load(wanted)
	var unreadable errUnreadable
	switch {
	case errors.As(err, &unreadable):
		r.log.Error("a room's log cannot be understood", zap.Error(err))
		r.freeze()
		return nil, errFrozen
	case err != nil:
		r.log.Error("the room could not be loaded again", zap.Error(err))
		r.leave(CodeBusy)
		return nil, errUnknown
	}
	r.showReloaded()
	return found, nil
}

// began reports whether a table's match began with an entry. The log no longer
// has that entry: the start of a match stores a snapshot in its place.
func began(t *room.Table, e *room.Entry) bool {
	b, ok := e.Body.(*room.MatchStarted)
	return ok && t.Play != nil && t.Play.Match.ID == b.Match
}

// showReloaded sends everybody the room after it was loaded again.
func (r *liveRoom) showReloaded() {
	r.clock, r.presence.sent = nil, [2][]byte{}
	for _, sub := range r.subs {
		r.stream.Carry(sub.Subscription, r.table.SeatOf(sub.person.ID))
	}
	r.placeAll()
	r.sendPresence()
	r.sendClock()
	r.askBots()
}

// replayEvents plays the match of a room again from the log. It returns the events
// that the log can bring back, at least up to the one before number n, and the
// number of the first of them. It does not run in a room's goroutine, so it
// recovers panics itself.
func (l *Lobby) replayEvents(ctx context.Context, id, matchID string, n int) (events []game.Event, first int, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.options.Logger.Error("a match could not be played again", zap.String("room", id), zap.Any("panic", value), zap.Stack("stack"))
			err = errNotKept
		}
	}()
	snapshot, err := l.log.Snapshot(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	t, _, err := tableOf(l.games, id, snapshot)
	if err != nil {
		return nil, 0, errNotKept
	}
	if isOf(t, matchID) {
		if events = openingOf(t); events == nil {
			first = t.Play.Events
		}
	}
	for entry, err := range entriesFrom(ctx, l.log, id, snapshot.Seq+1) {
		if err != nil {
			return nil, 0, err
		}
		next, effects, err := applyStored(t, &entry)
		if err != nil {
			return nil, 0, errNotKept
		}
		if t = next; !isOf(t, matchID) {
			continue
		}
		if events = append(events, effects.Events...); first+len(events) >= n {
			return events, first, nil
		}
	}
	if first+len(events) < n {
		return nil, 0, errNotKept
	}
	return events, first, nil
}

// isOf reports whether a match is a table's last one.
func isOf(t *room.Table, matchID string) bool { return t.Play != nil && t.Play.Match.ID == matchID }

// entriesFrom reads a room's entries from a number to the last one, page by page.
// It ends after an error.
func entriesFrom(ctx context.Context, log Log, id string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for {
			list, err := log.Read(ctx, id, from, store.MaxPage)
			if err != nil {
				yield(store.Entry{}, err)
				return
			}
			for _, entry := range list {
				if !yield(entry, nil) {
					return
				}
				from = entry.Seq + 1
			}
			if len(list) < store.MaxPage {
				return
			}
		}
	}
}
