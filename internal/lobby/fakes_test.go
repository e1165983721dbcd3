package lobby

import (
	"context"
	"encoding/json"
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
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/stream/patch"
)

// bothGames returns the registry that the program has: every game with its bots.
var bothGames = sync.OnceValue(func() game.Modules {
	return game.Modules{
		{Rules: seasons.New(), Bots: []game.Bot{bot.NewRandom(), seasons.NewBot()}},
		{Rules: spellbook.New(), Bots: []game.Bot{bot.NewRandom(), spellbook.NewBot()}},
	}
})

// fake is a simulated player: it reads the frames of its room and does what a
// person would do next, with answers drawn at random.
type fake struct {
	lobby  *server
	room   string
	person people.Person
	rng    *rand.Rand

	sub Subscription
	// ready has an element when there may be frames to take.
	ready           chan struct{}
	sequence        string
	seq             uint64
	public, private []byte
	question        *question
	// onView, if not nil, is called with each view that the player had.
	onView func(view string)
	undo   bool
	result *match.Result
	status room.Status
	host   string
	game   string
	seats  []room.SeatInfo
	// bye is why the last subscription ended, sequences how often a snapshot
	// named another sequence than the one before.
	bye       coded.Code
	sequences int
	// nonce and commands make the ids of commands.
	nonce    string
	commands int
}

func newFake(l *server, room, id string, rng *rand.Rand) *fake {
	return &fake{
		lobby:  l,
		room:   room,
		person: people.Person{ID: id, Name: id},
		rng:    rng,
		nonce:  strconv.FormatUint(rand.Uint64(), 36),
	}
}

// question is a decision as a client reads it.
type question struct{ game.DecisionText }

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
	sub, err := f.lobby.Watch(ctx, f.room, f.person, stream.Hello{Sequence: f.sequence, Seq: f.seq})
	if err == nil {
		f.sub, f.ready = sub, make(chan struct{}, 1)
		ready := f.ready
		sub.Notify(func() {
			select {
			case ready <- struct{}{}:
			default:
			}
		})
	}
	return err
}

// leave ends the subscription.
func (f *fake) leave() {
	if f.sub != nil {
		f.sub.Close()
		f.sub = nil
	}
}

// listen takes in all the frames that are there, and before that waits for one
// if wait is set. It watches again when the subscription has ended.
func (f *fake) listen(ctx context.Context, wait bool) error {
	for {
		if f.sub == nil {
			if err := f.watch(ctx); err != nil {
				return err
			}
		}
		if wait {
			select {
			case <-f.ready:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		wait = false
		frames, open := f.sub.Take(nil)
		for _, frame := range frames {
			if err := f.take(frame); err != nil {
				return fmt.Errorf("%s reads %s: %w", f.person.ID, frame, err)
			}
		}
		if open {
			return nil
		}
		f.sub, f.bye = nil, f.sub.EndCode()
	}
}

// take takes a frame in.
func (f *fake) take(frame []byte) error {
	var in struct {
		Type      string          `json:"type"`
		Sequence  string          `json:"sequence"`
		Seq       uint64          `json:"seq"`
		Public    json.RawMessage `json:"public"`
		Private   json.RawMessage `json:"private"`
		Decisions json.RawMessage `json:"decisions"`
		Undo      *bool           `json:"undo"`
		Result    *match.Result   `json:"result"`
		Status    room.Status     `json:"status"`
		Host      string          `json:"host"`
		Settings  *room.Settings  `json:"settings"`
		Seats     []room.SeatInfo `json:"seats"`
	}
	if err := json.Unmarshal(frame, &in); err != nil {
		return err
	}
	if in.Undo != nil {
		f.undo = *in.Undo
	}
	switch in.Type {
	case "snapshot":
		if f.sequence != in.Sequence {
			f.sequences++
		}
		f.sequence, f.seq, f.result = in.Sequence, in.Seq, in.Result
		f.public, f.private = []byte("{}"), []byte("{}")
		if err := f.patch(in.Public, in.Private); err != nil {
			return err
		}
		f.hasView()
	case "update":
		if f.seq+1 != in.Seq {
			return fmt.Errorf("it comes after %d", f.seq)
		}
		f.seq = in.Seq
		if err := f.patch(in.Public, in.Private); err != nil {
			return err
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

// patch changes the two documents, each if there is a patch for it.
func (f *fake) patch(public, private json.RawMessage) (err error) {
	if public != nil {
		if f.public, err = patch.Apply(f.public, public); err != nil {
			return err
		}
	}
	if private != nil {
		f.private, err = patch.Apply(f.private, private)
	}
	return err
}

// view returns both documents.
func (f *fake) view() string { return string(f.public) + string(f.private) }

func (f *fake) hasView() {
	if f.onView != nil {
		f.onView(f.view())
	}
}

// own returns the player's seat, or game.NoSeat.
func (f *fake) own() game.Seat {
	return game.Seat(slices.IndexFunc(f.seats, func(s room.SeatInfo) bool { return s.Player == f.person.ID }))
}

// newCommand returns a command with an id that the player never used.
func (f *fake) newCommand(body room.Action) room.Command {
	f.commands++
	return room.Command{ID: f.nonce + "." + strconv.Itoa(f.commands), Body: body}
}

// next returns what the player wants to do now, if anything: sit down, get
// ready, start the match with bots in the seats behind the first two, answer,
// now and then take an answer back, and play again.
func (f *fake) next() (room.Command, bool, error) {
	own := f.own()
	switch f.status {
	case room.StatusOpen, room.StatusSeated:
		if own == game.NoSeat {
			return f.newCommand(&room.Claim{Seat: 1}), true, nil
		}
		if !f.seats[own].Ready {
			return f.newCommand(&room.SetReady{Ready: true}), true, nil
		}
		if f.host != f.person.ID {
			return room.Command{}, false, nil
		}
		for i := 2; i < len(f.seats); i++ {
			if f.seats[i].Player == "" && f.seats[i].Bot == "" {
				return f.newCommand(&room.SeatBot{Seat: game.Seat(i), Bot: "random"}), true, nil
			}
		}
		if slices.ContainsFunc(f.seats, func(s room.SeatInfo) bool { return !s.Ready }) {
			return room.Command{}, false, nil
		}
		return f.newCommand(&room.Start{}), true, nil
	case room.StatusPlaying:
		if f.undo && f.rng.IntN(20) == 0 {
			return f.newCommand(&room.Undo{}), true, nil
		}
		return f.answer()
	case room.StatusFinished:
		return f.newCommand(&room.Rematch{Open: true}), own != game.NoSeat, nil
	}
	return room.Command{}, false, nil
}

// answer returns a random answer to the player's open question, if there is one.
func (f *fake) answer() (room.Command, bool, error) {
	if f.status != room.StatusPlaying || f.question == nil || f.question.Answered {
		return room.Command{}, false, nil
	}
	g, _ := f.lobby.games.Find(f.game)
	d, err := f.question.decision(g.Rules)
	if err != nil {
		return room.Command{}, false, err
	}
	picks, ok := bot.Random(&d, f.rng, nil)
	if !ok {
		return room.Command{}, false, fmt.Errorf("no answer to %v", f.question)
	}
	choice, err := json.Marshal(append([]game.PickText{}, d.PicksText(g.Rules, picks)...))
	return f.newCommand(&room.Answer{Decision: f.question.ID, Choice: choice}), true, err
}

// again reports whether a command should be sent again.
func again(err error) bool {
	code := coded.Of(err)
	return code == coded.Busy || code == CodeNotStored
}

// play plays until the context ends, and says after each command that was
// acknowledged so. It stops at any error that no player should meet.
func (f *fake) play(ctx context.Context, acknowledged func(person, command string)) error {
	wait := false
	for ctx.Err() == nil {
		if err := f.listen(ctx, wait); again(err) {
			continue
		} else if err != nil {
			return err
		}
		command, ok, err := f.next()
		if err != nil {
			return err
		}
		if wait = !ok; wait {
			continue
		}
		err = f.lobby.Do(ctx, f.room, f.person, command.ID, command.Body)
		for again(err) {
			err = f.lobby.Do(ctx, f.room, f.person, command.ID, command.Body)
		}
		switch {
		case err == nil:
			acknowledged(f.person.ID, command.ID)
		case coded.Of(err) == "":
			return err
		}
		// Another player was first; the frames that say so are there already.
	}
	return ctx.Err()
}
