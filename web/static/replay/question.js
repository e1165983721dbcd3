// The question of a step, with its options and the answer.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { avatar, icon } from '../ui/pieces.js';

/** @import { Renderable, OptionText } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/**
 * @param {ReplayPageContext} view
 * @returns {Renderable}
 */
export function questionPanel(view) {
  const { replay, t, ctx } = view;
  const moment = replay.timeline?.steps[replay.step];
  const [decision] = replay.state.decisions;
  if (replay.step === replay.last || !moment) {
    return plainQuestion(t(replay.info?.outcome ? 'replay.over' : 'replay.abandoned'), '');
  }
  const player = ctx.players[`s${moment.seat}`];
  if (moment.kind) {
    return plainQuestion(
      t(`replay.item.${moment.kind}`, { name: player?.plainName ?? '' }),
      '',
      player?.icon,
    );
  }
  if (!decision) {
    const { title } = replay.board?.waiting(ctx) ?? { title: '' };
    return plainQuestion(
      title,
      t('replay.unseen', { name: player?.plainName ?? '', took: timeOf(view, moment.took ?? 0) }),
      player?.icon,
    );
  }
  const asked = ctx.players[`s${decision.seat}`];
  const askedCtx = replay.askedContext(decision);
  const title = replay.board?.prompt(askedCtx, decision).title ?? decision.kind;
  const isAnswered = moment.seat === decision.seat;
  return html`<div class="ask plain was" id="ask" tabindex="-1" role="group" aria-labelledby="q">
    <div class="asked">${avatar(asked?.icon)}<p>${t('replay.asked', { name: asked?.plainName ?? '' })}${
      isAnswered
        ? html` <span class="took">${icon('wait')}${timeOf(view, moment.took ?? 0)}</span>`
        : nothing
    }</p>
      <h2 id="q">${title}</h2></div>
    <ul class="chosen" aria-label=${t('replay.options')}>
      ${decision.options.map((option) => optionRow(view, askedCtx, option))}</ul>
    ${isAnswered ? nothing : html`<p class="note">${t('replay.later')}</p>`}</div>`;
}

/**
 * One option, highlighted if it was chosen.
 *
 * @param {ReplayPageContext} view
 * @param {ReturnType<import('./replay-session.js').ReplaySession['askedContext']>} askedCtx
 * @param {OptionText} option
 */
function optionRow({ replay, t }, askedCtx, option) {
  const picks = askedCtx.picker.chosen.filter((pick) => pick.option === option.id);
  const n = picks.reduce((sum, pick) => sum + pick.n, 0);
  const { decision } = askedCtx;
  const face = replay.board?.option(askedCtx, decision, option) ?? option.id;
  const groups = picks
    .filter(({ group }) => group)
    .map(({ group }) => {
      const facts = decision.groups?.find(({ id }) => id === group);
      return facts ? (replay.board?.group?.(askedCtx, decision, facts) ?? group) : group;
    });
  const places = decision.ordered
    ? askedCtx.picker.chosen.flatMap((pick, index) =>
        pick.option === option.id ? [index + 1] : [],
      )
    : [];
  return html`<li class=${n ? 'pick sel' : 'pick'} data-option=${option.id}
      data-chosen=${n || nothing}><span class="face">${face}</span>${
        n > 1 && !places.length ? html`<b class="n">${n}×</b>` : nothing
      }${places.length ? html`<b class="n">${places.join(', ')}.</b>` : nothing}${
        groups.length ? html`<small>${groups.join(', ')}</small>` : nothing
      }${
        n ? html`<span class="ck">${icon('check', { label: t('replay.chosen') })}</span>` : nothing
      }</li>`;
}

/**
 * @param {string | import('../vendor/lit-html/lit-html.js').TemplateResult} title
 * @param {string} why
 * @param {import('../core/types.js').PlayerInfo['icon']} [face]
 */
function plainQuestion(title, why, face) {
  return html`<div class="ask plain was" id="ask" tabindex="-1" role="group" aria-labelledby="q">
    <div class="asked">${face ? avatar(face) : nothing}<p>${why}</p>
      <h2 id="q">${title}</h2></div></div>`;
}

/**
 * Converts seconds to the unit in which a duration is shown.
 *
 * @param {number} seconds
 * @returns {[number, string]} a number and a unit of Intl.NumberFormat
 */
function inUnits(seconds) {
  if (seconds < 10) return [Math.round(seconds * 10) / 10, 'second'];
  if (seconds < 100) return [Math.round(seconds), 'second'];
  if (seconds < 6000) return [Math.round(seconds / 60), 'minute'];
  if (seconds < 172_800) return [Math.round(seconds / 3600), 'hour'];
  return [Math.round(seconds / 86_400), 'day'];
}

/**
 * A duration in seconds, minutes, hours or days.
 *
 * @param {ReplayPageContext} view
 * @param {number} ms
 */
function timeOf({ app }, ms) {
  const seconds = ms / 1000;
  const [n, unit] = inUnits(seconds);
  return numberFormat(app.lang, { style: 'unit', unit, unitDisplay: 'short' }).format(n);
}
