// The settings of a table: defaults, what a game allows, and their texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, fire } from './dom.mjs';
import { settingsWords } from '../static/ui/settings-form.js';
import { optionField, optionsFor, seatsField, nameAndNoteOf } from '../static/ui/table-options.js';
import { settingDurationText } from '../static/core/times.js';
import { defaultSettings, fitSettings, valuesFor } from '../static/core/table-settings.js';
import { translator } from '../static/core/i18n.js';
import { loadWords } from './words.mjs';

await loadWords('/ui/settings-form.*.json');

const label = (text) => ({ en: text, fr: text });
const value = (id, seats) => ({ id, label: label(id), ...(seats ? { seats } : {}) });
const game = {
  id: 'toy',
  version: 1,
  title: label('Toy'),
  minSeats: 1,
  maxSeats: 4,
  bots: [{ id: 'easy', label: label('Easy') }],
  options: [
    {
      id: 'level',
      label: label('level'),
      default: 'low',
      values: [
        { id: 'low', label: label('Low: for a start') },
        { id: 'high', label: label('High') },
      ],
    },
    {
      id: 'first',
      label: label('first'),
      default: 'any',
      values: [value('any'), value('seat3', [4])],
    },
    { id: 'help', label: label('help'), default: '0', values: [value('0'), value('1', [1])] },
  ],
};
const app = { lang: 'en', t: translator('en'), games: [game] };

test('a table has two seats and the options’ defaults', () => {
  const settings = defaultSettings(game);
  assert.equal(settings.seats, 2);
  assert.deepEqual(settings.options, { level: 'low', first: 'any', help: '0' });
  assert.equal(defaultSettings({ ...game, minSeats: 3 }).seats, 3);
  assert.equal(defaultSettings({ ...game, maxSeats: 1 }).seats, 1);
});

test('a value is offered only with its numbers of players', () => {
  assert.deepEqual(
    valuesFor(game.options[1], 4).map(({ id }) => id),
    ['any', 'seat3'],
  );
  assert.deepEqual(
    valuesFor(game.options[1], 3).map(({ id }) => id),
    ['any'],
  );
});

test('an option with one possible value is not asked for', () => {
  const ids = (seats) => optionsFor(game, fitSettings(game, { seats })).map(({ id }) => id);
  assert.deepEqual(ids(2), ['level']);
  assert.deepEqual(ids(4), ['level', 'first']);
  assert.deepEqual(ids(1), ['level', 'help']);
});

test('settings that do not fit are replaced, the others stay', () => {
  const stored = {
    seats: 4,
    options: { level: 'high', first: 'seat3', gone: 'x' },
    undo: false,
    clock: { mode: 'move', seconds: 60 },
  };
  assert.deepEqual(fitSettings(game, stored).options, { level: 'high', first: 'seat3', help: '0' });
  const fewer = fitSettings(game, { ...stored, seats: 2 });
  assert.equal(fewer.options.first, 'any');
  assert.equal(fewer.options.level, 'high');
  assert.equal(fewer.undo, false);
  assert.deepEqual(fewer.clock, { mode: 'move', seconds: 60 });
  assert.equal(fitSettings(game, { seats: 9 }).seats, 4);
  assert.equal(fitSettings(game, { seats: 0 }).seats, 1);
});

test('the settings given are not changed', () => {
  const stored = { seats: 2, options: { level: 'high' }, clock: { mode: 'bank', seconds: 600 } };
  const before = structuredClone(stored);
  const made = fitSettings(game, stored);
  made.options.level = 'low';
  made.clock.seconds = 5;
  assert.deepEqual(stored, before);
});

test('the part of a label after a colon is the sentence about it', () => {
  assert.deepEqual(nameAndNoteOf(app, game, game.options[0], game.options[0].values[0]), {
    name: 'Low',
    note: 'For a start.',
  });
  assert.deepEqual(nameAndNoteOf(app, game, game.options[0], game.options[0].values[1]), {
    name: 'High',
    note: '',
  });
});

test('times are given in the largest unit that divides them', () => {
  assert.equal(settingDurationText(app, 45), '45 seconds');
  assert.equal(settingDurationText(app, 90), '90 seconds');
  assert.equal(settingDurationText(app, 60), '1 minute');
  assert.equal(settingDurationText(app, 5400), '90 minutes');
  assert.equal(settingDurationText(app, 7200), '2 hours');
  assert.equal(settingDurationText(app, 3 * 86400), '3 days');
});

test('every setting has texts in both languages', () => {
  for (const lang of ['en', 'fr']) {
    const speaker = { ...app, lang, t: translator(lang) };
    for (const mode of ['none', 'move', 'bank', 'days']) {
      for (const odd of [false, true]) {
        const settings = {
          ...fitSettings(game, { seats: odd ? 1 : 4 }),
          listed: odd,
          undo: odd,
          spectators: !odd,
          delay: odd ? 0 : 2,
          absent: odd ? 'wait' : 'bot',
          outOfTime: odd ? 'bot' : 'lose',
          clock: { mode, seconds: 600, increment: 10 },
        };
        for (const { label: name, value: said, note } of settingsWords(speaker, game, settings)) {
          assert.doesNotMatch(`${name} ${said} ${note}`, /\b(set|room|home)\.\w|[{}]|undefined/);
          assert.ok(said || note);
        }
      }
    }
  }
});

// A second change can come before the next drawing.
test('two changes before the next drawing are both kept', () => {
  let settings = defaultSettings(game);
  const form = {
    app,
    game,
    id: 'f',
    get settings() {
      return settings;
    },
    change: (next) => {
      settings = next;
    },
  };
  const [, , three] = find(seatsField(form), 'input');
  const [, high] = find(optionField(form, game.options[0]), 'input');
  fire(three, 'change');
  fire(high, 'change');
  assert.equal(settings.seats, 3);
  assert.equal(settings.options.level, 'high');
});
