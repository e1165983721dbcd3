package replay_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/match"
	"archmage/internal/stream/patch"
	"archmage/test/conformance"
)

const started = 1_700_000_000_000

// played returns a match that was played at random, and moments of it: of a long match, only some
// decisions at even distances.
func TestQuestionsAreBounded(t *testing.T) {
	m, _ := played(t, seasons.New(), 4, 5)
	all, err := replay.Questions(seasons.New(), m.Record(nil), 100_000)
	require.NoError(t, err)
	require.Greater(t, len(all), 60)
	for _, most := range []int{len(all), len(all) - 1, 50, 7} {
		some, err := replay.Questions(seasons.New(), m.Record(nil), most)
		require.NoError(t, err)
		apart := 1
		for (len(all)+apart-1)/apart > most {
			apart *= 2
		}
		require.Len(t, some, (len(all)+apart-1)/apart)
		for i, q := range some {
			require.Equal(t, all[i*apart].Step, q.Step)
		}
	}
}

func played(t testing.TB, rules game.Rules, seats int, seed uint64) (*match.Match, []*match.Match) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	options, err := game.CompleteOptions(rules.Info(), nil, seats)
	require.NoError(t, err)
	terms := match.Terms{ID: fmt.Sprintf("m-%d", seed), Game: rules.Info().ID, Options: options, Started: started}
	for seat := range seats {
		terms.Players = append(
			terms.Players,
			match.Player{Person: fmt.Sprint("p", seat), Name: fmt.Sprint("Name ", seat)},
		)
	}
	var from game.Seed
	for i := range from {
		from[i] = byte(rng.Uint32())
	}
	m, err := match.Begin(rules, terms, match.Start{Seed: &from})
	require.NoError(t, err)
	moments := []*match.Match{m}
	var d game.Decision
	for at := int64(started); m.Result == nil; {
		at += int64(rng.IntN(5000))
		switch seat := game.Seat(rng.IntN(seats)); {
		case rng.IntN(200) == 0 && m.Seats[seat].Lost == "" && left(m) > 2:
			m = m.Lose(at, seat, match.LostConceded)
		case rng.IntN(50) == 0:
			m = m.SetBot(at, seat, map[bool]string{true: "random"}[m.Seats[seat].Bot == ""])
		default:
			d.Reset()
			if !m.State.Decision(seat, &d) || d.Answered {
				continue
			}
			picks, ok := bot.Random(&d, rng, nil)
			require.True(t, ok)
			next, err := m.Answer(at, seat, match.Choice(rules, &d, picks), nil, nil)
			require.NoError(t, err)
			m = next
		}
		moments = append(moments, m)
	}
	return m, moments
}

// left counts the seats that have not lost.
func left(m *match.Match) (n int) {
	for i := range m.Seats {
		if m.Seats[i].Lost == "" {
			n++
		}
	}
	return n
}

// TestTheEndIsTold: a match that ends before the game tells so with its last step.
func TestTheEndIsTold(t *testing.T) {
	_, moments := played(t, seasons.New(), 2, 1)
	m := moments[20].Lose(started, 1, match.LostConceded)
	r, err := replay.New(seasons.New(), m.Record(nil))
	require.NoError(t, err)
	chunk, err := r.Chunk(replay.Spectator, r.Len())
	require.NoError(t, err)
	last := chunk.Steps[len(chunk.Steps)-1]
	require.Equal(t, []game.EventText{{Kind: "conceded", Seat: 1}, {Kind: "won", Seat: 0}}, last.Events)
	require.Equal(t, 2, r.Timeline().Steps[r.Len()].Events)
}

func sameJSON(t *testing.T, want, got any, what ...any) {
	t.Helper()
	a, err := json.Marshal(want)
	require.NoError(t, err)
	b, err := json.Marshal(got)
	require.NoError(t, err)
	require.JSONEq(t, string(a), string(b), what...)
}

// known is what a viewer knows from the chunks so far.
type known struct{ public, private []byte }

func (k *known) take(t *testing.T, chunk *replay.Chunk, i int) {
	t.Helper()
	var err error
	if i == 0 {
		k.public, err = json.Marshal(chunk.Public)
		require.NoError(t, err)
		k.private, err = json.Marshal(chunk.Private)
		require.NoError(t, err)
		return
	}
	step := &chunk.Steps[i]
	if step.Public != nil {
		k.public, err = patch.Apply(k.public, step.Public)
		require.NoError(t, err)
	}
	if step.Private != nil {
		k.private, err = patch.Apply(k.private, step.Private)
		require.NoError(t, err)
	}
}

// TestViewers: what all viewers are shown at every step are the documents of that
// moment, what was asked, and what was chosen.
func TestViewers(t *testing.T) {
	for _, rules := range []game.Rules{conformance.Toy(), seasons.New(), spellbook.New()} {
		for _, seats := range []int{rules.Info().MinSeats, rules.Info().MaxSeats} {
			t.Run(fmt.Sprint(rules.Info().ID, seats), func(t *testing.T) {
				m, moments := played(t, rules, seats, uint64(seats))
				record := m.Record(nil)
				r, err := replay.New(rules, record)
				require.NoError(t, err)
				require.Equal(t, len(moments)-1, r.Len())
				for as := replay.Everybody; int(as) < seats; as++ {
					requireShown(t, r, record, moments, as)
				}
			})
		}
	}
}

func requireShown(t *testing.T, r *replay.Replay, record *match.Record, moments []*match.Match, as replay.Viewer) {
	t.Helper()
	var k known
	events := 0
	for from := 0; from <= r.Len(); from += replay.ChunkSteps {
		chunk, err := r.Chunk(as, min(from+5, r.Len()))
		require.NoError(t, err)
		require.Equal(t, []any{from, events, as.String()}, []any{chunk.From, chunk.EventsFrom, chunk.As})
		for i := range chunk.Steps {
			k.take(t, chunk, i)
			number := from + i
			step, state := &chunk.Steps[i], moments[number].State
			events += len(step.Events)
			sameJSON(t, state.Public(), json.RawMessage(k.public), "step %d", number)
			switch as {
			case replay.Everybody:
				all := map[string]any{}
				for seat := range record.Seats {
					all["s"+strconv.Itoa(seat)] = state.Private(game.Seat(seat))
				}
				sameJSON(t, all, json.RawMessage(k.private))
			case replay.Spectator:
				require.Equal(t, "null", string(k.private))
				require.Empty(t, step.Decisions)
				require.Empty(t, step.Answer)
			default:
				sameJSON(t, state.Private(game.Seat(as)), json.RawMessage(k.private))
			}
			requireAsked(t, r, record, step, moments[number], number, as)
		}
	}
}

func requireAsked(
	t *testing.T,
	r *replay.Replay,
	record *match.Record,
	step *replay.Step,
	m *match.Match,
	number int,
	as replay.Viewer,
) {
	t.Helper()
	if number == r.Len() {
		require.Empty(t, step.Decisions)
		return
	}
	item := record.Items[number]
	answers := item.Kind == match.ItemAnswer && (as == replay.Everybody || as == replay.Viewer(item.Seat))
	if answers {
		require.Len(t, step.Decisions, 1)
		require.Equal(t, item.Seat, step.Decisions[0].Seat)
		sameJSON(t, item.Answer, step.Answer)
		return
	}
	require.Empty(t, step.Answer)
	if as >= 0 {
		var d game.Decision
		asked := m.State.Decision(game.Seat(as), &d)
		require.Equal(t, asked, len(step.Decisions) == 1)
		if asked {
			sameJSON(t, d.Text(m.Rules), step.Decisions[0])
		}
	}
}

// TestTimeline: the standing is that of every moment, and what the cards brought
// adds up to what the outcome says of them.
func TestTimeline(t *testing.T) {
	for rules, seed := range map[game.Rules]uint64{seasons.New(): 3, spellbook.New(): 5} {
		m, moments := played(t, rules, 3, seed)
		r, err := replay.New(rules, m.Record(nil))
		require.NoError(t, err)
		line := r.Timeline()
		require.Len(t, line.Steps, len(moments))
		var turns, took int
		for i, step := range line.Steps {
			require.Equal(t, moments[i].State.Standing(), step.Standing)
			require.Equal(t, moments[i].State.Progress(), step.Progress)
			if step.Turn {
				turns++
			}
			if step.Took > 0 {
				took++
				require.Equal(t, match.ItemAnswer, m.Items[i].Kind)
			}
			if i < len(m.Items) {
				require.Equal(t, m.Items[i].Seat, step.Seat)
				require.Equal(t, m.Items[i].Kind == match.ItemAnswer, step.Asked != "")
			}
		}
		require.Greater(t, turns, 10)
		require.Greater(t, took, len(m.Items)/2)
		require.Equal(t, game.NoSeat, line.Steps[r.Len()].Seat)
		points, uses := 0, 0
		for _, piece := range line.Pieces {
			points += piece.Points
			for _, n := range piece.Uses {
				uses += n
			}
		}
		want := 0
		for _, place := range m.Result.Outcome.Places {
			for _, part := range place.Parts {
				_, card := part.Args.Get("card")
				_, spell := part.Args.Get("spell")
				if card || spell {
					want += part.Points
				}
			}
		}
		require.Equal(t, want, points)
		require.Positive(t, uses)
	}
}

func TestParseViewer(t *testing.T) {
	for text, want := range map[string]replay.Viewer{
		"all": replay.Everybody, "spectator": replay.Spectator, "0": 0, "1": 1,
	} {
		got, err := replay.ParseViewer(text, 2)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, text, got.String())
	}
	for _, text := range []string{"", "2", "-1", "-2", "01", "+1", "ALL", "1 "} {
		_, err := replay.ParseViewer(text, 2)
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal, text)
		require.Equal(t, coded.Malformed, refusal.Code)
	}
}

func TestStepsOutOfRange(t *testing.T) {
	m, _ := played(t, conformance.Toy(), 2, 1)
	r, err := replay.New(conformance.Toy(), m.Record(nil))
	require.NoError(t, err)
	for _, step := range []int{-1, r.Len() + 1} {
		_, err := r.Chunk(replay.Spectator, step)
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, coded.Malformed, refusal.Code)
	}
}

// TestAForgedRecordHasNoReplay: a changed answer or hash is refused.
func TestAForgedRecordHasNoReplay(t *testing.T) {
	m, _ := played(t, seasons.New(), 2, 1)
	record := m.Record(nil)
	record.Items = append([]match.Item{}, record.Items...)
	record.Items[20].Hash = "0000000000000000"
	_, err := replay.New(seasons.New(), record)
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, match.CodeBadRecord, refusal.Code)
}
