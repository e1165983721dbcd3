package match_test

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// The seeds and commitments here were computed with openssl, as docs/records.md
// says:
//
//	printf '%s' "$message" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$secret
//	printf '%s' "$secret" | xxd -r -p | sha256sum
func TestSeedAndCommitment(t *testing.T) {
	tests := []struct {
		name, secret, commitment string
		proof                    match.Proof
		terms                    match.Terms
		seed                     string
	}{
		{
			// In one line:
			// {"game":"seasons","number":3,
			// "options":{"edition":"first","first":"random","level":"archmage"},"room":"k7Qm-x_2","rules":1,
			// "shares":["00112233445566778899aabbccddeeff","","ffeeddccbbaa99887766554433221100"]}
			name:       "three players",
			secret:     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
			commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
			proof: match.Proof{Room: "k7Qm-x_2", Number: 3, Shares: []string{
				"00112233445566778899aabbccddeeff", "", "ffeeddccbbaa99887766554433221100",
			}},
			terms: match.Terms{
				ID: "not hashed", Game: "seasons", Version: 1, Started: 99,
				Options: game.MatchOptions{"level": "archmage", "edition": "first", "first": "random"},
				Players: []match.Player{{Person: "not hashed either", Name: "Ann"}, {}, {}},
			},
			seed: "8cd66c63570163f0d60382341368fd537479c8c5b1fd2a52522464de692be360",
		},
		{
			// {"game":"toy","number":1,"options":{},"room":"r","rules":1,"shares":["",""]}
			name:       "nothing given",
			secret:     strings.Repeat("0", 64),
			commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
			proof:      match.Proof{Room: "r", Number: 1, Shares: []string{"", ""}},
			terms:      match.Terms{Game: "toy", Version: 1},
			seed:       "66a6fde2f2b10beddc93365a81540ae3fc169ad02f573b9490b2099866de63de",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.NoError(t, test.proof.Secret.UnmarshalText([]byte(test.secret)))
			require.Equal(t, test.commitment, test.proof.Secret.Commitment())
			seed := test.proof.Seed(&test.terms)
			require.Equal(t, test.seed, hex.EncodeToString(seed[:]))
		})
	}
}

// The order in which options were put into their map does not change the seed. Every other
// difference in the terms does.
func TestSeedDependsOnWhatIsAgreed(t *testing.T) {
	make := func(change func(*match.Terms, *match.Proof)) game.Seed {
		terms := match.Terms{Game: "g", Version: 2, Options: game.MatchOptions{}}
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			terms.Options[name] = "1"
		}
		proof := match.Proof{Room: "r", Number: 1, Shares: []string{"", ""}}
		change(&terms, &proof)
		return proof.Seed(&terms)
	}
	want := make(func(*match.Terms, *match.Proof) {})
	for range 20 {
		require.Equal(t, want, make(func(terms *match.Terms, _ *match.Proof) {
			terms.Options = game.MatchOptions{}
			for _, name := range []string{"e", "d", "c", "b", "a"} {
				terms.Options[name] = "1"
			}
		}))
	}
	seen := map[game.Seed]string{want: "nothing"}
	for name, change := range map[string]func(*match.Terms, *match.Proof){
		"game":    func(terms *match.Terms, _ *match.Proof) { terms.Game = "h" },
		"rules":   func(terms *match.Terms, _ *match.Proof) { terms.Version = 3 },
		"option":  func(terms *match.Terms, _ *match.Proof) { terms.Options["a"] = "2" },
		"room":    func(_ *match.Terms, p *match.Proof) { p.Room = "s" },
		"number":  func(_ *match.Terms, p *match.Proof) { p.Number = 2 },
		"secret":  func(_ *match.Terms, p *match.Proof) { p.Secret[31] = 1 },
		"share":   func(_ *match.Terms, p *match.Proof) { p.Shares[0] = "1" },
		"order":   func(_ *match.Terms, p *match.Proof) { p.Shares[1] = "1" },
		"players": func(_ *match.Terms, p *match.Proof) { p.Shares = append(p.Shares, "") },
	} {
		seed := make(change)
		require.Empty(t, seen[seed], name)
		seen[seed] = name
	}
}

func TestSecretText(t *testing.T) {
	secret := match.Secret{0xab, 31: 0x01}
	text, err := json.Marshal(secret)
	require.NoError(t, err)
	require.Equal(t, `"ab`+strings.Repeat("0", 60)+`01"`, string(text))
	var read match.Secret
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, secret, read)
	for _, bad := range []string{"", "ab", strings.Repeat("0", 63), strings.Repeat("0", 65), strings.Repeat("g", 64)} {
		requireCode(t, coded.Malformed, read.UnmarshalText([]byte(bad)), "64 hexadecimal digits")
	}
}

func TestCheckShare(t *testing.T) {
	require.NoError(t, match.CheckShare("0123456789abcdef0123456789abcdef"))
	for name, bad := range map[string]string{
		"empty": "", "short": strings.Repeat("0", 31), "long": strings.Repeat("0", 33),
		"twice as long": strings.Repeat("0", 64),
		"upper case":    strings.Repeat("A", 32), "not hexadecimal": strings.Repeat("g", 32),
		"spaces":    strings.Repeat(" ", 32),
		"not ASCII": strings.Repeat("é", 16),
	} {
		t.Run(name, func(t *testing.T) {
			requireCode(t, coded.Malformed, match.CheckShare(bad), "32 lower-case hexadecimal digits")
		})
	}
}
