package httpx

import (
	"net/http"
	"net/netip"

	"archmage/internal/moderation"
	"archmage/internal/people"
)

// CheckBan fails with moderation.CodeBanned if a person or an address is banned. A zero person or
// address matches no ban.
func (s *Base) CheckBan(p people.Person, addr netip.Addr) error {
	if s.options.Bans == nil {
		return nil
	}
	err := s.options.Bans.Check(p, addr)
	if err != nil {
		s.Refused.WithLabelValues("ban").Inc()
	}
	return err
}

// RefuseBanned refuses the requests of banned addresses.
func (s *Base) RefuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.CheckBan(people.Person{}, s.ClientAddr(r)); err != nil {
			s.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Explained is the reason of a ban, a mute or a removal as the person concerned sees it, in answers
// and bye frames.
type Explained struct {
	// Reason is `insult`, `spam`, `name`, `stalling`, `cheating` or `other`. Words are those of the moderator,
	// if there are any.
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words,omitempty"`
	// Until is in milliseconds since 1970; 0 means for good.
	Until int64 `json:"until,omitempty"`
}

// Explain returns the reason of a ban.
func Explain(ban *moderation.Ban) *Explained {
	until := int64(0)
	if !ban.Until.IsZero() {
		until = ban.Until.UnixMilli()
	}
	return &Explained{ban.Reason, ban.Words, until}
}
