package appointment

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// parseCalendar returns the properties of a calendar file, unfolded and unescaped. It checks the lengths and
// ends of lines.
func parseCalendar(t *testing.T, file string) map[string]string {
	t.Helper()
	require.True(t, strings.HasSuffix(file, "\r\n"))
	for line := range strings.SplitSeq(strings.TrimSuffix(file, "\r\n"), "\r\n") {
		require.LessOrEqual(t, len(line), 75, line)
		require.NotContains(t, line, "\n")
		require.NotContains(t, line, "\r")
		require.True(t, utf8.ValidString(line), line)
	}
	properties := map[string]string{}
	for line := range strings.SplitSeq(strings.ReplaceAll(file, "\r\n ", ""), "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		if name == "BEGIN" || name == "END" {
			name += " " + value
		}
		require.NotContains(t, properties, name, "twice")
		properties[name] = strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(value)
	}
	return properties
}

func TestCalendarFiles(t *testing.T) {
	a := planned(t, noon.Add(8*time.Hour))
	name := `Zoë; the "first", \ of 日本語日本語日本語日本語日本語日本語日本語日本語` + "\nEND:VEVENT\r\x07"
	file := parseCalendar(t, string(CalendarFile(&a, "SpellBook", name, "fr", "https://play.example:8443")))
	require.Equal(t, map[string]string{
		"BEGIN VCALENDAR": "VCALENDAR",
		"VERSION":         "2.0",
		"PRODID":          "-//Archmage//Appointments//EN",
		"METHOD":          "PUBLISH",
		"BEGIN VEVENT":    "VEVENT",
		"UID":             "code@play.example",
		"DTSTAMP":         "20261126T120000Z",
		"LAST-MODIFIED":   "20261126T120000Z",
		"SEQUENCE":        "0",
		"DTSTART":         "20261126T200000Z",
		"DTEND":           "20261126T210000Z",
		"SUMMARY": `SpellBook, avec Zoë; the "first", \ of 日本語日本語日本語日本語日本語日本語日本語日本語` +
			"\nEND:VEVENT\n",
		"DESCRIPTION": "La table s’ouvre d’elle-même dix minutes avant : https://play.example:8443/a/code",
		"URL":         "https://play.example:8443/a/code",
		"STATUS":      "CONFIRMED",
		"END VEVENT":  "VEVENT", "END VCALENDAR": "VCALENDAR", "": "",
	}, file)

	cancelled, err := a.Cancel(noon.Add(time.Hour), "ann")
	require.NoError(t, err)
	file = parseCalendar(t, string(CalendarFile(&cancelled, "SpellBook", "", "xx", "")))
	require.Equal(t, "CANCELLED", file["STATUS"])
	require.Equal(t, "1", file["SEQUENCE"])
	require.Equal(t, "SpellBook", file["SUMMARY"])
	require.Equal(t, "code@archmage", file["UID"], "the same as long as the address of the server is")
	require.Equal(t, "20261126T130000Z", file["DTSTAMP"])
}
