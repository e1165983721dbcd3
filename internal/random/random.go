// Package random is the source of random bytes and of ids that cannot be guessed. Tests replace it by a
// deterministic source. It imports nothing of the project. Start reading at [Source].
package random

import (
	"crypto/rand"

	"github.com/google/uuid"
)

// Source fills a slice with random bytes. The nil Source uses crypto/rand. A Source must be safe for
// concurrent use.
type Source func([]byte)

// Fill fills a slice with random bytes.
func (s Source) Fill(b []byte) {
	if s == nil {
		_, _ = rand.Read(b) // never fails
		return
	}
	s(b)
}

// Read fills a slice with random bytes and never fails. It implements io.Reader.
func (s Source) Read(b []byte) (int, error) {
	s.Fill(b)
	return len(b), nil
}

// ID returns a random UUID.
func (s Source) ID() string {
	return uuid.Must(uuid.NewRandomFromReader(s)).String()
}
