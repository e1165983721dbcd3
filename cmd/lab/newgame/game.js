// What the client has of Toy.

import cover from './cover.js';

/** @type {import('../../core/types.js').Game} */
export default {
  cover,
  board: () => import('./board.js'),
  texts: '/games/toy/texts.en.json',
  css: '/games/toy/board.css',
  lesson: () => import('./learn.js'),
  rules: '/games/toy/rules.en.json',
};
