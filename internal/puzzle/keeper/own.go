package keeper

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/puzzle"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// OwnStore is the part of the database that has the matches of people, and their decisions that they are asked again.
type OwnStore interface {
	Match(ctx context.Context, id string) (store.Match, error)
	Record(ctx context.Context, id string) ([]byte, error)
	IdentitiesByID(ctx context.Context, ids []string) (map[string]store.Identity, error)
	AddOwnPuzzle(ctx context.Context, p store.OwnPuzzle, keep int) error
	OwnPuzzles(ctx context.Context, person string, limit int) ([]store.OwnPuzzle, error)
	OwnPuzzle(ctx context.Context, person, match string) (store.OwnPuzzle, error)
	AnswerOwnPuzzle(ctx context.Context, p store.OwnPuzzle) error
}

// OwnStoreOf returns the part of a database that has the matches and decisions of people.
func OwnStoreOf(db *store.DB) OwnStore {
	return struct {
		store.Archive
		store.Identities
		store.Puzzles
	}{db.Archive, db.Identities, db.Puzzles}
}

const (
	// ownPrefix begins the id of a decision of the person who asks. The id of the match follows.
	ownPrefix = "own-"
	// maxOwn is the greatest number of decisions that a person is asked again: those of the latest matches.
	maxOwn = 60
	// playTimeout bounds the time in which the server plays a match up to a decision.
	playTimeout = 5 * time.Second
)

// learned is when a decision is due that is not asked any more.
var learned = time.UnixMilli(1 << 52)

// IsOwn reports whether an id is that of a decision of the person who asks.
func IsOwn(id string) bool { return strings.HasPrefix(id, ownPrefix) }

// Analysed stores the costliest decision of each account that has started a match, after its analysis. Decisions that
// cost too little are left out (see [puzzle.OwnOf]).
func (k *Keeper) Analysed(ctx context.Context, id string, a *replay.Analysis) error {
	owns := puzzle.OwnOf(a)
	if len(owns) == 0 {
		return nil
	}
	m, err := k.own.Match(ctx, id)
	if err != nil {
		return err
	}
	var summary struct {
		Players []match.Player `json:"players"`
		Origin  *match.Origin  `json:"origin"`
		File    any            `json:"file"`
	}
	if err := json.Unmarshal(m.Summary, &summary); err != nil {
		return err
	}
	if summary.Origin != nil || summary.File != nil {
		return nil // the position was not the person's own way, or a file can name any player
	}
	persons, err := k.own.IdentitiesByID(ctx, m.Persons)
	if err != nil {
		return err
	}
	for i := range owns {
		own := &owns[i]
		if int(own.Seat) >= len(summary.Players) {
			continue
		}
		person := summary.Players[own.Seat].Person
		if people.Kind(persons[person].Kind) != people.Account {
			continue
		}
		_, days := puzzle.NextOwn(0, false)
		due := k.options.Now().AddDate(0, 0, days)
		err = errors.Join(err, k.own.AddOwnPuzzle(ctx, store.OwnPuzzle{
			Person: person, Match: id, Step: own.Step, Seat: int(own.Seat), Data: strict.Encode(own), Due: due,
		}, maxOwn))
	}
	return err
}

// OwnList says which decisions of own matches an account is asked again.
type OwnList struct {
	// Due has the ids of those that are due now. Open is the number of all that are not learned, Learned that of
	// the others. Next is when the next one is due that is not due now; zero if there is none.
	Due           []string
	Open, Learned int
	Next          time.Time
}

// Own returns which decisions of own matches an account is asked again.
func (k *Keeper) Own(ctx context.Context, by people.Person) (OwnList, error) {
	var list OwnList
	if k.own == nil || !isRated(by) {
		return list, nil
	}
	stored, err := k.own.OwnPuzzles(ctx, by.ID, maxOwn)
	if err != nil {
		return list, err
	}
	now := k.options.Now()
	for i := range stored {
		p := &stored[i]
		switch {
		case p.Stage >= puzzle.OwnStages:
			list.Learned++
			continue
		case !p.Due.After(now):
			list.Due = append(list.Due, ownPrefix+p.Match)
		case list.Next.IsZero():
			list.Next = p.Due
		}
		list.Open++
	}
	return list, nil
}

// ownOpened is a decision of an own match with its position.
type ownOpened struct {
	opened

	stored  store.OwnPuzzle
	own     puzzle.Own
	players []match.Player
}

// openOwn returns the decision of an own match. It fails with coded.NotFound for everybody else.
func (k *Keeper) openOwn(ctx context.Context, by people.Person, id string) (*ownOpened, error) {
	none := coded.Errorf(coded.NotFound, "there is no such puzzle")
	if k.own == nil || !isRated(by) {
		return nil, none
	}
	stored, err := k.own.OwnPuzzle(ctx, by.ID, strings.TrimPrefix(id, ownPrefix))
	if errors.Is(err, store.ErrNotFound) {
		return nil, none
	} else if err != nil {
		return nil, err
	}
	o := &ownOpened{stored: stored}
	record, err := k.recordOf(ctx, stored.Match)
	if err == nil {
		err = json.Unmarshal(stored.Data, &o.own)
	}
	if err != nil {
		return nil, err
	}
	module, ok := k.games.Find(record.Game)
	if !ok || module.Rules.Info().Version != o.own.Rules || len(o.own.Answers) == 0 {
		return nil, coded.Errorf(coded.NotFound, "the rules have changed since that match")
	}
	ctx, cancel := context.WithTimeout(ctx, playTimeout)
	defer cancel()
	now, err := record.At(ctx, module.Rules, stored.Step)
	if err != nil {
		return nil, err
	}
	seat := game.Seat(stored.Seat)
	o.rules, o.state = module.Rules, now.State
	o.puzzle = &puzzle.Puzzle{ID: id, Step: stored.Step, Seat: seat, Answers: o.own.Answers}
	o.match = &puzzle.Match{Game: record.Game, Rules: o.own.Rules, Options: record.Options}
	for _, player := range record.Seats {
		o.match.Bots = append(o.match.Bots, player.Bot)
		o.players = append(o.players, match.Player{Name: player.Name, Bot: player.Bot})
	}
	if !o.state.Decision(seat, &o.decision) {
		return nil, errors.New("match " + stored.Match + " has no decision at the step")
	}
	o.puzzle.Theme = puzzle.ThemeOf(o.decision.Kind)
	return o, nil
}

func (k *Keeper) recordOf(ctx context.Context, id string) (*match.Record, error) {
	packed, err := k.own.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	text, err := match.Unpack(packed)
	if err != nil {
		return nil, err
	}
	return match.Decode(text)
}

func (k *Keeper) showOwn(ctx context.Context, by people.Person, id string) (Shown, error) {
	o, err := k.openOwn(ctx, by, id)
	if err != nil {
		return Shown{}, err
	}
	s := o.show()
	s.Match, s.Step = o.stored.Match, o.stored.Step
	for _, player := range o.players {
		s.Names = append(s.Names, player.Name)
	}
	return s, nil
}

// OwnSolution is what a person sees of a decision of an own match after an answer.
type OwnSolution struct {
	// Played is the index of the answer that the person gave in the match.
	Played int
	// Right is the number of right answers in a row, and Next when the decision is asked again; zero if it is
	// learned.
	Right int
	Next  time.Time
}

// answerOwn judges an answer. An answer to a decision that is not due changes nothing.
func (k *Keeper) answerOwn(
	ctx context.Context, by people.Person, id string, choice json.RawMessage,
) (Solution, error) {
	o, err := k.openOwn(ctx, by, id)
	if err != nil {
		return Solution{}, err
	}
	picks, err := o.parse(choice)
	if err != nil {
		return Solution{}, err
	}
	given := o.own.Find(&o.decision, o.rules, picks)
	s := Solution{
		Given: given, Right: o.own.IsRight(given), Answers: o.own.Answers, Chosen: make([]int, len(o.own.Answers)),
		Own: &OwnSolution{Played: o.own.Played, Right: o.stored.Stage, Next: o.stored.Due},
	}
	if now := k.options.Now(); !o.stored.Due.After(now) {
		stage, days := puzzle.NextOwn(o.stored.Stage, s.Right)
		next := o.stored
		next.Stage, next.Due = stage, learned
		s.Own.Right, s.Own.Next = stage, time.Time{}
		if days > 0 {
			next.Due = now.AddDate(0, 0, days)
			s.Own.Next = next.Due
		}
		// Another answer at the same time counts instead, or the match was deleted.
		if err := k.own.AnswerOwnPuzzle(ctx, next); err != nil && !errors.Is(err, store.ErrNotFound) {
			return Solution{}, people.NotStored(err)
		}
	} else if o.stored.Stage >= puzzle.OwnStages {
		s.Own.Next = time.Time{}
	}
	s.Streak, err = k.Streak(ctx, by)
	return s, err
}
