package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// act is the body of a request for an act of moderation.
type act struct {
	Kind   string `json:"kind"`
	Person string `json:"person,omitempty"`
	Report uint64 `json:"report,omitempty"`
	Room   string `json:"room,omitempty"`
	Line   uint64 `json:"line,omitempty"`
	Reason string `json:"reason,omitempty"`
	Words  string `json:"words,omitempty"`
	Hours  int    `json:"hours,omitempty"`
	Role   string `json:"role,omitempty"`
	// Texts maps languages to the text of a notice. Part, Lang and Text set a text about the server.
	Texts map[string]string `json:"texts,omitempty"`
	Part  string            `json:"part,omitempty"`
	Lang  string            `json:"lang,omitempty"`
	Text  string            `json:"text,omitempty"`
}

func (c *adminCall) post(ctx context.Context, body act, confirmation string) error {
	if err := c.read(ctx, nil, http.MethodPost, "/moderation/acts", body); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, confirmation)
	return nil
}

// bindReason adds the flags for the reason of an act.
func bindReason(set *pflag.FlagSet, reason, words *string) {
	set.StringVar(
		reason,
		"reason",
		"",
		"the reason, one `word` that people read in their language: insult, spam, name, stalling, cheating or other",
	)
	set.StringVar(words, "words", "", "a `text` that people read besides the reason")
}

// reasonFlags are the flags for the reason and the duration of an act.
type reasonFlags struct {
	reason, words string
	length        age
}

func (f *reasonFlags) bind(set *pflag.FlagSet) {
	bindReason(set, &f.reason, &f.words)
	set.Var(&f.length, "for", "the `time`, like 12h or 30d; 0 for ever")
}

// toHours converts a duration to hours, rounded up. 0 means that an act has no end.
func toHours(length age) int {
	return int((time.Duration(length) + time.Hour - 1) / time.Hour)
}

// personID returns the id of a person from that id or the name of an account.
func (c *adminCall) personID(ctx context.Context, idOrName string) (string, error) {
	if uuid.Validate(idOrName) == nil {
		return idOrName, nil
	}
	var found struct{ ID string }
	err := c.read(ctx, &found, http.MethodGet, "/moderation/people?name="+url.QueryEscape(idOrName), nil)
	return found.ID, err
}

// actCommand returns a command that sends an act about the person whom its first argument names. build makes the
// act from the arguments, without the person.
func (c *adminCall) actCommand(use, short string, build func(args []string) act, confirmation string) *cobra.Command {
	return c.command(use, short, func(ctx context.Context, args []string) error {
		id, err := c.personID(ctx, args[0])
		if err != nil {
			return err
		}
		body := build(args)
		body.Person = id
		return c.post(ctx, body, confirmation)
	})
}

func (c *adminCall) noteCommand() *cobra.Command {
	return c.actCommand(
		"note PERSON TEXT",
		"Write a note about a person, for moderators",
		func(args []string) act { return act{Kind: "note", Words: args[1]} },
		"noted",
	)
}

func (c *adminCall) warnCommand() *cobra.Command {
	return c.actCommand(
		"warn PERSON TEXT",
		"Send a warning to a person",
		func(args []string) act { return act{Kind: "warn", Words: args[1]} },
		"the person will read it",
	)
}

func (c *adminCall) muteCommand() *cobra.Command {
	var flags reasonFlags
	cmd := c.actCommand(
		"mute PERSON",
		"Keep a person from writing in chats",
		func([]string) act {
			return act{Kind: "mute", Reason: flags.reason, Words: flags.words, Hours: toHours(flags.length)}
		},
		"muted",
	)
	flags.bind(cmd.Flags())
	return cmd
}

func (c *adminCall) renameCommand() *cobra.Command {
	var words string
	cmd := c.actCommand(
		"rename PERSON",
		"Give a person a neutral name",
		func([]string) act { return act{Kind: "rename", Reason: "name", Words: words} },
		"renamed",
	)
	cmd.Flags().StringVar(&words, "words", "", "a `text` that the person reads")
	return cmd
}

func (c *adminCall) roleCommand() *cobra.Command {
	return c.actCommand(
		"role PERSON ROLE",
		"Make an account a moderator or an owner, or (none) neither",
		func(args []string) act {
			role := args[1]
			if role == "none" {
				role = ""
			}
			return act{Kind: "role", Role: role}
		},
		"done",
	)
}

func reportNumber(text string) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not the number of a report", text)
	}
	return number, nil
}

// removeLineCommand returns the command that removes the chat line of a report.
func (c *adminCall) removeLineCommand() *cobra.Command {
	return c.command(
		"remove-line REPORT",
		"Remove the chat line that a report is about",
		func(ctx context.Context, args []string) error {
			report, err := reportNumber(args[0])
			if err != nil {
				return err
			}
			return c.post(ctx, act{Kind: "remove_line", Report: report}, "removed")
		},
	)
}

func (c *adminCall) dismissCommand() *cobra.Command {
	var words string
	cmd := c.command("dismiss REPORT", "Close a report", func(ctx context.Context, args []string) error {
		report, err := reportNumber(args[0])
		if err != nil {
			return err
		}
		return c.post(ctx, act{Kind: "dismiss", Report: report, Words: words}, "closed")
	})
	cmd.Flags().StringVar(&words, "words", "", "the reason, a `text` for the log")
	return cmd
}

// noticeCommand returns the command that shows a notice to all clients, or withdraws it.
func (c *adminCall) noticeCommand() *cobra.Command {
	var length age
	texts := map[string]string{}
	cmd := c.command(
		"notice TEXT",
		"Show a notice to everybody; an empty text withdraws it",
		func(ctx context.Context, args []string) error {
			confirmation := "told to everybody"
			if texts[""] = args[0]; args[0] == "" {
				confirmation, texts = "withdrawn", nil
			}
			return c.post(ctx, act{Kind: "notice", Texts: texts, Hours: toHours(length)}, confirmation)
		},
	)
	set := cmd.Flags()
	set.Func(
		"in",
		"`LANG=TEXT`: the text for readers of a language, like fr=Redémarrage; may be repeated",
		func(text string) error {
			lang, text, found := strings.Cut(text, "=")
			if texts[lang] = text; !found || lang == "" {
				return errors.New("want a language and a text, like fr=Redémarrage")
			}
			return nil
		},
	)
	set.Var(&length, "for", "the `time`, like 2h; 0 until it is withdrawn")
	return cmd
}

func (c *adminCall) siteCommand() *cobra.Command {
	return c.command("site", "Show the host's texts about the server", func(ctx context.Context, _ []string) error {
		return c.showSite(ctx)
	})
}

func (c *adminCall) showSite(ctx context.Context) error {
	var response struct {
		Parts []struct {
			Part  string
			Texts map[string]string
			Fixed bool
		}
	}
	if err := c.show(ctx, &response, http.MethodGet, "/host", nil); err != nil {
		return err
	}
	for _, part := range response.Parts {
		note := ""
		if part.Fixed {
			note = " (fixed by a setting of the program)"
		}
		for _, lang := range slices.Sorted(maps.Keys(part.Texts)) {
			title := strings.TrimSpace(part.Part + " " + lang)
			fmt.Fprintf(c.app.Stdout, "%s%s\n%s\n", title, note, indented(part.Texts[lang]))
		}
	}
	return nil
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

func (c *adminCall) sayCommand() *cobra.Command {
	var lang string
	cmd := c.command(
		"say PART TEXT",
		"Set a text about the server: its name, languages, welcome, imprint or privacy; an empty text removes it",
		func(ctx context.Context, args []string) error {
			return c.post(ctx, act{Kind: "site", Part: args[0], Lang: lang, Text: args[1]}, "said from now on")
		},
	)
	cmd.Example = "  archmage admin say name 'The Wood'\n" +
		"  archmage admin say languages 'fr en'\n" +
		"  archmage admin say --lang fr welcome 'Bienvenue !'"
	cmd.Flags().StringVar(
		&lang,
		"lang",
		"",
		"the `language` of the text, like fr; the server's first one if it is empty. "+
			"A name and the languages have none",
	)
	return cmd
}

type personRef struct{ ID, Name, Role string }

func (p personRef) String() string {
	switch {
	case p.ID == "":
		return "-"
	case p.Name == "":
		return p.ID
	}
	return p.Name + " " + p.ID
}

// formatTime formats a time in milliseconds since 1970.
func formatTime(ms int64) string { return time.UnixMilli(ms).Format(timeFormat) }

func (c *adminCall) reportsCommand() *cobra.Command {
	var closed bool
	var after string
	cmd := c.command(
		"reports",
		"List what people have reported, with the chat around",
		func(ctx context.Context, _ []string) error {
			query := url.Values{}
			if closed {
				query.Set("closed", "1")
			}
			if after != "" {
				query.Set("after", after)
			}
			return c.listReports(ctx, query)
		},
	)
	set := cmd.Flags()
	set.BoolVar(&closed, "closed", false, "list closed reports instead of open ones")
	bindPage(set, &after)
	return cmd
}

func (c *adminCall) listReports(ctx context.Context, query url.Values) error {
	var response struct {
		Reports []struct {
			Number                          uint64
			Person, Reporter                personRef
			Created                         int64
			What, Reason, Words, Name, Room string
			Line                            uint64
			Lines                           []struct {
				Number     uint64
				At         int64
				Name, Text string
			}
		}
		Next string
	}
	if err := c.show(ctx, &response, http.MethodGet, "/moderation/reports?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(response.Reports) == 0 {
		fmt.Fprintln(c.app.Stdout, "no reports")
	}
	for _, r := range response.Reports {
		fmt.Fprintf(
			c.app.Stdout,
			"%d  %s  %s of %s: %s  %s\n  by %s",
			r.Number,
			formatTime(r.Created),
			r.What,
			r.Person,
			r.Reason,
			r.Words,
			r.Reporter,
		)
		if r.Room != "" {
			fmt.Fprintf(c.app.Stdout, ", room %s", r.Room)
		}
		fmt.Fprintln(c.app.Stdout)
		for _, line := range r.Lines {
			mark := " "
			if line.Number == r.Line {
				mark = ">"
			}
			fmt.Fprintf(c.app.Stdout, "  %s %s  %s: %s\n", mark, formatTime(line.At), line.Name, line.Text)
		}
	}
	if response.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", response.Next)
	}
	return nil
}

// logCommand returns the command that lists acts of moderation.
func (c *adminCall) logCommand() *cobra.Command {
	var person, after string
	cmd := c.command(
		"log",
		"List what moderators and the operator have done",
		func(ctx context.Context, _ []string) error {
			query := url.Values{}
			if person != "" {
				id, err := c.personID(ctx, person)
				if err != nil {
					return err
				}
				query.Set("person", id)
			}
			if after != "" {
				query.Set("after", after)
			}
			return c.listActs(ctx, query)
		},
	)
	set := cmd.Flags()
	set.StringVar(&person, "person", "", "only what concerns this `person`, an id or the name of an account")
	bindPage(set, &after)
	return cmd
}

func (c *adminCall) listActs(ctx context.Context, query url.Values) error {
	var response struct {
		Acts []struct {
			At                                   int64
			By, Person                           personRef
			Kind, Target, Reason, Words, Outcome string
		}
		Next string
	}
	if err := c.show(ctx, &response, http.MethodGet, "/moderation/acts?"+query.Encode(), nil); err != nil {
		return err
	}
	out := c.table()
	fmt.Fprintln(out, "WHEN\tWHO\tDID\tTO WHOM\tTO WHAT\tOUTCOME\tWHY")
	for _, a := range response.Acts {
		actor := a.By.String()
		if a.By.ID == "" {
			actor = "operator"
		}
		fmt.Fprintf(
			out,
			"%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			formatTime(a.At),
			actor,
			a.Kind,
			a.Person,
			a.Target,
			a.Outcome,
			strings.TrimSpace(a.Reason+" "+a.Words),
		)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if response.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", response.Next)
	}
	return nil
}

// personCommand returns the command that shows an account or a guest.
func (c *adminCall) personCommand() *cobra.Command {
	return c.command(
		"person PERSON",
		"Show what is known of a person; PERSON is an id, or the name of an account",
		func(ctx context.Context, args []string) error { return c.showPerson(ctx, args[0]) },
	)
}

func (c *adminCall) showPerson(ctx context.Context, idOrName string) error {
	id, err := c.personID(ctx, idOrName)
	if err != nil {
		return err
	}
	var person struct {
		ID, Name, Kind, Role string
		Rooms, Reports, Acts []struct{}
		Bans                 []struct{ ID, Scope, Reason, Words string }
	}
	if err := c.show(ctx, &person, http.MethodGet, "/moderation/people?id="+url.QueryEscape(id), nil); err != nil {
		return err
	}
	if person.ID == "" {
		return errors.New("the server does not know this person")
	}
	out := c.table()
	fmt.Fprintf(
		out,
		"name\t%s\nid\t%s\nkind\t%s\nrole\t%s\nopen reports\t%d\n",
		person.Name,
		person.ID,
		person.Kind,
		person.Role,
		len(person.Reports),
	)
	for _, ban := range person.Bans {
		fmt.Fprintf(out, "ban\t%s %s %s %s\n", ban.ID, ban.Scope, ban.Reason, ban.Words)
	}
	return out.Flush()
}
