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
	CommitmentCheck Check = "commitment" // the secret is the one that the room committed to
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

// The codes of findings that do not hold, or could not be made.
const (
	CodeOtherCommitment coded.Code = "other_commitment" // the secret is not the one that was committed to
	CodeNoShare         coded.Code = "no_share"         // the share is not in the proof
	CodeBadSeed         coded.Code = "bad_seed"         // the seed does not follow from the proof
	CodeBadStart        coded.Code = "bad_start"        // the match cannot start, or the first hash differs
	CodeBadAnswer       coded.Code = "bad_answer"       // an item cannot be done, or leads elsewhere
	CodeBadHash         coded.Code = "bad_hash"         // a hash differs, and the match goes on as recorded
	CodeBadOutcome      coded.Code = "bad_outcome"      // the match ends in another way
	CodeOtherRules      coded.Code = "other_rules"      // another version of the rules plays the match differently
	CodeTooLong         coded.Code = "too_long"         // there was no time to play it to the end
	CodeNotKnown        coded.Code = "not_known"        // there is nothing to compare with
	CodeNoProof         coded.Code = "no_proof"         // the record does not say where its seed came from
	CodeNotOver         coded.Code = "not_over"         // the record ends before the match
	CodeNotReached      coded.Code = "not_reached"      // the answers could not be played to the end
)

// Finding is the result of one check.
type Finding struct {
	Check   Check   `json:"check"`
	Verdict Verdict `json:"verdict"`
	// Code says why the check has not passed; "" if it has.
	Code coded.Code `json:"code,omitempty"`
	// Message explains the finding to people, in English.
	Message string `json:"message"`
	// Item is the number of the item that does not fit, counted from 0; -1 if the finding is not
	// about an item.
	Item int `json:"item"`
}

// Err returns the finding as an error with its code, nil unless the check has failed.
func (f *Finding) Err() error {
	if f.Verdict != Fails {
		return nil
	}
	return coded.Errorf(f.Code, "%s", f.Message)
}

// Witness is what somebody has noted before a match, independently of its record. A field that is
// "" is not known.
type Witness struct {
	// Commitment is what the room showed before the player gave a share; Share is that share.
	Commitment string `json:"commitment"`
	Share      string `json:"share"`
}

// verifying is a record under verification.
type verifying struct {
	record *Record
	rules  game.Rules
	report func(Finding)
	// last is the match as far as it could be played.
	last *Match
	// good is how many items could be played.
	good int
}

// Verify checks a record for contradictions in itself, and against what a witness knows. It calls
// report with one Finding for each [Check], in order, as soon as the check is made. It returns the
// match at its end, or before the item that does not fit, or nil if the match cannot start. Verify
// plays with the given rules, even if the record is of another version of them. When ctx is done,
// the remaining checks are [Unknown]. Verify fails with [CodeBadRecord] if no match can have such a
// record.
func (r *Record) Verify(ctx context.Context, rules game.Rules, w Witness, report func(Finding)) (*Match, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if id := rules.Info().ID; r.Game != id {
		return nil, badRecord("it is of %.40s, not %s", r.Game, id)
	}
	v := &verifying{record: r, rules: rules, report: report}
	v.commitment(w)
	v.share(w)
	v.seed()
	if v.answers(ctx) {
		v.outcome()
	} else {
		v.say(OutcomeCheck, Unknown, CodeNotReached, -1, "the answers do not lead to the end")
	}
	return v.last, nil
}

func (v *verifying) say(check Check, verdict Verdict, code coded.Code, item int, format string, args ...any) {
	v.report(Finding{Check: check, Verdict: verdict, Code: code, Message: fmt.Sprintf(format, args...), Item: item})
}

// noProof reports whether the record has no proof, and then reports the check as Unknown.
func (v *verifying) noProof(check Check) bool {
	if v.record.Start.Proof != nil {
		return false
	}
	why := "the record does not say where its seed came from"
	if v.record.Start.State != nil {
		why = "the match began with a state of another one, not with a seed"
	}
	v.say(check, Unknown, CodeNoProof, -1, "%s", why)
	return true
}

func (v *verifying) commitment(w Witness) {
	if v.noProof(CommitmentCheck) {
		return
	}
	switch got := v.record.Start.Proof.Secret.Commitment(); w.Commitment {
	case "":
		v.say(
			CommitmentCheck,
			Unknown,
			CodeNotKnown,
			-1,
			"the secret has the commitment %s; what the room showed is not known here",
			got,
		)
	case got:
		v.say(CommitmentCheck, Holds, "", -1, "the secret has the commitment %s, which the room showed", got)
	default:
		v.say(
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

func (v *verifying) share(w Witness) {
	if v.noProof(ShareCheck) {
		return
	}
	switch seat := slices.Index(v.record.Start.Proof.Shares, w.Share); {
	case w.Share == "":
		v.say(ShareCheck, Unknown, CodeNotKnown, -1, "which share was given is not known here")
	case seat < 0:
		v.say(ShareCheck, Fails, CodeNoShare, -1, "no seat has the share %.32s", w.Share)
	default:
		v.say(ShareCheck, Holds, "", -1, "seat %d has the share %s", seat, w.Share)
	}
}

func (v *verifying) seed() {
	if v.noProof(SeedCheck) {
		return
	}
	r := v.record
	proof := r.Start.Proof
	if got := proof.Seed(&Terms{Game: r.Game, Version: r.Version, Options: r.Options}); got != *r.Start.Seed {
		v.say(
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
	v.say(
		SeedCheck,
		Holds,
		"",
		-1,
		"the seed follows from the secret of commitment %s and %s",
		proof.Secret.Commitment(),
		sharesText(proof),
	)
}

// sharesText lists the seats that gave a share.
func sharesText(proof *Proof) string {
	var gave []string
	for seat, share := range proof.Shares {
		if share != "" {
			gave = append(gave, fmt.Sprintf("seat %d", seat))
		}
	}
	if gave == nil {
		return "no share of a player"
	}
	return "the shares of " + strings.Join(gave, ", ")
}

// answers plays the record, reports AnswersCheck, and returns whether every item could be played.
func (v *verifying) answers(ctx context.Context) bool {
	// SeedCheck has already reported whether the seed follows from its proof.
	r := *v.record
	r.Start.Proof = nil
	m, err := r.Begin(v.rules)
	if err != nil {
		v.breaks(-1, CodeBadStart, message(err))
		return false
	}
	m.Start.Proof = v.record.Start.Proof
	v.last = m
	for i := range r.Items {
		if ctx.Err() != nil {
			v.say(AnswersCheck, Unknown, CodeTooLong, i, "item %d was not reached in the time that there is", i)
			return false
		}
		next, err := r.apply(m, i, nil)
		if err != nil {
			v.breaks(i, CodeBadAnswer, message(err))
			return false
		}
		if err := r.compare(next, i); err != nil {
			v.breaks(i, v.culprit(&r, next, i), message(err))
			return false
		}
		m = next
		v.last, v.good = m, i+1
	}
	v.say(
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

// breaks reports the item that does not fit, or the start if item is -1.
func (v *verifying) breaks(item int, code coded.Code, why string) {
	played, here := v.record.Version, v.rules.Info().Version
	for _, one := range v.record.Items[:max(0, item+1)] {
		if one.Kind == ItemRules {
			played = one.Version
		}
	}
	if played != here {
		v.say(
			AnswersCheck,
			Unknown,
			CodeOtherRules,
			item,
			"%s; the match was played with rules version %d, here is version %d",
			why,
			played,
			here,
		)
		return
	}
	v.say(AnswersCheck, Fails, code, item, "%s", why)
}

// culprit returns whether an item or only its hash was changed; m is the match after the item. If
// only the hash was changed, the next hash is right again.
func (v *verifying) culprit(r *Record, m *Match, item int) coded.Code {
	for i := item + 1; i < len(r.Items) && m.Result == nil; i++ {
		next, err := r.apply(m, i, nil)
		if err != nil {
			return CodeBadAnswer
		}
		if m = next; !r.Items[i].hashed() {
			continue
		}
		if r.compare(m, i) != nil {
			return CodeBadAnswer
		}
		return CodeBadHash
	}
	return CodeBadHash
}

func (v *verifying) outcome() {
	if v.last.Result == nil && len(v.record.Lost) == 0 {
		v.say(OutcomeCheck, Unknown, CodeNotOver, -1, "the record ends before the match")
		return
	}
	end, err := v.record.End(v.last)
	if err != nil {
		v.say(OutcomeCheck, Fails, CodeBadOutcome, -1, "%s", message(err))
		return
	}
	v.last = end
	if end.Result.Outcome == nil {
		v.say(OutcomeCheck, Holds, "", -1, "the match was abandoned")
		return
	}
	v.say(OutcomeCheck, Holds, "", -1, "the match ends with the outcome that the record says")
}

// At returns the match after that many items of the record; it may be played on. It fails with
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

// Cut returns the record with only its first items, as that of a match in progress.
func (r *Record) Cut(items int) *Record {
	cut := *r
	cut.Items = slices.Clip(r.Items[:items])
	cut.Ended, cut.Outcome, cut.Lost = 0, nil, nil
	return &cut
}

// message returns the message of an error. It omits the code of errors about the record.
func message(err error) string {
	if e := (*coded.Error)(nil); errors.As(err, &e) && e.Code == CodeBadRecord {
		return e.Message
	}
	return err.Error()
}
