package game

import "slices"

// maxTries is the maximum number of partial answers that Answers examines for each wanted answer.
const maxTries = 64

// Answers returns at most limit legal answers to the decision and reports whether the list is
// complete. If the decision is Ordered, each order of the same choices is a separate answer.
func (d *Decision) Answers(limit int) (answers [][]Pick, all bool) {
	l := lister{d: d, limit: limit, tries: maxTries * limit}
	for i := range d.Options {
		if d.Options[i].Alone {
			l.list = append(l.list, []Pick{{Key: d.Options[i].Key, N: 1}})
		}
	}
	l.extend(0, 0, 0)
	if len(l.list) > limit {
		return l.list[:limit], false
	}
	return l.list, l.tries > 0
}

type lister struct {
	d            *Decision
	limit, tries int
	picks        []Pick
	list         [][]Pick
}

// extend tries every allowed number of choices of an option in a group, and continues with the next
// group or option. used is the number of times that the option is already chosen.
func (l *lister) extend(option, group, used int) {
	if l.tries--; l.tries <= 0 || len(l.list) > l.limit {
		return
	}
	d := l.d
	if option == len(d.Options) {
		if len(l.picks) > 0 || d.Min == 0 {
			l.addOrders(0)
		}
		return
	}
	o := &d.Options[option]
	if o.Alone {
		l.extend(option+1, 0, 0)
		return
	}
	if group == max(1, len(d.Groups)) {
		if used >= int(o.Min) {
			l.extend(option+1, 0, 0)
		}
		return
	}
	l.extend(option, group+1, used)
	if len(d.Groups) > 0 && o.Groups>>group&1 == 0 {
		return
	}
	total := 0
	for _, p := range l.picks {
		total += int(p.N)
	}
	for n := 1; used+n <= int(o.Max) && total+n <= d.Max; n++ {
		l.picks = append(l.picks, Pick{Key: o.Key, N: uint16(n), Group: uint8(group)})
		l.extend(option, group+1, used+n)
		l.picks = l.picks[:len(l.picks)-1]
	}
}

// addOrders adds the answer if it is legal. If the decision is Ordered, it adds every order of the
// choices from index start on.
func (l *lister) addOrders(start int) {
	if len(l.list) > l.limit {
		return
	}
	if !l.d.Ordered || start >= len(l.picks)-1 {
		if l.d.Check(Answer{Decision: l.d.ID, Picks: l.picks}) == nil {
			l.list = append(l.list, slices.Clone(l.picks))
		}
		return
	}
	for i := start; i < len(l.picks); i++ {
		l.picks[start], l.picks[i] = l.picks[i], l.picks[start]
		l.addOrders(start + 1)
		l.picks[start], l.picks[i] = l.picks[i], l.picks[start]
	}
}
