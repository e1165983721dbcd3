package game

import "slices"

// Filler builds an answer choice by choice and keeps within the bounds of
// options and groups.
type Filler struct {
	Decision *Decision
	// Picks are the choices made so far, Total how many those are, and Into
	// how many of them are in each group.
	Picks []Pick
	Total int
	Into  [maxGroups]int

	used [MaxOptions]uint8
}

// Put chooses an option up to n times more, in whatever groups have room.
func (f *Filler) Put(option, n int) {
	if len(f.Decision.Groups) == 0 {
		f.add(option, 0, n)
		return
	}
	for group := range f.Decision.Groups {
		n -= f.PutInto(option, group, min(n, f.Decision.Groups[group].Max-f.Into[group]))
	}
}

// PutInto chooses an option up to n times more for the group and returns how often.
func (f *Filler) PutInto(option, group, n int) int {
	if f.Decision.Options[option].Groups>>group&1 == 0 {
		return 0
	}
	return f.add(option, group, n)
}

func (f *Filler) add(option, group, n int) int {
	o := &f.Decision.Options[option]
	n = min(n, int(o.Max-f.used[option]))
	if n <= 0 || o.Alone {
		return 0
	}
	f.used[option] += uint8(n)
	f.Into[group] += n
	f.Total += n
	for i := range f.Picks {
		if p := &f.Picks[i]; p.Key == o.Key && int(p.Group) == group {
			p.N += uint8(n)
			return n
		}
	}
	f.Picks = append(f.Picks, Pick{Key: o.Key, N: uint8(n), Group: uint8(group)})
	return n
}

// PlainAnswer returns an answer to a decision without any thought: the one that
// is suggested, or else the first options that fit. An option that is a whole
// answer by itself is the last resort. Where options compete for several groups
// it may find no legal answer; check it.
func PlainAnswer(d *Decision) []Pick {
	if len(d.Suggested) > 0 {
		return slices.Clone(d.Suggested)
	}
	f := Filler{Decision: d}
	for i := range d.Options {
		f.Put(i, int(d.Options[i].Min))
	}
	for group := range d.Groups {
		for i := range d.Options {
			f.PutInto(i, group, d.Groups[group].Min-f.Into[group])
		}
	}
	for i := range d.Options {
		f.Put(i, d.Min-f.Total)
	}
	if d.Check(Answer{Decision: d.ID, Picks: f.Picks}) == nil {
		return f.Picks
	}
	for i := range d.Options {
		if d.Options[i].Alone {
			return []Pick{{Key: d.Options[i].Key, N: 1}}
		}
	}
	return f.Picks
}
