package lobby

import (
	"crypto/sha256"
	"encoding/hex"

	"archmage/internal/game"
)

// link stores the fingerprint of a personal link to the own seat; the secret
// itself is told once and never stored.
func (t *table) link(e *Entry) error {
	s, _, err := t.ownSeat(e)
	if err != nil {
		return err
	}
	s.link = e.Code
	return nil
}

// redeem moves a seat to whoever has its personal link, once.
func (t *table) redeem(e *Entry) error {
	for i := range t.seats {
		s := &t.seats[i]
		if e.Code == "" || s.link == "" || s.link != e.Code {
			continue
		}
		if own := t.seatOf(e.By); own != game.NoSeat && own != game.Seat(i) {
			return errorf(CodeHasSeat, "you have another seat here")
		}
		if t.playing() {
			if seat, ok := t.match.seen[e.By]; ok && seat != game.Seat(i) {
				return errorf(CodeSeenSecrets, "you have seen the hidden cards of another seat of this match")
			}
			t.match.sees(e.By, game.Seat(i))
		}
		if s.User == t.host {
			t.host = e.By
		}
		s.User, s.link = e.By, ""
		if e.Name != "" {
			s.Name = e.Name
		}
		return nil
	}
	return errorf(CodeBadLink, "that link is not valid, or has been used")
}

// fingerprint returns what is stored of a secret.
func fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
