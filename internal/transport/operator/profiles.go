package operator

import (
	"net/http"
	"net/http/pprof"
	"strconv"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
)

// mountProfiles adds the metrics and the profiles of the running program (net/http/pprof).
func (s *Operator) mountProfiles(r chi.Router) {
	// The page /debug/pprof/ links to the profiles, so browsers send "same-origin".
	r.Use(s.gate.notFromPages("none", "same-origin"))
	r.Method(http.MethodGet, "/metrics", s.metrics)
	r.Get("/debug/pprof/cmdline", pprof.Cmdline)
	r.Get("/debug/pprof/profile", s.limitSeconds(pprof.Profile))
	r.Get("/debug/pprof/symbol", pprof.Symbol)
	r.Get("/debug/pprof/trace", s.limitSeconds(pprof.Trace))
	r.Get("/debug/pprof/*", s.limitSeconds(pprof.Index))
}

// maxProfile is the longest duration of a profile, in seconds.
const maxProfile = 60

// limitSeconds refuses a profile of more than maxProfile seconds.
func (s *Operator) limitSeconds(next http.HandlerFunc) http.HandlerFunc {
	return s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
		if text := r.FormValue("seconds"); text != "" {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil || !(seconds >= 0 && seconds <= maxProfile) {
				return coded.Malformedf("seconds is a number from 0 to %d, not %.20q", maxProfile, text)
			}
		}
		next(w, r)
		return nil
	})
}
