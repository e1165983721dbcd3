package seasons

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestConstantsAreNamedAfterTheirCards(t *testing.T) {
	constants := map[string]int{
		"AmuletOfAir":          AmuletOfAir,
		"AmuletOfFire":         AmuletOfFire,
		"AmuletOfEarth":        AmuletOfEarth,
		"AmuletOfWater":        AmuletOfWater,
		"BalanceOfIshtar":      BalanceOfIshtar,
		"StaffOfSpring":        StaffOfSpring,
		"TemporalBoots":        TemporalBoots,
		"PurseOfIo":            PurseOfIo,
		"DivineChalice":        DivineChalice,
		"SyllasTheFaithful":    SyllasTheFaithful,
		"FigrimTheAvaricious":  FigrimTheAvaricious,
		"NariaTheProphetess":   NariaTheProphetess,
		"WondrousChest":        WondrousChest,
		"BeggarsHorn":          BeggarsHorn,
		"DieOfMalice":          DieOfMalice,
		"KairnTheDestroyer":    KairnTheDestroyer,
		"AmsugLongneck":        AmsugLongneck,
		"BespelledGrimoire":    BespelledGrimoire,
		"RagfieldsHelm":        RagfieldsHelm,
		"HandOfFortune":        HandOfFortune,
		"LewisGreyface":        LewisGreyface,
		"RunicCubeOfEolis":     RunicCubeOfEolis,
		"PotionOfPower":        PotionOfPower,
		"PotionOfDreams":       PotionOfDreams,
		"PotionOfKnowledge":    PotionOfKnowledge,
		"PotionOfLife":         PotionOfLife,
		"HourglassOfTime":      HourglassOfTime,
		"ScepterOfGreatness":   ScepterOfGreatness,
		"OlafsBlessedStatue":   OlafsBlessedStatue,
		"YjangsForgottenVase":  YjangsForgottenVase,
		"ElementalAmulet":      ElementalAmulet,
		"TreeOfLight":          TreeOfLight,
		"ArcanoLeech":          ArcanoLeech,
		"CrystalOrb":           CrystalOrb,
		"GluttonCauldron":      GluttonCauldron,
		"VampiricCrown":        VampiricCrown,
		"DragonSkull":          DragonSkull,
		"DemonOfArgos":         DemonOfArgos,
		"TitusDeepgaze":        TitusDeepgaze,
		"AirElemental":         AirElemental,
		"ThievingFairies":      ThievingFairies,
		"CursedTreatiseOfArus": CursedTreatiseOfArus,
		"IdolOfTheFamiliar":    IdolOfTheFamiliar,
		"NecroticKriss":        NecroticKriss,
		"LanternOfXidit":       LanternOfXidit,
		"SealedChestOfUrm":     SealedChestOfUrm,
		"MirrorOfTheSeasons":   MirrorOfTheSeasons,
		"PendantOfRagnor":      PendantOfRagnor,
		"SidNightshade":        SidNightshade,
		"DamnedSoulOfOnys":     DamnedSoulOfOnys,
	}
	catalogue := MustLoad()
	require.Len(t, constants, NumCards)
	for number := 1; number <= NumCards; number++ {
		name := ""
		for _, word := range strings.Fields(strings.ReplaceAll(catalogue.Text("en", First, number).Name, "'", "")) {
			runes := []rune(word)
			name += string(unicode.ToUpper(runes[0])) + string(runes[1:])
		}
		require.Equal(t, number, constants[name], name)
	}
}
