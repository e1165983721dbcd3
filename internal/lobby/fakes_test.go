package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/patch"
)

// bothGames returns the registry that the program has: every game with its bots.
var bothGames = sync.OnceValue(func() Games {
	return Games{
		{Rules: seasons.New(), Bots: []game.Bot{bot.NewRandom(), seasons.NewBot()}},
		{Rules: spellbook.New(), Bots: []game.Bot{bot.NewRandom(), spellbook.NewBot()}},
	}
})

// fake is a player made of a program: it knows what the frames of its room say
// and does what a person would do next, with answers drawn at random.
type fake struct {
	lobby *Lobby
	room  string
	user  User
	rng   *rand.Rand

	sub       *Subscription
	life, seq uint64
	view      []byte
	question  *question
	// told, if not nil, is called with each view that the player had.
	told   func(view string)
	undo   bool
	result *Result
	status Status
	host   string
	game   string
	seats  []seatInfo
	// bye is why the last subscription ended, lives how often a snapshot
	// named another life than the one before.
	bye   coded.Code
	lives int
	// nonce and intents make the intent ids.
	nonce   string
	intents int
}

func newFake(l *Lobby, room, id string, rng *rand.Rand) *fake {
	return &fake{
		lobby: l, room: room, user: User{ID: id, Name: id}, rng: rng, nonce: strconv.FormatUint(rand.Uint64(), 36),
	}
}

// question is a decision as a client reads it.
type question struct {
	ID       uint64            `json:"id"`
	Seat     game.Seat         `json:"seat"`
	Kind     string            `json:"kind"`
	Options  []game.OptionText `json:"options"`
	Min      int               `json:"min"`
	Max      int               `json:"max"`
	Ordered  bool              `json:"ordered"`
	Groups   []game.GroupText  `json:"groups"`
	Answered bool              `json:"answered"`
}

// decision returns the question as bots read it.
func (q *question) decision(rules game.Rules) (game.Decision, error) {
	d := game.Decision{Seat: q.Seat, Kind: q.Kind, Min: q.Min, Max: q.Max, Ordered: q.Ordered}
	for _, g := range q.Groups {
		d.Groups = append(d.Groups, game.Group(g))
	}
	for _, o := range q.Options {
		key, ok := rules.ParseOption(o.ID)
		if !ok {
			return d, fmt.Errorf("there is no option %q", o.ID)
		}
		option := game.Option{Key: key, Min: o.Min, Max: o.Max, Alone: o.Alone}
		for _, id := range o.Groups {
			at := slices.IndexFunc(d.Groups, func(g game.Group) bool { return g.ID == id })
			option.Groups |= 1 << at
		}
		d.Options = append(d.Options, option)
	}
	return d, nil
}

// watch begins to watch the room.
func (f *fake) watch(ctx context.Context) error {
	sub, err := f.lobby.Watch(ctx, f.room, f.user, Resume{Life: f.life, Seq: f.seq})
	if err == nil {
		f.sub = sub
	}
	return err
}

// leave ends the subscription.
func (f *fake) leave() {
	if f.sub != nil {
		f.lobby.Leave(f.sub)
		f.sub = nil
	}
}

// listen takes in all the frames that are there, and before that waits for one
// if it is told to. It watches again when the subscription has ended.
func (f *fake) listen(ctx context.Context, wait bool) error {
	for {
		if f.sub == nil {
			if err := f.watch(ctx); err != nil {
				return err
			}
		}
		var frame []byte
		var ok bool
		if wait {
			select {
			case frame, ok = <-f.sub.Frames():
			case <-ctx.Done():
				return ctx.Err()
			}
		} else {
			select {
			case frame, ok = <-f.sub.Frames():
			default:
				return nil
			}
		}
		wait = false
		if !ok {
			f.sub, f.bye = nil, f.sub.Ended()
			continue
		}
		if err := f.take(frame); err != nil {
			return fmt.Errorf("%s reads %s: %w", f.user.ID, frame, err)
		}
	}
}

// take takes a frame in.
func (f *fake) take(frame []byte) error {
	var in struct {
		Type      string          `json:"type"`
		Life      uint64          `json:"life"`
		Seq       uint64          `json:"seq"`
		View      json.RawMessage `json:"view"`
		Patch     json.RawMessage `json:"patch"`
		Own       json.RawMessage `json:"own"`
		Decisions json.RawMessage `json:"decisions"`
		Undo      bool            `json:"undo"`
		Result    *Result         `json:"result"`
		Status    Status          `json:"status"`
		Host      string          `json:"host"`
		Settings  *Settings       `json:"settings"`
		Seats     []seatInfo      `json:"seats"`
	}
	if err := json.Unmarshal(frame, &in); err != nil {
		return err
	}
	switch in.Type {
	case "snapshot":
		if f.life != in.Life {
			f.lives++
		}
		f.life, f.seq, f.undo, f.result = in.Life, in.Seq, in.Undo, in.Result
		var err error
		if in.Own == nil {
			in.Own = []byte("{}")
		}
		if f.view, err = patch.Apply(in.View, in.Own); err != nil {
			return err
		}
		f.hasView()
	case "update":
		if f.seq+1 != in.Seq {
			return fmt.Errorf("it comes after %d", f.seq)
		}
		f.seq, f.undo = in.Seq, in.Undo
		for _, change := range []json.RawMessage{in.Patch, in.Own} {
			if change == nil {
				continue
			}
			view, err := patch.Apply(f.view, change)
			if err != nil {
				return err
			}
			f.view = view
		}
		f.hasView()
		if in.Result != nil {
			f.result = in.Result
		}
	case "room":
		f.status, f.host, f.seats = in.Status, in.Host, in.Seats
		f.game = in.Settings.Game
		return nil
	default:
		return nil
	}
	if in.Decisions == nil {
		return nil
	}
	var list []question
	if err := json.Unmarshal(in.Decisions, &list); err != nil {
		return err
	}
	f.question = nil
	if len(list) > 0 {
		f.question = &list[0]
	}
	return nil
}

func (f *fake) hasView() {
	if f.told != nil {
		f.told(string(f.view))
	}
}

// own returns the player's seat, or game.NoSeat.
func (f *fake) own() game.Seat {
	return game.Seat(slices.IndexFunc(f.seats, func(s seatInfo) bool { return s.Player == f.user.ID }))
}

// newIntent returns an intent with an id that the player never used.
func (f *fake) newIntent(kind Kind) Intent {
	f.intents++
	return Intent{ID: f.nonce + "." + strconv.Itoa(f.intents), Kind: kind}
}

// next returns what the player wants to do now, if anything: sit down, get
// ready, start the match with bots in the seats behind the first two, answer,
// now and then take an answer back, and play again.
func (f *fake) next() (Intent, bool, error) {
	own := f.own()
	switch f.status {
	case StatusOpen, StatusSeated:
		if own == game.NoSeat {
			intent := f.newIntent(KindClaim)
			intent.Seat = 1
			return intent, true, nil
		}
		if !f.seats[own].Ready {
			intent := f.newIntent(KindReady)
			intent.Ready = true
			return intent, true, nil
		}
		if f.host != f.user.ID {
			return Intent{}, false, nil
		}
		for i := 2; i < len(f.seats); i++ {
			if f.seats[i].Player == "" && f.seats[i].Bot == "" {
				intent := f.newIntent(KindBot)
				intent.Seat, intent.Bot = game.Seat(i), "random"
				return intent, true, nil
			}
		}
		if slices.ContainsFunc(f.seats, func(s seatInfo) bool { return !s.Ready }) {
			return Intent{}, false, nil
		}
		return f.newIntent(KindStart), true, nil
	case StatusPlaying:
		if f.undo && f.rng.IntN(20) == 0 {
			return f.newIntent(KindUndo), true, nil
		}
		return f.answer()
	case StatusFinished:
		return f.newIntent(KindRematch), own != game.NoSeat, nil
	}
	return Intent{}, false, nil
}

// answer returns a random answer to the player's open question, if there is one.
func (f *fake) answer() (Intent, bool, error) {
	if f.status != StatusPlaying || f.question == nil || f.question.Answered {
		return Intent{}, false, nil
	}
	g, _ := f.lobby.games.find(f.game)
	d, err := f.question.decision(g.Rules)
	if err != nil {
		return Intent{}, false, err
	}
	picks, ok := bot.Random(&d, f.rng, nil)
	if !ok {
		return Intent{}, false, fmt.Errorf("no answer to %v", f.question)
	}
	intent := f.newIntent(KindAnswer)
	intent.Decision = f.question.ID
	intent.Picks, err = json.Marshal(append([]game.PickText{}, d.PicksText(g.Rules, picks)...))
	return intent, true, err
}

// refusalCode returns the code of a coded error, or "".
func refusalCode(err error) coded.Code {
	var refusal *coded.Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// again reports whether an intent is worth another try.
func again(err error) bool {
	code := refusalCode(err)
	return code == CodeBusy || code == CodeNotStored
}

// play plays until the context ends, and says after each intent that was
// acknowledged so. It stops at any error that no player should meet.
func (f *fake) play(ctx context.Context, acknowledged func(user, intent string)) error {
	wait := false
	for ctx.Err() == nil {
		if err := f.listen(ctx, wait); again(err) {
			continue
		} else if err != nil {
			return err
		}
		if f.status == StatusFrozen {
			return fmt.Errorf("room %s is frozen", f.room)
		}
		intent, ok, err := f.next()
		if err != nil {
			return err
		}
		if wait = !ok; wait {
			continue
		}
		err = f.lobby.Do(ctx, f.room, f.user, intent)
		for again(err) {
			err = f.lobby.Do(ctx, f.room, f.user, intent)
		}
		switch {
		case err == nil:
			acknowledged(f.user.ID, intent.ID)
		case refusalCode(err) == "":
			return err
		}
		// Another player was first; the frames that say so are there already.
	}
	return ctx.Err()
}
