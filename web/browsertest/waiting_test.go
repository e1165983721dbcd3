package browsertest

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// waitingScript measures the page of a room before its match.
//
//go:embed waiting.js
var waitingScript string

// waitingSizes are the windows in which the page of a room is measured: phones, a tablet both ways, and desks.
var waitingSizes = [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1180, 820}, {1440, 900}, {1920, 1080}}

// A visitor at the door moves nothing and covers no chair. What can be done with a chair is beside each other where
// there is room, and the line with the main button takes few rows.
func TestChairsBeforeAMatch(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newPerson(t, "Ada Fernley", origin, desk.in("fr-FR"))
	ada.addScript(waitingScript)
	ada.setName()
	ada.open("/")
	link := ada.createRoom(map[string]any{"game": "seasons", "seats": 4})
	ada.open(link)
	ada.waitForText("3 places sont libres")
	bob := newVisitor(t, "Bob", origin, phone)
	bob.follow(link)
	bob.click("button", "^Sit down$")
	ada.waitForText("2 places sont libres")
	places := func() (all []string) {
		for _, size := range waitingSizes {
			ada.resize(size[0], size[1])
			ada.nextFrame()
			all = append(all, evaluate[string](ada, "waiting.places()"))
		}
		return all
	}
	before := places()
	cleo := newVisitor(t, "Cleo Winterbottom", origin, phone)
	cleo.follow(link)
	ada.waitForText("Cleo Winterbottom est à la porte")
	require.Equal(t, before, places(), "a visitor at the door moves nothing")
	for _, size := range waitingSizes {
		at := fmt.Sprintf("at %d px", size[0])
		ada.resize(size[0], size[1])
		ada.nextFrame()
		require.Empty(t, evaluate[[]string](ada, "waiting.underDoor()"), at)
		require.Empty(t, evaluate[[]string](ada, "waiting.brokenButtons()"), at)
		require.Empty(t, evaluate[[]string](ada, "waiting.brokenNames()"), at)
		rows := 2
		if size[0] > 700 {
			require.Empty(t, evaluate[[]string](ada, "waiting.stackedActs()"), at)
			rows = 1
		}
		require.LessOrEqual(t, evaluate[int](ada, "waiting.startRows()"), rows, at)
		ada.checkPage(at)
	}
}

// On the page of a person who opens the link, the names of those who wait are whole.
func TestNamesOnArrival(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := newVisitor(t, "Ada Fernley", origin, desk)
	link := ada.createRoom(map[string]any{"game": "seasons", "seats": 4})
	ada.open(link)
	bob := newVisitor(t, "Bob Whistler", origin, phone)
	bob.follow(link)
	bob.click("button", "^Sit down$")
	ada.waitForText("2 seats are free")
	cleo := newPerson(t, "Cleo", origin, desk)
	cleo.addScript(waitingScript)
	cleo.open(link)
	cleo.waitForText("Ada Fernley invites you")
	for _, size := range append(waitingSizes, [2]int64{820, 1180}, [2]int64{960, 600}) {
		cleo.resize(size[0], size[1])
		cleo.nextFrame()
		require.Empty(t, evaluate[[]string](cleo, "waiting.brokenNames()"), "at %d px", size[0])
		cleo.checkPage("arrival")
	}
}

// In the bar at the lower edge of a narrow phone, the words of a guest are whole in each language.
func TestWordsInTheBarAreWhole(t *testing.T) {
	t.Parallel()
	for language, word := range map[string]string{"en-GB": "Sign in", "fr-FR": "Se connecter"} {
		gus := newPerson(
			t,
			"Gus",
			shared.server(t).url,
			device{width: 360, height: 740, touch: true, language: language},
		)
		gus.open("/")
		gus.waitForText(word)
		require.Empty(t, evaluate[[]string](gus, `[...document.querySelectorAll('.mainnav a span:last-child')]
			.filter((word) => {
				const text = document.createRange();
				text.selectNodeContents(word);
				return text.getBoundingClientRect().width > word.getBoundingClientRect().width + 0.1;
			})
			.map((word) => word.textContent)`))
	}
}
