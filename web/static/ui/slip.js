// Where a slip of paper about a thing goes: beside it, where it covers neither
// the thing nor the question, and as little as may be of what can be chosen.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels of the window */
/** @typedef {'left' | 'right' | 'top' | 'bottom'} Side of the slip, where its tip is */
/** @typedef {{x: number, y: number, side: Side, tip: number}} Place tip: how far along the side the tip is */

/** Between the slip and the thing, which has a ring; and between the slip and the edges. */
const gap = 18;
const edge = 8;
/** How near to a corner of the slip the tip may be. */
const corner = 22;
/** How far the bar stands out of the dock. */
const lift = 14;
/** So much of a large thing is enough of it. */
const enough = 120;

/** The part of the window that a slip may lie in: above the dock. @returns {Box} */
export function ground() {
  const floor = document.querySelector('.dock, .askline.again')?.getBoundingClientRect().top ?? innerHeight;
  return { left: edge, top: edge, right: document.documentElement.clientWidth - edge, bottom: Math.min(innerHeight, floor - lift) - edge };
}

/**
 * The visible part of a thing, or null if it is too small.
 * @param {Element} thing
 * @param {Box} room
 * @returns {Box | null}
 */
export function sightOf(thing, room) {
  if (!thing.checkVisibility()) return null;
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  const low = thing.closest('.dock') ? innerHeight : room.bottom;
  const box = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(innerWidth, right), bottom: Math.min(low, bottom) };
  const most = (/** @type {number} */ shown, /** @type {number} */ whole) => whole > 0 && shown >= Math.min(whole * 0.7, enough);
  return most(box.right - box.left, right - left) && most(box.bottom - box.top, bottom - top) ? box : null;
}

/** The first thing that a selector finds and that is in sight. @param {string} selector @returns {Element | null} */
export function inSight(selector) {
  const room = ground();
  return [...document.querySelectorAll(selector)].find((thing) => sightOf(thing, room)) ?? null;
}

/**
 * The best place for a slip, or null where there is none.
 * @param {{width: number, height: number}} size
 * @param {Box} thing
 * @param {Box} room
 * @param {{wide?: boolean, others?: Box[]}} [opts] wide: the slip is as wide as the room, and
 *   stands above the dock if it can; others: things that had better not be covered where there is a choice
 * @returns {Place | null}
 */
export function placeSlip({ width, height }, thing, room, { wide = false, others = [] } = {}) {
  const x = clamp((thing.left + thing.right - width) / 2, room.left, room.right - width);
  const y = clamp((thing.top + thing.bottom - height) / 2, room.top, room.bottom - height);
  const floor = { x, y: room.bottom - height };
  const below = { x, y: thing.bottom + gap };
  const above = { x, y: Math.min(thing.top - gap, room.bottom) - height };
  const ways = wide ? [floor, above, below, { x, y: room.top }]
    : [{ x: thing.right + gap, y }, { x: thing.left - gap - width, y }, below, above, floor];
  const boxes = ways.map((at) => ({ left: at.x, top: at.y, right: at.x + width, bottom: at.y + height }))
    .filter((box) => box.left >= room.left && box.top >= room.top && box.right <= room.right && box.bottom <= room.bottom && !shared(box, thing))
    .map((box) => ({ box, covers: wide ? 0 : others.reduce((sum, other) => sum + shared(box, other), 0) }))
    .sort((a, b) => a.covers - b.covers);
  return boxes.length ? { x: boxes[0].box.left, y: boxes[0].box.top, ...tipOf(boxes[0].box, thing) } : null;
}

/** The area that two boxes share. @param {Box} a @param {Box} b */
function shared(a, b) {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

/** Where the tip is that points at the thing. @param {Box} slip @param {Box} thing @returns {{side: Side, tip: number}} */
function tipOf(slip, thing) {
  const across = clamp((thing.left + thing.right) / 2 - slip.left, corner, slip.right - slip.left - corner);
  if (slip.bottom <= thing.top) return { side: 'bottom', tip: across };
  if (slip.top >= thing.bottom) return { side: 'top', tip: across };
  const along = clamp((thing.top + thing.bottom) / 2 - slip.top, corner, slip.bottom - slip.top - corner);
  return { side: slip.left >= thing.right ? 'left' : 'right', tip: along };
}

/** @param {number} n @param {number} least @param {number} most */
function clamp(n, least, most) {
  return Math.max(least, Math.min(n, most));
}
