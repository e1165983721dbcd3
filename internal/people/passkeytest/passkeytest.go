// Package passkeytest makes passkeys for tests.
package passkeytest

import "github.com/descope/virtualwebauthn"

// publicKeyBytes is the length of a public key of P-256 in CBOR.
const publicKeyBytes = 77

// New returns a new passkey. One key in 128 has a coordinate that begins with a zero byte, which the
// library leaves out. Servers refuse such keys, so New generates keys until it gets one of full length.
func New() virtualwebauthn.Credential {
	for {
		key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(key.Key.AttestationData()) == publicKeyBytes {
			return key
		}
	}
}
