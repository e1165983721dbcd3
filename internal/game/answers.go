package game

import "slices"

// maxTries bounds the partial answers that Answers looks at for each answer that is wanted.
const maxTries = 64

// Answers lists legal answers to a decision, at most limit of them, and reports
// whether these are all. Answers that differ only in the order of their choices
// are listed apart where the order matters.
func (d *Decision) Answers(limit int) (answers [][]Pick, all bool) {
	l := lister{d: d, limit: limit, tries: maxTries * limit}
	for i := range d.Options {
		if d.Options[i].Alone {
			l.list = append(l.list, []Pick{{Key: d.Options[i].Key, N: 1}})
		}
	}
	l.from(0, 0, 0)
	if len(l.list) > limit {
		return l.list[:limit], false
	}
	return l.list, l.tries > 0
}

// lister lists the answers to a decision.
type lister struct {
	d            *Decision
	limit, tries int
	picks        []Pick
	list         [][]Pick
}

// from completes the choices in every way with those of an option into a group,
// and of all that follow. used is how often the option has been chosen so far.
func (l *lister) from(option, group, used int) {
	if l.tries--; l.tries <= 0 || len(l.list) > l.limit {
		return
	}
	d := l.d
	if option == len(d.Options) {
		if len(l.picks) > 0 || d.Min == 0 {
			l.orders(0)
		}
		return
	}
	o := &d.Options[option]
	if o.Alone {
		l.from(option+1, 0, 0)
		return
	}
	if group == max(1, len(d.Groups)) {
		if used >= int(o.Min) {
			l.from(option+1, 0, 0)
		}
		return
	}
	l.from(option, group+1, used)
	if len(d.Groups) > 0 && o.Groups>>group&1 == 0 {
		return
	}
	total := 0
	for _, p := range l.picks {
		total += int(p.N)
	}
	for n := 1; used+n <= int(o.Max) && total+n <= d.Max; n++ {
		l.picks = append(l.picks, Pick{Key: o.Key, N: uint8(n), Group: uint8(group)})
		l.from(option, group+1, used+n)
		l.picks = l.picks[:len(l.picks)-1]
	}
}

// orders adds the answer if it is legal: in every order from a place on where the order matters.
func (l *lister) orders(at int) {
	if len(l.list) > l.limit {
		return
	}
	if !l.d.Ordered || at >= len(l.picks)-1 {
		if l.d.Check(Answer{Decision: l.d.ID, Picks: l.picks}) == nil {
			l.list = append(l.list, slices.Clone(l.picks))
		}
		return
	}
	for i := at; i < len(l.picks); i++ {
		l.picks[at], l.picks[i] = l.picks[i], l.picks[at]
		l.orders(at + 1)
		l.picks[at], l.picks[i] = l.picks[i], l.picks[at]
	}
}
