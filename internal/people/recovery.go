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
	// recoveryCodeCount is the number of recovery codes that an account gets.
	recoveryCodeCount = 8
	// codeBytes is the length of a recovery code in bytes, before encoding.
	codeBytes       = 10
	codeGroupLength = 4
)

// codeEncoding uses digits and letters without those that are easily confused.
var codeEncoding = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// newCodes returns new recovery codes and the credentials to store for them.
func newCodes() (codes []string, stored []store.Credential) {
	for range recoveryCodeCount {
		var secret [codeBytes]byte
		_, _ = rand.Read(secret[:]) // never fails
		text := codeEncoding.EncodeToString(secret[:])
		stored = append(stored, newCredential(kindCode, hash(text), ""))
		codes = append(codes, groupCode(text))
	}
	return codes, stored
}

// normalizeCode returns a recovery code in the form that is hashed. It ignores case, spaces and
// hyphens, and takes letters that look like digits for these digits.
func normalizeCode(text string) string {
	if len(text) > 100 {
		return ""
	}
	return strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(text))
}

// NewCodes replaces the recovery codes of an account and returns the new ones. Only their hashes
// are stored. It fails with CodeNoAccount, CodeSignInAgain, CodeNoIdentity and CodeNotStored.
func (p *Accounts) NewCodes(ctx context.Context, session Session) ([]string, error) {
	if session.Kind != Account {
		return nil, errNoAccount()
	} else if err := session.CheckProof(); err != nil {
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

// SignInByCode uses up a recovery code. It returns the person to whom the code belonged, and a new
// token. It fails with CodeBadSignIn and CodeNotStored.
func (p *Accounts) SignInByCode(
	ctx context.Context,
	code string,
	previous Session,
	userAgent string,
) (Person, string, error) {
	key := store.CredentialKey{Kind: kindCode, ID: hash(normalizeCode(code))}
	_, identity, err := p.store.Credential(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Person{}, "", badSignIn(errors.New("an unknown recovery code"))
	case err != nil:
		return Person{}, "", err
	}
	return p.signIn(
		ctx,
		&identity,
		previous,
		userAgent,
		proof,
		store.IdentityChange{Remove: []store.CredentialKey{key}},
	)
}
