// Drawing pages, and the error page for one that cannot be drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './dom.mjs';
import { board, context } from './games/seasons/scene.mjs';
import { html } from '../static/vendor/lit-html/lit-html.js';

const { translator } = await import('../static/core/i18n.js');
const { renderPage } = await import('../static/app/shell.js');

/**
 * A page that draws a board.
 *
 * @param {any} view the public document
 */
const pageOf = (view) => ({
  name: 'table',
  title: () => 'Seasons',
  render: () => board.table(context({ public: view, seat: 's0' }, 'en')),
});

/**
 * Draws a page completely, including directives that can fail only then.
 *
 * @param {any} page
 * @param {'en' | 'fr'} lang
 */
function painted(page, lang) {
  const looks = [];
  const consoleError = console.error;
  const errors = [];
  console.error = (error) => void errors.push(error);
  try {
    renderPage(page, translator(lang), (look, broken) => {
      looks.push({ ...look, broken, text: htmlOf(look.content()) });
    });
  } finally {
    console.error = consoleError;
  }
  return { looks, errors };
}

test('a page that can be drawn has its content, title and colours', () => {
  const {
    looks: [{ text, title, name, season, broken }],
    errors,
  } = painted(
    { name: 'home', title: () => 'T', render: () => html`${'content'}`, season: () => 'fall' },
    'en',
  );
  assert.deepEqual(
    [text.trim(), title, name, season, broken, errors],
    ['content', 'T', 'home', 'fall', false, []],
  );
});

test('browsers may translate all pages but tables and rooms', () => {
  for (const [name, isTranslatable] of /** @type {const} */ ([
    ['table', false],
    ['table bare equal', false],
    ['room', false],
    ['tables', true],
    ['home', true],
    ['', true],
  ])) {
    const { looks } = painted({ name, title: () => 'T', render: () => html`${'content'}` }, 'en');
    assert.equal(looks[0].isTranslatable, isTranslatable, name);
  }
});

for (const [lang, said, reload] of /** @type {const} */ ([
  ['en', 'This page cannot be shown', 'Reload'],
  ['fr', 'Cette page ne peut pas s’afficher', 'Recharger'],
])) {
  for (const [what, page] of /** @type {[string, any][]} */ ([
    [
      'throws',
      {
        name: 'table',
        title: () => '',
        render: () => {
          throw new Error('a board');
        },
      },
    ],
    ['throws while its parts are drawn', pageOf({ phase: 'turn', seats: {} })],
  ])) {
    test(`in place of a board that ${what} a page says so and can be reloaded (${lang})`, () => {
      const { looks, errors } = painted(page, lang);
      assert.equal(looks.length, 1);
      assert.equal(errors.length, 1);
      const [{ text, broken, content }] = looks;
      assert.ok(broken);
      assert.ok(text.includes(said) && text.includes(reload), text);
      assert.doesNotMatch(text, /Loading|Chargement/);
      assert.match(htmlOf(content()), /role="alert"/);
    });
  }
}
