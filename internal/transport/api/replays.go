package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// replayArchive has the replays and analyses of finished matches. A method returns only data that the
// person may see, or public data if the person is zero.
type replayArchive interface {
	// Timeline and Steps return parts of a match's replay.
	Timeline(ctx context.Context, person people.Person, id string) (replay.Part, error)
	Steps(ctx context.Context, person people.Person, id, as string, step int) (replay.Part, error)
	// Analyse starts the analysis of a match. Analysis returns the progress or the result of the
	// analysis.
	Analyse(ctx context.Context, person people.Person, id string, asker archive.Requester) (archive.AnalysisInfo, error)
	Analysis(ctx context.Context, person people.Person, id string) (archive.AnalysisInfo, error)
}

// replaysHandler sends replays of finished matches and their analyses.
type replaysHandler struct {
	*httpx.Base
	archive replayArchive
}

// timeline returns how the match went, one object for each step. Step 0 is the start, and each item of the record
// leads to the next step, so steps and events have other numbers than in the live match. It never changes while
// the rules are the same, and has an `ETag`. Allowed for anybody with its id.
func (s *replaysHandler) timeline(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	part, err := s.archive.Timeline(r.Context(), person, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	return sendPart(w, r, part)
}

// steps returns the 64 steps of the match among which step `from` is, as `as` saw them: the number of a seat,
// `spectator`, or `all` for every seat together. A seat and a spectator see exactly what they saw live. With
// `all`, `private` has the document of each seat under `s0`, `s1` and so on. It never changes while the rules are
// the same, and has an `ETag`. Allowed for anybody with its id.
func (s *replaysHandler) steps(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	step, err := httpx.Number(q.Get("from"), 0, 0, math.MaxInt32)
	if err != nil {
		return err
	}
	part, err := s.archive.Steps(r.Context(), person, chi.URLParam(r, "match"), q.Get("as"), step)
	if err != nil {
		return err
	}
	return sendPart(w, r, part)
}

// analysisCost is the cost of an analysis. It stays reserved until the analysis has ended, so that
// analyses in the queue count, too.
const analysisCost = httpx.Cost(10 * time.Second)

// analyse starts the analysis of the match in the background, unless there is one already. The server analyses
// matches by itself when they end. One match is analysed after another, and at most one waits for each person.
// Allowed for anybody with a token who may see the match.
func (s *replaysHandler) analyse(w http.ResponseWriter, r *http.Request) error {
	person, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	if err := s.CheckSpace(); err != nil {
		return err
	}
	release, err := s.Reserve(w, r, httpx.Analyses, analysisCost)
	if err != nil {
		return err
	}
	// The address is charged for the analysis, which runs after this request has ended.
	addr := s.ClientAddr(r)
	ctx := work.With(r.Context(), func(cpu time.Duration) { s.Limiter.Charge(httpx.Analyses, addr, cpu) })
	requester := archive.Requester{Network: httpx.Network(addr).String(), OnEnd: release}
	info, err := s.archive.Analyse(ctx, person, chi.URLParam(r, "match"), requester)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusAccepted, info)
	return nil
}

// analysis returns the analysis of the match, or how far it has come. Allowed for anybody with its id.
func (s *replaysHandler) analysis(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	info, err := s.archive.Analysis(r.Context(), person, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, info)
	return nil
}

// sendPart sends a part of a replay, or 304 if the client already has it.
func sendPart(w http.ResponseWriter, r *http.Request, part replay.Part) error {
	h := w.Header()
	tag := part.Tag
	isGzipped := httpx.AcceptsEncoding(r.Header, "gzip")
	if isGzipped {
		tag += "-gz"
	}
	h.Set("Vary", "Accept-Encoding, Cookie, Authorization")
	// The part never changes, but the browser has to check each time whether its person may still
	// see it.
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+tag+`"`)
	if httpx.HasTag(r, `"`+tag+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := part.Data(r.Context())
	if err != nil {
		h.Del("ETag")
		return err
	}
	if isGzipped {
		h.Set("Content-Encoding", "gzip")
	} else {
		work.Do(r.Context(), func() { body, err = gunzip(body) })
		if err != nil {
			return err
		}
	}
	h.Set("Content-Type", "application/json")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

func gunzip(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
