package socket

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/room"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

func TestOnlyTheLogIsToldAnUnknownError(t *testing.T) {
	var log bytes.Buffer
	logger := zap.New(
		zapcore.NewCore(
			zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "message"}),
			zapcore.AddSync(&log),
			zap.DebugLevel,
		),
	)
	s := New(Options{Base: httpx.New(&httpx.Options{Logger: logger}, nil), Limits: &httpx.Limits{}})
	c := &conn{sockets: s, room: "the room"}
	const secret = "nobody may read this"
	frame := frame.Frame{Type: "share", ID: "1", Body: &room.GiveShare{Share: secret}}
	c.countFrame(&frame, errors.New("the disk is on fire"), time.Now())
	refusal, ok := coded.Refusal(errors.New("the disk is on fire"))
	require.False(t, ok)
	require.Equal(t, coded.Internal, refusal.Code)
	require.NotContains(t, refusal.Message, "disk")
	require.Contains(t, log.String(), "the disk is on fire")
	require.Contains(t, log.String(), "the room")
	require.NotContains(t, log.String(), secret)

	refusal, ok = coded.Refusal(fmt.Errorf("while storing: %w", coded.Errorf(lobby.CodeNotStored, "try again")))
	require.True(t, ok)
	require.Equal(t, coded.Errorf(lobby.CodeNotStored, "try again"), refusal)
}

func TestEndings(t *testing.T) {
	for code, end := range endings {
		if code != lobby.CodeClosing && code != lobby.CodeMoved { // clients need not know these
			require.Equal(t, code, end.code)
		}
		require.NotZero(t, end.status)
		for range 100 {
			after := time.Duration(end.frame().RetryAfter) * time.Millisecond
			require.GreaterOrEqual(t, after, end.retry/2)
			require.LessOrEqual(t, after, end.retry*3/2)
		}
	}
	idle := endingFor(CodeIdle)
	tests := []struct {
		err  error
		want ending
	}{
		{errTooFast, endingFor(coded.TooFast)},
		{&net.OpError{Op: "read", Err: timeout{}}, idle},
		{&websocket.CloseError{Code: websocket.CloseGoingAway}, endNone},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, endNone},
		{net.ErrClosed, endNone},
		{io.ErrUnexpectedEOF, malformedEnding(websocket.CloseProtocolError)},
		{errors.New("websocket: bad MASK"), malformedEnding(websocket.CloseProtocolError)},
	}
	for _, test := range tests {
		require.Equal(t, test.want, endingAfterRead(test.err, idle), "%v", test.err)
	}
}

type timeout struct{}

func (timeout) Error() string   { return "time is up" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

// The table of bye frames in docs/protocol.md has the status of each code, and whether the client
// may reconnect.
func TestProtocolByes(t *testing.T) {
	page, err := os.ReadFile("../../../docs/protocol.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "\n## Coming back\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([0-9, ]+) \\| [^|]+ \\| ([^|]+) \\|$").
		FindAllStringSubmatch(section, -1)
	documented := map[coded.Code]bool{}
	for _, row := range rows {
		code := coded.Code(row[1])
		documented[code] = true
		end := endingFor(code)
		if code == coded.Malformed {
			end.status = websocket.CloseProtocolError
		}
		require.Contains(t, strings.Split(row[2], ", "), strconv.Itoa(end.status), code)
		require.Equal(t, end.retry == 0, row[3] == "no", "%s: %s", code, row[3])
	}
	for code, end := range endings {
		require.True(t, documented[end.code], "%s", code)
	}
	for _, code := range []coded.Code{
		directory.CodeNoRoom, lobby.CodeNoSpectators, lobby.CodeClosed, moderation.CodeBanned, coded.Malformed,
	} {
		require.True(t, documented[code], "%s", code)
	}
}
