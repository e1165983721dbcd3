// The dialog that confirms a new name of an account.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { press, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';

const shown = () => document.querySelector('dialog');

const { translator } = await import('../static/core/i18n.js');
const { Coded } = await import('../static/core/api.js');
const { renameAccount } = await import('../static/people/account/renaming.js');

await loadWords('/people/texts.*.json');

/** @type {[string, unknown][]} what the server was asked to change */
const changes = [];
beforeEach(() => {
  changes.length = 0;
});

/**
 * An app of a person called Ann, whose server refuses with a code, or accepts if that is absent.
 */
const ann = (lang = 'en', refusal = '') =>
  /** @type {any} */ ({
    lang,
    t: translator(/** @type {any} */ (lang)),
    me: { id: 'a', name: 'Ann', kind: 'account' },
    api: {
      patch: async (/** @type {string} */ path, /** @type {any} */ body) => {
        if (refusal) throw new Coded(refusal, '');
        changes.push([path, body]);
        return { id: 'a', kind: 'account', ...body };
      },
    },
  });

for (const { lang, yes, no, why } of [
  { lang: 'en', yes: /^Rename to Zoe$/, no: /^Keep Ann$/, why: /As Zoe .* the name Ann\./ },
  { lang: 'fr', yes: /^Renommer en Zoe$/, no: /^Garder Ann$/, why: /de Zoe.* le nom Ann\./ },
]) {
  test(`an account is renamed once its owner has confirmed (${lang})`, async () => {
    const renamed = renameAccount(ann(lang), 'Zoe');
    assert.match(textOf(shown()), why);
    assert.deepEqual(changes, [], 'nothing is changed before');
    press(shown(), yes);
    assert.deepEqual(await renamed, { id: 'a', kind: 'account', name: 'Zoe' });
    assert.deepEqual(changes, [['/api/me', { name: 'Zoe' }]]);
    assert.equal(shown(), null, 'the question is gone');
  });

  test(`an account keeps its name if its owner declines (${lang})`, async () => {
    const renamed = renameAccount(ann(lang), 'Zoe');
    press(shown(), no);
    assert.equal(await renamed, null);
    assert.deepEqual(changes, []);
  });
}

test('a name that the server refuses is refused to the caller', async () => {
  const renamed = renameAccount(ann('en', 'name_taken'), 'Zoe');
  press(shown(), /^Rename to Zoe$/);
  await assert.rejects(renamed, { code: 'name_taken' });
  assert.deepEqual(changes, []);
});
