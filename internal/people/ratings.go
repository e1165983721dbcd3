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
	// matchesPerWrite is the largest number of matches that are rated in one write.
	matchesPerWrite = 100
	// rateInterval is the interval at which the rater looks for matches without a call of Wake.
	rateInterval = time.Minute
)

// Rater computes ratings from rated matches, each once, in the order of the archive. It also adds
// the results of matches to the totals of their people. A match has to wait until spectators can see
// its result. Several raters can work on one database.
type Rater struct {
	store    RatingStore
	log      *zap.Logger
	wake     chan struct{}
	isActive func() bool
	// counted is called when results were added to the totals of their people.
	counted func()
}

// RatingStore is the part of the database that keeps ratings and counts results.
type RatingStore interface {
	RatedMatches(ctx context.Context, after int64, limit int) ([]store.RatedMatch, error)
	LastRated(ctx context.Context) (int64, error)
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
	return &Rater{
		store:    db,
		log:      log,
		wake:     make(chan struct{}, 1),
		isActive: func() bool { return true },
		counted:  func() {},
	}
}

// OnlyWhile makes Run pause while isActive returns false. Call it before Run.
func (r *Rater) OnlyWhile(isActive func() bool) { r.isActive = isActive }

// OnCounted sets the function that is called when results were added to the totals of their people. It must not
// block. Call OnCounted before Run.
func (r *Rater) OnCounted(counted func()) { r.counted = counted }

// Wake makes Run look for matches now. It does not block.
func (r *Rater) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run rates and counts matches until the context ends. It logs errors and panics, and tries again
// later.
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
		wait := rateInterval
		if !r.isActive() {
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

// Rate rates all matches that are open and not rated yet. It returns the number of rated matches, and
// the time at which the next match opens; zero if there is none.
func (r *Rater) Rate(ctx context.Context) (ratedCount int, next time.Time, err error) {
	for {
		n, next, err := r.rateSome(ctx)
		switch {
		case errors.Is(err, store.ErrFenced):
			// Another rater was faster.
			continue
		case err != nil:
			return ratedCount, time.Time{}, err
		case n == 0:
			return ratedCount, next, nil
		}
		ratedCount += n
	}
}

// Count adds all matches that are open and not counted yet to the totals of their people. It returns
// the number of counted matches, and the time at which the next match opens; zero if there is none.
func (r *Rater) Count(ctx context.Context) (matchCount int, next time.Time, err error) {
	for {
		now := time.Now()
		n, next, err := r.store.CountResults(ctx, store.CountQuery{
			At: now, Kinds: []string{string(Account), string(Bot)}, Since: store.WeekOf(now) - KeptWeeks + 1,
		})
		if err != nil || n == 0 {
			if matchCount > 0 {
				r.counted()
			}
			return matchCount, next, err
		}
		matchCount += n
	}
}

// Rebuild removes all ratings and computes them again.
func (r *Rater) Rebuild(ctx context.Context) (ratedCount int, err error) {
	if err := r.store.ClearRatings(ctx); err != nil {
		return 0, err
	}
	ratedCount, _, err = r.Rate(ctx)
	return ratedCount, err
}

// rateSome is Rate for at most matchesPerWrite matches, in one write. It fails with
// store.ErrFenced if another rater has rated matches meanwhile.
func (r *Rater) rateSome(ctx context.Context) (ratedCount int, next time.Time, err error) {
	change := store.RatingChange{}
	if change.From, err = r.store.LastRated(ctx); err != nil {
		return 0, next, err
	}
	matches, err := r.store.RatedMatches(ctx, change.From, matchesPerWrite)
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

// gameRatings has the standings of some players in a game, and the time of the last match of each, by
// player.
type gameRatings struct {
	standings map[string]*rating.Standing
	last      map[string]time.Time
}

// ratingNote is the part of a standing that is stored as JSON in store.Rating.Note.
type ratingNote struct {
	Day      int64          `json:"day"`
	Meetings map[string]int `json:"meetings"`
}

// load reads the stored ratings of the players.
func (g *gameRatings) load(ctx context.Context, db RatingStore, game string) error {
	var players []string
	for player := range g.standings {
		players = append(players, player)
		g.standings[player] = &rating.Standing{Rating: rating.New()}
	}
	stored, err := db.RatingsOf(ctx, game, players)
	if err != nil {
		return err
	}
	for i := range stored {
		k := &stored[i]
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

// rate applies a match to the standings of its players and returns the steps to store.
func (g *gameRatings) rate(m *store.RatedMatch) []store.RatingStep {
	steps := make([]store.RatingStep, len(m.Seats))
	players, results := make([]string, len(m.Seats)), make([]rating.Result, len(m.Seats))
	for i, seat := range m.Seats {
		players[i], results[i] = seat.Player, rating.Result{Rank: seat.Rank, Team: seat.Team}
		steps[i] = store.RatingStep{
			Player: seat.Player, Game: m.Game, Number: m.Number, Seat: i, Before: g.standings[seat.Player].Ordinal(),
		}
	}
	day := m.Ended.Unix() / int64((24 * time.Hour).Seconds())
	changed := rating.Play(day, players, results, g.standings)
	for i := range steps {
		s := g.standings[steps[i].Player]
		steps[i].Strength, steps[i].Mu, steps[i].Matches, steps[i].Counted = s.Ordinal(), s.Mu, s.Matches, changed[i]
		if changed[i] {
			g.last[steps[i].Player] = m.Ended
		}
	}
	return steps
}

// ratings returns the ratings to store. Players without a counted match have none.
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
			Settled:  s.Matches >= rating.SettledAfter,
			Note:     note,
		})
	}
	return list, nil
}

// Rating is a person's rating in a game, in the numbers that people see.
type Rating struct {
	Game string
	// Points is the rating. Estimate is the estimated strength in the same unit, without a
	// deduction for uncertainty.
	Points, Estimate int
	// Matches is the number of matches that have changed the rating. The rating is provisional
	// while there are fewer than rating.SettledAfter.
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

// Leader is a person in a leaderboard.
type Leader struct {
	Person Person
	Rating Rating
	// Place is the place from 1 among ratings that are not provisional; 0 for a provisional
	// rating.
	Place int
}

// Leaderboard is a page of the ratings of a game, the strongest first.
type Leaderboard struct {
	Leaders []Leader
	// Next is the cursor of the next page, or "".
	Next string
	// Settled is the number of players whose rating is not provisional. Own is the viewer's entry;
	// nil without a rating.
	Settled int
	Own     *Leader
}

// Leaderboard returns a page of a game's leaderboard with the entry of a viewer, who can be the
// zero Person. It fails with coded.Malformed.
func (p *Profiles) Leaderboard(ctx context.Context, game, after string, limit int, viewer Person) (Leaderboard, error) {
	page, err := p.store.Leaders(ctx, store.LeaderQuery{Game: game, After: store.Cursor(after), Limit: limit})
	if errors.Is(err, store.ErrInvalid) {
		return Leaderboard{}, coded.Malformedf("invalid cursor or filter")
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
	identities, err := p.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return Leaderboard{}, err
	}
	for i := range page.Items {
		leader := Leader{Rating: ratingOf(&page.Items[i])}
		if !leader.Rating.Provisional {
			place++
			leader.Place = place
		}
		if identity, ok := identities[page.Items[i].Player]; ok {
			leader.Person = personOf(&identity)
			board.Leaders = append(board.Leaders, leader)
		}
	}
	if viewer.ID == "" {
		return board, nil
	}
	own, err := p.store.RatingsOf(ctx, game, []string{viewer.ID})
	if err != nil || len(own) == 0 {
		return board, err
	}
	board.Own = &Leader{Person: viewer, Rating: ratingOf(&own[0])}
	if !board.Own.Rating.Provisional {
		board.Own.Place, err = p.placeOf(ctx, &own[0])
	}
	return board, err
}

// placeOf returns the place of a rating. For a provisional rating, it returns the place that the
// rating would have if it were not provisional.
func (p *Profiles) placeOf(ctx context.Context, r *store.Rating) (int, error) {
	n, err := p.store.CountLeaders(ctx, store.LeaderPlace{Game: r.Game, Player: r.Player, Strength: r.Strength})
	return n + 1, err
}

// Ratings returns the ratings of people in a game, by person id. People without a rating are left
// out.
func (p *Profiles) Ratings(ctx context.Context, game string, ids []string) (map[string]Rating, error) {
	stored, err := p.store.RatingsOf(ctx, game, ids)
	if err != nil {
		return nil, err
	}
	ratings := map[string]Rating{}
	for i := range stored {
		ratings[stored[i].Player] = ratingOf(&stored[i])
	}
	return ratings, nil
}

// RatedSeat is the effect of a rated match on the rating of the player of a seat.
type RatedSeat struct {
	// Before and Points are the rating before and after the match. Matches and Provisional belong
	// to the rating after the match.
	Before, Points int
	Matches        int
	Provisional    bool
	// Changed is false if the match has not changed the rating: it is Repeated, or the rating is
	// settled and those of all other players are provisional.
	Changed bool
}

// MatchRatings is the effect of a match on ratings.
type MatchRatings struct {
	// Rated is true if the match counts for ratings. Seats is empty until the ratings are
	// computed. Repeated is true if the match has changed no rating because two of its players
	// had met too often on that day.
	Rated, Repeated bool
	Seats           []RatedSeat
}

// MatchRatings returns the effect of a match on ratings; the zero MatchRatings if the match is not
// rated.
func (p *Profiles) MatchRatings(ctx context.Context, match string) (MatchRatings, error) {
	steps, err := p.store.RatingsOfMatch(ctx, match)
	if errors.Is(err, store.ErrNotFound) {
		return MatchRatings{}, nil
	} else if err != nil {
		return MatchRatings{}, err
	}
	result := MatchRatings{Rated: true, Repeated: len(steps) > 0}
	for i := range steps {
		s := &steps[i]
		result.Repeated = result.Repeated && !s.Counted
		result.Seats = append(result.Seats, RatedSeat{
			Before:      rating.Points(s.Before),
			Points:      rating.Points(s.Strength),
			Matches:     s.Matches,
			Provisional: s.Matches < rating.SettledAfter,
			Changed:     s.Counted,
		})
	}
	return result, nil
}

// maxCurvePoints is the largest number of matches in the curve of a rating.
const maxCurvePoints = 300

// ProfileRating is a rating as a profile shows it.
type ProfileRating struct {
	Rating
	// Place is the place among the players whose rating is not provisional, and Settled the
	// number of these players. Both are 0 for a provisional rating.
	Place, Settled int
	// Curve has the rating after each of the last maxCurvePoints matches that have changed it,
	// oldest first.
	Curve []CurvePoint
}

// CurvePoint is a rating after a match that ended at a time.
type CurvePoint struct {
	At               time.Time
	Points, Estimate int
}

// RatingsOf returns the ratings of a person, one for each game in which the person has a rating.
func (p *Profiles) RatingsOf(ctx context.Context, person string) (list []ProfileRating, err error) {
	ratings, err := p.store.RatingsOf(ctx, "", []string{person})
	if err != nil {
		return nil, err
	}
	for i := range ratings {
		r := &ratings[i]
		entry := ProfileRating{Rating: ratingOf(r)}
		if !entry.Provisional {
			if entry.Place, err = p.placeOf(ctx, r); err != nil {
				return nil, err
			}
			if entry.Settled, err = p.store.CountLeaders(ctx, store.LeaderPlace{Game: r.Game}); err != nil {
				return nil, err
			}
		}
		steps, err := p.store.RatingSteps(ctx, person, r.Game, maxCurvePoints)
		if err != nil {
			return nil, err
		}
		for j := range steps {
			s := &steps[j]
			entry.Curve = append(
				entry.Curve,
				CurvePoint{At: s.Ended, Points: rating.Points(s.Strength), Estimate: rating.Points(s.Mu)},
			)
		}
		list = append(list, entry)
	}
	return list, nil
}
