package game

import "context"

// RuleBot is a [Bot] with a rule for each kind of decision. A rule gets the result of Read, of type
// M. A RuleBot must not be changed after its first use.
type RuleBot[M any] struct {
	// Name is the id of the bot.
	Name  string
	Title Label
	// Read extracts the data that the rules need from a position. It returns nil for a position
	// that it cannot read.
	Read func(*Position) *M
	// Rules has a rule for each kind of decision. A rule returns an answer or the important part of
	// one; the rest is completed. If a kind has no rule or the choices of its rule are illegal, the
	// bot gives the [PlainAnswer].
	Rules map[string]func(*M) []Pick
}

// ID implements [Bot].
func (b *RuleBot[M]) ID() string { return b.Name }

// Label implements [Bot].
func (b *RuleBot[M]) Label() Label { return b.Title }

// Choose implements [Bot]. It uses no randomness: equal positions get equal answers.
func (b *RuleBot[M]) Choose(_ context.Context, p *Position, _ *RNG) []Pick {
	if picks, ok := b.Answer(p); ok {
		return picks
	}
	return PlainAnswer(p.Decision)
}

// Answer returns the completed answer of the rule for the kind of the decision. It returns false if
// there is no rule, Read fails, or the choices are illegal.
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

// BestOption returns an answer that chooses the option of the greatest value once. If several are
// equal, it takes the first. Options for which ok is false are left out. It returns nil if no
// option remains.
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
