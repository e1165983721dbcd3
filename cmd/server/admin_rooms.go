package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// timeFormat is the layout of printed times, which are in the local time zone.
const timeFormat = "2006-01-02 15:04"

func (c *adminCall) table() *tabwriter.Writer {
	return tabwriter.NewWriter(c.app.Stdout, 0, 0, 2, ' ', 0)
}

// bindPage adds the flag that continues a list at the cursor of the previous page.
func bindPage(set *pflag.FlagSet, after *string) {
	set.StringVar(after, "after", "", "continue at a `place` that the previous page has named")
}

func (c *adminCall) roomsCommand() *cobra.Command {
	var game, status, after string
	var listed bool
	var limit int
	cmd := c.command("rooms", "List rooms, those opened last first", func(ctx context.Context, _ []string) error {
		query := url.Values{"limit": {strconv.Itoa(limit)}}
		for name, value := range map[string]string{"game": game, "status": status, "after": after} {
			if value != "" {
				query.Set(name, value)
			}
		}
		if listed {
			query.Set("listed", "1")
		}
		return c.listRooms(ctx, query)
	})
	set := cmd.Flags()
	set.StringVar(&game, "game", "", "only rooms of this `game`")
	set.StringVar(
		&status,
		"status",
		"",
		"only rooms with this `status`: open, seated, playing or finished; several are separated by commas",
	)
	set.BoolVar(&listed, "listed", false, "only rooms in the public list")
	bindPage(set, &after)
	set.IntVar(&limit, "limit", 50, "the `number` of rooms, at most 200")
	return cmd
}

func (c *adminCall) listRooms(ctx context.Context, query url.Values) error {
	var response struct {
		Rooms []struct {
			ID, Game, Status string
			Listed, InMemory bool
			Summary          struct{ Players, Bots []string }
			Created          time.Time
			Connections      int
		}
		Next string
	}
	if err := c.show(ctx, &response, http.MethodGet, "/rooms?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(response.Rooms) == 0 {
		fmt.Fprintln(c.app.Stdout, "no rooms")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "ROOM\tGAME\tSTATUS\tLISTED\tOPENED\tCONNECTED\tMEMORY\tPLAYERS")
	for _, room := range response.Rooms {
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
	if response.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", response.Next)
	}
	return nil
}

// seatName describes a seat: free, a player, a bot, or a bot that plays for an absent player.
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

func yes(value bool) string {
	if value {
		return "yes"
	}
	return "no"
}

func (c *adminCall) roomCommand() *cobra.Command {
	return c.command(
		"room ID",
		"Show a room and who is connected to it",
		func(ctx context.Context, args []string) error {
			return c.showRoom(ctx, args[0])
		},
	)
}

func (c *adminCall) showRoom(ctx context.Context, id string) error {
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
		Connected        []string
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
			yes(slices.Contains(room.Connected, seat.Player)),
			seat.Lost,
		)
	}
	fmt.Fprintln(out, "\nCONNECTED\tPERSON\tADDRESS")
	for _, conn := range room.Connections {
		fmt.Fprintf(out, "%s\t%s\t%s\n", conn.Name, conn.ID, conn.Address)
	}
	return out.Flush()
}

// closeCommand returns the command that ends a room permanently.
func (c *adminCall) closeCommand() *cobra.Command {
	var reason, words string
	cmd := c.command(
		"close ID",
		"End a room for good; its finished matches are kept",
		func(ctx context.Context, args []string) error {
			query := url.Values{"reason": {reason}, "words": {words}}
			path := "/rooms/" + url.PathEscape(args[0]) + "?" + query.Encode()
			if err := c.read(ctx, nil, http.MethodDelete, path, nil); err != nil {
				return err
			}
			fmt.Fprintln(c.app.Stdout, "closed")
			return nil
		},
	)
	bindReason(cmd.Flags(), &reason, &words)
	return cmd
}

func (c *adminCall) removeMatchCommand() *cobra.Command {
	return c.removeCommand("remove-match ID", "Remove a finished match with its record", "/matches/")
}

// removePersonCommand returns the command that permanently removes a guest or an account.
func (c *adminCall) removePersonCommand() *cobra.Command {
	var yes bool
	cmd := c.command(
		"remove-person PERSON",
		"Forget a guest or an account, whose connections end; seats and matches stay without a name",
		func(ctx context.Context, args []string) error {
			id, err := c.personID(ctx, args[0])
			if err != nil {
				return err
			}
			if !yes {
				var found struct{ Name, Kind string }
				err := c.read(ctx, &found, http.MethodGet, "/moderation/people?id="+url.QueryEscape(id), nil)
				if err != nil {
					return err
				}
				if !c.confirms(fmt.Sprintf("Remove the %s %s (%s) for good?", found.Kind, found.Name, id)) {
					return errors.New("nothing was removed; answer yes, or use --yes")
				}
			}
			return c.sendRemoval(ctx, "/people/"+url.PathEscape(id))
		},
	)
	cmd.Aliases = []string{"remove-guest"}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove without asking")
	return cmd
}

// confirms prints a question and reports whether the person answers yes.
func (c *adminCall) confirms(question string) bool {
	fmt.Fprintf(c.app.Stdout, "%s [yes/no] ", question)
	// A read error counts as no.
	answer, _ := bufio.NewReader(c.app.Stdin).ReadString('\n')
	return strings.TrimSpace(strings.ToLower(answer)) == "yes"
}

// removeCommand returns a command that deletes the object whose path is prefix and its id.
func (c *adminCall) removeCommand(use, short, prefix string) *cobra.Command {
	return c.command(use, short, func(ctx context.Context, args []string) error {
		return c.sendRemoval(ctx, prefix+url.PathEscape(args[0]))
	})
}

func (c *adminCall) sendRemoval(ctx context.Context, path string) error {
	if err := c.read(ctx, nil, http.MethodDelete, path, nil); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "removed")
	return nil
}
