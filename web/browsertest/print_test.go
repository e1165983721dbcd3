package browsertest

import (
	"image"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"
)

// The end of a match, the rules and the cards are printed black on white, also by those who read them in the dark,
// without what can only be pressed and without what lies behind the page.
func TestPrint(t *testing.T) {
	t.Parallel()
	night := desk
	night.dark = true
	ada := newStagedPerson(t, night, contrastScript)
	ada.openStagedMatch("seasons-last-turn")
	ada.sendAnswer(ada.question(), []pick{{Option: "end", N: 1}})
	ada.waitForText("Seed of the match")
	ada.checkPrint("the end of a match")
	for _, at := range []struct{ path, text string }{
		{"/rules", "Rules and cards"},
		{"/rules/seasons", "Rules of Seasons"},
		{"/gallery/seasons", "Cards of Seasons"},
		{"/gallery/spellbook", "Spells of SpellBook"},
	} {
		ada.open(at.path)
		ada.waitForText(at.text)
		ada.checkPrint(at.path)
	}
}

// checkPrint checks the page as it is printed.
func (p *person) checkPrint(where string) {
	p.t.Helper()
	dark := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: dark})
	p.picture(where)
	require.True(p.t, evaluate[bool](p, "page.all('.wood, .land, .top, .dock, .mainnav, .page .btn').every("+
		"(each) => !each.checkVisibility())"), "%s prints more than its contents", where)
	p.whileDrawn(func(take func() *image.RGBA) {
		lines, measured := p.weakTexts(take)
		require.Greater(p.t, measured, 5)
		for _, line := range lines {
			p.t.Errorf("%s: %s", where, line)
		}
		picture := take()
		for _, corner := range []image.Point{{2, 2}, {int(p.width) - 3, 2}, {2, int(p.height) - 3}} {
			require.Equal(p.t, [3]float64{255, 255, 255}, rgb(picture, corner.X, corner.Y), "%s at %v", where, corner)
		}
	})
	printed := command(p, page.PrintToPDF, page.PrintToPDFParams{})
	require.NotEmpty(p.t, printed.Data, "%s is not printed", where)
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: dark})
}
