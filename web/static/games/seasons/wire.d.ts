// Written by go run ./web/types. Do not edit.

import type { DecisionText } from '../../core/wire.js';

export interface Card {
  number: number;
  kind: string;
  /** basic cards are those of the two easier levels. */
  basic: boolean;
  /**
   * costs are those with 2, 3 and 4 players. AnyEnergies: 1 to 4 different
   * energies of the player's choice instead.
   */
  costs: Cost[];
  anyEnergies?: boolean;
  prestige: number;
  /** effects are the kinds of effect: enter, permanent, activate. */
  effects: string[];
  /**
   * AtEnd: the permanent effect counts at the end of the match alone. Lends:
   * the owner may pay with the tokens on the card. Tolls: who summons a card
   * pays the owner a crystal.
   */
  atEnd?: boolean;
  lends?: boolean;
  tolls?: boolean;
  name: Label;
  effect: Label;
  /** second is what the second edition prints, on the cards it changes. */
  second?: Edition;
}

/** Catalogue is the catalogue of Seasons. */
export interface Catalogue {
  /** cards are in the order of their numbers, from 1. */
  cards: Card[];
  /** dice are by season and number, 1 first. */
  dice: Record<string, Die[]>;
  /** rates are the crystals for one transmuted token, by season. */
  rates: Record<string, Energy>;
  /**
   * gauge is the most that a summoning gauge shows. Penalties[n] are the
   * points that n bonuses used cost.
   */
  gauge: number;
  penalties: number[];
  /** presets are the ready-made sets of card numbers. */
  presets: number[][];
}

export interface Cost {
  energy: Energy;
  crystals: number;
}

/** Decision is a question of this game. */
export type Decision = DecisionText & { kind: DecisionKind };

/** DecisionKind is one of the kinds in docs/decisions.md. */
export type DecisionKind = 'transmute' | 'familiar' | 'elements' | 'mode' | 'energy' | 'tokens' | 'hand_card' | 'own_cards' | 'waive' | 'payment' | 'lose_energy' | 'pick_card' | 'pick_summon' | 'assign' | 'opponent' | 'order' | 'element_first' | 'orb' | 'draft' | 'turn' | 'split' | 'die' | 'reroll' | 'gain' | 'store' | 'keep_card' | 'move';

export interface Die {
  /** faces are in the order of the view's numbers, 1 first. */
  faces: Face[];
}

/** DieView is a die of this round. */
export interface DieView {
  /** face is 1 to 6, an index into the catalogue's faces of the die. */
  face: number;
  /** taken is the seat that took the die, or "". */
  taken: string;
}

export interface Edition {
  costs: Cost[];
  effects: string[];
  effect: Label;
}

export interface Energy {
  air: number;
  water: number;
  fire: number;
  earth: number;
}

/** EnergyView is a number for each energy. */
export interface EnergyView {
  air: number;
  water: number;
  fire: number;
  earth: number;
}

/** Event is an event of this game's own. */
export type Event = [kind: EventKind, seat: number, public?: Record<string, number | string>, private?: Record<string, number | string>];

/** EventKind is one of the kinds in docs/events.md. */
export type EventKind = 'first' | 'answered' | 'packets' | 'split' | 'round' | 'roll' | 'take' | 'last' | 'turn' | 'reroll' | 'summon' | 'activate' | 'sacrifice' | 'take_back' | 'pass' | 'crystals' | 'gauge' | 'energy' | 'spend' | 'spill' | 'store' | 'to_air' | 'transmute' | 'permit' | 'bonus' | 'draw' | 'draw_open' | 'look' | 'put_back' | 'mill' | 'keep' | 'discard' | 'give' | 'shuffle' | 'round_end' | 'season' | 'library' | 'over';

export interface Face {
  energy: Energy;
  crystals: number;
  star?: boolean;
  draw?: boolean;
  transmute?: boolean;
  pips: number;
}

/** HandView is a card in hand and what summoning it would take now. */
export interface HandView {
  copies: number;
  energy: EnergyView;
  crystals: number;
  /** toll is what goes to the owners of Arcano Leeches besides. */
  toll: number;
  /** struck is how many energies of the cost need not be paid. */
  struck: number;
  /** why says why the card cannot be summoned, or "". */
  why: string;
}

/** KeptView lists the numbers of the dice in this match by season. */
export interface KeptView {
  winter: number[];
  spring: number[];
  summer: number[];
  fall: number[];
}

/** Label is a text by language. */
export interface Label {
  en: string;
  fr: string;
}

/** PlayView is a card in play. */
export interface PlayView {
  card: number;
  turned?: boolean;
  /** at is the card's place in its owner's row, from 0. */
  at: number;
  /** tokens lie on the card; absent if there are none. */
  tokens?: EnergyView;
}

/**
 * Private is what a seat's player knows beyond [Public]. Every member is there
 * until the match is over, and none afterwards.
 */
export interface Private {
  /** hand are the cards in hand, the card with the number 9 as "h9". */
  hand?: Record<string, HandView>;
  /**
   * The others count the copies of each card: of those set aside for years 2
   * and 3, to draft from, drafted, and drawn but not yet placed.
   */
  library2?: Record<string, number>;
  library3?: Record<string, number>;
  packet?: Record<string, number>;
  picked?: Record<string, number>;
  held?: Record<string, number>;
  /**
   * unusable gives for cards in play the reason why they cannot be activated now, Unavailable the
   * same for the other actions of a turn; both are empty but on the seat's own turn.
   */
  unusable?: Record<string, string>;
  unavailable?: Record<string, string>;
  /** useless are the ids of actions that can be done and bring nothing now, with why. */
  useless?: Record<string, string>;
}

/** Public is what everybody may know of a match. */
export interface Public {
  phase: string;
  level: string;
  edition: string;
  round: number;
  /**
   * year is 1 to 3, or 4 when Temporal Boots have gone beyond the end; Space
   * is 1 to 12; Season is where the season token stands.
   */
  year: number;
  space: number;
  season: string;
  first: string;
  /** active is the seat whose turn it is, or that takes a die, or "". */
  active: string;
  /** Dice are those rolled for this round, of the season DiceSeason. */
  diceSeason: string;
  dice: Record<string, DieView>;
  kept: KeptView;
  rates: EnergyView;
  turn: TurnView;
  draw: number;
  discard: number;
  seats: Record<string, SeatView>;
}

/** ScoreView is what a seat's position is worth if the game ends now, besides its crystals. */
export interface ScoreView {
  prestige: number;
  /** cards is what cards in play give at the end of the game. */
  cards: number;
  hand: number;
  bonuses: number;
  /** total is the whole score, with the crystals. */
  total: number;
}

/** SeatView is one player's side of the table. */
export interface SeatView {
  crystals: number;
  /** gauge is 0 to 15, Bonuses the bonuses used, 0 to 3. */
  gauge: number;
  bonuses: number;
  reserve: EnergyView;
  /** limit is how many tokens the reserve may hold. */
  limit: number;
  /** rates are the crystals for one token when the seat transmutes now. */
  rates: EnergyView;
  /** play are the cards in play by id, in the order in which they came. */
  play: Record<string, PlayView>;
  hand: number;
  library2: number;
  library3: number;
  /** Packet, Picked and Held count cards to draft from, drafted, and drawn but not yet placed. */
  packet: number;
  picked: number;
  held: number;
  score: ScoreView;
  /** asked is the kind of decision that is open to the seat, or "". */
  asked: string;
  /** Answered: the seat has answered a simultaneous choice. */
  answered: boolean;
  /** secret is what only the seat's player knew, once the match is over. */
  secret?: Private;
}

/** TurnView says what of the turn in progress is used up or permitted. */
export interface TurnView {
  /** Gained: the die's energy and crystals have been gained. */
  gained: boolean;
  /** Drawn: the die's draw action is used. */
  drawn: boolean;
  /** Transmute: energies may be transmuted until the end of the turn. */
  transmute: boolean;
  /** bonus is what transmute bonuses add to every token this turn. */
  bonus: number;
  /** Potion: a Potion of Life forbids further transmuting this turn. */
  potion: boolean;
}
