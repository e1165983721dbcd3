// The throw of dice in Seasons, recorded without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, htmlOf, newPlace } from '../../dom.mjs';
import { context, moments } from './scene.mjs';

const { throwDice, throwDuration } = await import('../../../static/games/seasons/dice-throw.js');
const { dieBody } = await import('../../../static/games/seasons/dice.js');
const { turnOf } = await import('../../../static/games/seasons/cube.js');
const { numberIn } = await import('../../../static/games/seasons/facts.js');
const { sceneKinds } = await import('../../../static/games/seasons/scene-events.js');

const ctx = context(
  moments().find((moment) => moment.public.dice),
  'en',
);
const dice = Object.entries(ctx.public.dice).map(([key, { face }], i) => {
  const slot = newPlace();
  slot.className = 'dieslot';
  const element = slot.appendChild(newPlace());
  return {
    number: numberIn(key),
    face,
    place: /** @type {any} */ ({
      element,
      left: 100 * i,
      top: 50,
      width: 64,
      height: 78,
      x: 100 * i + 32,
      y: 89,
    }),
  };
});

/** Throws the dice, and returns what is put on the sheet, what moves, and what is hidden. */
function recordThrow() {
  /** @type {HTMLElement[]} */
  const put = [];
  /** @type {{element: Element, frames: any[], delay: number, duration: number}[]} */
  const moves = [];
  /** @type {[Element, Element][]} */
  const hidden = [];
  const layer = /** @type {any} */ ({
    put(/** @type {unknown} */ drawn, /** @type {string} */ className) {
      const element = Object.assign(draw(drawn), { className });
      put.push(element);
      return element;
    },
    move: (
      /** @type {Element} */ element,
      /** @type {any[]} */ frames,
      /** @type {{delay: number, duration: number}} */ { delay, duration },
    ) => moves.push({ element, frames, delay, duration }),
    standInFor: (/** @type {Element} */ element, /** @type {Element} */ standIn) =>
      hidden.push([element, standIn]),
  });
  throwDice(layer, ctx, dice, { x: 10, y: 700 });
  const movesOf = (/** @type {Element | null} */ element) =>
    moves.filter((move) => move.element === element);
  return { put, moves, hidden, movesOf };
}

test('dice are thrown one after the other and end as the table draws them', () => {
  const { put, hidden, movesOf } = recordThrow();
  assert.equal(put.length, dice.length);
  put.forEach((thrown, i) => {
    const { number, face, place } = dice[i];
    const { diceSeason } = ctx.public;
    const [way] = movesOf(thrown);
    assert.deepEqual([way.delay, way.duration], [i * 70, 1050]);
    assert.equal(way.frames.at(-1).transform, 'translate(0.0px, 0.0px)');
    const [turn] = movesOf(thrown.querySelector('.solid'));
    assert.match(
      turn.frames.at(-1).transform,
      new RegExp(
        `^translateY\\(-?0\\.0px\\) rotateX\\(-58deg\\) rotate3d\\(.*, -?0deg\\) rotateY\\(${turnOf(diceSeason, number)}deg\\)$`,
      ),
    );
    const [flying, resting] = thrown.children;
    assert.equal(find(flying, '.die-side').length, 6);
    assert.equal(find(flying, 'svg').length, 0, 'the face is hidden while the die flies');
    assert.equal(
      resting.outerHTML.replace(/<!--.*?-->/gs, ''),
      htmlOf(dieBody(ctx, diceSeason, number, face)),
    );
    const [reveal] = movesOf(resting);
    assert.equal(reveal.delay, way.delay + way.duration);
    assert.deepEqual(hidden[i], [place.element.parentElement, thrown]);
  });
});

test('a die bounces twice', () => {
  const { put, movesOf } = recordThrow();
  for (const thrown of put) {
    const [turn] = movesOf(thrown.querySelector('.solid'));
    const heights = turn.frames.map(({ transform }) => -Number(/-?[\d.]+/.exec(transform)?.[0]));
    const tops = heights.filter(
      (height, i) => height > 0 && height > (heights[i - 1] ?? height) && height > heights[i + 1],
    );
    assert.equal(tops.length, 3, `the throw and two bounces: ${heights}`);
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => b - a),
    );
  }
});

test('a throw moves only transforms and opacities, and ends within its scene', () => {
  const { moves } = recordThrow();
  const allowed = ['transform', 'opacity', 'offset', 'easing'];
  for (const { frames, delay, duration } of moves) {
    for (const frame of frames)
      assert.deepEqual(
        Object.keys(frame).filter((name) => !allowed.includes(name)),
        [],
      );
    assert.ok(delay + duration <= throwDuration(dice.length));
  }
  // Five dice, with four players, take longest.
  assert.ok(throwDuration(5) <= sceneKinds.roll.duration);
});
