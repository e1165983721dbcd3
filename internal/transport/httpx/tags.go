package httpx

import (
	"net/http"
	"strings"
)

// HasTag reports whether a client has what an ETag stands for, by If-None-Match (RFC 9110, 13.1.2).
func HasTag(r *http.Request, tag string) bool {
	for _, entry := range strings.Split(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		// Proxies that compress make tags weak.
		if entry = strings.TrimPrefix(strings.TrimSpace(entry), "W/"); entry == tag || entry == "*" {
			return true
		}
	}
	return false
}
