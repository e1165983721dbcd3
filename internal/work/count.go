package work

// Decrement lowers the count of a key by one, and deletes the key when nothing is left, so that the
// map holds only keys in use.
func Decrement[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}
