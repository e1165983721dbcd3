// The land behind the table of Seasons, and the sweep to another season.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { declarationsOf } from '../../css.mjs';
import { draw, newPlace } from '../../dom.mjs';
import * as scene from './scene.mjs';

const { board, context, moments, root } = scene;

const { landscape, pictureOf } = await import('../../../static/games/seasons/landscape.js');
const { prepareSweep } = await import('../../../static/games/seasons/landscape-sweep.js');

const seasons = ['winter', 'spring', 'summer', 'fall'];
const all = moments();

/** @param {string} season */
function contextIn(season) {
  const moment = all.find((m) => m.public.phase === 'turn');
  assert.ok(moment);
  return context({ ...moment, public: { ...moment.public, season } }, 'en');
}

/**
 * @param {HTMLElement} place
 * @param {string} season
 */
function checkShown(place, season) {
  assert.equal(place.querySelector('.land')?.getAttribute('data-season'), season);
  assert.equal(place.querySelector('.land img')?.getAttribute('src'), pictureOf(season));
}

test('the land is drawn in the season of the match, and not read aloud', () => {
  const place = newPlace();
  for (const season of seasons) {
    draw(landscape(contextIn(season)), place);
    checkShown(place, season);
    assert.ok(existsSync(join(root, 'web/static', pictureOf(season))), season);
  }
  assert.equal(place.querySelector('.land')?.getAttribute('aria-hidden'), 'true');
});

test('every phase of a match has the land behind it', () => {
  const phases = new Set();
  for (const moment of all) {
    const place = draw(board.table(context(moment, 'en')));
    assert.equal(place.querySelectorAll('.land').length, 1, moment.example);
    phases.add(moment.public.phase);
  }
  for (const phase of ['draft', 'split', 'turn']) assert.ok(phases.has(phase), phase);
});

test('a plain table has no picture, and nothing that moves', () => {
  const place = newPlace();
  draw(landscape({ ...contextIn('spring'), isPlain: true }), place);
  const land = place.querySelector('.land');
  assert.equal(land?.getAttribute('data-season'), 'spring');
  assert.equal(land?.children.length, 0);
  draw(landscape(contextIn('spring')), place);
  checkShown(place, 'spring');
});

/**
 * @param {string} season
 * @param {boolean} [isPlain]
 */
function landIn(season, isPlain = false) {
  const place = draw(landscape({ ...contextIn(season), isPlain }));
  return { place, land: /** @type {HTMLElement} */ (place.querySelector('.land')) };
}

test('a sweep moves the new picture into the land, which seems to rest', async () => {
  const { place, land } = landIn('winter');
  const picture = /** @type {any} */ (land.querySelector('img'));
  const decoded = Promise.resolve();
  picture.decode = () => decoded;

  const sweep = prepareSweep(land, 'spring');
  assert.ok(sweep);
  checkShown(place, 'winter');
  assert.equal(land.querySelector('.sweep img')?.getAttribute('src'), pictureOf('spring'));
  // Without an animation the new season covers the old one.
  assert.deepEqual(
    sweep.moving.map(({ element }) => element.className),
    ['sweep', 'still'],
  );

  sweep.finish();
  checkShown(place, 'spring');
  assert.ok(land.querySelector('.sweep'), 'it covers the land until the picture can be drawn');
  await decoded;
  assert.equal(land.querySelector('.sweep'), null);
});

test('a window of 1000 by 800 and the picture in it move by inverse transforms', () => {
  const sweep = prepareSweep(landIn('winter').land, 'spring');
  assert.ok(sweep);
  const css = readFileSync(join(root, 'web/static/games/seasons/landscape.css'), 'utf8');
  assert.deepEqual(
    declarationsOf(css, '.sweep').map(({ width }) => width),
    ['calc(100% + 25lvh + 160px)'],
  );
  const overhang = 0.25 * 800;
  const widths = [1000 + overhang + 160, 1000];
  const shifts = sweep.moving.map(({ frames }, i) =>
    frames.map(({ transform }) => {
      const [, shift] = /translateX\((?:calc\()?([^)]*)/.exec(String(transform)) ?? [];
      const length = shift
        .replaceAll(/([\d.]+)%/g, (_, n) => String((n * widths[i]) / 100))
        .replaceAll(/([\d.]+)lvh/g, (_, n) => String(n * 8))
        .replaceAll('px', '');
      return length.split(/ (?=[+-])/).reduce((sum, part) => {
        const factors = part.replaceAll(' ', '').split('*').map(Number);
        return sum + factors.reduce((product, factor) => product * factor, 1);
      }, 0);
    }),
  );
  assert.deepEqual(shifts, [
    [-(widths[0] + 160), 0],
    [widths[0] + 160, 0],
  ]);
  const slants = sweep.moving.map(({ frames }) =>
    frames.map(({ transform }) => Number(/skewX\((-?\d+)deg/.exec(String(transform))?.[1])),
  );
  assert.deepEqual(slants, [
    [-14, -14],
    [14, 14],
  ]);
  assert.ok(800 * Math.tan((14 * Math.PI) / 180) <= overhang, 'the slant fits into the overhang');
});

test('a land that was drawn in another season meanwhile keeps it', () => {
  const { place, land } = landIn('winter');
  /** @type {any} */ (land.querySelector('img')).decode = () => Promise.resolve();
  const sweep = prepareSweep(land, 'spring');
  draw(landscape(contextIn('summer')), place);
  sweep?.finish();
  checkShown(place, 'summer');
});

test('there is no sweep without a picture, or to the same season', () => {
  assert.equal(prepareSweep(landIn('winter', true).land, 'spring'), null);
  const { place, land } = landIn('winter');
  assert.equal(prepareSweep(land, 'winter'), null);
  checkShown(place, 'winter');
});
