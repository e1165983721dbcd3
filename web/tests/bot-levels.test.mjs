// The levels of bots, and when a weaker one is suggested.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './dom.mjs';

const { easierBot, levelOf, botLevels, weakestBot } = await import('../static/core/bot-levels.js');
const { endPage } = await import('../static/endgame/end.js');
const { botChoice } = await import('../static/waiting/seats.js');

const bot = (/** @type {string} */ id, /** @type {number} */ rating) => ({
  id,
  rating,
  avatar: 'fox',
  label: { en: id, fr: id },
  about: { en: 'plays', fr: 'joue' },
});
/**
 * The first bot is the default one; another one has no rating.
 *
 * @type {any}
 */
const game = {
  id: 'seasons',
  title: { en: 'Seasons', fr: 'Seasons' },
  bots: [
    bot('fox', 24),
    bot('hare', 2),
    bot('stag', 35),
    bot('owl', 38),
    { id: 'random', label: { en: 'by chance', fr: 'au hasard' } },
  ],
};

test('bots are easy, medium or hard relative to the default bot', () => {
  assert.deepEqual(
    game.bots.map((/** @type {any} */ one) => levelOf(game, one)),
    ['medium', 'easy', 'hard', 'hard', ''],
  );
  assert.deepEqual(
    botLevels(game).map(([level, { id }]) => `${level} ${id}`),
    ['easy hare', 'medium fox', 'hard owl'],
  );
  assert.deepEqual(
    botLevels(/** @type {any} */ ({ bots: [{ id: 'greedy', label: {} }] })),
    [],
    'a game whose bots nobody has measured',
  );
});

test('a choice of bots shows their levels', () => {
  const app = /** @type {any} */ ({ lang: 'en', t: (/** @type {string} */ key) => key });
  assert.match(htmlOf(botChoice(app, game, game.bots[1])), /bot\.easy/);
  assert.doesNotMatch(htmlOf(botChoice(app, game, game.bots[4])), /bot\./);
});

test('the first match is against the weakest bot', () => {
  assert.equal(weakestBot(game), 'hare');
  assert.equal(weakestBot(/** @type {any} */ ({ bots: [{ id: 'greedy' }] })), 'greedy');
  assert.equal(weakestBot(/** @type {any} */ ({ bots: [] })), '');
});

test('after a heavy defeat by bots a weaker one is offered', () => {
  assert.equal(easierBot(game, ['owl'], 40, 90)?.id, 'stag');
  assert.equal(easierBot(game, ['owl', 'fox'], 40, 90)?.id, 'hare', 'milder than all of them');
  assert.equal(easierBot(game, ['hare'], 0, 90), undefined, 'there is none');
  assert.equal(easierBot(game, ['owl'], 60, 90), undefined, 'that was close');
  assert.equal(easierBot(game, ['owl'], -20, -5)?.id, 'stag');

  const offered = (/** @type {string} */ opponent, /** @type {number} */ own) => {
    const place = (
      /** @type {number} */ seat,
      /** @type {number} */ total,
      /** @type {number} */ rank,
    ) => ({ seat, total, rank, parts: [{ id: 'crystals', n: total }] });
    const result = {
      match: 'm',
      ended: 1,
      seats: [{}, {}],
      outcome: { rounds: 9, places: [place(1, 90, 1), place(0, own, 2)] },
    };
    const session = {
      seat: 0,
      ui: {},
      frame: {
        settings: { game: 'seasons' },
        seats: [
          { player: 'ada', bot: '' },
          opponent ? { bot: opponent } : { player: 'ben', bot: '' },
        ],
      },
    };
    const app = { lang: 'en', games: [game], t: (/** @type {string} */ key) => key };
    const ctx = { seat: 's0', players: {}, displayName: () => 'Ada' };
    return htmlOf(
      endPage(
        /** @type {any} */ (app),
        /** @type {any} */ (session),
        /** @type {any} */ (ctx),
        /** @type {any} */ (result),
        /** @type {any} */ ({ score: () => '', decidingFactor: () => '' }),
      ),
    );
  };
  assert.match(offered('owl', 20), /end\.easier/);
  for (const [why, page] of Object.entries({
    'a person has won': offered('', 20),
    'it was close': offered('owl', 80),
    'none is milder': offered('hare', 20),
  }))
    assert.doesNotMatch(page, /end\.easier/, why);
});
