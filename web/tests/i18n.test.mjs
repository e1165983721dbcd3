import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  language,
  loadFiles,
  number,
  preferredLanguage,
  translator,
  typeset,
  useLanguage,
  contentOf,
} from '../static/core/i18n.js';

/**
 * The files of the server, by address.
 *
 * @type {Record<string, any>}
 */
const files = {
  '/core/texts.en.json': {
    'x.score': '{name} has {n}',
    'x.own': 'shared',
    'x.card.one': '{n} card',
    'x.card.other': '{n} cards',
  },
  '/core/texts.fr.json': {
    'x.score': '{name} a {n}',
    'x.own': 'commun',
    'x.card.one': '{n} carte',
    'x.card.other': '{n} cartes',
  },
  '/own.en.json': { 'x.own': 'own' },
  '/own.fr.json': { 'x.own': 'propre' },
  '/parts.en.json': [{ id: 'a', parts: ["It's", ['ready?']] }],
  '/parts.fr.json': [{ id: 'a', parts: ["C'est", ['prêt ?']] }],
};
/**
 * The addresses that were requested, in order.
 *
 * @type {string[]}
 */
let asked = [];
/** Answers wait for this promise. */
let gate = Promise.resolve();
let online = true;

globalThis.fetch = async (address) => {
  asked.push(String(address));
  await gate;
  if (!online) throw new TypeError('no network');
  return new Response(JSON.stringify(files[String(address)]), {
    status: String(address) in files ? 200 : 404,
  });
};

/** Closes the gate, and returns the function that opens it. */
function close() {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

test('only the files of the language that is shown are loaded, each once', async () => {
  await useLanguage('en');
  await loadFiles('/own.*.json', '/parts.*.json');
  await loadFiles('/own.*.json');
  assert.deepEqual(asked.toSorted(), ['/core/texts.en.json', '/own.en.json', '/parts.en.json']);
  assert.equal(language(), 'en');
  assert.equal(contentOf('/own.*.json', 'fr'), undefined);
});

test('another language is shown once all files in use are loaded', async () => {
  asked = [];
  const open = close();
  const changed = useLanguage('fr');
  await Promise.resolve();
  assert.equal(language(), 'en');
  assert.equal(contentOf('/own.*.json')['x.own'], 'own');
  open();
  assert.equal(await changed, true);
  assert.deepEqual(asked.toSorted(), ['/core/texts.fr.json', '/own.fr.json', '/parts.fr.json']);
  assert.equal(language(), 'fr');
  assert.equal(contentOf('/own.*.json')['x.own'], 'propre');
  await useLanguage('en');
  assert.equal(asked.length, 3, 'a language is loaded once');
});

test('a file that comes into use during a change of language is loaded in the new one', async () => {
  Object.assign(files, {
    '/late.en.json': { late: 'late' },
    '/late.fr.json': { late: 'tard' },
    '/core/texts.fr.json': files['/core/texts.fr.json'],
  });
  const open = close();
  const changed = useLanguage('fr');
  const late = loadFiles('/late.*.json');
  open();
  await Promise.all([changed, late]);
  assert.equal(contentOf('/late.*.json').late, 'tard');
  await useLanguage('en');
});

test('of two languages that are requested in succession, the last is shown', async () => {
  Object.assign(files, { '/slow.en.json': {}, '/slow.fr.json': {} });
  await loadFiles('/slow.*.json');
  const open = close();
  const first = useLanguage('fr');
  const second = useLanguage('en');
  open();
  assert.deepEqual(await Promise.all([first, second]), [false, true]);
  assert.equal(language(), 'en');
});

test('without a connection the language stays, and can be changed later', async () => {
  await assert.rejects(loadFiles('/nothing.*.json'), { code: 'internal' });
  Object.assign(files, { '/nothing.en.json': {}, '/nothing.fr.json': { 'x.own': 'enfin' } });
  online = false;
  await assert.rejects(useLanguage('fr'), { code: 'offline' });
  assert.equal(language(), 'en');
  online = true;
  assert.equal(await useLanguage('fr'), true);
  assert.equal(contentOf('/nothing.*.json')['x.own'], 'enfin');
  await useLanguage('en');
});

test('placeholders are filled, numbers have the real minus sign', () => {
  assert.equal(translator('en')('x.score', { name: 'Ann', n: -5 }), 'Ann has −5');
  assert.equal(
    translator('en')('x.score', { name: 'Ann' }),
    'Ann has {n}',
    'what is not given stays visible',
  );
  assert.equal(translator('en')('x.none'), 'x.none');
  assert.equal(
    translator('en')(['x.none', 'x.card', 'x.own'], { n: 1 }),
    '1 card',
    'the first with a text',
  );
  assert.equal(translator('en')(['x.none', 'x.nothing']), 'x.nothing');
  assert.equal(number('fr', 1234).replace(/\s/g, ' '), '1 234');
});

test('plurals follow the language', () => {
  const en = translator('en');
  const fr = translator('fr');
  assert.deepEqual(
    [0, 1, 2].map((n) => en('x.card', { n })),
    ['0 cards', '1 card', '2 cards'],
  );
  assert.deepEqual(
    [0, 1, 2].map((n) => fr('x.card', { n })),
    ['0\u00a0carte', '1\u00a0carte', '2\u00a0cartes'],
  );
});

test('texts of a file come before the common ones', () => {
  const t = translator('en', '/own.*.json');
  assert.equal(t('x.own'), 'own');
  assert.equal(t('x.score', { name: 'Bo', n: 1 }), 'Bo has 1');
  assert.equal(translator('en', '/unknown.*.json')('x.own'), 'shared');
});

test('all texts of a file are typeset, at any depth', () => {
  assert.deepEqual(contentOf('/parts.*.json', 'fr'), [
    { id: 'a', parts: ['C’est', ['prêt\u202f?']] },
  ]);
});

test('French is typeset with its spaces', () => {
  const cases = [
    ['Prêt ?', 'Prêt\u202f?'],
    ['Encore !', 'Encore\u202f!'],
    ['Oui ; non', 'Oui\u202f; non'],
    ['Journal : vide', 'Journal\u00a0: vide'],
    ['« Oui »', '«\u00a0Oui\u00a0»'],
    ["L'accueil", 'L’accueil'],
    ['Manque 1 feu', 'Manque 1\u00a0feu'],
    ['{n} cristaux', '{n}\u00a0cristaux'],
    ['12:30', '12:30'],
    ['-5 points', '−5\u00a0points'],
  ];
  for (const [plain, set] of cases) assert.equal(typeset('fr', plain), set);
  assert.equal(typeset('en', "It's ready? Yes: 2 cards"), 'It’s ready? Yes: 2 cards');
});

test('German is typeset with its quotation marks and its spaces', () => {
  const cases = [
    ['Drücke "Ja"', 'Drücke „Ja“'],
    ['Lädt …', 'Lädt\u00a0…'],
    ['erst so – dann so', 'erst so\u00a0– dann so'],
    ['z. B. Holz', 'z.\u202fB. Holz'],
    ['{n} Kristalle, 2 Feuer', '{n}\u00a0Kristalle, 2\u00a0Feuer'],
    ['Bereit? Los geht’s!', 'Bereit? Los geht’s!'],
  ];
  for (const [plain, set] of cases) assert.equal(typeset('de', plain), set);
});

test('the first supported language is used', () => {
  assert.equal(preferredLanguage(['nl', 'fr-CA', 'en']), 'fr');
  assert.equal(preferredLanguage(['de-AT', 'en']), 'de');
  assert.equal(preferredLanguage(['pt']), 'en');
});
