package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"archmage/client"
	"archmage/internal/work"
)

// betweenReplays is how long somebody who opens replays waits before the next one.
const betweenReplays = 5 * time.Second

// chunk is what is read of the steps of a replay.
type chunk struct {
	From  int   `json:"from"`
	Last  int   `json:"last"`
	Steps []any `json:"steps"`
}

// finishedMatches returns the ids of the last public matches of the server.
func (t *test) finishedMatches(ctx context.Context) ([]string, error) {
	var ids []string
	after := ""
	for range 10 {
		var page struct {
			Matches []struct{ ID string }
			Next    string
		}
		anybody := &client.Guest{Base: t.url(0, 0)}
		if err := anybody.Call(ctx, http.MethodGet, "/api/matches?limit=100&after="+after, nil, &page); err != nil {
			return nil, err
		}
		for _, m := range page.Matches {
			ids = append(ids, m.ID)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if len(ids) == 0 {
		return nil, errors.New("the server has no public matches to open; play some to their end first")
	}
	return ids, nil
}

// openReplays lets somebody open replays of matches, each from the first board to the
// end, until ctx ends.
func (t *test) openReplays(ctx context.Context, number int, ids []string) {
	random := t.random(-1, number)
	reader := &client.Guest{Base: t.url(0, number)}
	for pause := time.Duration(random.Int64N(int64(betweenReplays))); ; pause = betweenReplays {
		if work.Sleep(ctx, pause) != nil {
			return
		}
		if err := t.openReplay(ctx, reader, ids[random.IntN(len(ids))]); err != nil && ctx.Err() == nil {
			t.fail("a replay: %v", err)
		}
	}
}

// openReplay reads what the page of a match does: the match, its timeline, the first
// steps, and then the others.
func (t *test) openReplay(ctx context.Context, reader *client.Guest, id string) error {
	began := time.Now()
	at := "/api/matches/" + id
	var part chunk
	for _, path := range []string{at, at + "/timeline"} {
		var whole any
		if err := reader.Call(ctx, http.MethodGet, path, nil, &whole); err != nil {
			return err
		}
	}
	for from := 0; ; from = part.From + len(part.Steps) {
		if err := reader.Call(
			ctx,
			http.MethodGet,
			fmt.Sprintf("%s/steps?as=all&from=%d", at, from),
			nil,
			&part,
		); err != nil {
			return err
		}
		if from == 0 && t.measuring.Load() {
			t.replays.addTime(time.Since(began))
		}
		if part.From+len(part.Steps) > part.Last {
			return nil
		}
	}
}
