// What the server says: wire.d.ts, which is made of the types of the server, and what the client reads it as. This
// file holds no code.

/** @typedef {Record<string, number | string>} Facts Named details of an event or a prompt. */
/** @typedef {{option: string, n?: number, group?: string}} Pick A choice of an answer: an option, how often (once if absent), and into which group. */
/** @typedef {string | Pick} PickText On the wire a choice is just the option's id where n is 1 and there is no group. */

/**
 * An option of a decision; without a ref it refers to nothing on the table.
 * @typedef {{id: string, ref?: string, min?: number, max: number, groups?: string[], alone?: boolean, final?: boolean, passes?: boolean, ends?: boolean, early?: boolean}} OptionText
 */
/** @typedef {import('./wire.js').GroupText} GroupText */
/** @typedef {Omit<import('./wire.js').DecisionText, 'options' | 'min' | 'max'> & {options: OptionText[], min: number, max: number}} DecisionText */
/** @typedef {{option: OptionText, n: number, group: string}} Chosen A choice of an answer as it is shown. */
/** @typedef {{kind: string, seat: number, public?: Facts, private?: Facts}} EventText Only a viewer who may know it has what is private. */
/** @typedef {import('./wire.js').Status} Status */
/** @typedef {import('./wire.js').Settings} Settings */
/** @typedef {import('./wire.js').SeatInfo} SeatInfo */
/** @typedef {import('./wire.js').MatchStart} MatchStart */
/** @typedef {import('./wire.js').RoomFrame} RoomFrame */
/** @typedef {import('./wire.js').PresenceFrame} PresenceFrame */
/** @typedef {import('./wire.js').Place} Place */
/** @typedef {import('./wire.js').Outcome} Outcome */
/** @typedef {import('./wire.js').SeatResult} SeatResult */
/** @typedef {import('./wire.js').Proof} Proof */
/** @typedef {import('./wire.js').Result} Result */
/** @typedef {import('./wire.js').MatchInfo} MatchInfo */
/** @typedef {import('./wire.js').MatchProgress} MatchProgress */
/** @typedef {import('./wire.js').Timeline} Timeline */
/** @typedef {import('./wire.js').Moment} Moment */
/** @typedef {import('./wire.js').Piece} Piece */
/** @typedef {import('./wire.js').Chunk} Chunk */
/** @typedef {import('./wire.js').Analysis} Analysis */
/** @typedef {import('./wire.js').AnalysisInfo} AnalysisInfo */
/** @typedef {import('./wire.js').Hint} Hint */
/** @typedef {import('./wire.js').Line} Line */
/** @typedef {import('./wire.js').RoomInfo} RoomInfo */
/** @typedef {import('./wire.js').SnapshotFrame} SnapshotFrame */
/** @typedef {import('./wire.js').ClockFrame} ClockFrame */
/** @typedef {import('./wire.js').ChatLine} ChatLine */
/** @typedef {import('./wire.js').ChatFrame} ChatFrame */
/** @typedef {import('./wire.js').Person} Person */
/** @typedef {import('./wire.js').WelcomeFrame} WelcomeFrame */
/** @typedef {import('./wire.js').OkFrame} OkFrame */
/** @typedef {import('./wire.js').RejectFrame} RejectFrame */
/** @typedef {import('./wire.js').PongFrame} PongFrame */
/** @typedef {import('./wire.js').ByeFrame} ByeFrame */
/** @typedef {import('./wire.js').NewsFrame} NewsFrame */
/** @typedef {import('./wire.js').Label} Label */
/** @typedef {import('./wire.js').MatchValue} MatchValue */
/** @typedef {import('./wire.js').MatchOption} MatchOption */
/** @typedef {import('./wire.js').GameInfo} GameInfo */
/** @typedef {import('./wire.js').Lost | ''} Lost */
/** @typedef {import('./wire.js').Part} ScorePart */
/** @typedef {EventText & {number: number}} LogEvent An event with its number in the match, from 0. */

/** @typedef {import('./wire.js').UpdateFrame} UpdateFrame */
/**
 * @typedef {WelcomeFrame | RoomFrame | PresenceFrame | SnapshotFrame | UpdateFrame | ClockFrame | ChatFrame | OkFrame | RejectFrame |
 *   PongFrame | ByeFrame | NewsFrame} ServerFrame
 */

/** @typedef {{code: string, message: string, ban?: Why}} Refusal A coded error as it is shown. */

/** @typedef {{reason?: string, words?: string, until?: number}} Why Why a moderator has done something; until is in milliseconds since 1970, 0 for good. */

export {};
