package archive

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/people/avatar"
)

// Timeline returns the timeline of a finished match that the person can see. It fails with CodeNoMatch. Data of
// the part also fails with [replay.CodeNoReplay].
func (a *Archive) Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error) {
	source, err := a.replay(ctx, by, id)
	if err != nil {
		return replay.Part{}, err
	}
	return a.options.Replays.Timeline(source), nil
}

// Steps returns the chunk of a finished match that contains a step, as a viewer sees it. viewer is a text for
// [replay.ParseViewer]. Steps fails like Timeline, and with coded.Malformed for an unknown viewer or a step
// that does not exist.
func (a *Archive) Steps(ctx context.Context, by people.Person, id, viewer string, step int) (replay.Part, error) {
	source, err := a.replay(ctx, by, id)
	if err != nil {
		return replay.Part{}, err
	}
	return a.options.Replays.Steps(source, viewer, step)
}

// Preview is the preview of a link to a match, in the language of the server.
type Preview struct {
	Game, Title, Text string
	// Listed is true if the table of the match was in the public list.
	Listed bool
	// Summary names the game, the number of players and the day.
	Summary string
	// Places lists the results of the players, the best first.
	Places []Place
}

// Place is the result of a player.
type Place struct {
	// Rank is 0 if the match has no result.
	Rank  int
	Face  avatar.Face
	Name  string
	Total int
	// Note is the reason why the player has lost regardless of the score, or "" if the score
	// decides.
	Note string
}

// lostWords has the words for the reason of a loss, by language.
var lostWords = map[string]map[match.Lost]string{
	"en": {
		match.LostTime:     "out of time",
		match.LostLeft:     "left",
		match.LostConceded: "conceded",
		match.LostLong:     "filled the match",
	},
	"fr": {
		match.LostTime:     "hors délai",
		match.LostLeft:     "parti",
		match.LostConceded: "abandon",
		match.LostLong:     "partie trop longue",
	},
	"de": {
		match.LostTime:     "Zeit abgelaufen",
		match.LostLeft:     "gegangen",
		match.LostConceded: "aufgegeben",
		match.LostLong:     "Partie zu lang",
	},
}

// previewTexts has the words of previews in one language.
type previewTexts struct {
	somebody, and, none, lost, allLost, share, won, allWon, file, again, player, players string

	day func(time.Time) string
}

var previews = map[string]previewTexts{
	"en": {
		somebody: "Somebody",
		and:      " and ",
		none:     "A match of %s without a result",
		lost:     "%s lost a match of %s, %d",
		allLost:  "%s lost a match of %s, %d",
		share:    "%s share a match of %s, %d",
		won:      "%s won a match of %s, %d",
		allWon:   "%s won a match of %s, %d",
		file:     "From a file: ",
		again:    "See it again, step by step.",
		player:   "1 player",
		players:  "%d players",
		day:      func(at time.Time) string { return at.Format("2 January 2006") },
	},
	"fr": {
		somebody: "Quelqu’un",
		and:      " et ",
		none:     "Une partie de %s sans résultat",
		lost:     "%s a perdu une partie de %s, %d",
		allLost:  "%s ont perdu une partie de %s, %d",
		share:    "%s se partagent une partie de %s, %d",
		won:      "%s a gagné une partie de %s, %d",
		allWon:   "%s ont gagné une partie de %s, %d",
		file:     "D’un fichier : ",
		again:    "Revoyez-la pas à pas.",
		player:   "1 joueur",
		players:  "%d joueurs",
		day:      func(at time.Time) string { return at.Format("02/01/2006") },
	},
	"de": {
		somebody: "Jemand",
		and:      " und ",
		none:     "Eine Partie %s ohne Ergebnis",
		lost:     "%s hat eine Partie %s verloren, %d",
		allLost:  "%s haben eine Partie %s verloren, %d",
		share:    "%s teilen sich eine Partie %s, %d",
		won:      "%s hat eine Partie %s gewonnen, %d",
		allWon:   "%s haben eine Partie %s gewonnen, %d",
		file:     "Aus einer Datei: ",
		again:    "Sieh sie dir noch einmal an, Schritt für Schritt.",
		player:   "1 Person",
		players:  "%d Personen",
		day:      func(at time.Time) string { return at.Format("2.1.2006") },
	},
}

// Preview returns the preview of a finished match that the person can see. It fails with CodeNoMatch.
func (a *Archive) Preview(ctx context.Context, by people.Person, id string) (Preview, error) {
	source, err := a.replay(ctx, by, id)
	if err != nil {
		return Preview{}, err
	}
	m, err := a.Match(ctx, by, id)
	if err != nil {
		return Preview{}, err
	}
	lang := "en"
	if a.options.Lang != nil {
		lang = a.options.Lang()
	}
	texts, title := previews[lang], source.Rules.Info().Title.In(lang)
	var places []Place
	var names, winners, rest []string
	var winningTeams []int
	for i, seat := range m.Seats {
		name := cmp.Or(m.Players[i].Name, texts.somebody)
		names = append(names, name)
		if seat.Rank == 1 {
			winningTeams = append(winningTeams, seat.Team)
		}
		places = append(places, Place{
			Rank:  seat.Rank,
			Face:  a.face(m.Game, m.Players[i]),
			Name:  name,
			Total: seat.Total,
			Note:  lostWords[lang][seat.Lost],
		})
	}
	slices.SortStableFunc(places, func(a, b Place) int { return a.Rank - b.Rank })
	for _, place := range places {
		if place.Rank == 1 {
			winners = append(winners, place.Name)
		} else {
			words := fmt.Sprint(place.Name, " ", place.Total)
			if place.Note != "" {
				words += " (" + place.Note + ")"
			}
			rest = append(rest, words)
		}
	}
	p := Preview{Game: m.Game, Listed: m.Listed, Places: places}
	switch {
	case m.Outcome == nil:
		p.Title, rest = fmt.Sprintf(texts.none, title), names
	case len(winners) == 0 && len(names) > 1:
		p.Title, rest = fmt.Sprintf(texts.allLost, strings.Join(names, texts.and), title, places[0].Total), nil
	case len(winners) == 0:
		p.Title, rest = fmt.Sprintf(texts.lost, places[0].Name, title, places[0].Total), nil
	case len(winners) > 1 && winningTeams[0] != 0 && slices.Min(winningTeams) == slices.Max(winningTeams):
		p.Title = fmt.Sprintf(texts.allWon, strings.Join(winners, texts.and), title, places[0].Total)
	case len(winners) > 1:
		p.Title = fmt.Sprintf(texts.share, strings.Join(winners, texts.and), title, places[0].Total)
	default:
		p.Title = fmt.Sprintf(texts.won, winners[0], title, places[0].Total)
	}
	if m.File != nil {
		p.Title = texts.file + p.Title
	}
	p.Text = texts.again
	if len(rest) > 0 {
		p.Text = strings.Join(rest, ", ") + ". " + p.Text
	}
	players := texts.player
	if len(m.Seats) != 1 {
		players = fmt.Sprintf(texts.players, len(m.Seats))
	}
	day := texts.day(time.UnixMilli(m.Ended).UTC())
	p.Summary = strings.Join([]string{title, players, day}, " · ")
	return p, nil
}

// face returns the face of a player of a finished match.
func (a *Archive) face(gameID string, player PlayerInfo) avatar.Face {
	if chosen, err := avatar.Parse(player.Avatar); err == nil {
		return chosen
	} else if player.Bot == "" {
		return avatar.Of(player.Name)
	}
	character := ""
	if g, ok := a.games.Find(gameID); ok {
		if bot, ok := g.Bot(player.Bot); ok {
			if c, ok := bot.(game.Character); ok {
				character = c.Face
			}
		}
	}
	return avatar.OfBot(character, player.Name)
}

func (a *Archive) replay(ctx context.Context, by people.Person, id string) (replay.Source, error) {
	m, err := a.match(ctx, by, id)
	if err != nil {
		return replay.Source{}, err
	}
	deal, err := dealOf(&m)
	if err == nil {
		err = a.checkDeal(ctx, by.ID, deal)
	}
	if err != nil {
		return replay.Source{}, err
	}
	module, ok := a.games.Find(m.Game)
	if !ok {
		return replay.Source{}, errNoMatch(id)
	}
	return replay.Source{ID: id, Rules: module.Rules, Seats: m.Seats, Record: func() (*match.Record, error) {
		return a.record(context.Background(), by.ID, id)
	}}, nil
}
