package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Check names one of the checks of [Record.Verify].
type Check string

// The checks, in the order in which Verify makes them.
const (
	CommitmentCheck Check = "commitment" // the secret matches the commitment that the room showed
	ShareCheck      Check = "share"      // the proof has the player's share
	SeedCheck       Check = "seed"       // the seed follows from the secret, the shares and the terms
	AnswersCheck    Check = "answers"    // every answer is legal and leads to its hash
	OutcomeCheck    Check = "outcome"    // the match ends as the record says
)

// Verdict is the result of a check.
type Verdict string

// The results of a check.
const (
	Holds   Verdict = "holds"
	Fails   Verdict = "fails"
	Unknown Verdict = "unknown" // the check could not be made
)

// The codes of checks that failed or could not be made.
const (
	CodeOtherCommitment coded.Code = "other_commitment" // the secret has another commitment
	CodeNoShare         coded.Code = "no_share"         // the share is not in the proof
	CodeBadSeed         coded.Code = "bad_seed"         // the seed does not follow from the proof
	CodeBadStart        coded.Code = "bad_start"        // the match cannot start, or the first hash differs
	CodeBadAnswer       coded.Code = "bad_answer"       // an item cannot be applied, or leads to another state
	CodeBadHash         coded.Code = "bad_hash"         // a hash differs, but the match goes on as recorded
	CodeBadOutcome      coded.Code = "bad_outcome"      // the match ends in another way
	CodeOtherRules      coded.Code = "other_rules"      // another version of the rules plays the match differently
	CodeTooLong         coded.Code = "too_long"         // the time was up before the end of the match
	CodeNotKnown        coded.Code = "not_known"        // the witness has no value to compare with
	CodeNoProof         coded.Code = "no_proof"         // the record does not say where its seed came from
	CodeEventDeal       coded.Code = "event_deal"       // the seed is that of a round of an event, whose file proves it
	CodeNotOver         coded.Code = "not_over"         // the record ends before the match
	CodeNotReached      coded.Code = "not_reached"      // the answers could not be played to the end
)

// Finding is the result of one check.
type Finding struct {
	Check   Check   `json:"check"`
	Verdict Verdict `json:"verdict"`
	// Code is the reason why the check did not pass, "" if it did.
	Code coded.Code `json:"code,omitempty"`
	// Message explains the finding, in English.
	Message string `json:"message"`
	// Item is the number of the first item that does not match, counted from 0, or -1 if the finding is not
	// about an item.
	Item int `json:"item"`
}

// Err returns the finding as an error with its code, or nil unless the check failed.
func (f *Finding) Err() error {
	if f.Verdict != Fails {
		return nil
	}
	return coded.Errorf(f.Code, "%s", f.Message)
}

// Witness is what a player noted before the match, independently of its record. Unknown fields are "".
type Witness struct {
	// Commitment is the value that the room showed before the player sent a share. Share is that share.
	Commitment string `json:"commitment"`
	Share      string `json:"share"`
}

// verification is a record under verification.
type verification struct {
	record *Record
	rules  game.Rules
	report func(Finding)
	// last is the match after the last item that could be applied, nil before the start.
	last *Match
}

// Verify checks that a record does not contradict itself or what a witness noted. It calls report with one
// Finding for each [Check], in order, as soon as the check is made. It returns the match at its end, or before
// the first item that does not match, or nil if the match cannot start. Verify always uses the given rules,
// even if the record was played under another version of them. When ctx is done, the remaining checks are
// [Unknown]. Verify fails with [CodeBadRecord] if no match can have this record.
func (r *Record) Verify(ctx context.Context, rules game.Rules, w Witness, report func(Finding)) (*Match, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if id := rules.Info().ID; r.Game != id {
		return nil, badRecord("it is of %.40s, not %s", r.Game, id)
	}
	v := &verification{record: r, rules: rules, report: report}
	v.checkCommitment(w)
	v.checkShare(w)
	v.checkSeed()
	if v.checkAnswers(ctx) {
		v.checkOutcome()
	} else {
		v.addFinding(OutcomeCheck, Unknown, CodeNotReached, -1, "the answers do not lead to the end")
	}
	return v.last, nil
}

func (v *verification) addFinding(check Check, verdict Verdict, code coded.Code, item int, format string, args ...any) {
	v.report(Finding{Check: check, Verdict: verdict, Code: code, Message: fmt.Sprintf(format, args...), Item: item})
}

// skipWithoutProof reports whether the record has no proof. If so, it also reports the check as Unknown.
func (v *verification) skipWithoutProof(check Check) bool {
	if v.record.Start.Proof != nil {
		return false
	}
	switch start := &v.record.Start; {
	case start.Deal != nil:
		v.addFinding(
			check,
			Unknown,
			CodeEventDeal,
			-1,
			"the seed is that of round %d of the event %s, whose file proves it",
			start.Deal.Round,
			start.Deal.Event,
		)
	case start.State != nil:
		v.addFinding(
			check, Unknown, CodeNoProof, -1, "the match began with a state of another one, not with a seed")
	default:
		v.addFinding(check, Unknown, CodeNoProof, -1, "the record does not say where its seed came from")
	}
	return true
}

func (v *verification) checkCommitment(w Witness) {
	if v.skipWithoutProof(CommitmentCheck) {
		return
	}
	switch got := v.record.Start.Proof.Secret.Commitment(); w.Commitment {
	case "":
		v.addFinding(
			CommitmentCheck,
			Unknown,
			CodeNotKnown,
			-1,
			"the secret has the commitment %s; what the room showed is not known here",
			got,
		)
	case got:
		v.addFinding(CommitmentCheck, Holds, "", -1, "the secret has the commitment %s, which the room showed", got)
	default:
		v.addFinding(
			CommitmentCheck,
			Fails,
			CodeOtherCommitment,
			-1,
			"the secret has the commitment %s; the room showed %.64s",
			got,
			w.Commitment,
		)
	}
}

func (v *verification) checkShare(w Witness) {
	if v.skipWithoutProof(ShareCheck) {
		return
	}
	switch seat := slices.Index(v.record.Start.Proof.Shares, w.Share); {
	case w.Share == "":
		v.addFinding(ShareCheck, Unknown, CodeNotKnown, -1, "which share was given is not known here")
	case seat < 0:
		v.addFinding(ShareCheck, Fails, CodeNoShare, -1, "no seat has the share %.32s", w.Share)
	default:
		v.addFinding(ShareCheck, Holds, "", -1, "seat %d has the share %s", seat, w.Share)
	}
}

func (v *verification) checkSeed() {
	if v.skipWithoutProof(SeedCheck) {
		return
	}
	r := v.record
	proof := r.Start.Proof
	if got := proof.Seed(&Terms{Game: r.Game, Version: r.Version, Options: r.Options}); got != *r.Start.Seed {
		v.addFinding(
			SeedCheck,
			Fails,
			CodeBadSeed,
			-1,
			"the secret, the shares and the terms lead to the seed %x, not %x",
			got,
			*r.Start.Seed,
		)
		return
	}
	v.addFinding(
		SeedCheck,
		Holds,
		"",
		-1,
		"the seed follows from the secret of commitment %s and %s",
		proof.Secret.Commitment(),
		sharesText(proof),
	)
}

// sharesText lists the seats that sent a share.
func sharesText(proof *Proof) string {
	var seats []string
	for seat, share := range proof.Shares {
		if share != "" {
			seats = append(seats, fmt.Sprintf("seat %d", seat))
		}
	}
	if seats == nil {
		return "no share of a player"
	}
	return "the shares of " + strings.Join(seats, ", ")
}

// checkAnswers makes AnswersCheck and returns whether all items could be applied.
func (v *verification) checkAnswers(ctx context.Context) bool {
	// SeedCheck has already reported whether the seed follows from its proof.
	r := *v.record
	r.Start.Proof = nil
	m, err := r.Begin(v.rules)
	if err != nil {
		v.reportMismatch(-1, CodeBadStart, message(err))
		return false
	}
	m.Start.Proof = v.record.Start.Proof
	v.last = m
	for i := range r.Items {
		if ctx.Err() != nil {
			v.addFinding(AnswersCheck, Unknown, CodeTooLong, i, "item %d was not reached in the time that there is", i)
			return false
		}
		next, err := r.apply(m, i, nil)
		if err != nil {
			v.reportMismatch(i, CodeBadAnswer, message(err))
			return false
		}
		if err := r.checkHash(next, i); err != nil {
			v.reportMismatch(i, v.mismatchCode(&r, next, i), message(err))
			return false
		}
		m = next
		v.last = m
	}
	v.addFinding(
		AnswersCheck,
		Holds,
		"",
		-1,
		"%d answers lead to the hashes that were stored, the last one %s",
		m.Answers(),
		m.Hash,
	)
	return true
}

// reportMismatch reports the first item that does not match, or the start if item is -1. The check does not
// fail if the rules have another version here.
func (v *verification) reportMismatch(item int, code coded.Code, reason string) {
	played, current := v.record.Version, v.rules.Info().Version
	for _, recorded := range v.record.Items[:max(0, item+1)] {
		if recorded.Kind == ItemRules {
			played = recorded.Version
		}
	}
	if played != current {
		v.addFinding(
			AnswersCheck,
			Unknown,
			CodeOtherRules,
			item,
			"%s; the match was played with rules version %d, here is version %d",
			reason,
			played,
			current,
		)
		return
	}
	v.addFinding(AnswersCheck, Fails, code, item, "%s", reason)
}

// mismatchCode reports whether an item was changed or only its hash. m is the match after the item. If only the
// hash was changed, the next hash is right again.
func (v *verification) mismatchCode(r *Record, m *Match, item int) coded.Code {
	for i := item + 1; i < len(r.Items) && m.Result == nil; i++ {
		next, err := r.apply(m, i, nil)
		if err != nil {
			return CodeBadAnswer
		}
		if m = next; !r.Items[i].hasHash() {
			continue
		}
		if r.checkHash(m, i) != nil {
			return CodeBadAnswer
		}
		return CodeBadHash
	}
	return CodeBadHash
}

func (v *verification) checkOutcome() {
	if v.last.Result == nil && len(v.record.Lost) == 0 {
		v.addFinding(OutcomeCheck, Unknown, CodeNotOver, -1, "the record ends before the match")
		return
	}
	end, err := v.record.End(v.last)
	if err != nil {
		v.addFinding(OutcomeCheck, Fails, CodeBadOutcome, -1, "%s", message(err))
		return
	}
	v.last = end
	if end.Result.Outcome == nil {
		v.addFinding(OutcomeCheck, Holds, "", -1, "the match was abandoned")
		return
	}
	v.addFinding(OutcomeCheck, Holds, "", -1, "the match ends with the outcome that the record says")
}

// At returns the match after the first step items of the record. The match can be played on. At fails with
// [coded.Malformed] if step is out of range, with [CodeBadRecord], and with the error of ctx.
func (r *Record) At(ctx context.Context, rules game.Rules, step int) (*Match, error) {
	if step < 0 || step > len(r.Items) {
		return nil, coded.Malformedf("the match has the steps 0 to %d, not %d", len(r.Items), step)
	}
	m, err := r.Begin(rules)
	for i := 0; i < step && err == nil; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m, err = r.Next(m, i, nil)
	}
	return m, err
}

// Truncate returns the record of a match in progress that has only the first items of this one.
func (r *Record) Truncate(items int) *Record {
	cut := *r
	cut.Items = slices.Clip(r.Items[:items])
	cut.Ended, cut.Outcome, cut.Lost = 0, nil, nil
	return &cut
}

// message returns the text of an error, without the code if it is [CodeBadRecord].
func message(err error) string {
	if e := (*coded.Error)(nil); errors.As(err, &e) && e.Code == CodeBadRecord {
		return e.Message
	}
	return err.Error()
}
