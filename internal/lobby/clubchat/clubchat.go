// Package clubchat is the chat of the whole club: one list of lines, which are kept for a week.
//
// [Chat.Write] stores a line before anybody sees it. The package says who can read and write; package club shows the
// last lines live, and package transport counts requests. It must not import transport. Start reading at [Chat].
package clubchat

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// CodeClosed: the club has no chat, or only accounts can read it.
const CodeClosed coded.Code = "club_chat_closed"

const (
	// MaxText is the maximum length of a line, in characters.
	MaxText = 200
	// KeepFor is the time for which lines are kept.
	KeepFor = 7 * 24 * time.Hour
	// linesBefore and linesAfter are the numbers of lines around a reported one.
	linesBefore, linesAfter = 10, 5
	// maxOwn is the number of lines that Own returns.
	maxOwn = 2000
)

// limits bound what is written: a person's lines, those of all people together, and what is stored.
var limits = store.ClubLineLimits{
	PerPerson: []store.RateLimit{{Lines: 5, In: 15 * time.Second}, {Lines: 200, In: 24 * time.Hour}},
	Total:     []store.RateLimit{{Lines: 60, In: time.Minute}},
	Stored:    10_000,
}

// Settings are what the owner decides about the chat.
type Settings struct {
	// IsOff is true if the club has no chat.
	IsOff bool
	// CanVisitorsRead is true if people without an account can read.
	CanVisitorsRead bool
	// Link is where else the club talks, as in "https://chat.example", or "".
	Link string
}

// Store is the part of the database that stores the lines.
type Store interface {
	AddClubLine(ctx context.Context, line store.ClubLine, limits store.ClubLineLimits) (store.ClubLine, error)
	ClubLine(ctx context.Context, number uint64) (store.ClubLine, error)
	ListClubLines(ctx context.Context, before uint64, since time.Time, limit int) ([]store.ClubLine, error)
	ListClubLinesOf(ctx context.Context, person string, since time.Time, limit int) ([]store.ClubLine, error)
	LastClubRemoval(ctx context.Context) (time.Time, error)
	RemoveClubLine(ctx context.Context, number uint64, at time.Time) error
	DeleteClubLines(ctx context.Context, before time.Time, limit int) (int, error)
}

// Names finds people.
type Names interface {
	// Visible returns the people with these ids, by id. It omits deleted people.
	Visible(ctx context.Context, ids []string) (map[string]people.Visible, error)
	// Strangers returns the people with whom a person has a block, in either direction.
	Strangers(ctx context.Context, person string) ([]string, error)
}

// Chat is the chat of the club. It is safe for concurrent use.
type Chat struct {
	store    Store
	names    Names
	settings func() Settings
	changed  func(club.Change)
}

// New returns the chat in a store. settings returns the current settings. changed is called after each change.
func New(stored Store, names Names, settings func() Settings, changed func(club.Change)) *Chat {
	return &Chat{stored, names, settings, changed}
}

// ClubLine is a line of the chat. A removed one has neither a person nor a text.
type ClubLine struct {
	Number uint64 `json:"number"`
	// At is in milliseconds since 1970.
	At     int64  `json:"at"`
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
	// Removed is true if a moderator has removed the line.
	Removed bool `json:"removed,omitempty"`
}

// Page is a part of the lines, the latest first.
type Page struct {
	Lines []ClubLine
	// Next is the number before which the next page begins, 0 on the last page.
	Next uint64
	// Link is Settings.Link.
	Link string
}

// check returns an error unless a person can read. The zero person is a visitor.
func (c *Chat) check(person people.Person) error {
	settings := c.settings()
	switch {
	case settings.IsOff:
		return coded.Errorf(CodeClosed, "this club has no chat")
	case person.Kind != people.Account && !settings.CanVisitorsRead:
		return coded.Errorf(CodeClosed, "only members can read the chat of this club")
	}
	return nil
}

// Write stores a line of a person and returns it. It fails with CodeClosed, people.CodeNoAccount,
// lobby.CodeBadChat, coded.TooFast and people.CodeNotStored.
func (c *Chat) Write(ctx context.Context, person people.Person, text string) (ClubLine, error) {
	if err := c.check(person); err != nil {
		return ClubLine{}, err
	}
	if person.Kind != people.Account {
		return ClubLine{}, coded.Errorf(people.CodeNoAccount, "only members can write in the chat of the club")
	}
	text = people.CleanLine(text)
	if text == "" || utf8.RuneCountInString(text) > MaxText {
		return ClubLine{}, coded.Errorf(lobby.CodeBadChat, "a line has 1 to %d characters", MaxText)
	}
	stored, err := c.store.AddClubLine(ctx, store.ClubLine{Person: person.ID, Text: text}, limits)
	switch {
	case errors.Is(err, store.ErrQuota):
		return ClubLine{}, coded.Errorf(coded.TooFast, "too many lines in a short time; wait a little")
	case errors.Is(err, store.ErrNotFound):
		return ClubLine{}, coded.Errorf(people.CodeNoAccount, "the account was deleted")
	case err != nil:
		return ClubLine{}, people.NotStored(err)
	}
	c.changed(club.Change{Chat: true})
	at := stored.Created.UnixMilli()
	return ClubLine{Number: stored.Number, At: at, Person: person.ID, Name: person.Name, Text: text}, nil
}

// Read returns at most limit lines with numbers below before, the latest first, without those of people with whom
// the person has a block. 0 for before means all numbers. It fails with CodeClosed.
func (c *Chat) Read(ctx context.Context, person people.Person, before uint64, limit int) (Page, error) {
	if err := c.check(person); err != nil {
		return Page{}, err
	}
	page := Page{Lines: []ClubLine{}, Link: c.settings().Link}
	stored, err := c.store.ListClubLines(ctx, before, time.Now().Add(-KeepFor), limit+1)
	if err != nil {
		return Page{}, err
	}
	if len(stored) > limit {
		stored = stored[:limit]
		page.Next = stored[limit-1].Number
	}
	var hidden []string
	if person.ID != "" {
		if hidden, err = c.names.Strangers(ctx, person.ID); err != nil {
			return Page{}, err
		}
	}
	lines, err := c.lines(ctx, stored)
	for i := range lines {
		if lines[i].Person == "" || !slices.Contains(hidden, lines[i].Person) {
			page.Lines = append(page.Lines, lines[i])
		}
	}
	return page, err
}

// lines returns stored lines as readers see them, without those of deleted people.
func (c *Chat) lines(ctx context.Context, stored []store.ClubLine) ([]ClubLine, error) {
	var ids []string
	for i := range stored {
		if stored[i].Removed.IsZero() {
			ids = append(ids, stored[i].Person)
		}
	}
	slices.Sort(ids)
	found, err := c.names.Visible(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	list := []ClubLine{}
	for i := range stored {
		s := &stored[i]
		line := ClubLine{Number: s.Number, At: s.Created.UnixMilli()}
		author, isKnown := found[s.Person]
		switch {
		case !s.Removed.IsZero():
			line.Removed = true
		case isKnown:
			line.Person, line.Name, line.Text = s.Person, author.Name, s.Text
		default:
			continue
		}
		list = append(list, line)
	}
	return list, nil
}

// Latest returns what the document of the club shows of the chat, nil if there is no chat. Package club calls it.
func (c *Chat) Latest(ctx context.Context) (*club.ChatState, error) {
	settings := c.settings()
	if settings.IsOff {
		return nil, nil
	}
	// Further lines are for viewers from whom some people are hidden.
	stored, err := c.store.ListClubLines(ctx, 0, time.Now().Add(-KeepFor), 10*club.MaxLines)
	if err != nil {
		return nil, err
	}
	lines, err := c.lines(ctx, stored)
	if err != nil {
		return nil, err
	}
	state := &club.ChatState{CanVisitorsRead: settings.CanVisitorsRead, Link: settings.Link}
	for i := range lines {
		line := &lines[i]
		state.Lines = append(state.Lines, club.NumberedLine{Number: line.Number, ChatLine: club.ChatLine{
			At: line.At, Person: line.Person, Name: line.Name, Text: line.Text, Removed: line.Removed,
		}})
	}
	removed, err := c.store.LastClubRemoval(ctx)
	if err != nil {
		return nil, err
	}
	if !removed.IsZero() {
		state.LastRemoval = removed.UnixMilli()
	}
	return state, nil
}

// Around returns a line and lines around it as a person can read them, the oldest first, for a report. It fails
// with CodeClosed and lobby.CodeNoLine.
func (c *Chat) Around(ctx context.Context, person people.Person, number uint64) ([]ClubLine, error) {
	page, err := c.Read(ctx, person, number+linesAfter+1, linesBefore+1+linesAfter)
	if err != nil {
		return nil, err
	}
	slices.Reverse(page.Lines)
	if !slices.ContainsFunc(page.Lines, func(line ClubLine) bool { return line.Number == number && !line.Removed }) {
		return nil, errNoLine(number)
	}
	return page.Lines, nil
}

// Author returns the id of the person who wrote a line that can still be read. It fails with lobby.CodeNoLine.
func (c *Chat) Author(ctx context.Context, number uint64) (string, error) {
	line, err := c.store.ClubLine(ctx, number)
	if errors.Is(err, store.ErrNotFound) ||
		err == nil && (!line.Removed.IsZero() || time.Since(line.Created) >= KeepFor) {
		return "", errNoLine(number)
	}
	return line.Person, err
}

// Remove removes the text of a line for everybody. It fails with lobby.CodeNoLine and people.CodeNotStored.
func (c *Chat) Remove(ctx context.Context, number uint64) error {
	err := c.store.RemoveClubLine(ctx, number, time.Now())
	if errors.Is(err, store.ErrNotFound) {
		return errNoLine(number)
	} else if err != nil {
		return people.NotStored(err)
	}
	c.changed(club.Change{Chat: true})
	return nil
}

// Own returns the lines that a person has written, the latest first.
func (c *Chat) Own(ctx context.Context, person string) ([]ClubLine, error) {
	stored, err := c.store.ListClubLinesOf(ctx, person, time.Now().Add(-KeepFor), maxOwn)
	list := []ClubLine{}
	for i := range stored {
		list = append(list, ClubLine{
			Number: stored[i].Number, At: stored[i].Created.UnixMilli(), Person: person,
			Text: stored[i].Text, Removed: !stored[i].Removed.IsZero(),
		})
	}
	return list, err
}

// RetentionTask returns the task that deletes lines that are older than KeepFor.
func (c *Chat) RetentionTask() retention.Task {
	return retention.Task{Name: "lines of the club", Delete: func(ctx context.Context, now time.Time) (int, error) {
		total := 0
		for {
			n, err := c.store.DeleteClubLines(ctx, now.Add(-KeepFor), retention.Page)
			if total += n; err != nil || n < retention.Page {
				if total > 0 {
					c.changed(club.Change{Chat: true})
				}
				return total, err
			}
			if err := work.Sleep(ctx, retention.Pause); err != nil {
				return total, err
			}
		}
	}}
}

func errNoLine(number uint64) error {
	return coded.Errorf(lobby.CodeNoLine, "there is no line %d", number)
}
