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

// replayPause is the pause of a guest between two replays.
const replayPause = 5 * time.Second

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
		guest := &client.Guest{Base: t.url(0, 0)}
		if err := guest.Call(ctx, http.MethodGet, "/api/matches?limit=100&after="+after, nil, &page); err != nil {
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

// openReplays loads random replays completely, one after the other, until ctx is done.
func (t *test) openReplays(ctx context.Context, number int, ids []string) {
	random := t.random(-1, number)
	guest := &client.Guest{Base: t.url(0, number)}
	for pause := time.Duration(random.Int64N(int64(replayPause))); ; pause = replayPause {
		if work.Sleep(ctx, pause) != nil {
			return
		}
		if err := t.openReplay(ctx, guest, ids[random.IntN(len(ids))]); err != nil && ctx.Err() == nil {
			t.fail("a replay: %v", err)
		}
	}
}

// openReplay sends the requests that the page of a match sends: for the match, its timeline, and all its steps.
func (t *test) openReplay(ctx context.Context, guest *client.Guest, id string) error {
	start := time.Now()
	match := "/api/matches/" + id
	var part chunk
	for _, path := range []string{match, match + "/timeline"} {
		var ignored any
		if err := guest.Call(ctx, http.MethodGet, path, nil, &ignored); err != nil {
			return err
		}
	}
	for from := 0; ; from = part.From + len(part.Steps) {
		if err := guest.Call(
			ctx,
			http.MethodGet,
			fmt.Sprintf("%s/steps?as=all&from=%d", match, from),
			nil,
			&part,
		); err != nil {
			return err
		}
		if from == 0 && t.measuring.Load() {
			t.replayTimes.addTime(time.Since(start))
		}
		if part.From+len(part.Steps) > part.Last {
			return nil
		}
	}
}
