package people

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/coded"
)

// The codes of errors about people.
const (
	// CodeNoIdentity: the request has no token, or the token is unknown or has expired.
	CodeNoIdentity coded.Code = "no_identity"
	// CodeBadName: the name has no visible character, is too long, or cannot be part of a
	// path.
	CodeBadName coded.Code = "bad_name"
	// CodeNameTaken: the name looks like the name of another account.
	CodeNameTaken coded.Code = "name_taken"
	// CodeNameReserved: the name looks like a name of the server's staff, of the server itself
	// or of one of its bots.
	CodeNameReserved coded.Code = "name_reserved"
	// CodeBadLink: the personal link does not exist, has been used or has expired.
	CodeBadLink coded.Code = "bad_link"
	// CodeNoAccount: only an account can do this, and the person is a guest or a bot.
	CodeNoAccount coded.Code = "no_account"
	// CodeSignIn: an API token cannot be used for this.
	CodeSignIn coded.Code = "sign_in"
	// CodeSignInAgain: to change the keys of an account, a person must have signed in
	// within ProofTime.
	CodeSignInAgain coded.Code = "sign_in_again"
	// CodeBadSignIn: the proof of a sign-in is unknown, wrong, already used or too late.
	CodeBadSignIn coded.Code = "bad_sign_in"
	// CodeNoPasskeys: passkeys do not work at this server's address.
	CodeNoPasskeys coded.Code = "no_passkeys"
	// CodeNoProvider: this server has no provider for signing in.
	CodeNoProvider coded.Code = "no_provider"
	// CodeProviderDown: the provider does not answer.
	CodeProviderDown coded.Code = "provider_down"
	// CodeProviderTaken: the sign-in at the provider belongs to another account.
	CodeProviderTaken coded.Code = "provider_taken"
	// CodeNoKey: the account has no such passkey, session or token.
	CodeNoKey coded.Code = "no_key"
	// CodeLastKey: the key is the last one with which the person can sign in.
	CodeLastKey coded.Code = "last_key"
	// CodeTooManyKeys: the account has the greatest allowed number of passkeys or API tokens.
	CodeTooManyKeys coded.Code = "too_many_keys"
	// CodeNoPerson: there is no such person or account.
	CodeNoPerson coded.Code = "no_person"
	// CodeBlocked: the person has blocked the person to be invited.
	CodeBlocked coded.Code = "blocked"
	// CodeManyBlocks: the person has blocked MaxBlocks people already.
	CodeManyBlocks coded.Code = "many_blocks"
	// CodeNotFollowed: that person cannot be followed.
	CodeNotFollowed coded.Code = "not_followed"
	// CodeManyFollows: the person follows MaxFollows people already.
	CodeManyFollows coded.Code = "many_follows"
	// CodeManyInvitations: the person has made MaxInvitations within InvitationTime, or
	// MaxInvitationsToOne to the same person.
	CodeManyInvitations coded.Code = "many_invitations"
	// CodeNoInvitation: there is no such invitation, or it is no longer open.
	CodeNoInvitation coded.Code = "no_invitation"
	// CodeNotStored: the change could not be stored and has no effect.
	CodeNotStored coded.Code = "not_stored"
)

func errNoIdentity() error {
	return coded.Errorf(CodeNoIdentity, "nobody has that token; ask for a new one first")
}

func errBadLink() error {
	return coded.Errorf(CodeBadLink, "that link is not valid, has been used or has ended; ask for a new one")
}

func errNameTaken() error {
	return coded.Errorf(CodeNameTaken, "an account has that name, or one that looks like it; choose another")
}

func errNameReserved() error {
	return coded.Errorf(CodeNameReserved, "that name is kept for those who run this server; choose another")
}

func errNoAccount() error {
	return coded.Errorf(CodeNoAccount, "that is for accounts; keep your name first")
}

func errSignInAgain() error {
	return coded.Errorf(CodeSignInAgain, "sign in again to do that: with a passkey, a recovery code or your provider")
}

func errNoKey() error { return coded.Errorf(CodeNoKey, "your account has no such key") }

// badSignIn returns the error for a proof that is not valid. The cause is only logged: the
// client must not learn which accounts and keys exist.
func badSignIn(cause error) error {
	refusal := coded.Errorf(
		CodeBadSignIn,
		"that does not sign you in: it is unknown, has been used or came too late; try again",
	)
	if cause == nil {
		return refusal
	}
	return fmt.Errorf("%w (%w)", refusal, cause)
}

// NotStored wraps the error of a failed write in CodeNotStored. The error of an ended context
// is returned unchanged.
func NotStored(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", coded.Errorf(CodeNotStored, "that could not be stored; try again"), err)
}
