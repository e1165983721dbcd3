package browsertest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// focusedElement is an expression for the tag name of the focused element.
const focusedElement = "document.activeElement.tagName"

// stubEvents answers requests about events on all pages that the person opens from now on, with a sample event that
// is "planned", "running" or "finished". The optional object, in JavaScript, has the fields of the event that differ;
// in it, me is the id of the person.
func (p *person) stubEvents(status string, more ...string) {
	p.t.Helper()
	changes := "{}"
	if len(more) > 0 {
		changes = more[0]
	}
	p.addScript(eventsScript + fmt.Sprintf(
		";stubEvents.make = (me) => sampleEvents.%s(me, %s); stubEvents.install();", status, changes,
	))
}

// eventCommands returns the commands that the page has sent, as JSON without their ids.
func (p *person) eventCommands() (list []string) {
	p.t.Helper()
	text := evaluate[string](p, "JSON.stringify(stubEvents.commands.splice(0))")
	var commands []map[string]any
	require.NoError(p.t, json.Unmarshal([]byte(text), &commands))
	for _, command := range commands {
		delete(command, "id")
		data, err := json.Marshal(command)
		require.NoError(p.t, err)
		list = append(list, string(data))
	}
	return list
}

// A member finds the evenings, plans one with one press, and says who comes. Everything can be done by name.
func TestEventBefore(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", startOperated(t).url, desk)
	ada.createAccount()
	ada.stubEvents("planned")
	ada.addScript("stubEvents.clubEvents = { evening: sampleEvents.lines().coming[1] }")
	ada.open("/")
	ada.waitForText("SpellBook evening")
	ada.checkAll("start page")
	ada.click("link", "^All evenings$")
	ada.waitForText("Knockout of the week")
	ada.waitForText("Juna, Inès")
	ada.waitForText("A seal for each evening won")
	ada.checkAll("list")
	ada.checkSizes("list")

	ada.click("link", "^Plan an evening$")
	ada.waitForText("How many rounds?")
	ada.checkAll("plan")
	ada.checkSizes("plan")
	ada.click("button", "^Knockout")
	ada.waitForText("Plan the knockout")
	ada.click("button", "^Everybody plays every round")
	ada.click("button", "^Change$")
	ada.click("checkbox", "^Bots fill free seats$")
	ada.checkAll("plan with all settings")
	ada.click("button", "^Plan 4 rounds")
	ada.waitForPath("^/e/evening$")
	planned := ada.eventCommands()
	require.Len(t, planned, 1)
	require.Contains(t, planned[0], `"fillers":true`)
	require.Contains(t, planned[0], `"rated":false`)

	ada.waitForText("Are you coming?")
	ada.waitForText("11 people come")
	ada.checkAll("before")
	ada.click("button", "^Yes, I am coming$")
	ada.waitForText("You are in")
	ada.waitForText("12 people come")
	require.Equal(t, []string{`{"command":"join","perhaps":false}`}, ada.eventCommands())
	require.Equal(t, "BUTTON", evaluate[string](ada, focusedElement), "the focus stays on the answer")
	require.Contains(
		t,
		evaluate[string](ada, "document.querySelector('.evanswer a[download]').href"),
		"/api/events/evening/calendar.ics",
	)
	ada.checkAll("coming")
	ada.checkSizes("before")
	ada.click("button", "^Withdraw$")
	ada.waitForText("Are you coming?")
	require.Equal(t, "MAIN", evaluate[string](ada, focusedElement), "the pressed button is gone")
}

// A person at a running event sees the own table first. Results move the standings, but neither the focus nor what
// can be pressed.
func TestEventDuring(t *testing.T) {
	t.Parallel()
	for _, test := range []namedDevice{{"desk", desk}, {"phone", phone}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Nora", shared.server(t).url, test.at)
			p.stubEvents("running")
			p.open("/e/evening")
			p.waitForText("Your table is ready: you and Mina")
			p.waitForText("Missing: Otto")
			p.checkAll("during")
			p.checkSizes("during")

			evaluate[bool](p, "(document.querySelector('.standings li:nth-child(5) a').focus(), true)")
			edges := evaluate[string](p, "stubEvents.edges()")
			evaluate[bool](p, "stubEvents.moveStandings()")
			p.waitUntil("see another first", "document.querySelector('.standings li').textContent.includes('Alwin')")
			require.Equal(t, "A", evaluate[string](p, focusedElement))
			require.Equal(t, edges, evaluate[string](p, "stubEvents.edges()"))

			p.click("button", "^Round 1$")
			p.waitForText("forfeit")
			require.Equal(t, "/r/r3", evaluate[string](p, "document.querySelector('.evown a').getAttribute('href')"))
		})
	}
}

// The organiser pauses, enters a person late, and decides a result for a reason.
func TestEventOrganiser(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", startOperated(t).url, desk)
	ada.createAccount()
	ada.stubEvents("running", "{ organiser: me }")
	ada.open("/e/evening")
	ada.waitForText("You run this evening")
	ada.checkAll("organiser")
	ada.checkSizes("organiser")
	ada.click("button", "^Pause$")
	ada.waitForText("The evening is paused")
	ada.click("button", "^Go on$")
	ada.waitForText("Your table is ready")
	require.Equal(t, []string{`{"command":"pause"}`, `{"command":"resume"}`}, ada.eventCommands())

	ada.fill("^Late entry", evaluate[string](ada, "document.querySelector('.own span:last-child').textContent"))
	ada.click("button", "^Enter$")
	ada.waitUntil("have sent the entry", "stubEvents.commands.length > 0")
	require.Contains(t, ada.eventCommands()[0], `"command":"enter"`)

	ada.click("button", "^Decide about table 2$")
	ada.click("button", "^Decide the result$", ".evtable:nth-child(3)")
	ada.waitForText("Result of table 2")
	ada.fill("^Reason$", "The line was cut.")
	ada.checkAccess("result")
	ada.click("button", "^Decide the result$", "dialog")
	ada.waitUntil("have sent the result", "stubEvents.commands.length > 0")
	require.Equal(
		t,
		[]string{`{"command":"settle","places":[1,2],"reason":"The line was cut.","round":2,"table":1}`},
		ada.eventCommands(),
	)

	ada.click("button", "^Decide about table 3$")
	ada.click("button", "^Give three more minutes$", ".evtable.own")
	ada.waitUntil("have given more time", "stubEvents.commands.length > 0")
	require.Equal(t, []string{`{"command":"wait","round":2,"table":2}`}, ada.eventCommands())

	ada.click("button", "^Hand over$")
	ada.waitForText("that person runs the evening")
	ada.checkAccess("hand over")
	ada.click("button", "^Hand over$", "dialog")
	ada.waitUntil("have handed the evening over", "stubEvents.commands.length > 0")
	require.Contains(t, ada.eventCommands()[0], `"command":"organiser"`)
}

// Another person watches, in French, and sees the podium.
func TestEventSpectator(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, phone.in("fr-FR"))
	p.stubEvents("running", "{ people: { ...sampleEvents.running('other').people } }")
	p.open("/e/evening")
	p.waitForText("Vous regardez")
	p.waitForText("Ce que l’organisation a fait")
	p.checkAll("watching")
	evaluate[bool](p, "stubEvents.patch({ status: 'finished' })")
	p.waitForText("Cette soirée se vérifie")
	p.waitForText("La partie de la soirée")
	require.Equal(t, "/m/m9", evaluate[string](p, "document.querySelector('.evbest a').getAttribute('href')"))
	p.waitForText("passe devant")
	p.checkAll("podium")
	p.checkSizes("podium")
	require.Equal(
		t,
		"/api/events/evening/file",
		evaluate[string](p, "document.querySelector('.evproof a').getAttribute('href')"),
	)
}

// A profile shows the person's evenings, with places and trophies.
func TestEventProfile(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, "Ada", startOperated(t).url, desk)
	ada.createAccount()
	ada.stubEvents("finished")
	ada.open("/u/Ada")
	ada.waitForText("2 evenings won")
	ada.waitForText("place 4 of 12")
	ada.checkAll("profile")
	ada.checkSizes("profile")
}

// With the text of the browser twice as large, no page of events scrolls sideways.
func TestEventLargeText(t *testing.T) {
	t.Parallel()
	large := phone
	large.largeText = true
	p := newPerson(t, "Ada", shared.server(t).url, large)
	p.stubEvents("running", "{ organiser: me }")
	p.addScript("stubEvents.isMember = true")
	for _, page := range []struct{ path, text string }{
		{"/evenings", "Knockout of the week"}, {"/evenings/plan", "What kind?"}, {"/e/evening", "You run this evening"},
	} {
		p.open(page.path)
		p.waitForText(page.text)
		p.checkSizes(page.path)
	}
}
