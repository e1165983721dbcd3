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

// contentPolicy allows a page to load from its own server only.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// tlsOnly tells browsers to use TLS for a year.
const tlsOnly = "max-age=31536000"

// secureHeaders adds to each response the headers that restrict what browsers do
// with it.
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

// observe counts and logs each request, without its query and its headers, which
// may hold secrets. A panic ends only its request.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			took := time.Since(began)
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

// closing closes connections whose next request may be another one than a proxy in front of the server
// believes: after a body in chunks, which may also have had a length (RFC 9112, 6.3), and after the
// refusal of a WebSocket, which old proxies take for a tunnel.
func closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// In HTTP/2 the header would end all requests of the connection.
		if r.ProtoMajor == 1 && (len(r.TransferEncoding) > 0 || strings.HasPrefix(r.URL.Path, socketPrefix)) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// methodLabel returns the method as a label, or one label for all unknown methods, so
// that clients cannot make up labels.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete:
		return method
	}
	return "other"
}

// routeLabel returns the pattern of the route that answers a request, or "static".
func routeLabel(r *http.Request) string {
	if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" && !strings.HasSuffix(pattern, "*") {
		return pattern
	}
	if httpx.IsAPIPath(r) {
		return "/api/*"
	}
	return "static"
}
