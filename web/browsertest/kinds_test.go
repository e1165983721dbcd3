package browsertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// kinds has all kinds of questions of both games. Each entry has a position of docs/examples, the text of its
// question, and the text after the answer of the example.
var kinds = []struct {
	name string
	at   device
	list []kind
}{
	{"desk", desk, []kind{
		{"seasons-amulet", "What will you do?", "You summoned Amulet of Air"},
		{"seasons-assign", "Who gets which card?", "You gave Alwin"},
		{"seasons-draft", "Keep one card", "Pick 8 of 9"},
		{"seasons-gain", "Gain 2 energies", "You summoned Bespelled Grimoire"},
		{"seasons-lose_energy", "Which 5 energies do you lose?", "You had no room for"},
		{"seasons-order", "In which order?", "You lost 3 to Damned Soul of Onys."},
		{"seasons-own_cards", "Sacrifice one of your cards", "You sacrificed Amulet of Earth."},
		{"seasons-pick_card", "Keep one card", "You kept Runic Cube of Eolis."},
		{"seasons-pick_summon", "Summon one for free", "You summoned Runic Cube of Eolis for free, by Divine Chalice."},
		{"seasons-tokens", "Choose an energy to give up", "Alwin lost 4 to Kairn the Destroyer."},
		{"seasons-waive", "Which energy need not be paid?", "You summoned"},
		{"spellbook-action", "Take one from the altar, or draw two", "You took"},
		{"spellbook-discard", "Discard 2 Materia", "You discarded"},
		{"spellbook-learn", "Which spell do you learn?", "You learned Abundance at level 3"},
		{"spellbook-raise", "Which spell rises by one level?", "Your Abundance rises to level 5."},
		{"spellbook-store", "Store 3 Materia", "You stored"},
	}},
	{"phone in French", phone.in("fr-FR"), []kind{
		{"seasons-die", "Prenez un dé", "Vous avez pris"},
		{"seasons-familiar", "Abandonnez un familier", "Vous avez défaussé Syllas le fidèle."},
		{"seasons-keep_card", "Garder Cube runique d’Eolis ?", "Vous avez gardé Cube runique d’Eolis."},
		{"seasons-payment", "Comment payez-vous ?", "Vous avez invoqué Coffre scellé d’Urm"},
		{"seasons-split", "Préparez vos trois années", "Les trois années sont prêtes."},
		{"spellbook-choose", "Stocker ou prendre ?", "Vous avez utilisé Focus 5."},
		{"spellbook-exchange", "Échangez un Materia avec l’autel", "Vous avez posé"},
		{"spellbook-pay", "Que dépensez-vous pour", "Vous avez appris Abondance au niveau 5"},
		{"spellbook-sweep", "Que balayez-vous de l’autel ?", "Vous avez balayé"},
	}},
	{
		name: "desk in French",
		at:   desk.in("fr-FR"),
		list: []kind{
			{"seasons-elements", "Quelles énergies payez-vous ?", "Vous avez invoqué Amulette élémentaire"},
			{"seasons-energy", "En quelle énergie ?", "Vous avez activé Miroir des saisons"},
			{"seasons-move", "Déplacez le jeton Saison", "Le jeton Saison a bougé de 3 : printemps, case 5."},
			{"seasons-opponent", "Quelles énergies copier ?", "Vous avez invoqué Lewis Grisemine"},
			{"seasons-transmute", "Quelles énergies cristalliser ?", "Vous avez cristallisé"},
			{"spellbook-colour", "Quelle couleur stockez-vous ?", "Stockez 3 Materia"},
			{
				"spellbook-give",
				"Quel Materia va dans la rangée du bas de l’adversaire ?",
				"La rangée du bas de l’adversaire reçoit",
			},
			{
				"spellbook-place",
				"Quel Materia posez-vous sur Sacrifice, niveau 3 ?",
				"Apprendre Sacrifice au niveau 3 ?",
			},
			{"spellbook-take", "Prenez 2 Materia sur l’autel, un par un", "Vous avez pris"},
		},
	},
	{
		name: "phone",
		at:   phone,
		list: []kind{
			{"seasons-element_first", "Which comes first?", "You drew Runic Cube of Eolis."},
			{
				"seasons-hand_card",
				"Summon which card for free?",
				"You summoned Runic Cube of Eolis for free, by Potion of Dreams.",
			},
			{"seasons-mode", "Which effect?", "You used Tree of Light"},
			{
				"seasons-orb",
				"Summon Runic Cube of Eolis for free?",
				"You summoned Runic Cube of Eolis for free, by Crystal Orb.",
			},
			{"seasons-reroll", "Reroll your die?", "You rerolled"},
			{"seasons-store", "Put 4 energies on Amulet of Water", "You put"},
			{"seasons-turn", "What will you do?", "You used a bonus"},
			{"spellbook-copy", "Which Morning action do you copy?", "You copied Eruption 4."},
			{"spellbook-keep", "Which 2 go to your Familiar?", "You stored"},
			{"spellbook-way", "How do you pay for Sacrifice, level 4?", "You learned Sacrifice at level 4"},
		},
	},
}

// similar are kinds that are answered like another kind with different words, which web/tests check. Only a
// thorough run includes them.
var similar = []string{
	"seasons-amulet",
	"seasons-element_first",
	"seasons-elements",
	"seasons-gain",
	"seasons-energy",
	"seasons-mode",
	"seasons-orb",
	"seasons-pick_card",
	"seasons-pick_summon",
	"seasons-tokens",
	"seasons-waive",
	"spellbook-colour",
	"spellbook-copy",
	"spellbook-discard",
	"spellbook-raise",
	"spellbook-way",
}

// A kind of question: the file of its position, the text of the question, and the text after the answer.
type kind struct{ file, title, came string }

// Each kind of question can be answered with the controls of the page, on a desktop computer and on a phone
// in both orientations, in English and French. All controls needed are on the screen, and the page violates no
// rule of accessibility. Then it shows the effect, or the next question.
func TestKinds(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, group := range kinds {
		for _, one := range group.list {
			listed = append(listed, one.file+".json")
		}
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			p := newStagedPerson(t, group.at, layoutScript)
			if group.at.touch {
				p.resize(390, 844)
			}
			for _, one := range group.list {
				if slices.Contains(similar, one.file) && !thorough() {
					continue
				}
				t.Run(one.file, func(t *testing.T) { one.playExample(p.inTest(t), one.checkQuestion) })
			}
		})
	}
	for _, game := range []string{"seasons", "spellbook"} {
		paths, err := filepath.Glob(filepath.Join(examples, game+"-*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			require.Contains(t, listed, filepath.Base(path))
		}
	}
}

// turnPhone turns the phone of a person at a table on its side and waits for the sheets of that layout.
func (p *person) turnPhone(game string) {
	p.t.Helper()
	p.resize(844, 390)
	p.waitUntil(
		"have the sheets of a phone on its side",
		fmt.Sprintf(
			"page.hasSheets('table', 'question', 'games/%s')",
			game,
		),
	)
	p.nextFrame()
}

// checkControlsVisible checks that everything needed to answer the question is on the screen.
func (p *person) checkControlsVisible(where string) {
	p.t.Helper()
	for _, line := range evaluate[[]string](p, "layout.needed()") {
		p.t.Errorf("%s: %s", where, line)
	}
}

// inTest returns the person with the given test, for use in a subtest.
func (p *person) inTest(t *testing.T) *person {
	outer := p.t
	p.t = t
	t.Cleanup(func() {
		p.checkProblems()
		p.t = outer
	})
	return p
}

// checkQuestion checks the question of the kind, on a phone in both orientations.
func (k kind) checkQuestion(p *person, game string) {
	p.t.Helper()
	p.picture(k.file)
	p.checkControlsVisible(k.file)
	p.checkAccess(k.file)
	if p.device.touch {
		p.turnPhone(game)
		p.picture(k.file + " on its side")
		p.checkControlsVisible(k.file + " on its side")
		p.resize(390, 844)
		p.nextFrame()
	}
}

// playExample plays the example of a kind up to its last answer. It calls check with the person who is asked
// the question of the kind, before the answer.
func (k kind) playExample(p *person, check func(player *person, game string)) {
	p.t.Helper()
	e := readExample(p.t, k.file)
	players := []*person{p}
	if !e.asksSecondPlayer() {
		p.openStagedMatch(k.file)
	} else {
		link := e.room(p)
		guest := newPerson(p.t, "Bob", p.origin, p.device)
		guest.addScript(askedScript)
		guest.addScript(layoutScript)
		guest.setName()
		guest.sendCommands(link, `"claim", "seat": 1`)
		p.sendCommands(link, `"start"`)
		p.open(link)
		guest.open(link)
		players = append(players, guest)
	}
	asked := false
	for _, step := range e.Answers {
		if step.Seat >= len(players) {
			continue
		}
		player := players[step.Seat]
		now := player.waitForQuestion("be asked", func(q question) bool { return q.Asked })
		if !slices.Contains(now.Options, step.Answer[0].Option) {
			continue // the example shows a refusal
		}
		if title := player.table().Question; strings.Contains(title, k.title) {
			asked = true
			check(player, e.Game)
		}
		player.checkPage(now.Kind)
		player.sendAnswer(now, step.Answer)
		player.waitForQuestion("go on", func(q question) bool { return q.Key != now.Key })
		require.Empty(p.t, player.table().Refused)
	}
	require.True(p.t, asked, "nobody is asked %q", k.title)
	players[len(players)-1].waitForText(k.came)
}

// sendAnswer chooses and sends an answer with the controls of the page.
func (p *person) sendAnswer(asked question, answer []pick) {
	p.t.Helper()
	chosen := asked.Chosen
	if asked.Ordered {
		p.pressControl("begin the order anew", "document.querySelector('.ask .grouping > .btn.quiet')")
		chosen = nil
	}
	for _, one := range answer {
		group := one.Group
		if group == "" {
			group = evaluate[string](p, fmt.Sprintf("asked.groupOf(%q)", one.Option))
		}
		for n := chosen[one.Option+" "+group]; n < one.N; n++ {
			p.chooseOption(one.Option, group)
		}
	}
	if !asked.Single && !slices.Contains(asked.Alone, answer[0].Option) {
		p.pressControl("send the answer", "document.querySelector('.ask .go [data-does^=send]')")
		return
	}
	// A final choice needs another press, and so does a tapped card.
	p.nextFrame()
	id, _, _ := strings.Cut(asked.Key, " ")
	send := fmt.Sprintf("document.querySelector('.ask .sure, .ask .go [data-does=%q]')", "send "+id)
	if slices.Contains(asked.Final, answer[0].Option) || evaluate[bool](p, "!!"+send) {
		p.pressControl("send the answer", send)
	}
}

// chooseOption presses an option, on the table or in the bar, and then the group it should enter if there are
// several.
func (p *person) chooseOption(option, group string) {
	p.t.Helper()
	put := fmt.Sprintf("asked.put(%q)", group)
	what := "choose " + option
	if hole := fmt.Sprintf("document.querySelector('[data-into=%q]')", group); evaluate[bool](p, "!!"+hole) {
		p.pressControl("go to "+group, hole)
		p.nextFrame()
	}
	if !p.table().Opened {
		p.pressControl(what, fmt.Sprintf("asked.control(%q)", option))
		p.nextFrame()
	}
	switch {
	case group != "" && evaluate[bool](p, "!!"+put):
		p.pressControl(what+" for "+group, put)
	case group == "" && p.table().Opened:
		p.pressControl(what+" of several", fmt.Sprintf("asked.control(%q)", option))
	default:
		return
	}
	p.nextFrame()
}
