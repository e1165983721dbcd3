package game

import "context"

// RuleBot is a [Bot] with a rule for each kind of decision. A rule gets what Read returns for the
// position, of type M. A RuleBot must not be changed once it plays.
type RuleBot[M any] struct {
	// Name is the bot's id, Title its label.
	Name  string
	Title Label
	// Read returns what the rules need to know of a position, or nil if it cannot read it.
	Read func(*Position) *M
	// Rules are by kind of decision. A rule returns an answer or the part of it
	// that matters; the rest is completed. A kind without a rule, and a rule
	// whose choices are not legal, get the [PlainAnswer].
	Rules map[string]func(*M) []Pick
}

// ID implements [Bot].
func (b *RuleBot[M]) ID() string { return b.Name }

// Label implements [Bot].
func (b *RuleBot[M]) Label() Label { return b.Title }

// Choose implements [Bot]. It uses no randomness: the same position has the same answer.
func (b *RuleBot[M]) Choose(_ context.Context, p *Position, _ *RNG) []Pick {
	if picks, ok := b.Answer(p); ok {
		return picks
	}
	return PlainAnswer(p.Decision)
}

// Answer returns what the rule for the kind of the decision answers, completed,
// or false where there is no such rule or its choices are not legal.
func (b *RuleBot[M]) Answer(p *Position) ([]Pick, bool) {
	rule := b.Rules[p.Decision.Kind]
	if rule == nil {
		return nil, false
	}
	m := b.Read(p)
	if m == nil {
		return nil, false
	}
	picks, err := p.Decision.Complete(rule(m), nil)
	return picks, err == nil
}

// BestOption answers with the option of the greatest value, once; the first of equals. An option
// for which ok is false is not chosen. It returns nil if there is no other.
func BestOption(d *Decision, value func(*Option) (points int, ok bool)) []Pick {
	return AppendBest(nil, d, value)
}

// AppendBest is [BestOption] with the answer appended to picks.
func AppendBest(picks []Pick, d *Decision, value func(*Option) (points int, ok bool)) []Pick {
	best, most := -1, 0
	for i := range d.Options {
		if n, ok := value(&d.Options[i]); ok && (best < 0 || n > most) {
			best, most = i, n
		}
	}
	if best < 0 {
		return picks
	}
	return append(picks, Pick{Key: d.Options[best].Key, N: 1})
}
