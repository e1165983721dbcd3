// The panel beside the board of a puzzle: what to do, then the solution.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { answerWords, joinPhrases, reasons } from '../question/answer-words.js';
import { seenReason } from '../question/seen-reasons.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { App, Board, Ctx, Renderable, Translate } from '../core/types.js' */
/** @import { OwnAnswered, PuzzleChoice, PuzzlesAnswer, PuzzleSolution } from '../core/wire-types.js' */
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
 * @property {() => void} ownDecision shows a decision of an own match that is due
 * @property {() => void} playOn goes on from the decision of an own match
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
    <p>${t(session.puzzle.match ? 'puzzle.own.how' : 'puzzle.how')}</p>
    <p class="help">${t('puzzle.send')}</p>
    <p class="help">${[titleOf(view.app, session.puzzle.game), ...standing(view)].join(' · ')}</p>`;
}

/** @param {PanelContext} view */
function dayText({ app, t, session }) {
  const { day, match } = session.puzzle;
  if (match) return t('puzzle.own');
  if (!day) return t('puzzle.single');
  return t('puzzle.ofDay', { day: dateText(app, day * msPerDay, 'UTC') });
}

/**
 * @param {App} app
 * @param {number} time in milliseconds
 * @param {string} [timeZone] that of the browser if it is absent
 */
const dateText = (app, time, timeZone) =>
  new Date(time).toLocaleDateString(app.lang, { day: 'numeric', month: 'long', timeZone });

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
  const { right: isRight, own } = solution;
  const verdict = solution.given === 0 ? 'puzzle.right' : 'puzzle.near';
  const words = best ? answerWords(board, ctx, session.decision, best.answer) : nothing;
  return html`<p class="verdict ${isRight ? 'good' : ''}" data-right=${isRight}>${icon(
    isRight ? 'check' : 'undo',
  )}${t(isRight ? verdict : 'puzzle.wrong')}</p>
    <h2>${words}</h2>${reasonLine(view, solution)}${answersTable(view, solution)}
    <p class="help">${t(own ? 'puzzle.own.note' : 'puzzle.note')}</p>
    ${own ? ownEnd(view, own) : rated(view, solution)}
    ${
      app.me.kind === 'account'
        ? nothing
        : html`<p class="help">${t('puzzle.guest')} <a href="/account">${t('puzzle.account')}</a></p>`
    }`;
}

/**
 * @param {PanelContext} view
 * @param {PuzzleSolution} solution
 */
const rated = (view, solution) =>
  html`<p class="standing">${[
    view.t('puzzle.level', { level: solution.level }),
    ...standing(view),
  ].join(' · ')}${change(view, solution)}</p>`;

/**
 * When a decision of an own match comes back, and what one can do with it.
 *
 * @param {PanelContext} view
 * @param {OwnAnswered} own
 */
function ownEnd({ app, t, session, playOn, busy }, { next }) {
  const { match = '', step = 0 } = session.puzzle;
  return html`<p class="standing">${
    next ? t('puzzle.own.next', { day: dateText(app, next) }) : t('puzzle.own.learned')
  }</p>
    <p class="acts"><button type="button" class="btn sm" aria-busy=${busy} @click=${playOn}>${icon(
      'arrow',
    )}${t('puzzle.own.play')}</button>
      <a class="btn sm" href=${`/m/${match}#s=${step}`}>${t('puzzle.own.match')}</a></p>`;
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
function reasonLine(view, { answers, given, own }) {
  const { app, t, board, ctx, session } = view;
  const [best] = answers;
  const other = answers[given > 0 ? given : own?.played || 1];
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
function answersTable(view, { answers, given, own }) {
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
      answerRow(view, choice, index, { given, people, played: own?.played ?? -1 }),
    )}</tbody></table>${
      rest > 0 ? html`<p class="help">${t('puzzle.more', { n: rest })}</p>` : nothing
    }`;
}

/**
 * @param {PanelContext} view
 * @param {PuzzleChoice} choice
 * @param {number} index its place among the answers
 * @param {{given: number, people: number, played: number}} solution played is the index of the
 * answer in an own match, -1 for another puzzle
 */
function answerRow({ app, t, board, ctx, session }, choice, index, { given, people, played }) {
  const kind = index ? '' : 'best';
  const percent = numberFormat(app.lang, { style: 'percent' });
  return html`<tr class="${kind} ${index === given ? 'yours' : ''}">
    <th scope="row">${answerWords(board, ctx, session.decision, choice.answer)}${
      index === given ? html` <small>${t('puzzle.yours')}</small>` : nothing
    }${index === played ? html` <small>${t('puzzle.own.then')}</small>` : nothing}</th><td>${Math.round(100 * choice.chance)}</td>${
      people > 1 ? html`<td>${percent.format(choice.chosen / people)}</td>` : nothing
    }</tr>`;
}

/**
 * How many decisions of own matches are due, or when the next one is.
 *
 * @param {PanelContext} view
 */
function ownLine({ app, t, overview, session, ownDecision, busy }) {
  const { due, open, next } = overview.own;
  const others = due.filter((id) => id !== session.id).length;
  if (others)
    return html`<p class="owndue">${t('puzzle.own.due', { n: others })}
      <button type="button" class="btn sm" aria-busy=${busy}
        @click=${ownDecision}>${t('puzzle.own.show')}</button></p>`;
  if (!open || !next || session.puzzle.match) return nothing;
  return html`<p class="help">${t('puzzle.own.later', { n: open, day: dateText(app, next) })}</p>`;
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
  return html`${ownLine(view)}<form class="puzzlekinds" @submit=${(/** @type {Event} */ event) => {
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
