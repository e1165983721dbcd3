package httpx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/strict"
)

// AccountPath is the address of the page of a person's own account.
const AccountPath = "/account"

// Number parses a number from a query. An empty text gives fallback. It fails with coded.Malformed
// for a number below low or above high.
func Number(text string, fallback, low, high int) (int, error) {
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, coded.Malformedf("%.20q is not a number from %d to %d", text, low, high)
	}
	return n, nil
}

// Read decodes the body of a request, which is one JSON value, with strict.Decode.
func (s *Base) Read(w http.ResponseWriter, r *http.Request, into any) error {
	data, err := ReadBody(w, r, s.options.Limits.BodyLimit())
	if err != nil {
		return err
	}
	return strict.Decode(data, into)
}

// ReadObject reads the body of a request as a JSON object whose members are decoded later. It fails with
// coded.Malformed and CodeTooLarge.
func (s *Base) ReadObject(w http.ResponseWriter, r *http.Request) (strict.Object, error) {
	data, err := ReadBody(w, r, s.options.Limits.BodyLimit())
	if err != nil {
		return nil, err
	}
	object, ok := strict.ReadObject(data)
	if !ok {
		return nil, coded.Malformedf("the request is not a JSON object")
	}
	return object, nil
}

// ReadBody reads the body of a request. It fails with CodeTooLarge if the body is longer than limit
// bytes, and with coded.Malformed if it is incomplete.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(limit)))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, coded.Errorf(CodeTooLarge, "the request is longer than %d bytes", limit)
	} else if err != nil {
		return nil, coded.Malformedf("the request ends too early")
	}
	return data, nil
}

// WriteJSON sends a value as JSON that no cache stores.
func (s *Base) WriteJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// An error means that the client has disconnected.
	_, _ = w.Write(append(strict.Encode(value), '\n'))
}

// WriteTagged sends a value as JSON with an ETag, or 304 if the client already has this version.
// Answers that clients poll use it.
func WriteTagged(w http.ResponseWriter, r *http.Request, value any) {
	body := append(strict.Encode(value), '\n')
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("Vary", "Cookie, Authorization")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", tag)
	if HasTag(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	// An error means that the client has disconnected.
	_, _ = w.Write(body)
}

// Fail answers a request with an error, and with the HTTP status of its code.
func (s *Base) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if isRoomElsewhere(r, err) {
		w.WriteHeader(http.StatusMisdirectedRequest)
		return
	}
	refusal, ok := coded.Refusal(err)
	s.LogFailure(r, err, refusal, ok)
	httpStatus := StatusOf(refusal.Code)
	switch httpStatus {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", strconv.Itoa(int(retryAfter/time.Second)))
	}
	answer := struct {
		Code    coded.Code `json:"code"`
		Message string     `json:"message"`
		Ban     *Explained `json:"ban,omitempty"`
	}{Code: refusal.Code, Message: refusal.Message}
	if banned := (*moderation.BanError)(nil); errors.As(err, &banned) {
		answer.Ban = Explain(&banned.Ban)
	}
	s.WriteJSON(w, httpStatus, answer)
}

// LogFailure logs an error unless the answer to the client contains the whole error. refusal and ok
// are the results of coded.Refusal.
func (s *Base) LogFailure(r *http.Request, err error, refusal *coded.Error, ok bool) {
	if banned := (*moderation.BanError)(nil); errors.As(err, &banned) {
		return
	}
	if err == error(refusal) || errors.Is(err, errPanicked) || errors.Is(err, context.Canceled) {
		return
	}
	level := zap.WarnLevel
	if !ok {
		level = zap.ErrorLevel
	}
	s.Log.Log(
		level,
		"a request failed",
		zap.String("method", r.Method),
		zap.String("path", r.URL.Path),
		zap.Stringer("addr", s.ClientAddr(r)),
		zap.Error(err),
	)
}

// retryAfter is the header Retry-After of answers with the status 503.
const retryAfter = time.Second

// BadMethod answers a request with a method that its path does not support.
func (s *Base) BadMethod(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPatch, http.MethodPost} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
			allowed = append(allowed, method)
		}
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	s.Fail(w, r, coded.Errorf(CodeBadMethod, "this address does not take %.20q", r.Method))
}

// RecoverPanics returns a handler that logs a panic of next and answers the request with an error.
func (s *Base) RecoverPanics(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if err, ok := value.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(value)
			}
			s.Log.Error("a request panicked: "+fmt.Sprint(value), zap.String("path", r.URL.Path), zap.Stack("stack"))
			if ww, ok := w.(middleware.WrapResponseWriter); !ok || ww.Status() == 0 {
				s.Fail(w, r, errPanicked)
			}
		}()
		next.ServeHTTP(w, r)
	}
}

// errPanicked has no code, so the client gets coded.Internal.
var errPanicked = errors.New("the handler panicked")

// ErrNotFound returns the error for a path that does not exist.
func ErrNotFound() error { return coded.Errorf(coded.NotFound, "there is nothing at this address") }
