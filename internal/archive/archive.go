// Package archive shows matches that have ended, those of the server and those that
// people bring as files: their records, replays, timelines, previews and analyses. It
// deletes those that are not kept.
//
// Package lobby has the rooms in which matches are played.
package archive

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/store"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// Store is what an archive keeps in the database.
type Store interface {
	Match(ctx context.Context, id string) (store.Match, error)
	Record(ctx context.Context, id string) ([]byte, error)
	Matches(ctx context.Context, query store.MatchQuery) (store.Page[store.Match], error)
	SetSummary(ctx context.Context, id string, summary json.RawMessage) error
	KeepAnalysis(ctx context.Context, id string, analysis []byte) error
	Analysis(ctx context.Context, id string) ([]byte, error)
	DeleteMatch(ctx context.Context, id string) error
	AddFile(ctx context.Context, file store.File, most store.Quota) error
	DeleteFile(ctx context.Context, owner, match string) error
	ExpireFiles(ctx context.Context, now time.Time, most int) (int, error)
	// Known returns those of the identities that exist.
	Known(ctx context.Context, ids []string) (map[string]store.Identity, error)
}

// Options of an archive.
type Options struct {
	// Workers look into decisions, between what else they have to do; they must work
	// until the archive is closed.
	Workers *work.Pool
	// Replays keeps what is computed of matches.
	Replays *replay.Service
	// SiteName returns what the server is called, in pictures, "" for the name of the
	// program; nil does so.
	SiteName func() string
	// Lang returns the language of previews; nil for English.
	Lang func() string
	// Keep is how long finished matches are kept with their records, from their end
	// on; 0 for ever.
	Keep time.Duration
	// Sweeps tells whether this process deletes what is not kept; nil means that it
	// does.
	Sweeps func() bool
	Logger *zap.Logger
	// Random fills a slice with random bytes that cannot be guessed; nil means
	// crypto/rand. It is called from many goroutines.
	Random func([]byte)
}

// Archive has the matches that have ended. It is safe for use from many goroutines.
type Archive struct {
	store   Store
	games   game.Modules
	options Options

	// live ends what is computed.
	live     context.Context
	end      context.CancelFunc
	analyses analyses
	running  sync.WaitGroup
}

// New returns the archive of a database.
func New(db Store, games game.Modules, options Options) *Archive {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Sweeps == nil {
		options.Sweeps = func() bool { return true }
	}
	if options.Random == nil {
		// It never fails (crypto/rand).
		options.Random = func(b []byte) { _, _ = rand.Read(b) }
	}
	a := &Archive{store: db, games: games, options: options}
	a.live, a.end = context.WithCancel(context.Background())
	a.analyses.init()
	a.running.Go(a.runAnalyses)
	a.running.Go(a.runDeepAnalyses)
	a.running.Go(a.sweepAll)
	return a
}

// Close ends what is computed.
func (a *Archive) Close() {
	a.end()
	a.running.Wait()
}

// The codes of errors of the archive.
const (
	// CodeBusy: there is too much to do; try again.
	CodeBusy coded.Code = "busy"
	// CodeNoMatch: there is no such match, or it cannot be seen yet.
	CodeNoMatch coded.Code = "no_match"
	// CodeNoGame: a record of a game that the server does not have.
	CodeNoGame coded.Code = "unknown_game"
	// CodeNoSeat: the match has no such seat.
	CodeNoSeat coded.Code = "no_seat"
	// CodeManyFiles: a person has brought as many matches as are kept.
	CodeManyFiles coded.Code = "many_files"
	// CodeOneAnalysis: another match is being analysed for the person.
	CodeOneAnalysis coded.Code = "one_analysis"
	// CodeNoAnalysis: an error of the server while a match was analysed.
	CodeNoAnalysis coded.Code = "no_analysis"
)

func errNoGame(id string) *coded.Error {
	return coded.Errorf(CodeNoGame, "there is no game %.40q here", id)
}

// check returns an error if the person has no id.
func check(p people.Person) error {
	if p.ID == "" {
		return coded.Errorf(coded.Malformed, "a person has an id")
	}
	return nil
}

func encode(value any) []byte {
	data, err := strict.Encode(value)
	if err != nil {
		panic("archive: a value that cannot be encoded: " + err.Error())
	}
	return data
}
