package transport

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Every code of the project has a row on the page, with a meaning, and every row
// is a code.
func TestProtocolCodes(t *testing.T) {
	section := protocolSection(t, "Codes")
	rows := firstCells(section)
	inText := regexp.MustCompile("(?m)^(`[a-z_]+`(, | and ))+`[a-z_]+` are said ").FindString(section)
	for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(inText, -1) {
		rows = append(rows, word[1])
	}
	var codes []string
	for _, folder := range []string{
		"coded", "game", "match", "room", "stream", "people", "people/notify", "archive", "archive/replay",
		"lobby", "lobby/directory", "moderation", "transport", "transport/httpx",
	} {
		found := constants(t, "../"+folder, "Code")
		require.NotEmpty(t, found, folder)
		codes = append(codes, found...)
	}
	slices.Sort(rows)
	slices.Sort(codes)
	require.Contains(t, codes, string(coded.Busy))
	require.Equal(t, slices.Compact(codes), rows)
}

// The table of bye frames says which status comes with each code, and whether the
// client may come back.
func TestProtocolByes(t *testing.T) {
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
	for _, code := range []coded.Code{
		directory.CodeNoRoom, lobby.CodeNoSpectators, lobby.CodeClosed, moderation.CodeBanned, coded.Malformed,
	} {
		require.True(t, documented[code], "%s", code)
	}
}

// The numbers on the page are the defaults.
func TestProtocolLimits(t *testing.T) {
	limits := httpx.DefaultLimits()
	section := protocolSection(t, "Limits")
	for _, words := range []string{
		fmt.Sprintf("up to %d KiB", limits.Message>>10),
		fmt.Sprintf("%g frames a second on one connection, %d at once", limits.Read, framesAtOnce),
		fmt.Sprintf("%d connections of a person to one room, %d from one address, %d in all",
			limits.ConnectionsPerPerson, limits.ConnectionsPerAddress, limits.Connections),
		fmt.Sprintf("%g requests a second over HTTP from one address, %d at once", limits.Read, 100),
		fmt.Sprintf("%d new guests and %d new rooms in an hour", limits.Guests, limits.Rooms),
		fmt.Sprintf("%d unfinished rooms", limits.Hosted),
		fmt.Sprintf("no sign of life for %g seconds", limits.IdleTimeout.Seconds()),
	} {
		require.Contains(t, strings.Join(strings.Fields(section), " "), words)
	}
	require.Equal(t, limits.Message, limits.Body)
	require.Contains(
		t,
		protocolSection(t, "Connecting"),
		fmt.Sprintf("within\n%g seconds", limits.HelloTimeout.Seconds()),
	)
	require.Contains(t, protocolSection(t, "What a client sends"), fmt.Sprintf("1 to %d characters", lobby.MaxChat))
	require.Contains(t, protocolSection(t, "What a client sends"), fmt.Sprintf("1 to\n%d bytes", httpx.MaxCommandID))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("1 to %d characters", people.MaxName))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("1 to %d bytes", MaxQR))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("`limit` (1 to %d)", httpx.MaxPage))
	require.Contains(
		t,
		protocolSection(t, "Who you are"),
		fmt.Sprintf("ends after %g minutes", people.LinkTime.Minutes()),
	)
}
