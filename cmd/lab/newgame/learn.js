// A first game of Toy: what is explained, when, and beside what. The texts are in
// learn.en.json.

/** @import { Hint, Lesson } from '../../core/hints.js' */
/** @import { Ctx } from './board.js' */

/** @type {Hint<Ctx>[]} */
const hints = [
  { id: 'bid', when: ({ decision }) => decision?.kind === 'bid', at: () => '.toy-hand' },
];

/** @type {Lesson<Ctx>} */
export default { options: {}, texts: '/games/toy/learn.en.json', hints };
