// The question that was asked at a step, its options, and what was chosen. Nobody
// is asked now, so it lies on plain paper; the lamp lights what was chosen.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { avatar, icon } from '../ui/pieces.js';

/** @import { Drawn, OptionText } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/**
 * @param {ReplayPageContext} view
 * @returns {Drawn}
 */
export function question(view) {
  const { replay, t, ctx } = view;
  const moment = replay.timeline?.steps[replay.step];
  const [decision] = replay.state.decisions;
  if (replay.step === replay.last || !moment) {
    return plain(t(replay.info?.outcome ? 'replay.over' : 'replay.abandoned'), '');
  }
  const player = ctx.players[`s${moment.seat}`];
  if (moment.kind) {
    return plain(t(`replay.item.${moment.kind}`, { name: player?.plain ?? '' }), '', player?.icon);
  }
  if (!decision) {
    const { title } = replay.board?.waiting(ctx) ?? { title: '' };
    return plain(
      title,
      t('replay.unseen', { name: player?.plain ?? '', took: timeOf(view, moment.took ?? 0) }),
      player?.icon,
    );
  }
  const asked = ctx.players[`s${decision.seat}`];
  const own = replay.asked(decision);
  const title = replay.board?.prompt(own, decision).title ?? decision.kind;
  const answers = moment.seat === decision.seat;
  return html`<div class="ask plain was" id="ask" tabindex="-1" role="group" aria-labelledby="q">
    <div class="asked">${avatar(asked?.icon)}<p>${t('replay.asked', { name: asked?.plain ?? '' })}${
      answers
        ? html` <span class="took">${icon('wait')}${timeOf(view, moment.took ?? 0)}</span>`
        : nothing
    }</p>
      <h2 id="q">${title}</h2></div>
    <ul class="chosen" aria-label=${t('replay.options')}>
      ${decision.options.map((option) => chip(view, own, option))}</ul>
    ${answers ? nothing : html`<p class="note">${t('replay.later')}</p>`}</div>`;
}

/**
 * One option, lit if it was chosen.
 *
 * @param {ReplayPageContext} view
 * @param {ReturnType<import('./replay-session.js').Replay['asked']>} own
 * @param {OptionText} option
 */
function chip({ replay, t }, own, option) {
  const picks = own.pick.chosen.filter((pick) => pick.option === option.id);
  const n = picks.reduce((sum, pick) => sum + pick.n, 0);
  const { decision } = own;
  const face = replay.board?.option(own, decision, option) ?? option.id;
  const groups = picks
    .filter(({ group }) => group)
    .map(({ group }) => {
      const of = decision.groups?.find(({ id }) => id === group);
      return of ? (replay.board?.group?.(own, decision, of) ?? group) : group;
    });
  const places = decision.ordered
    ? own.pick.chosen.flatMap((pick, at) => (pick.option === option.id ? [at + 1] : []))
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
function plain(title, why, face) {
  return html`<div class="ask plain was" id="ask" tabindex="-1" role="group" aria-labelledby="q">
    <div class="asked">${face ? avatar(face) : nothing}<p>${why}</p>
      <h2 id="q">${title}</h2></div></div>`;
}

/**
 * A time in the unit that says it best.
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
 * A time in seconds, minutes or more.
 *
 * @param {ReplayPageContext} view
 * @param {number} ms
 */
function timeOf({ app }, ms) {
  const seconds = ms / 1000;
  const [n, unit] = inUnits(seconds);
  return numberFormat(app.lang, { style: 'unit', unit, unitDisplay: 'short' }).format(n);
}
