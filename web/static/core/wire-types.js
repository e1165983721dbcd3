// The types of the server's messages: the types of wire.d.ts, which is generated from the server's
// types, and the types of values that core/reading.js decodes. This file contains no code.

/** @import * as wire from './wire.js' */

export * from './wire.js';

/** @typedef {Record<string, number | string>} Facts Details of an event or a prompt, by name. */
/**
 * A choice in an answer: an option, the number of times it is chosen (1 if absent), and the group
 * for which it is chosen.
 *
 * @typedef {{option: string, n?: number, group?: string}} Pick
 */
/**
 * A choice on the wire, which is only the option's id if n is 1 and there is no group.
 *
 * @typedef {string | Pick} PickText
 */

/**
 * An option of a decision. `ref` identifies the thing on the table to which the option refers, if
 * any.
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
 * A choice with its option.
 *
 * @typedef {{option: OptionText, n: number, group: string}} Chosen
 */
/**
 * An event. `private` has the facts that only certain seats receive.
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
 *   | wire.ClubFrame
 *   | wire.MineFrame
 *   | wire.NewsFrame} ServerFrame
 */

/** @typedef {{code: string, message: string, ban?: Why}} Refusal An error from the server. */

/**
 * The reason for a moderator's act, and the time at which the act expires. `until` is in
 * milliseconds since 1970; 0 means never.
 *
 * @typedef {{reason?: string, words?: string, until?: number}} Why
 */
