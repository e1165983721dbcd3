package room

import (
	"archmage/internal/game"
	"archmage/internal/match"
)

// Info is what everybody in a room may know of it. Spectators who watch with a delay get it as it
// was at the moment of the match that they see.
type Info struct {
	ID       string     `json:"id"`
	Status   Status     `json:"status"`
	Host     string     `json:"host"`
	Settings Settings   `json:"settings"`
	Seats    []SeatInfo `json:"seats"`
	// Matches counts the matches that were started in this room; Abandoned counts those of them
	// that ended without an outcome.
	Matches   int `json:"matches"`
	Abandoned int `json:"abandoned"`
	// From is the moment of another match with which the matches of this room begin; absent if they
	// begin with a seed. Matches that begin with a moment are never rated.
	From *match.Origin `json:"from,omitempty"`
	// Commitment is the SHA-256 of the room's secret for its next match; "" if that match begins
	// with a moment of another one.
	Commitment string `json:"commitment"`
	// Paused says that the players have paused the match.
	Paused bool `json:"paused"`
	// Proposal is the open proposal, absent if there is none.
	Proposal *ProposalInfo `json:"proposal,omitempty"`
	// Removed are the people removed last; Muted are the ids of the spectators who may not write.
	Removed []Removal `json:"removed,omitempty"`
	Muted   []string  `json:"muted,omitempty"`
	// Match is the match in progress, or the last one.
	Match *MatchInfo `json:"match,omitempty"`
}

// SeatInfo is a seat as everybody sees it.
type SeatInfo struct {
	// Player is the id of the person who sits there, "" for nobody.
	Player string `json:"player"`
	// Name is the name of the player or bot. During a match it stays when the player leaves.
	Name string `json:"name"`
	// Kind says what the player is: a guest, an account, or a bot that belongs to
	// an account; "" for nobody.
	Kind string `json:"kind"`
	// Bot is the bot that plays the seat, for itself or for an absent player.
	Bot   string `json:"bot"`
	Ready bool   `json:"ready"`
	// Consent says that the player agrees that spectators see all hands of the next match. Bots
	// always agree.
	Consent bool `json:"consent"`
	// Shared says that the player has given a share of the next seed.
	Shared bool       `json:"shared"`
	Lost   match.Lost `json:"lost"`
	// Away is since when the player has been away, in milliseconds since 1970; 0 if the player is
	// connected, or has been gone for less than a few minutes.
	Away int64 `json:"away"`
	// Free says that somebody can take the seat or, during a match, ask for it.
	Free bool `json:"free"`
}

// ProposalInfo is a proposal as everybody sees it.
type ProposalInfo struct {
	// Number counts the proposals of a match from 1. A reply names it.
	Number uint64 `json:"number"`
	What   What   `json:"what"`
	// By is the seat of the proposer, or game.NoSeat if somebody named Name asks for a seat.
	By   game.Seat `json:"by"`
	Name string    `json:"name,omitempty"`
	// Other is the seat that a bot is to play or that somebody asks for; game.NoSeat for other
	// proposals.
	Other game.Seat `json:"other"`
	// Agreed are the seats whose players have agreed; Missing are those whose agreement is still
	// needed.
	Agreed  []game.Seat `json:"agreed"`
	Missing []game.Seat `json:"missing"`
}

// MatchInfo is what everybody may know of a match from its start on.
type MatchInfo struct {
	ID string `json:"id"`
	// Number counts the matches of the room from 1.
	Number  int   `json:"number"`
	Started int64 `json:"started"`
	// Commitment is the SHA-256 of the room's secret; Shares are the players' shares by seat. The
	// seed is drawn from the secret and the shares. All are "" if the match began with a moment of
	// another one.
	Commitment string   `json:"commitment"`
	Shares     []string `json:"shares"`
	// OpenHands says that spectators see the hands of all seats, because all players have agreed.
	OpenHands bool `json:"openHands"`
}

// Info returns what everybody may know of the room.
func (t *Table) Info() Info {
	info := Info{
		ID:         t.ID,
		Status:     t.Status,
		Host:       t.Host,
		Settings:   t.Settings,
		Seats:      make([]SeatInfo, len(t.Seats)),
		Matches:    t.Matches,
		Abandoned:  t.Abandoned,
		Commitment: t.Secret.Commitment(),
		Removed:    t.Removed.public(),
		Muted:      t.Muted,
	}
	for i := range t.Seats {
		s, seat := &t.Seats[i], game.Seat(i)
		info.Seats[i] = SeatInfo{
			Player:  s.Person,
			Name:    t.NameOf(seat),
			Kind:    s.Kind,
			Bot:     t.BotOf(seat),
			Ready:   s.Ready,
			Consent: s.Consent || s.Bot != "",
			Shared:  s.Share != "",
			Lost:    t.LostOf(seat),
			Away:    s.Away,
			Free:    t.Free(seat) && t.Status != StatusFinished,
		}
	}
	if t.From != nil {
		info.From, info.Commitment = &t.From.Origin, ""
	}
	if t.Play != nil {
		info.Paused, info.Proposal = t.Play.Paused, proposals{t}.info()
		m := t.Play.Match
		info.Match = &MatchInfo{
			ID:        m.ID,
			Number:    t.Matches,
			Started:   m.Started,
			OpenHands: t.Play.OpenHands,
			Shares:    make([]string, len(m.Seats)),
		}
		if proof := m.Start.Proof; proof != nil {
			info.Match.Commitment, info.Match.Shares = proof.Secret.Commitment(), proof.Shares
		}
	}
	return info
}
