// The operator's texts, in which addresses become links, and the languages that are offered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from '../static/core/i18n.js';
import { languageCodes, setOfferedLanguages, offeredLanguages } from '../static/core/languages.js';
import { Prefs } from '../static/core/prefs.js';
import { splitLinks, paragraphs, textOf } from '../static/core/site.js';

test('addresses in a text become links, and nothing else does', () => {
  assert.deepEqual(splitLinks('See https://wood.example/a?b=1, or (http://x.example).'), [
    { words: 'See ' },
    { words: 'https://wood.example/a?b=1', href: 'https://wood.example/a?b=1' },
    { words: ', or (' },
    { words: 'http://x.example', href: 'http://x.example' },
    { words: ').' },
  ]);
  assert.deepEqual(splitLinks('[our rules](/rules) and [write](mailto:a@b.example)'), [
    { words: 'our rules', href: '/rules' },
    { words: ' and ' },
    { words: 'write', href: 'mailto:a@b.example' },
  ]);
  for (const plain of [
    'javascript:alert(1)',
    '[x](javascript:alert(1))',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](/\\/evil.example)',
    '[x](data:text/html,x)',
    '<a href="y">',
    'http://',
    '',
  ]) {
    assert.ok(
      splitLinks(plain).every(({ href }) => href === undefined),
      plain,
    );
    assert.equal(
      splitLinks(plain)
        .map(({ words }) => words)
        .join(''),
      plain,
    );
  }
  assert.deepEqual(paragraphs(' a\nb \n \n\n c '), ['a\nb', 'c']);
});

test("a text is read in the reader's language, or in one that there is", () => {
  const appIn = (/** @type {any} */ lang) => /** @type {any} */ ({ lang });
  assert.equal(textOf(appIn('fr'), { '': 'any', fr: 'français' }), 'français');
  assert.equal(textOf(appIn('en'), { '': 'any', fr: 'français' }), 'any');
  assert.equal(textOf(appIn('en'), { fr: 'français' }), 'français');
  assert.equal(textOf(appIn('en'), {}), '');
});

test("only the languages that the host offers are spoken, the host's own to everybody else", () => {
  try {
    assert.equal(preferredLanguage(['nl', 'fr-CA']), 'fr');
    assert.equal(preferredLanguage(['nl']), 'en');
    setOfferedLanguages(['fr', 'en']);
    assert.equal(preferredLanguage(['nl']), 'fr');
    assert.equal(preferredLanguage(['en-GB']), 'en');
    setOfferedLanguages(['fr', 'xx']);
    assert.deepEqual(offeredLanguages(), ['fr']);
    const storage = /** @type {any} */ ({ getItem: () => '{"lang":"en","theme":"dark"}' });
    const prefs = new Prefs(storage, ['en']);
    assert.equal(prefs.get('lang'), 'fr');
    assert.equal(prefs.get('theme'), 'dark');
    setOfferedLanguages([]);
    assert.deepEqual(offeredLanguages(), languageCodes);
    assert.equal(new Prefs(storage, ['fr']).get('lang'), 'en');
  } finally {
    setOfferedLanguages(languageCodes);
  }
});
