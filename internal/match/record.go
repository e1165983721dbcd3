package match

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Every file of a record begins with Format and FormatVersion.
const (
	Format        = "archmage match"
	FormatVersion = 1
)

// MaxRecord is the maximum length of a record that is read, in bytes, compressed or not.
const MaxRecord = 4 << 20

// CodeBadRecord: a file is not a record, or its items contradict its hashes or its outcome.
const CodeBadRecord coded.Code = "bad_record"

// Record is the file of a match. It is enough to show the match, to check it, and to play on from any point
// (docs/records.md).
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
	// Ended, Outcome and Lost are set if the match is over. Lost then has an entry for each seat. A match that
	// is over without an Outcome was abandoned.
	Ended   int64         `json:"ended,omitempty"`
	Outcome *game.Outcome `json:"outcome,omitempty"`
	Lost    []Lost        `json:"lost,omitempty"`
}

// RecordSeat is the person or bot that started the match at a seat.
type RecordSeat struct {
	// Name is the name of the person or bot, "" if the record does not give it.
	Name string `json:"name,omitempty"`
	Bot  string `json:"bot,omitempty"`
}

// Start is the beginning of a match: a seed, or a state of another match.
type Start struct {
	Seed *game.Seed `json:"seed,omitempty"`
	// Proof has the values from which the seed was drawn, if a room has drawn it.
	Proof *Proof `json:"proof,omitempty"`
	// Deal is set instead of Proof if the seed is that of a round of an event.
	Deal *Deal `json:"deal,omitempty"`
	// State is the encoded first state of a match that goes on from another one, which Origin names.
	State  []byte  `json:"state,omitempty"`
	Origin *Origin `json:"origin,omitempty"`
	// Hash is the fingerprint of the first state.
	Hash string `json:"hash"`
}

// Deal names a round of an event whose matches all begin with one seed. The seed follows from the secret of the event,
// with which the file of the event proves it. It is secret until all matches of the round are over: with it, a player
// would know the cards of a match that others still play.
type Deal struct {
	// Event is the id of the event. Round is the number of the round, counted from 1.
	Event string `json:"event"`
	Round int    `json:"round"`
}

// Origin is the moment of another match from which a match goes on. Such a match is never rated, because its
// players may have seen what comes.
type Origin struct {
	Match string `json:"match"`
	// Step is the number of items that the other match had at that moment.
	Step int `json:"step"`
	// Luck determines whether hidden cards and future random events are those of the other match.
	Luck Luck `json:"luck"`
}

// Luck determines what happens to hidden cards and future random events when a match goes on from a moment of another
// one.
type Luck string

// The values of Luck.
const (
	LuckSame Luck = "same" // as they were in the other match
	LuckNew  Luck = "new"  // drawn anew
)

// state returns the first state of the match. It fails with [CodeBadRecord] if the seed does not follow from
// the proof, or if there is more than one source of the seed.
func (s *Start) state(rules game.Rules, terms *Terms) (game.State, error) {
	if s.Deal != nil {
		if err := s.checkDeal(); err != nil {
			return nil, err
		}
	}
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

// ItemKind is the kind of an [Item]. Its text form is the name in itemKinds, "" for an answer.
type ItemKind uint8

// The kinds of items.
const (
	ItemAnswer ItemKind = iota // an answer
	ItemPlays                  // "plays": from now on Bot plays the seat, or its person if Bot is ""
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
	index := slices.Index(itemKinds[:], string(text))
	if index < 0 {
		return coded.Malformedf("there is no kind %.40q of items", text)
	}
	*k = ItemKind(index)
	return nil
}

// Item is an answer in a match, or a change of its seats or rules. Answers that were taken back are not items. A
// match in progress keeps all its items in memory, so an Item is small.
type Item struct {
	Kind ItemKind  `json:"kind,omitempty"`
	Seat game.Seat `json:"seat"`
	At   int64     `json:"at,omitempty"`
	// Answer is a JSON list of choices, each encoded as a [game.PickText].
	Answer json.RawMessage `json:"answer,omitempty"`
	Bot    string          `json:"bot,omitempty"`
	Lost   Lost            `json:"lost,omitempty"`
	// NewRules is set only if Kind is ItemRules.
	*NewRules
	// Hash is the fingerprint of the state after an answer, and after a change of rules.
	Hash string `json:"hash,omitempty"`
}

// NewRules is the version of the rules under which a match goes on, and its state in the encoding of that
// version.
type NewRules struct {
	Version int    `json:"rules,omitempty"`
	State   []byte `json:"state,omitempty"`
}

// Record returns the record of the match. names returns the name of a person. Without names, the record omits
// the names of persons.
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

// Digest returns the SHA-256 hash of the encoded record without the names of persons, as 64 hexadecimal digits. It is
// the same for the record that a server has stored and for a file with names.
func (r *Record) Digest() string {
	nameless := *r
	nameless.Seats = slices.Clone(r.Seats)
	for i := range nameless.Seats {
		if s := &nameless.Seats[i]; s.Bot == "" {
			s.Name = ""
		}
	}
	sum := sha256.Sum256(nameless.Encode())
	return hex.EncodeToString(sum[:])
}

// Encode returns the record as JSON, the content of its file.
func (r *Record) Encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic("match: encode a record: " + err.Error())
	}
	return append(data, '\n')
}

// Decode decodes the content of a record's file. It refuses unknown fields, and fails with [CodeBadRecord].
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

// check returns an error with [CodeBadRecord] if no match of any game can have this record.
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
	case r.Outcome != nil && !namesEachSeat(r.Outcome, len(r.Seats)):
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

// The maximum lengths of ids and names in a record, in bytes.
const (
	maxID   = 64
	maxName = 256
)

// isTime reports whether a time, in milliseconds since 1970, is in the years 1970 to 9999.
func isTime(ms int64) bool { return 0 <= ms && ms < 253_402_300_800_000 }

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
	case s.Deal != nil:
		return s.checkDeal()
	case s.Proof == nil:
		return nil
	case s.Proof.Number < 1:
		return badRecord("the matches of a room are counted from 1")
	case !isPlain(s.Proof.Room):
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

// checkDeal returns an error with [CodeBadRecord] if the match cannot begin with its deal, which is not nil.
func (s *Start) checkDeal() error {
	switch {
	case s.Seed == nil || len(s.State) > 0:
		return badRecord("a deal goes with a seed")
	case s.Proof != nil:
		return badRecord("a seed has a proof or is a deal")
	case s.Deal.Round < 1:
		return badRecord("the rounds of an event are counted from 1")
	case s.Deal.Event == "" || len(s.Deal.Event) > maxID || !isPlain(s.Deal.Event):
		return badRecord("the id of an event has 1 to %d letters, digits, - and _", maxID)
	}
	return nil
}

// isPlain reports whether an id has only characters that every JSON encoder writes alike.
func isPlain(id string) bool {
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
	excess := *i
	switch i.Kind {
	case ItemAnswer:
		excess.Answer, excess.Hash = nil, ""
	case ItemPlays:
		excess.Bot = ""
	case ItemTaken:
	case ItemLost:
		excess.Lost = ""
		if i.Lost != LostTime && i.Lost != LostLeft && i.Lost != LostConceded {
			return badRecord("there is no reason %.40q to lose", i.Lost)
		}
	case ItemRules:
		excess.NewRules, excess.Hash = nil, ""
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
	case excess.Answer != nil || excess.Bot != "" || excess.Lost != "" || excess.NewRules != nil || excess.Hash != "":
		return badRecord("it has more than an item of its kind has")
	}
	return nil
}

// gzipWriters reuses the writers of Pack. Each takes almost a megabyte.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Pack compresses an encoded record for storage.
func Pack(text []byte) []byte {
	var out bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&out)
	// Writing to a bytes.Buffer cannot fail.
	_, _ = w.Write(text)
	_ = w.Close()
	return out.Bytes()
}

// Unpack returns the encoded record that Pack has compressed. It fails with [CodeBadRecord].
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

// Begin returns the match of the record before its first item. It fails with [CodeBadRecord].
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

// Next applies an item of the record to m, the match before that item. number counts the items from 0. Next
// fails with [CodeBadRecord] if the item cannot be applied, or if the hash of the new state is not that of the
// item.
func (r *Record) Next(m *Match, number int, step *game.Step) (*Match, error) {
	next, err := r.apply(m, number, step)
	if err == nil {
		err = r.checkHash(next, number)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// apply is Next, but does not compare hashes.
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
	next, err := m.apply(&item, nil, step)
	if err != nil {
		return nil, badRecord("item %d: %v", number, err)
	}
	next.Items = r.Items[: number+1 : number+1]
	return next, nil
}

// checkHash returns an error if the hash of the match after an item is not that of the item.
func (r *Record) checkHash(m *Match, number int) error {
	if item := &r.Items[number]; item.hasHash() && m.Hash != item.Hash {
		return badRecord("item %d leads to hash %s, not %.40s", number, m.Hash, item.Hash)
	}
	return nil
}

func (i *Item) hasHash() bool { return i.Kind == ItemAnswer || i.Kind == ItemRules }

// End returns m, the match after the last item, with the end that the record gives. The match is abandoned if
// the record says that it is over and has no outcome. End fails with [CodeBadRecord] if the items lead to
// another end.
func (r *Record) End(m *Match) (*Match, error) {
	if m.Result == nil && r.Outcome == nil && len(r.Lost) > 0 {
		m = m.Abandon(r.Ended)
	}
	var played Result
	var lost []Lost
	if m.Result != nil {
		played, lost = *m.Result, m.Result.lost()
	}
	switch got, want := encodeOutcome(played.Outcome), encodeOutcome(r.Outcome); {
	case got != want:
		return nil, badRecord("the match ends with the outcome %s, not %s", got, want)
	case played.Ended != r.Ended:
		return nil, badRecord("the match ends at %d, not %d", played.Ended, r.Ended)
	case !slices.Equal(lost, r.Lost):
		return nil, badRecord("the seats have lost as in %q, not %q", lost, r.Lost)
	}
	return m, nil
}

// Replay plays the record and returns the match at its end. If each is not nil, Replay calls it after every
// item with the item's number, counted from 0. Replay fails with [CodeBadRecord], and then also returns the
// match before the item that failed.
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

func encodeOutcome(outcome *game.Outcome) string {
	data, err := json.Marshal(outcome)
	if err != nil {
		panic("match: encode an outcome: " + err.Error())
	}
	return string(data)
}

// badRecord returns an error with [CodeBadRecord].
func badRecord(format string, args ...any) *coded.Error {
	return coded.Errorf(CodeBadRecord, format, args...)
}
