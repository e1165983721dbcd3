// Written by go run ./web/types. Do not edit.

import type { DecisionText } from '../../core/wire.js';

/** Catalogue is the catalogue of SpellBook. */
export interface Catalogue {
  /** spells are in the order of their numbers, from 1. */
  spells: Spell[];
  /**
   * colours and Runes are ids in the order of the game's tables. Each is how
   * many there are of every Materia, which is a colour and a rune.
   */
  colours: string[];
  runes: string[];
  each: number;
  /**
   * pool is the most that a player's pool holds. An altar of the size Altar or
   * more is emptied at the end of a day.
   */
  pool: number;
  altar: number;
  /** familiar is a player's track, Opponent the virtual opponent's in solo. */
  familiar: Track;
  opponent: Track;
  /** words are names by language and id. */
  words: Record<string, Words>;
}

/** Decision is a question of this game. */
export type Decision = DecisionText & { kind: DecisionKind };

/** DecisionKind is one of the kinds in docs/decisions.md. */
export type DecisionKind = 'action' | 'copy' | 'pay' | 'sweep' | 'take' | 'discard' | 'store' | 'exchange' | 'give' | 'colour' | 'choose' | 'learn' | 'place' | 'way' | 'raise' | 'keep';

/** Event is an event of this game's own. */
export type Event = [kind: EventKind, seat: number, public?: Record<string, number | string>, private?: Record<string, number | string>];

/** EventKind is one of the kinds in docs/events.md. */
export type EventKind = 'day' | 'used' | 'skipped' | 'took' | 'drew' | 'stored' | 'discarded' | 'exchanged' | 'spent' | 'learned' | 'raised' | 'lowered' | 'given' | 'altar' | 'bag' | 'ending' | 'over';

/** Label is a text by language. */
export interface Label {
  en: string;
  fr: string;
}

/** LearnedView is a learned spell. */
export interface LearnedView {
  level: number;
  /** materia lies on it; its rune matters to some effects. */
  materia: string;
  /** Fresh: learned today, so that its action cannot be used yet. */
  fresh?: boolean;
  /** points are what it is worth as things stand. */
  points: number;
}

export interface Level {
  /** kind is when the level's effect counts, as in "morning". */
  kind: string;
  points: number;
  /** variable points depend on the position. */
  variable?: boolean;
}

/** OpponentView is the virtual opponent's board. */
export interface OpponentView {
  track: number[];
  /** symbols are the spaces, counted from 1, that bear the altar symbol. */
  symbols: number[];
  given: string[];
  lower: Record<string, number>;
  score: number;
  rank?: number;
}

/** Private is what a seat's player knows beyond [Public]. Once the match is over, it has no members. */
export interface Private {
  /**
   * declared is the action that the player has chosen and may still drop, as
   * "learn" or COLOUR:LEVEL.
   */
  declared?: string;
  /**
   * actions say of every action of the phase "ok", or why it cannot be done:
   * by the ids "take", "draw", "store", "learn:COLOUR:LEVEL" and
   * "use:COLOUR:LEVEL". It is empty when no action is to be chosen.
   */
  actions?: Record<string, string>;
}

/**
 * Public is what everybody may know of a match: all but what will be drawn, and
 * what the player of the day is only thinking of doing. At the end that player
 * thinks of nothing, and what was never drawn is in the bag by number.
 */
export interface Public {
  mode: string;
  /** round counts from 1. First had the first day, Active has the day. */
  round: number;
  first: number;
  active: number;
  /** phase is "morning", "midday", "evening", "night" (after the actions) or "over". */
  phase: string;
  /** asked is the seat that is asked something, or -1. */
  asked: number;
  /** Ending: this is the last round. */
  ending: boolean;
  /** spells are the match's spells by colour. */
  spells: Record<string, SpellView>;
  /** Altar, Box and Spent count Materia by kind; Bag is a number only. */
  altar: Record<string, number>;
  bag: number;
  box: Record<string, number>;
  /** spent is what was paid for the spell that is being learned. */
  spent: Record<string, number>;
  /** track are the numbers of the Familiar: Track[n] is worth n Materia. */
  track: number[];
  /** seats are the players by seat: "s0", "s1" and so on. */
  seats: Record<string, SeatView>;
  /** opponent is the virtual opponent in solo. */
  opponent?: OpponentView;
}

/** SeatView is a player's side of the table. */
export interface SeatView {
  pool: Record<string, number>;
  /**
   * familiar has the stored Materia by space, from "m0" on without gaps; Value is
   * the number on the first empty one.
   */
  familiar: Record<string, string>;
  value: number;
  /** spells are the learned ones, by colour. */
  spells: Record<string, LearnedView>;
  /** score is the total as things stand: Value and the points of the spells. */
  score: number;
  /** rank is there once the match is over. */
  rank?: number;
}

export interface Spell {
  number: number;
  id: string;
  colour: string;
  set: number;
  /** levels are by number: "3", "4", "5". */
  levels: Record<string, Level>;
  /** runes are A, B and C of a spell that names runes. */
  runes?: string[];
  name: Label;
  /** text is by language and level; it names the runes. */
  text: Record<string, Record<string, string>>;
}

/** SpellView is one of the seven spells of the match. */
export interface SpellView {
  number: number;
  id: string;
  set: number;
}

export interface Track {
  /** Values[n] is the score with n spaces filled. */
  values: number[];
  /** symbols are the spaces, counted from 1, that bear the altar symbol. */
  symbols?: number[];
}

export interface Words {
  colours: Record<string, string>;
  substances: Record<string, string>;
  runes: Record<string, string>;
  kinds: Record<string, string>;
}
