package directory

import (
	"context"
	"errors"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/random"
	"archmage/internal/room"
	"archmage/internal/store"
)

const (
	// codeAlphabet has the characters of codes, no two of which look alike.
	codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	// codeLength is the number of characters of a code.
	codeLength = 6
	// codeTries is the number of codes that are drawn until one is free.
	codeTries = 4
)

// newCode returns a random code. All codes are equally likely.
func newCode(source random.Source) string {
	const fair = 256 / len(codeAlphabet) * len(codeAlphabet)
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [1]byte
		if source.Fill(b[:]); int(b[0]) < fair {
			code = append(code, codeAlphabet[int(b[0])%len(codeAlphabet)])
		}
	}
	return string(code)
}

// Code returns the short code under which people find a room before each of its matches. It fails with
// CodeNoRoom, and with room.CodePlaying after the match has started.
func (d *Directory) Code(ctx context.Context, id string) (string, error) {
	var code string
	err := store.ErrExists
	for try := 0; try < codeTries && errors.Is(err, store.ErrExists); try++ {
		code, err = d.store.AssignCode(ctx, id, newCode(d.random))
	}
	if !errors.Is(err, store.ErrNotFound) {
		return code, err
	}
	if _, err = d.room(ctx, id); err != nil {
		return "", err
	}
	return "", coded.Errorf(room.CodePlaying, "the code has ended with the start of the match")
}

// FindCode returns the id of the room with a code. It ignores case, spaces and hyphens. It fails
// with CodeNoCode.
func (d *Directory) FindCode(ctx context.Context, code string) (string, error) {
	clean := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	if len(clean) == codeLength {
		id, err := d.store.FindCode(ctx, clean)
		if !errors.Is(err, store.ErrNotFound) {
			return id, err
		}
	}
	return "", coded.Errorf(CodeNoCode, "there is no table with the code %.20q, or its match has started", code)
}
