package transport

import (
	"errors"
	"math/rand/v2"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// The codes of goodbyes that this package adds to those of rooms.
const (
	// CodeIdle: nothing came for too long, not even the answer to a ping.
	CodeIdle coded.Code = "idle"
	// CodeUnknownVersion: the server does not speak that version of the
	// protocol.
	CodeUnknownVersion coded.Code = "unknown_version"
)

// ending is why a connection ends.
type ending struct {
	// code is what the client is told; "" if it is gone.
	code coded.Code
	// status is the status of the WebSocket's close (RFC 6455, section 7.4).
	status int
	// retry is after what time the client may come back, give or take a half;
	// 0 means not by itself.
	retry time.Duration
}

// gone is the ending of a connection whose client has closed it.
var gone = ending{}

// endings are those that always mean the same.
var endings = map[coded.Code]ending{
	lobby.CodeRestart:  {lobby.CodeRestart, websocket.CloseServiceRestart, time.Second},
	lobby.CodeClosing:  {lobby.CodeRestart, websocket.CloseServiceRestart, time.Second},
	lobby.CodeSlow:     {lobby.CodeSlow, websocket.ClosePolicyViolation, time.Second},
	lobby.CodeBusy:     {lobby.CodeBusy, websocket.CloseTryAgainLater, time.Second},
	lobby.CodeTooFast:  {lobby.CodeTooFast, websocket.ClosePolicyViolation, 5 * time.Second},
	CodeIdle:           {CodeIdle, websocket.CloseNormalClosure, time.Second},
	CodeInternal:       {CodeInternal, websocket.CloseInternalServerErr, 5 * time.Second},
	CodeTooMany:        {CodeTooMany, websocket.CloseTryAgainLater, 10 * time.Second},
	CodeUnknownVersion: {CodeUnknownVersion, websocket.ClosePolicyViolation, 0},
}

// endFor returns the ending with a code.
func endFor(code coded.Code) ending {
	if end, ok := endings[code]; ok {
		return end
	}
	return ending{code, websocket.ClosePolicyViolation, 0}
}

// endMalformed is the ending of a connection on which something came that is
// no frame.
func endMalformed(status int) ending { return ending{coded.Malformed, status, 0} }

// frame returns the frame that says goodbye. Clients that are sent away at the
// same time do not all come back at the same time.
func (e ending) frame() byeFrame {
	frame := byeFrame{Type: "bye", Code: e.code}
	if e.retry > 0 {
		frame.RetryAfter = (e.retry/2 + rand.N(e.retry)).Milliseconds()
	}
	return frame
}

// errTooFast ends the reading of a client that sends too much.
var errTooFast = errors.New("too many frames")

// endAfter returns the ending that an error of reading means: silence is an
// error of time.
func endAfter(err error, silence ending) ending {
	var closed *websocket.CloseError
	var broken net.Error
	switch {
	case errors.Is(err, errTooFast):
		return endFor(lobby.CodeTooFast)
	case errors.As(err, &broken) && broken.Timeout():
		return silence
	case errors.As(err, &closed), broken != nil, errors.Is(err, net.ErrClosed):
		return gone
	}
	// What came is no WebSocket frame; the library has said so already.
	return endMalformed(websocket.CloseProtocolError)
}
