package match_test

import (
	"encoding/json"
	"errors"
	"testing"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// FuzzDecode decodes any text. What can be decoded must be encoded in one form only, and every
// error must have a code.
func FuzzDecode(f *testing.F) {
	s := toySample()
	f.Add(play(f, s.begin(f), random(1), 3).Record(nil).Encode())
	f.Add(s.begin(f).Abandon(1).Record(func(string) string { return "Zoë <>" }).Encode())
	f.Add(match.Pack(s.begin(f).Record(nil).Encode()))
	f.Add([]byte(`{"format":"archmage match","version":1,"rules":1,"seats":[{}],"start":{"state":"AA==","hash":""}}`))
	seed := game.SeedFromInt(1)
	dealt, err := match.Begin(s.rules, s.terms(), match.Start{Seed: &seed, Deal: &match.Deal{Event: "e", Round: 1}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(dealt.Record(nil).Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		if text, err := match.Unpack(data); err == nil {
			data = text
		} else {
			requireBadRecord(t, err)
		}
		r, err := match.Decode(data)
		if err != nil {
			requireBadRecord(t, err)
			return
		}
		text := r.Encode()
		again, err := match.Decode(text)
		if err != nil {
			t.Fatalf("%s cannot be read back: %v", text, err)
		}
		if string(again.Encode()) != string(text) {
			t.Fatalf("%s is written as %s", text, again.Encode())
		}
		for _, s := range samples() {
			if s.rules.Info().ID == r.Game {
				tryReplay(t, s.rules, r)
				break
			}
		}
	})
}

// FuzzReplay changes an item of a match's record, or puts a state into it. It corrects the hashes,
// so that the changed item is played.
func FuzzReplay(f *testing.F) {
	list := samples()
	var records [][]byte
	for i, s := range list {
		m := s.played(f)
		records = append(records, m.Record(nil).Encode())
		f.Add(uint8(i), uint16(3), uint8(0), int8(1), []byte(m.Items[3].Answer))
		f.Add(uint8(i), uint16(8), uint8(1), int8(0), []byte("random"))
		f.Add(uint8(i), uint16(6), uint8(2), int8(0), []byte("left"))
		f.Add(uint8(i), uint16(4), uint8(3), int8(2), encoded(f, play(f, s.begin(f), random(4), 8).State))
		f.Add(uint8(i), uint16(9), uint8(4), int8(0), encoded(f, play(f, s.begin(f), random(5), 30).State))
		f.Add(uint8(i), uint16(9), uint8(5), int8(0), []byte{})
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint16, kind uint8, n int8, data []byte) {
		s := list[int(which)%len(list)]
		r, err := match.Decode(records[int(which)%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		number := int(at) % len(r.Items)
		item := &r.Items[number]
		switch kind % 6 {
		case 0:
			item.Seat, item.Answer = game.Seat(n), json.RawMessage(data)
		case 1:
			*item = match.Item{Kind: match.ItemPlays, Seat: game.Seat(n), Bot: string(data)}
		case 2:
			*item = match.Item{Kind: match.ItemLost, Seat: game.Seat(n), Lost: match.Lost(data)}
		case 3:
			*item = match.Item{
				Kind:     match.ItemRules,
				Seat:     game.NoSeat,
				NewRules: &match.NewRules{Version: int(n), State: data},
			}
		case 4:
			r.Start = match.Start{State: data}
		case 5:
			r.Items = append(r.Items[:number], r.Items[min(len(r.Items), number+1+int(uint8(n))):]...)
		}
		rules := otherVersion{s.rules, 3}
		setRight(rules, r)
		tryReplay(t, rules, r)
	})
}

// setRight corrects the hashes and the end of a record, up to the first item that does not apply.
// It cuts the record there.
func setRight(rules game.Rules, r *match.Record) {
	begun := *r
	begun.Items, begun.Outcome, begun.Lost, begun.Ended = nil, nil, nil, 0
	m, err := begun.Begin(rules)
	if err != nil {
		// The error says which hash the record should have.
		terms := match.Terms{ID: r.ID, Game: r.Game, Options: r.Options, Players: make([]match.Player, len(r.Seats))}
		if m, err = match.Begin(rules, terms, r.Start); err != nil {
			return
		}
	}
	r.Start.Hash = m.Hash
	for _, item := range r.Items {
		var next *match.Match
		seated := item.Seat >= 0 && int(item.Seat) < len(m.Seats)
		switch {
		case item.Kind == match.ItemAnswer && seated:
			next, err = m.Answer(item.At, item.Seat, item.Answer, nil, new(game.Step))
		case item.Kind == match.ItemRules:
			next, err = m.Upgrade(item.At, item.Version, item.State)
		case item.Kind == match.ItemPlays && seated:
			next = m.SetBot(item.At, item.Seat, item.Bot)
		case item.Kind == match.ItemLost && seated:
			next = m.Lose(item.At, item.Seat, item.Lost)
		}
		if next == nil || err != nil || next == m {
			break
		}
		m = next
	}
	again := m.Record(nil)
	r.Items, r.Ended, r.Outcome, r.Lost = append(
		again.Items,
		r.Items[min(len(again.Items), len(r.Items)):]...), again.Ended, again.Outcome, again.Lost
}

// tryReplay plays a record and walks through its timeline, and requires the same result from both.
func tryReplay(t *testing.T, rules game.Rules, r *match.Record) {
	t.Helper()
	last, err := r.Replay(rules, nil)
	line, walked := match.NewTimeline(rules, r)
	if (err == nil) != (walked == nil) {
		t.Fatalf("replay says %v, the timeline %v", err, walked)
	}
	if err != nil {
		requireBadRecord(t, err)
		return
	}
	end, err := line.At(line.Len())
	if err != nil || end.Match.Hash != last.Hash {
		t.Fatalf("the timeline ends elsewhere: %v", err)
	}
	if err := last.State.Check(); err != nil {
		t.Fatal(err)
	}
}

func requireBadRecord(t *testing.T, err error) {
	t.Helper()
	var e *coded.Error
	if !errors.As(err, &e) || e.Code != match.CodeBadRecord {
		t.Fatalf("%v has not the code %s", err, match.CodeBadRecord)
	}
}
