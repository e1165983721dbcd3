// Parts of a board that are kept: whether each, where it would be kept, says what it would say
// anew.

import assert from 'node:assert/strict';

const { Picker } = await import('../static/question/picker.js');
const { trackReads } = await import('../static/ui/memo.js');

/**
 * The parts of a drawing that are kept, also those inside of others.
 *
 * @param {any} drawn
 * @returns {{ctx: any, draw: Function, args: unknown[]}[]}
 */
function keptIn(drawn) {
  if (drawn === null || typeof drawn !== 'object') return [];
  if (Array.isArray(drawn)) return drawn.flatMap(keptIn);
  const { strings, values, _$litDirective$: directive } = drawn;
  if (strings) return values.flatMap(keptIn);
  const [ctx, draw, ...args] = directive ? values : [];
  return Array.isArray(ctx) || typeof draw !== 'function'
    ? []
    : [{ ctx, draw, args }, ...keptIn(draw(ctx, ...args))];
}

/**
 * Whether the same was read, though in another moment.
 *
 * @param {any} a
 * @param {any} b
 */
const alike = (a, b) =>
  Object.is(a, b) ||
  JSON.stringify(a instanceof Picker ? a.decision : a) ===
    JSON.stringify(b instanceof Picker ? b.decision : b);

/**
 * Draws the parts of a board in each moment, and compares those that have read the same.
 *
 * @param {readonly any[]} moments contexts
 * @param {{table: (ctx: any) => unknown, hand: (ctx: any) => unknown}} board
 * @param {(drawn: unknown) => string} words
 * @returns {{parts: number, same: number}} how many parts there are, and how often one has read the
 *   same
 */
export function keptAlike(moments, board, words) {
  /** @type {Map<string, {reads: import('../static/ui/memo.js').Read[], says: string}[]>} */
  const known = new Map();
  let same = 0;
  for (const moment of moments) {
    for (const { ctx, draw, args } of keptIn([board.table(moment), board.hand(moment)])) {
      const notes = trackReads(ctx);
      const says = words(draw(notes.ctx, ...args));
      const reads = notes.end();
      const id = `${draw.name} ${JSON.stringify(args)}`;
      const before = known.get(id) ?? [];
      for (const one of before.filter((each) =>
        each.reads.every(({ find, was }) => alike(find(ctx), was)),
      )) {
        same++;
        assert.equal(says, one.says, id);
      }
      known.set(id, [...before, { reads, says }]);
    }
  }
  return { parts: known.size, same };
}
