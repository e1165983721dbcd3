package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// CredentialKey identifies a credential.
type CredentialKey struct {
	// Kind is the kind of the credential. The store does not interpret it.
	Kind string
	// ID is the hash of a secret, or the public id of a passkey. It has at most MaxCredential
	// bytes.
	ID []byte
}

// MaxCredential bounds the length of a credential's id in bytes. It is the length of the longest
// passkey id that the WebAuthn standard allows.
const MaxCredential = 1023

// Credential is a token, a passkey or another proof of identity.
type Credential struct {
	CredentialKey
	// Identity is the identity that the credential belongs to.
	Identity string
	// Label is a name that people see in lists.
	Label string
	// Data has the caller's data for checking the credential, or is nil. The store does not
	// interpret it.
	Data []byte
	// Created is the time at which the credential was added; zero means now. Used is the time of
	// its last use; zero means the same as Created.
	Created, Used time.Time
}

// RecordUse stores the time at which a credential was used and its identity was seen. If data is not
// nil, it replaces the credential's data. RecordUse fails with ErrNotFound if there is no such
// credential.
func (s Identities) RecordUse(ctx context.Context, key CredentialKey, used time.Time, data []byte) error {
	if err := checkData("a credential", data); err != nil {
		return err
	}
	used = toMilli(used)
	return s.db.change(ctx, "note the use of a credential", func(t *tx) error {
		var identity string
		err := t.QueryRow(
			`UPDATE credentials SET used = ? WHERE kind = ? AND id = ? RETURNING identity`,
			used.UnixMilli(),
			key.Kind,
			blob(key.ID),
		).Scan(&identity)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("a credential: %w", ErrNotFound)
		} else if err != nil {
			return err
		}
		if data != nil {
			if _, err := t.Exec(
				`UPDATE credentials SET data = ? WHERE kind = ? AND id = ?`,
				data,
				key.Kind,
				blob(key.ID),
			); err != nil {
				return err
			}
		}
		_, err = t.Exec(`UPDATE identities SET seen = ? WHERE id = ?`, used.UnixMilli(), identity)
		return err
	})
}

// Credential returns a credential and its identity, or ErrNotFound.
func (s Identities) Credential(ctx context.Context, key CredentialKey) (Credential, Identity, error) {
	var identity Identity
	credential, err := find(ctx, s.db, "a credential", func(rows *sql.Rows, c *Credential) error {
		return rows.Scan(append(credentialColumns(c), identityColumns(&identity)...)...)
	}, credentialWithIdentity, key.Kind, blob(key.ID))
	return credential, identity, err
}

// Credentials returns the credentials of an identity and of its bots, the oldest first. There are none
// if the identity does not exist.
func (s Identities) Credentials(ctx context.Context, identity string) ([]Credential, error) {
	return list(ctx, s.db, "credentials", func(rows *sql.Rows, c *Credential) error {
		return rows.Scan(credentialColumns(c)...)
	}, credentialsOf, identity)
}

// credentialColumns returns the scan destinations of credentialFields.
func credentialColumns(c *Credential) []any {
	return []any{&c.Kind, &c.ID, &c.Identity, &c.Label, &c.Data, (*milli)(&c.Created), (*milli)(&c.Used)}
}

// credential returns the credential, or ErrNotFound.
func (t *tx) credential(key CredentialKey) (credential Credential, err error) {
	err = t.QueryRow(selectCredential, key.Kind, blob(key.ID)).Scan(credentialColumns(&credential)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("a credential: %w", ErrNotFound)
	}
	return credential, err
}

// checkCredentials returns ErrExists if one of the credentials is stored already.
func (t *tx) checkCredentials(credentials ...Credential) error {
	for i := range credentials {
		_, err := t.credential(credentials[i].CredentialKey)
		switch {
		case err == nil:
			return fmt.Errorf("a credential: %w", ErrExists)
		case !errors.Is(err, ErrNotFound):
			return err
		}
	}
	return nil
}

func (t *tx) addCredential(identity string, c *Credential) error {
	const insert = `INSERT INTO credentials (kind, id, identity, label, data, created, used)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	created, used := c.Created.UnixMilli(), c.Used.UnixMilli()
	return t.addOne("a credential", insert, c.Kind, c.ID, identity, c.Label, c.Data, created, used)
}

func checkCredential(credential *Credential) error {
	if n := len(credential.ID); n == 0 || n > MaxCredential {
		return invalid("a credential's id has %d bytes", n)
	}
	return cmp.Or(checkID("a credential's kind", credential.Kind), checkText("the label", credential.Label),
		checkData("a credential", credential.Data))
}

func sameKey(a, b CredentialKey) bool { return a.Kind == b.Kind && bytes.Equal(a.ID, b.ID) }

// credentialInMilli returns the credential with its times in the form in which they are stored.
func credentialInMilli(credential Credential) Credential {
	credential.Created = nowIfZero(credential.Created)
	credential.Used = toMilli(cmp.Or(credential.Used, credential.Created))
	return credential
}
