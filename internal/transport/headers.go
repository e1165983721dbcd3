package transport

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"archmage/internal/transport/httpx"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"go.uber.org/zap"
)

// contentPolicy allows pages to load only from their own server.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// tlsOnly makes browsers use TLS for a year.
const tlsOnly = "max-age=31536000"

// secureHeaders adds the security headers to every response.
func (s *Server) secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if s.IsTLS(r) {
			h.Set("Strict-Transport-Security", tlsOnly)
		}
		next.ServeHTTP(w, r)
	})
}

// observe counts and logs each request, without its query and its headers, which can contain
// secrets. It also recovers panics.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			took := time.Since(started)
			status := ww.Status()
			switch {
			case status == 0 && strings.HasPrefix(r.URL.Path, socketPrefix):
				// the connection was hijacked
				status = http.StatusSwitchingProtocols
			case status == 0:
				status = http.StatusOK
			}
			s.metrics.requests.WithLabelValues(methodLabel(r.Method), routeLabel(r), strconv.Itoa(status)).Inc()
			s.metrics.responseBytes.WithLabelValues(routeLabel(r)).Add(float64(ww.BytesWritten()))
			if status != http.StatusSwitchingProtocols { // a WebSocket may last for hours
				s.metrics.requestSeconds.Observe(took.Seconds())
			}
			s.Log.Debug(
				"request",
				zap.String("method", r.Method),
				zap.String("path", r.URL.Path),
				zap.Int("status", status),
				zap.Int("bytes", ww.BytesWritten()),
				zap.Duration("took", took),
				zap.Stringer("addr", s.ClientAddr(r)),
			)
		}()
		s.RecoverPanics(next)(ww, r)
	})
}

// closeAmbiguous closes a connection after a request with a chunked body, which may also have had a length
// (RFC 9112, 6.3), and after a refused WebSocket, which old proxies take for a tunnel. A proxy and
// this server could disagree about where the next request begins.
func closeAmbiguous(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// In HTTP/2 the header would end all requests of the connection.
		if r.ProtoMajor == 1 && (len(r.TransferEncoding) > 0 || strings.HasPrefix(r.URL.Path, socketPrefix)) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// methodLabel returns the method as a label, or "other" for unknown methods, so that clients cannot
// create labels.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete:
		return method
	}
	return "other"
}

// routeLabel returns the pattern of the route of a request, "/api/*" for unknown paths of the API,
// or "static".
func routeLabel(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" && !strings.HasSuffix(pattern, "*") {
		return pattern
	}
	if httpx.IsAPIPath(r) {
		return "/api/*"
	}
	return "static"
}
