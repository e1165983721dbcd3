package people

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"

	"archmage/internal/store"
)

const (
	// recoveryCodes is how many recovery codes an account gets.
	recoveryCodes = 8
	// codeBytes is the length of a recovery code in bytes, before it is written as text.
	codeBytes = 10
	codeGroup = 4
)

// codeLetters are digits and letters without those that are easily confused.
var codeLetters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// newCodes returns recovery codes, and the credentials to store for them.
func newCodes() (codes []string, stored []store.Credential) {
	for range recoveryCodes {
		var secret [codeBytes]byte
		_, _ = rand.Read(secret[:]) // it never fails
		text := codeLetters.EncodeToString(secret[:])
		stored = append(stored, newCredential(kindCode, hash(text), ""))
		var groups []string
		for ; len(text) > 0; text = text[codeGroup:] {
			groups = append(groups, text[:codeGroup])
		}
		codes = append(codes, strings.Join(groups, "-"))
	}
	return codes, stored
}

// readCode returns a recovery code in the form that is hashed. It ignores case and
// spaces, and accepts letters that look like digits.
func readCode(text string) string {
	if len(text) > 100 {
		return ""
	}
	return strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(text))
}

// NewCodes returns new recovery codes for an account, which replace the earlier ones.
// They are shown once; only their hashes are stored. It fails with CodeNoAccount,
// CodeSignInAgain, CodeNoIdentity and CodeNotStored.
func (p *Accounts) NewCodes(ctx context.Context, session Session) ([]string, error) {
	if session.Kind != Account {
		return nil, errNoAccount()
	} else if err := session.Proved(); err != nil {
		return nil, err
	}
	codes, stored := newCodes()
	err := p.store.ChangeIdentity(ctx, session.ID, store.IdentityChange{Clear: []string{kindCode}, Add: stored})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, errNoIdentity()
	case err != nil:
		return nil, NotStored(err)
	}
	return codes, nil
}

// ByCode uses up a recovery code. It returns the person to whom it belonged, and a new
// token. It fails with CodeBadSignIn and CodeNotStored.
func (p *Accounts) ByCode(ctx context.Context, code string, before Session, userAgent string) (Person, string, error) {
	key := store.CredentialKey{Kind: kindCode, ID: hash(readCode(code))}
	_, identity, err := p.store.Credential(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Person{}, "", badSignIn(errors.New("an unknown recovery code"))
	case err != nil:
		return Person{}, "", err
	}
	return p.signIn(ctx, &identity, before, userAgent, proof, store.IdentityChange{Remove: []store.CredentialKey{key}})
}
