package transport

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// codesIn returns the values of the constants of type Code in a folder.
func codesIn(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	var codes []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			spec, ok := node.(*ast.ValueSpec)
			if !ok || spec.Type == nil || len(spec.Values) != 1 {
				return true
			}
			kind := string(source[spec.Type.Pos()-1 : spec.Type.End()-1])
			if value, ok := spec.Values[0].(*ast.BasicLit); ok && (kind == "Code" || kind == "coded.Code") {
				code, err := strconv.Unquote(value.Value)
				require.NoError(t, err)
				codes = append(codes, code)
			}
			return true
		})
	}
	return codes
}

// The table of goodbyes says with which status each comes, and whether the
// client may come back.
func TestProtocolGoodbyes(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([0-9, ]+) \\| [^|]+ \\| ([^|]+) \\|$").
		FindAllStringSubmatch(protocolSection(t, "Coming back"), -1)
	documented := map[coded.Code]bool{}
	for _, row := range rows {
		code := coded.Code(row[1])
		documented[code] = true
		end := endFor(code)
		if code == coded.Malformed {
			end.status = websocket.CloseProtocolError
		}
		require.Contains(t, strings.Split(row[2], ", "), strconv.Itoa(end.status), code)
		require.Equal(t, end.retry == 0, row[3] == "no", "%s: %s", code, row[3])
	}
	for code, end := range endings {
		require.True(t, documented[end.code], "%s", code)
	}
	for _, code := range []coded.Code{lobby.CodeNoRoom, lobby.CodeNoSpectators, coded.Malformed} {
		require.True(t, documented[code], "%s", code)
	}
}

// The numbers on the page are the defaults.
func TestProtocolLimits(t *testing.T) {
	limits := DefaultLimits()
	section := protocolSection(t, "Limits")
	for _, words := range []string{
		fmt.Sprintf("up to %d KiB", limits.Message>>10),
		fmt.Sprintf("%g frames a second on one connection, %d at once", limits.MessageRate, limits.MessageBurst),
		fmt.Sprintf("%d connections of a person to one room, %d from one address, %d in all", limits.ConnectionsPerPerson,
			limits.ConnectionsPerAddress, limits.Connections),
		fmt.Sprintf("%g requests a second over HTTP from one address, %d at once", limits.RequestRate, limits.RequestBurst),
		fmt.Sprintf("%d new guests and %d new rooms in an hour", limits.Identities, limits.Rooms),
		fmt.Sprintf("%d unfinished rooms", limits.Hosted),
		fmt.Sprintf("no sign of life for %g seconds", limits.Idle.Seconds()),
	} {
		require.Contains(t, strings.Join(strings.Fields(section), " "), words)
	}
	require.Equal(t, limits.Message, limits.Body)
	require.Contains(t, protocolSection(t, "Connecting"), fmt.Sprintf("within\n%g seconds", limits.Hello.Seconds()))
	require.Contains(t, protocolSection(t, "What a client sends"), fmt.Sprintf("1 to %d characters", lobby.MaxChat))
	require.Contains(t, protocolSection(t, "What a client sends"), fmt.Sprintf("1 to\n%d bytes", MaxIntentID))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("1 to %d characters", lobby.MaxName))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("1 to %d bytes", MaxQR))
}

// The requests on the page are made, one after another, and answered as it says.
func TestProtocolHTTP(t *testing.T) {
	d := newDesk(t, nil)
	token, room, made := "", "", 0
	for _, block := range fenced(protocolSection(t, "HTTP"), "http") {
		for _, exchange := range strings.Split(block, "\n\n") {
			// A line with the request, its body if any, the status, the answer.
			head, rest, _ := strings.Cut(exchange, "\n")
			method, path, _ := strings.Cut(head, " ")
			at := regexp.MustCompile(`(?m)^[0-9]{3}$`).FindStringIndex(rest)
			require.NotNil(t, at, exchange)
			body, status, want := rest[:at[0]], rest[at[0]:at[1]], rest[at[1]:]
			w := d.ask(method, strings.Replace(path, "ROOM", room, 1), body, "Authorization", "Bearer "+token)
			require.Equal(t, status, strconv.Itoa(w.Code), "%s: %s", head, w.Body)
			require.Equal(t, shape(t, []byte(want)), shape(t, w.Body.Bytes()), "%s: %s", head, w.Body)
			var answer struct{ ID, Token, Code string }
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
			if w.Code >= 400 {
				var expected struct{ Code string }
				require.NoError(t, json.Unmarshal([]byte(want), &expected))
				require.Equal(t, expected.Code, answer.Code)
			}
			if answer.Token != "" {
				token = answer.Token
			}
			if path == "/api/rooms" && method == "POST" {
				room = answer.ID
			}
			made++
		}
	}
	require.Greater(t, made, 5)
	// The table names every address there is.
	table := firstCells(protocolSection(t, "HTTP"))
	require.NoError(t, chi.Walk(d.public.(chi.Router), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		route = strings.NewReplacer("{game}", "GAME", "{room}", "ROOM").Replace(route)
		if strings.HasPrefix(route, "/api/") {
			require.Contains(t, table, method+" "+route)
		}
		return nil
	}))
}
