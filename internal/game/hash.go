package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

// Hash returns the fingerprint of a state: 16 hexadecimal digits, the first 8
// bytes of the SHA-256 of its encoding. Equal states have equal hashes. It
// depends on every secret of the state and is never shown to a client.
func Hash(s State) string {
	buffer := hashBuffers.Get().(*[]byte)
	defer hashBuffers.Put(buffer)
	data, err := s.AppendBinary((*buffer)[:0])
	if err != nil {
		panic(fmt.Sprintf("game: a state that cannot be encoded: %v", err))
	}
	*buffer = data
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

var hashBuffers = sync.Pool{New: func() any { return new([]byte) }}
