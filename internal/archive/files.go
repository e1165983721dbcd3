package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// FileInfo describes a match that a person has imported from a file. The names of its players are
// those in the file.
type FileInfo struct {
	// Match is the id that the match has in the file.
	Match string `json:"match"`
	// Until is the time at which the file is deleted, in milliseconds since 1970.
	Until int64 `json:"until"`
	// Items is the number of items in the file. Shown is the number of items that can be shown, which is
	// smaller if the file is of another version of the rules and the current rules play it differently.
	Items int `json:"items"`
	Shown int `json:"shown"`
}

// ImportTTL is the time for which an imported match is kept. ImportQuota bounds the number and the
// total size of one person's imported matches.
const ImportTTL = 30 * 24 * time.Hour

var ImportQuota = store.Quota{Matches: 50, Bytes: 4 << 20}

// ImportError is the error for a file that is refused.
type ImportError struct {
	Refusal *coded.Error
	// Item is the number of the item that cannot be applied, counted from 0, or -1 if the error is not about an
	// item.
	Item int
}

// Error returns the message of the refusal.
func (e *ImportError) Error() string { return e.Refusal.Error() }

// Unwrap returns the refusal.
func (e *ImportError) Unwrap() error { return e.Refusal }

func importError(code coded.Code, item int, format string, args ...any) error {
	return &ImportError{coded.Errorf(code, format, args...), item}
}

// Import stores a match for a person. text is the content of the record's file. A record that the person has
// already imported is not stored again. Import fails with a *ImportError if the record cannot be shown, with
// CodeManyFiles or with coded.Busy.
func (a *Archive) Import(ctx context.Context, by people.Person, text []byte) (MatchInfo, error) {
	if err := by.Check(); err != nil {
		return MatchInfo{}, err
	}
	// Each file is played once, even if it is sent several times at once, and few are played at the
	// same time. Refusals are cached too.
	value, err := a.options.Replays.Get(ctx, fmt.Sprintf("file %x", sha256.Sum256(text)), func() (any, int, error) {
		checked, err := a.checkFile(text)
		return checked, checked.size, err
	})
	if err != nil {
		return MatchInfo{}, err
	}
	checked := value.(checkedFile)
	if checked.refusal != nil {
		return MatchInfo{}, checked.refusal
	}
	// The same record of the same person gets the same id.
	sum := sha256.Sum256(append([]byte(by.ID+"\n"), checked.sum[:]...))
	id := uuid.NewSHA1(uuid.Nil, sum[:]).String()
	if info, err := a.Match(ctx, by, id); err == nil {
		return info, nil
	}
	imported := a.fileOf(id, by, checked.record, checked.shown, time.Now().Add(ImportTTL))
	err = a.store.AddImport(ctx, imported, ImportQuota)
	switch {
	case errors.Is(err, store.ErrQuota):
		return MatchInfo{}, coded.Errorf(
			CodeManyFiles,
			"you have imported as many matches as are kept: %d, or %d bytes; delete one first",
			ImportQuota.Matches,
			ImportQuota.Bytes,
		)
	case err != nil && !errors.Is(err, store.ErrExists):
		return MatchInfo{}, err
	}
	return a.Match(ctx, by, id)
}

// checkedFile is the result of playing a file.
type checkedFile struct {
	// refusal is a *ImportError, or nil if the file can be shown. If it is nil, record is the content of the
	// file, sum is its hash, and shown is the number of items that can be shown.
	refusal error
	record  *match.Record
	sum     [sha256.Size]byte
	shown   int
	// size is the approximate size of the checkedFile in memory, in bytes.
	size int
}

const (
	// recordSize is the approximate size of a record in memory, as a multiple of its encoded size.
	recordSize = 4
	// refusalSize is the approximate size of a refusal in memory, in bytes.
	refusalSize = 1 << 10
)

// checkFile plays the match of a file. A file that cannot be shown is reported as the refusal of the result.
// The error means that the check itself failed.
func (a *Archive) checkFile(text []byte) (checkedFile, error) {
	record, err := match.Decode(text)
	shown := 0
	var refusal *coded.Error
	switch {
	case errors.As(err, &refusal):
		err = &ImportError{refusal, -1}
	case err == nil && len(record.Lost) == 0:
		err = importError(match.CodeNotOver, -1, "the match of the record is not over")
	case err == nil:
		shown, err = a.checkRecord(record)
	}
	if bad := (*ImportError)(nil); errors.As(err, &bad) {
		return checkedFile{refusal: bad, size: refusalSize}, nil
	} else if err != nil {
		return checkedFile{}, err
	}
	return checkedFile{
		record: record,
		sum:    sha256.Sum256(record.Encode()),
		shown:  shown,
		size:   recordSize * len(text),
	}, nil
}

// checkRecord plays a record and returns the number of its items that can be shown. It fails with a
// *ImportError.
func (a *Archive) checkRecord(record *match.Record) (shown int, err error) {
	g, ok := a.games.Find(record.Game)
	if !ok {
		return 0, &ImportError{errNoGame(record.Game), -1}
	}
	ctx, cancel := context.WithTimeout(a.ctx, playTimeout)
	defer cancel()
	defer func() {
		if value := recover(); value != nil {
			a.options.Logger.Error(
				"panic while playing an imported record",
				zap.Any("panic", value),
				zap.Stack("stack"),
			)
			err = importError(match.CodeBadRecord, -1, "the rules cannot play it")
		}
	}()
	shown = len(record.Items)
	var bad error
	_, err = record.Verify(ctx, g.Rules, match.Witness{}, func(f match.Finding) {
		switch {
		case bad != nil:
		case f.Code == match.CodeOtherRules && f.Item > 0:
			shown = f.Item
		case f.Code == match.CodeOtherRules, f.Code == match.CodeTooLong, f.Verdict == match.Fails:
			bad = importError(f.Code, f.Item, "%s", f.Message)
		}
	})
	if err == nil {
		err = bad
	}
	return shown, err
}

// fileOf returns the row of an imported record. shown is the number of items that can be shown, and until the
// time at which the file is deleted.
func (a *Archive) fileOf(
	id string,
	by people.Person,
	record *match.Record,
	shown int,
	until time.Time,
) store.ImportedMatch {
	options := record.Options
	if g, ok := a.games.Find(record.Game); ok {
		if all, err := game.CompleteOptions(g.Rules.Info(), options, len(record.Seats)); err == nil {
			options = all
		}
	}
	summary := Summary{
		Options: options,
		Outcome: record.Outcome,
		Origin:  record.Start.Origin,
		Deal:    record.Start.Deal,
		File: &FileInfo{
			Match: people.Clean(record.ID),
			Until: until.UnixMilli(),
			Items: len(record.Items),
			Shown: shown,
		},
	}
	copied := *record
	record, copied.Seats = &copied, slices.Clone(record.Seats)
	ended := time.UnixMilli(record.Ended)
	for i := range record.Seats {
		s := &record.Seats[i]
		s.Name, s.Bot = people.CleanName(s.Name), people.Clean(s.Bot)
		summary.Players = append(summary.Players, match.Player{Name: s.Name, Bot: s.Bot})
		result := match.SeatResult{Lost: record.Lost[i]}
		if record.Outcome != nil {
			for _, p := range record.Outcome.Places {
				if p.Seat == game.Seat(i) {
					result.Rank, result.Total, result.Team = p.Rank, p.Total, p.Team
				}
			}
		}
		summary.Seats = append(summary.Seats, result)
	}
	if shown < len(record.Items) {
		record = record.Truncate(shown)
	}
	m := store.Match{
		ID:      id,
		Game:    record.Game,
		Version: record.Version,
		Seats:   len(record.Seats),
		Started: time.UnixMilli(record.Started),
		Ended:   ended,
		Summary: strict.Encode(summary),
	}
	return store.ImportedMatch{Match: m, Record: match.Pack(record.Encode()), Owner: by.ID, Until: until}
}

// DeleteImport deletes a match that the person has imported. It fails with CodeNoMatch.
func (a *Archive) DeleteImport(ctx context.Context, by people.Person, id string) error {
	if err := by.Check(); err != nil {
		return err
	}
	err := a.store.DeleteImport(ctx, by.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return errNoMatch(id)
	}
	return err
}
