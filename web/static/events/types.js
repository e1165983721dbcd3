// The types of the pages about events: those of the server's messages, with the parts that wire.d.ts
// leaves open. This file contains no code.

/** @import { Settings, MatchProgress } from '../core/types.js' */
/** @import * as wire from '../core/wire-types.js' */

/** @typedef {wire.EventKind} EventKind */
/** @typedef {wire.EventStatus} EventStatus */
/** @typedef {wire.EventSettings} EventSettings */
/** @typedef {wire.EventLine} EventLine */
/** @typedef {wire.ClubEvent} ClubEvent */
/** @typedef {wire.ChampionsAnswer['champions'][number]} Champion */
/** @typedef {wire.EventsAnswer} EventPage */
/** @typedef {wire.EventPerson} EventPerson */
/** @typedef {wire.EventStanding} EventStanding */
/** @typedef {Omit<wire.EventTable, 'progress'> & {progress?: MatchProgress}} EventTable */
/** @typedef {Omit<wire.EventRound, 'tables'> & {tables: Record<string, EventTable>}} EventRound */
/** @typedef {Omit<wire.EventAct, 'body'> & {body: Partial<ActBody>}} EventAct */
/**
 * @typedef {{
 *   person: string;
 *   name: string;
 *   reason: string;
 *   round: number;
 *   table: number;
 *   seat: number;
 *   places: number[];
 * }} ActBody
 */

/**
 * @typedef {Omit<wire.EventDocument, 'rounds' | 'acts'> & {
 *   rounds: Record<string, EventRound>;
 *   acts: EventAct[];
 * }} EventDocument
 */

/** A person with the number in the event. @typedef {EventPerson & {number: number}} Entrant */
/** A table with its number in the round. @typedef {EventTable & {number: number}} NumberedTable */
/** @typedef {Pick<Settings, 'options' | 'seats' | 'rated'>} TableChoices */

export {};
