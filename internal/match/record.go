package match

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Format and FormatVersion are what a file begins with that is a record.
const (
	Format        = "archmage match"
	FormatVersion = 1
)

// MaxRecord is the length of the longest record that is read, in bytes, before
// and after it is packed.
const MaxRecord = 4 << 20

// CodeBadRecord: a record that cannot be read, or does not lead where it says.
const CodeBadRecord coded.Code = "bad_record"

// Record is a match as a file: everything that is needed to see it, to check it
// and to play on from any point (docs/records.md).
type Record struct {
	Format string `json:"format"`
	// FormatVersion is the version of the format.
	FormatVersion int               `json:"version"`
	ID            string            `json:"id,omitempty"`
	Game          string            `json:"game"`
	Version       int               `json:"rules"`
	Options       game.MatchOptions `json:"options"`
	Seats         []RecordSeat      `json:"seats"`
	Started       int64             `json:"started,omitempty"`
	Start         Start             `json:"start"`
	Items         []Item            `json:"items"`
	// Ended, Outcome and Lost are there if the match is over; without Outcome it
	// was abandoned. Lost is by seat, and tells a match that is over from one
	// that is not.
	Ended   int64         `json:"ended,omitempty"`
	Outcome *game.Outcome `json:"outcome,omitempty"`
	Lost    []Lost        `json:"lost,omitempty"`
}

// RecordSeat is who started the match at a seat.
type RecordSeat struct {
	// Name is the name of the person or of the bot, "" if it is not known (any
	// more).
	Name string `json:"name,omitempty"`
	Bot  string `json:"bot,omitempty"`
}

// Start is where a match begins: a seed, or a state of another match.
type Start struct {
	Seed *game.Seed `json:"seed,omitempty"`
	// Proof says where the seed came from, if it came from a room.
	Proof *Proof `json:"proof,omitempty"`
	// State is an encoded state, Origin where it came from.
	State  []byte  `json:"state,omitempty"`
	Origin *Origin `json:"origin,omitempty"`
	// Hash is the fingerprint of the first state.
	Hash string `json:"hash"`
}

// Origin is the moment of another match with which a match began. Such a match is
// never rated: who plays it may know what comes.
type Origin struct {
	Match string `json:"match"`
	// Step is how many items of that match had been done.
	Step int `json:"step"`
	// Luck is what became of what a player could not know.
	Luck Luck `json:"luck"`
}

// Luck says what a match that begins with a position makes of what a player could
// not know then: the hidden cards and the random events to come.
type Luck string

// What can become of it.
const (
	LuckSame Luck = "same" // it is as it was
	LuckNew  Luck = "new"  // it was drawn anew
)

// state makes the first state. A seed with a proof must follow from it.
func (s *Start) state(rules game.Rules, terms *Terms) (game.State, error) {
	if s.State != nil {
		if _, err := game.ResolveOptions(rules.Info(), terms.Options, len(terms.Players)); err != nil {
			return nil, err
		}
		return decode(rules, s.State, len(terms.Players))
	}
	if s.Seed == nil {
		return nil, badRecord("the start has neither a seed nor a state")
	}
	if s.Proof != nil && s.Proof.Seed(terms) != *s.Seed {
		return nil, badRecord("the seed does not follow from its proof")
	}
	return rules.New(terms.Options, len(terms.Players), *s.Seed)
}

// ItemKind is a kind of [Item]. As text it is its name, "" for an answer.
type ItemKind uint8

// The kinds of items.
const (
	ItemAnswer ItemKind = iota // an answer
	ItemPlays                  // "plays": another one plays the seat: Bot, or with "" its person
	ItemLost                   // "lost": the seat has lost whatever the score
	ItemTaken                  // "taken": another person plays the seat, which is no longer lost
	ItemRules                  // "rules": the match goes on with another version of the rules
)

var itemKinds = [...]string{ItemAnswer: "", ItemPlays: "plays", ItemLost: "lost", ItemTaken: "taken", ItemRules: "rules"}

// MarshalText writes the name.
func (k ItemKind) MarshalText() ([]byte, error) { return []byte(itemKinds[k]), nil }

// UnmarshalText reads the name.
func (k *ItemKind) UnmarshalText(text []byte) error {
	at := slices.Index(itemKinds[:], string(text))
	if at < 0 {
		return coded.Errorf(coded.Malformed, "there is no kind %.40q of items", text)
	}
	*k = ItemKind(at)
	return nil
}

// Item is one thing that was done in a match. An answer that was taken back is
// not there. A match in progress keeps all of its items, so they are small.
type Item struct {
	Kind ItemKind  `json:"kind,omitempty"`
	Seat game.Seat `json:"seat"`
	At   int64     `json:"at,omitempty"`
	// Answer is the choices of an answer, a list as in [game.PickText].
	Answer json.RawMessage `json:"answer,omitempty"`
	Bot    string          `json:"bot,omitempty"`
	Lost   Lost            `json:"lost,omitempty"`
	// NewRules is there for other rules only.
	*NewRules
	// Hash is the fingerprint of the state after an answer, or after other rules.
	Hash string `json:"hash,omitempty"`
}

// NewRules is the version of the rules with which a match goes on, and its state
// as they encode it.
type NewRules struct {
	Version int    `json:"rules,omitempty"`
	State   []byte `json:"state,omitempty"`
}

// Record returns the match as a record, without names: names says what each
// person is called, and may be nil.
func (m *Match) Record(names func(person string) string) *Record {
	r := &Record{
		Format: Format, FormatVersion: FormatVersion, ID: m.ID, Game: m.Game, Version: m.Version, Options: m.Options,
		Started: m.Started, Start: m.Start, Items: m.Items,
	}
	if r.Items == nil {
		r.Items = []Item{}
	}
	for _, p := range m.Players {
		seat := RecordSeat{Name: p.Name, Bot: p.Bot}
		if p.Person != "" {
			seat.Name = ""
			if names != nil {
				seat.Name = names(p.Person)
			}
		}
		r.Seats = append(r.Seats, seat)
	}
	if m.Result != nil {
		r.Ended, r.Outcome, r.Lost = m.Result.Ended, m.Result.Outcome, m.Result.lost()
	}
	return r
}

// Encode returns the record as the text of a file.
func (r *Record) Encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic("match: a record that cannot be encoded: " + err.Error())
	}
	return append(data, '\n')
}

// Decode reads the text of a file. It is strict, and fails with [CodeBadRecord].
func Decode(data []byte) (*Record, error) {
	if len(data) > MaxRecord {
		return nil, badRecord("a record has at most %d bytes", MaxRecord)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	r := new(Record)
	if err := decoder.Decode(r); err != nil {
		return nil, badRecord("it cannot be read: %v", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, badRecord("there is more after the record")
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	return r, nil
}

// check refuses what no match of any game can be. It reports the first error,
// with [CodeBadRecord].
func (r *Record) check() error {
	switch {
	case r.Format != Format:
		return badRecord("the format is %.40q, not %q", r.Format, Format)
	case r.FormatVersion != FormatVersion:
		return badRecord("version %d of the format is not known; this is %d", r.FormatVersion, FormatVersion)
	case r.Version < 1:
		return badRecord("version %d of the rules does not exist", r.Version)
	case len(r.Seats) == 0 || len(r.Seats) > game.MaxSeats:
		return badRecord("a match has 1 to %d seats, not %d", game.MaxSeats, len(r.Seats))
	case len(r.Lost) != 0 && len(r.Lost) != len(r.Seats):
		return badRecord("lost has %d seats, not %d", len(r.Lost), len(r.Seats))
	case r.Outcome != nil && len(r.Lost) == 0:
		return badRecord("there is an outcome, and not who has lost")
	case r.Outcome != nil && placed(r.Outcome) != game.AllSeats(len(r.Seats)):
		return badRecord("the outcome does not name each seat once")
	case len(r.ID) > maxID:
		return badRecord("the id has at most %d bytes", maxID)
	case !isTime(r.Started) || !isTime(r.Ended):
		return badRecord("a time is in the years 1970 to 9999")
	case len(r.Items) > MaxItems:
		return badRecord("a record has at most %d items, not %d", MaxItems, len(r.Items))
	}
	for seat, s := range r.Seats {
		if len(s.Name) > maxName || len(s.Bot) > maxID {
			return badRecord("seat %d has a name of at most %d bytes and a bot of at most %d", seat, maxName, maxID)
		}
	}
	if err := r.Start.check(len(r.Seats)); err != nil {
		return err
	}
	for i := range r.Items {
		if err := r.Items[i].check(len(r.Seats)); err != nil {
			return badRecord("item %d: %s", i, err.Message)
		}
	}
	return nil
}

// The bounds of texts in a record, in bytes.
const (
	maxID   = 64
	maxName = 256
)

// isTime reports whether a time is in the years 1970 to 9999.
func isTime(at int64) bool { return 0 <= at && at < 253_402_300_800_000 }

func (s *Start) check(seats int) error {
	switch {
	case (s.Seed == nil) == (len(s.State) == 0):
		return badRecord("the start has either a seed or a state")
	case s.Proof != nil && s.Seed == nil:
		return badRecord("a proof goes with a seed")
	case s.Origin != nil && s.Seed != nil:
		return badRecord("an origin goes with a state")
	case s.Origin != nil && (s.Origin.Step < 0 || len(s.Origin.Match) > maxID):
		return badRecord("the origin is no step of a match")
	case s.Origin != nil && s.Origin.Luck != LuckSame && s.Origin.Luck != LuckNew:
		return badRecord("there is no luck %.40q", s.Origin.Luck)
	case s.Proof == nil:
		return nil
	case s.Proof.Number < 1:
		return badRecord("the matches of a room are counted from 1")
	case !plain(s.Proof.Room):
		return badRecord("a room's id has only letters, digits, - and _")
	case len(s.Proof.Shares) != seats:
		return badRecord("the proof has %d shares, not %d", len(s.Proof.Shares), seats)
	}
	for seat, share := range s.Proof.Shares {
		if share != "" && CheckShare(share) != nil {
			return badRecord("what seat %d gave is not a share", seat)
		}
	}
	return nil
}

// plain reports whether a text is the same in every writer's JSON.
func plain(id string) bool {
	for _, c := range []byte(id) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// check makes sure that the item has what its kind has, and nothing else.
func (i *Item) check(seats int) *coded.Error {
	seated := i.Seat >= 0 && int(i.Seat) < seats
	rest := *i
	switch i.Kind {
	case ItemAnswer:
		rest.Answer, rest.Hash = nil, ""
	case ItemPlays:
		rest.Bot = ""
	case ItemTaken:
	case ItemLost:
		rest.Lost = ""
		if i.Lost != LostTime && i.Lost != LostLeft && i.Lost != LostConceded {
			return badRecord("there is no reason %.40q to lose", i.Lost)
		}
	case ItemRules:
		rest.NewRules, rest.Hash = nil, ""
		if i.NewRules == nil {
			return badRecord("the new rules are missing")
		}
		seated = i.Seat == game.NoSeat
	}
	switch {
	case !seated:
		return badRecord("there is no seat %d", i.Seat)
	case !isTime(i.At):
		return badRecord("a time is in the years 1970 to 9999")
	case len(i.Bot) > maxID:
		return badRecord("the id of a bot has at most %d bytes", maxID)
	case rest.Answer != nil || rest.Bot != "" || rest.Lost != "" || rest.NewRules != nil || rest.Hash != "":
		return badRecord("it has more than an item of its kind has")
	}
	return nil
}

// packers are for Pack: each takes most of a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Pack compresses the text of a record, for storage.
func Pack(text []byte) []byte {
	var out bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	// A buffer takes everything.
	_, _ = w.Write(text)
	_ = w.Close()
	return out.Bytes()
}

// Unpack returns the text that Pack was given. It fails with [CodeBadRecord].
func Unpack(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, badRecord("it cannot be unpacked: %v", err)
	}
	text, err := io.ReadAll(io.LimitReader(r, MaxRecord+1))
	switch {
	case err != nil:
		return nil, badRecord("it cannot be unpacked: %v", err)
	case len(text) > MaxRecord:
		return nil, badRecord("a record has at most %d bytes", MaxRecord)
	}
	return text, nil
}

// Begin starts the match that the record is of, before its first item. It fails
// with [CodeBadRecord].
func (r *Record) Begin(rules game.Rules) (*Match, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if id := rules.Info().ID; r.Game != id {
		return nil, badRecord("it is of %.40s, not %s", r.Game, id)
	}
	terms := Terms{ID: r.ID, Game: r.Game, Version: r.Version, Options: r.Options, Started: r.Started}
	for _, s := range r.Seats {
		terms.Players = append(terms.Players, Player{Name: s.Name, Bot: s.Bot})
	}
	m, err := begin(rules, terms, r.Start)
	if err != nil {
		return nil, badRecord("the match cannot start: %s", message(err))
	}
	if r.Start.Hash != m.Hash {
		return nil, badRecord("the start has hash %s, not %.40s", m.Hash, r.Start.Hash)
	}
	return m, nil
}

// Next returns the match after the record's item with that number, counted from
// 0: m is the match from Begin after all items before it. It fails with [CodeBadRecord] if
// the item does not apply, or does not lead to its hash.
func (r *Record) Next(m *Match, number int, step *game.Step) (*Match, error) {
	next, err := r.apply(m, number, step)
	if err == nil {
		err = r.compare(next, number)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// apply is Next without a look at the hash.
func (r *Record) apply(m *Match, number int, step *game.Step) (*Match, error) {
	item := r.Items[number]
	if step != nil {
		step.Reset()
	}
	switch {
	case m.Result != nil:
		return nil, badRecord("item %d: the match is over", number)
	case item.Kind == ItemLost && m.Seats[item.Seat].Lost != "":
		return nil, badRecord("item %d: seat %d has lost already", number, item.Seat)
	case item.Kind == ItemRules && item.Version <= m.RulesVersion():
		return nil, badRecord("item %d: the rules go from version %d to %d", number, m.RulesVersion(), item.Version)
	}
	next, err := m.do(&item, nil, step)
	if err != nil {
		return nil, badRecord("item %d: %v", number, err)
	}
	next.Items = r.Items[: number+1 : number+1]
	return next, nil
}

// compare returns an error if the match after an item has not the item's hash.
func (r *Record) compare(m *Match, number int) error {
	if item := &r.Items[number]; item.hashed() && m.Hash != item.Hash {
		return badRecord("item %d leads to hash %s, not %.40s", number, m.Hash, item.Hash)
	}
	return nil
}

// hashed reports whether an item has a hash.
func (i *Item) hashed() bool { return i.Kind == ItemAnswer || i.Kind == ItemRules }

// End returns the match after the last item as the record says it ended: it is
// abandoned if the record has no outcome. It fails with [CodeBadRecord] if the
// match did not end so when it was played.
func (r *Record) End(m *Match) (*Match, error) {
	if m.Result == nil && r.Outcome == nil && len(r.Lost) > 0 {
		m = m.Abandon(r.Ended)
	}
	var played Result
	var lost []Lost
	if m.Result != nil {
		played, lost = *m.Result, m.Result.lost()
	}
	switch got, want := outcomeText(played.Outcome), outcomeText(r.Outcome); {
	case got != want:
		return nil, badRecord("the match ends with the outcome %s, not %s", got, want)
	case played.Ended != r.Ended:
		return nil, badRecord("the match ends at %d, not %d", played.Ended, r.Ended)
	case !slices.Equal(lost, r.Lost):
		return nil, badRecord("the seats have lost as in %q, not %q", lost, r.Lost)
	}
	return m, nil
}

// Replay plays the record again and returns the match as it ends. It fails with
// [CodeBadRecord]; the match up to there is returned too. each, if not nil, is
// called after each item with its number.
func (r *Record) Replay(rules game.Rules, each func(number int, m *Match, step *game.Step)) (*Match, error) {
	m, err := r.Begin(rules)
	if err != nil {
		return nil, err
	}
	var step game.Step
	for i := range r.Items {
		next, err := r.Next(m, i, &step)
		if err != nil {
			return m, err
		}
		m = next
		if each != nil {
			each(i, m, &step)
		}
	}
	return r.End(m)
}

func outcomeText(outcome *game.Outcome) string {
	data, err := json.Marshal(outcome)
	if err != nil {
		panic("match: an outcome that cannot be encoded: " + err.Error())
	}
	return string(data)
}

// badRecord returns an error with [CodeBadRecord].
func badRecord(format string, args ...any) *coded.Error {
	return coded.Errorf(CodeBadRecord, format, args...)
}
