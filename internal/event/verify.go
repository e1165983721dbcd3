package event

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/match"
)

// The checks of [File.Verify], in the order of its findings.
const (
	CommitmentCheck match.Check = "commitment" // the secret matches the commitment that the event showed
	EntriesCheck    match.Check = "entries"    // every entry follows from the rules and the entries before it
	PairingsCheck   match.Check = "pairings"   // lots, pairings and schedules follow from the rules and the secret
	StandingsCheck  match.Check = "standings"  // the standings follow from the results
	RecordsCheck    match.Check = "records"    // the results are those of the records
	DealsCheck      match.Check = "deals"      // the matches of each round began with its deal; only with SameDeal
	DigestCheck     match.Check = "digest"     // the entries have the digest of the file, and those that were noted
)

// The codes of checks that failed or could not be made.
const (
	CodeOtherCommitment coded.Code = "other_commitment" // the secret has another commitment
	CodeNoSecret        coded.Code = "no_secret"        // the file has no secret
	CodeBadPairing      coded.Code = "bad_pairing"      // the rules pair in another way
	CodeHiddenBlocks    coded.Code = "hidden_blocks"    // a pairing depends on blocks, which are not in the file
	CodeBadStandings    coded.Code = "bad_standings"    // the results lead to other standings
	CodeOtherResult     coded.Code = "other_result"     // the record has another result
	CodeOtherRecord     coded.Code = "other_record"     // the match has another record
	CodeOtherTable      coded.Code = "other_table"      // the match cannot be that of the table
	CodeOtherDeal       coded.Code = "other_deal"       // the match began with another deal
	CodeOtherDigest     coded.Code = "other_digest"     // the entries have another digest
	CodeNotKnown        coded.Code = "not_known"        // the witness has no value to compare with
	CodeNotReached      coded.Code = "not_reached"      // an earlier entry cannot follow
	CodeTooLong         coded.Code = "too_long"         // the time was up
	CodeOtherRules      coded.Code = "other_rules"      // the event has rules of another version
	CodeUnknownGame     coded.Code = "unknown_game"     // the program does not have the game of the record
)

// Witness is what a person noted during the event, independently of its file. Fields that are not known are empty.
type Witness struct {
	// Commitment is the commitment that the event showed before its start.
	Commitment string
	// Digests has digests that the event showed, by the number of the last entry.
	Digests map[int]string
	// Records has the records of matches, in any order.
	Records []*Played
}

// verification is a file under verification.
type verification struct {
	file     *File
	findings map[match.Check]match.Finding
	// secret is the revealed secret.
	secret *match.Secret
	// hidden is the number of rounds whose pairing depends on blocks.
	hidden int
	// byDigest and byMatch are the records of the witness. reported has the matches that were reported so far.
	byDigest, byMatch map[string]*Played
	reported          map[string]bool
	// compared is the number of results that were compared with a record, of all results of matches.
	compared, results int
}

// newVerification returns a verification with the records of a witness.
func newVerification(f *File, records []*Played) *verification {
	v := &verification{
		file:     f,
		findings: map[match.Check]match.Finding{},
		byDigest: map[string]*Played{},
		byMatch:  map[string]*Played{},
		reported: map[string]bool{},
	}
	for _, p := range records {
		v.byDigest[p.Digest], v.byMatch[p.Match] = p, p
	}
	return v
}

// Verify checks that an event does not contradict its rules, itself or what a witness noted. It returns a finding for
// each check, in order, and the event after the last entry that could follow. The Item of a finding is the index of
// the first wrong entry, or -1. When ctx is done, the remaining checks are unknown.
func (f *File) Verify(ctx context.Context, w Witness) ([]match.Finding, *Event) {
	v := newVerification(f, w.Records)
	v.checkCommitment(w)
	e := v.replay(ctx, w)
	checks := []match.Check{CommitmentCheck, EntriesCheck, PairingsCheck, StandingsCheck, RecordsCheck}
	v.addCompared(e, RecordsCheck, "%d results are those of the records")
	if e.Settings.SameDeal {
		checks = append(checks, DealsCheck)
		v.addCompared(e, DealsCheck, "%d matches have begun with the deals of their rounds")
	}
	v.checkDigest(e, w)
	list := make([]match.Finding, 0, len(checks)+1)
	for _, check := range append(checks, DigestCheck) {
		list = append(list, v.findings[check])
	}
	return list, e
}

// addCompared adds the finding of a check with the records in which no record has failed. e is the event after the
// last entry that could follow.
func (v *verification) addCompared(e *Event, check match.Check, holds string) {
	switch {
	case e.Last < len(v.file.Entries):
		v.add(check, match.Unknown, CodeNotReached, -1, "an entry cannot follow")
	case v.compared < v.results:
		v.add(check, match.Unknown, CodeNotKnown, -1, "the records of %d of %d matches are known here",
			v.compared, v.results)
	default:
		v.add(check, match.Holds, "", -1, holds, v.results)
	}
}

// add adds a finding unless the check has one that failed or could not be made.
func (v *verification) add(
	check match.Check, verdict match.Verdict, code coded.Code, item int, format string, args ...any,
) {
	if before, ok := v.findings[check]; ok && before.Verdict != match.Holds && verdict != match.Fails {
		return
	}
	if before := v.findings[check]; before.Verdict == match.Fails {
		return
	}
	v.findings[check] = match.Finding{
		Check: check, Verdict: verdict, Code: code, Message: fmt.Sprintf(format, args...), Item: item,
	}
}

// checkCommitment finds the secret and compares its commitment.
func (v *verification) checkCommitment(w Witness) {
	created, _ := v.file.Entries[0].Body.(*Created)
	last := len(v.file.Entries) - 1
	switch body := v.file.Entries[last].Body.(type) {
	case *Finished:
		v.secret = &body.Secret
	case *Cancelled:
		v.secret = &body.Secret
	}
	switch {
	case created == nil:
		v.add(CommitmentCheck, match.Fails, CodeBadEntry, 0, "the first entry does not create the event")
	case v.secret == nil:
		v.add(CommitmentCheck, match.Fails, CodeNoSecret, last, "the last entry does not reveal the secret")
	case v.secret.Commitment() != created.Commitment:
		v.add(CommitmentCheck, match.Fails, CodeOtherCommitment, last,
			"the secret has the commitment %s, not %.64s", v.secret.Commitment(), created.Commitment)
	case w.Commitment == "":
		v.add(CommitmentCheck, match.Unknown, CodeNotKnown, -1,
			"the secret has the commitment %s; what the event showed is not known here", created.Commitment)
	case w.Commitment != created.Commitment:
		v.add(CommitmentCheck, match.Fails, CodeOtherCommitment, 0,
			"the secret has the commitment %s; the event showed %.64s", created.Commitment, w.Commitment)
	default:
		v.add(CommitmentCheck, match.Holds, "", -1, "the secret has the commitment that the event showed")
	}
}

// replay decides the command of every entry again and compares what follows. It returns the event after the last
// entry that could follow.
func (v *verification) replay(ctx context.Context, w Witness) *Event {
	e := New(nil, v.file.ID)
	if created, ok := v.file.Entries[0].Body.(*Created); ok && created.Rules != rulesVersion {
		v.stop(match.Unknown, EntriesCheck, CodeOtherRules, 0,
			"the event has rules of version %d, here is version %d", created.Rules, rulesVersion)
		return e
	}
	for i, entry := range v.file.Entries {
		if ctx.Err() != nil {
			v.stop(match.Unknown, EntriesCheck, CodeTooLong, i, "the time was up")
			return e
		}
		if i == 0 && v.secret != nil {
			if created, ok := entry.Body.(*Created); ok {
				withSecret, body := *entry, *created
				body.Secret = v.secret
				withSecret.Body = &body
				entry = &withSecret
			}
		}
		next, ok := v.step(e, entry, i)
		if !ok {
			return e
		}
		e = next
		if digest, known := w.Digests[i+1]; known && digest != e.Digest {
			v.add(DigestCheck, match.Fails, CodeOtherDigest, i, "the event showed another digest after entry %d", i+1)
		}
		if report, ok := entry.Body.(*Report); ok {
			v.checkReport(e, report, i)
		}
	}
	v.add(EntriesCheck, match.Holds, "", -1, "%d entries follow from the rules", len(v.file.Entries))
	if v.hidden > 0 {
		v.add(PairingsCheck, match.Unknown, CodeHiddenBlocks, -1,
			"the pairings of %d rounds depend on who blocks whom, which is not in the file", v.hidden)
	}
	v.add(PairingsCheck, match.Holds, "", -1, "the pairings of %d rounds follow from the rules", len(e.Rounds))
	v.add(StandingsCheck, match.Holds, "", -1, "the standings follow from the results")
	return e
}

// step compares an entry with what the rules make of its command.
func (v *verification) step(e *Event, entry *Entry, i int) (*Event, bool) {
	check, code := EntriesCheck, CodeBadEntry
	switch entry.Body.(type) {
	case *Started, *RoundBegun:
		check, code = PairingsCheck, CodeBadPairing
	case *Finished:
		check, code = StandingsCheck, CodeBadStandings
	}
	if begun, ok := entry.Body.(*RoundBegun); ok && begun.HasBlocks {
		v.hidden++
		next, err := Apply(e, entry)
		if err != nil {
			v.stop(match.Fails, check, code, i, "%s", err.Error())
			return nil, false
		}
		if entry.By != "" && entry.By != e.Organiser && !entry.Officer {
			v.stop(match.Fails, EntriesCheck, CodeNotOfficer, i, "only the organiser can begin a round")
			return nil, false
		}
		return next, true
	}
	name := entry.Name
	if join, ok := entry.Body.(*Join); ok {
		name = join.Name
	}
	if name == "" {
		name = "-" // the name of a person who has not acted as officer is not stored
	}
	change, err := Decide(e, &Command{
		By:        Person{ID: entry.By, Name: name},
		ID:        entry.ID,
		IsOfficer: entry.Officer,
		At:        entry.At,
		Body:      entry.Body.action(),
	})
	switch {
	case err != nil:
		v.stop(match.Fails, EntriesCheck, coded.Of(err), i, "entry %d cannot follow: %s", i+1, err.Error())
		return nil, false
	case change.Entry == nil:
		v.stop(match.Fails, EntriesCheck, CodeBadEntry, i, "entry %d is there twice", i+1)
		return nil, false
	case !bytes.Equal(change.Entry.Public().Encode(), entry.Public().Encode()):
		v.stop(match.Fails, check, code, i, "entry %d is not what the rules say", i+1)
		return nil, false
	}
	return change.Next, true
}

// stop adds a finding about an entry, and that the other checks could not be made.
func (v *verification) stop(
	verdict match.Verdict, check match.Check, code coded.Code, item int, format string, args ...any,
) {
	v.add(check, verdict, code, item, format, args...)
	for _, other := range []match.Check{EntriesCheck, PairingsCheck, StandingsCheck} {
		if _, ok := v.findings[other]; !ok {
			v.add(other, match.Unknown, CodeNotReached, item, "the entries after number %d were not checked", item)
		}
	}
}

// checkReport compares a reported result with the record of its match. e is the event after the report.
func (v *verification) checkReport(e *Event, report *Report, i int) {
	v.results++
	if v.reported[report.Match] {
		v.add(RecordsCheck, match.Fails, CodeOtherTable, i, "the match %.64s has two results", report.Match)
		return
	}
	v.reported[report.Match] = true
	played := v.byDigest[report.Record]
	if played == nil {
		if other := v.byMatch[report.Match]; other != nil {
			v.add(
				RecordsCheck,
				match.Fails,
				CodeOtherRecord,
				i,
				"the record of the match %.64s has the hash %s, not %s",
				report.Match,
				other.Digest,
				report.Record,
			)
		}
		return
	}
	if played.Verdict != match.Holds {
		v.add(RecordsCheck, played.Verdict, played.Code, i, "the record of the match %.64s: %s",
			report.Match, played.Message)
		return
	}
	v.compared++
	t := &e.Rounds[report.Round-1].Tables[report.Table]
	if reason := played.checkTable(e, t); reason != "" {
		v.add(RecordsCheck, match.Fails, CodeOtherTable, i, "%s", reason)
		return
	}
	if played.Match != report.Match {
		v.add(RecordsCheck, match.Fails, CodeOtherRecord, i, "the record is that of the match %.64s, not %.64s",
			played.Match, report.Match)
	}
	places, totals := ResultOf(played.result, t.Absent)
	if !slices.Equal(places, report.Places) || !slices.Equal(totals, report.Totals) {
		v.add(RecordsCheck, match.Fails, CodeOtherResult, i,
			"the record has the places %v and the totals %v, not %v and %v",
			places, totals, report.Places, report.Totals)
	}
	v.checkRoom(e, report, played, i)
	if e.Settings.SameDeal && v.secret != nil {
		v.checkDeal(e, report, played, i)
	}
}

// checkRoom compares the room of a match with that of the table. The match at the table of an event has the id of its
// room.
func (v *verification) checkRoom(e *Event, report *Report, played *Played, i int) {
	proof := played.start.Proof
	isOther := v.secret != nil && report.Match != e.Room(report.Round, report.Table)
	if isOther || proof != nil && proof.Room != report.Match {
		v.add(RecordsCheck, match.Fails, CodeOtherTable, i, "the match %.64s was not played at table %d of round %d",
			report.Match, report.Table, report.Round)
	}
}

// checkDeal compares the seed of a match with the deal of its round.
func (v *verification) checkDeal(e *Event, report *Report, played *Played, i int) {
	deal := match.Deal{Event: e.ID, Round: report.Round}
	switch start := &played.start; {
	case start.Deal == nil || *start.Deal != deal:
		v.add(DealsCheck, match.Fails, CodeOtherDeal, i, "the match %.64s did not begin with the deal of round %d",
			report.Match, report.Round)
	case *start.Seed != e.Deal(report.Round):
		v.add(DealsCheck, match.Fails, CodeOtherDeal, i, "the secret leads to the deal %x in round %d, not %x",
			e.Deal(report.Round), report.Round, *start.Seed)
	}
}

// checkDigest compares the digest after the last entry.
func (v *verification) checkDigest(e *Event, w Witness) {
	switch {
	case e.Last < len(v.file.Entries):
		v.add(DigestCheck, match.Unknown, CodeNotReached, -1, "an entry cannot follow")
	case e.Digest != v.file.Digest:
		v.add(DigestCheck, match.Fails, CodeOtherDigest, -1, "the entries have the digest %s, not %.64s",
			e.Digest, v.file.Digest)
	case len(w.Digests) == 0:
		v.add(DigestCheck, match.Unknown, CodeNotKnown, -1, "which digests the event showed is not known here")
	default:
		for _, number := range slices.Sorted(maps.Keys(w.Digests)) {
			if number < 1 || number > e.Last {
				v.add(DigestCheck, match.Fails, CodeOtherDigest, -1, "the event had an entry %d", number)
			}
		}
		v.add(DigestCheck, match.Holds, "", -1, "the entries have the digests that the event showed")
	}
}
