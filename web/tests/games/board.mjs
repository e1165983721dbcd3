// Shared by the tests of all boards: contexts of real positions, and what every board must do with
// every step of every example.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, htmlOf, newPlace, textOf } from '../dom.mjs';
import { rowsOf } from '../docs.mjs';
import { keptAlike } from '../memo.mjs';
import { moments } from '../scene.mjs';
import { loadWords, written } from '../words.mjs';

const { translator } = await import('../../static/core/i18n.js');
const { languageCodes } = await import('../../static/core/languages.js');
const { faceOf } = await import('../../static/ui/faces.js');
const { spokenText } = await import('../../static/core/spoken-text.js');
const { Picker } = await import('../../static/question/picker.js');

/** @import { Moment } from '../scene.mjs' */
/** @typedef {Awaited<ReturnType<typeof sceneOf>>} Scene */

/** @typedef {import('../../static/core/types.js').Lang} Lang */

export const languages = languageCodes;

/**
 * A value for each language.
 *
 * @template T
 * @param {(lang: Lang) => T} make
 */
export const inLanguages = (make) =>
  /** @type {Record<Lang, T>} */ (Object.fromEntries(languages.map((lang) => [lang, make(lang)])));

/**
 * The board of a game, its texts as they were written, and its contexts.
 *
 * @param {string} id
 * @param {any} catalogue
 */
export async function sceneOf(id, catalogue) {
  const { default: board } = await import(`../../static/games/${id}/board.js`);
  await loadWords(board.texts);
  // The end of a match uses these texts.
  await loadWords('/core/rare.*.json');
  const texts = inLanguages((lang) => written(board.texts, lang));

  /**
   * Makes the context of a moment. Keys without a text are added to `unknown`.
   *
   * @param {Partial<Moment>} moment
   * @param {Lang} lang
   * @param {Set<string>} [unknown]
   * @returns {any}
   */
  const context = (
    { public: view = null, private: own = {}, decisions = [], events = [], seat = '' },
    lang,
    unknown = new Set(),
  ) => {
    const names = ['Maud', 'Inès', 'Tomasz', 'Okku'];
    const players = Object.fromEntries(
      Object.keys(view?.seats ?? {}).map((key, i) => [
        key,
        {
          key,
          seat: i,
          name: names[i],
          bot: '',
          you: key === seat,
          icon: faceOf(names[i]),
          present: true,
          lost: '',
        },
      ]),
    );
    const translate = translator(lang, board.texts);
    const t = (/** @type {string | string[]} */ key, /** @type {any} */ args) => {
      const text = translate(key, args);
      if (text === [key].flat().at(-1)) unknown.add(text);
      return text;
    };
    const decision = decisions[0] ?? null;
    return {
      lang,
      t,
      catalogue,
      public: view,
      private: own,
      seat,
      shownSeat: seat || 's0',
      players,
      room: {},
      decision,
      picker: new Picker(decision),
      ui: {},
      redraw() {},
      options: {},
      result: null,
      events,
      firstNewEvent: 0,
      motion: false,
      displayName: (/** @type {string} */ key) =>
        key === seat ? t('you') : (players[key]?.name ?? ''),
    };
  };

  return { board, catalogue, texts, context, moments: () => moments(id) };
}

/**
 * Fails if a text contains an unfilled placeholder or an undefined value.
 *
 * @param {string} text
 * @param {string} where
 */
export function readable(text, where) {
  assert.doesNotMatch(text, /\{\w+\}|undefined|\[object|NaN/, where);
}

/**
 * The visible text: without tags and hidden elements.
 *
 * @param {unknown} drawn
 * @param {HTMLElement} [place]
 */
export const plain = (drawn, place) => textOf(drawn, { without: 'span[aria-hidden]', place });

/**
 * Whether two options are copies of one card in play.
 *
 * @param {any} ctx
 * @param {string} one
 * @param {string} other
 */
function alike(ctx, one, other) {
  const card = (/** @type {string} */ id) => {
    const held = /^(?:play|activate):(\d+) $/.exec(id)?.[1];
    return Object.values(ctx.public.seats)
      .map((/** @type {any} */ seat) => seat.play?.[`c${held}`]?.card)
      .find(Boolean);
  };
  return card(one) !== undefined && card(one) === card(other);
}

const aloudPlace = newPlace();

/**
 * The text of a drawing for screen readers.
 *
 * @param {unknown} drawn
 */
export const aloud = (drawn) => spokenText(draw(drawn, aloudPlace));

/**
 * Defines the tests that every board has to pass.
 *
 * @param {Scene} scene
 * @param {string} title of the game
 * @param {readonly Moment[]} all
 * @param {(ctx: any) => unknown[]} sheets draws the enlarged views of a moment
 */
export function everyBoard({ board, context }, title, all, sheets) {
  test('every kind of decision is asked in some example', () => {
    const kinds = rowsOf('decisions.md', title)
      .map(([kind]) => kind)
      .filter((kind) => /[a-z]/.test(kind));
    assert.ok(kinds.length >= 16, `${kinds}`);
    const asked = new Set(all.flatMap((m) => m.decisions.map((d) => d.kind)));
    assert.deepEqual(
      kinds.filter((kind) => !asked.has(kind)),
      [],
    );
  });

  test('a part that is kept says what it would say anew', () => {
    const { parts, same } = keptAlike(
      all.map((moment) => context(moment, 'en')),
      board,
    );
    assert.ok(parts >= 5 && same > 20, `${parts} parts, ${same} times kept`);
  });

  test('what is chosen on the table alone is drawn there', () => {
    const alone = new Set();
    const place = newPlace();
    for (const moment of all) {
      const ctx = context(moment, 'en');
      const table = draw([board.table(ctx), board.stage?.(ctx), board.hand(ctx)], place);
      for (const decision of moment.decisions) {
        for (const option of decision.options.filter(
          (each) => each.ref && board.onTable(ctx, decision, each),
        )) {
          assert.ok(
            find(table, `[data-ref="${option.ref}"]`).length,
            `${moment.example} ${decision.kind}: ${option.ref}`,
          );
          alone.add(decision.kind);
        }
      }
    }
    assert.ok(alone.size >= 5, [...alone].join());
  });

  for (const lang of languages) {
    test(`questions, options and groups of all examples have words (${lang})`, () => {
      const [optionPlace, actPlace] = [newPlace(), newPlace()];
      for (const moment of all) {
        const unknown = new Set();
        const ctx = context(moment, lang, unknown);
        for (const decision of moment.decisions) {
          const where = `${moment.example} ${decision.kind}`;
          const { title: asks, why } = board.prompt(ctx, decision);
          assert.match(asks, /\p{L}{2}/u, where);
          readable(`${asks} ${why ?? ''}`, where);
          for (const option of decision.options) {
            const drawn = board.option(ctx, decision, option);
            const shown = htmlOf(drawn, optionPlace);
            const text = plain(drawn, optionPlace);
            readable(shown, `${where} ${option.id}`);
            assert.match(
              text + shown.match(/aria-label=([^>]*)/)?.[1],
              /\p{L}{2}/u,
              `${where} ${option.id}`,
            );
            // As a word of its own: an id such as "end" can be part of a word.
            const asItIs = new RegExp(`(?<!\\p{L})${option.id.replace(/\W/g, '.')}(?!\\p{L})`, 'u');
            assert.doesNotMatch(text, asItIs, `${where}: ${option.id} is shown as it is`);
            const act = board.answerText(ctx, decision, [
              { option, n: 1, group: option.groups?.at(-1) ?? '' },
            ]);
            readable(htmlOf(act, actPlace), `${where} ${option.id}`);
            const done = plain(act, actPlace);
            assert.match(
              done,
              /^[\p{Lu}\d][^?]*$/u,
              `${where} ${option.id}: what it does, no question`,
            );
            assert.doesNotMatch(
              done,
              /(?<!\p{L})(\p{L}{4,})(?!\p{L}).*(?<!\p{L})\1(?!\p{L})/u,
              `${where} ${option.id}: nothing is said twice`,
            );
          }
          for (const group of decision.groups ?? [])
            assert.notEqual(board.group(ctx, decision, group), group.id, where);
        }
        assert.deepEqual([...unknown], [], moment.example);
      }
    });

    test(`what two answers to a question do is said in different words (${lang})`, () => {
      for (const moment of all) {
        const ctx = context(moment, lang);
        for (const decision of moment.decisions) {
          /** @type {Map<string, string>} */
          const said = new Map();
          for (const option of decision.options) {
            for (const group of option.groups ?? ['']) {
              const act = aloud(board.answerText(ctx, decision, [{ option, n: 1, group }]));
              const id = `${option.id} ${group}`;
              assert.ok(
                !said.has(act) || alike(ctx, said.get(act) ?? '', id),
                `${moment.example} ${decision.kind}: “${act}” is ${said.get(act)} and ${id}`,
              );
              said.set(act, id);
            }
          }
        }
      }
    });

    test(`the table of all examples is drawn with words, for players and watchers (${lang})`, () => {
      const place = newPlace();
      for (const moment of all) {
        const unknown = new Set();
        const ctx = context(moment, lang, unknown);
        const drawn = [
          board.table(ctx),
          board.hand(ctx),
          board.status(ctx),
          Object.values(board.waiting(ctx)),
          sheets(ctx),
        ];
        readable(htmlOf(drawn, place), moment.example);
        assert.deepEqual([...unknown], [], moment.example);
      }
    });
  }
}

/**
 * Events from short forms: kind, seat, public facts, private facts of the seat.
 *
 * @param {[string, number, any?, any?][]} list
 */
export const eventsOf = (...list) =>
  list.map(([kind, seat, facts = {}, own], number) => ({
    kind,
    seat,
    number,
    public: facts,
    ...(own && { private: own }),
  }));
