package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// The seed of a match is drawn from a secret of the room and a share of each player who sends one
// (docs/records.md, "The seed"). The room shows the commitment to its secret before players send their
// shares, and reveals the secret when the match is over.

// Secret is the room's part of the seed of its next match: 32 random bytes. Its text form is hexadecimal.
type Secret [32]byte

// MarshalText encodes the secret as 64 hexadecimal digits.
func (s Secret) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText decodes 64 hexadecimal digits.
func (s *Secret) UnmarshalText(text []byte) error { return readHex(s[:], string(text)) }

// Commitment returns the SHA-256 hash of the secret in hexadecimal.
func (s Secret) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// shareBytes is the length of a player's share, in bytes.
const shareBytes = 16

// CheckShare returns an error with [coded.Malformed] unless the text is a share: 32 lower-case hexadecimal
// digits.
func CheckShare(text string) error {
	var share [shareBytes]byte
	if err := readHex(share[:], text); err != nil || hex.EncodeToString(share[:]) != text {
		return coded.Malformedf("a share is %d lower-case hexadecimal digits", 2*shareBytes)
	}
	return nil
}

func readHex(dst []byte, text string) error {
	if len(text) != 2*len(dst) {
		return coded.Malformedf("there must be %d hexadecimal digits", 2*len(dst))
	}
	if _, err := hex.Decode(dst, []byte(text)); err != nil {
		return coded.Malformedf("there must be %d hexadecimal digits", 2*len(dst))
	}
	return nil
}

// Proof has the values from which the seed of a match was drawn.
type Proof struct {
	Secret Secret `json:"secret"`
	// Room is the id of the room. Number is the number of the match in that room, counted from 1.
	Room   string `json:"room"`
	Number int    `json:"number"`
	// Shares lists the players' shares by seat, "" for a seat that sent none.
	Shares []string `json:"shares"`
}

// Seed returns the seed that follows from the proof for a match with these terms. It is the HMAC-SHA-256, with
// the secret as key, of one JSON object without white space:
//
//	{"game":G,"number":N,"options":{...},"room":R,"rules":V,"shares":[...]}
//
// The members of every object are sorted by name. G, V and the options are those of the terms.
func (p *Proof) Seed(terms *Terms) game.Seed {
	options := terms.Options
	if options == nil {
		options = game.MatchOptions{}
	}
	message, err := json.Marshal(struct {
		Game    string            `json:"game"`
		Number  int               `json:"number"`
		Options game.MatchOptions `json:"options"`
		Room    string            `json:"room"`
		Rules   int               `json:"rules"`
		Shares  []string          `json:"shares"`
	}{terms.Game, p.Number, options, p.Room, terms.Version, p.Shares})
	if err != nil {
		panic("match: encode the terms: " + err.Error())
	}
	mac := hmac.New(sha256.New, p.Secret[:])
	mac.Write(message)
	var seed game.Seed
	mac.Sum(seed[:0])
	return seed
}
