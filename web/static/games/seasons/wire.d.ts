// Written by go run ./web/types. Do not edit.

import type { DecisionText } from '../../core/wire.js';

export interface Card {
  number: number;
  kind: string;
  /** basic marks the cards of the two easier levels. */
  basic: boolean;
  /** costs are the costs for 2, 3 and 4 players. */
  costs: Cost[];
  /** anyEnergies means that the cost is 1 to 4 different energies of the player's choice instead. */
  anyEnergies?: boolean;
  prestige: number;
  /** effects are the kinds of effect: enter, permanent, activate. */
  effects: string[];
  /** atEnd means that the permanent effect counts only at the end of the match. */
  atEnd?: boolean;
  /** lends means that the owner can spend the tokens on the card. */
  lends?: boolean;
  /** tolls means that opponents who summon a card pay the owner a crystal. */
  tolls?: boolean;
  name: Label;
  effect: Label;
  /** second has the values of the second edition, if they differ. */
  second?: Edition;
}

export interface Catalogue {
  /** cards are in the order of their numbers, from 1. */
  cards: Card[];
  /** dice are the dice of each season, in the order of their numbers, from 1. */
  dice: Record<string, Die[]>;
  /** rates are the crystals for one transmuted token, by season. */
  rates: Record<string, Energy>;
  /**
   * gauge is the maximum of a summoning gauge. Penalties[n] is the cost in points of n used
   * bonuses.
   */
  gauge: number;
  penalties: number[];
  /** presets are the ready-made sets of card numbers. */
  presets: number[][];
  /** lesson has the card numbers of the lesson level by seat and year. All players know them. */
  lesson: number[][][];
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
  /** faces are in the order of the numbers in the documents, from 1. */
  faces: Face[];
}

/** DieView is a die of this round. */
export interface DieView {
  /** face is 1 to 6, an index into the catalogue's faces of the die. */
  face: number;
  /** taken is the id of the seat that took the die, or "". */
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

/** EnergyView has a number for each energy. */
export interface EnergyView {
  air: number;
  water: number;
  fire: number;
  earth: number;
}

/** Event is an event of this game's own. */
export type Event = [kind: 'first', seat: number]
  | [kind: 'answered', seat: number]
  | [kind: 'packets', seat: number, public: { cards: number }]
  | [kind: 'split', seat: number]
  | [kind: 'round', seat: number, public: { round: number; season: string }]
  | [kind: 'roll', seat: number, public: { die: number; face: number }]
  | [kind: 'take', seat: number, public: { die: number; face: number }]
  | [kind: 'last', seat: number]
  | [kind: 'turn', seat: number]
  | [kind: 'reroll', seat: number, public: { die: number; face: number }]
  | [kind: 'summon', seat: number, public: { card: number; id: number; free?: number; by?: number }]
  | [kind: 'activate', seat: number, public: { card: number; id: number }]
  | [kind: 'sacrifice', seat: number, public: { card: number; id: number }]
  | [kind: 'take_back', seat: number, public: { back: number; id: number; card?: number }]
  | [kind: 'pass', seat: number, public: { id: number; to: number; card?: number }]
  | [kind: 'crystals', seat: number, public: { n: number; card?: number }]
  | [kind: 'gauge', seat: number, public: { n: number; card?: number }]
  | [kind: 'energy', seat: number, public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number }]
  | [kind: 'spend', seat: number, public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number }]
  | [kind: 'spill', seat: number, public?: { air?: number; water?: number; fire?: number; earth?: number }]
  | [kind: 'store', seat: number, public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number }]
  | [kind: 'to_air', seat: number, public: { n: number; card?: number }]
  | [kind: 'transmute', seat: number, public: { crystals: number; card?: number }]
  | [kind: 'permit', seat: number, public?: { card?: number }]
  | [kind: 'bonus', seat: number, public: { bonus: string; used: number }]
  | [kind: 'draw', seat: number, public?: { card?: number }, private?: { drawn: number }]
  | [kind: 'draw_open', seat: number, public: { drawn: number; card?: number }]
  | [kind: 'look', seat: number, public?: { card?: number }, private?: { seen: number }]
  | [kind: 'put_back', seat: number, public?: { card?: number }]
  | [kind: 'mill', seat: number, public?: { card?: number }]
  | [kind: 'keep', seat: number, public?: { card?: number }, private?: { kept: number }]
  | [kind: 'discard', seat: number, public?: { discarded?: number; card?: number }, private?: { discarded: number }]
  | [kind: 'give', seat: number, public: { to: number; card?: number }, private?: { given: number }]
  | [kind: 'shuffle', seat: number, public: { cards: number }]
  | [kind: 'round_end', seat: number]
  | [kind: 'season', seat: number, public: { moved: number; year: number; space: number; season: string }]
  | [kind: 'library', seat: number, public: { year: number; cards: number }]
  | [kind: 'over', seat: number];

/** EventKind is one of the kinds in docs/match-events.md. */
export type EventKind = 'first' | 'answered' | 'packets' | 'split' | 'round' | 'roll' | 'take' | 'last' | 'turn' | 'reroll' | 'summon' | 'activate' | 'sacrifice' | 'take_back' | 'pass' | 'crystals' | 'gauge' | 'energy' | 'spend' | 'spill' | 'store' | 'to_air' | 'transmute' | 'permit' | 'bonus' | 'draw' | 'draw_open' | 'look' | 'put_back' | 'mill' | 'keep' | 'discard' | 'give' | 'shuffle' | 'round_end' | 'season' | 'library' | 'over';

export interface Face {
  energy: Energy;
  crystals: number;
  star?: boolean;
  draw?: boolean;
  transmute?: boolean;
  pips: number;
}

/** HandView is a card in hand with the cost of summoning it now. */
export interface HandView {
  copies: number;
  energy: EnergyView;
  crystals: number;
  /** toll is the number of crystals to pay to the owners of Arcano Leeches in addition. */
  toll: number;
  /** struck is the number of energies of the cost that are waived. */
  struck: number;
  /** why is the reason why the card cannot be summoned, or "". */
  why: string;
}

/** KeptView lists the numbers of the dice in this match by season. */
export interface KeptView {
  winter: number[];
  spring: number[];
  summer: number[];
  fall: number[];
}

/** Label has a text in each language. */
export interface Label {
  en: string;
  fr: string;
  de: string;
}

/** PlayView is a card in play. */
export interface PlayView {
  card: number;
  turned?: boolean;
  /** at is the position of the card in its owner's row, from 0. */
  at: number;
  /** tokens are the tokens on the card. They are omitted if there are none. */
  tokens?: EnergyView;
}

/**
 * Private is the document that only the seat's player may see. It has all members until the match
 * is over, and none afterwards.
 */
export interface Private {
  /** hand has the cards in hand, with card number 9 as "h9". */
  hand?: Record<string, HandView>;
  /** The other zones have the number of copies of each card. Library2 and Library3 have the cards for years 2 and 3. */
  library2?: Record<string, number>;
  library3?: Record<string, number>;
  /** packet has the cards to draft from, Picked the drafted cards, and Held the cards that are drawn but not yet placed. */
  packet?: Record<string, number>;
  picked?: Record<string, number>;
  held?: Record<string, number>;
  /** unusable has the reasons why cards in play cannot be activated now. */
  unusable?: Record<string, string>;
  /** unavailable has the reasons why other actions of a turn are impossible now. They are empty unless it is the seat's turn. */
  unavailable?: Record<string, string>;
  /** useless has the ids of actions that are possible but useless now, with the reason. */
  useless?: Record<string, string>;
}

/** Public is the document that all viewers may see. */
export interface Public {
  phase: string;
  level: string;
  edition: string;
  round: number;
  /** year is 1 to 3, or 4 if the season token is beyond the end. */
  year: number;
  /** space is 1 to 12. */
  space: number;
  /** season is the season of the token. */
  season: string;
  first: string;
  /** active is the id of the seat that has its turn or takes a die, or "". */
  active: string;
  diceSeason: string;
  /** dice has the dice of this round, which belong to the season DiceSeason. */
  dice: Record<string, DieView>;
  kept: KeptView;
  rates: EnergyView;
  turn: TurnView;
  draw: number;
  discard: number;
  seats: Record<string, SeatView>;
}

/** ScoreView is the score of a seat if the game ended now. The crystals are in SeatView. */
export interface ScoreView {
  prestige: number;
  /** cards is the number of crystals that cards in play give at the end of the game. */
  cards: number;
  hand: number;
  bonuses: number;
  /** total is the whole score, including crystals. */
  total: number;
}

/** SeatView is one player's side of the table. */
export interface SeatView {
  crystals: number;
  /** gauge is 0 to 15. */
  gauge: number;
  /** bonuses is the number of bonuses used, 0 to 3. */
  bonuses: number;
  reserve: EnergyView;
  /** limit is the number of tokens that the reserve can hold. */
  limit: number;
  /** rates are the crystals that the seat would get for transmuting one token now. */
  rates: EnergyView;
  /** play has the cards in play by id, in the order in which they entered. */
  play: Record<string, PlayView>;
  hand: number;
  library2: number;
  library3: number;
  /** packet is the number of cards to draft from. */
  packet: number;
  /** picked is the number of drafted cards. */
  picked: number;
  /** held is the number of cards that are drawn but not yet placed. */
  held: number;
  score: ScoreView;
  /** asked is the kind of the seat's open decision, or "". */
  asked: string;
  /** answered means that the seat has answered a simultaneous decision. */
  answered: boolean;
  /** secret is the seat's private document, once the match is over. */
  secret?: Private;
}

/** TurnView shows which actions the current turn has used up and which it permits. */
export interface TurnView {
  /** gained means that the die's energy and crystals have been gained. */
  gained: boolean;
  /** drawn means that the die's draw action has been used. */
  drawn: boolean;
  /** transmute means that the player can transmute until the end of the turn. */
  transmute: boolean;
  /** bonus is the number of crystals that transmute bonuses add to every token this turn. */
  bonus: number;
  /** potion means that a Potion of Life forbids further transmuting this turn. */
  potion: boolean;
}

/** Events has the events of state.events in the JavaScript package, by kind. */
export interface Events {
  first: { kind: 'first'; seat: number; number: number };
  answered: { kind: 'answered'; seat: number; number: number };
  packets: { kind: 'packets'; seat: number; number: number; public: { cards: number } };
  split: { kind: 'split'; seat: number; number: number };
  round: { kind: 'round'; seat: number; number: number; public: { round: number; season: string } };
  roll: { kind: 'roll'; seat: number; number: number; public: { die: number; face: number } };
  take: { kind: 'take'; seat: number; number: number; public: { die: number; face: number } };
  last: { kind: 'last'; seat: number; number: number };
  turn: { kind: 'turn'; seat: number; number: number };
  reroll: { kind: 'reroll'; seat: number; number: number; public: { die: number; face: number } };
  summon: { kind: 'summon'; seat: number; number: number; public: { card: number; id: number; free?: number; by?: number } };
  activate: { kind: 'activate'; seat: number; number: number; public: { card: number; id: number } };
  sacrifice: { kind: 'sacrifice'; seat: number; number: number; public: { card: number; id: number } };
  take_back: { kind: 'take_back'; seat: number; number: number; public: { back: number; id: number; card?: number } };
  pass: { kind: 'pass'; seat: number; number: number; public: { id: number; to: number; card?: number } };
  crystals: { kind: 'crystals'; seat: number; number: number; public: { n: number; card?: number } };
  gauge: { kind: 'gauge'; seat: number; number: number; public: { n: number; card?: number } };
  energy: { kind: 'energy'; seat: number; number: number; public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number } };
  spend: { kind: 'spend'; seat: number; number: number; public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number } };
  spill: { kind: 'spill'; seat: number; number: number; public?: { air?: number; water?: number; fire?: number; earth?: number } };
  store: { kind: 'store'; seat: number; number: number; public?: { air?: number; water?: number; fire?: number; earth?: number; card?: number } };
  to_air: { kind: 'to_air'; seat: number; number: number; public: { n: number; card?: number } };
  transmute: { kind: 'transmute'; seat: number; number: number; public: { crystals: number; card?: number } };
  permit: { kind: 'permit'; seat: number; number: number; public?: { card?: number } };
  bonus: { kind: 'bonus'; seat: number; number: number; public: { bonus: string; used: number } };
  draw: { kind: 'draw'; seat: number; number: number; public?: { card?: number }; private?: { drawn: number } };
  draw_open: { kind: 'draw_open'; seat: number; number: number; public: { drawn: number; card?: number } };
  look: { kind: 'look'; seat: number; number: number; public?: { card?: number }; private?: { seen: number } };
  put_back: { kind: 'put_back'; seat: number; number: number; public?: { card?: number } };
  mill: { kind: 'mill'; seat: number; number: number; public?: { card?: number } };
  keep: { kind: 'keep'; seat: number; number: number; public?: { card?: number }; private?: { kept: number } };
  discard: { kind: 'discard'; seat: number; number: number; public?: { discarded?: number; card?: number }; private?: { discarded: number } };
  give: { kind: 'give'; seat: number; number: number; public: { to: number; card?: number }; private?: { given: number } };
  shuffle: { kind: 'shuffle'; seat: number; number: number; public: { cards: number } };
  round_end: { kind: 'round_end'; seat: number; number: number };
  season: { kind: 'season'; seat: number; number: number; public: { moved: number; year: number; space: number; season: string } };
  library: { kind: 'library'; seat: number; number: number; public: { year: number; cards: number } };
  over: { kind: 'over'; seat: number; number: number };
}
