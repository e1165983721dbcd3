// Checks that the memoized parts of a board are redrawn whenever their content changes.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { draw, htmlOf, newPlace } from './dom.mjs';

const { Picker } = await import('../static/question/picker.js');
const { MemoDirective, trackReads } = await import('../static/ui/memo.js');

/**
 * Whether two drawings have read the same values.
 *
 * @param {any} a
 * @param {any} b
 */
const alike = (a, b) =>
  Object.is(a, b) ||
  JSON.stringify(a instanceof Picker ? a.decision : a) ===
    JSON.stringify(b instanceof Picker ? b.decision : b);

/**
 * Draws a board at each moment, and compares drawings of a part that have read the same values.
 *
 * @param {readonly any[]} moments contexts
 * @param {{table: (ctx: any) => unknown, hand: (ctx: any) => unknown}} board
 * @returns {{parts: number, same: number}} how many parts there are, and how often one has read the
 *   same
 */
export function keptAlike(moments, board) {
  /** @type {Map<string, {reads: import('../static/ui/memo.js').Read[], says: string}[]>} */
  const drawings = new Map();
  /** @type {Map<string, HTMLElement>} */
  const places = new Map();
  let same = 0;
  /**
   * Draws a part of the board at every moment, in a place of its own.
   *
   * @param {any} ctx
   * @param {(...args: any[]) => unknown} draws
   * @param {unknown[]} args
   */
  const compare = (ctx, draws, ...args) => {
    const id = `${draws.name} ${JSON.stringify(args)}`;
    const notes = trackReads(ctx);
    const drawn = draws(notes.ctx, ...args);
    const reads = notes.end();
    const place = places.get(id) ?? newPlace();
    places.set(id, place);
    const says = htmlOf(drawn, place);
    const before = drawings.get(id) ?? [];
    for (const earlier of before.filter((each) =>
      each.reads.every(({ find, was }) => alike(find(ctx), was)),
    )) {
      same++;
      assert.equal(says, earlier.says, id);
    }
    drawings.set(id, [...before, { reads, says }]);
    return '';
  };
  const spy = mock.method(MemoDirective.prototype, 'render', compare);
  try {
    const place = newPlace();
    for (const moment of moments) draw([board.table(moment), board.hand(moment)], place);
  } finally {
    spy.mock.restore();
  }
  return { parts: drawings.size, same };
}
