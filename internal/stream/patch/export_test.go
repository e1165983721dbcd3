package patch

// SetBytewise sets whether Diff skips parts with the same bytes, and returns the setting before.
func SetBytewise(on bool) (was bool) {
	was, compareBytes = compareBytes, on
	return was
}
