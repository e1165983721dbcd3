package event

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/event/pairing"
	"archmage/internal/game"
)

// Kind is a kind of event.
type Kind string

// The kinds of events.
const (
	KindEvening    Kind = "evening"    // people come and go; those who are free are seated
	KindSwiss      Kind = "swiss"      // everybody plays every round
	KindRoundRobin Kind = "roundrobin" // everybody meets everybody
	KindKnockout   Kind = "knockout"   // the best of each table go on
)

// Settings are the choices of an organiser. They can change until the start. complete sets the usual value of each
// field that is zero and has one.
type Settings struct {
	Title string `json:"title"`
	Kind  Kind   `json:"kind"`
	// Game is the id of a game. Options has a value for each of its match options.
	Game    string            `json:"game"`
	Options game.MatchOptions `json:"options,omitempty"`
	// Begins is the planned time of the start, in milliseconds since 1970; 0 if it is open.
	Begins int64 `json:"begins,omitempty"`
	// Size is the number of seats of a table, 2 to 4; usually 2.
	Size int `json:"size"`
	// FullTables is true if no table has fewer seats than Size, so that people who are left over have a bye.
	FullTables bool `json:"fullTables,omitempty"`
	// Rounds is the number of rounds, 1 to 20: of a Swiss event, usually 4; of a round robin, or 0 for the
	// fewest in which everybody meets everybody. Other kinds have 0.
	Rounds int `json:"rounds,omitempty"`
	// Advance is the number of people of a table who go on in a knockout, 1 to Size-1: usually 1 of two or three,
	// and 2 of four. Other kinds have 0.
	Advance int `json:"advance,omitempty"`
	// Minutes is the time for the matches of a round, 5 to 1440; usually 40.
	Minutes int `json:"minutes"`
	// Grace is the time in minutes after which a person who is absent forfeits, 1 to 60; usually 5.
	Grace int `json:"grace"`
	// LateUntil is the last round before which a person can enter a Swiss event; 0 if late entries are not allowed.
	LateUntil int `json:"lateUntil,omitempty"`
	// Listed is true if the event is in public lists. Others can be found only by their links.
	Listed bool `json:"listed,omitempty"`
	// Rated is true if the matches count for the ratings of their players.
	Rated bool `json:"rated,omitempty"`
	// Fillers is true if bots have the seats that stay free at tables, and play against people who would have a bye.
	// Such an event is not Rated. Only an evening and a Swiss event can have fillers.
	Fillers bool `json:"fillers,omitempty"`
	// SameDeal is true if all matches of a round begin with the same seed, which [Event.Deal] returns, and people are
	// compared with those who have the same seat at other tables.
	SameDeal bool `json:"sameDeal,omitempty"`
}

// Bounds of an event.
const (
	// MaxPeople is the number of people who can take part. Pairing takes longer with the cube of it.
	MaxPeople = pairing.MaxPeople
	// MaxRounds is the number of rounds of a Swiss event, a round robin or a knockout. It is more than a day.
	MaxRounds = 20
	// MaxSeatings is the number of times that free people can be seated in an evening.
	MaxSeatings = 1000
	// MaxEntries is the number of entries after which an event only ends. It bounds the file of an event.
	MaxEntries = 20_000
	// maxSignUps is the number of entries before the start, so that joining and leaving cannot fill the log.
	maxSignUps = 8_000
	// MaxTitle and MaxName are the longest title and name, and maxReason the longest reason, in characters. They
	// have to fit on a page.
	MaxTitle  = 60
	MaxName   = 40
	maxReason = 200
	// maxMinutes is a day, maxGrace an hour.
	maxMinutes = 24 * 60
	maxGrace   = 60
	// maxStrength is above every rating.
	maxStrength = 10_000
	// maxTotal is above the points of every match.
	maxTotal = 1_000_000
	// maxTime is the largest time, the year 9999.
	maxTime = 253_402_300_799_999
)

// complete sets every missing setting to its usual value. It fails with CodeBadSettings, or with a code of the game,
// if the settings are not valid. The game and its options are not checked if games is nil.
func (s Settings) complete(games game.Modules) (Settings, error) {
	s.setDefaults()
	switch {
	case !isText(s.Title, MaxTitle):
		return s, badSettings("a title has 1 to %d characters", MaxTitle)
	case !slices.Contains([]Kind{KindEvening, KindSwiss, KindRoundRobin, KindKnockout}, s.Kind):
		return s, badSettings("unknown kind of event %.40q", s.Kind)
	case s.Size < pairing.MinSize || s.Size > pairing.MaxSize:
		return s, badSettings("a table has %d to %d seats, not %d", pairing.MinSize, pairing.MaxSize, s.Size)
	case s.Begins < 0 || s.Begins > maxTime:
		return s, badSettings("the time of the start is out of range: %d", s.Begins)
	case s.Minutes < 5 || s.Minutes > maxMinutes:
		return s, badSettings("a round has 5 to %d minutes, not %d", maxMinutes, s.Minutes)
	case s.Grace < 1 || s.Grace > maxGrace:
		return s, badSettings("a person forfeits after 1 to %d minutes, not %d", maxGrace, s.Grace)
	}
	if err := s.checkKind(); err != nil {
		return s, err
	}
	return s, s.completeGame(games)
}

func (s *Settings) setDefaults() {
	setDefault(&s.Size, 2)
	setDefault(&s.Minutes, 40)
	setDefault(&s.Grace, 5)
	switch s.Kind {
	case KindSwiss:
		setDefault(&s.Rounds, 4)
	case KindKnockout:
		setDefault(&s.Advance, max(1, s.Size/2))
	}
}

func setDefault(value *int, usual int) {
	if *value == 0 {
		*value = usual
	}
}

// checkKind refuses settings that do not go with the kind of event.
func (s *Settings) checkKind() error {
	hasRounds := s.Kind == KindSwiss || s.Kind == KindRoundRobin
	switch {
	case s.Rounds < 0 || s.Rounds > MaxRounds || s.Rounds > 0 && !hasRounds:
		return badSettings("an event of the kind %s cannot have %d rounds", s.Kind, s.Rounds)
	case s.Kind == KindKnockout && (s.Advance < 1 || s.Advance >= s.Size), s.Kind != KindKnockout && s.Advance != 0:
		return badSettings("%d of %d cannot go on in an event of the kind %s", s.Advance, s.Size, s.Kind)
	case s.LateUntil < 0 || s.LateUntil > s.Rounds || s.LateUntil > 0 && s.Kind != KindSwiss:
		return badSettings("late entries until round %d are not possible in this event", s.LateUntil)
	case s.Fillers && s.Kind != KindSwiss && s.Kind != KindEvening:
		return badSettings("an event of the kind %s has no bots", s.Kind)
	case s.Fillers && s.Rated:
		return badSettings("an event with bots is not rated")
	case s.FullTables && (s.Kind == KindKnockout || s.Kind == KindRoundRobin && s.Size > 2):
		return badSettings("an event of the kind %s can have tables of different sizes", s.Kind)
	}
	return nil
}

// completeGame sets the missing options of the game, which must allow all sizes of tables.
func (s *Settings) completeGame(games game.Modules) error {
	if games == nil {
		return nil
	}
	g, ok := games.Find(s.Game)
	if !ok {
		return badSettings("unknown game %.40q", s.Game)
	}
	options, err := game.CompleteOptions(g.Rules.Info(), s.Options, s.Size)
	if err != nil {
		return err
	}
	s.Options = options
	for size := pairing.MinSize; size < s.Size && !s.FullTables && !s.Fillers; size++ {
		if _, err := game.ResolveOptions(g.Rules.Info(), s.Options, size); err != nil {
			return err
		}
	}
	if value := game.UnratedValue(g.Rules.Info(), s.Options); s.Rated && value != nil {
		return badSettings("a match with the option %.40q is not rated", value.ID)
	}
	return nil
}

func badSettings(format string, args ...any) error {
	return coded.Errorf(CodeBadSettings, format, args...)
}

// isText reports whether a text has 1 to limit characters, none of which controls something, and no space at an end.
func isText(text string, limit int) bool {
	return text != "" && len(text) <= 4*limit && utf8.ValidString(text) && utf8.RuneCountInString(text) <= limit &&
		strings.TrimSpace(text) == text && strings.IndexFunc(text, unicode.IsControl) < 0
}
