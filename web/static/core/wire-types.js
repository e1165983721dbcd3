// What the server says: wire.d.ts, which is made of the types of the server, and what the client
// reads it as. This file holds no code.

/** @import * as wire from './wire.js' */

export * from './wire.js';

/** @typedef {Record<string, number | string>} Facts Named details of an event or a prompt. */
/**
 * A choice of an answer: an option, how often (once if absent), and into which group.
 *
 * @typedef {{option: string, n?: number, group?: string}} Pick
 */
/**
 * On the wire a choice is just the option's id where n is 1 and there is no group.
 *
 * @typedef {string | Pick} PickText
 */

/**
 * An option of a decision; without a ref it refers to nothing on the table.
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
 * A choice of an answer as it is shown.
 *
 * @typedef {{option: OptionText, n: number, group: string}} Chosen
 */
/**
 * Only a viewer who may know it has what is private.
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
 * Why a moderator has done something; until is in milliseconds since 1970, 0 for good.
 *
 * @typedef {{reason?: string, words?: string, until?: number}} Why
 */
