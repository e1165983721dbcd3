package patch

// SetBytewise says whether equal parts are recognised by their bytes, and returns
// whether they were before.
func SetBytewise(on bool) (was bool) {
	was, bytewise = bytewise, on
	return was
}
