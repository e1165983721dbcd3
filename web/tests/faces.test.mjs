// Names of guests, and the face of a name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { declarationsOf } from './css.mjs';
import { languageCodes } from '../static/core/languages.js';
import './page-shim.mjs';

const {
  drawnAnimals,
  faceOf,
  faceOfName,
  botFace,
  guestName,
  isGuestName,
  setFace,
  retryUnanswered,
  lookForFaces,
  playerFace,
} = await import('../static/ui/faces.js');

/**
 * All names of guests.
 *
 * @param {import('../static/core/types.js').Lang} lang
 */
function names(lang) {
  const all = [];
  for (let plant = 0; plant < 14; plant++) {
    for (let animal = 0; animal < 14; animal++) {
      const picks = [plant, animal];
      all.push(guestName(lang, () => ((picks.shift() ?? 0) + 0.5) / 14));
    }
  }
  return all;
}

test('the names of guests are told from chosen ones', () => {
  for (const lang of languageCodes)
    for (const name of names(lang)) assert.ok(isGuestName(name), name);
  for (const name of ['Ada', 'Amber', 'Badger', 'amber badger', 'Amber Badger 2', ''])
    assert.ok(!isGuestName(name), name);
});

test('a guest gets a friendly name in their language', () => {
  const [en, fr, de] = [names('en'), names('fr'), names('de')];
  assert.deepEqual(
    [en[0], fr[0], de[0]],
    ['Amber Badger', 'Blaireau de la Bruyère', 'Dachs von der Heide'],
  );
  assert.ok(fr.includes('Loutre du Genévrier'));
  for (const all of [en, fr, de]) assert.equal(new Set(all).size, 14 * 14);
  for (const name of en) assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  for (const name of fr) assert.match(name, /^\p{Lu}[\p{Ll}-]+ (du|de la) \p{Lu}\p{Ll}+$/u);
  for (const name of de) assert.match(name, /^\p{Lu}\p{Ll}+ (vom|von der) \p{Lu}\p{Ll}+$/u);
  for (const name of [...en, ...fr, ...de]) assert.ok(name.length <= 32);
});

test('a name has the same face in every language, and it is the animal of the name', () => {
  const en = names('en');
  for (const lang of languageCodes) assert.deepEqual(en.map(faceOf), names(lang).map(faceOf));
  for (const name of en) assert.equal(faceOf(name).animal, name.split(' ')[1].toLowerCase());
  assert.deepEqual(
    [
      faceOf('Renard roux').animal,
      faceOf('la CHOUETTE').animal,
      faceOf('Lievre 2').animal,
      faceOf('Rouge-gorge').animal,
    ],
    ['fox', 'owl', 'hare', 'robin'],
  );
});

test('other names keep a face of their own, and they differ', () => {
  assert.deepEqual(faceOf('Maud'), faceOf('Maud'));
  const all = Array.from({ length: 400 }, (_, n) => faceOf(`Person ${n}`));
  assert.deepEqual(new Set(all.map(({ animal }) => animal)), new Set(drawnAnimals));
  assert.equal(new Set(all.map(({ tint }) => tint)).size, 6);
  for (const name of ['', '🦊', '李']) assert.ok(drawnAnimals.includes(faceOf(name).animal));
});

test('a bot keeps its face wherever it plays, and no two at a table have the same animal or colour', () => {
  const games = /** @type {any} */ ([
    { id: 'g', bots: [{ id: 'search', avatar: 'owl' }, { id: 'random' }] },
  ]);
  assert.deepEqual(playerFace(games, 'g', 'search', ''), { animal: 'owl', tint: 1, bot: true });
  for (const bot of ['search', 'random']) {
    const faces = ['Alwin', 'Brisa', 'Corvo', 'Dunja'].map((name) =>
      playerFace(games, 'g', bot, name),
    );
    assert.deepEqual(
      [
        new Set(faces.map(({ animal }) => animal)).size,
        new Set(faces.map(({ tint }) => tint)).size,
      ],
      [4, 4],
    );
  }
  assert.equal(playerFace(games, 'g', 'search', 'Alwin').animal, 'owl');
  assert.equal(playerFace(games, 'g', 'random', 'Alwin').bot, true);
  assert.equal(playerFace(games, 'g', '', 'Fern Wren').animal, 'wren');
});

test('faces are the same as on the server, whose tests read the same file', () => {
  const list = JSON.parse(
    readFileSync(
      new URL('../../internal/people/avatar/testdata/faces.json', import.meta.url),
      'utf8',
    ),
  );
  assert.ok(list.length > 40);
  for (const { name, character, ...face } of list)
    assert.deepEqual(face.bot ? botFace(character || undefined, name) : faceOf(name), face, name);
});

test('chosen faces are requested once, many at a time, and then used for their names', async () => {
  /** @type {string[][]} */
  const asked = [];
  let changed = 0;
  const answered = new Promise((done) => {
    lookForFaces(
      async (list) => {
        asked.push(list);
        list.forEach(faceOf); // a drawing before the answer
        return Object.fromEntries(
          list.filter((name) => name === 'Person 3').map((name) => [name, 'toad-5']),
        );
      },
      () => done(++changed),
    );
  });
  const list = Array.from({ length: 70 }, (_, n) => `Person ${n}`);
  assert.deepEqual(
    list.map(faceOf),
    list.map(faceOfName),
    'until then they have the faces of their names',
  );
  await answered;
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(faceOf('Person 3'), { animal: 'toad', tint: 5 });
  assert.deepEqual(faceOf('Person 4'), faceOfName('Person 4'));
  assert.deepEqual(
    asked.map(({ length }) => length),
    [60, 10],
  );
  assert.equal(changed, 1);
  for (const wrong of ['unicorn-1', 'owl-9', 'owl', '<b>-1']) {
    setFace('Person 3', wrong);
    assert.deepEqual(faceOf('Person 3'), faceOfName('Person 3'), wrong);
  }
  lookForFaces(null, () => {});
});

test('faces that could not be loaded are requested again on the next page', async () => {
  const asked = [];
  let isServerUp = false;
  let changed = 0;
  const next = () => new Promise((done) => setTimeout(done));
  lookForFaces(
    async (list) => {
      asked.push(...list);
      if (!isServerUp) throw new Error('away');
      return { Mina: 'toad-5' };
    },
    () => changed++,
  );
  faceOf('Mina');
  await next();
  faceOf('Mina');
  await next();
  assert.deepEqual([asked, changed], [['Mina'], 0], 'not again and again on the same page');
  isServerUp = true;
  retryUnanswered();
  faceOf('Mina');
  await next();
  assert.deepEqual([asked, changed], [['Mina', 'Mina'], 1]);
  assert.deepEqual(faceOf('Mina'), { animal: 'toad', tint: 5 });
  retryUnanswered();
  faceOf('Mina');
  await next();
  assert.equal(asked.length, 2, 'what is known is not asked for');
  lookForFaces(null, () => {});
});

test('every face is drawn with its expressions, small, and in a colour', () => {
  const read = (/** @type {string} */ path) =>
    readFileSync(new URL(`../static/${path}`, import.meta.url), 'utf8');
  const [sprite, base, tokens] = ['art/pieces.svg', 'ui/base.css', 'ui/tokens.css'].map(read);
  const bots = ['fox', 'owl', 'hare', 'stag'].map((animal) => botFace(animal, '').animal);
  for (const animal of [...drawnAnimals, ...bots]) {
    const [symbol = ''] = new RegExp(`<symbol id="p-${animal}".*?</symbol>`).exec(sprite) ?? [];
    assert.ok(symbol.length > 0 && symbol.length < 1024, `${animal}: ${symbol.length}`);
    assert.match(symbol, /#p-(eyes|iris)".*#p-(mouth|beak)"/, animal);
  }
  const moods = ['calm', 'think', 'glad', 'hit'];
  for (const feature of ['eyes', 'iris', 'mouth', 'beak']) {
    const [, drawing = ''] = new RegExp(`<g id="p-${feature}"(.*)`).exec(sprite) ?? [];
    for (const mood of moods)
      assert.ok(
        drawing.includes(
          `visibility="var(--face-${mood},${mood === 'calm' ? 'visible' : 'hidden'})"`,
        ),
        `${feature}, ${mood}`,
      );
  }
  assert.deepEqual(declarationsOf(base, '[data-mood]'), [{ '--face-calm': 'hidden' }]);
  for (const mood of moods.slice(1)) {
    assert.deepEqual(declarationsOf(base, `[data-mood=${mood}]`), [
      { [`--face-${mood}`]: 'visible' },
    ]);
  }
  for (const ring of ['ring', 'cog'])
    assert.match(sprite, new RegExp(`<symbol id="p-${ring}".*var\\(--disc`));
  for (let tint = 0; tint < 6; tint++) {
    assert.deepEqual(declarationsOf(base, `.tint-${tint}`), [
      { '--disc': `var(--disc-${tint})`, color: `var(--tint-${tint})` },
    ]);
    assert.ok(tokens.includes(`--tint-${tint}:`) && tokens.includes(`--disc-${tint}:`));
  }
});
