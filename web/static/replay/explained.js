// The match explained: what the search expects at each decision of a person. The
// server computes it once, when somebody asks for it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { must } from '../core/must.js';
import { answerWords, joinPhrases, reasons } from '../question/answer-words.js';
import { avatar, icon } from '../ui/pieces.js';
import { behind } from '../endgame/decisive.js';
import { playOn } from './play-on.js';

/** @import { Analysis, AnalysisInfo, Drawn, Judged, Turn } from '../core/types.js' */
/** @import { View } from './view-types.js' */

/** @param {View} view */
export function explainedPanel(view) {
  const { explanation, t, app } = view;
  const { info, error, analysis, broken } = explanation;
  let failed = broken ? t('explained.broken') : '';
  if (info?.state === 'failed') failed = app.errorText({ code: info.error });
  const underWay = info?.state === 'waiting' || info?.state === 'running';
  const first = underWay ? progress(view, info) : offer(view, failed);
  return html`<div class="about explained">${
    error ? html`<p class="error" role="alert">${app.errorText(error)}</p>` : nothing
  }${analysis ? html`${decision(view, analysis)}${turns(view, analysis)}` : first}</div>`;
}

/**
 * The button with which a match is explained.
 *
 * @param {View} view
 * @param {string} failed why it was not the last time, or ''
 */
function offer({ explanation, t }, failed) {
  return html`<section class="checking">
    <h2>${t('explained.title')}</h2>${
      failed
        ? html`<p class="error" role="alert">${failed}</p>`
        : html`<p>${t('explained.why')}</p>`
    }
    <button type="button" class="btn main" data-does="explain"
        @click=${() => void explanation.start()}>${icon('candle')}<span>${t(
          failed ? 'explained.again' : 'explained.start',
        )}</span></button></section>`;
}

/**
 * @param {View} view
 * @param {AnalysisInfo} info
 */
function progress({ t }, { state, ahead, done, of }) {
  const words =
    state === 'waiting'
      ? t('explained.waits', { n: Math.max(1, ahead) })
      : t('explained.runs', { n: done, of });
  return html`<section class="checking" role="status"><h2>${t('explained.title')}</h2>
    <p id="explaining">${words}</p>
    <progress aria-labelledby="explaining" max=${of || 1} value=${done}></progress></section>`;
}

/**
 * The answers to the question of this step, with what is expected after each.
 *
 * @param {View} view
 * @param {Analysis} analysis
 * @returns {Drawn}
 */
function decision(view, { decisions, deep }) {
  const { replay, player, t, ctx } = view;
  const { step, board } = replay;
  const judged = decisions.find((one) => one.step === step);
  const asked = replay.state.decisions[0];
  if (!judged || !board || asked?.seat !== judged.seat) {
    const next = judged ?? decisions.find((one) => one.step > step);
    return html`<section><h2>${t('explained.answers')}</h2><p>${t('explained.none')}</p>${
      next
        ? html`<button type="button" class="btn" data-does="show"
            @click=${() => void show(view, next.step)}>${icon('eye')}<span>${t('explained.next', { n: next.step })}</span></button>`
        : nothing
    }</section>`;
  }
  const own = replay.asked(asked);
  const chosen = JSON.stringify(judged.chosen?.answer ?? null);
  const lines = judged.best.map((line) => ({ line, was: JSON.stringify(line.answer) === chosen }));
  if (judged.chosen && !lines.some(({ was }) => was))
    lines.push({ line: judged.chosen, was: true });
  const name = ctx.players[`s${judged.seat}`];
  return html`<section>
    <table class="answers">
      <caption>${avatar(name?.icon)}${t('explained.of', { name: name?.plain ?? '', n: step })}
      </caption>
      <thead><tr><th scope="col">${t('explained.answer')}</th>
        <th scope="col">${t('explained.chance')}</th><th scope="col">${t('explained.place')}</th>
        <th scope="col">${t('explained.points')}</th></tr></thead>
      <tbody>${lines.map(
        ({ line, was }) =>
          html`<tr class=${was ? 'was' : ''}>
            <th scope="row">${answerWords(board, own, asked, line.answer)}${
              was ? html` <small>${t('replay.chosen')}</small>` : nothing
            }${why(view, reasons(board, own, line))}</th><td>${percent(
              view,
              line.chance,
            )}</td><td>${number(view, line.place, 1)}</td>
            <td>${number(view, line.points, 0)}</td></tr>`,
      )}</tbody></table>
    <p class="help">${t('explained.note')} ${deep ? nothing : t('explained.quick')}</p>
    <p class="acts">
      <button type="button" class="btn" data-does="try" aria-haspopup="dialog" @click=${() => {
        player.stop();
        playOn(view, judged.seat);
      }}>${icon('arrow')}<span>${t('explained.try')}</span></button></p></section>`;
}

/**
 * What speaks for an answer, or against it.
 *
 * @param {Pick<View, 'app' | 't'>} view
 * @param {Drawn[]} list
 */
function why({ app, t }, list) {
  if (!list.length) return nothing;
  const [before, after] = t('explained.because', { why: '\uE000' }).split('\uE000');
  return html`<small class="why">${before}${joinPhrases(app.lang, list)}${after}</small>`;
}

/**
 * What changed the chances most: the answers that cost most, and luck.
 *
 * @param {View} view
 * @param {Analysis} analysis
 */
function turns(view, { mistakes, luck, decisions }) {
  const { t } = view;
  const row = (
    /** @type {Turn} */ turn,
    /** @type {Drawn | string} */ words,
    /** @type {number} */ change,
  ) => {
    const name = view.ctx.players[`s${turn.seat}`];
    return html`<li>${avatar(name?.icon)}<p><b>${name?.plain}</b> ${words}</p>
      <b class="change">${percent(view, change, 'exceptZero')}</b><small>${t('replay.step', {
        n: turn.step,
        of: view.replay.last,
      })}</small>
      <button type="button" class="btn" data-does="show"
          aria-label=${t('explained.show.step', { n: turn.step })}
          @click=${() => void show(view, turn.step)}>${t('explained.show')}</button></li>`;
  };
  return html`${
    mistakes.length
      ? html`<section><h2>${t('explained.mistakes')}</h2><ol class="turnlist">${mistakes.map(
          (turn) => {
            const judged = decisions.find(({ step }) => step === turn.step);
            return row(
              turn,
              judged ? mistake(view, judged) : nothing,
              judged ? behind(judged) : turn.change,
            );
          },
        )}</ol></section>`
      : nothing
  }${
    luck.length
      ? html`<section><h2>${t('explained.luck')}</h2><p class="help">${t('explained.luck.why')}</p>
        <ol class="turnlist">${luck.map((turn) =>
          row(turn, t(turn.change > 0 ? 'explained.luck.good' : 'explained.luck.bad'), turn.change),
        )}</ol></section>`
      : nothing
  }`;
}

/**
 * A mistake in sentences: what was chosen, what speaks against it, and what would have been best.
 *
 * @param {View} view
 * @param {Judged} judged
 * @returns {Drawn}
 */
function mistake({ replay, app, t }, { step, best, chosen }) {
  const { board } = replay;
  const asked = replay.shown(step)?.decisions[0];
  if (!board || !asked || !chosen) return nothing;
  const own = replay.asked(asked, step);
  const [before, between, then, after = ''] = t('explained.mistake', {
    chosen: '\uE000',
    why: '\uE000',
    best: '\uE000',
  }).split('\uE000');
  const against = reasons(board, own, chosen);
  return html`${before}<i>${answerWords(board, own, asked, chosen.answer)}</i>${between}${
    against.length ? why({ app, t }, against) : ' '
  }${then}<i>${answerWords(board, own, asked, must(best[0]).answer)}</i>${after}`;
}

/**
 * Goes to a step with everybody's eyes, and to the answers to its question.
 *
 * @param {View} view
 * @param {number} step
 */
async function show({ player }, step) {
  player.stop();
  await player.go(step, { eyes: 'all' });
  requestAnimationFrame(() => {
    document.querySelector('.explained')?.scrollTo({ top: 0 });
    document.querySelector('.answers')?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * @param {View} view
 * @param {number} n
 * @param {'auto' | 'exceptZero'} [signDisplay]
 */
function percent({ app }, n, signDisplay = 'auto') {
  return new Intl.NumberFormat(app.lang, { style: 'percent', signDisplay }).format(n);
}

/**
 * @param {View} view
 * @param {number} n
 * @param {number} digits
 */
function number({ app }, n, digits) {
  return new Intl.NumberFormat(app.lang, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(n);
}
