package event

import (
	"context"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Played is a match of a table as its record shows it. [ReadRecord] makes it.
type Played struct {
	// Match is the id of the match, and Digest that of its record, see [match.Record.Digest].
	Match  string
	Digest string
	// Verdict says whether the record holds by the rules of its game. Code and Message say why it does not, or could
	// not be checked.
	Verdict match.Verdict
	Code    coded.Code
	Message string

	game    string
	options game.MatchOptions
	start   match.Start
	// isBot is true for the seats of bots. result is nil unless Verdict is match.Holds.
	isBot  []bool
	result *match.Result
}

// ReadRecord verifies a record by the rules of its game. When ctx is done, the verdict is match.Unknown.
func ReadRecord(ctx context.Context, games game.Modules, r *match.Record) *Played {
	p := &Played{
		Match: r.ID, Digest: r.Digest(), Verdict: match.Holds, game: r.Game, options: r.Options, start: r.Start,
	}
	for _, seat := range r.Seats {
		p.isBot = append(p.isBot, seat.Bot != "")
	}
	module, ok := games.Find(r.Game)
	if !ok {
		p.Verdict, p.Code = match.Unknown, CodeUnknownGame
		p.Message = fmt.Sprintf("there is no game %.40q here", r.Game)
		return p
	}
	end, err := r.Verify(ctx, module.Rules, match.Witness{}, func(f match.Finding) {
		isUnknown := f.Verdict == match.Unknown && (f.Check == match.AnswersCheck || f.Check == match.OutcomeCheck)
		if p.Verdict == match.Holds && (f.Verdict == match.Fails || isUnknown) {
			p.Verdict, p.Code, p.Message = f.Verdict, f.Code, f.Message
		}
	})
	switch {
	case err != nil:
		p.Verdict, p.Code, p.Message = match.Fails, coded.Of(err), err.Error()
	case p.Code == match.CodeNotOver:
		p.Verdict = match.Fails
	case p.Verdict == match.Holds:
		p.result = end.Result
	}
	return p
}

// checkTable returns why the match cannot be that of a table of the event, or "".
func (p *Played) checkTable(e *Event, t *Table) string {
	if p.game != e.Settings.Game {
		return fmt.Sprintf("the game is %.40s, not %s", p.game, e.Settings.Game)
	}
	for option, value := range e.Settings.Options {
		if p.options[option] != value {
			return fmt.Sprintf("the option %s is %.40q, not %q", option, p.options[option], value)
		}
	}
	switch {
	case p.start.Proof == nil && p.start.Deal == nil:
		return "the match does not begin with a seed of a room or an event"
	case p.start.Deal != nil && !e.Settings.SameDeal:
		return "the match begins with the deal of an event, and this event has none"
	case !t.fits(p.isBot):
		return fmt.Sprintf("the match has bots at the seats %v, unlike the table", p.isBot)
	}
	return ""
}

// fits reports whether a match with bots at these seats can be that of the table. The match has all seats of the
// table, or all but those of absent people. The seats of absent people can have bots.
func (t *Table) fits(isBot []bool) bool {
	isShort := len(isBot) < len(t.Seats)
	for seat, person := range t.Seats {
		if t.Absent[seat] && isShort {
			continue
		}
		if len(isBot) == 0 || !t.Absent[seat] && isBot[0] != (person == Bot) {
			return false
		}
		isBot = isBot[1:]
	}
	return len(isBot) == 0
}
