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

// Format and FormatVersion are how the file of a record begins.
const (
	Format        = "archmage match"
	FormatVersion = 1
)

// MaxRecord is the maximum length of a record that is read, in bytes, packed or not.
const MaxRecord = 4 << 20

// CodeBadRecord: the record cannot be read, or playing it does not lead where it says.
const CodeBadRecord coded.Code = "bad_record"

// Record is the file of a match. It has everything that is needed to show the match, to check it,
// and to play on from any point (docs/records.md).
type Record struct {
	Format string `json:"format"`
	// FormatVersion is the version of the format of the file.
	FormatVersion int               `json:"version"`
	ID            string            `json:"id,omitempty"`
	Game          string            `json:"game"`
	Version       int               `json:"rules"`
	Options       game.MatchOptions `json:"options"`
	Seats         []RecordSeat      `json:"seats"`
	Started       int64             `json:"started,omitempty"`
	Start         Start             `json:"start"`
	Items         []Item            `json:"items"`
	// Ended, Outcome and Lost are set if the match is over. Lost, which has an entry for each seat,
	// is never empty then. A match that is over and has no Outcome was abandoned.
	Ended   int64         `json:"ended,omitempty"`
	Outcome *game.Outcome `json:"outcome,omitempty"`
	Lost    []Lost        `json:"lost,omitempty"`
}

// RecordSeat is who started the match at a seat.
type RecordSeat struct {
	// Name is the name of the person or bot, "" if it is not known, or no longer known.
	Name string `json:"name,omitempty"`
	Bot  string `json:"bot,omitempty"`
}

// Start is the beginning of a match: a seed, or a state of another match.
type Start struct {
	Seed *game.Seed `json:"seed,omitempty"`
	// Proof says how the seed was drawn, if a room has drawn it.
	Proof *Proof `json:"proof,omitempty"`
	// State is an encoded state; Origin says which match it comes from.
	State  []byte  `json:"state,omitempty"`
	Origin *Origin `json:"origin,omitempty"`
	// Hash is the fingerprint of the first state.
	Hash string `json:"hash"`
}

// Origin names the moment of another match with which a match began. A match with an Origin is
// never rated, because its players may know what comes.
type Origin struct {
	Match string `json:"match"`
	// Step is how many items the other match had at that moment.
	Step int `json:"step"`
	// Luck says whether the hidden cards and the random events to come are still those of the other
	// match.
	Luck Luck `json:"luck"`
}

// Luck says what happens to the hidden cards and the random events to come, when a match begins
// with a moment of another match.
type Luck string

// The values of Luck.
const (
	LuckSame Luck = "same" // as they were in the other match
	LuckNew  Luck = "new"  // drawn anew
)

// state returns the first state of the match. If the start has a proof, the seed must follow from
// it.
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

// ItemKind is a kind of [Item]. Its text is its name, "" for an answer.
type ItemKind uint8

// The kinds of items.
const (
	ItemAnswer ItemKind = iota // an answer
	ItemPlays                  // "plays": somebody else plays the seat: Bot, or its person if Bot is ""
	ItemLost                   // "lost": the seat has lost whatever the score
	ItemTaken                  // "taken": another person plays the seat, which is no longer lost
	ItemRules                  // "rules": the match goes on with another version of the rules
)

var itemKinds = [...]string{
	ItemAnswer: "",
	ItemPlays:  "plays",
	ItemLost:   "lost",
	ItemTaken:  "taken",
	ItemRules:  "rules",
}

// MarshalText encodes the name.
func (k ItemKind) MarshalText() ([]byte, error) { return []byte(itemKinds[k]), nil }

// UnmarshalText decodes the name.
func (k *ItemKind) UnmarshalText(text []byte) error {
	at := slices.Index(itemKinds[:], string(text))
	if at < 0 {
		return coded.Malformedf("there is no kind %.40q of items", text)
	}
	*k = ItemKind(at)
	return nil
}

// Item is one thing that was done in a match. Answers that were taken back are not items. Items are
// small, because a match in progress keeps all of them.
type Item struct {
	Kind ItemKind  `json:"kind,omitempty"`
	Seat game.Seat `json:"seat"`
	At   int64     `json:"at,omitempty"`
	// Answer is the list of choices of an answer, each as in [game.PickText].
	Answer json.RawMessage `json:"answer,omitempty"`
	Bot    string          `json:"bot,omitempty"`
	Lost   Lost            `json:"lost,omitempty"`
	// NewRules is set only if Kind is ItemRules.
	*NewRules
	// Hash is the fingerprint of the state after an answer, and after a change of rules.
	Hash string `json:"hash,omitempty"`
}

// NewRules is the version of the rules with which a match goes on, and the state as these rules
// encode it.
type NewRules struct {
	Version int    `json:"rules,omitempty"`
	State   []byte `json:"state,omitempty"`
}

// Record returns the record of the match. names returns the name of a person; if it is nil, the
// record has no names.
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

// Encode returns the record as the text of its file.
func (r *Record) Encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic("match: a record that cannot be encoded: " + err.Error())
	}
	return append(data, '\n')
}

// Decode decodes the text of a file. It allows no unknown fields, and fails with [CodeBadRecord].
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

// check returns the first reason why no match of any game can have this record, as an error with
// [CodeBadRecord].
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

// The maximum lengths of texts in a record, in bytes.
const (
	maxID   = 64
	maxName = 256
)

// isTime reports whether a time, in milliseconds since 1970, is in the years 1970 to 9999.
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

// plain reports whether every JSON encoder writes the text in the same way.
func plain(id string) bool {
	for _, c := range []byte(id) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// check returns an error unless the item has exactly the fields of its kind.
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

// packers are kept for Pack, because each takes most of a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Pack compresses the text of a record, for storage.
func Pack(text []byte) []byte {
	var out bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	// Writing to a bytes.Buffer cannot fail.
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

// Begin starts the match of the record, before its first item. It fails with [CodeBadRecord].
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

// Next returns the match after the record's item with that number, counted from 0. m is the match
// before that item, from Begin and Next. It fails with [CodeBadRecord] if the item does not apply,
// or leads to another hash than the item's.
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

// apply is Next without the comparison of hashes.
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

// compare returns an error if the match after an item does not have the item's hash.
func (r *Record) compare(m *Match, number int) error {
	if item := &r.Items[number]; item.hashed() && m.Hash != item.Hash {
		return badRecord("item %d leads to hash %s, not %.40s", number, m.Hash, item.Hash)
	}
	return nil
}

// hashed reports whether the item has a hash.
func (i *Item) hashed() bool { return i.Kind == ItemAnswer || i.Kind == ItemRules }

// End returns the match m, which has all items of the record, with the end that the record gives
// it: it is abandoned if the record has no outcome. It fails with [CodeBadRecord] if playing it led
// to another end.
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

// Replay plays the record and returns the match at its end. It fails with [CodeBadRecord], and then
// returns the match as far as it could be played. If each is not nil, it is called after each item
// with the item's number, counted from 0.
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
