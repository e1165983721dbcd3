package httpx

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"archmage/internal/coded"
)

// RefuseBadText refuses requests whose path or query has bytes that are not UTF-8, or U+0000, which
// PostgreSQL cannot store. strict.Decode does the same for bodies and frames.
func (s *Base) RefuseBadText(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isText(r.URL.Path):
			s.Fail(w, r, coded.Malformedf("the path of the address is not UTF-8, or holds the character U+0000"))
		case !isQueryOfText(r.URL.RawQuery):
			s.Fail(w, r, coded.Malformedf("the query of the address is not UTF-8, or holds the character U+0000"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func isText(text string) bool { return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 }

// isQueryOfText reports whether the names and values of a query are text.
func isQueryOfText(query string) bool {
	if query == "" {
		return true
	}
	values, _ := url.ParseQuery(query) // handlers ignore the pairs that cannot be parsed, too
	for name, list := range values {
		if !isText(name) {
			return false
		}
		for _, value := range list {
			if !isText(value) {
				return false
			}
		}
	}
	return true
}

// IsAPIPath reports whether the path of a request is /api or below it.
func IsAPIPath(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}
