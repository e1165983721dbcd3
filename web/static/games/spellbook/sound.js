// What one hears of what happens.

/** @import { LogEvent } from '../../base/types.js' */

/** The sounds of the events, by kind; the others are silent. @type {Record<string, string>} */
const sounds = {
  took: 'token', drew: 'token', exchanged: 'token', given: 'token', spent: 'token', discarded: 'token',
  stored: 'crystal',
  used: 'card', lowered: 'card',
  learned: 'chime', raised: 'chime',
  altar: 'rattle', bag: 'rattle',
};

/** @param {LogEvent} event */
export function sound({ kind }) {
  return sounds[kind] ?? '';
}
