// Package passkeytest makes passkeys for tests.
package passkeytest

import "github.com/descope/virtualwebauthn"

// attested is the length of a public key of P-256 in CBOR.
const attested = 77

// New returns a new passkey. The library does not fill up coordinates that begin
// with a zero byte, as one key in 128 has; servers rightly refuse such keys, so
// others are drawn.
func New() virtualwebauthn.Credential {
	for {
		key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(key.Key.AttestationData()) == attested {
			return key
		}
	}
}
