package browsertest

import "testing"

// The page about the API opens from the footer, and is accessible and as wide as its window, also on a phone.
func TestAPIPage(t *testing.T) {
	t.Parallel()
	server := startProgram(t)
	for _, size := range []device{desk, phone} {
		ada := newPerson(t, "Ada", server.url, size)
		ada.openStartPage()
		ada.click("link", "^API$", ".sitefoot")
		ada.waitForText("What the server sends")
		ada.checkWidth("the page about the API")
		ada.checkAccess("the page about the API")
	}
}
