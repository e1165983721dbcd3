// The types of what the server sends: those of wire.d.ts, which is generated from the server's
// types, and those that core/reading.js makes of them. This file holds no code.

/** @import * as wire from './wire.js' */

export * from './wire.js';

/** @typedef {Record<string, number | string>} Facts Details of an event or a prompt, by name. */
/**
 * A choice of an answer: an option, how often it is chosen (once if absent), and for which group.
 *
 * @typedef {{option: string, n?: number, group?: string}} Pick
 */
/**
 * A choice on the wire: just the option's id if n is 1 and there is no group.
 *
 * @typedef {string | Pick} PickText
 */

/**
 * An option of a decision; without `ref` it refers to nothing on the table.
 *
 * @typedef {{
 *   id: string;
 *   ref?: string;
 *   min?: number;
 *   max: number;
 *   groups?: string[];
 *   alone?: boolean;
 *   final?: boolean;
 *   passes?: boolean;
 *   ends?: boolean;
 *   early?: boolean;
 * }} OptionText
 */
/**
 * @typedef {Omit<wire.DecisionText, 'options' | 'min' | 'max'> & {
 *   options: OptionText[];
 *   min: number;
 *   max: number;
 * }} DecisionText
 */
/**
 * A choice with its option, for display.
 *
 * @typedef {{option: OptionText, n: number, group: string}} Chosen
 */
/**
 * An event. `private` is only there for a viewer who may know it.
 *
 * @typedef {{kind: string, seat: number, public?: Facts, private?: Facts}} EventText
 */
/** @typedef {wire.Lost | ''} Lost */
/** @typedef {wire.GamePart} ScorePart */
/**
 * An event with its number in the match, from 0.
 *
 * @typedef {EventText & {number: number}} LogEvent
 */

/**
 * @typedef {wire.WelcomeFrame
 *   | wire.RoomFrame
 *   | wire.PresenceFrame
 *   | wire.SnapshotFrame
 *   | wire.UpdateFrame
 *   | wire.ClockFrame
 *   | wire.ChatFrame
 *   | wire.OkFrame
 *   | wire.RejectFrame
 *   | wire.PongFrame
 *   | wire.ByeFrame
 *   | wire.NewsFrame} ServerFrame
 */

/** @typedef {{code: string, message: string, ban?: Why}} Refusal A coded error as it is shown. */

/**
 * The reason for a moderator's act; until is in milliseconds since 1970, 0 for good.
 *
 * @typedef {{reason?: string, words?: string, until?: number}} Why
 */
