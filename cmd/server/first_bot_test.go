package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/test/docstest"
	"archmage/test/programtest"
)

// firstBot returns the blocks of docs/first-bot.md in a language.
func firstBot(t *testing.T, language string) []string {
	t.Helper()
	var texts []string
	blocks, _ := docstest.Blocks(t, "../..")
	for _, b := range blocks {
		if strings.HasPrefix(b.Position, "docs/first-bot.md:") && b.Language == language {
			texts = append(texts, b.Text)
		}
	}
	require.NotEmpty(t, texts)
	return texts
}

// The bot in docs/first-bot.md plays a match.
func TestFirstBot(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir(), "--bot-pause", "0s")
	client, err := filepath.Abs("../../web/client/index.js")
	require.NoError(t, err)
	script := filepath.Join(t.TempDir(), "bot.mjs")
	source := strings.NewReplacer(
		"'archmage-client'", "'file://"+client+"'", "http://127.0.0.1:8080", server.Base,
	).Replace(firstBot(t, "js")[0])
	require.NoError(t, os.WriteFile(script, []byte(source), 0o600))
	said, err := exec.CommandContext(
		programtest.Within(t), "node", "--experimental-websocket", "--no-warnings", script,
	).CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Regexp(t, `\A1\. \w+ -?\d+\n[12]\. \w+ -?\d+\n`+server.Base+`/m/[0-9a-f-]{36}\n\z`, string(said))
}

// exchange replays a documented conversation of a client with a server.
type exchange struct {
	t     *testing.T
	base  string
	token string
	conn  *websocket.Conn
	// placeholders maps the ids, times and secrets on the page to those of the server.
	placeholders map[string]string
	status       int
	body         []byte
}

// The requests, frames and responses in docs/first-bot.md are sent and received in this order.
func TestFirstBotByHand(t *testing.T) {
	x := &exchange{t: t, base: startServer(t, t.TempDir()).Base, placeholders: map[string]string{}}
	lines := 0
	for _, text := range firstBot(t, "text") {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if sent, is := strings.CutPrefix(line, "→ "); is {
				x.send(sent)
				lines++
			} else if received, is := strings.CutPrefix(line, "← "); is {
				x.receive(received)
				lines++
			}
		}
	}
	require.Greater(t, lines, 25)
}

// send sends a request or a frame. A hello opens a connection.
func (x *exchange) send(line string) {
	x.t.Helper()
	for shown, actual := range x.placeholders {
		line = strings.ReplaceAll(line, shown, actual)
	}
	header := http.Header{}
	if x.token != "" {
		header.Set("Authorization", "Bearer "+x.token)
	}
	if rest, is := strings.CutPrefix(line, "POST "); is {
		path, body, _ := strings.Cut(rest, " ")
		request, err := http.NewRequestWithContext(
			programtest.Within(x.t),
			http.MethodPost,
			x.base+path,
			strings.NewReader(body),
		)
		require.NoError(x.t, err)
		request.Header = header
		response, err := http.DefaultClient.Do(request)
		require.NoError(x.t, err)
		defer response.Body.Close()
		x.status = response.StatusCode
		x.body, err = io.ReadAll(response.Body)
		require.NoError(x.t, err)
		return
	}
	if strings.Contains(line, `"type": "hello"`) {
		if x.conn != nil {
			require.NoError(x.t, x.conn.Close())
		}
		conn, response, err := websocket.DefaultDialer.DialContext(
			programtest.Within(x.t),
			strings.Replace(x.base, "http", "ws", 1)+"/ws/"+x.placeholders["room"],
			header,
		)
		require.NoError(x.t, err)
		_ = response.Body.Close()
		x.t.Cleanup(func() { _ = conn.Close() })
		require.NoError(x.t, conn.SetReadDeadline(time.Now().Add(programtest.Deadline)))
		x.conn = conn
	}
	require.NoError(x.t, x.conn.WriteMessage(websocket.TextMessage, []byte(line)))
}

// receive reads the response or the next frame and compares it. A presence frame may come first.
func (x *exchange) receive(line string) {
	x.t.Helper()
	if status, body, is := strings.Cut(line, " {"); is && regexp.MustCompile(`^\d+$`).MatchString(status) {
		require.Equal(x.t, status, strconv.Itoa(x.status))
		x.compare("{"+body, x.body)
		var got struct{ ID, Token string }
		require.NoError(x.t, json.Unmarshal(x.body, &got))
		if got.Token != "" {
			x.token = got.Token
		} else {
			x.placeholders["room"] = got.ID
		}
		return
	}
	for {
		_, frame, err := x.conn.ReadMessage()
		require.NoError(x.t, err)
		var got struct{ Type string }
		require.NoError(x.t, json.Unmarshal(frame, &got))
		if (got.Type == "presence" || got.Type == "room") && !strings.HasPrefix(line, `{"type": "`+got.Type+`"`) {
			continue
		}
		x.compare(line, frame)
		return
	}
}

// compare compares received data with a line of the page.
func (x *exchange) compare(line string, came []byte) {
	x.t.Helper()
	readable := strings.NewReplacer(
		"{…}", `{"…": 0}`, "[…]", `["…"]`, ", …}", `, "…": 0}`, ", …]", `, "…"]`, ": …,", `: "…",`,
	).Replace(line)
	var want, got any
	require.NoError(x.t, json.Unmarshal([]byte(readable), &want), line)
	require.NoError(x.t, json.Unmarshal(came, &got))
	x.compareValues("", want, got, line, string(came))
}

// compareValues compares two JSON values. Dots on the page match anything. An id, a secret or a time on the page must
// always stand for the same received value.
func (x *exchange) compareValues(at string, want, got any, line, came string) {
	x.t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		require.True(x.t, ok, "%s: %s\ncame: %s", at, line, came)
		if _, open := want["…"]; !open {
			require.Len(x.t, object, len(want), "%s: %s\ncame: %s", at, line, came)
		}
		for name, value := range want {
			if name != "…" {
				require.Contains(x.t, object, name, "%s: %s\ncame: %s", at, line, came)
				x.compareValues(at+"."+name, value, object[name], line, came)
			}
		}
	case []any:
		list, ok := got.([]any)
		require.True(x.t, ok, "%s: %s\ncame: %s", at, line, came)
		for i, value := range want {
			if value == "…" {
				return
			}
			require.Greater(x.t, len(list), i, "%s: %s\ncame: %s", at, line, came)
			x.compareValues(at+"[]", value, list[i], line, came)
		}
		require.Len(x.t, list, len(want), "%s: %s\ncame: %s", at, line, came)
	case string:
		if text, ok := got.(string); ok && want != "…" && varyingValue.MatchString(want) {
			require.Regexp(x.t, varyingValue, text, at)
			if x.placeholders[want] == "" {
				x.placeholders[want] = text
			}
			want = x.placeholders[want]
		}
		if want != "…" {
			require.Equal(x.t, want, got, "%s: %s\ncame: %s", at, line, came)
		}
	default:
		require.Equal(x.t, want, got, "%s: %s\ncame: %s", at, line, came)
	}
}

// varyingValue matches values that differ each time: ids, tokens, seeds and sequences.
var varyingValue = regexp.MustCompile(`^([0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-Za-z_-]{22}|[0-9a-f]{64}|\d+\.\d+\.\d+)$`)
