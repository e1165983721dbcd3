// Package archive gives access to finished matches: those of the server, and those that people import from
// files. It owns their records, replays, timelines, previews and analyses, and deletes matches that are too
// old.
//
// Package lobby has the rooms in which matches are played. The archive must not import it, nor transport. Start
// reading at [Archive.Matches] for lists and at [RowOf] for what is stored.
package archive

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/random"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// Store is the part of the database that an archive uses.
type Store interface {
	Match(ctx context.Context, id string) (store.Match, error)
	Record(ctx context.Context, id string) ([]byte, error)
	Matches(ctx context.Context, query store.MatchQuery) (store.Page[store.Match], error)
	SetSummary(ctx context.Context, id string, summary json.RawMessage) error
	SaveAnalysis(ctx context.Context, id string, analysis []byte) error
	Analysis(ctx context.Context, id string) ([]byte, error)
	DeleteMatch(ctx context.Context, id string) error
	AddImport(ctx context.Context, imported store.ImportedMatch, quota store.Quota) error
	DeleteImport(ctx context.Context, owner, match string) error
	ExpireImports(ctx context.Context, now time.Time, limit int) (int, error)
	// IdentitiesByID returns the identities with these ids, by id. It omits ids that do not exist.
	IdentitiesByID(ctx context.Context, ids []string) (map[string]store.Identity, error)
}

// StoreOf returns the part of a database that an archive uses.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Archive
		store.Imports
		store.Identities
	}{db.Archive, db.Imports, db.Identities}
}

// Options are the settings of an archive.
type Options struct {
	// Workers searches the decisions of an analysis when no bot needs it. It must run until the archive is
	// closed.
	Workers *work.Pool
	// AnalysisShare is the share of the workers' time that analyses of matches that have just ended can take on
	// average, half of it the deep ones. 0 means that a match is only analysed on request.
	AnalysisShare float64
	// HasSpace reports whether the disk has space for results that no person has requested. nil means always.
	HasSpace func() bool
	// Analysed is called after the analysis of a match is stored. It can be nil.
	Analysed func(ctx context.Context, match string, analysis *replay.Analysis) error
	// Replays computes and caches the parts of replays.
	Replays *replay.Service
	// Lang returns the language of previews. nil means English.
	Lang func() string
	// IsDealSecret reports whether a person may not know the seed of a match yet, which other tables of an event or
	// of a day have too. The person is "" for somebody who has not played with it. nil means that no seed is secret.
	IsDealSecret func(ctx context.Context, person string, deal *match.Deal) (bool, error)
	// Retention is the time for which a match is kept after its end. 0 means for ever.
	Retention time.Duration
	// DeletesOldData reports whether this process deletes matches that are too old. nil means that it does.
	DeletesOldData func() bool
	Logger         *zap.Logger
	// Random is the source of seeds and ids.
	Random random.Source
}

// Archive gives access to finished matches. It is safe for concurrent use.
type Archive struct {
	store   Store
	games   game.Modules
	options Options

	// ctx is done when the archive closes, which stops all computations.
	ctx      context.Context
	cancel   context.CancelFunc
	analyses analysisQueue
	// budget and deepBudget bound the analyses of matches that have just ended, and the deep ones that follow them.
	budget, deepBudget timeBudget
	running            sync.WaitGroup
}

// New returns the archive of a database, and starts its goroutines.
func New(db Store, games game.Modules, options Options) *Archive {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	a := &Archive{store: db, games: games, options: options}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	a.analyses.init()
	if options.Workers != nil {
		half := options.AnalysisShare * float64(options.Workers.Size) / 2
		a.budget.init(half, time.Now())
		a.deepBudget.init(half, time.Now())
	}
	a.running.Go(a.runAnalyses)
	a.running.Go(a.runEndedAnalyses)
	a.running.Go(a.runDeepAnalyses)
	a.running.Go(func() {
		retention.Run(
			a.ctx,
			options.DeletesOldData,
			options.Logger,
			retention.Task{Name: "matches", Delete: a.deleteOldMatches},
			retention.Task{Name: "files", Delete: a.deleteExpiredFiles},
		)
	})
	return a
}

// Close stops all computations.
func (a *Archive) Close() {
	a.cancel()
	a.running.Wait()
}

// The codes of the archive's errors.
const (
	// CodeNoMatch: there is no such match, or it is not public yet.
	CodeNoMatch coded.Code = "no_match"
	// CodeNoGame: the server does not have the game of the record.
	CodeNoGame coded.Code = "unknown_game"
	// CodeNoSeat: the match has no such seat.
	CodeNoSeat coded.Code = "no_seat"
	// CodeManyFiles: the person has uploaded as many matches as the server keeps.
	CodeManyFiles coded.Code = "many_files"
	// CodeOneAnalysis: another match is already being analysed for the person.
	CodeOneAnalysis coded.Code = "one_analysis"
	// CodeNoAnalysis: the analysis failed because of an error of the server.
	CodeNoAnalysis coded.Code = "no_analysis"
	// CodeDealSecret: others still play with the same deal, at other tables of the event or on the same day, so the
	// match cannot be seen again before the end of the round or of the day. The client can try again.
	CodeDealSecret coded.Code = "deal_secret"
)

func errNoGame(id string) *coded.Error {
	return coded.Errorf(CodeNoGame, "unknown game %.40q", id)
}
