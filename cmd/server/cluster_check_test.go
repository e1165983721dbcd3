package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream/patch"
)

// roomHistory is the history of a room according to its log, from the start of its only match.
type roomHistory struct {
	match   string
	entries []trueEntry
	lines   []store.ChatLine
	// views maps, for each seat and for spectators, each view to the positions at which the viewer has it.
	// Position 0 is the start, n is after the nth entry.
	views map[game.Seat]map[string][]int
	// events are the events that each viewer can know, as JSON.
	events map[game.Seat][]string
}

// trueEntry is an entry of a log.
type trueEntry struct {
	seq  uint64
	kind room.Kind
	by   string
	id   string
}

// newRoomHistory replays the stored entries of a room from the snapshot at the start of its match.
func newRoomHistory(t *room.Table, entries []store.Entry, lines []store.ChatLine) (*roomHistory, error) {
	h := &roomHistory{lines: lines, views: map[game.Seat]map[string][]int{}, events: map[game.Seat][]string{}}
	if t.Play == nil || len(t.Play.Match.Items) > 0 {
		return nil, fmt.Errorf("the snapshot is not from the start of a match")
	}
	h.match = t.Play.Match.ID
	if err := h.add(t, t.Play.Match.Opening()); err != nil {
		return nil, err
	}
	for i := range entries {
		e, err := room.DecodeEntry(entries[i].Kind, entries[i].Data)
		if err != nil {
			return nil, err
		}
		next, effects, err := room.Apply(t, e)
		if err != nil {
			return nil, fmt.Errorf("entry %d (%s): %w", entries[i].Seq, entries[i].Kind, err)
		}
		if entries[i].Seq != next.Last {
			return nil, fmt.Errorf("entry %d follows entry %d", entries[i].Seq, t.Last)
		}
		t = next
		h.entries = append(h.entries, trueEntry{entries[i].Seq, e.Body.Kind(), e.By, e.ID})
		if err := h.add(t, effects.Events); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// add records what every viewer knows at the next position.
func (h *roomHistory) add(t *room.Table, events []game.Event) error {
	m := t.Play.Match
	var result *client.Result
	if m.Result != nil {
		data, err := json.Marshal(m.Result)
		if err == nil {
			err = json.Unmarshal(data, &result)
		}
		if err != nil {
			return err
		}
	}
	public, err := document(m.State.Public())
	if err != nil {
		return err
	}
	for seat := game.NoSeat; int(seat) < len(t.Seats); seat++ {
		viewer, private := game.Spectator(), ""
		var asked []game.DecisionText
		if seat != game.NoSeat {
			viewer = game.SeatViewer(seat)
			if private, err = document(m.State.Private(seat)); err != nil {
				return err
			}
			if asked, err = askedOf(t, seat); err != nil {
				return err
			}
		}
		for i := range events {
			text, err := json.Marshal(events[i].For(viewer))
			if err != nil {
				return err
			}
			h.events[seat] = append(h.events[seat], canonical(text))
		}
		if h.views[seat] == nil {
			h.views[seat] = map[string][]int{}
		}
		key := viewKey(t.Play.Events, public, private, asked, result)
		h.views[seat][key] = append(h.views[seat][key], len(h.entries))
	}
	return nil
}

// document returns a document in the form that clients keep.
func document(value any) (string, error) {
	data, err := json.Marshal(value)
	if err == nil {
		data, err = patch.Apply(data, []byte("{}"))
	}
	return string(data), err
}

// askedOf returns the decisions of a seat in the form that clients keep.
func askedOf(t *room.Table, seat game.Seat) (list []game.DecisionText, err error) {
	m := t.Play.Match
	var d game.Decision
	if m.Result != nil || !m.State.Decision(seat, &d) {
		return nil, nil
	}
	text := d.Text(m.Rules)
	text.ID = t.Play.DecisionID(&d)
	data, err := json.Marshal([]game.DecisionText{text})
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	return list, err
}

// checker collects inconsistencies.
type checker struct {
	truth *roomHistory
	wrong []string
	// at are the positions of the answers by person and id.
	at map[string][]int
	// seen are the views by sequence and frame number.
	seen map[string]view
}

// checkHistories compares what people had acknowledged and were shown with the log of their room. It returns
// the inconsistencies.
func checkHistories(h *roomHistory, stories map[string]*clientHistory) []string {
	c := &checker{truth: h, at: map[string][]int{}, seen: map[string]view{}}
	for i, e := range h.entries {
		if e.kind == room.KindAnswer && e.by != "" {
			c.at[e.by+" "+e.id] = append(c.at[e.by+" "+e.id], i+1)
		}
	}
	for person, s := range stories {
		for _, odd := range s.strange {
			c.add("%s was sent %s", s.name, odd)
		}
		for _, one := range s.intents {
			c.checkStored(s, "answer "+one.id, one.verdict, len(c.at[person+" "+one.id]))
		}
		for n, text := range s.events {
			if known := h.events[s.seat]; n >= len(known) || known[n] != text {
				c.add("%s was told of event %d, %s, which did not happen", s.name, n, text)
			}
		}
		c.checkStreams(s, person)
	}
	c.checkOrder(stories)
	c.checkChat(stories)
	return c.wrong
}

func (c *checker) add(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// checkStored compares the last reply to an intent with how often it is stored.
func (c *checker) checkStored(s *clientHistory, what, verdict string, times int) {
	switch {
	case times > 1:
		c.add("%s of %s is stored %d times", what, s.name, times)
	case verdict == verdictOK && times == 0:
		c.add("%s of %s was acknowledged and is not stored", what, s.name)
	case verdict != verdictOK && verdict != "" && times > 0:
		c.add("%s of %s was refused (%s) and is stored", what, s.name, verdict)
	}
}

// checkOrder checks that an intent acknowledged before another one was sent is stored before it.
func (c *checker) checkOrder(stories map[string]*clientHistory) {
	intents := map[int]*intent{}
	for person, s := range stories {
		for _, one := range s.intents {
			for _, at := range c.at[person+" "+one.id] {
				intents[at] = one
			}
		}
	}
	var latest *intent
	for at := range len(c.truth.entries) + 1 {
		one := intents[at]
		if one == nil {
			continue
		}
		if latest != nil && one.verdict == verdictOK && one.ended < latest.sent {
			c.add(
				"answer %s was acknowledged at %v and is stored after answer %s, which was sent at %v",
				one.id,
				one.ended,
				latest.id,
				latest.sent,
			)
		}
		if latest == nil || one.sent > latest.sent {
			latest = one
		}
	}
}

// checkStreams checks that each connection showed only real states, in order, and each answer before its
// acknowledgement.
func (c *checker) checkStreams(s *clientHistory, person string) {
	// before is the previous view, known are the positions at which the person has this view, and last is the
	// earliest of them that is possible.
	var before view
	known, last := []int{0}, 0
	for _, stream := range s.streams {
		oks := stream.oks
		acknowledge := func(views int) {
			for ; len(oks) > 0 && oks[0].views == views; oks = oks[1:] {
				for _, stored := range c.at[person+" "+oks[0].id] {
					if at := first(known, max(last, stored)); at >= 0 {
						last = at
					} else {
						c.add(
							"answer %s of %s was acknowledged by %s before %s was shown it",
							oks[0].id,
							s.name,
							stream.node,
							s.name,
						)
					}
				}
			}
		}
		acknowledge(0)
		for i, v := range stream.views {
			if i == 0 && v.sequence != before.sequence {
				last = 0
			}
			before = v
			if at, positions := c.checkView(s, stream.node, v, last); at >= 0 {
				last, known = at, positions
				acknowledge(i + 1)
			} else {
				oks = nil
			}
		}
	}
}

// checkView returns the positions at which a view is correct, and the first of them not before a position, or
// -1.
func (c *checker) checkView(s *clientHistory, node string, v view, from int) (int, []int) {
	if v.match != c.truth.match || !strings.HasSuffix(v.sequence, fmt.Sprintf(".%d", s.seat)) {
		c.add("%s, seat %d, was shown match %s in sequence %s by %s", s.name, s.seat, v.match, v.sequence, node)
		return -1, nil
	}
	name := fmt.Sprint(v.sequence, " ", v.seq)
	if before, ok := c.seen[name]; ok && before.key != v.key {
		c.add("frame %s was shown with %s, and by %s to %s with %s", name, before.key, node, s.name, v.key)
	}
	c.seen[name] = v
	positions := c.truth.views[s.seat][v.key]
	at := first(positions, from)
	switch {
	case len(positions) == 0:
		c.add("%s was shown frame %s by %s (%s), which is not how things stood at any time", s.name, name, node, v.key)
	case at < 0:
		c.add(
			"%s was shown frame %s by %s, which is how things stood at %v, after it was shown %d",
			s.name,
			name,
			node,
			positions,
			from,
		)
	}
	return at, positions
}

// first returns the first position that is not before from, or -1.
func first(positions []int, from int) int {
	for _, at := range positions {
		if at >= from {
			return at
		}
	}
	return -1
}

// checkChat checks that each acknowledged chat line is stored once, and that shown lines equal the stored
// ones.
func (c *checker) checkChat(stories map[string]*clientHistory) {
	type storedLine struct {
		Name, Text, By string
		Seat           game.Seat
	}
	stored, times := map[uint64]string{}, map[string]int{}
	order := map[string]uint64{}
	for _, line := range c.truth.lines {
		var said storedLine
		if err := json.Unmarshal(line.Data, &said); err != nil {
			c.add("line %d cannot be read: %v", line.Number, err)
			continue
		}
		data, err := json.Marshal(client.ChatLine{
			Number: line.Number,
			At:     line.Time.UnixMilli(),
			Player: said.By,
			Name:   said.Name,
			Seat:   said.Seat,
			Text:   said.Text,
		})
		if err != nil {
			c.add("line %d: %v", line.Number, err)
		}
		stored[line.Number] = canonical(data)
		times[said.By+" "+said.Text]++
		order[said.By+" "+said.Text] = line.Number
	}
	for person, s := range stories {
		var last uint64
		for _, line := range s.lines {
			c.checkStored(s, fmt.Sprintf("line %q", line.text), line.verdict, times[person+" "+line.text])
			if at := order[person+" "+line.text]; at != 0 && at < last {
				c.add("line %q of %s is stored before an earlier one", line.text, s.name)
			} else {
				last = max(last, at)
			}
		}
		for number, text := range s.chat {
			if stored[number] != text {
				c.add("%s was shown line %d, %s, and stored is %s", s.name, number, text, stored[number])
			}
		}
	}
}
