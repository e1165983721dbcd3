package people

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/work"
)

const (
	// MinPassword is the least length of a password in characters.
	MinPassword = 8
	// MaxPassword is the greatest length of a password in bytes, which bounds the cost of reading it.
	MaxPassword = 256
	// minDistinct is the least number of different characters in a password.
	minDistinct = 4
)

// hashCost has the parameters of argon2id (RFC 9106).
type hashCost struct {
	// memory is in KiB. time is the number of passes over the memory.
	memory, time uint32
	threads      uint8
}

// passwordCost is the cost of the hash of a new password. OWASP recommends these parameters; a hash
// takes about 30 ms on one core. Hashes of another cost are replaced when the person signs in.
var passwordCost = hashCost{memory: 19 << 10, time: 2, threads: 1}

const (
	saltBytes = 16
	hashBytes = 32
	// maxStoredMemory and maxStoredTime bound the cost of a stored hash, so that a damaged one
	// cannot stop the server.
	maxStoredMemory = 256 << 10
	maxStoredTime   = 16
	// hashWait is the time that a request waits for one of the hasher's slots.
	hashWait = 3 * time.Second
)

// hasher computes hashes of passwords. The number of hashes at the same time is bounded, because
// each takes memory and a core.
type hasher struct {
	slots chan struct{}
	// derive computes a hash. Tests replace it to count the hashes.
	derive func(cost hashCost, password string, salt []byte, length uint32) []byte
}

func newHasher() *hasher {
	return &hasher{slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), derive: hashCost.key}
}

// do calls compute in one of the slots. It fails with coded.Busy if none becomes free within
// hashWait, and with the error of the context.
func (h *hasher) do(ctx context.Context, compute func()) error {
	timer := time.NewTimer(hashWait)
	defer timer.Stop()
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return coded.Errorf(coded.Busy, "too many people sign in now; try again in a moment")
	}
	defer func() { <-h.slots }()
	work.Do(ctx, compute)
	return nil
}

// hash returns the hash of a password with a new salt, in the PHC string format.
func (h *hasher) hash(ctx context.Context, password string, cost hashCost) (text []byte, err error) {
	var salt [saltBytes]byte
	_, _ = rand.Read(salt[:]) // never fails
	var key []byte
	if err := h.do(ctx, func() { key = h.derive(cost, password, salt[:], hashBytes) }); err != nil {
		return nil, err
	}
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Appendf(nil, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, cost.memory, cost.time, cost.threads, encode(salt[:]), encode(key)), nil
}

// key returns the hash of a password. It implements hasher.derive.
func (c hashCost) key(password string, salt []byte, length uint32) []byte {
	return argon2.IDKey([]byte(normalizePassword(password)), salt, c.time, c.memory, c.threads, length)
}

// matches reports whether a password has the stored hash, and the cost of that hash. Without a stored
// hash it computes one of passwordCost and reports false, so that the time does not show whether an
// account has a password.
func (h *hasher) matches(ctx context.Context, password string, stored []byte) (ok bool, cost hashCost, err error) {
	cost, salt, want := passwordCost, make([]byte, saltBytes), make([]byte, hashBytes)
	if stored != nil {
		if cost, salt, want, err = parseHash(stored); err != nil {
			return false, cost, err
		}
	}
	err = h.do(ctx, func() {
		got := h.derive(cost, password, salt, uint32(len(want)))
		ok = subtle.ConstantTimeCompare(got, want) == 1 && stored != nil
	})
	return ok && err == nil, cost, err
}

// parseHash parses a hash in the PHC string format.
func parseHash(text []byte) (cost hashCost, salt, key []byte, err error) {
	parts := strings.Split(string(text), "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errors.New("a stored password has another format")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.memory, &cost.time, &cost.threads); err != nil {
		return cost, nil, nil, fmt.Errorf("the cost of a stored password: %w", err)
	}
	if cost.memory > maxStoredMemory || cost.time > maxStoredTime || cost.time == 0 || cost.threads == 0 {
		return cost, nil, nil, fmt.Errorf("the cost of a stored password is %q", parts[3])
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(saltErr, keyErr); err != nil {
		return cost, nil, nil, fmt.Errorf("a stored password: %w", err)
	}
	if len(salt) < saltBytes || len(key) < saltBytes {
		return cost, nil, nil, fmt.Errorf("a stored password has %d and %d bytes", len(salt), len(key))
	}
	return cost, salt, key, nil
}

// normalizePassword returns a password in the form that is hashed, which is the same for keyboards
// that compose characters in different ways.
func normalizePassword(password string) string { return norm.NFKC.String(password) }

// commonPasswords are long enough, but among the first that others try.
var commonPasswords = []string{
	"password", "passwort", "motdepasse", "password1", "password12", "password123", "passw0rd",
	"12345678", "123456789", "1234567890", "87654321", "0123456789", "12341234", "11223344",
	"qwertyui", "qwertyuiop", "qwerty123", "azertyui", "azertyuiop", "azerty123", "1q2w3e4r",
	"iloveyou", "sunshine", "princess", "football", "baseball", "superman", "trustno1", "letmein1",
	"welcome1", "admin123", "archmage",
}

// checkPassword fails with CodeWeakPassword for a password that is short, long or easy to guess.
func checkPassword(password, name string) error {
	distinct := map[rune]bool{}
	for _, r := range password {
		distinct[r] = true
	}
	lower := strings.ToLower(normalizePassword(password))
	if len(password) > MaxPassword {
		return coded.Errorf(CodeWeakPassword, "a password has at most %d bytes", MaxPassword)
	}
	if !utf8.ValidString(password) || utf8.RuneCountInString(password) < MinPassword || len(distinct) < minDistinct ||
		slices.Contains(commonPasswords, lower) || Skeleton(lower) == Skeleton(name) {
		return coded.Errorf(
			CodeWeakPassword,
			"choose a password of at least %d characters that is neither your name nor a common one",
			MinPassword,
		)
	}
	return nil
}

func errWrongPassword() error {
	return coded.Errorf(CodeWrongPassword, "the name or the password is wrong")
}

// newPassword returns the credential of a password. Its id is random: a change replaces the credential,
// so that a sign-in that has checked the earlier one fails.
func newPassword(hash []byte, userAgent string) store.Credential {
	var id [secretBytes]byte
	_, _ = rand.Read(id[:]) // never fails
	credential := newCredential(kindPassword, id[:], DeviceOf(userAgent).label())
	credential.Data = hash
	return credential
}

// SetPassword gives a person a password, instead of the earlier one if there is one. A guest becomes
// an account. SetPassword fails with CodeWeakPassword, CodeNoAccount, CodeSignInAgain, CodeNoIdentity,
// coded.Busy, CodeNotStored and the errors of checkJoining.
func (p *Accounts) SetPassword(
	ctx context.Context,
	session Session,
	as Joining,
	password, userAgent string,
) (SignInResult, error) {
	checked, err := p.checkAddKey(ctx, session, as)
	if err != nil {
		return SignInResult{}, err
	}
	if err := checkPassword(password, checked.name); err != nil {
		return SignInResult{}, err
	}
	hash, err := p.hasher.hash(ctx, password, passwordCost)
	if err != nil {
		return SignInResult{}, err
	}
	return p.addKey(ctx, session, checked, newPassword(hash, userAgent), userAgent)
}

// SignInByPassword returns the person with a name and a password, and a new token. It takes the same
// time whether the name exists, and whether it has a password. It fails with CodeWrongPassword,
// coded.Busy and CodeNotStored.
func (p *Accounts) SignInByPassword(
	ctx context.Context,
	name, password string,
	previous Session,
	userAgent string,
) (Person, string, error) {
	if len(password) > MaxPassword {
		return Person{}, "", errWrongPassword()
	}
	for tries := 0; ; tries++ {
		person, token, err := p.signInByPassword(ctx, name, password, previous, userAgent)
		// The password was replaced meanwhile, perhaps only by a hash of another cost.
		if coded.Of(err) != CodeBadSignIn || tries > 0 {
			return person, token, err
		}
	}
}

// signInByPassword is SignInByPassword, but fails with CodeBadSignIn if the stored password is replaced
// meanwhile.
func (p *Accounts) signInByPassword(
	ctx context.Context,
	name, password string,
	previous Session,
	userAgent string,
) (Person, string, error) {
	identity, stored, err := p.passwordOf(ctx, name)
	if err != nil {
		return Person{}, "", err
	}
	ok, cost, err := p.hasher.matches(ctx, password, stored.Data)
	switch {
	case err != nil:
		return Person{}, "", err
	case !ok:
		return Person{}, "", errWrongPassword()
	}
	var change store.IdentityChange
	if cost != passwordCost {
		hash, err := p.hasher.hash(ctx, password, passwordCost)
		if err != nil {
			return Person{}, "", err
		}
		renewed := newPassword(hash, userAgent)
		renewed.Label, renewed.Created = stored.Label, stored.Created
		change.Remove, change.Add = []store.CredentialKey{stored.CredentialKey}, []store.Credential{renewed}
	} else {
		err := p.store.RecordUse(ctx, stored.CredentialKey, time.Now(), nil)
		if errors.Is(err, store.ErrNotFound) {
			return Person{}, "", badSignIn(err)
		} else if err != nil {
			return Person{}, "", NotStored(err)
		}
	}
	return p.signIn(ctx, &identity, previous, userAgent, proof, change)
}

// passwordOf returns the account with a name, and its password. It returns zero values if there is no
// such account, or if it has no password.
func (p *Accounts) passwordOf(ctx context.Context, name string) (store.Identity, store.Credential, error) {
	identity, err := p.store.IdentityBySkeleton(ctx, Skeleton(name))
	if errors.Is(err, store.ErrNotFound) {
		return store.Identity{}, store.Credential{}, nil
	} else if err != nil {
		return store.Identity{}, store.Credential{}, err
	}
	all, err := p.store.Credentials(ctx, identity.ID)
	if err != nil {
		return store.Identity{}, store.Credential{}, err
	}
	// Two nodes can add a password at the same time. The latest one counts.
	for i := range slices.Backward(all) {
		if all[i].Kind == kindPassword && all[i].Identity == identity.ID {
			return identity, all[i], nil
		}
	}
	return identity, store.Credential{}, nil
}
