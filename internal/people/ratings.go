package people

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/people/rating"
	"archmage/internal/store"
	"archmage/internal/work"
)

const (
	// rateAtOnce is how many matches are rated in one write.
	rateAtOnce = 100
	// rateEvery is how often the rater looks for matches without a call of Wake.
	rateEvery = time.Minute
)

// Rater computes ratings from rated matches, each once, in the order of the archive. It
// also adds the results of matches to the sums of their people. It does neither before
// everybody may see the result of a match. Several raters may work on one database.
type Rater struct {
	store RatingStore
	log   *zap.Logger
	wake  chan struct{}
	mine  func() bool
}

// RatingStore is where ratings are kept.
type RatingStore interface {
	RatedMatches(ctx context.Context, after int64, limit int) ([]store.RatedMatch, error)
	RatedTo(ctx context.Context) (int64, error)
	AddRatings(ctx context.Context, change store.RatingChange) error
	ClearRatings(ctx context.Context) error
	RatingsOf(ctx context.Context, game string, players []string) ([]store.Rating, error)
	Leaders(ctx context.Context, query store.LeaderQuery) (store.Page[store.Rating], error)
	CountLeaders(ctx context.Context, before store.LeaderPlace) (int, error)
	RatingSteps(ctx context.Context, player, game string, limit int) ([]store.RatingStep, error)
	RatingsOfMatch(ctx context.Context, match string) ([]store.RatingStep, error)
	CountResults(ctx context.Context, query store.CountQuery) (int, time.Time, error)
}

// NewRater returns a rater of the matches in a store.
func NewRater(db RatingStore, log *zap.Logger) *Rater {
	return &Rater{store: db, log: log, wake: make(chan struct{}, 1), mine: func() bool { return true }}
}

// Only makes Run rate only while mine returns true. Call it before Run.
func (r *Rater) Only(mine func() bool) { r.mine = mine }

// Wake tells the rater that there may be another rated match. It does not wait.
func (r *Rater) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run rates matches until the context ends. If that fails or panics, it logs the error and tries
// again later.
func (r *Rater) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		case <-timer.C:
		}
		wait := rateEvery
		if !r.mine() {
			timer.Reset(wait)
			continue
		}
		for _, pass := range []func(context.Context) (int, time.Time, error){r.Rate, r.Count} {
			var next time.Time
			err := work.Catch(func() (err error) {
				_, next, err = pass(ctx)
				return err
			})
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				r.log.Error("matches could not be rated or counted", zap.Error(err))
			case !next.IsZero():
				wait = min(wait, time.Until(next))
			}
		}
		timer.Reset(wait)
	}
}

// Rate rates every match that is open and not rated yet. It returns how many those were,
// and when the next match opens; zero if there is none.
func (r *Rater) Rate(ctx context.Context) (rated int, next time.Time, err error) {
	for {
		n, next, err := r.rateSome(ctx)
		switch {
		case errors.Is(err, store.ErrFenced):
			// another rater was faster
			continue
		case err != nil:
			return rated, time.Time{}, err
		case n == 0:
			return rated, next, nil
		}
		rated += n
	}
}

// Count adds every match that is open and not counted yet to the sums of its people. It
// returns how many those were, and when the next match opens; zero if there is none.
func (r *Rater) Count(ctx context.Context) (counted int, next time.Time, err error) {
	for {
		now := time.Now()
		n, next, err := r.store.CountResults(ctx, store.CountQuery{
			At: now, Kinds: []string{string(Account), string(Bot)}, Since: store.WeekOf(now) - KeptWeeks + 1,
		})
		if err != nil || n == 0 {
			return counted, next, err
		}
		counted += n
	}
}

// Rebuild removes all ratings and computes them again.
func (r *Rater) Rebuild(ctx context.Context) (rated int, err error) {
	if err := r.store.ClearRatings(ctx); err != nil {
		return 0, err
	}
	rated, _, err = r.Rate(ctx)
	return rated, err
}

// rateSome rates at most rateAtOnce matches in one write. It returns how many, and when
// the next match opens.
func (r *Rater) rateSome(ctx context.Context) (rated int, next time.Time, err error) {
	change := store.RatingChange{}
	if change.From, err = r.store.RatedTo(ctx); err != nil {
		return 0, next, err
	}
	matches, err := r.store.RatedMatches(ctx, change.From, rateAtOnce)
	if err != nil {
		return 0, next, err
	}
	now := time.Now()
	games := map[string]*gameRatings{}
	for i := range matches {
		m := &matches[i]
		if now.Before(m.Opens) {
			matches, next = matches[:i], m.Opens
			break
		}
		if games[m.Game] == nil {
			games[m.Game] = &gameRatings{standings: map[string]*rating.Standing{}, last: map[string]time.Time{}}
		}
		for _, seat := range m.Seats {
			games[m.Game].standings[seat.Player] = nil
		}
	}
	if len(matches) == 0 {
		return 0, next, nil
	}
	for game, g := range games {
		if err := g.load(ctx, r.store, game); err != nil {
			return 0, next, err
		}
	}
	for i := range matches {
		change.Steps = append(change.Steps, games[matches[i].Game].rate(&matches[i])...)
	}
	for game, g := range games {
		ratings, err := g.ratings(game)
		if err != nil {
			return 0, next, err
		}
		change.Ratings = append(change.Ratings, ratings...)
	}
	change.To = matches[len(matches)-1].Number
	return len(matches), next, r.store.AddRatings(ctx, change)
}

// gameRatings are the ratings of the players of some matches of a game, and when each
// last played.
type gameRatings struct {
	standings map[string]*rating.Standing
	last      map[string]time.Time
}

// ratingNote is the part of a rating that is stored as a note.
type ratingNote struct {
	Day      int64          `json:"day"`
	Meetings map[string]int `json:"meetings"`
}

// load reads the ratings of the players.
func (g *gameRatings) load(ctx context.Context, db RatingStore, game string) error {
	var players []string
	for player := range g.standings {
		players = append(players, player)
		g.standings[player] = &rating.Standing{Rating: rating.New()}
	}
	known, err := db.RatingsOf(ctx, game, players)
	if err != nil {
		return err
	}
	for i := range known {
		k := &known[i]
		var note ratingNote
		if err := json.Unmarshal(k.Note, &note); err != nil {
			return err
		}
		g.last[k.Player] = k.Last
		g.standings[k.Player] = &rating.Standing{
			Rating: rating.Rating{Mu: k.Mu, Sigma: k.Sigma}, Matches: k.Matches, Day: note.Day, Meetings: note.Meetings,
		}
	}
	return nil
}

// rate changes the ratings by a match.
func (g *gameRatings) rate(m *store.RatedMatch) []store.RatingStep {
	steps := make([]store.RatingStep, len(m.Seats))
	players, ranks := make([]string, len(m.Seats)), make([]int, len(m.Seats))
	for i, seat := range m.Seats {
		players[i], ranks[i] = seat.Player, seat.Rank
		steps[i] = store.RatingStep{
			Player: seat.Player, Game: m.Game, Number: m.Number, Seat: i, Before: g.standings[seat.Player].Ordinal(),
		}
	}
	day := m.Ended.Unix() / int64((24 * time.Hour).Seconds())
	changed := rating.Play(day, players, ranks, g.standings)
	for i := range steps {
		s := g.standings[steps[i].Player]
		steps[i].Strength, steps[i].Mu, steps[i].Matches, steps[i].Counted = s.Ordinal(), s.Mu, s.Matches, changed[i]
		if changed[i] {
			g.last[steps[i].Player] = m.Ended
		}
	}
	return steps
}

// ratings returns the ratings of the players of a counted match, as they are stored.
func (g *gameRatings) ratings(game string) (list []store.Rating, err error) {
	for player, s := range g.standings {
		if s.Matches == 0 {
			continue
		}
		note, err := json.Marshal(ratingNote{s.Day, s.Meetings})
		if err != nil {
			return nil, err
		}
		list = append(list, store.Rating{
			Player:   player,
			Game:     game,
			Mu:       s.Mu,
			Sigma:    s.Sigma,
			Strength: s.Ordinal(),
			Matches:  s.Matches,
			Last:     g.last[player],
			Settled:  s.Matches >= rating.Settled,
			Note:     note,
		})
	}
	return list, nil
}

// Rating is how well somebody plays a game, as people see it.
type Rating struct {
	Game string
	// Points is the rating. Estimate is what Points would be if the rating were certain.
	Points, Estimate int
	// Matches is the number of matches that the rating comes from. It is provisional
	// while there are fewer than rating.Settled.
	Matches     int
	Provisional bool
	Last        time.Time
}

func ratingOf(r *store.Rating) Rating {
	return Rating{
		Game: r.Game, Points: rating.Points(r.Strength), Estimate: rating.Points(r.Mu), Matches: r.Matches,
		Provisional: !r.Settled, Last: r.Last,
	}
}

// Leader is somebody in the list of a game's ratings.
type Leader struct {
	Person Person
	Rating Rating
	// Place is the place, from 1, among ratings that are not provisional; 0 for a
	// provisional one.
	Place int
}

// Leaderboard is a part of the list of a game's ratings, the strongest first.
type Leaderboard struct {
	Leaders []Leader
	// Next is where the next part begins, or "".
	Next string
	// Settled is how many players have a rating that is not provisional. Own is the place
	// of the one who asks, nil without a rating.
	Settled int
	Own     *Leader
}

// Leaderboard returns a part of the list of a game's ratings, and the place of the person
// by, who may be zero. It fails with coded.Malformed.
func (p *People) Leaderboard(ctx context.Context, game, after string, limit int, by Person) (Leaderboard, error) {
	page, err := p.store.Leaders(ctx, store.LeaderQuery{Game: game, After: store.Cursor(after), Limit: limit})
	if errors.Is(err, store.ErrInvalid) {
		return Leaderboard{}, coded.Malformedf("that is not a list that can be shown")
	} else if err != nil {
		return Leaderboard{}, err
	}
	board := Leaderboard{Next: string(page.Next)}
	if board.Settled, err = p.store.CountLeaders(ctx, store.LeaderPlace{Game: game}); err != nil {
		return Leaderboard{}, err
	}
	place := 0
	if after != "" && len(page.Items) > 0 {
		if place, err = p.placeOf(ctx, &page.Items[0]); err != nil {
			return Leaderboard{}, err
		}
		place--
	}
	var ids []string
	for i := range page.Items {
		ids = append(ids, page.Items[i].Player)
	}
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return Leaderboard{}, err
	}
	for i := range page.Items {
		leader := Leader{Rating: ratingOf(&page.Items[i])}
		if !leader.Rating.Provisional {
			place++
			leader.Place = place
		}
		if identity, ok := known[page.Items[i].Player]; ok {
			leader.Person = personOf(&identity)
			board.Leaders = append(board.Leaders, leader)
		}
	}
	if by.ID == "" {
		return board, nil
	}
	own, err := p.store.RatingsOf(ctx, game, []string{by.ID})
	if err != nil || len(own) == 0 {
		return board, err
	}
	board.Own = &Leader{Person: by, Rating: ratingOf(&own[0])}
	if !board.Own.Rating.Provisional {
		board.Own.Place, err = p.placeOf(ctx, &own[0])
	}
	return board, err
}

// placeOf returns the place that a rating has, or would have if it were not
// provisional.
func (p *People) placeOf(ctx context.Context, r *store.Rating) (int, error) {
	n, err := p.store.CountLeaders(ctx, store.LeaderPlace{Game: r.Game, Player: r.Player, Strength: r.Strength})
	return n + 1, err
}

// Ratings returns the ratings of some people in a game, by person. People without a
// rating are left out.
func (p *People) Ratings(ctx context.Context, game string, ids []string) (map[string]Rating, error) {
	known, err := p.store.RatingsOf(ctx, game, ids)
	if err != nil {
		return nil, err
	}
	ratings := map[string]Rating{}
	for i := range known {
		ratings[known[i].Player] = ratingOf(&known[i])
	}
	return ratings, nil
}

// RatedSeat is how a rated match has changed the rating of the player of a seat.
type RatedSeat struct {
	// Before and Points are the rating before and after the match.
	Before, Points int
	Matches        int
	Provisional    bool
	// Changed is false if the rating has not changed: the match is Repeated, or the
	// rating is settled and those of all other players are provisional.
	Changed bool
}

// MatchRatings says how a match has changed ratings.
type MatchRatings struct {
	// Rated is true if the match counts for ratings. Seats is empty until they are
	// computed. Repeated is true if the match has changed nothing because two of its
	// players have met too often on that day.
	Rated, Repeated bool
	Seats           []RatedSeat
}

// MatchRatings returns how a match has changed ratings.
func (p *People) MatchRatings(ctx context.Context, match string) (MatchRatings, error) {
	steps, err := p.store.RatingsOfMatch(ctx, match)
	if errors.Is(err, store.ErrNotFound) {
		return MatchRatings{}, nil
	} else if err != nil {
		return MatchRatings{}, err
	}
	changed := MatchRatings{Rated: true, Repeated: len(steps) > 0}
	for i := range steps {
		s := &steps[i]
		changed.Repeated = changed.Repeated && !s.Counted
		changed.Seats = append(changed.Seats, RatedSeat{
			Before:      rating.Points(s.Before),
			Points:      rating.Points(s.Strength),
			Matches:     s.Matches,
			Provisional: s.Matches < rating.Settled,
			Changed:     s.Counted,
		})
	}
	return changed, nil
}

// maxCurve is how many matches the curve of a rating shows.
const maxCurve = 300

// ProfileRating is how well somebody plays a game.
type ProfileRating struct {
	Rating
	// Place is the place among the Settled players whose rating is not provisional; 0 for
	// a provisional rating.
	Place, Settled int
	// Curve is the rating after each of the last matches that have changed it, oldest
	// first.
	Curve []CurvePoint
}

// CurvePoint is a rating after a match.
type CurvePoint struct {
	At               time.Time
	Points, Estimate int
}

// RatingsOf returns the ratings of a person in every game in which the person has one.
func (p *People) RatingsOf(ctx context.Context, person string) (list []ProfileRating, err error) {
	ratings, err := p.store.RatingsOf(ctx, "", []string{person})
	if err != nil {
		return nil, err
	}
	for i := range ratings {
		r := &ratings[i]
		one := ProfileRating{Rating: ratingOf(r)}
		if !one.Provisional {
			if one.Place, err = p.placeOf(ctx, r); err != nil {
				return nil, err
			}
			if one.Settled, err = p.store.CountLeaders(ctx, store.LeaderPlace{Game: r.Game}); err != nil {
				return nil, err
			}
		}
		steps, err := p.store.RatingSteps(ctx, person, r.Game, maxCurve)
		if err != nil {
			return nil, err
		}
		for j := range steps {
			s := &steps[j]
			one.Curve = append(
				one.Curve,
				CurvePoint{At: s.Ended, Points: rating.Points(s.Strength), Estimate: rating.Points(s.Mu)},
			)
		}
		list = append(list, one)
	}
	return list, nil
}
