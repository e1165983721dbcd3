// The dice of Seasons: the geometry of the cubes, and the faces that they show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find } from '../../dom.mjs';
import { catalogue, context, moments } from './scene.mjs';

const { facesOfSides, flatTransform, matrixOf, project, squares, turnOf, visibleSides } =
  await import('../../../static/games/seasons/cube.js');
const { dieBody } = await import('../../../static/games/seasons/dice.js');
const { faceOf, seasons, tokenList } = await import('../../../static/games/seasons/facts.js');

const faceNumbers = [1, 2, 3, 4, 5, 6];
const around = /** @type {const} */ (['front', 'right', 'back', 'left']);
const allDice = seasons.flatMap((season) =>
  [1, 2, 3, 4, 5].map((number) => ({ season, number, turn: turnOf(season, number) })),
);
const ctx = context(
  moments().find((moment) => moment.public.dice),
  'en',
);

/**
 * The corners of a square in the picture, from its matrix, as text.
 *
 * @param {keyof typeof squares} name
 * @param {number} turn
 */
function cornersOf(name, turn) {
  const [a, b, c, d, x, y] = matrixOf(squares[name], turn);
  const corner = (/** @type {number} */ across, /** @type {number} */ down) =>
    [x + a * across + c * down, y + b * across + d * down].map((n) => (n + 0).toFixed(6)).join();
  return {
    upperLeft: corner(-0.5, -0.5),
    upperRight: corner(0.5, -0.5),
    lowerLeft: corner(-0.5, 0.5),
    lowerRight: corner(0.5, 0.5),
  };
}

test('sides of a die meet at their edges', () => {
  for (const { turn } of allDice) {
    const [up, front, right, left, ground] = /** @type {const} */ ([
      'up',
      'front',
      'right',
      'left',
      'ground',
    ]).map((name) => cornersOf(name, turn));
    const edges = [
      [up.lowerLeft, front.upperLeft],
      [up.lowerRight, front.upperRight],
      [front.lowerLeft, ground.lowerLeft],
      [front.lowerRight, ground.lowerRight],
      [right.upperLeft, front.upperRight],
      [right.lowerLeft, front.lowerRight],
      [right.upperRight, up.upperRight],
      [right.lowerRight, ground.upperRight],
      [left.upperRight, front.upperLeft],
      [left.lowerRight, front.lowerLeft],
      [left.upperLeft, up.upperLeft],
      [left.lowerLeft, ground.upperLeft],
    ];
    for (const [corner, sameCorner] of edges) assert.equal(corner, sameCorner, `turn ${turn}`);
  }
});

test('a die shows the sides whose outside is towards the viewer', () => {
  for (const { turn } of allDice) {
    const visible = visibleSides(turn);
    for (const side of /** @type {const} */ (['up', 'front', 'right', 'left'])) {
      const [a, b, c, d] = matrixOf(squares[side], turn);
      // The writing on a side that faces away would be mirrored.
      assert.equal(a * d - b * c > 0, visible.includes(side), `${side}, turn ${turn}`);
    }
  }
});

test('a picture of a die keeps the lengths of upright edges', () => {
  const cos58 = 0.529919;
  for (const { turn } of allDice) {
    const [x, y] = project([0, 1, 0], turn);
    assert.deepEqual([x, y.toFixed(6)], [0, String(cos58)]);
  }
});

test('the transform of a side is in edges of the cube', () => {
  assert.equal(
    flatTransform(squares.front, 0),
    'translate(calc(var(--die) * 0), calc(var(--die) * 0.42402)) matrix(1,0,0,0.52992,0,0)',
  );
});

test('dice of a season are turned differently, and their neighbours the other way', () => {
  for (const season of seasons) {
    const turns = [1, 2, 3, 4, 5].map((number) => turnOf(season, number));
    assert.equal(new Set(turns).size, 5, season);
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((number) => turnOf(season, number)),
      turns,
    );
    assert.ok(turns.some((turn) => turn > 0) && turns.some((turn) => turn < 0), season);
  }
});

test('all six positions show the same die', () => {
  for (const up of faceNumbers) {
    const faces = facesOfSides(up);
    assert.deepEqual(Object.values(faces).toSorted(), faceNumbers, `${up} above`);
    assert.equal(faces.up + faces.down, 7);
    around.forEach((side, i) => {
      const [face, next, opposite] = [side, around[(i + 1) % 4], around[(i + 2) % 4]].map(
        (name) => faces[/** @type {'front'} */ (name)],
      );
      assert.equal(face + opposite, 7, `${face} and ${opposite}`);
      // Turn this side up: the former lower face is in its place, with the same face to its right.
      const turned = facesOfSides(face);
      const ring = around.map((name) => turned[name]);
      assert.equal(ring[(ring.indexOf(7 - up) + 1) % 4], next, `${up} above, then ${face}`);
    });
  }
});

/** @param {any} face */
const symbolIds = (face) => [
  ...tokenList(face.energy).map((e) => `e-${e}`),
  ...['crystals', 'star', 'transmute', 'draw']
    .filter((name) => face[name])
    .map((name) => (name === 'crystals' ? 'crystal' : name)),
];

/**
 * @param {Element} side
 * @param {string} tag
 */
const parts = (side, tag) =>
  [...side.querySelectorAll(tag)].map((element) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  );

test('a die shows its face above, and two other faces of the same die', () => {
  for (const { season, number, turn } of allDice) {
    for (const up of faceNumbers) {
      const sides = find(draw(dieBody(ctx, season, number, up)), '.die-side');
      const name = `${season} ${number}, face ${up}`;
      const names = visibleSides(turn);
      const faces = names.map((side) => facesOfSides(up)[side]);
      assert.equal(new Set(faces).size, 3, name);
      assert.equal(faces.at(-1), up, name);
      assert.equal(sides.length, 3, name);
      sides.forEach((side, i) => {
        const face = faceOf(ctx, season, number, faces[i]);
        assert.ok(side.classList.contains(`die-${names[i]}`), name);
        assert.deepEqual(
          parts(side, 'use').map(({ href }) => href.replace(/^.*#/, '')),
          symbolIds(face),
          name,
        );
        // A one is drawn.
        const amount = parts(side, 'path').length ? '1' : side.textContent?.trim();
        assert.equal(amount, face.crystals ? String(face.crystals) : '', name);
        assert.equal(parts(side, 'circle').length, names[i] === 'up' ? face.pips : 0, name);
      });
    }
  }
});

test('the symbols of all faces fit on a side, above the pips', () => {
  const longest = { energy: { air: 2, water: 1, fire: 1, earth: 0 } };
  const pretend = {
    ...ctx,
    catalogue: {
      ...catalogue,
      dice: {
        ...catalogue.dice,
        fall: catalogue.dice.fall.map((/** @type {any} */ die) => ({
          faces: die.faces.map((/** @type {any} */ face) => ({
            ...face,
            ...longest,
            crystals: 0,
            star: false,
            transmute: false,
            draw: false,
          })),
        })),
      },
    },
  };
  for (const { season, number } of allDice) {
    for (const up of faceNumbers) {
      const [side] = find(draw(dieBody(pretend, season, number, up)), '.die-up');
      const boxes = parts(side, 'use').map(({ x, y, width, height }) => ({
        left: Number(x),
        right: Number(x) + Number(width),
        top: Number(y),
        bottom: Number(y) + Number(height),
      }));
      const highestPip = Math.min(
        ...parts(side, 'circle').map(({ cy, r }) => Number(cy) - Number(r)),
      );
      for (const { left, right, top, bottom } of boxes) {
        const name = `${season} ${number}, face ${up}: ${[left, right, top, bottom]}`;
        assert.ok(left >= 5 && right <= 95 && top >= 5 && bottom <= highestPip, name);
      }
      boxes.forEach((box, i) =>
        boxes.slice(i + 1).forEach((other) => {
          const apart =
            box.right <= other.left + 0.1 ||
            other.right <= box.left + 0.1 ||
            box.bottom <= other.top + 0.1 ||
            other.bottom <= box.top + 0.1;
          assert.ok(apart, `${season} ${number}, face ${up}`);
        }),
      );
    }
  }
});
