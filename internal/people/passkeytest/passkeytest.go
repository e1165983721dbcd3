// Package passkeytest makes passkeys for tests.
package passkeytest

import "github.com/descope/virtualwebauthn"

// attested is the length of a public key of P-256 in CBOR.
const attested = 77

// New returns a new passkey. In one key of 128 a coordinate begins with a zero byte, which the
// library leaves out. Servers refuse such keys, so New draws until it gets another one.
func New() virtualwebauthn.Credential {
	for {
		key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(key.Key.AttestationData()) == attested {
			return key
		}
	}
}
