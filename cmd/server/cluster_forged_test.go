package main

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/store"
	"archmage/internal/work"
	"archmage/test/programtest"
)

// TestClusterCheckerFindsForgeries plays for a while and then forges the log or the received frames in every
// way that checkHistories must detect. It must find each forgery, and nothing in genuine data.
func TestClusterCheckerFindsForgeries(t *testing.T) {
	t.Parallel()
	n := &clusterNode{name: "node", folder: t.TempDir()}
	n.start(t)
	settings := client.Settings{Game: "seasons", Seats: 2, Options: game.MatchOptions{"level": "apprentice"}}
	p := newParty(
		t,
		func() []*clusterNode { return []*clusterNode{n} },
		time.Now(),
		settings,
		1,
		rand.New(rand.NewPCG(1, 2)),
	)
	ctx, stop := context.WithCancel(programtest.Within(t))
	var playing sync.WaitGroup
	for _, w := range p.people {
		playing.Go(func() { w.live(ctx) })
	}
	for p.moves() < 60 || p.people[0].moves() < 10 {
		require.NoError(t, work.Sleep(ctx, 10*time.Millisecond))
	}
	stop()
	playing.Wait()
	n.Stop(t, syscall.SIGTERM)
	db, err := store.OpenSQLite(t.Context(), n.folder, store.SQLiteOptions{})
	require.NoError(t, err)
	defer db.Close()
	genuine := historyOf(t, lobby.LogOf(db.DB), p.room)
	require.Empty(t, checkHistories(genuine, p.stories()))

	ann, bob, eve := p.people[0].guest.ID, p.people[1].guest.ID, p.people[2].guest.ID
	middle := func(s *clientHistory) *receivedStream {
		return slices.MaxFunc(s.streams, func(a, b *receivedStream) int { return len(a.views) - len(b.views) })
	}
	for name, forgery := range map[string]struct {
		forge func(h *roomHistory, list map[string]*clientHistory)
		found string
	}{
		"an answer is lost": {func(h *roomHistory, list map[string]*clientHistory) {
			h.entries[h.third(ann)].id = "another"
		}, "was acknowledged and is not stored"},
		"an answer is there twice": {func(h *roomHistory, _ map[string]*clientHistory) {
			h.entries = append(h.entries, h.entries[h.third(ann)])
		}, "is stored 2 times"},
		"a refused answer is there": {func(h *roomHistory, list map[string]*clientHistory) {
			list[ann].intents[3].verdict = "not_stored"
		}, "was refused (not_stored) and is stored"},
		"answers are in another order": {func(h *roomHistory, list map[string]*clientHistory) {
			early, late := list[ann].intents[0], list[ann].intents[5]
			for i := range h.entries {
				switch e := &h.entries[i]; {
				case e.by == ann && e.id == early.id:
					e.id = late.id
				case e.by == ann && e.id == late.id:
					e.id = early.id
				}
			}
		}, "and is stored after answer"},
		"two nodes go on in two ways": {func(_ *roomHistory, list map[string]*clientHistory) {
			forged := *middle(list[ann])
			forged.views = slices.Clone(forged.views)
			forged.views[4].key = forged.views[3].key
			list[ann].streams = append(list[ann].streams, &forged)
		}, " was shown with "},
		"something that is not stored is shown": {func(_ *roomHistory, list map[string]*clientHistory) {
			middle(list[eve]).views[3].key = "1 events, 00"
		}, "which is not how things stood at any time"},
		"a spectator is shown a hand": {func(_ *roomHistory, list map[string]*clientHistory) {
			middle(list[eve]).views[3].key = middle(list[ann]).views[3].key
		}, "which is not how things stood at any time"},
		"a player is shown the other one's stream": {func(_ *roomHistory, list map[string]*clientHistory) {
			list[ann].streams = append(list[ann].streams, middle(list[bob]))
		}, "seat 0, was shown match"},
		"a connection goes back": {func(_ *roomHistory, list map[string]*clientHistory) {
			s := middle(list[eve])
			back := s.views[1]
			back.seq = 1 << 40
			s.views = append(s.views, back)
		}, ", after it was shown "},
		"an answer is acknowledged before it is shown": {func(_ *roomHistory, list map[string]*clientHistory) {
			for i := range middle(list[ann]).oks {
				middle(list[ann]).oks[i].views = 1
			}
		}, "was acknowledged by node before"},
		"an event is another one": {func(_ *roomHistory, list map[string]*clientHistory) {
			list[eve].events[3] = list[eve].events[2]
		}, "which did not happen"},
		"a line is lost": {func(h *roomHistory, list map[string]*clientHistory) {
			list[eve].lines = append(list[eve].lines, &intent{text: "hello", verdict: verdictOK})
		}, "was acknowledged and is not stored"},
		"a line is shown that nobody has said": {func(_ *roomHistory, list map[string]*clientHistory) {
			list[eve].chat[99] = `{"text":"boo"}`
		}, "was shown line 99"},
	} {
		t.Run(name, func(t *testing.T) {
			h := *genuine
			h.entries = slices.Clone(genuine.entries)
			list := map[string]*clientHistory{}
			for person, s := range p.stories() {
				list[person] = s.clone()
			}
			forgery.forge(&h, list)
			wrong := checkHistories(&h, list)
			require.True(
				t,
				slices.ContainsFunc(wrong, func(text string) bool { return strings.Contains(text, forgery.found) }),
				"%q",
				wrong,
			)
		})
	}

	// Received frames are checked on arrival.
	s := newClientHistory("eve", game.NoSeat)
	s.connects("node")
	for _, frame := range []string{
		`{"type":"update","seq":1,"private":{"hand":[1]}}`,
		`{"type":"update","seq":1,"hint":"it is an ace"}`,
		`{"type":"welcome","room":"another"}`,
		`{"type":"room","id":"another"}`,
		`{"type":"snapshot","eventsFrom":0,"events":["a"]}`,
		`{"type":"snapshot","eventsFrom":0,"events":["b"]}`,
		`nonsense`,
	} {
		s.hear("room", []byte(frame), 0)
	}
	require.Len(t, s.strange, 6, "%q", s.strange)
}

// third returns the position of a person's third answer.
func (h *roomHistory) third(person string) int {
	count := 0
	return slices.IndexFunc(h.entries, func(e trueEntry) bool {
		if e.by == person {
			count++
		}
		return count == 3
	})
}

func (s *clientHistory) clone() *clientHistory {
	c := newClientHistory(s.name, s.seat)
	c.events, c.chat, c.strange = maps.Clone(s.events), maps.Clone(s.chat), slices.Clone(s.strange)
	for _, one := range s.intents {
		copied := *one
		c.intents = append(c.intents, &copied)
	}
	for _, one := range s.lines {
		copied := *one
		c.lines = append(c.lines, &copied)
	}
	for _, one := range s.streams {
		copied := *one
		copied.views, copied.oks = slices.Clone(one.views), slices.Clone(one.oks)
		c.streams = append(c.streams, &copied)
	}
	return c
}
