package pages

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive/linkpicture"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/people/avatar"
	"archmage/internal/transport/httpx"
)

// eventPage is the pattern of the pages of events.
const eventPage = "/e/{event}"

// eventPage sends the page of an event. The preview of a link to it says what anybody sees who opens the link.
func (s *Pages) eventPage(w http.ResponseWriter, r *http.Request) {
	names := pageNames(eventPage, "")
	doc, err := s.eventOf(r.Context(), chi.URLParam(r, "event"))
	if err != nil {
		s.sendPage(w, r, nil, names...)
		return
	}
	s.sendPage(w, r, s.eventHead(doc, s.site.Words().Lang()), names...)
}

// eventOf returns what anybody with a link can know of an event.
func (s *Pages) eventOf(ctx context.Context, id string) (*runner.Document, error) {
	if s.events == nil {
		return nil, httpx.ErrNotFound()
	}
	return s.events.Document(ctx, id, runner.Visitor)
}

// eventHead returns the head of the page of an event. Before the end it names nobody.
func (s *Pages) eventHead(doc *runner.Document, lang string) *linkHead {
	settings := &doc.Settings
	kind := headText(lang, "event."+string(settings.Kind))
	for i := range s.games {
		if info := &s.games[i].Info; info.ID == settings.Game {
			kind = gameTitle(lang, info) + ", " + kind
		}
	}
	facts := []string{}
	if settings.Begins > 0 {
		facts = append(facts, momentText(lang, time.UnixMilli(settings.Begins).In(time.Local)))
	}
	head := &linkHead{
		Title: settings.Title, Path: "/e/" + doc.ID, Picture: "/e/" + doc.ID + "/picture.png", Hidden: !settings.Listed,
	}
	ranking := rankingOf(doc)
	switch {
	case doc.Status == event.StatusCancelled:
		facts = append(facts, headText(lang, "appointment.cancelled"))
	case len(ranking) > 0:
		head.Title = headText(lang, "event.won", settings.Title, doc.People[fmt.Sprint(ranking[0].Person)].Name)
		key := "event.over"
		if doc.Round == 1 {
			key = "event.over.one"
		}
		facts = append(facts, kind, headText(lang, key, len(doc.Standings), doc.Round))
	case doc.Round > 0:
		facts = append(facts, kind, headText(lang, "event.round", doc.Round, len(doc.Standings)))
	default:
		coming := 0
		for _, person := range doc.People {
			if !person.Perhaps && !person.Left {
				coming++
			}
		}
		facts = append(facts, kind)
		if coming > 1 {
			facts = append(facts, headText(lang, "event.coming", coming))
		}
		facts = append(facts, headText(lang, "event.ask"))
	}
	head.Text = strings.Join(facts, " · ")
	return head
}

// podiumPlaces is the number of people on a podium.
const podiumPlaces = 3

// rankingOf returns the first three rows of the standings of a finished event, without deleted people. There are none
// if the first was deleted.
func rankingOf(doc *runner.Document) (rows []event.Standing) {
	if doc.Status != event.StatusFinished {
		return nil
	}
	for rank := range podiumPlaces {
		row, ok := doc.Standings[fmt.Sprint(rank+1)]
		if ok && doc.People[fmt.Sprint(row.Person)].Name != "" {
			rows = append(rows, row)
		} else if rank == 0 {
			return nil
		}
	}
	return rows
}

// eventPicture sends the picture for links to an event. After the event it has the podium.
func (s *Pages) eventPicture(w http.ResponseWriter, r *http.Request) error {
	doc, err := s.eventOf(r.Context(), chi.URLParam(r, "event"))
	if err != nil {
		return err
	}
	lang := s.site.Words().Lang()
	head := s.eventHead(doc, lang)
	words := linkpicture.Words{Title: head.Title, Text: head.Text}
	for _, row := range rankingOf(doc) {
		person := doc.People[fmt.Sprint(row.Person)]
		face, err := avatar.Parse(person.Avatar)
		if err != nil {
			face = avatar.Of(person.Name)
		}
		words.Places = append(words.Places, linkpicture.Place{
			Rank: row.Rank, Face: face, Name: person.Name, Score: pointsText(lang, row.Points),
		})
	}
	return s.sendPicture(w, r, doc.Settings.Game, words)
}

// pointsText returns points, given in units of [event.PointUnits], as in "2½" or "2.1".
func pointsText(lang string, units int) string {
	whole, part := units/event.PointUnits, units%event.PointUnits
	if quarter := part * 4; quarter%event.PointUnits == 0 {
		sign := []string{"", "¼", "½", "¾"}[quarter/event.PointUnits]
		if whole == 0 && sign != "" {
			return sign
		}
		return fmt.Sprint(whole) + sign
	}
	point := "."
	if lang == "fr" || lang == "de" {
		point = ","
	}
	return strings.TrimRight(fmt.Sprintf("%d%s%02d", whole, point, part), "0")
}
