package appointment

import (
	"embed"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"archmage/internal/texts"
)

//go:embed texts.*.json
var textFiles embed.FS

// words are the texts of calendar files.
var words = texts.MustLoad(textFiles)

// CalendarFile returns the calendar file of an appointment in a language, "en" if there are no texts in it.
// game is the title of the game, planner the name of its planner or "", and publicURL the address of the
// server.
func CalendarFile(a *Appointment, game, planner, lang, publicURL string) []byte {
	if words[lang] == nil {
		lang = "en"
	}
	key := "summary"
	if planner == "" {
		key = "summary.alone"
	}
	page := publicURL + "/a/" + url.PathEscape(a.Code)
	return a.Calendar(CalendarWords{
		Summary:     words.Fill(lang, key, "game", game, "planner", planner),
		Description: words.Fill(lang, "description", "url", page),
		URL:         page,
		Host:        hostOf(publicURL),
	})
}

// EventFile returns the calendar file of a tournament with a title, in a language. game is the title of the game, and
// publicURL the address of the server.
func EventFile(e CalendarEvent, title, game, lang, publicURL string) []byte {
	if words[lang] == nil {
		lang = "en"
	}
	page := publicURL + "/e/" + url.PathEscape(e.ID)
	return e.Calendar(CalendarWords{
		Summary:     words.Fill(lang, "summary.event", "title", title, "game", game),
		Description: words.Fill(lang, "description.event", "url", page),
		URL:         page,
		Host:        hostOf(publicURL),
	})
}

// hostOf returns the host of an address, or another word for an unknown one.
func hostOf(publicURL string) string {
	if parsed, err := url.Parse(publicURL); err == nil && parsed.Hostname() != "" {
		return parsed.Hostname()
	}
	return "archmage"
}

// CalendarEvent is what a calendar has to know of an event.
type CalendarEvent struct {
	ID string
	At time.Time
	// Sequence counts the changes that calendars must learn of (RFC 5545, section 3.8.7.4). Modified is the time of the
	// last one.
	Sequence    int
	Modified    time.Time
	IsCancelled bool
}

// CalendarWords are the texts of a calendar file.
type CalendarWords struct {
	// Summary and Description are plain text. URL is the address of the appointment's page.
	Summary, Description, URL string
	// Host is the host of the server, for the id of the event.
	Host string
}

// eventLength is the length of the event in calendars. How long people play is not known.
const eventLength = time.Hour

// calendarTime is the form of times in UTC (RFC 5545, section 3.3.5).
const calendarTime = "20060102T150405Z"

// Calendar returns the appointment as an iCalendar file.
func (a *Appointment) Calendar(event CalendarWords) []byte {
	return CalendarEvent{a.Code, a.At, a.Sequence(), a.Modified(), a.State == Cancelled}.Calendar(event)
}

// Calendar returns the event as an iCalendar file (RFC 5545). A later file with a greater sequence replaces the
// event in calendars, or cancels it.
func (e CalendarEvent) Calendar(event CalendarWords) []byte {
	status := "CONFIRMED"
	if e.IsCancelled {
		status = "CANCELLED"
	}
	modified := e.Modified.UTC().Format(calendarTime)
	var file strings.Builder
	for _, line := range []string{
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//Archmage//Appointments//EN",
		"METHOD:PUBLISH",
		"BEGIN:VEVENT",
		"UID:" + e.ID + "@" + event.Host,
		"DTSTAMP:" + modified,
		"LAST-MODIFIED:" + modified,
		fmt.Sprintf("SEQUENCE:%d", e.Sequence),
		"DTSTART:" + e.At.UTC().Format(calendarTime),
		"DTEND:" + e.At.UTC().Add(eventLength).Format(calendarTime),
		"SUMMARY:" + escapeCalendarText(event.Summary),
		"DESCRIPTION:" + escapeCalendarText(event.Description),
		"URL:" + event.URL,
		"STATUS:" + status,
		"END:VEVENT",
		"END:VCALENDAR",
	} {
		writeFolded(&file, line)
	}
	return []byte(file.String())
}

// escapeCalendarText escapes a value of the type TEXT (RFC 5545, section 3.3.11), without control
// characters.
func escapeCalendarText(text string) string {
	text = strings.NewReplacer("\\", `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(text)
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}

// maxLineBytes is the longest line of a calendar file, in bytes without its end (RFC 5545, section 3.1).
const maxLineBytes = 75

// writeFolded writes a line, folded so that no part is longer than maxLineBytes and no character is
// split.
func writeFolded(file *strings.Builder, line string) {
	limit := maxLineBytes
	for len(line) > limit {
		end := limit
		for !utf8.RuneStart(line[end]) {
			end--
		}
		file.WriteString(line[:end] + "\r\n ")
		line, limit = line[end:], maxLineBytes-1
	}
	file.WriteString(line + "\r\n")
}
