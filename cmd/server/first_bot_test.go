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

// firstBot returns the blocks of a language in docs/first-bot.md.
func firstBot(t *testing.T, language string) []string {
	t.Helper()
	var texts []string
	blocks, _ := docstest.Blocks(t, "../..")
	for _, b := range blocks {
		if strings.HasPrefix(b.At, "docs/first-bot.md:") && b.Language == language {
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

// exchange carries out what a page shows of a client's conversation with a server.
type exchange struct {
	t     *testing.T
	base  string
	token string
	conn  *websocket.Conn
	// stands is what the server has said where the page has an id, a time or a secret.
	stands map[string]string
	status int
	body   []byte
}

// What docs/first-bot.md shows line by line is sent, and received, in this order.
func TestFirstBotByHand(t *testing.T) {
	x := &exchange{t: t, base: startServer(t, t.TempDir()).Base, stands: map[string]string{}}
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

// send sends a request, or a frame: a hello on a new connection.
func (x *exchange) send(line string) {
	x.t.Helper()
	for shown, actual := range x.stands {
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
			strings.Replace(x.base, "http", "ws", 1)+"/ws/"+x.stands["room"],
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

// receive takes the answer to a request, or the next frame, and compares it. A frame that
// says again who is there may come between.
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
			x.stands["room"] = got.ID
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

// compare holds what came to a line of the page.
func (x *exchange) compare(line string, came []byte) {
	x.t.Helper()
	readable := strings.NewReplacer(
		"{…}", `{"…": 0}`, "[…]", `["…"]`, ", …}", `, "…": 0}`, ", …]", `, "…"]`, ": …,", `: "…",`,
	).Replace(line)
	var want, got any
	require.NoError(x.t, json.Unmarshal([]byte(readable), &want), line)
	require.NoError(x.t, json.Unmarshal(came, &got))
	x.same("", want, got, line, string(came))
}

// same compares two values of JSON. Where the page has dots there may be anything; an id,
// a secret or a time stands for another one, everywhere for the same.
func (x *exchange) same(at string, want, got any, line, came string) {
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
				x.same(at+"."+name, value, object[name], line, came)
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
			x.same(at+"[]", value, list[i], line, came)
		}
		require.Len(x.t, list, len(want), "%s: %s\ncame: %s", at, line, came)
	case string:
		if text, ok := got.(string); ok && want != "…" && varies.MatchString(want) {
			require.Regexp(x.t, varies, text, at)
			if x.stands[want] == "" {
				x.stands[want] = text
			}
			want = x.stands[want]
		}
		if want != "…" {
			require.Equal(x.t, want, got, "%s: %s\ncame: %s", at, line, came)
		}
	default:
		require.Equal(x.t, want, got, "%s: %s\ncame: %s", at, line, came)
	}
}

// varies finds what differs each time: ids, tokens, seeds, sequences.
var varies = regexp.MustCompile(`^([0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-Za-z_-]{22}|[0-9a-f]{64}|\d+\.\d+\.\d+)$`)
