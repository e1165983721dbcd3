// The line of the start page about the puzzle of the day.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, translator } from '../core/i18n.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';
import { readKept, streakOf } from './kept.js';

/** @import { App, Renderable } from '../core/types.js' */

const texts = '/puzzles/entry.*.json';

/**
 * Loads what the line needs. Returns the function that renders it, which renders nothing if that has
 * failed.
 *
 * @param {App} app
 * @returns {Promise<() => Renderable>}
 */
export async function puzzleEntry(app) {
  try {
    return await load(app);
  } catch (error) {
    console.warn(error);
    return () => /** @type {Renderable} */ (nothing);
  }
}

/**
 * @param {App} app
 * @returns {Promise<() => Renderable>}
 */
async function load(app) {
  const overview = await app.api.get('/api/puzzles');
  const { day, daily, dailyGame } = overview;
  if (!daily) return () => /** @type {Renderable} */ (nothing);
  await Promise.all([loadFiles(texts), styleSheet('/puzzles/entry.css')]);
  const { days } = readKept();
  const isGuest = app.me.kind !== 'account';
  const isDone = isGuest ? days.includes(day) : overview.dailyDone;
  const streak = isGuest ? streakOf(days, day) : overview.streak;
  const due = overview.own.due.length;
  return () => {
    const t = translator(app.lang, texts);
    const answered = due ? t('puzzle.entry.own', { n: due }) : t('puzzle.entry.answered');
    const words = isDone ? answered : t('puzzle.entry.is', { game: titleOf(app, dailyGame) });
    return html`<section class="sheet puzzleentry" aria-label=${t('puzzle.entry')}>
      ${icon(isDone ? 'check' : 'candle')}
      <p><b>${t('puzzle.entry')}</b><small>${words}${
        streak > 1 ? html` · ${t('puzzle.entry.days', { n: streak })}` : nothing
      }</small></p>
      <a class="btn" href="/puzzles">${t(isDone && !due ? 'puzzle.entry.done' : 'puzzle.entry.look')}</a>
    </section>`;
  };
}
