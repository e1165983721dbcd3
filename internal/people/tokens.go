package people

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// maxTokens bounds the API tokens of an account.
const maxTokens = 50

// NewToken makes an API token with a name for an account, and returns the token. If bot is true,
// it also adds a bot with that name to the account, and the token belongs to the bot. It fails with
// CodeNoAccount, CodeSignInAgain, CodeBadName, CodeNameReserved, CodeTooManyKeys and CodeNotStored.
func (p *Accounts) NewToken(ctx context.Context, session Session, name string, bot bool) (secret string, err error) {
	if session.Kind != Account {
		return "", errNoAccount()
	}
	if err := session.CheckProof(); err != nil {
		return "", err
	}
	if name, err = newName(name, p.options.Reserved); err != nil {
		return "", err
	}
	all, err := p.store.Credentials(ctx, session.ID)
	if err != nil {
		return "", err
	}
	count := 0
	for i := range all {
		if all[i].Kind == kindAPI {
			count++
		}
	}
	if count >= maxTokens {
		return "", coded.Errorf(CodeTooManyKeys, "an account has at most %d API tokens", maxTokens)
	}
	secret = newSecret()
	token := newCredential(kindAPI, hash(secret), name)
	if bot {
		err = p.store.CreateIdentity(
			ctx,
			store.Identity{ID: uuid.NewString(), Name: name, Kind: string(Bot), Owner: session.ID},
			token,
		)
	} else {
		err = p.store.ChangeIdentity(ctx, session.ID, store.IdentityChange{Add: []store.Credential{token}})
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", errNoIdentity()
	case err != nil:
		return "", NotStored(err)
	}
	return secret, nil
}
