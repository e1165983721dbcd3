package work

// Decrement decreases the count of a key by one, and deletes the key at zero.
func Decrement[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}
