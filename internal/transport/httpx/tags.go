package httpx

import (
	"net/http"
	"strconv"
	"strings"
)

// HasTag reports whether If-None-Match (RFC 9110, 13.1.2) names an ETag, which means that the
// client has the content.
func HasTag(r *http.Request, tag string) bool {
	for _, entry := range strings.Split(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		// Proxies that compress make tags weak.
		if entry = strings.TrimPrefix(strings.TrimSpace(entry), "W/"); entry == tag || entry == "*" {
			return true
		}
	}
	return false
}

// AcceptsEncoding reports whether Accept-Encoding allows an encoding.
func AcceptsEncoding(h http.Header, encoding string) bool {
	for _, entry := range strings.Split(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, parameter, _ := strings.Cut(entry, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, found := strings.CutPrefix(strings.ReplaceAll(parameter, " ", ""), "q=")
		if !found {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}
