// What one hears of what happens.

/** @import { LogEvent } from '../../base/types.js' */

/** The sounds of the events, by kind; the others are silent. @type {Record<string, string>} */
const sounds = {
  round: 'rattle', reroll: 'rattle',
  take: 'token', energy: 'token', spend: 'token', store: 'token', to_air: 'token', spill: 'token',
  crystals: 'crystal', transmute: 'crystal',
  packets: 'card', split: 'card', library: 'card', draw: 'card', draw_open: 'card', keep: 'card', discard: 'card', give: 'card', mill: 'card',
  shuffle: 'card', take_back: 'card', pass: 'card', sacrifice: 'card', activate: 'card',
  summon: 'chime', gauge: 'chime',
};

/** @param {LogEvent} event */
export function sound({ kind, public: facts = {} }) {
  return kind === 'season' ? String(facts.season) : (sounds[kind] ?? '');
}
