package socket

import (
	"errors"
	"math/rand/v2"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/stream"
	"archmage/internal/transport/httpx"
)

// The codes with which this package ends a connection.
const (
	// CodeIdle: the client was silent for too long. The client can try again.
	CodeIdle coded.Code = "idle"
	// CodeUnknownVersion: the server does not support that version of the protocol.
	CodeUnknownVersion coded.Code = "unknown_version"
)

// ending is the reason why a connection ends.
type ending struct {
	// code is sent to the client; "" if the client has closed the connection.
	code coded.Code
	// status is the status of the WebSocket's close (RFC 6455, section 7.4).
	status int
	// retry is the average time that the client waits before it connects again. The actual time is
	// random, up to half of retry shorter or longer. 0 means that the client must not connect
	// again by itself.
	retry time.Duration
}

// endNone is the zero ending: the connection does not end, or the client has closed it.
var endNone = ending{}

// endings are the endings by code. After any other code the status is a policy violation, and the
// client does not connect again by itself.
var endings = map[coded.Code]ending{
	lobby.CodeRestart: {lobby.CodeRestart, websocket.CloseServiceRestart, time.Second},
	lobby.CodeClosing: {lobby.CodeRestart, websocket.CloseServiceRestart, time.Second},
	// The client sees CodeRestart too, but need not wait as long.
	lobby.CodeMoved:    {lobby.CodeRestart, websocket.CloseServiceRestart, 100 * time.Millisecond},
	stream.CodeSlow:    {stream.CodeSlow, websocket.ClosePolicyViolation, time.Second},
	coded.Busy:         {coded.Busy, websocket.CloseTryAgainLater, time.Second},
	coded.TooFast:      {coded.TooFast, websocket.ClosePolicyViolation, 5 * time.Second},
	lobby.CodeFrozen:   {lobby.CodeFrozen, websocket.CloseInternalServerErr, 0},
	CodeIdle:           {CodeIdle, websocket.CloseNormalClosure, time.Second},
	coded.Internal:     {coded.Internal, websocket.CloseInternalServerErr, 5 * time.Second},
	httpx.CodeTooMany:  {httpx.CodeTooMany, websocket.CloseTryAgainLater, 10 * time.Second},
	CodeUnknownVersion: {CodeUnknownVersion, websocket.ClosePolicyViolation, 0},
}

// endingFor returns the ending with a code.
func endingFor(code coded.Code) ending {
	if end, ok := endings[code]; ok {
		return end
	}
	return ending{code, websocket.ClosePolicyViolation, 0}
}

// malformedEnding returns the ending of a connection on which the client sent something that is not
// a frame.
func malformedEnding(status int) ending { return ending{coded.Malformed, status, 0} }

// frame returns the bye frame. The time to reconnect is random, so that clients that are
// disconnected together do not all connect again at the same moment.
func (e ending) frame() ByeFrame {
	frame := ByeFrame{Type: "bye", Code: e.code}
	if e.retry > 0 {
		frame.RetryAfter = (e.retry/2 + rand.N(e.retry)).Milliseconds()
	}
	return frame
}

// errTooFast is the error of the ping handler for a client that sends too many frames.
var errTooFast = errors.New("too many frames")

// endingAfterRead returns the ending that follows from an error of reading; silence is the ending
// after a timeout.
func endingAfterRead(err error, silence ending) ending {
	var closed *websocket.CloseError
	var netErr net.Error
	switch {
	case errors.Is(err, errTooFast):
		return endingFor(coded.TooFast)
	case errors.As(err, &netErr) && netErr.Timeout():
		return silence
	case errors.As(err, &closed), netErr != nil, errors.Is(err, net.ErrClosed):
		return endNone
	}
	// The client sent something that is not a WebSocket frame. The library has answered with a
	// close frame.
	return malformedEnding(websocket.CloseProtocolError)
}
