package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// timeFormat is how times are printed, in the local time zone.
const timeFormat = "2006-01-02 15:04"

func (c *adminCall) table() *tabwriter.Writer {
	return tabwriter.NewWriter(c.app.Stdout, 0, 0, 2, ' ', 0)
}

// rooms lists rooms.
func (c *adminCall) rooms(ctx context.Context, args []string) error {
	set := c.flags()
	game := set.String("game", "", "only rooms of that `game`")
	status := set.String(
		"status",
		"",
		"only rooms with that `status`: open, seated, playing or finished; several with commas between",
	)
	listed := set.Bool("listed", false, "only rooms in the public list")
	after := set.String("after", "", "go on from a `place` that the page before has named")
	limit := set.Int("limit", 50, "list so `many`, at most 200")
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	query := url.Values{"limit": {strconv.Itoa(*limit)}}
	for name, value := range map[string]string{"game": *game, "status": *status, "after": *after} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if *listed {
		query.Set("listed", "1")
	}
	var page struct {
		Rooms []struct {
			ID, Game, Status string
			Listed, InMemory bool
			Summary          struct{ Players, Bots []string }
			Created          time.Time
			Connections      int
		}
		Next string
	}
	if err := c.show(ctx, &page, http.MethodGet, "/rooms?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(page.Rooms) == 0 {
		fmt.Fprintln(c.app.Stdout, "no rooms")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "ROOM\tGAME\tSTATUS\tLISTED\tOPENED\tCONNECTED\tMEMORY\tPLAYERS")
	for _, room := range page.Rooms {
		var players []string
		for i, name := range room.Summary.Players {
			if i < len(room.Summary.Bots) {
				name = seatName(name, room.Summary.Bots[i])
			}
			players = append(players, name)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", room.ID, room.Game, room.Status, yes(room.Listed),
			room.Created.Local().Format(timeFormat), room.Connections, yes(room.InMemory), strings.Join(players, ", "))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if page.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with -after %s\n", page.Next)
	}
	return nil
}

// seatName says who has a seat: a player, a bot for a player, a bot, or nobody.
func seatName(player, bot string) string {
	switch {
	case player == "" && bot == "":
		return "(free)"
	case bot == "":
		return player
	case player == "":
		return "bot " + bot
	}
	return player + " (bot " + bot + ")"
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// room shows one room.
func (c *adminCall) room(ctx context.Context, args []string) error {
	id, err := c.one(args)
	if err != nil {
		return err
	}
	var room struct {
		ID, Status, Host string
		Created          time.Time
		Settings         struct {
			Game               string
			Options            map[string]string
			Listed, Spectators bool
			Clock              struct{ Mode string }
		}
		Seats []struct {
			Player, Name, Bot, Lost string
		}
		Frozen           bool
		Here             []string
		Matches, Entries int
		Connections      []struct{ ID, Name, Address string }
	}
	if err := c.show(ctx, &room, http.MethodGet, "/rooms/"+url.PathEscape(id), nil); err != nil {
		return err
	}
	out := c.table()
	if room.Frozen {
		fmt.Fprintf(out, "room\t%s\nstatus\tfrozen\n", room.ID)
		return out.Flush()
	}
	fmt.Fprintf(
		out,
		"room\t%s\ngame\t%s\nstatus\t%s\nopened\t%s\n",
		room.ID,
		room.Settings.Game,
		room.Status,
		room.Created.Local().Format(timeFormat),
	)
	fmt.Fprintf(out, "listed\t%s\nspectators\t%s\nclock\t%s\nmatches\t%d\nentries\t%d\n",
		yes(room.Settings.Listed), yes(room.Settings.Spectators), room.Settings.Clock.Mode, room.Matches, room.Entries)
	fmt.Fprintln(out, "\nSEAT\tNAME\tPERSON\tPRESENT\tLOST")
	for i, seat := range room.Seats {
		person := seat.Player
		if person == room.Host && person != "" {
			person += " (host)"
		}
		fmt.Fprintf(
			out,
			"%d\t%s\t%s\t%s\t%s\n",
			i,
			seatName(seat.Name, seat.Bot),
			person,
			yes(slices.Contains(room.Here, seat.Player)),
			seat.Lost,
		)
	}
	fmt.Fprintln(out, "\nCONNECTED\tPERSON\tADDRESS")
	for _, conn := range room.Connections {
		fmt.Fprintf(out, "%s\t%s\t%s\n", conn.Name, conn.ID, conn.Address)
	}
	return out.Flush()
}

// close ends a room for good.
func (c *adminCall) close(ctx context.Context, args []string) error {
	set := c.flags()
	reason := set.String(
		"reason",
		"",
		"why, in one `word` that those in the room read: insult, spam, name, stalling, cheating or other",
	)
	words := set.String("words", "", "what else they read, a `text`")
	if err := c.parse(set, args, 1); err != nil {
		return err
	}
	query := url.Values{"reason": {*reason}, "words": {*words}}
	if err := c.read(
		ctx,
		nil,
		http.MethodDelete,
		"/rooms/"+url.PathEscape(set.Arg(0))+"?"+query.Encode(),
		nil,
	); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "closed")
	return nil
}

// removeMatch removes a finished match.
func (c *adminCall) removeMatch(ctx context.Context, args []string) error {
	return c.remove(ctx, "/matches/", args)
}

// removeGuest removes a person.
func (c *adminCall) removeGuest(ctx context.Context, args []string) error {
	return c.remove(ctx, "/people/", args)
}

// remove removes what has an id.
func (c *adminCall) remove(ctx context.Context, from string, args []string) error {
	id, err := c.one(args)
	if err != nil {
		return err
	}
	if err := c.read(ctx, nil, http.MethodDelete, from+url.PathEscape(id), nil); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "removed")
	return nil
}
