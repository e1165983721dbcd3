// Written by go run ./web/types. Do not edit.

import type { DecisionText } from '../../core/wire.js';

export interface Catalogue {
  /** spells are in the order of their numbers, from 1. */
  spells: Spell[];
  /** colours and Runes are ids in the order of the game's tables. */
  colours: string[];
  runes: string[];
  /** each is the number of equal Materia; a Materia is a colour with a rune. */
  each: number;
  /**
   * pool is the maximum size of a player's pool. An altar with at least Altar Materia is emptied
   * at the end of a day.
   */
  pool: number;
  altar: number;
  /** familiar is a player's track. */
  familiar: Track;
  /** opponent is the track of the virtual opponent in a solo match. */
  opponent: Track;
  /** words are the names of components, by language and id. */
  words: Record<string, Words>;
}

/** Decision is a question of this game. */
export type Decision = DecisionText & { kind: DecisionKind };

/** DecisionKind is one of the kinds in docs/decisions.md. */
export type DecisionKind = 'action' | 'copy' | 'pay' | 'sweep' | 'take' | 'discard' | 'store' | 'exchange' | 'give' | 'colour' | 'choose' | 'learn' | 'place' | 'way' | 'raise' | 'keep';

/** Event is an event of this game's own. */
export type Event = [kind: 'day', seat: number, public: { round: number }]
  | [kind: 'used', seat: number, public: { spell: number; colour: string; level: number; copied: number }]
  | [kind: 'skipped', seat: number, public: { phase: string }]
  | [kind: 'took', seat: number, public: { materia: string; to: string }]
  | [kind: 'drew', seat: number, public: { materia: string; to: string }]
  | [kind: 'stored', seat: number, public: { materia: string; from: string }]
  | [kind: 'discarded', seat: number, public: { materia: string; n: number; from: string }]
  | [kind: 'exchanged', seat: number, public: { taken: string; put: string; with: string }]
  | [kind: 'spent', seat: number, public: { materia: string; n: number }]
  | [kind: 'learned', seat: number, public: { spell: number; colour: string; level: number; materia: string; jokers: number; triples: number }]
  | [kind: 'raised', seat: number, public: { spell: number; colour: string; level: number }]
  | [kind: 'lowered', seat: number, public: { spell: number; colour: string; level: number }]
  | [kind: 'given', seat: number, public: { materia: string; to: string }]
  | [kind: 'altar', seat: number, public: { n: number }]
  | [kind: 'bag', seat: number, public: { n: number }]
  | [kind: 'ending', seat: number, public: { cause: string }]
  | [kind: 'over', seat: number];

/** EventKind is one of the kinds in docs/match-events.md. */
export type EventKind = 'day' | 'used' | 'skipped' | 'took' | 'drew' | 'stored' | 'discarded' | 'exchanged' | 'spent' | 'learned' | 'raised' | 'lowered' | 'given' | 'altar' | 'bag' | 'ending' | 'over';

/** Label is a text in each language. */
export interface Label {
  en: string;
  fr: string;
  de: string;
}

/** LearnedView is a learned spell. */
export interface LearnedView {
  level: number;
  /** materia is the Materia on the spell. Its rune matters to some effects. */
  materia: string;
  /** fresh means that the spell was learned today, so its action cannot be used yet. */
  fresh?: boolean;
  /** points is the current value of the spell. */
  points: number;
}

export interface Level {
  /** kind is the time at which the effect applies, as in "morning". */
  kind: string;
  points: number;
  /** variable means that the points depend on the position. */
  variable?: boolean;
}

/** OpponentView is the board of the virtual opponent. */
export interface OpponentView {
  track: number[];
  /** symbols are the spaces with the altar symbol, counted from 1. */
  symbols: number[];
  given: string[];
  lower: Record<string, number>;
  score: number;
  rank?: number;
}

/**
 * Private is the document that only the seat's player may see. Once the match is over, it has no
 * members.
 */
export interface Private {
  /**
   * declared is the action that the player has chosen and may still drop, as "learn" or
   * COLOUR:LEVEL.
   */
  declared?: string;
  /**
   * actions has "ok" for each possible action of the phase, and a reason for each impossible one.
   * The keys are "take", "draw", "store", "learn:COLOUR:LEVEL" and "use:COLOUR:LEVEL". It is
   * empty unless the player is choosing an action or may still drop one.
   */
  actions?: Record<string, string>;
}

/**
 * Public is the document that all viewers may see: everything except future draws and the action
 * that the player of the day may still drop. Once the match is over, it hides nothing.
 */
export interface Public {
  mode: string;
  /** round counts from 1. */
  round: number;
  /** first is the seat that had the first day. */
  first: number;
  /** active is the seat that has the current day. */
  active: number;
  /** phase is "morning", "midday", "evening", "night" (after the actions) or "over". */
  phase: string;
  /** asked is the seat with an open decision, or -1. */
  asked: number;
  /** ending means that this is the last round. */
  ending: boolean;
  /** spells are the spells of the match, by colour. */
  spells: Record<string, SpellView>;
  /** altar and Box have the number of Materia by kind. */
  altar: Record<string, number>;
  /** bag is the number of all Materia in the bag. */
  bag: number;
  box: Record<string, number>;
  /** spent is the payment for the spell that is being learned. */
  spent: Record<string, number>;
  /** track has the printed numbers of the Familiar: Track[n] is the score for n stored Materia. */
  track: number[];
  /** seats are the players, by "s0", "s1" and so on. */
  seats: Record<string, SeatView>;
  /** opponent is the virtual opponent in a solo match. */
  opponent?: OpponentView;
}

/** SeatView is a player's side of the table. */
export interface SeatView {
  pool: Record<string, number>;
  /** familiar has the stored Materia by space, from "m0" on without gaps. */
  familiar: Record<string, string>;
  /** value is the number on the first empty space. */
  value: number;
  /** spells are the learned spells, by colour. */
  spells: Record<string, LearnedView>;
  /** score is the current total: Value and the points of the spells. */
  score: number;
  /** rank is set once the match is over. */
  rank?: number;
}

export interface Spell {
  number: number;
  id: string;
  colour: string;
  set: number;
  /** levels has the levels by number: "3", "4" and "5". */
  levels: Record<string, Level>;
  /** runes are the runes A, B and C of a spell that names runes. */
  runes?: string[];
  name: Label;
  /** text is the text of each level, by language. It contains the names of the runes. */
  text: Record<string, Record<string, string>>;
}

/** SpellView is one of the seven spells of the match. */
export interface SpellView {
  number: number;
  id: string;
  set: number;
}

export interface Track {
  /** Values[n] is the score with n filled spaces. */
  values: number[];
  /** symbols are the spaces with the altar symbol, counted from 1. */
  symbols?: number[];
}

export interface Words {
  colours: Record<string, string>;
  substances: Record<string, string>;
  runes: Record<string, string>;
  kinds: Record<string, string>;
}

/** Events has the events of state.events in the JavaScript package, by kind. */
export interface Events {
  day: { kind: 'day'; seat: number; number: number; public: { round: number } };
  used: { kind: 'used'; seat: number; number: number; public: { spell: number; colour: string; level: number; copied: number } };
  skipped: { kind: 'skipped'; seat: number; number: number; public: { phase: string } };
  took: { kind: 'took'; seat: number; number: number; public: { materia: string; to: string } };
  drew: { kind: 'drew'; seat: number; number: number; public: { materia: string; to: string } };
  stored: { kind: 'stored'; seat: number; number: number; public: { materia: string; from: string } };
  discarded: { kind: 'discarded'; seat: number; number: number; public: { materia: string; n: number; from: string } };
  exchanged: { kind: 'exchanged'; seat: number; number: number; public: { taken: string; put: string; with: string } };
  spent: { kind: 'spent'; seat: number; number: number; public: { materia: string; n: number } };
  learned: { kind: 'learned'; seat: number; number: number; public: { spell: number; colour: string; level: number; materia: string; jokers: number; triples: number } };
  raised: { kind: 'raised'; seat: number; number: number; public: { spell: number; colour: string; level: number } };
  lowered: { kind: 'lowered'; seat: number; number: number; public: { spell: number; colour: string; level: number } };
  given: { kind: 'given'; seat: number; number: number; public: { materia: string; to: string } };
  altar: { kind: 'altar'; seat: number; number: number; public: { n: number } };
  bag: { kind: 'bag'; seat: number; number: number; public: { n: number } };
  ending: { kind: 'ending'; seat: number; number: number; public: { cause: string } };
  over: { kind: 'over'; seat: number; number: number };
}
