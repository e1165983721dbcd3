package conformance

import (
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
)

// checkEnd makes sure that a finished match has a valid outcome and accepts no answer.
func checkEnd(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		if err := t.playOut(func() error { return nil }); err != nil {
			return err
		}
		outcome := t.state.Outcome()
		if outcome == nil {
			return errors.New("nobody is asked, and there is no outcome")
		}
		if err := checkOutcome(outcome, c.Seats); err != nil {
			return fmt.Errorf("%w: %s", err, mustText(outcome))
		}
		if err := checkTeamsOf(t.state, outcome); err != nil {
			return err
		}
		first := mustText(outcome)
		*outcome = game.Outcome{}
		if err := same("the outcomes, asked for twice,", first, mustText(t.state.Outcome())); err != nil {
			return err
		}
		return checkClosed(t)
	})
}

// checkClosed makes sure that a finished match asks nothing and accepts nothing.
func checkClosed(t *table) error {
	var d game.Decision
	before := game.Hash(t.state)
	for _, seat := range append(slices.Clone(invalidSeats), 0, 1, 2, 3, 4, 5, 6, 7) {
		if t.state.Decision(seat, &d) {
			return fmt.Errorf("the match is over, and seat %d is asked: %s", seat, describe(t.rules, &d))
		}
		for _, answer := range []game.Answer{
			{Decision: t.d.ID, Picks: t.picks}, {Decision: t.d.ID + 1, Picks: t.picks}, {Decision: t.d.ID}, {},
		} {
			err := checkRefused(t, attempt{seat: seat, answer: answer}, before)
			if err == nil {
				err = errOver(t.state.Apply(seat, answer, &game.Step{}))
			}
			if err != nil {
				return fmt.Errorf("an answer of seat %d after the end: %w", seat, err)
			}
		}
	}
	return nil
}

func errOver(err error) error {
	if hasCode(err, game.CodeNotAsked) == nil {
		return nil
	}
	return hasCode(err, game.CodeOver)
}

// checkOutcome makes sure that an outcome is complete and its parts add up.
func checkOutcome(o *game.Outcome, seats int) error {
	if o.Rounds < 0 {
		return fmt.Errorf("%d rounds", o.Rounds)
	}
	if _, err := text(o); err != nil {
		return err
	}
	var seen game.Seats
	virtual := 0
	for _, place := range o.Places {
		if place.Seat == game.NoSeat {
			virtual++
		} else if !game.AllSeats(seats).Has(place.Seat) || seen.Has(place.Seat) {
			return fmt.Errorf("seat %d is there twice or does not exist", place.Seat)
		}
		seen = seen.With(place.Seat)
		if len(place.TieBreaks) != len(o.Places[0].TieBreaks) {
			return errors.New("the places have different numbers of tie-breaks")
		}
		sum := 0
		for _, part := range place.Parts {
			sum += part.Points
			if part.Source == "" {
				return errors.New("points without a source")
			}
			if err := uniqueFacts(part.Args...); err != nil {
				return err
			}
		}
		if sum != place.Total {
			return fmt.Errorf("the parts of seat %d add up to %d, not %d", place.Seat, sum, place.Total)
		}
	}
	if seen != game.AllSeats(seats) {
		return fmt.Errorf("there are %d places for %d seats", len(o.Places), seats)
	}
	teams, err := checkTeams(o, seats)
	if err != nil {
		return err
	}
	if virtual > 1 || (virtual == 1 && seats > 1 && teams != 1) {
		return fmt.Errorf("there are %d places of a virtual opponent for %d seats and %d teams", virtual, seats, teams)
	}
	if virtual == 0 && teams == 1 {
		return errors.New("all players are one team, and there is no virtual opponent")
	}
	return checkRanks(o.Places)
}

// checkTeams makes sure that all players have a team or none has, and that the players of a team share their
// result. It returns the number of teams.
func checkTeams(o *game.Outcome, seats int) (teams int, err error) {
	players := 0
	first := map[int]*game.Place{}
	for i := range o.Places {
		p := &o.Places[i]
		if p.Team < 0 || p.Team > seats || p.Seat == game.NoSeat && p.Team != 0 {
			return 0, fmt.Errorf("seat %d is in team %d", p.Seat, p.Team)
		}
		if p.Team == 0 {
			continue
		}
		players++
		if mate := first[p.Team]; mate == nil {
			first[p.Team] = p
		} else if p.Rank != mate.Rank || p.Total != mate.Total {
			return 0, fmt.Errorf("seats %d and %d are one team and have different results", mate.Seat, p.Seat)
		}
	}
	if players != 0 && players != seats {
		return 0, fmt.Errorf("%d of %d seats are in a team", players, seats)
	}
	return len(first), nil
}

// checkTeamsOf makes sure that a state that knows its teams knows those of the outcome.
func checkTeamsOf(s game.State, o *game.Outcome) error {
	state, ok := s.(game.TeamState)
	if !ok {
		return nil
	}
	teams := state.Teams()
	for _, place := range o.Places {
		if place.Seat != game.NoSeat && (int(place.Seat) >= len(teams) || teams[place.Seat] != place.Team) {
			return fmt.Errorf("seat %d is in team %d at the end, and the teams are %v", place.Seat, place.Team, teams)
		}
	}
	return nil
}

// checkRanks makes sure that the places are sorted, best first, and that only tied places share a
// rank.
func checkRanks(places []game.Place) error {
	value := func(p game.Place) []int { return append([]int{p.Total}, p.TieBreaks...) }
	ranked := slices.Clone(places)
	game.Rank(ranked)
	for i, place := range places {
		if i > 0 && slices.Compare(value(places[i-1]), value(place)) < 0 {
			return fmt.Errorf("the place at %d is better than the one before", i)
		}
		if place.Rank != ranked[i].Rank {
			return fmt.Errorf("the rank at %d is %d, not %d", i, place.Rank, ranked[i].Rank)
		}
	}
	return nil
}
