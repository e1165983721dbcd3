// The panel beside the board of a puzzle: what to do, then the solution.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { answerWords, joinPhrases, reasons } from '../question/answer-words.js';
import { seenReason } from '../question/seen-reasons.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { App, Board, Ctx, Renderable, Translate } from '../core/types.js' */
/** @import { PuzzleChoice, PuzzlesAnswer, PuzzleSolution } from '../core/wire-types.js' */
/** @import { PuzzleSession } from './session.js' */

/** The number of answers in the table of a solution, and the person's own if it is none of them. */
const shownAnswers = 4;
const msPerDay = 86_400_000;

/**
 * What the panel shows.
 *
 * @typedef {object} PanelContext
 * @property {App} app
 * @property {Translate} t
 * @property {Board} board
 * @property {Ctx} ctx
 * @property {PuzzleSession} session
 * @property {PuzzlesAnswer} overview
 * @property {number} streak the number of days in a row whose puzzle was answered
 * @property {{game: string, theme: string}} wanted the chosen kind of puzzles, '' for all
 * @property {boolean} busy whether another puzzle is being loaded
 * @property {(wanted: {game: string, theme: string}) => void} choose
 * @property {() => void} another
 * @property {Renderable} refusal
 */

/** @param {PanelContext} view */
export function panel(view) {
  const { session } = view;
  return html`<aside class="side sheet puzzlepanel" aria-label=${view.t('puzzle.title')}>
    <div aria-live="polite">${
      session.solution ? solved(view, session.solution) : task(view)
    }</div>${kindForm(view)}</aside>`;
}

/** @param {PanelContext} view */
function task(view) {
  const { t, session } = view;
  return html`<p class="eyebrow">${dayText(view)}</p>
    <h2>${t('puzzle.find')}</h2>
    <p>${t('puzzle.how')}</p>
    <p class="help">${t('puzzle.send')}</p>
    <p class="help">${[titleOf(view.app, session.puzzle.game), ...standing(view)].join(' · ')}</p>`;
}

/** @param {PanelContext} view */
function dayText({ app, t, session }) {
  const { day } = session.puzzle;
  if (!day) return t('puzzle.single');
  const date = new Date(day * msPerDay).toLocaleDateString(app.lang, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return t('puzzle.ofDay', { day: date });
}

/**
 * The person's strength at the puzzles of the game and days in a row, as far as there are any.
 *
 * @param {PanelContext} view
 */
function standing({ t, session, overview, streak }) {
  const { game } = session.puzzle;
  const known = overview.strengths.find((one) => one.game === game);
  const estimate = session.solution?.tries ? session.solution.strength : known?.estimate;
  return [
    estimate === undefined ? '' : t('puzzle.strength', { n: estimate }),
    streak ? t('puzzle.streak', { n: streak }) : '',
  ].filter(Boolean);
}

/**
 * @param {PanelContext} view
 * @param {PuzzleSolution} solution
 */
function solved(view, solution) {
  const { app, t, session, ctx, board } = view;
  const [best] = solution.answers;
  const isRight = solution.given === 0;
  const words = best ? answerWords(board, ctx, session.decision, best.answer) : nothing;
  return html`<p class="verdict ${isRight ? 'good' : ''}" data-right=${isRight}>${icon(
    isRight ? 'check' : 'undo',
  )}${t(isRight ? 'puzzle.right' : 'puzzle.wrong')}</p>
    <h2>${words}</h2>${reasonLine(view, solution)}${answersTable(view, solution)}
    <p class="help">${t('puzzle.note')}</p>
    <p class="standing">${[t('puzzle.level', { level: solution.level }), ...standing(view)].join(
      ' · ',
    )}${change(view, solution)}</p>
    ${
      app.me.kind === 'account'
        ? nothing
        : html`<p class="help">${t('puzzle.guest')} <a href="/account">${t('puzzle.account')}</a></p>`
    }`;
}

/**
 * The change of the person's strength by the answer.
 *
 * @param {PanelContext} view
 * @param {PuzzleSolution} solution
 */
function change({ app }, { strength, before }) {
  const difference = strength - before;
  if (!difference) return nothing;
  const format = numberFormat(app.lang, { signDisplay: 'exceptZero' });
  return html` <b class=${difference > 0 ? 'up' : 'down'}>${format.format(difference)}</b>`;
}

/**
 * Why the best answer is better than the person's, or than the second: what is seen on the table, or
 * else what the search expects.
 *
 * @param {PanelContext} view
 * @param {PuzzleSolution} solution
 */
function reasonLine(view, { answers, given }) {
  const { app, t, board, ctx, session } = view;
  const [best] = answers;
  const other = answers[given || 1];
  if (!best || !other) return nothing;
  const [better, worse] = [lineOf(best), lineOf(other)];
  const seen = seenReason(board, ctx, session.decision, better, worse);
  const list = seen === null ? reasons(board, ctx, better) : /** @type {Renderable[]} */ ([seen]);
  if (!list.length) return nothing;
  return html`<p>${rich(t, 'puzzle.because', { why: joinPhrases(app.lang, list) })}</p>`;
}

/**
 * An answer as a line of an analysis.
 *
 * @param {PuzzleChoice} choice
 * @returns {import('../core/types.js').Line}
 */
const lineOf = (choice) => ({ ...choice, visits: 1, place: 1 });

/**
 * @param {PanelContext} view
 * @param {PuzzleSolution} solution
 */
function answersTable(view, { answers, given }) {
  const { t } = view;
  const people = answers.reduce((sum, { chosen }) => sum + chosen, 0);
  const shown = answers
    .map((choice, index) => ({ choice, index }))
    .filter(({ index }) => index < shownAnswers || index === given);
  const rest = answers.length - shown.length;
  return html`<table class="answers puzzleanswers">
    <thead><tr><th scope="col">${t('puzzle.answer')}</th><th scope="col">${t('puzzle.wins')}</th>${
      people > 1 ? html`<th scope="col">${t('puzzle.chosen')}</th>` : nothing
    }</tr></thead>
    <tbody>${shown.map(({ choice, index }) =>
      answerRow(view, choice, index, { given, people }),
    )}</tbody></table>${
      rest > 0 ? html`<p class="help">${t('puzzle.more', { n: rest })}</p>` : nothing
    }`;
}

/**
 * @param {PanelContext} view
 * @param {PuzzleChoice} choice
 * @param {number} index its place among the answers
 * @param {{given: number, people: number}} solution
 */
function answerRow({ app, t, board, ctx, session }, choice, index, { given, people }) {
  const kind = index ? '' : 'best';
  const percent = numberFormat(app.lang, { style: 'percent' });
  return html`<tr class="${kind} ${index === given ? 'yours' : ''}">
    <th scope="row">${answerWords(board, ctx, session.decision, choice.answer)}${
      index === given ? html` <small>${t('puzzle.yours')}</small>` : nothing
    }</th><td>${Math.round(100 * choice.chance)}</td>${
      people > 1 ? html`<td>${percent.format(choice.chosen / people)}</td>` : nothing
    }</tr>`;
}

/**
 * The choice of the kind of puzzles, and the button for another one.
 *
 * @param {PanelContext} view
 */
function kindForm(view) {
  const { app, t, overview, wanted, choose, session } = view;
  const games = [...new Set(overview.kinds.map(({ game }) => game))];
  const themes = overview.kinds
    .filter(({ game }) => !wanted.game || game === wanted.game)
    .map(({ theme }) => theme);
  const select = (
    /** @type {'game' | 'theme'} */ name,
    /** @type {readonly (readonly [string, string])[]} */ options,
  ) => html`<label>${t(`puzzle.${name}`)}<select name=${name} .value=${wanted[name]}
      @change=${(/** @type {Event} */ { currentTarget }) =>
        choose({
          ...wanted,
          ...(name === 'game' ? { theme: '' } : {}),
          [name]: /** @type {HTMLSelectElement} */ (currentTarget).value,
        })}><option value="">${t('puzzle.all')}</option>${options.map(
        ([value, words]) =>
          html`<option value=${value} ?selected=${value === wanted[name]}>${words}</option>`,
      )}</select></label>`;
  return html`<form class="puzzlekinds" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    view.another();
  }}>${
    session.solution
      ? nothing // the button is in the bar
      : html`<button type="submit" class="btn" data-does="another"
          aria-busy=${view.busy}>${t('puzzle.another')}</button>`
  }
    <details><summary>${t('puzzle.which')}</summary><div class="pair">${select(
      'game',
      games.map((game) => [game, titleOf(app, game)]),
    )}${select(
      'theme',
      [...new Set(themes)].map((theme) => [theme, t(`puzzle.theme.${theme}`)]),
    )}</div></details>${view.refusal}</form>`;
}
