package people

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/coded"
)

// The codes of errors about people.
const (
	// CodeNoIdentity: there is no token, or it is unknown.
	CodeNoIdentity coded.Code = "no_identity"
	// CodeBadName: a name without a character that can be shown.
	CodeBadName coded.Code = "bad_name"
	// CodeBadLink: a personal link that does not exist, has been used or has
	// ended.
	CodeBadLink coded.Code = "bad_link"
	// CodeBanned: the operator has banned the person or the address.
	CodeBanned coded.Code = "banned"
	// CodeNotStored: it could not be stored, and nothing has happened.
	CodeNotStored coded.Code = "not_stored"
)

func errNoIdentity() error {
	return coded.Errorf(CodeNoIdentity, "nobody has that token; ask for a new one first")
}

func errBadLink() error {
	return coded.Errorf(CodeBadLink, "that link is not valid, has been used or has ended; ask for a new one")
}

// notStored returns the error for a write that has failed.
func notStored(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", coded.Errorf(CodeNotStored, "that could not be stored; try again"), err)
}
