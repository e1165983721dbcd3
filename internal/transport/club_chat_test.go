package transport

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/strict"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

const clubChatPath = "/api/club/chat"

// newClubChatTest is newModerationTest with a site that owners can change.
func newClubChatTest(t *testing.T) *moderationTest {
	return newModerationTestWith(t, func(o *Options, kept site.Store) {
		var err error
		o.Site, err = site.New(t.Context(), kept, nil)
		require.NoError(t, err)
	})
}

// writeLine writes a line in the chat of the club.
func (b *browser) writeLine(text string) clubchat.ClubLine {
	b.t.Helper()
	w := b.send("POST", clubChatPath, string(strict.Encode(map[string]string{"text": text})))
	return read[api.ClubLineAnswer](b.t, w, http.StatusCreated).Line
}

// readTexts returns the texts of the chat of the club, the latest first, and "-" for a removed line.
func (b *browser) readTexts() (texts []string) {
	b.t.Helper()
	for _, line := range read[api.ClubChatAnswer](b.t, b.send("GET", clubChatPath, ""), http.StatusOK).Lines {
		if line.Removed {
			require.Empty(b.t, line.Person+line.Name+line.Text)
			line.Text = "-"
		}
		texts = append(texts, line.Text)
	}
	return texts
}

func TestClubChat(t *testing.T) {
	p := newClubChatTest(t)
	line := p.ann.writeLine(" Who brings\u202e the cake? ")
	require.Equal(
		t,
		clubchat.ClubLine{
			Number: line.Number,
			At:     line.At,
			Person: p.ids["Ann"],
			Name:   "Ann",
			Text:   "Who brings the cake?",
		},
		line,
	)
	p.owner.writeLine("Me.")
	guest := p.browser()
	require.Equal(t, []string{"Me.", line.Text}, guest.readTexts(), "without a token")
	guest.guest("Moss")
	require.Equal(t, []string{"Me.", line.Text}, guest.readTexts())
	first := read[api.ClubChatAnswer](t, guest.send("GET", clubChatPath+"?limit=1", ""), http.StatusOK)
	require.Len(t, first.Lines, 1)
	second := read[api.ClubChatAnswer](
		t,
		guest.send("GET", fmt.Sprint(clubChatPath, "?before=", first.Next), ""),
		http.StatusOK,
	)
	require.Equal(t, api.ClubChatAnswer{Lines: []clubchat.ClubLine{line}}, second)
	var data struct{ ClubLines []clubchat.ClubLine }
	require.NoError(t, json.Unmarshal(p.ann.send("GET", "/api/account/data", "").Body.Bytes(), &data))
	line.Name = ""
	require.Equal(t, []clubchat.ClubLine{line}, data.ClubLines, "only one's own lines")
}

// What the chat refuses changes nothing.
func TestClubChatRefuses(t *testing.T) {
	p := newClubChatTest(t)
	write := func(b *browser, body string) {
		t.Helper()
		refused(t, b.send("POST", clubChatPath, body), http.StatusForbidden, people.CodeNoAccount)
	}
	guest := p.browser()
	refused(t, guest.send("POST", clubChatPath, `{"text":"x"}`), http.StatusUnauthorized, people.CodeNoIdentity)
	guest.guest("Moss")
	write(guest, `{"text":"x"}`)
	token := read[struct{ Token string }](
		t, p.ann.send("POST", "/api/account/tokens", `{"name":"Script"}`), http.StatusCreated,
	).Token
	refused(
		t,
		p.ask("POST", clubChatPath, `{"text":"x"}`, "Authorization", "Bearer "+token),
		http.StatusForbidden,
		people.CodeSignIn,
	)
	for cookie, value := range p.ann.cookies {
		refused(
			t,
			p.ask("POST", clubChatPath, `{"text":"x"}`, "Cookie", cookie+"="+value, "Origin", "https://evil.example"),
			http.StatusForbidden,
			httpx.CodeBadOrigin,
		)
	}
	for _, text := range []string{"", "  \t ", strings.Repeat("é", clubchat.MaxText+1)} {
		refused(
			t, p.ann.send("POST", clubChatPath, fmt.Sprintf(`{"text":%q}`, text)),
			http.StatusBadRequest, lobby.CodeBadChat,
		)
	}
	for _, body := range []string{``, `[]`, `{"text":1}`, `{"text":"x","seat":0}`, `{"text":"x"}{}`} {
		refused(t, p.ann.send("POST", clubChatPath, body), http.StatusBadRequest, coded.Malformed)
	}
	refused(
		t, p.ann.send("POST", clubChatPath, `{"text":"`+strings.Repeat("x", 20_000)+`"}`),
		http.StatusRequestEntityTooLarge, httpx.CodeTooLarge,
	)
	for _, query := range []string{
		"?before=x", "?before=-1", "?before=99999999999999999999", "?limit=0", "?limit=1000",
	} {
		refused(t, p.ann.send("GET", clubChatPath+query, ""), http.StatusBadRequest, coded.Malformed)
	}
	require.Empty(t, p.ann.readTexts())
	longest := strings.Repeat("é", clubchat.MaxText)
	for n := range 5 {
		p.ann.writeLine(longest[:len(longest)-2*n])
	}
	refused(t, p.ann.send("POST", clubChatPath, `{"text":"x"}`), http.StatusTooManyRequests, coded.TooFast)
	require.Len(t, p.ann.readTexts(), 5)
	p.wren.writeLine("others can")
}

func TestClubChatOfAClosedClub(t *testing.T) {
	p := newClubChatTest(t)
	guest := p.browser()
	guest.guest("Moss")
	p.ann.writeLine("among us")
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"accounts","text":"invited"}`)
	for _, b := range []*browser{guest, p.browser()} {
		refused(t, b.send("GET", clubChatPath, ""), http.StatusForbidden, clubchat.CodeClosed)
	}
	refused(t, guest.send("POST", clubChatPath, `{"text":"x"}`), http.StatusForbidden, clubchat.CodeClosed)
	require.Equal(t, []string{"among us"}, p.ann.readTexts())
}

func TestClubChatSettings(t *testing.T) {
	p := newClubChatTest(t)
	p.ann.writeLine("hello")
	p.wren.act(http.StatusForbidden, `{"kind":"site","part":"club_chat","text":"off"}`)
	for _, link := range []string{
		"http://chat.example", "javascript:alert(1)", "https://", "//chat.example", "https://a:b@chat.example",
		"https://chat.example/'onclick=", "https://" + strings.Repeat("x", 200) + ".example",
	} {
		p.owner.act(http.StatusBadRequest, `{"kind":"site","part":"club_link","text":%q}`, link)
	}
	p.owner.act(http.StatusBadRequest, `{"kind":"site","part":"club_chat","text":"maybe"}`)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"club_link","text":"https://chat.example/club"}`)
	answer := read[api.ClubChatAnswer](t, p.ann.send("GET", clubChatPath, ""), http.StatusOK)
	require.Equal(t, "https://chat.example/club", answer.Link)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"club_chat","text":"off"}`)
	refused(t, p.owner.send("GET", clubChatPath, ""), http.StatusForbidden, clubchat.CodeClosed)
	refused(t, p.ann.send("POST", clubChatPath, `{"text":"x"}`), http.StatusForbidden, clubchat.CodeClosed)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"club_chat","text":"on"}`)
	require.Equal(t, []string{"hello"}, p.ann.readTexts())
}

// People with a block do not read each other. A mute by a moderator is in force.
func TestClubChatBlocksAndMutes(t *testing.T) {
	p := newClubChatTest(t)
	p.ann.writeLine("from Ann")
	p.wren.writeLine("from Wren")
	require.Equal(t, http.StatusOK, p.wren.send("POST", "/api/blocks", fmt.Sprintf(`{"person":%q}`, p.ids["Ann"])).Code)
	require.Equal(t, []string{"from Wren"}, p.wren.readTexts())
	require.Equal(t, []string{"from Ann"}, p.ann.readTexts())
	require.Equal(t, []string{"from Wren", "from Ann"}, p.owner.readTexts())
	refused(
		t,
		p.wren.send("POST", "/api/reports", `{"what":"line","line":1,"reason":"spam"}`),
		http.StatusNotFound,
		lobby.CodeNoLine,
	)
	p.odile.act(http.StatusCreated, `{"kind":"mute","person":%q,"reason":"spam"}`, p.ids["Ann"])
	w := p.ann.send("POST", clubChatPath, `{"text":"x"}`)
	require.Equal(t, http.StatusForbidden, w.Code, w.Body)
	require.Contains(t, w.Body.String(), string(moderation.CodeSilenced))
	require.Equal(t, []string{"from Ann"}, p.ann.readTexts())
}

// A line is reported with the lines around it. A moderator removes it for everybody.
func TestClubLinesAreReportedAndRemoved(t *testing.T) {
	p := newClubChatTest(t)
	p.wren.writeLine("before")
	rude := p.ann.writeLine("rude")
	p.wren.writeLine("after")
	report := `{"what":"line","line":%d,"reason":"insult","words":"again","person":%q}`
	guest := p.browser()
	guest.guest("Moss")
	unknown := guest.send("POST", "/api/reports", fmt.Sprintf(report, 99, ""))
	refused(t, unknown, http.StatusNotFound, lobby.CodeNoLine)
	w := guest.send("POST", "/api/reports", fmt.Sprintf(report, rude.Number, p.ids["Wren"]))
	require.Equal(t, http.StatusCreated, w.Code, w.Body)
	reports := p.odile.reported()
	require.Len(t, reports, 1)
	require.Equal(t, "Ann", reports[0].Person.Name, "the author, not who was named")
	require.Equal(t, [2]string{moderation.ReportClubLine, ""}, [2]string{reports[0].What, reports[0].Room})
	var texts []string
	for _, line := range reports[0].Lines {
		texts = append(texts, line.Text)
	}
	require.Equal(t, []string{"before", "rude", "after"}, texts)
	require.Equal(t, rude.Number, reports[0].Line)

	remove := `{"kind":"remove_club_line","line":%d,"reason":"insult"}`
	w = p.ann.send("POST", "/api/moderation/acts", fmt.Sprintf(remove, rude.Number))
	refused(t, w, http.StatusNotFound, coded.NotFound)
	p.odile.act(http.StatusNotFound, remove, 99)
	p.odile.act(http.StatusCreated, `{"kind":"remove_club_line","report":%d,"reason":"insult"}`, reports[0].Number)
	require.Empty(t, p.odile.reported())
	require.Equal(t, []string{"after", "-", "before"}, guest.readTexts())
	p.odile.act(http.StatusNotFound, remove, rude.Number)
	entry := p.odile.log()[0]
	require.Equal(
		t,
		[]string{moderation.ActRemoveClubLine, moderation.Done, "Ann", fmt.Sprint(rude.Number)},
		[]string{entry.Kind, entry.Outcome, entry.Person.Name, entry.Target},
	)
	require.Equal(t, moderation.ActRemoveClubLine, p.ann.news().Acts[0].Kind)
	// A moderator does not remove lines of owners.
	p.odile.act(http.StatusForbidden, remove, p.owner.writeLine("mine").Number)
}
