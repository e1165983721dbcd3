package seasons

// The printed numbers of the power cards ("The power cards").
const (
	AmuletOfAir = iota + 1
	AmuletOfFire
	AmuletOfEarth
	AmuletOfWater
	BalanceOfIshtar
	StaffOfSpring
	TemporalBoots
	PurseOfIo
	DivineChalice
	SyllasTheFaithful
	FigrimTheAvaricious
	NariaTheProphetess
	WondrousChest
	BeggarsHorn
	DieOfMalice
	KairnTheDestroyer
	AmsugLongneck
	BespelledGrimoire
	RagfieldsHelm
	HandOfFortune
	LewisGreyface
	RunicCubeOfEolis
	PotionOfPower
	PotionOfDreams
	PotionOfKnowledge
	PotionOfLife
	HourglassOfTime
	ScepterOfGreatness
	OlafsBlessedStatue
	YjangsForgottenVase
	ElementalAmulet
	TreeOfLight
	ArcanoLeech
	CrystalOrb
	GluttonCauldron
	VampiricCrown
	DragonSkull
	DemonOfArgos
	TitusDeepgaze
	AirElemental
	ThievingFairies
	CursedTreatiseOfArus
	IdolOfTheFamiliar
	NecroticKriss
	LanternOfXidit
	SealedChestOfUrm
	MirrorOfTheSeasons
	PendantOfRagnor
	SidNightshade
	DamnedSoulOfOnys
)
