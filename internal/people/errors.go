package people

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/coded"
)

// The codes of errors about people.
const (
	// CodeNoIdentity: there is no token, or it is not valid, or it has ended.
	CodeNoIdentity coded.Code = "no_identity"
	// CodeBadName: the name is empty, has more than 32 characters, a `/` or `\`, nothing but dots, or
	// is not the person's own.
	CodeBadName coded.Code = "bad_name"
	// CodeNameTaken: an account has that name, or one that looks like it.
	CodeNameTaken coded.Code = "name_taken"
	// CodeNameReserved: the name looks like a name of the people who run the server, of the server
	// itself or of one of its bots. Only the operator can give it.
	CodeNameReserved coded.Code = "name_reserved"
	// CodeBadLink: the personal link does not exist, has been used or has expired.
	CodeBadLink coded.Code = "bad_link"
	// CodeNoAccount: only an account can do that.
	CodeNoAccount coded.Code = "no_account"
	// CodeSignIn: an API token may not do that.
	CodeSignIn coded.Code = "sign_in"
	// CodeSignInAgain: the person must sign in again first, because the last time it used a passkey, a
	// password, a recovery code or the provider was more than five minutes ago.
	CodeSignInAgain coded.Code = "sign_in_again"
	// CodeBadSignIn: the passkey, the code or the answer of a provider is not valid, has been used or
	// came too late. The response does not tell which.
	CodeBadSignIn coded.Code = "bad_sign_in"
	// CodeWrongPassword: no account has that name and that password. The response does not tell which
	// of the two is wrong.
	CodeWrongPassword coded.Code = "wrong_password"
	// CodeWeakPassword: the new password is shorter than 8 characters, longer than 256 bytes, or easy
	// to guess.
	CodeWeakPassword coded.Code = "weak_password"
	// CodeBadJoinCode: the join code does not exist, was used, has ended or was withdrawn. The
	// response does not tell which.
	CodeBadJoinCode coded.Code = "bad_join_code"
	// CodeInvitedOnly: a guest needs a join code to create an account on this server.
	CodeInvitedOnly coded.Code = "invited_only"
	// CodeNoNewAccounts: only owners create accounts on this server.
	CodeNoNewAccounts coded.Code = "no_new_accounts"
	// CodeManyJoinCodes: 1,000 join codes are kept; some have to be withdrawn.
	CodeManyJoinCodes coded.Code = "many_join_codes"
	// CodeNoPasskeys: the server has no passkeys: its address is not known, is not https, or has
	// changed.
	CodeNoPasskeys coded.Code = "no_passkeys"
	// CodeNoProvider: there is no provider by which people can sign in.
	CodeNoProvider coded.Code = "no_provider"
	// CodeProviderDown: the provider does not answer. The client can try again.
	CodeProviderDown coded.Code = "provider_down"
	// CodeProviderTaken: another account signs in that way.
	CodeProviderTaken coded.Code = "provider_taken"
	// CodeNoKey: the person has no such passkey, password, session or API token.
	CodeNoKey coded.Code = "no_key"
	// CodeLastKey: without that passkey, password or provider nobody could sign in to the account.
	CodeLastKey coded.Code = "last_key"
	// CodeTooManyKeys: an account has at most 20 passkeys and 50 API tokens.
	CodeTooManyKeys coded.Code = "too_many_keys"
	// CodeNoPerson: there is no account with that name.
	CodeNoPerson coded.Code = "no_person"
	// CodeBlocked: the client has blocked the person whom it invites.
	CodeBlocked coded.Code = "blocked"
	// CodeManyBlocks: a person can block at most 200 people.
	CodeManyBlocks coded.Code = "many_blocks"
	// CodeNotFollowed: that person cannot be followed.
	CodeNotFollowed coded.Code = "not_followed"
	// CodeManyFollows: a person can follow at most 200 people.
	CodeManyFollows coded.Code = "many_follows"
	// CodeManyInvitations: a person makes at most 30 invitations a day, 3 of them to the same person.
	CodeManyInvitations coded.Code = "many_invitations"
	// CodeNoInvitation: there is no such invitation, or it has ended.
	CodeNoInvitation coded.Code = "no_invitation"
	// CodeNotStored: the command could not be stored and has changed nothing. The client can try
	// again.
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
	return coded.Errorf(CodeNoAccount, "you need an account for that; create one first")
}

func errSignInAgain() error {
	return coded.Errorf(
		CodeSignInAgain,
		"sign in again to do that: with a passkey, a password, a recovery code or your provider",
	)
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
