// What the client has of SpellBook.

import cover from './cover.js';

/** @type {import('../../app/types.js').Game} */
export default {
  cover,
  board: () => import('./board.js'),
  lesson: () => import('./learn.js'),
  rules: '/games/spellbook/rules.*.json',
};
