package club_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream/patch"
)

// world is the source of a club: people and rooms in memory. reads counts the reads of each part.
type world struct {
	mu        sync.Mutex
	online    map[string]time.Time
	rooms     map[string]club.Room
	visible   map[string]people.Visible
	strangers map[string][]string
	reads     map[string]int
	// chat is replaced, not changed.
	events []club.EventState
	chat   *club.ChatState
	// readTime is the time that it takes to read the tables.
	readTime time.Duration
}

func newWorld() *world {
	return &world{
		online: map[string]time.Time{}, rooms: map[string]club.Room{},
		visible: map[string]people.Visible{}, strangers: map[string][]string{}, reads: map[string]int{},
	}
}

// account adds an account that everybody with an account may see.
func (w *world) account(id string) people.Person {
	w.mu.Lock()
	defer w.mu.Unlock()
	person := people.Person{ID: id, Name: "The " + id, Kind: people.Account}
	w.visible[id] = people.Visible{Person: person, Presence: people.PresenceMembers}
	return person
}

func (w *world) arrive(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.online[id] = time.Now().Add(time.Hour)
}

func (w *world) sit(r club.Room) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rooms[r.ID] = r
}

func (w *world) count(part string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads[part]++
}

func (w *world) Online() map[string]time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.online)
}

func (w *world) Occupied() []club.Room {
	w.count("rooms")
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Values(w.rooms))
}

func (w *world) Visible(_ context.Context, ids []string) (map[string]people.Visible, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := map[string]people.Visible{}
	for _, id := range ids {
		if person, ok := w.visible[id]; ok {
			found[id] = person
		}
	}
	return found, nil
}

func (w *world) Strangers(_ context.Context, person string) ([]string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.strangers[person]), nil
}

func (w *world) Tables(context.Context) (map[string]club.Table, error) {
	w.count("tables")
	time.Sleep(w.readTime)
	return map[string]club.Table{}, nil
}

func (w *world) Results(context.Context) (map[string]club.Result, error) {
	w.count("results")
	return map[string]club.Result{}, nil
}

func (w *world) Chat(context.Context) (*club.ChatState, error) {
	w.count("chat")
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.chat, nil
}

func (w *world) Events(context.Context) ([]club.EventState, error) {
	w.count("events")
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.events, nil
}

func (w *world) Week(context.Context) (map[string]club.Standing, error) {
	return map[string]club.Standing{}, nil
}

// viewer keeps the document of a subscription, as a client does.
type viewer struct {
	t        *testing.T
	sub      *club.Subscription
	document []byte
	seq      uint64
	// frames counts the frames with a document or a patch, and mine those about own tables.
	frames, mine int
}

func join(t *testing.T, c *club.Club, person people.Person) *viewer {
	sub, err := c.Join(t.Context(), person)
	require.NoError(t, err)
	v := &viewer{t: t, sub: sub}
	return v
}

// read takes all frames.
func (v *viewer) read() club.Document {
	frames, _ := v.sub.Take(nil)
	for _, data := range frames {
		var frame struct {
			Type            string
			Seq             uint64
			Document, Patch json.RawMessage
		}
		require.NoError(v.t, json.Unmarshal(data, &frame))
		if frame.Type == "mine" {
			v.mine++
			continue
		}
		v.frames++
		if frame.Document != nil {
			v.document = frame.Document
		} else {
			require.Equal(v.t, v.seq+1, frame.Seq)
			var err error
			v.document, err = patch.Apply(v.document, frame.Patch)
			require.NoError(v.t, err)
		}
		v.seq = frame.Seq
	}
	var doc club.Document
	require.NoError(v.t, json.Unmarshal(v.document, &doc))
	return doc
}

// settle lets a club make its next documents.
func settle() {
	time.Sleep(time.Second)
	synctest.Wait()
}

func startClub(w *world, nodes club.Nodes) *club.Club {
	c := club.New(zap.NewNop())
	c.Start(w, nodes)
	return c
}

func TestAnArrivalIsSeenWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		require.Contains(t, ada.read().People, "ada")
		w.account("bob")
		w.arrive("bob")
		c.Changed(club.Change{People: true})
		settle()
		require.Equal(t, club.Online, ada.read().People["bob"].Doing)
		w.sit(club.Room{ID: "r", Game: "seasons", Status: room.StatusOpen, Listed: true, Seated: []string{"bob"}})
		c.Changed(club.Change{People: true})
		settle()
		want := club.Activity{Doing: club.Waiting, Game: "seasons", Room: "r"}
		require.Equal(t, want, ada.read().People["bob"].Activity)
	})
}

func TestAThousandArrivalsCostFewMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		ada.read()
		before := ada.frames
		for i := range 1000 {
			id := fmt.Sprintf("guest-%04d", i)
			w.account(id)
			w.arrive(id)
			c.Changed(club.Change{People: true})
			time.Sleep(time.Millisecond)
			synctest.Wait()
			ada.read()
		}
		settle()
		doc := ada.read()
		require.Len(t, doc.People, club.MaxPeople)
		require.Equal(t, 1001-club.MaxPeople, doc.Others)
		require.LessOrEqual(t, ada.frames-before, 4, "a second of arrivals")
	})
}

// A refresh that takes long is followed by a longer pause, so that it takes at most a part of the time.
func TestExpensiveRefreshesAreRare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		settle()
		w.readTime = 200 * time.Millisecond
		join(t, c, w.account("ada"))
		before := w.reads["tables"]
		for range 100 {
			c.Changed(club.Change{Tables: true})
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
		}
		require.LessOrEqual(t, w.reads["tables"]-before, 5)
		require.GreaterOrEqual(t, w.reads["tables"]-before, 4)
	})
}

func TestASlowReaderSkipsVersions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		ada.read()
		for i := range 50 {
			id := fmt.Sprintf("p%d", i)
			w.account(id)
			w.arrive(id)
			c.Changed(club.Change{People: true})
			settle()
		}
		before := ada.frames
		require.Len(t, ada.read().People, 51)
		require.Equal(t, 1, ada.frames-before)
	})
}

func TestNothingIsReadWhileNothingChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		settle()
		ada.read()
		before := maps.Clone(w.reads)
		time.Sleep(30 * time.Minute)
		synctest.Wait()
		require.Equal(t, before, w.reads)
	})
}

func TestTablesAreNotReadWithoutViewers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		for range 100 {
			c.Changed(club.Change{Tables: true, Results: true})
			settle()
		}
		require.Zero(t, w.reads["tables"])
		join(t, c, w.account("ada")).read()
		require.Equal(t, 1, w.reads["tables"])
	})
}

func TestBlockedPeopleSeeEachOtherAsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada, bob := join(t, c, w.account("ada")), join(t, c, w.account("bob"))
		cyd := join(t, c, w.account("cyd"))
		settle()
		require.Contains(t, ada.read().People, "bob")
		w.mu.Lock()
		w.strangers["ada"], w.strangers["bob"] = []string{"bob"}, []string{"ada"}
		w.mu.Unlock()
		c.Changed(club.Change{Blocks: []string{"ada", "bob"}})
		settle()
		for _, doc := range []club.Document{ada.read(), bob.read()} {
			require.Len(t, doc.People, 2)
			require.Zero(t, doc.Others)
		}
		require.Len(t, cyd.read().People, 3)
		w.mu.Lock()
		clear(w.strangers)
		w.mu.Unlock()
		c.Changed(club.Change{Blocks: []string{"ada", "bob"}})
		settle()
		require.Len(t, bob.read().People, 3)
	})
}

func TestOwnNewsGoesToOnePerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada, bob := join(t, c, w.account("ada")), join(t, c, w.account("bob"))
		settle()
		c.Changed(club.Change{Mine: []string{"bob"}})
		settle()
		ada.read()
		bob.read()
		require.Zero(t, ada.mine)
		require.Equal(t, 1, bob.mine)
	})
}

func TestAPersonWhoHidesDisappears(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		w.account("bob")
		w.arrive("bob")
		c.Changed(club.Change{People: true})
		settle()
		require.Contains(t, ada.read().People, "bob")
		w.mu.Lock()
		bob := w.visible["bob"]
		bob.Presence = people.PresenceNobody
		w.visible["bob"] = bob
		w.mu.Unlock()
		c.Changed(club.Change{Persons: []string{"bob"}})
		settle()
		doc := ada.read()
		require.NotContains(t, doc.People, "bob")
		require.Zero(t, doc.Others)
	})
}

func TestPrivateTablesShowWithADelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		c := startClub(w, nil)
		defer c.Close()
		ada := join(t, c, w.account("ada"))
		for _, id := range []string{"bob", "cyd"} {
			w.account(id)
			w.arrive(id)
		}
		c.Changed(club.Change{People: true})
		settle()
		w.sit(club.Room{ID: "r", Game: "seasons", Status: room.StatusPlaying, Seated: []string{"bob", "cyd"}})
		c.Changed(club.Change{People: true})
		// The two do not change together: each has a delay of its own.
		var became []time.Duration
		private := 0
		for at := range 2 * time.Minute / (100 * time.Millisecond) {
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			count := 0
			for _, person := range ada.read().People {
				if person.Doing == club.Private {
					count++
					require.Equal(t, club.Activity{Doing: club.Private}, person.Activity)
				}
			}
			if count > private {
				private = count
				became = append(became, time.Duration(at)*100*time.Millisecond)
			}
		}
		require.Equal(t, 2, private)
		require.LessOrEqual(t, became[len(became)-1], time.Minute+time.Second)
	})
}

// cluster connects the clubs of several nodes. It counts the steps: the signals that were sent, and the times
// that a node has asked the others.
type cluster struct {
	clubs          []*club.Club
	signals, asked int
}

// node is what one club sees of the others.
type node struct {
	cluster *cluster
	index   int
}

func (n node) Present(context.Context) (list []club.Present) {
	n.cluster.asked++
	for i, other := range n.cluster.clubs {
		if i != n.index {
			list = append(list, other.Present()...)
		}
	}
	return list
}

func (n node) Send(_ context.Context, change club.Change) error {
	n.cluster.signals++
	for i, other := range n.cluster.clubs {
		if i != n.index {
			other.Receive(change)
		}
	}
	return nil
}

func TestNodesAgreeAfterOneSignal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := &cluster{}
		worlds := []*world{newWorld(), newWorld(), newWorld()}
		for i, w := range worlds {
			for _, id := range []string{"ada", "bob", "cyd", "dan"} {
				w.account(id)
			}
			all.clubs = append(all.clubs, startClub(w, node{all, i}))
			defer all.clubs[i].Close()
		}
		var viewers []*viewer
		for i, id := range []string{"ada", "bob", "cyd"} {
			viewers = append(viewers, join(t, all.clubs[i], people.Person{ID: id, Name: id, Kind: people.Account}))
		}
		settle()
		settle()
		for _, v := range viewers {
			require.Len(t, v.read().People, 3)
		}
		all.signals, all.asked = 0, 0
		worlds[1].arrive("dan")
		all.clubs[1].Changed(club.Change{People: true})
		// A node collects changes before it sends a signal, and the others before they ask: two steps.
		settle()
		for _, v := range viewers {
			require.Equal(t, club.Online, v.read().People["dan"].Doing)
		}
		require.Equal(t, 1, all.signals)
		require.Equal(t, 2, all.asked)
		// What others do not see is not sent.
		all.clubs[1].Changed(club.Change{People: true})
		settle()
		require.Equal(t, 1, all.signals)
	})
}

func TestTablesOfBlockedPeopleAreHidden(t *testing.T) {
	state := club.State{Tables: map[string]club.Table{
		"a": {Summary: directory.Summary{People: []string{"bob", ""}}},
		"b": {Summary: directory.Summary{People: []string{"cyd"}}},
	}}
	doc := club.Build(&state, club.Member, func(person string) bool { return person == "bob" })
	require.Equal(t, []string{"b"}, slices.Collect(maps.Keys(doc.Tables)))
}
