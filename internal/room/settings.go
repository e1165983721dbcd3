package room

import (
	"fmt"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Settings are the choices of a room's host. They can change until the match starts.
type Settings struct {
	// Game is the id of a game. Options has a value for each of its match options.
	Game    string            `json:"game"`
	Options game.MatchOptions `json:"options"`
	// Seats is the number of players.
	Seats int `json:"seats"`
	// Listed is true if the room is in the public list. Other rooms can be found only by their links.
	Listed bool `json:"listed"`
	// Spectators is true if anybody may watch. They see the match Delay turns later than the players, 0 to 10.
	Spectators bool `json:"spectators"`
	Delay      int  `json:"delay"`
	// OpenHands lets spectators see all hands of a match if every player agrees before it starts. It needs a
	// delay of at least 2 turns.
	OpenHands bool `json:"openHands"`
	// PlayersChat is true if only players can write in the chat.
	PlayersChat bool `json:"playersChat"`
	// Undo is true if players can take back their last answers.
	Undo bool `json:"undo"`
	// Clock is `none` by default.
	Clock Clock `json:"clock"`
	// Absent determines what happens when a player is disconnected for AbsentAfter seconds (at least 10, 120
	// by default): the others `wait`, which is the default, or a `bot` plays. OutOfTime determines what
	// happens when a player's time is up: a `bot` plays until the player returns, which is the default, or the
	// player has lost (`lose`).
	Absent      Absent    `json:"absent"`
	AbsentAfter int       `json:"absentAfter"`
	OutOfTime   OutOfTime `json:"outOfTime"`
	// ReplaceAfter is the time in seconds after which a bot can play for a player who is away, if the other
	// players agree: 300 to 2592000, 86400 by default.
	ReplaceAfter int `json:"replaceAfter"`
	// AutoStart is true if the match starts by itself when every seat is taken and every player is ready and
	// has been connected: as soon as all have sent a `share`, or after 5 seconds.
	AutoStart bool `json:"autoStart"`
	// Accounts is true if only persons with accounts can take a seat.
	Accounts bool `json:"accounts"`
	// LeftSeat determines who replaces a player who has left a match: a bot, until the other players `agree`
	// to let somebody in, which is the default, or a `bot` to the end.
	LeftSeat LeftSeat `json:"leftSeat"`
	// Rated is true if the matches count for the players' ratings. Then `accounts` is true, no bot has a seat,
	// there is a clock, `undo` is false, `absent` is `wait`, and `outOfTime` is `lose`, which then is its
	// default.
	Rated bool `json:"rated"`
}

// Clock limits the thinking time of the players.
type Clock struct {
	// Mode is the kind of clock.
	Mode ClockMode `json:"mode"`
	// Seconds is the time for one answer (`move`), for the whole match (`bank`) or for one turn (`days`), at
	// least 5.
	Seconds int `json:"seconds,omitempty"`
	// Increment is the time that is added to the bank after a turn, in seconds.
	Increment int `json:"increment,omitempty"`
}

// ClockMode is a kind of clock.
type ClockMode string

// The kinds of clock.
const (
	ClockNone ClockMode = "none" // no limit
	ClockMove ClockMode = "move" // a limit for each answer
	ClockBank ClockMode = "bank" // a bank for the match, and an increment for each turn
	ClockDays ClockMode = "days" // a limit of days for each turn
)

// Absent determines what happens to the seat of a player who is not connected.
type Absent string

// What can happen when a player is not connected.
const (
	AbsentWait Absent = "wait" // the others wait
	AbsentBot  Absent = "bot"  // a bot plays until the player is back
)

// LeftSeat determines what happens to the seat of a player who has left a match.
type LeftSeat string

// What can happen to the seat of a player who has left.
const (
	LeftSeatAgree LeftSeat = "agree" // a bot plays until the others give the seat to a person
	LeftSeatBot   LeftSeat = "bot"   // a bot plays to the end
)

// OutOfTime determines what happens to the seat of a player whose time is up.
type OutOfTime string

// What can happen when a player's time is up.
const (
	OutOfTimeBot  OutOfTime = "bot"  // a bot plays until the player is back
	OutOfTimeLose OutOfTime = "lose" // the player has lost; a bot plays to the end
)

// Bounds of settings.
const (
	MaxDelay       = 10
	minOpenDelay   = 2
	minAbsentAfter = 10
	maxAbsentAfter = 24 * 60 * 60

	minReplaceAfter = 5 * 60
	maxReplaceAfter = 30 * 24 * 60 * 60
	maxClock        = 30 * 24 * 60 * 60
)

// complete sets every missing setting to its usual value. It fails with CodeBadSettings, or with a code of the
// game, if the settings are not valid.
func (s Settings) complete(games game.Modules) (Settings, error) {
	g, ok := games.Find(s.Game)
	if !ok {
		return s, coded.Errorf(CodeBadSettings, "unknown game %.40q", s.Game)
	}
	var err error
	if s.Options, err = game.CompleteOptions(g.Rules.Info(), s.Options, s.Seats); err != nil {
		return s, err
	}
	if s.Clock.Mode == "" {
		s.Clock.Mode = ClockNone
	}
	if s.Absent == "" {
		s.Absent = AbsentWait
	}
	if s.AbsentAfter == 0 {
		s.AbsentAfter = 120
	}
	if s.OutOfTime == "" {
		if s.OutOfTime = OutOfTimeBot; s.Rated {
			s.OutOfTime = OutOfTimeLose
		}
	}
	if s.LeftSeat == "" {
		s.LeftSeat = LeftSeatAgree
	}
	if s.ReplaceAfter == 0 {
		s.ReplaceAfter = 24 * 60 * 60
	}
	switch {
	case s.Delay < 0 || s.Delay > MaxDelay:
		return s, coded.Errorf(CodeBadSettings, "spectators can be 0 to %d turns behind", MaxDelay)
	case s.OpenHands && (!s.Spectators || s.Delay < minOpenDelay):
		return s, coded.Errorf(
			CodeOpenHands,
			"spectators see open hands only if they may watch, at least %d turns late",
			minOpenDelay,
		)
	case !slices.Contains([]Absent{AbsentWait, AbsentBot}, s.Absent):
		return s, coded.Errorf(CodeBadSettings, "unknown rule for absent players %.40q", s.Absent)
	case s.AbsentAfter < minAbsentAfter || s.AbsentAfter > maxAbsentAfter:
		return s, coded.Errorf(
			CodeBadSettings,
			"a player counts as absent after %d to %d seconds",
			minAbsentAfter,
			maxAbsentAfter,
		)
	case s.ReplaceAfter < minReplaceAfter || s.ReplaceAfter > maxReplaceAfter:
		return s, coded.Errorf(CodeBadSettings, "a bot may play for a player after 5 minutes to 30 days")
	case !slices.Contains([]LeftSeat{LeftSeatAgree, LeftSeatBot}, s.LeftSeat):
		return s, coded.Errorf(CodeBadSettings, "unknown rule for seats that were left %.40q", s.LeftSeat)
	case !slices.Contains([]OutOfTime{OutOfTimeBot, OutOfTimeLose}, s.OutOfTime):
		return s, coded.Errorf(CodeBadSettings, "unknown rule for players out of time %.40q", s.OutOfTime)
	}
	if err := s.Clock.check(); err != nil {
		return s, err
	}
	// Only persons with accounts play rated matches.
	s.Accounts = s.Accounts || s.Rated
	if value := game.UnratedValue(g.Rules.Info(), s.Options); s.Rated && value != nil {
		return s, notRated(fmt.Sprintf("no option has the value %q", value.ID))
	}
	return s, s.checkRated()
}

// checkRated returns an error if the settings are rated and break a rule of rated matches.
func (s *Settings) checkRated() error {
	switch {
	case !s.Rated:
		return nil
	case s.Seats < 2:
		return notRated("at least two play")
	case s.Clock.Mode == ClockNone:
		return notRated("it has a clock")
	case s.Clock.Seconds < minRatedTime[s.Clock.Mode]:
		return notRated("a player has at least 30 seconds a move, 5 minutes in all, or a day a turn")
	case s.Undo:
		return notRated("nobody takes an answer back")
	case s.OutOfTime != OutOfTimeLose:
		return notRated("who is out of time has lost")
	case s.Absent != AbsentWait:
		return notRated("no bot plays for who is absent")
	}
	return nil
}

// minRatedTime is the minimum time of each clock in a rated match, in seconds.
var minRatedTime = map[ClockMode]int{ClockMove: 30, ClockBank: 5 * 60, ClockDays: 24 * 60 * 60}

// notRated returns the error for settings that break a rule of rated matches.
func notRated(rule string) error {
	return coded.Errorf(CodeNotRated, "in a rated match %s", rule)
}

var (
	errRatedAccounts = notRated("all players have accounts")
	errRatedFrom     = notRated("the position is the beginning of the game")
)

// check refuses settings that are not valid for any room.
func (s *Settings) check(games game.Modules) error {
	if g, ok := games.Find(s.Game); !ok || len(g.Bots) == 0 {
		return coded.Errorf(CodeBadSettings, "unknown game %.40q", s.Game)
	}
	if s.Seats < 1 || s.Seats > game.MaxSeats {
		return coded.Errorf(CodeBadSettings, "a room has 1 to %d seats", game.MaxSeats)
	}
	return nil
}

func (c *Clock) check() error {
	if !slices.Contains([]ClockMode{ClockNone, ClockMove, ClockBank, ClockDays}, c.Mode) {
		return coded.Errorf(CodeBadSettings, "unknown clock %.40q", c.Mode)
	}
	if c.Mode == ClockNone {
		return nil
	}
	if c.Seconds < 5 || c.Seconds > maxClock || c.Increment < 0 || c.Increment > maxClock {
		return coded.Errorf(CodeBadSettings, "a clock has 5 seconds to 30 days")
	}
	return nil
}

// limit returns the time on the clock at the start, in milliseconds.
func (c *Clock) limit() int64 { return int64(c.Seconds) * 1000 }

// increment returns the time that is added to a bank after a turn, in milliseconds.
func (c *Clock) increment() int64 { return int64(c.Increment) * 1000 }
