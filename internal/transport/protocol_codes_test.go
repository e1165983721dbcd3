package transport

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/pages"
)

// The description has every code of the project with a meaning, and no others.
func TestEveryCodeIsDescribed(t *testing.T) {
	var codes []string
	require.NoError(t, filepath.WalkDir("..", func(folder string, entry fs.DirEntry, err error) error {
		// The codes of these two reach no client of a server.
		if err == nil && entry.IsDir() && folder != "../event/pairing" && folder != "../offline" {
			codes = append(codes, constants(t, folder, "Code")...)
		}
		return err
	}))
	slices.Sort(codes)
	require.Contains(t, codes, string(coded.Busy))
	api := openAPI(t)
	require.Equal(t, slices.Compact(codes), api.errorCodes())
	for _, row := range api.Codes {
		require.NotEmpty(t, row.Meaning, row.Code)
	}
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
		fmt.Sprintf("within %g seconds", limits.HelloTimeout.Seconds()),
	)
	require.Contains(t, protocolSection(t, "Commands"), fmt.Sprintf("1 to %d bytes", frame.MaxID))
	require.Contains(t, protocolSection(t, "HTTP"), fmt.Sprintf("`limit` (1 to %d)", httpx.MaxPage))
	api, frames := openAPI(t), frameTypes(t)
	text, id := frames["SayFrame"].Properties["text"], frames["ClaimFrame"].Properties["id"]
	require.Contains(t, text.Description, fmt.Sprintf("1 to %d characters", lobby.MaxChat))
	require.Contains(t, id.Description, fmt.Sprintf("1 to %d bytes", frame.MaxID))
	require.Contains(t, api.Paths["/api/me"]["post"].Description, fmt.Sprintf("1 to %d characters", people.MaxName))
	require.Contains(t, api.Paths["/api/qr"]["post"].Description, fmt.Sprintf("1 to %d bytes", pages.MaxQR))
	require.Contains(
		t,
		protocolSection(t, "Who you are"),
		fmt.Sprintf("ends after %g minutes", people.LinkTime.Minutes()),
	)
}

// frameTypes returns the types in protocol.json with the descriptions of their members.
func frameTypes(t *testing.T) map[string]struct {
	Properties map[string]struct{ Description string }
} {
	t.Helper()
	text, err := os.ReadFile("../../web/static/schema/protocol.json")
	require.NoError(t, err)
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Description string }
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	return schema.Defs
}
