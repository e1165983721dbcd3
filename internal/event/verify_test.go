package event

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// honestEvent plays a Swiss event of three rounds in which everything happens that an event can have.
func honestEvent(t *testing.T) *club {
	source := rand.New(rand.NewPCG(1, 1))
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Rounds: 3, LateUntil: 1}, 9)
	c.do(person(8), &Join{Perhaps: true})
	c.do(organiser, &ChangeSettings{c.event.Settings})
	c.do(organiser, &Withdraw{Person: person(7), Reason: "is ill"})
	c.do("", &Start{})
	c.begin()
	c.do(organiser, &Pause{Reason: "a break"})
	c.at += 3 * minute
	c.do(organiser, &Resume{})
	c.at += 6 * minute
	c.do("officer-1", &Wait{place{1, 2}})
	c.do("officer-1", &Forfeit{place{1, 0}, 0})
	c.reportAll(source)
	c.do("officer-1", &Settle{place{1, 1}, []int{1, 2}, "a wrong report"})
	c.do(organiser, &Enter{Person: "late", Name: "Late"})
	c.begin()
	c.reportAll(source)
	leaver := c.event.Rounds[1].Tables[0].Seats[0]
	c.do(c.event.People[leaver].ID, &Leave{Person: c.event.People[leaver].ID})
	c.begin()
	c.reportAll(source)
	c.do("", &Finish{})
	return c
}

// forgery changes a file.
type forgery struct {
	name  string
	check match.Check // the check that must fail
	apply func(f *File)
}

// nth returns the index of the nth entry with a body of a type, counted from 0.
func nth[B Body](f *File, n int) int {
	for i, entry := range f.Entries {
		if _, ok := entry.Body.(B); ok {
			if n == 0 {
				return i
			}
			n--
		}
	}
	panic("the event has no such entry")
}

// change returns a forgery of the body of the nth entry of a type.
func change[B Body](name string, check match.Check, n int, edit func(body B)) forgery {
	return forgery{name, check, func(f *File) { edit(f.Entries[nth[B](f, n)].Body.(B)) }}
}

// changeEntry returns a forgery of the nth entry with a body of a type.
func changeEntry[B Body](name string, check match.Check, n int, edit func(entry *Entry)) forgery {
	return forgery{name, check, func(f *File) { edit(f.Entries[nth[B](f, n)]) }}
}

// remove returns a forgery without the nth entry of a type.
func remove[B Body](name string, check match.Check, n int) forgery {
	return forgery{name, check, func(f *File) {
		i := nth[B](f, n)
		f.Entries = slices.Delete(f.Entries, i, i+1)
	}}
}

// insert returns a forgery with another entry after the nth one of a type.
func insert[B Body](name string, check match.Check, n int, entry Entry) forgery {
	return forgery{name, check, func(f *File) {
		i := nth[B](f, n)
		entry.At = f.Entries[i].At
		f.Entries = slices.Insert(f.Entries, i+1, &entry)
	}}
}

func forgeries() []forgery {
	hash := strings.Repeat("0", 64)
	return []forgery{
		change("another title", DigestCheck, 0, func(b *Created) { b.Settings.Title = "Other" }),
		change("another game", DigestCheck, 0, func(b *Created) { b.Settings.Game = "other" }),
		change("rated", DigestCheck, 0, func(b *ChangeSettings) { b.Settings.Rated = true }),
		change("fewer rounds", EntriesCheck, 0, func(b *ChangeSettings) { b.Settings.Rounds = 2 }),
		change("other tables", PairingsCheck, 0, func(b *ChangeSettings) { b.Settings.Size = 3 }),
		change("full tables of three", PairingsCheck, 0, func(b *ChangeSettings) {
			b.Settings.Size, b.Settings.FullTables = 3, true
		}),
		change("a longer time to come", EntriesCheck, 0, func(b *ChangeSettings) { b.Settings.Grace = 40 }),
		change("no late entries", EntriesCheck, 0, func(b *ChangeSettings) { b.Settings.LateUntil = 4 }),
		change("another commitment", CommitmentCheck, 0, func(b *Created) { b.Commitment = hash }),
		change("another secret", CommitmentCheck, 0, func(b *Finished) { b.Secret[0]++ }),
		{"another secret with its commitment", CommitmentCheck, func(f *File) {
			finished := f.Entries[len(f.Entries)-1].Body.(*Finished)
			finished.Secret[0]++
			f.Entries[0].Body.(*Created).Commitment = finished.Secret.Commitment()
		}},
		{"another event", PairingsCheck, func(f *File) { f.ID = "other" }},
		{"another digest", DigestCheck, func(f *File) { f.Digest = hash }},
		remove[*Created]("no beginning", CommitmentCheck, 0),
		remove[*Finished]("no end", CommitmentCheck, 0),
		changeEntry[*Created]("another organiser", EntriesCheck, 0, func(e *Entry) { e.By = "other" }),
		remove[*Join]("without a person", PairingsCheck, 2),
		insert[*Join]("with another person", PairingsCheck, 2, Entry{By: "other", ID: "1", Body: &Join{Name: "Other"}}),
		insert[*Join]("a person without an id", EntriesCheck, 2, Entry{Body: &Join{Name: "Other"}}),
		change("another name", DigestCheck, 1, func(b *Join) { b.Name = "Other" }),
		change("a name that is too long", EntriesCheck, 1, func(b *Join) { b.Name = strings.Repeat("a", MaxName+1) }),
		change("another strength", PairingsCheck, 3, func(b *Join) { b.Strength = 1500 }),
		change("an answer that was perhaps", PairingsCheck, 1, func(b *Join) { b.Perhaps = true }),
		remove[*Withdraw]("a person who withdrew", PairingsCheck, 0),
		changeEntry[*Withdraw]("withdrawn by a stranger", EntriesCheck, 0, func(e *Entry) { e.By = "other" }),
		change("another order of seeds", PairingsCheck, 0, func(b *Started) { slices.Reverse(b.Order) }),
		change("a seed twice", PairingsCheck, 0, func(b *Started) { b.Order[0] = b.Order[1] }),
		changeEntry[*Started]("started by a stranger", EntriesCheck, 0, func(e *Entry) { e.By, e.ID = "other", "1" }),
		change("other opponents", PairingsCheck, 0, func(b *RoundBegun) {
			b.Tables[0][1], b.Tables[1][1] = b.Tables[1][1], b.Tables[0][1]
		}),
		change("other seats", PairingsCheck, 1, func(b *RoundBegun) { slices.Reverse(b.Tables[0]) }),
		change("another order of tables", PairingsCheck, 1, func(b *RoundBegun) { slices.Reverse(b.Tables) }),
		change("a table less", PairingsCheck, 1, func(b *RoundBegun) { b.Tables = b.Tables[1:] }),
		change("another bye", PairingsCheck, 0, func(b *RoundBegun) {
			b.Byes[0], b.Tables[0][0] = b.Tables[0][0], b.Byes[0]
		}),
		change("no bye", PairingsCheck, 0, func(b *RoundBegun) { b.Byes = []int{} }),
		change("a person twice", PairingsCheck, 1, func(b *RoundBegun) { b.Tables[0][0] = b.Tables[1][0] }),
		change("an unknown person", PairingsCheck, 1, func(b *RoundBegun) { b.Tables[0][0] = 99 }),
		change("another number of a round", PairingsCheck, 1, func(b *RoundBegun) { b.Number = 7 }),
		change("blocks as a pretext", DigestCheck, 1, func(b *RoundBegun) {
			b.HasBlocks = true
			slices.Reverse(b.Tables[0])
		}),
		remove[*RoundBegun]("a round less", EntriesCheck, 1),
		insert[*RoundBegun]("a round more", EntriesCheck, 0, Entry{Body: &RoundBegun{Number: 2, Byes: []int{}}}),
		changeEntry[*RoundBegun]("a round begun by a stranger", EntriesCheck, 1, func(e *Entry) {
			e.By, e.ID = "other", "1"
		}),
		change("another result", RecordsCheck, 1, func(b *Report) {
			if slices.Equal(b.Places, []int{1, 2}) {
				b.Places = []int{2, 1}
			} else {
				b.Places = []int{1, 2}
			}
		}),
		change("places that cannot be", EntriesCheck, 1, func(b *Report) { b.Places = []int{1, 3} }),
		change("no winner", EntriesCheck, 1, func(b *Report) { b.Places = []int{2, 2} }),
		change("a place more", EntriesCheck, 1, func(b *Report) { b.Places = []int{1, 2, 3} }),
		change("a forfeit without absence", EntriesCheck, 1, func(b *Report) { b.Places = []int{1, 0} }),
		change("another record", DigestCheck, 1, func(b *Report) { b.Record = hash }),
		change("no record", EntriesCheck, 1, func(b *Report) { b.Record = "" }),
		change("the record of another table", RecordsCheck, 0, func(b *Report) {
			b.Record = hash // the witness knows it with three places
		}),
		change("another match", DigestCheck, 1, func(b *Report) { b.Match = "other" }),
		change("an unknown table", EntriesCheck, 1, func(b *Report) { b.Table = 9 }),
		change("an unknown round", EntriesCheck, 1, func(b *Report) { b.Round = 9 }),
		changeEntry[*Report]("a result by a player", EntriesCheck, 1, func(e *Entry) { e.By, e.ID = "p01", "1" }),
		remove[*Report]("no result", EntriesCheck, 3),
		insert[*Report]("a second result", EntriesCheck, 3, Entry{Body: &Report{
			place: place{2, 0}, Match: "other", Record: hash, Places: []int{1, 2},
		}}),
		change("another absent person", EntriesCheck, 0, func(b *Forfeit) { b.Seat = 4 }),
		changeEntry[*Forfeit]("an early forfeit", EntriesCheck, 0, func(e *Entry) { e.At -= 5 * minute }),
		changeEntry[*Forfeit]("a forfeit without right", EntriesCheck, 0, func(e *Entry) { e.Officer = false }),
		remove[*Forfeit]("no forfeit", EntriesCheck, 0),
		changeEntry[*Wait]("more time without right", EntriesCheck, 0, func(e *Entry) { e.Officer = false }),
		changeEntry[*Wait]("more time by nobody", EntriesCheck, 0, func(e *Entry) { e.By, e.Name = "", "" }),
		change("more time at the table of the forfeit", EntriesCheck, 0, func(b *Wait) { b.Table = 0 }),
		change("more time at no table", EntriesCheck, 0, func(b *Wait) { b.Table = 9 }),
		remove[*Wait]("no more time", DigestCheck, 0),
		change("another decision of the officer", PairingsCheck, 0, func(b *Settle) { slices.Reverse(b.Places) }),
		change("another reason", DigestCheck, 0, func(b *Settle) { b.Reason = "because" }),
		change("no reason", EntriesCheck, 0, func(b *Settle) { b.Reason = "" }),
		changeEntry[*Settle]("another officer", DigestCheck, 0, func(e *Entry) { e.Name = "Other" }),
		changeEntry[*Settle]("a decision without right", EntriesCheck, 0, func(e *Entry) { e.Officer = false }),
		changeEntry[*Settle]("a decision without a name", EntriesCheck, 0, func(e *Entry) { e.Name = "" }),
		remove[*Settle]("no decision of the officer", PairingsCheck, 0),
		changeEntry[*Enter]("a person who entered alone", EntriesCheck, 0, func(e *Entry) { e.By = "late" }),
		remove[*Enter]("no late entry", PairingsCheck, 0),
		insert[*RoundBegun]("an entry that is too late", EntriesCheck, 1, Entry{
			By: "other", ID: "1", Body: &Enter{Person: "other", Name: "Other"},
		}),
		insert[*Started]("another organiser by a stranger", EntriesCheck, 0, Entry{
			By: "other", ID: "x", Name: "Other", Body: &HandOver{person(1)},
		}),
		insert[*Started]("another organiser by the server", EntriesCheck, 0, Entry{Body: &HandOver{person(1)}}),
		insert[*Started]("no organiser", EntriesCheck, 0, Entry{Body: &HandOver{}}),
		insert[*Started]("an organiser who does not take part", EntriesCheck, 0, Entry{
			By: organiser, ID: "x", Name: "Other", Body: &HandOver{"other"},
		}),
		remove[*Leave]("a person who left", PairingsCheck, 0),
		changeEntry[*Leave]("removed by a stranger", EntriesCheck, 0, func(e *Entry) { e.By = "other" }),
		remove[*Pause]("no pause", EntriesCheck, 0),
		remove[*Resume]("no end of the pause", EntriesCheck, 0),
		changeEntry[*Pause]("a pause of another length", DigestCheck, 0, func(e *Entry) { e.At += 1000 }),
		changeEntry[*Join]("a time that goes backward", EntriesCheck, 3, func(e *Entry) { e.At -= minute }),
		changeEntry[*Join]("a time that is negative", EntriesCheck, 3, func(e *Entry) { e.At = -1 }),
		changeEntry[*Join]("another time", DigestCheck, 3, func(e *Entry) { e.At -= 500 }),
		changeEntry[*Join]("another command", DigestCheck, 3, func(e *Entry) { e.ID = "other" }),
		changeEntry[*Join]("the rights of an officer", EntriesCheck, 3, func(e *Entry) { e.Officer = true }),
		{"an entry twice", EntriesCheck, func(f *File) {
			i := nth[*Join](f, 3)
			f.Entries = slices.Insert(f.Entries, i, f.Entries[i])
		}},
		insert[*Started]("settings after the start", EntriesCheck, 0, Entry{
			By: organiser, ID: "x", Name: "Other", Body: &ChangeSettings{Settings{Title: "Other", Kind: KindSwiss}},
		}),
		change("other points", StandingsCheck, 0, func(b *Finished) { b.Standings[0].Points++ }),
		change("another order", StandingsCheck, 0, func(b *Finished) {
			b.Standings[0].Person, b.Standings[1].Person = b.Standings[1].Person, b.Standings[0].Person
		}),
		change("another tie-break", StandingsCheck, 0, func(b *Finished) { b.Standings[2].Met += 12 }),
		change("other wins", StandingsCheck, 0, func(b *Finished) { b.Standings[2].Wins++ }),
		change("a standing less", StandingsCheck, 0, func(b *Finished) { b.Standings = b.Standings[1:] }),
		{"cancelled in place of finished", DigestCheck, func(f *File) {
			last := f.Entries[len(f.Entries)-1]
			last.By, last.ID, last.Name = organiser, "x", "Other"
			last.Body = &Cancelled{"a storm", last.Body.(*Finished).Secret}
		}},
		{"an entry after the end", CommitmentCheck, func(f *File) {
			last := f.Entries[len(f.Entries)-1]
			f.Entries = append(f.Entries, &Entry{At: last.At, By: organiser, ID: "x", Name: "Other", Body: &Pause{}})
		}},
	}
}

// redigest sets the digest of the file and of the entries, as a careful forger does.
func (f *File) redigest() {
	f.Digest = ""
	for _, entry := range f.Entries {
		f.Digest = digest(f.Digest, entry)
	}
}

// Every forgery is found, also by a reader of the encoded file, and by the check that names the reason.
func TestForgeriesAreFound(t *testing.T) {
	c := honestEvent(t)
	w := c.witness()
	w.Records = append(w.Records, &Played{
		Match: "other", Digest: strings.Repeat("0", 64), Verdict: match.Holds,
		game: c.event.Settings.Game, options: c.event.Settings.Options, start: match.Start{Proof: &match.Proof{}},
		result: &match.Result{Outcome: &game.Outcome{}, Seats: make([]match.SeatResult, 3)},
		isBot:  make([]bool, 3),
	})
	list := forgeries()
	require.Greater(t, len(list), 80)
	for _, forgery := range list {
		t.Run(forgery.name, func(t *testing.T) {
			honest, err := Export(c.event, c.entries)
			require.NoError(t, err)
			f, err := DecodeFile(honest.Encode())
			require.NoError(t, err)
			forgery.apply(f)
			if f.Digest == honest.Digest {
				f.redigest()
			}
			f, err = DecodeFile(f.Encode())
			require.NoError(t, err)
			findings, _ := f.Verify(t.Context(), w)
			var failed []match.Check
			for _, finding := range findings {
				if finding.Verdict == match.Fails {
					require.NotEmpty(t, finding.Code)
					failed = append(failed, finding.Check)
				}
			}
			require.Contains(t, failed, forgery.check, "%+v", findings)
		})
	}
}

// Without a witness, nothing fails, and what cannot be known is said.
func TestVerifyWithoutAWitness(t *testing.T) {
	c := honestEvent(t)
	file, err := Export(c.event, c.entries)
	require.NoError(t, err)
	findings, _ := file.Verify(t.Context(), Witness{})
	var verdicts []match.Verdict
	for _, f := range findings {
		verdicts = append(verdicts, f.Verdict)
	}
	require.Equal(t, []match.Verdict{
		match.Unknown, match.Holds, match.Holds, match.Holds, match.Unknown, match.Unknown,
	}, verdicts)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	findings, _ = file.Verify(ctx, c.witness())
	require.Equal(t, CodeTooLong, findings[1].Code)
}

func TestVerifyWithOtherRules(t *testing.T) {
	c := honestEvent(t)
	file, err := Export(c.event, c.entries)
	require.NoError(t, err)
	file.Entries[0].Body.(*Created).Rules = 2
	findings, _ := file.Verify(t.Context(), c.witness())
	require.Equal(t, match.Unknown, findings[1].Verdict)
	require.Equal(t, CodeOtherRules, findings[1].Code)
	_, err = Apply(New(nil, "event"), file.Entries[0])
	require.Equal(t, CodeBadEntry, coded.Of(err))
}

// Events of version 1 of the rules verify with every later version of the program. The files were made by honest
// events of this version, one for each method of pairing.
func TestStoredEventsVerify(t *testing.T) {
	names, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.Len(t, names, 8)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		file, err := DecodeFile(data)
		require.NoError(t, err, name)
		require.Equal(t, strings.TrimSpace(string(data)), string(file.Encode()), name)
		findings, end := file.Verify(t.Context(), Witness{})
		require.Equal(t, StatusFinished, end.Status)
		for _, f := range findings {
			if f.Code != CodeNotKnown {
				require.Equal(t, match.Holds, f.Verdict, "%s: %+v", name, f)
			}
		}
	}
}

func TestTheSecretIsNotShownBeforeTheEnd(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 4)
	secret, err := c.event.Secret.MarshalText()
	require.NoError(t, err)
	require.Contains(t, string(c.entries[0].Encode()), string(secret))
	require.NotContains(t, string(c.entries[0].Public().Encode()), string(secret))
	_, err = Export(c.event, c.entries)
	require.Equal(t, CodeNotOver, coded.Of(err))
}

func TestFilesThatCannotBeRead(t *testing.T) {
	c := honestEvent(t)
	file, err := Export(c.event, c.entries)
	require.NoError(t, err)
	good := string(file.Encode())
	for name, bad := range map[string]string{
		"no JSON":               "x",
		"an unknown field":      strings.Replace(good, `"id"`, `"x":1,"id"`, 1),
		"another format":        strings.Replace(good, Format, "other", 1),
		"another version":       strings.Replace(good, `"version":1`, `"version":2`, 1),
		"no entries":            `{"format":"archmage event","version":1,"id":"a","entries":[],"digest":""}`,
		"an unknown entry":      strings.Replace(good, `"kind":"start"`, `"kind":"stat"`, 1),
		"an entry of version 2": strings.Replace(good, `"v":1`, `"v":2`, 1),
		"an unknown member":     strings.Replace(good, `"perhaps"`, `"Perhaps"`, 1),
		"a name twice":          strings.Replace(good, `"v":1`, `"v":1,"v":1`, 1),
	} {
		require.NotEqual(t, good, bad, name)
		_, err := DecodeFile([]byte(bad))
		require.Equal(t, CodeBadFile, coded.Of(err), name)
	}
	_, err = DecodeFile(make([]byte, MaxFile+1))
	require.Equal(t, CodeBadFile, coded.Of(err))
}
