// What changed the players' chances to win: luck, their decisions, and the rest. The parts add up to
// the result also after rounding.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { avatar } from '../ui/pieces.js';

/** @import { Analysis, Renderable, Translate } from '../core/types.js' */
/** @import { Balance } from '../core/wire.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** The parts of a balance, in the order in which they are added. */
const changes = /** @type {const} */ (['luck', 'skill', 'others', 'rest']);

/**
 * A balance in whole percent. The rest takes what the others lose by rounding.
 *
 * @param {Balance} balance
 */
export function inPercent({ start, luck, skill, others, end }) {
  const percent = (/** @type {number} */ chance) => Math.round(chance * 100);
  const known = {
    start: percent(start),
    luck: percent(luck),
    skill: percent(skill),
    others: percent(others),
    end: percent(end),
  };
  return {
    ...known,
    rest: known.end - known.start - known.luck - known.skill - known.others,
  };
}

/**
 * @param {string} lang
 * @param {number} percent
 * @param {'auto' | 'exceptZero'} [signDisplay]
 */
const percentText = (lang, percent, signDisplay = 'auto') =>
  // Without + 0, a rounded loss would be "-0".
  numberFormat(lang, { style: 'percent', signDisplay }).format(percent / 100 + 0);

/**
 * @param {string} lang
 * @param {number} points
 */
const pointsText = (lang, points) =>
  numberFormat(lang, { signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(
    Math.round(points) + 0,
  );

/**
 * The sentence about a player's own luck and decisions. `nothing` if the analysis has no balance or
 * none of the player's decisions.
 *
 * @param {Translate} t
 * @param {string} lang
 * @param {Pick<Analysis, 'balance'>} analysis
 * @param {number} seat
 * @returns {Renderable}
 */
export function balanceLine(t, lang, { balance = [] }, seat) {
  const own = balance.find((one) => one.seat === seat);
  if (own?.accuracy === undefined) return nothing;
  const { luck, skill } = inPercent(own);
  return html`<p class="balance">${t('balance.own', {
    luck: percentText(lang, luck, 'exceptZero'),
    skill: percentText(lang, skill, 'exceptZero'),
    accuracy: percentText(lang, Math.round(own.accuracy * 100)),
  })}</p>`;
}

/**
 * The table with a column for each player. `nothing` if the analysis has no balance.
 *
 * @param {Pick<ReplayPageContext, 'app' | 't' | 'ctx'>} view
 * @param {Pick<Analysis, 'balance'>} analysis
 * @returns {Renderable}
 */
export function balanceTable({ app, t, ctx }, { balance = [] }) {
  if (!balance.length) return nothing;
  const columns = balance.map((one) => ({ ...one, percent: inPercent(one) }));
  const hasRest = columns.some(({ percent }) => percent.rest !== 0);
  const rows = ['start', ...changes.filter((key) => key !== 'rest' || hasRest), 'end'];
  const cell = (/** @type {typeof columns[number]} */ { percent }, /** @type {string} */ key) =>
    percentText(
      app.lang,
      percent[/** @type {keyof typeof percent} */ (key)],
      key === 'start' || key === 'end' ? 'auto' : 'exceptZero',
    );
  return html`<section class="balances"><h2>${t('balance.title')}</h2>
    <p class="help">${t('balance.why')}</p>
    <table>
      <thead><tr><td></td>${columns.map(({ seat }) => {
        const player = ctx.players[`s${seat}`];
        return html`<th scope="col">${avatar(player?.icon)}<span>${player?.plainName}</span></th>`;
      })}</tr></thead>
      <tbody>${rows.map(
        (key) =>
          html`<tr data-part=${key}><th scope="row">${t(`balance.${key}`)}</th>${columns.map(
            (column) => html`<td>${cell(column, key)}</td>`,
          )}</tr>`,
      )}<tr data-part="points"><th scope="row">${t('balance.points')}</th>${columns.map(
        ({ accuracy, points }) =>
          html`<td>${accuracy === undefined ? '–' : pointsText(app.lang, points)}</td>`,
      )}</tr><tr data-part="accuracy"><th scope="row">${t('balance.accuracy')}</th>${columns.map(
        ({ accuracy }) =>
          html`<td>${accuracy === undefined ? '–' : percentText(app.lang, Math.round(accuracy * 100))}</td>`,
      )}</tr></tbody></table>
    <p class="help">${t('balance.note')}</p></section>`;
}
