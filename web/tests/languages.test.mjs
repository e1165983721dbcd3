// Every language is complete, and the check works for a third language.
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { languageCodes, languages } from '../static/core/languages.js';
import { englishFiles, inLanguage, problems } from './languages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folders = [join(here, '..', 'static'), join(here, '..', '..', 'internal', 'cards')];

/**
 * Games whose files of texts have no * for the language exist only in English so far.
 */
const begun = readdirSync(join(folders[0], 'games'))
  .filter((name) => !name.includes('.'))
  .filter(
    (name) => !readFileSync(join(folders[0], 'games', name, 'game.js'), 'utf8').includes('*.json'),
  );

test('every language has the texts that English has', () => {
  assert.equal(languageCodes[0], 'en');
  for (const lang of languageCodes) {
    assert.ok(languages[lang]);
    for (const folder of folders)
      assert.deepEqual(
        problems(folder, lang).filter(
          (said) => !begun.some((game) => said.startsWith(`games/${game}/`)),
        ),
        [],
      );
  }
});

// A third language for the tests: the English files, copied to a temporary folder.
const third = mkdtempSync(join(tmpdir(), 'third-'));
after(() => rmSync(third, { recursive: true }));
for (const [at, folder] of folders.entries()) {
  for (const path of englishFiles(folder)) {
    const to = join(third, String(at), path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(folder, path), to);
    cpSync(join(folder, path), inLanguage(to, 'xx'));
  }
}

test('a third language that has every text is complete', () => {
  assert.ok(englishFiles(third).length > 15, 'words of the client and of the cards');
  assert.deepEqual(problems(third, 'xx'), []);
});

test('each file and each text that a third language lacks is found', () => {
  for (const path of englishFiles(third)) {
    const file = join(third, inLanguage(path, 'xx'));
    const whole = readFileSync(file, 'utf8');
    rmSync(file);
    assert.deepEqual(problems(third, 'xx'), [`${inLanguage(path, 'xx')}: there is no such file`]);
    // Remove the last text of the file.
    const broken = JSON.parse(whole);
    const last = (/** @type {any} */ value) => {
      const keys = Object.keys(value);
      const key = /** @type {string} */ (
        keys.findLast((each) => typeof value[each] === 'string' && value[each]) ?? keys.at(-1)
      );
      if (typeof value[key] !== 'string') return last(value[key]);
      value[key] = '';
      return undefined;
    };
    last(broken);
    writeFileSync(file, JSON.stringify(broken));
    assert.equal(problems(third, 'xx').length, 1, path);
    writeFileSync(file, whole);
  }
});

test('a text with other placeholders is found, and one that English does not have', () => {
  const file = join(third, '0', 'core', 'texts.xx.json');
  const whole = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...whole, 'title.game': '{gam}', 'more.texts': 'x' }));
  assert.deepEqual(problems(third, 'xx'), [
    '0/core/texts.xx.json title.game: {gam} in place of {game,site}',
    '0/core/texts.xx.json more.texts: it is not in English',
  ]);
  writeFileSync(file, JSON.stringify(whole));
});
