package match_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

func TestRecordPlaysAgain(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			m := s.played(t)
			r := m.Record(func(person string) string { return "the name of " + person })
			require.Equal(t, "the name of p0", r.Seats[0].Name)
			read, err := match.Decode(r.Encode())
			require.NoError(t, err)
			require.Equal(t, r.Encode(), read.Encode())
			read.Outcome = r.Outcome // its empty lists are read as nil or not
			require.Equal(t, r, read)
			text, err := match.Unpack(match.Pack(r.Encode()))
			require.NoError(t, err)
			require.Equal(t, r.Encode(), text)

			items := 0
			last, err := read.Replay(s.rules, func(number int, m *match.Match, step *game.Step) {
				require.Equal(t, items, number)
				require.Len(t, m.Items, number+1)
				if r.Items[number].Kind != match.ItemAnswer {
					require.Empty(t, step.Events, "a mark tells nothing")
				}
				items++
			})
			require.NoError(t, err)
			require.Equal(t, len(m.Items), items)
			require.Equal(t, encoded(t, m.State), encoded(t, last.State))
			require.Equal(t, m.Items, last.Items)
			for seat, result := range m.Result.Seats {
				again := last.Result.Seats[seat]
				require.Equal(
					t,
					[]any{result.Rank, result.Total, result.Lost, result.LostAt},
					[]any{again.Rank, again.Total, again.Lost, again.LostAt},
				)
			}
		})
	}
}

// A match can be recorded at every moment, and goes on from the record.
func TestRecordOfAMatchInProgress(t *testing.T) {
	s := toySample()
	m := s.begin(t)
	rng := random(8)
	for m.Result == nil {
		last, err := record(t, m).Replay(s.rules, nil)
		require.NoError(t, err)
		require.Nil(t, last.Result)
		require.Equal(t, m.Hash, last.Hash)
		m = answer(t, last, rng)
	}
	requireReplays(t, m)
}

func TestRecordThatBeginsWithAState(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			rng := random(9)
			first := play(t, s.begin(t), rng, 10)
			m, err := match.Begin(s.rules, s.terms(), match.Start{
				State: encoded(t, first.State), Origin: &match.Origin{Match: "m0", Step: 10, Luck: match.LuckSame},
			})
			require.NoError(t, err)
			require.Equal(t, first.Hash, m.Start.Hash)
			m = play(t, m, rng, 10_000)
			require.Nil(t, m.Result.Seed)
			requireReplays(t, m)
			r := record(t, m)
			require.Equal(t, &match.Origin{Match: "m0", Step: 10, Luck: match.LuckSame}, r.Start.Origin)
			r.Start.State = encoded(t, play(t, s.begin(t), random(10), 3).State)
			_, err = r.Replay(s.rules, nil)
			requireCode(t, match.CodeBadRecord, err, "the start has hash")
		})
	}
}

func TestRecordOfAnAbandonedMatch(t *testing.T) {
	m := play(t, toySample().begin(t), random(1), 4).Lose(77, 1, match.LostLeft)
	for _, at := range []int64{0, 88} {
		requireReplays(t, m.Abandon(at))
		last, err := record(t, m.Abandon(at)).Replay(m.Rules, nil)
		require.NoError(t, err)
		require.Nil(t, last.Result.Outcome)
		require.Equal(t, at, last.Result.Ended)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := toySample().played(t).Record(nil).Encode()
	_, err := match.Decode(good)
	require.NoError(t, err)
	// change returns the record with one field of its JSON changed.
	change := func(change func(r map[string]any)) []byte {
		var r map[string]any
		require.NoError(t, json.Unmarshal(good, &r))
		change(r)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		return text
	}
	set := func(name string, value any) []byte {
		return change(func(r map[string]any) { r[name] = value })
	}
	start := func(name string, value any) []byte {
		return change(func(r map[string]any) { r["start"].(map[string]any)[name] = value })
	}
	proof := func(name string, value any) []byte {
		return change(func(r map[string]any) { r["start"].(map[string]any)["proof"].(map[string]any)[name] = value })
	}
	deal := func(value any) []byte {
		return change(func(r map[string]any) {
			start := r["start"].(map[string]any)
			delete(start, "proof")
			start["deal"] = value
		})
	}
	item := func(number int, fields map[string]any) []byte {
		return change(func(r map[string]any) { r["items"].([]any)[number] = fields })
	}
	tests := []struct {
		name string
		text []byte
		says string
	}{
		{"nothing", nil, "it cannot be read"},
		{"no JSON", []byte("hello"), "it cannot be read"},
		{"another JSON", []byte("[]"), "it cannot be read"},
		{"cut off", good[:len(good)/2], "it cannot be read"},
		{"null", []byte("null"), `the format is ""`},
		{"an empty object", []byte("{}"), `the format is ""`},
		{"two values", append(bytes.Clone(good), good...), "there is more after the record"},
		{"rubbish behind it", append(bytes.Clone(good), 'x'), "there is more after the record"},
		{"too long", append(bytes.Clone(good), bytes.Repeat([]byte(" "), match.MaxRecord)...), "at most 4194304 bytes"},
		{"an unknown field", set("speed", 1), `unknown field "speed"`},
		{"an unknown field of the start", start("speed", 1), `unknown field "speed"`},
		{"an unknown field of an item", item(2, map[string]any{"seat": 0, "speed": 1}), `unknown field "speed"`},
		{"another format", set("format", "archmage room"), `the format is "archmage room"`},
		{"another version of the format", set("version", 2), "version 2 of the format is not known; this is 1"},
		{"no version of the format", set("version", 0), "version 0 of the format"},
		{"no version of the rules", set("rules", 0), "version 0 of the rules"},
		{"no seats", set("seats", []any{}), "1 to 8 seats, not 0"},
		{"too many seats", set("seats", make([]struct{}, 9)), "1 to 8 seats, not 9"},
		{"lost of another number of seats", set("lost", []string{""}), "lost has 1 seats, not 3"},
		{"an outcome without lost", set("lost", nil), "not who has lost"},
		{"an outcome without places", set("outcome", map[string]any{}), "does not name each seat once"},
		{"an outcome with a strange seat", change(func(r map[string]any) {
			r["outcome"].(map[string]any)["places"].([]any)[0].(map[string]any)["seat"] = 100
		}), "does not name each seat once"},
		{"an outcome with a seat twice", change(func(r map[string]any) {
			places := r["outcome"].(map[string]any)["places"].([]any)
			places[0] = places[1]
		}), "does not name each seat once"},
		{"too many items", set("items", make([]struct{}, match.MaxItems+1)), "at most 20000 items, not 20001"},
		{"neither seed nor state", start("seed", nil), "either a seed or a state"},
		{"seed and state", start("state", []byte("x")), "either a seed or a state"},
		{
			name: "an empty state",
			text: change(func(r map[string]any) { r["start"] = map[string]any{"state": "", "hash": ""} }),
			says: "either a seed or a state",
		},
		{"a proof of a state", change(func(r map[string]any) {
			s := r["start"].(map[string]any)
			s["seed"], s["state"] = nil, []byte("x")
		}), "a proof goes with a seed"},
		{
			name: "an origin of a seed",
			text: start("origin", match.Origin{Match: "m0", Luck: match.LuckNew}),
			says: "an origin goes with a state",
		},
		{"an origin before the start", change(func(r map[string]any) {
			r["start"] = map[string]any{"state": []byte("x"), "hash": "", "origin": match.Origin{Step: -1}}
		}), "no step of a match"},
		{"a short seed", start("seed", "00"), "64 hexadecimal digits"},
		{"a short secret", proof("secret", "00"), "64 hexadecimal digits"},
		{"too few shares", proof("shares", []string{}), "0 shares, not 3"},
		{"no share", proof("shares", []string{"", "", "0"}), "what seat 2 gave is not a share"},
		{"match number 0", proof("number", 0), "counted from 1"},
		{"a proof and a deal", start("deal", match.Deal{Event: "e", Round: 1}), "a seed has a proof or is a deal"},
		{"the deal of round 0", deal(match.Deal{Event: "e"}), "the rounds of an event are counted from 1"},
		{"the deal of no event", deal(match.Deal{Round: 1}), "the id of an event has 1 to 64"},
		{"the deal of a strange event", deal(match.Deal{Event: "a<b", Round: 1}), "the id of an event has 1 to 64"},
		{
			name: "the deal of an event with a long id",
			text: deal(match.Deal{Event: strings.Repeat("e", 65), Round: 1}),
			says: "the id of an event has 1 to 64",
		},
		{"an unknown field of a deal", deal(map[string]any{"event": "e", "round": 1, "x": 1}), `unknown field "x"`},
		{"a deal of a state", change(func(r map[string]any) {
			r["start"] = map[string]any{"state": []byte("x"), "hash": "", "deal": match.Deal{Event: "e", Round: 1}}
		}), "a deal goes with a seed"},
		{"a room that JSON writes in several ways", proof("room", "a<b"), "only letters, digits, - and _"},
		{"no such kind", item(2, map[string]any{"seat": 0, "kind": "undo"}), `there is no kind "undo" of items`},
		{"no such seat", item(2, map[string]any{"seat": 3}), "item 2: there is no seat 3"},
		{"nobody's answer", item(2, map[string]any{"seat": -1}), "item 2: there is no seat -1"},
		{
			name: "a seat's rules",
			text: item(2, map[string]any{"seat": 0, "kind": "rules", "rules": 2}),
			says: "item 2: there is no seat 0",
		},
		{
			name: "no such reason",
			text: item(2, map[string]any{"seat": 0, "kind": "lost", "lost": "luck"}),
			says: `item 2: there is no reason "luck" to lose`,
		},
		{"no reason", item(2, map[string]any{"seat": 0, "kind": "lost"}), `item 2: there is no reason "" to lose`},
		{
			name: "an answer of a bot",
			text: item(2, map[string]any{"seat": 0, "answer": []string{}, "bot": "x"}),
			says: "item 2: it has more than",
		},
		{
			name: "a mark with an answer",
			text: item(2, map[string]any{"seat": 0, "kind": "plays", "answer": []string{}}),
			says: "item 2: it has more than",
		},
		{
			name: "a mark with a hash",
			text: item(2, map[string]any{"seat": 0, "kind": "plays", "hash": "00"}),
			says: "item 2: it has more than",
		},
		{
			name: "a loss with a state",
			text: item(2, map[string]any{"seat": 0, "kind": "lost", "lost": "time", "state": "AA=="}),
			says: "item 2: it has more than",
		},
		{"an answer with a version", item(2, map[string]any{"seat": 0, "rules": 2}), "item 2: it has more than"},
		{
			name: "rules with a reason",
			text: item(2, map[string]any{"seat": -1, "kind": "rules", "rules": 2, "lost": "time"}),
			says: "item 2: it has more than",
		},
		{
			name: "rules without rules",
			text: item(2, map[string]any{"seat": -1, "kind": "rules"}),
			says: "item 2: the new rules are missing",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := match.Decode(test.text)
			requireCode(t, match.CodeBadRecord, err, test.says)
		})
	}
}

// The digest of a record is that of its stored form. Names of persons do not change it.
func TestDigest(t *testing.T) {
	m := toySample().played(t)
	sum := sha256.Sum256(m.Record(nil).Encode())
	want := hex.EncodeToString(sum[:])
	named := m.Record(func(person string) string { return "the name of " + person })
	require.Equal(t, want, named.Digest())
	require.Equal(t, "the name of p0", named.Seats[0].Name, "the record is not changed")
	read, err := match.Decode(named.Encode())
	require.NoError(t, err)
	require.Equal(t, want, read.Digest())
	for name, change := range map[string]func(r *match.Record){
		"an answer":         func(r *match.Record) { r.Items[3].At++ },
		"the end":           func(r *match.Record) { r.Ended++ },
		"the id":            func(r *match.Record) { r.ID = "m2" },
		"the name of a bot": func(r *match.Record) { r.Seats[1].Name = "Deep" },
	} {
		changed := record(t, m)
		change(changed)
		require.NotEqual(t, want, changed.Digest(), name)
	}
}

func TestUnpackRefuses(t *testing.T) {
	packed := match.Pack([]byte(strings.Repeat("a record ", 100)))
	bomb := match.Pack(make([]byte, match.MaxRecord+1))
	require.Less(t, len(bomb), 8192)
	var many bytes.Buffer
	for range 100 {
		w := gzip.NewWriter(&many)
		_, err := w.Write(make([]byte, match.MaxRecord/50))
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	for name, test := range map[string]struct {
		data []byte
		says string
	}{
		"nothing":         {nil, "it cannot be unpacked"},
		"not packed":      {[]byte(`{"format":"archmage match"}`), "it cannot be unpacked"},
		"cut off":         {packed[:len(packed)-9], "it cannot be unpacked"},
		"damaged":         {append(bytes.Clone(packed[:len(packed)-1]), 99), "it cannot be unpacked"},
		"a bomb":          {bomb, "at most 4194304 bytes"},
		"a bomb of parts": {many.Bytes(), "at most 4194304 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := match.Unpack(test.data)
			requireCode(t, match.CodeBadRecord, err, test.says)
		})
	}
	text, err := match.Unpack(match.Pack(make([]byte, match.MaxRecord)))
	require.NoError(t, err)
	require.Len(t, text, match.MaxRecord)
}

// Verify finds every change in a record and names it.
func TestReplayRefuses(t *testing.T) {
	s := toySample()
	finished := s.played(t)
	text := finished.Record(nil).Encode()
	// answers are the numbers of items that are answers.
	var answers []int
	for i, item := range finished.Items {
		if item.Kind == match.ItemAnswer {
			answers = append(answers, i)
		}
	}
	at := answers[3]
	named := func(format string) string { return fmt.Sprintf(format, at) }
	tests := []struct {
		name   string
		change func(r *match.Record)
		says   string
	}{
		{"another game", func(r *match.Record) { r.Game = "chess" }, "it is of chess, not toy"},
		{
			name:   "newer rules than the seed's",
			change: func(r *match.Record) { r.Version = 2 },
			says:   "the seed does not follow from its proof",
		},
		{
			name:   "other options",
			change: func(r *match.Record) { r.Options["panic"] = "on" },
			says:   "the seed does not follow from its proof",
		},
		{
			name:   "no such option",
			change: func(r *match.Record) { r.Start.Proof, r.Options["x"] = nil, "y" },
			says:   "the match cannot start: bad_options",
		},
		{"another seed", func(r *match.Record) { r.Start.Seed[0]++ }, "the seed does not follow from its proof"},
		{
			name:   "another seed without a proof",
			change: func(r *match.Record) { r.Start.Seed[0]++; r.Start.Proof = nil },
			says:   "the start has hash",
		},
		{
			name:   "another secret",
			change: func(r *match.Record) { r.Start.Proof.Secret[0]++ },
			says:   "the seed does not follow from its proof",
		},
		{
			name:   "another share",
			change: func(r *match.Record) { r.Start.Proof.Shares[0] = strings.Repeat("7", 32) },
			says:   "the seed does not follow from its proof",
		},
		{"no share", func(r *match.Record) { r.Start.Proof.Shares[0] = "" }, "the seed does not follow from its proof"},
		{
			name:   "another room",
			change: func(r *match.Record) { r.Start.Proof.Room = "room-2" },
			says:   "the seed does not follow from its proof",
		},
		{"another number", func(r *match.Record) { r.Start.Proof.Number++ }, "the seed does not follow from its proof"},
		{"another first hash", func(r *match.Record) { r.Start.Hash = "00" }, "the start has hash"},
		{"another hash", func(r *match.Record) { r.Items[at].Hash = r.Start.Hash }, named("item %d leads to hash")},
		{"no hash", func(r *match.Record) { r.Items[at].Hash = "" }, named("item %d leads to hash")},
		{
			name:   "another answer",
			change: func(r *match.Record) { r.Items[at].Answer = otherAnswer(t, finished, s, at) },
			says:   named("item %d leads to hash"),
		},
		{
			name:   "an impossible answer",
			change: func(r *match.Record) { r.Items[at].Answer = json.RawMessage(`["x"]`) },
			says:   named("item %d: unknown_option"),
		},
		{
			name:   "an illegal answer",
			change: func(r *match.Record) { r.Items[at].Answer = json.RawMessage(`[]`) },
			says:   named("item %d: bad_count"),
		},
		{"no answer", func(r *match.Record) { r.Items[at].Answer = nil }, named("item %d: malformed")},
		{
			name:   "an answer left out",
			change: func(r *match.Record) { r.Items = append(r.Items[:at:at], r.Items[at+1:]...) },
			says:   named("item %d"),
		},
		{
			name:   "an answer after the end",
			change: func(r *match.Record) { r.Items = append(r.Items, r.Items[at]) },
			says:   "the match is over",
		},
		{"a mark after the end", func(r *match.Record) {
			r.Items = append(r.Items, match.Item{Kind: match.ItemPlays, Seat: 1})
		}, "the match is over"},
		{"lost twice", func(r *match.Record) {
			r.Items = append(
				r.Items[:len(r.Items)-1:len(r.Items)-1],
				match.Item{Kind: match.ItemLost, Lost: match.LostLeft},
				r.Items[len(r.Items)-1],
			)
		}, "seat 0 has lost already"},
		{"a state of rules that are not here", func(r *match.Record) {
			r.Items[at] = match.Item{
				Kind:     match.ItemRules,
				Seat:     game.NoSeat,
				NewRules: &match.NewRules{Version: 2, State: []byte("x")},
			}
		}, named("item %d: bad_state: a state of another version")},
		{"a version that is no new one", func(r *match.Record) {
			r.Items[at] = match.Item{
				Kind:     match.ItemRules,
				Seat:     game.NoSeat,
				NewRules: &match.NewRules{Version: 1, State: []byte("x")},
			}
		}, "the rules go from version 1 to 1"},
		{"another total", func(r *match.Record) { r.Outcome.Places[0].Total++ }, "the match ends with the outcome"},
		{"other rounds", func(r *match.Record) { r.Outcome.Rounds++ }, "the match ends with the outcome"},
		{"abandoned in truth", func(r *match.Record) { r.Outcome = nil }, "the match ends with the outcome"},
		{"not over in truth", func(r *match.Record) { r.Items = r.Items[:at] }, "the match ends with the outcome null"},
		{"another end", func(r *match.Record) { r.Ended++ }, "the match ends at"},
		{"other losers", func(r *match.Record) { r.Lost[1] = match.LostLeft }, "the seats have lost as in"},
		{"no losers", func(r *match.Record) { r.Lost[0] = "" }, "the seats have lost as in"},
		{"another mark", func(r *match.Record) {
			for i := range r.Items {
				if r.Items[i].Kind == match.ItemLost {
					r.Items[i].Lost = match.LostLeft
				}
			}
		}, "the seats have lost as in"},
		{
			name:   "in progress, with an end",
			change: func(r *match.Record) { r.Items, r.Outcome, r.Lost = r.Items[:at], nil, nil },
			says:   "the match ends at 0, not",
		},
		{"not a record", func(r *match.Record) { r.Format = "" }, "the format is"},
		{"an item that is none", func(r *match.Record) { r.Items[at].Seat = 9 }, named("item %d: there is no seat 9")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := match.Decode(text)
			require.NoError(t, err)
			test.change(r)
			_, err = r.Replay(s.rules, nil)
			requireCode(t, match.CodeBadRecord, err, test.says)
			_, again := match.NewTimeline(s.rules, r)
			require.Equal(t, err, again)
		})
	}
}

// otherAnswer returns a legal answer that is not the one of the item.
func otherAnswer(t *testing.T, m *match.Match, s sample, at int) json.RawMessage {
	t.Helper()
	r := record(t, m)
	before, err := r.Begin(s.rules)
	require.NoError(t, err)
	for i := range at {
		before, err = r.Next(before, i, new(game.Step))
		require.NoError(t, err)
	}
	for seed := range uint64(100) {
		seat, choice := choose(t, before, random(seed))
		if seat == r.Items[at].Seat && !bytes.Equal(choice, r.Items[at].Answer) {
			return choice
		}
	}
	t.Fatal("there is no other answer")
	return nil
}

// A record of older rules goes on with newer rules that play it the same.
func TestReplayOfOlderRules(t *testing.T) {
	m := toySample().played(t)
	newer := otherVersion{m.Rules, 5}
	last, err := record(t, m).Replay(newer, nil)
	require.NoError(t, err)
	require.Equal(t, 1, last.RulesVersion())
	require.Equal(t, m.Hash, last.Hash)
}
