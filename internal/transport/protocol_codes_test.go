package transport

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/pages"
)

// Every code of the project has a row in docs/protocol.md, and every row is a code.
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
		"lobby", "lobby/directory", "moderation", "transport/httpx", "transport/socket",
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

// The numbers in docs/protocol.md are the defaults.
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
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("1 to %d bytes", pages.MaxQR))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("`limit` (1 to %d)", httpx.MaxPage))
	require.Contains(
		t,
		protocolSection(t, "Who you are"),
		fmt.Sprintf("ends after %g minutes", people.LinkTime.Minutes()),
	)
}
