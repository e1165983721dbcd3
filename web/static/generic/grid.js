// A board of squares. Columns have letters, and row 1 is at the bottom.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { cssVar, thing } from '../ui/pieces.js';
import { marker } from './markers.js';
import { columnName, sizeOf, squareKey } from './shapes.js';
import { isSeat, nameOf, valueText, wordsOf } from './words.js';

/** @import { Renderable } from '../core/types.js' */
/** @import { Collection, Value } from './shapes.js' */
/** @import { AnyCtx } from './words.js' */

/**
 * @param {AnyCtx} ctx
 * @param {string} member whose keys are the squares
 * @param {Collection} squares
 * @returns {Renderable}
 */
export function grid(ctx, member, squares) {
  const size = sizeOf(squares);
  if (!size) return nothing;
  const { columns, rows } = size;
  const columnNumbers = Array.from({ length: columns }, (_, i) => i + 1);
  const rowNumbers = Array.from({ length: rows }, (_, i) => rows - i);
  const stop = tabStop(ctx, member, squares);
  const isLarge = columns > largeColumns;
  const letters = html`<div class="gen-letters" aria-hidden="true"><span></span>${columnNumbers.map(
    (column) => html`<span>${columnName(column)}</span>`,
  )}</div>`;
  return html`<div class="gen-part gen-board"
      ${cssVar({ '--columns': columns, '--rows': rows })}>
    <div class="gen-frame">
    <div class="gen-squares" role="grid" aria-label=${nameOf(ctx, member)}
        @keydown=${moveFocus}>${rowNumbers.map(
          (row) =>
            html`<div role="row"><span role="rowheader" class="gen-edge">${row}</span>${columnNumbers.map(
              (column) => squareCell(ctx, member, squares, squareKey(column, row), stop, isLarge),
            )}</div>`,
        )}</div>${letters}</div></div>`;
}

/**
 * The square that Tab reaches: the first that can be chosen, else the first.
 *
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Collection} squares
 */
function tabStop(ctx, member, squares) {
  const keys = Object.keys(squares);
  const { decision, picker } = ctx;
  return (decision && keys.find((key) => picker.stateOf(`${member}:${key}`))) ?? keys[0] ?? '';
}

/**
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Collection} squares
 * @param {string} key
 * @param {string} stop the key of the square that Tab reaches
 * @param {boolean} isLarge
 */
function squareCell(ctx, member, squares, key, stop, isLarge) {
  const dark = (key.charCodeAt(0) + Number(key.slice(1))) % 2 === 0 ? 'dark' : '';
  const value = squares[key];
  if (value === undefined) return html`<span role="gridcell" class="gen-gap"></span>`;
  return html`<span role="gridcell">${thing(ctx, `${member}:${key}`, piece(ctx, value), {
    label: squareLabel(ctx, key, value),
    cls: `gen-square ${dark} ${isEmpty(value) ? 'gen-empty' : ''}`,
    tab: key === stop ? 0 : -1,
    // On small squares the first tap only chooses.
    read: isLarge,
  })}</span>`;
}

/**
 * @param {AnyCtx} ctx
 * @param {string} key
 * @param {Value} value
 */
function squareLabel(ctx, key, value) {
  const t = wordsOf(ctx);
  return isEmpty(value)
    ? t('square.empty', { square: key })
    : t('square', { square: key, value: valueText(ctx, value) });
}

/** @param {Value} value */
const isEmpty = (value) => value === '' || value === 0 || value === false;

/**
 * What lies on a square: a player's piece, or text.
 *
 * @param {AnyCtx} ctx
 * @param {Value} value
 */
function piece(ctx, value) {
  if (isEmpty(value)) return nothing;
  if (isSeat(ctx, value)) return marker(value);
  const text = valueText(ctx, value);
  return html`<span class=${text.length > 2 ? 'gen-text long' : 'gen-text'}>${text}</span>`;
}

/** Boards with more columns have small squares on phones. */
const largeColumns = 9;

/** How far each key moves the focus, in columns and rows. @type {Record<string, [number, number]>} */
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Moves the focus with the arrows, over gaps, to the next square in that direction.
 *
 * @param {KeyboardEvent} event
 */
function moveFocus(event) {
  const step = steps[event.key];
  const from = /** @type {Element} */ (event.target).closest('.gen-square');
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [member = '', key = ''] = (from.getAttribute('data-ref') ?? '').split(':');
  const board = /** @type {Element} */ (event.currentTarget);
  let [column, row] = [key.charCodeAt(0) - 96, Number(key.slice(1))];
  for (let left = 26; left > 0; left--) {
    column += step[0];
    row += step[1];
    /** @type {HTMLElement | null} */
    const next = board.querySelector(`[data-ref="${member}:${squareKey(column, row)}"]`);
    if (next) {
      next.focus();
      return;
    }
  }
}
