package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"archmage/client"
)

// longAttacks returns the attacks on the import and the replay of the long match of Config.LongRecord, and the
// attack hints.
func longAttacks() []attack {
	return []attack{
		{
			name:        "timelines",
			description: "the timeline of a long match is asked for, uncompressed",
			costly:      true,
			prepare:     requestLongMatch("/timeline"),
		},
		{
			name:        "records",
			description: "the record of a long match is asked for",
			costly:      true,
			prepare:     requestLongMatch("/record"),
		},
		{
			name:        "steps",
			description: "all steps of a long match are asked for, from all viewpoints",
			costly:      true,
			prepare:     longSteps,
		},
		{
			name:        "files",
			description: "long matches are imported that are invalid at their end",
			costly:      true,
			prepare:     badFiles,
		},
		{
			name:        "late",
			description: "rooms are opened from late moments of a long match",
			costly:      true,
			prepare:     lateRooms,
		},
		{name: "hints", description: "several guests ask for hints at tables with a bot", costly: true, prepare: hints},
	}
}

// importMatch imports the long match and returns the guest and the path of the match.
func importMatch(ctx context.Context, a *attacker) (*client.Guest, string, error) {
	guest, err := a.guest(ctx, 0)
	if err != nil {
		return nil, "", err
	}
	var match struct {
		ID string `json:"id"`
	}
	err = patiently(ctx, func() error {
		return guest.Call(ctx, "POST", "/api/matches", json.RawMessage(a.config.LongRecord), &match)
	})
	return guest, "/api/matches/" + match.ID, err
}

func requestLongMatch(suffix string) func(context.Context, *attacker) (func(context.Context), error) {
	return func(ctx context.Context, a *attacker) (func(context.Context), error) {
		_, path, err := importMatch(ctx, a)
		if err != nil {
			return nil, err
		}
		return request("GET", path+suffix, nil)(ctx, a)
	}
}

func longSteps(ctx context.Context, a *attacker) (func(context.Context), error) {
	_, path, err := importMatch(ctx, a)
	if err != nil {
		return nil, err
	}
	items := bytes.Count(a.config.LongRecord, []byte(`"at":`))
	return requests("GET", func(round int) string {
		return fmt.Sprintf(
			"%s/steps?as=%s&from=%d",
			path, []string{"all", "0", "spectator"}[round%3], round*64%max(items, 1),
		)
	}, nil)(ctx, a)
}

// badFiles imports a different invalid record each time, because the server remembers refused files. It puts
// digits in front of a total in the outcome.
func badFiles(ctx context.Context, a *attacker) (func(context.Context), error) {
	guest, err := a.guest(ctx, 0)
	_, fromTotal, _ := bytes.Cut(a.config.LongRecord, []byte(`"total":`))
	offset := len(a.config.LongRecord) - len(bytes.TrimLeft(fromTotal, " "))
	return func(ctx context.Context) {
		a.loop(ctx, requesters, requestPause, func(ctx context.Context, i, round int) error {
			head, tail := a.config.LongRecord[:offset], a.config.LongRecord[offset:]
			file := fmt.Appendf(nil, "%s9%03d%s", head, (i+requesters*round)%1000, tail)
			return guest.Call(ctx, "POST", "/api/matches", json.RawMessage(file), nil)
		})
	}, err
}

func lateRooms(ctx context.Context, a *attacker) (func(context.Context), error) {
	guest, path, err := importMatch(ctx, a)
	items := bytes.Count(a.config.LongRecord, []byte(`"at":`))
	return func(ctx context.Context) {
		a.loop(ctx, requesters, requestPause, func(ctx context.Context, i, round int) error {
			from := map[string]any{
				"match": path[len("/api/matches/"):],
				"step":  max(0, items-2-i-requesters*round),
				"luck":  "new",
				"seat":  0,
			}
			return guest.Call(ctx, "POST", "/api/rooms", map[string]any{"from": from}, nil)
		})
	}, err
}

func hints(ctx context.Context, a *attacker) (func(context.Context), error) {
	const guests = 4
	var hosts []*client.Guest
	var ids []string
	for i := range guests {
		host, err := a.guest(ctx, i)
		if err != nil {
			return nil, err
		}
		var id string
		settings := client.Settings{Game: "spellbook", Seats: 2}
		if err := patiently(
			ctx,
			func() (err error) { id, err = host.CreateRoom(ctx, settings); return err },
		); err != nil {
			return nil, err
		}
		conn, err := a.dial(ctx, i, id)
		if err != nil {
			return nil, err
		}
		for _, command := range []client.Command{client.Fill(1, "random"), client.Do("start")} {
			if err := patiently(ctx, func() error { return conn.Send(ctx, command) }); err != nil {
				return nil, err
			}
		}
		hosts, ids = append(hosts, host), append(ids, id)
	}
	return func(ctx context.Context) {
		a.loop(ctx, guests, requestPause, func(ctx context.Context, i, _ int) error {
			return hosts[i].Call(ctx, "POST", "/api/rooms/"+ids[i]+"/hint", nil, nil)
		})
	}, nil
}
