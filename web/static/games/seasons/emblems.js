// The picture of each card, small.

import { sure } from '../../base/sure.js';

/** The symbols, in the order of the cards, and the energy that one wears where several share it. */
const emblems = [
  '', 'amulet air', 'amulet fire', 'amulet earth', 'amulet water', 'balance', 'staff', 'boots', 'purse', 'chalice', 'syllas',
  'figrim', 'naria', 'chest', 'horn', 'die', 'kairn', 'amsug', 'grimoire', 'helm', 'hand',
  'lewis', 'cube', 'potion fire', 'potion air', 'potion water', 'potion earth', 'hourglass', 'scepter', 'statue', 'vase',
  'amulet any', 'tree', 'leech', 'orb', 'cauldron', 'crown', 'skull', 'demon', 'titus', 'elemental',
  'fairies', 'treatise', 'idol', 'kriss', 'lantern', 'urm', 'mirror', 'pendant', 'sid', 'soul',
];

/** The symbol of a card, and the energy that it wears if any. @param {number} number @returns {[string, string?]} */
export function emblemOf(number) {
  return /** @type {[string, string?]} */ (sure(emblems[number]).split(' '));
}
