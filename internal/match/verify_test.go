package match_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// verified are the findings of a record, by check, each reported once and in order.
func verified(
	t *testing.T,
	ctx context.Context,
	r *match.Record,
	rules game.Rules,
	w match.Witness,
) map[match.Check]match.Finding {
	t.Helper()
	found := map[match.Check]match.Finding{}
	var order []match.Check
	_, err := r.Verify(ctx, rules, w, func(f match.Finding) {
		order = append(order, f.Check)
		found[f.Check] = f
		require.NotEmpty(t, f.Message)
		require.Equal(t, f.Verdict == match.Holds, f.Code == "")
		require.Equal(t, f.Verdict == match.Fails, f.Err() != nil)
	})
	require.NoError(t, err)
	require.Equal(t, []match.Check{
		match.CommitmentCheck, match.ShareCheck, match.SeedCheck, match.AnswersCheck, match.OutcomeCheck,
	}, order)
	return found
}

// witness returns what the player at seat 0 has noted of a match.
func witness(m *match.Match) match.Witness {
	proof := m.Start.Proof
	return match.Witness{Commitment: proof.Secret.Commitment(), Share: proof.Shares[0]}
}

func TestVerify(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			m := s.played(t)
			w := witness(m)
			for check, f := range verified(t, t.Context(), record(t, m), s.rules, w) {
				if check == match.ShareCheck && w.Share == "" {
					require.Equal(t, match.Unknown, f.Verdict)
					continue
				}
				require.Equal(t, match.Holds, f.Verdict, "%s: %s", check, f.Message)
			}
		})
	}
}

// Whatever is changed in a record, exactly the check for it fails, and names the item that does not
// fit.
func TestVerifyNamesWhatWasChanged(t *testing.T) {
	s := toySample()
	finished := s.played(t)
	var answers []int
	for i, item := range finished.Items {
		if item.Kind == match.ItemAnswer {
			answers = append(answers, i)
		}
	}
	at := answers[3]
	tests := []struct {
		name   string
		change func(r *match.Record)
		check  match.Check
		code   coded.Code
		item   int
	}{
		{
			name:   "the secret",
			change: func(r *match.Record) { r.Start.Proof.Secret[5]++ },
			check:  match.CommitmentCheck,
			code:   match.CodeOtherCommitment,
			item:   -1,
		},
		{
			name:   "the seed for the secret",
			change: func(r *match.Record) { r.Start.Proof.Secret[5]++ },
			check:  match.SeedCheck,
			code:   match.CodeBadSeed,
			item:   -1,
		},
		{
			name:   "my share",
			change: func(r *match.Record) { r.Start.Proof.Shares[0] = strings.Repeat("7", 32) },
			check:  match.ShareCheck,
			code:   match.CodeNoShare,
			item:   -1,
		},
		{
			name:   "my share left out",
			change: func(r *match.Record) { r.Start.Proof.Shares[0] = "" },
			check:  match.ShareCheck,
			code:   match.CodeNoShare,
			item:   -1,
		},
		{
			name:   "another's share",
			change: func(r *match.Record) { r.Start.Proof.Shares[1] = strings.Repeat("7", 32) },
			check:  match.SeedCheck,
			code:   match.CodeBadSeed,
			item:   -1,
		},
		{"the room", func(r *match.Record) { r.Start.Proof.Room = "room-2" }, match.SeedCheck, match.CodeBadSeed, -1},
		{"the version", func(r *match.Record) { r.Version = 7 }, match.SeedCheck, match.CodeBadSeed, -1},
		{"the seed", func(r *match.Record) { r.Start.Seed[0]++ }, match.AnswersCheck, match.CodeBadStart, -1},
		{"the first hash", func(r *match.Record) { r.Start.Hash = "00" }, match.AnswersCheck, match.CodeBadStart, -1},
		{
			name:   "an answer",
			change: func(r *match.Record) { r.Items[at].Answer = otherAnswer(t, finished, s, at) },
			check:  match.AnswersCheck,
			code:   match.CodeBadAnswer,
			item:   at,
		},
		{
			name:   "an answer to an impossible one",
			change: func(r *match.Record) { r.Items[at].Answer = json.RawMessage(`["x"]`) },
			check:  match.AnswersCheck,
			code:   match.CodeBadAnswer,
			item:   at,
		},
		{
			name:   "a hash",
			change: func(r *match.Record) { r.Items[at].Hash = r.Start.Hash },
			check:  match.AnswersCheck,
			code:   match.CodeBadHash,
			item:   at,
		},
		{
			name:   "an answer left out",
			change: func(r *match.Record) { r.Items = append(r.Items[:at:at], r.Items[at+1:]...) },
			check:  match.AnswersCheck,
			code:   match.CodeBadAnswer,
			item:   at,
		},
		{
			name:   "the outcome",
			change: func(r *match.Record) { r.Outcome.Places[0].Total++ },
			check:  match.OutcomeCheck,
			code:   match.CodeBadOutcome,
			item:   -1,
		},
		{
			name:   "the losers",
			change: func(r *match.Record) { r.Lost[1] = match.LostLeft },
			check:  match.OutcomeCheck,
			code:   match.CodeBadOutcome,
			item:   -1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := record(t, finished)
			test.change(r)
			found := verified(t, t.Context(), r, s.rules, witness(finished))
			f := found[test.check]
			require.Equal(t, match.Fails, f.Verdict, "%v", found)
			require.Equal(t, test.code, f.Code)
			require.Equal(t, test.item, f.Item)
			if test.item >= 0 {
				require.Contains(t, f.Message, fmt.Sprintf("item %d", test.item))
				require.Equal(t, match.CodeNotReached, found[match.OutcomeCheck].Code)
			}
		})
	}
}

// What the witness has not noted is unknown, not wrong.
func TestVerifyWhatIsNotKnown(t *testing.T) {
	s := toySample()
	m := s.played(t)
	found := verified(t, t.Context(), record(t, m), s.rules, match.Witness{})
	require.Equal(t, match.CodeNotKnown, found[match.CommitmentCheck].Code)
	require.Equal(t, match.CodeNotKnown, found[match.ShareCheck].Code)
	require.Equal(t, match.Holds, found[match.SeedCheck].Verdict)

	found = verified(t, t.Context(), record(t, play(t, s.begin(t), random(1), 5)), s.rules, match.Witness{})
	require.Equal(t, match.Holds, found[match.AnswersCheck].Verdict)
	require.Equal(t, match.CodeNotOver, found[match.OutcomeCheck].Code)

	part := play(t, s.begin(t), random(1), 5)
	from, err := match.Begin(s.rules, s.terms(), match.Start{
		State: encoded(t, part.State), Origin: &match.Origin{Match: "m0", Step: 5, Luck: match.LuckSame},
	})
	require.NoError(t, err)
	found = verified(t, t.Context(), record(t, play(t, from, random(2), 10_000)), s.rules, witness(m))
	for _, check := range []match.Check{match.CommitmentCheck, match.ShareCheck, match.SeedCheck} {
		require.Equal(t, match.CodeNoProof, found[check].Code)
	}
	require.Equal(t, match.Holds, found[match.OutcomeCheck].Verdict)

	seed := game.SeedFromInt(3)
	dealt, err := match.Begin(s.rules, s.terms(), match.Start{
		Seed: &seed, Deal: &match.Deal{Event: "event-1", Round: 2},
	})
	require.NoError(t, err)
	found = verified(t, t.Context(), record(t, play(t, dealt, random(2), 10_000)), s.rules, witness(m))
	for _, check := range []match.Check{match.CommitmentCheck, match.ShareCheck, match.SeedCheck} {
		require.Equal(t, match.Unknown, found[check].Verdict)
		require.Equal(t, match.CodeEventDeal, found[check].Code)
		require.Contains(t, found[check].Message, "round 2 of the event event-1")
	}
	require.Equal(t, match.Holds, found[match.OutcomeCheck].Verdict)

	ended, end := context.WithCancel(t.Context())
	end()
	found = verified(t, ended, record(t, m), s.rules, match.Witness{})
	require.Equal(t, match.CodeTooLong, found[match.AnswersCheck].Code)
	require.Equal(t, match.CodeNotReached, found[match.OutcomeCheck].Code)
}

// A match of other rules that play it the same is verified as any other. If they play it
// differently, the verdict is unknown and Verify returns the match as far as it could be played.
func TestVerifyOtherRules(t *testing.T) {
	s := toySample()
	m := s.played(t)
	for _, version := range []int{1, 5} {
		found := verified(t, t.Context(), record(t, m), otherVersion{s.rules, version}, match.Witness{})
		require.Equal(t, match.Holds, found[match.AnswersCheck].Verdict)
	}
	r := record(t, m)
	at := 2
	r.Items[at].Answer = json.RawMessage(`["x"]`)
	var found match.Finding
	last, err := r.Verify(t.Context(), otherVersion{s.rules, 5}, match.Witness{}, func(f match.Finding) {
		if f.Check == match.AnswersCheck {
			found = f
		}
	})
	require.NoError(t, err)
	require.Equal(t, match.Unknown, found.Verdict)
	require.Equal(t, match.CodeOtherRules, found.Code)
	require.Equal(t, at, found.Item)
	require.Len(t, last.Items, at)

	line, err := match.NewTimeline(otherVersion{s.rules, 5}, r.Truncate(at))
	require.NoError(t, err)
	require.Equal(t, at, line.Len())
}

func TestVerifyRefusesWhatIsNoRecord(t *testing.T) {
	s := toySample()
	r := record(t, s.played(t))
	never := func(match.Finding) { t.Fatal("nothing is found") }
	r.Game = "chess"
	_, err := r.Verify(t.Context(), s.rules, match.Witness{}, never)
	requireCode(t, match.CodeBadRecord, err, "it is of chess, not toy")
	r.Format = ""
	_, err = r.Verify(t.Context(), s.rules, match.Witness{}, never)
	requireCode(t, match.CodeBadRecord, err, "the format is")
}

func TestAt(t *testing.T) {
	s := toySample()
	m := s.played(t)
	r := record(t, m)
	line, err := match.NewTimeline(s.rules, r)
	require.NoError(t, err)
	for step := range line.Len() {
		want, err := line.At(step)
		require.NoError(t, err)
		got, err := r.At(t.Context(), s.rules, step)
		require.NoError(t, err)
		require.Equal(t, want.Match.Hash, got.Hash)
		require.Len(t, got.Items, step)
	}
	for _, step := range []int{-1, line.Len() + 1} {
		_, err = r.At(t.Context(), s.rules, step)
		requireCode(t, coded.Malformed, err, "steps 0 to")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = r.At(ended, s.rules, 3)
	require.ErrorIs(t, err, context.Canceled)
}
