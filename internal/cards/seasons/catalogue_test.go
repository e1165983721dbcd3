package seasons

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// printedCards is written independently of the JSON: number, kind (Item or Familiar), energies,
// crystals, prestige, effects (Enter, Permanent, Activate). A value such as 3/6/9 is for 2, 3 and 4
// players. Costs are those of the first edition.
var printedCards = [NumCards]struct{ facts, name string }{
	{facts: "1 I A2 - 6 E", name: "Amulet of Air"},
	{facts: "2 I F2 - 6 E", name: "Amulet of Fire"},
	{facts: "3 I E2 - 6 E", name: "Amulet of Earth"},
	{facts: "4 I W2 - 6 E", name: "Amulet of Water"},
	{facts: "5 I - 6 4 A", name: "Balance of Ishtar"},
	{facts: "6 I E3 - 9 P", name: "Staff of Spring"},
	{facts: "7 I - - 8 E", name: "Temporal Boots"},
	{facts: "8 I A1F1 - 6 P", name: "Purse of Io"},
	{facts: "9 I A1W1F1E1 - 10 E", name: "Divine Chalice"},
	{facts: "10 F F3 - 14 E", name: "Syllas the Faithful"},
	{facts: "11 F - 3/6/9 7 P", name: "Figrim the Avaricious"},
	{facts: "12 F - 3 8 E", name: "Naria the Prophetess"},
	{facts: "13 I W1F1 - 4 P", name: "Wondrous Chest"},
	{facts: "14 I A1E1 - 8 P", name: "Beggar's Horn"},
	{facts: "15 I - - 8 A", name: "Die of Malice"},
	{facts: "16 F A3 - 9 A", name: "Kairn the Destroyer"},
	{facts: "17 F A1W1 - 8 E", name: "Amsug Longneck"},
	{facts: "18 I W1E1 - 8 EP", name: "Bespelled Grimoire"},
	{facts: "19 I A3 - 10 P", name: "Ragfield's Helm"},
	{facts: "20 I A1F1E1 3 9 P", name: "Hand of Fortune"},
	{facts: "21 F A1F1 - 6 E", name: "Lewis Greyface"},
	{facts: "22 I - 20 30 -", name: "Runic Cube of Eolis"},
	{facts: "23 I F2 - 0 A", name: "Potion of Power"},
	{facts: "24 I A2 - 0 A", name: "Potion of Dreams"},
	{facts: "25 I W2 - 0 A", name: "Potion of Knowledge"},
	{facts: "26 I E2 - 0 A", name: "Potion of Life"},
	{facts: "27 I A1W1F1E1 - 6 P", name: "Hourglass of Time"},
	{facts: "28 I A1W1F1E1 - 8 E", name: "Scepter of Greatness"},
	{facts: "29 I W3 - 0 E", name: "Olaf's Blessed Statue"},
	{facts: "30 I W1F1E1 - 6 P", name: "Yjang's Forgotten Vase"},
	{facts: "31 I any - 2 E", name: "Elemental Amulet"},
	{facts: "32 I E2 - 12 A", name: "Tree of Light"},
	{facts: "33 F - 2/5/8 8 P", name: "Arcano Leech"},
	{facts: "34 I F1E1 - 6 A", name: "Crystal Orb"},
	{facts: "35 I - - 0 A", name: "Glutton Cauldron"},
	{facts: "36 I A1W1 - 0 E", name: "Vampiric Crown"},
	{facts: "37 I W1F1E1 - 9 A", name: "Dragon Skull"},
	{facts: "38 F A1W1F1E1 - 16 E", name: "Demon of Argos"},
	{facts: "39 F F1/2/3 - 4 P", name: "Titus Deepgaze"},
	{facts: "40 F A3 - 12 E", name: "Air Elemental"},
	{facts: "41 F - 0/3/6 6 P", name: "Thieving Fairies"},
	{facts: "42 I W1 - -10 EP", name: "Cursed Treatise of Arus"},
	{facts: "43 I A1W1F1E1 - 0 A", name: "Idol of the Familiar"},
	{facts: "44 I A2W1 - 6 A", name: "Necrotic Kriss"},
	{facts: "45 I F3E3 - 24 P", name: "Lantern of Xidit"},
	{facts: "46 I W2E1 - 10 P", name: "Sealed Chest of Urm"},
	{facts: "47 I - 3 8 A", name: "Mirror of the Seasons"},
	{facts: "48 I A1W1F1 - 0 E", name: "Pendant of Ragnor"},
	{facts: "49 F E1/2/3 - 6 E", name: "Sid Nightshade"},
	{facts: "50 F W1 - -5 EPA", name: "Damned Soul of Onys"},
}

// printedDice is written independently of the JSON: energies by letter, S
// star, D draw, T transmute, cN crystals, /N pips.
var printedDice = [4][DicePerSeason][6]string{
	Winter: {
		{"F1 S T /3", "W2 S /2", "W2 c3 /1", "A2 S /3", "D /2", "A1W1 T /1"},
		{"W2 S /3", "W2 c1 /2", "F2 S /1", "D /3", "A1W1 T /2", "A1 S T /1"},
		{"W2 S /1", "A1 S T /2", "A1W1 T /3", "D /1", "F1 S /2", "W2 c3 /3"},
		{"A1W1 T /1", "W2 c2 /2", "A1 S T /3", "W2 S /1", "c6 /2", "F1 S /3"},
		{"A2 T /2", "c6 /3", "F1 S /1", "A1 S T /1", "W2 S /3", "W2 c1 /2"},
	},
	Spring: {
		{"D /2", "W2 S /3", "E2 c3 /1", "E2 S /2", "A1 S T /3", "W1E1 T /1"},
		{"W1 S T /1", "W1E1 T /2", "D /3", "A2 S /1", "E2 c1 /2", "E2 S /3"},
		{"E2 S /1", "W1 S T /2", "W1E1 T /3", "D /1", "A1 S /2", "E2 c3 /3"},
		{"W1E1 T /1", "E2 c2 /2", "W1 S T /3", "E2 S /1", "c6 /2", "A1 S /3"},
		{"W1 S T /1", "W2 T /2", "c6 /3", "A1 S /1", "E2 c1 /2", "E2 S /3"},
	},
	Summer: {
		{"D /2", "E2 S /3", "F2 c3 /1", "F2 S /2", "W1 S T /3", "F1E1 T /1"},
		{"F1E1 T /2", "D /3", "W2 S /1", "F2 c1 /2", "F2 S /3", "E1 S T /1"},
		{"E1 S T /2", "F1E1 T /3", "D /1", "W1 S /2", "F2 c3 /3", "F2 S /1"},
		{"F2 c2 /2", "E1 S T /3", "F2 S /1", "c6 /2", "W1 S /3", "F1E1 T /1"},
		{"F2 S /3", "E1 S T /1", "E2 T /2", "c6 /3", "W1 S /1", "F2 c1 /2"},
	},
	Fall: {
		{"A1F1 T /1", "D /2", "F2 S /3", "A2 c3 /1", "A2 S /2", "E1 S T /3"},
		{"F1 S T /1", "A1F1 T /2", "D /3", "E2 S /1", "A2 c1 /2", "A2 S /3"},
		{"A2 S /1", "F1 S T /2", "A1F1 T /3", "D /1", "E1 S /2", "A2 c3 /3"},
		{"A1F1 T /1", "A2 c2 /2", "F1 S T /3", "A2 S /1", "c6 /2", "E1 S /3"},
		{"F2 T /2", "c6 /3", "E1 S /1", "A2 c1 /2", "A2 S /3", "F1 S T /1"},
	},
}

// energyNotation writes tokens as in "A1F1E1". No tokens are "".
func energyNotation(energy [4]uint8) string {
	var b strings.Builder
	for i, n := range energy {
		if n > 0 {
			fmt.Fprintf(&b, "%c%d", "AWFE"[i], n)
		}
	}
	return b.String()
}

// byPlayers writes three values: one value if they are equal, "-" if they are empty or zero, and
// otherwise as in "3/6/9" or "F1/2/3".
func byPlayers(figures [3]string) string {
	switch {
	case figures[0] != figures[1] || figures[0] != figures[2]:
		for i := range figures[1:] {
			figures[i+1] = strings.TrimLeft(figures[i+1], "AWFE")
		}
		return strings.Join(figures[:], "/")
	case figures[0] == "" || figures[0] == "0":
		return "-"
	}
	return figures[0]
}

// cardNotation writes a card's facts as in printedCards.
func cardNotation(card *Card, edition Edition) string {
	var energy, crystals [3]string
	for i := range energy {
		cost := card.Cost(i+2, edition)
		energy[i] = energyNotation(cost.Energy)
		crystals[i] = fmt.Sprint(cost.Crystals)
	}
	cost := byPlayers(energy)
	if card.AnyEnergies {
		cost = "any"
	}
	effects := ""
	for _, effect := range []struct {
		on     bool
		letter string
	}{{on: card.Enter, letter: "E"}, {on: card.Permanent, letter: "P"}, {on: card.Activate, letter: "A"}} {
		if effect.on {
			effects += effect.letter
		}
	}
	if effects == "" {
		effects = "-"
	}
	kind := map[Kind]string{Item: "I", Familiar: "F"}[card.Kind]
	return fmt.Sprintf("%d %s %s %s %d %s", card.Number, kind, cost, byPlayers(crystals), card.Prestige, effects)
}

// faceNotation writes a face as in printedDice.
func faceNotation(face Face) string {
	var parts []string
	if energy := energyNotation(face.Energy); energy != "" {
		parts = append(parts, energy)
	}
	if face.Crystals > 0 {
		parts = append(parts, fmt.Sprintf("c%d", face.Crystals))
	}
	if face.Star {
		parts = append(parts, "S")
	}
	if face.Draw {
		parts = append(parts, "D")
	}
	if face.Transmute {
		parts = append(parts, "T")
	}
	return strings.Join(append(parts, fmt.Sprintf("/%d", face.Pips)), " ")
}

func TestCardFacts(t *testing.T) {
	c := MustLoad()
	require.Zero(t, c.Cards[0])
	for i, printed := range printedCards {
		t.Run(printed.name, func(t *testing.T) {
			card := &c.Cards[i+1]
			require.Equal(t, printed.facts, cardNotation(card, First))
			require.Equal(t, printed.name, c.Text("en", First, card.Number).Name)
			if card.Number == 5 {
				require.Equal(t, "5 I - 2 4 A", cardNotation(card, Second))
			} else {
				require.Equal(t, printed.facts, cardNotation(card, Second))
			}
		})
	}
}

func TestCostByPlayers(t *testing.T) {
	c := MustLoad()
	for _, tc := range []struct {
		name    string
		number  int
		players int
		edition Edition
		want    Cost
	}{
		{
			name:    "Figrim with two",
			number:  11,
			players: 2,
			edition: First,
			want:    Cost{Crystals: 3},
		},
		{
			name:    "Figrim with four",
			number:  11,
			players: 4,
			edition: First,
			want:    Cost{Crystals: 9},
		},
		{
			name:    "Titus with three",
			number:  39,
			players: 3,
			edition: First,
			want:    Cost{Energy: [4]uint8{Fire: 2}},
		},
		{
			name:    "Fairies with two are free",
			number:  41,
			players: 2,
			edition: Second,
			want:    Cost{},
		},
		{
			name:    "Sid with four",
			number:  49,
			players: 4,
			edition: Second,
			want:    Cost{Energy: [4]uint8{Earth: 3}},
		},
		{
			name:    "Hand takes energies and crystals",
			number:  20,
			players: 3,
			edition: First,
			want:    Cost{Energy: [4]uint8{Air: 1, Fire: 1, Earth: 1}, Crystals: 3},
		},
		{
			name:    "Balance in the first edition",
			number:  5,
			players: 2,
			edition: First,
			want:    Cost{Crystals: 6},
		},
		{
			name:    "Balance in the second edition",
			number:  5,
			players: 2,
			edition: Second,
			want:    Cost{Crystals: 2},
		},
		{
			name:    "Elemental Amulet has no fixed cost",
			number:  31,
			players: 2,
			edition: First,
			want:    Cost{},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, tc.want, c.Cards[tc.number].Cost(tc.players, tc.edition))
		})
	}
}

func TestKinds(t *testing.T) {
	c := MustLoad()
	var familiars []int
	for _, card := range c.Cards[1:] {
		if card.Kind == Familiar {
			familiars = append(familiars, card.Number)
		}
	}
	require.Equal(t, []int{10, 11, 12, 16, 17, 21, 33, 38, 39, 40, 41, 49, 50}, familiars)
}

func TestTexts(t *testing.T) {
	c := MustLoad()
	require.Equal(t, []string{"en", "fr", "de"}, Languages)
	for _, language := range Languages {
		t.Run(language, func(t *testing.T) {
			names := make(map[string]bool)
			var changed []int
			for number := 1; number <= NumCards; number++ {
				first, second := c.Text(language, First, number), c.Text(language, Second, number)
				for _, s := range []string{first.Name, first.Effect, second.Effect} {
					require.NotEmpty(t, s, "card %d", number)
					require.Equal(t, strings.TrimSpace(s), s, "card %d", number)
				}
				require.True(t, strings.HasSuffix(first.Effect, "."), "card %d", number)
				require.True(t, strings.HasSuffix(second.Effect, "."), "card %d", number)
				require.Equal(t, first.Name, second.Name)
				require.False(t, names[first.Name], "%s is there twice", first.Name)
				names[first.Name] = true
				if first != second {
					changed = append(changed, number)
				}
			}
			require.Equal(t, []int{5, 31, 43}, changed)
		})
	}
	t.Run("translated", func(t *testing.T) {
		for number := 1; number <= NumCards; number++ {
			for _, language := range Languages[1:] {
				text := c.Text(language, First, number)
				require.NotEqual(t, c.Text("en", First, number), text, "card %d in %s", number, language)
			}
		}
	})
	t.Run("unknown language reads as English", func(t *testing.T) {
		require.Equal(t, c.Text("en", Second, 43), c.Text("xx", Second, 43))
	})
}

// TestFigures compares the numbers in the texts of all languages, in order.
func TestFigures(t *testing.T) {
	c := MustLoad()
	digits := regexp.MustCompile(`[0-9]+`)
	for _, edition := range []Edition{First, Second} {
		for number := 1; number <= NumCards; number++ {
			english := digits.FindAllString(c.Text("en", edition, number).Effect, -1)
			for _, language := range Languages[1:] {
				text := c.Text(language, edition, number).Effect
				require.Equal(t, english, digits.FindAllString(text, -1), "card %d in %s", number, language)
			}
		}
	}
}

func TestTypography(t *testing.T) {
	c := MustLoad()
	faults := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`’|\x{a0}|  | [:;!?.,]`),
		"fr": regexp.MustCompile(`'|  |[^\x{a0}][:;!?]| [.,]|[0-9] (énergie|cristal|cristaux|carte|case)`),
		"de": regexp.MustCompile(`['"]|  | [:;!?.,]|[0-9] \p{Lu}|\b[Ss]ie (?:müssen|dürfen)`),
	}
	for language, fault := range faults {
		for _, edition := range []Edition{First, Second} {
			for number := 1; number <= NumCards; number++ {
				text := c.Text(language, edition, number)
				require.NotRegexp(t, fault, text.Name)
				require.NotRegexp(t, fault, text.Effect)
			}
		}
	}
}

func TestDice(t *testing.T) {
	c := MustLoad()
	for season, dice := range printedDice {
		for i, printed := range dice {
			t.Run(fmt.Sprint(Season(season), " ", i+1), func(t *testing.T) {
				var faces [6]string
				pips := make(map[int]int)
				for j, face := range c.Dice[season][i] {
					faces[j] = faceNotation(face)
					pips[face.Pips]++
					for energy, n := range face.Energy {
						if c.Rates[season][energy] == 3 {
							require.Zero(t, n, "%v on face %d", Energy(energy), j+1)
						}
					}
				}
				require.Equal(t, printed, faces)
				require.Equal(t, map[int]int{1: 2, 2: 2, 3: 2}, pips)
			})
		}
	}
}

func TestPresets(t *testing.T) {
	c := MustLoad()
	require.Equal(t, [4][9]int{
		{1, 2, 7, 17, 18, 20, 26, 29, 30},
		{3, 5, 9, 14, 15, 21, 23, 25, 28},
		{4, 6, 7, 9, 12, 16, 22, 24, 30},
		{1, 2, 3, 11, 13, 15, 18, 25, 27},
	}, c.Presets)
	used := make(map[int]int)
	for _, preset := range c.Presets {
		for _, number := range preset {
			used[number]++
			require.LessOrEqual(t, used[number], 2, "card %d", number)
			require.GreaterOrEqual(t, number, 1)
			require.LessOrEqual(t, number, BasicCards)
		}
	}
}

// Each hand of the lesson has a card for each kind of effect.
func TestLesson(t *testing.T) {
	c := MustLoad()
	used := make(map[int]int)
	for _, years := range c.Lesson {
		for _, numbers := range years {
			for _, number := range numbers {
				used[number]++
				require.LessOrEqual(t, used[number], 2, "card %d", number)
				require.GreaterOrEqual(t, number, 1)
				require.LessOrEqual(t, number, BasicCards)
			}
		}
	}
	var enter, permanent, activate int
	for _, number := range c.Lesson[0][0] {
		switch card := &c.Cards[number]; {
		case card.Activate:
			activate++
		case card.Permanent:
			permanent++
		case card.Enter:
			enter++
		}
	}
	require.Equal(t, []int{1, 1, 1}, []int{enter, permanent, activate})
}

func TestRates(t *testing.T) {
	require.Equal(t, [4][4]int{
		Winter: {1, 1, 2, 3},
		Spring: {2, 1, 3, 1},
		Summer: {3, 2, 1, 1},
		Fall:   {1, 3, 1, 2},
	}, MustLoad().Rates)
}

func TestIDs(t *testing.T) {
	require.Equal(t, "[air water fire earth]", fmt.Sprint(Energies))
	require.Equal(t, "[winter spring summer fall]", fmt.Sprint([]Season{Winter, Spring, Summer, Fall}))
	require.Equal(t, "[item familiar]", fmt.Sprint([]Kind{Item, Familiar}))
}
