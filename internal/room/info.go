package room

import (
	"archmage/internal/game"
	"archmage/internal/match"
)

// Info is the public information about a room. Delayed spectators get it as it was at the moment of the match
// that they see.
type Info struct {
	ID       string     `json:"id"`
	Status   Status     `json:"status"`
	Host     string     `json:"host"`
	Settings Settings   `json:"settings"`
	Seats    []SeatInfo `json:"seats"`
	// Matches counts the matches that were started in this room. Abandoned counts the ones
	// that ended without an outcome.
	Matches   int `json:"matches"`
	Abandoned int `json:"abandoned"`
	// From is the moment of another match from which the matches of this room start. It is absent if they start
	// with a seed. Matches that start from a moment are never rated.
	From *match.Origin `json:"from,omitempty"`
	// Commitment is the SHA-256 hash of the room's secret for its next match. It is "" if that match starts
	// from a moment of another one.
	Commitment string `json:"commitment"`
	// Paused is true if the players have paused the match.
	Paused bool `json:"paused"`
	// Proposal is the open proposal, absent if there is none.
	Proposal *ProposalInfo `json:"proposal,omitempty"`
	// Removed lists the persons who were removed last. Muted has the ids of the spectators who cannot write in
	// the chat.
	Removed []Removal `json:"removed,omitempty"`
	Muted   []string  `json:"muted,omitempty"`
	// Match is the match in progress, or the last one.
	Match *MatchInfo `json:"match,omitempty"`
}

// SeatInfo is the public information about a seat.
type SeatInfo struct {
	// Player is the id of the person who has the seat, "" if no person does.
	Player string `json:"player"`
	// Name is the name of the player or bot. It stays if the player leaves during a match.
	Name string `json:"name"`
	// Kind is the kind of the player: a guest, an account, or a bot that belongs to an account. It is "" if no
	// person has the seat.
	Kind string `json:"kind"`
	// Bot is the bot that plays the seat, as its own or in place of a player.
	Bot   string `json:"bot"`
	Ready bool   `json:"ready"`
	// Consent is true if the player agrees that spectators see all hands of the next match. Bots always agree.
	Consent bool `json:"consent"`
	// Shared is true if the player has sent a share of the next seed.
	Shared bool       `json:"shared"`
	Lost   match.Lost `json:"lost"`
	// Away is the time since when the player has been away, in milliseconds since 1970. It is 0 if the player
	// is connected, or has been disconnected for less than a few minutes.
	Away int64 `json:"away"`
	// Free is true if a person can take the seat or, during a match, ask for it.
	Free bool `json:"free"`
}

// ProposalInfo is the public information about a proposal.
type ProposalInfo struct {
	// Number counts the proposals of a match from 1. A reply refers to it.
	Number uint64       `json:"number"`
	What   ProposalKind `json:"what"`
	// By is the seat of the proposer. It is game.NoSeat if a person without a seat, called Name, asks for a
	// seat.
	By   game.Seat `json:"by"`
	Name string    `json:"name,omitempty"`
	// Other is the seat that a bot would play or that a person asks for. It is game.NoSeat for other proposals.
	Other game.Seat `json:"other"`
	// Agreed lists the seats whose players have agreed. Missing lists those that still have to agree.
	Agreed  []game.Seat `json:"agreed"`
	Missing []game.Seat `json:"missing"`
}

// MatchInfo is the public information about a match.
type MatchInfo struct {
	ID string `json:"id"`
	// Number is the number of the match in the room, counted from 1.
	Number  int   `json:"number"`
	Started int64 `json:"started"`
	// Commitment is the SHA-256 hash of the room's secret. Shares has the players' shares by seat. The seed is
	// drawn from the secret and the shares. All are "" if the match started from a moment of another one.
	Commitment string   `json:"commitment"`
	Shares     []string `json:"shares"`
	// OpenHands is true if spectators see the hands of all seats, because all players have agreed.
	OpenHands bool `json:"openHands"`
}

// Info returns the public information about the room.
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
			Free:    t.IsFree(seat) && t.Status != StatusFinished,
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
