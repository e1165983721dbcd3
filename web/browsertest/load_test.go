package browsertest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The client is small enough to open quickly, on screens of all sizes. The test measures everything that a table
// of one game loads, as transferred, except for pictures: nothing waits for those, and TestPictures bounds each.
// No other person plays on the server, so the start page has no live tables, which it draws last.
func TestFirstLoadIsSmall(t *testing.T) {
	t.Parallel()
	tablet := device{width: 820, height: 1180, touch: true, language: "en-GB"}
	for _, test := range []struct {
		name, door string
		at         device
		limit      int
	}{
		{"seasons", seasonsDoor, desk, 182_000},
		{"seasons on a tablet", seasonsDoor, tablet, 182_000},
		{"seasons on a phone", seasonsDoor, phone, 182_000},
		{"spellbook", spellbookDoor, desk, 185_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", startProgram(t).url, test.at.moving())
			ada.addScript(preloadsScript)
			ada.setName()
			ada.open("/")
			ada.click("button", "^With a bot", test.door)
			ada.waitForRole("region", "^Your question and your hand$")
			loaded := evaluate[int](ada, "preloads.bytes()")
			t.Logf("%d bytes: %s", loaded, evaluate[string](ada, "preloads.largest()"))
			require.Less(t, loaded, test.limit)
			require.Greater(t, loaded, 10<<10, "so little cannot be all")

			// The table, the start page and the room before a match use all their preloads.
			ada.reload()
			ada.waitForRole("region", "^Your question and your hand$")
			ada.waitUntilPreloadsUsed()
			ada.open("/")
			ada.waitUntilPreloadsUsed()
			ada.openTable(test.door)
			ada.reload()
			ada.waitForText("One seat is free")
			ada.waitUntilPreloadsUsed()
		})
	}
}

// A table loads the style sheets of other sizes only when its window is resized or turned. It then looks as if it
// had been opened at that size, and is never shown without its style sheets.
func TestStyleSheetsFollowTheWindow(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk, preloadsScript)
	ada.openStagedMatch("seasons-four-crowded")
	sizes := func() []string {
		return slices.DeleteFunc(evaluate[[]string](ada, "preloads.sheetsOf('seasons')"), func(name string) bool {
			return !slices.Contains([]string{"desk.css", "phone.css", "side.css", "tablet.css"}, name)
		})
	}
	require.Equal(t, []string{"desk.css"}, sizes())
	evaluate[bool](ada, "preloads.watchBoard()")
	places := map[[2]int64]string{}
	for _, step := range []struct {
		size  [2]int64
		added string
	}{
		{[2]int64{390, 844}, "phone.css"},
		{[2]int64{844, 390}, "side.css"},
		{[2]int64{820, 1180}, "tablet.css"},
		{[2]int64{1280, 800}, ""},
	} {
		before := sizes()
		ada.resize(step.size[0], step.size[1])
		if step.added != "" {
			before = append(before, step.added)
		}
		require.ElementsMatch(t, before, sizes(), step.size)
		places[step.size] = evaluate[string](ada, "preloads.places()")
	}
	require.Empty(t, evaluate[[]string](ada, "preloads.unstyled()"))
	for size, resized := range places {
		ada.resize(size[0], size[1])
		ada.reload()
		ada.waitForStagedMatch(ada.path())
		require.Equal(t, evaluate[string](ada, "preloads.places()"), resized, size)
	}
}

// waitUntilPreloadsUsed waits until the page has used all its preloads.
func (p *person) waitUntilPreloadsUsed() {
	p.t.Helper()
	waitForValue(p, "[]", func() string { return p.awaitPromise("preloads.unused()") })
}
