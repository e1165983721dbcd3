// The tab with the analysis of the match: the results that the search expects from the answers to
// each decision of a person. The server computes the analysis once, on request.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { must } from '../core/must.js';
import { answerWords, joinPhrases, reasons } from '../question/answer-words.js';
import { seenReason } from '../question/seen-reasons.js';
import { avatar, icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';
import { balanceTable } from './balance.js';
import { lossOf } from './loss.js';
import { linesOf } from './match-log.js';
import { playOn } from './play-on.js';

/** @import { Analysis, AnalysisInfo, Line, Renderable, Judged, Turn } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function explainedPanel(view) {
  const { explanation, t, app } = view;
  const { info, error, analysis, broken } = explanation;
  let failed = broken ? t('explained.broken') : '';
  if (info?.state === 'failed') failed = app.errorText({ code: info.error });
  const isRunning = info?.state === 'waiting' || info?.state === 'running';
  let first = isRunning ? progress(view, info) : offer(view, failed);
  if (!info && !error) first = html`<p class="loading" role="status">${app.t('app.loading')}</p>`;
  return html`<div class="about explained">${
    error ? html`<p class="error" role="alert">${app.errorText(error)}</p>` : nothing
  }${
    analysis
      ? html`${decisionSection(view, analysis)}${balanceTable(view, analysis)}${turningPoints(view, analysis)}`
      : first
  }</div>`;
}

/**
 * The button that starts the analysis.
 *
 * @param {ReplayPageContext} view
 * @param {string} failed the reason why the last attempt failed, or ''
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
 * @param {ReplayPageContext} view
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
 * The possible answers to the question of the current step, each with the expected result.
 *
 * @param {ReplayPageContext} view
 * @param {Analysis} analysis
 * @returns {Renderable}
 */
function decisionSection(view, { decisions, deep }) {
  const { replay, player, t, ctx } = view;
  const { step, board } = replay;
  const judged = decisions.find((decision) => decision.step === step);
  const asked = replay.state.decisions[0];
  if (!judged || !board || asked?.seat !== judged.seat) {
    const next = judged ?? decisions.find((decision) => decision.step > step);
    return html`<section><h2>${t('explained.answers')}</h2><p>${t('explained.none')}</p>${
      next
        ? html`<button type="button" class="btn" data-does="show"
            @click=${() => void goToAnswers(view, next.step)}>${icon('eye')}<span>${t('explained.next', { n: next.step })}</span></button>`
        : nothing
    }</section>`;
  }
  const askedCtx = replay.askedContext(asked);
  const chosen = JSON.stringify(judged.chosen?.answer ?? null);
  const lines = judged.best.map((line) => ({
    line,
    wasChosen: JSON.stringify(line.answer) === chosen,
  }));
  if (judged.chosen && !lines.some(({ wasChosen }) => wasChosen))
    lines.push({ line: judged.chosen, wasChosen: true });
  const [first, second] = judged.best;
  const seen = first && second ? seenReason(board, askedCtx, asked, first, second) : null;
  const reasonsOf = (/** @type {Line} */ line) =>
    line === first && seen !== null
      ? /** @type {Renderable[]} */ ([seen])
      : reasons(board, askedCtx, line);
  const judgedPlayer = ctx.players[`s${judged.seat}`];
  return html`<section>
    <table class="answers">
      <caption>${avatar(judgedPlayer?.icon)}${t('explained.of', { name: judgedPlayer?.plainName ?? '', n: step })}
      </caption>
      <thead><tr><th scope="col">${t('explained.answer')}</th>
        <th scope="col">${t('explained.chance')}</th><th scope="col">${t('explained.place')}</th>
        <th scope="col">${t('explained.points')}</th></tr></thead>
      <tbody>${lines.map(
        ({ line, wasChosen }) =>
          html`<tr class=${wasChosen ? 'was' : ''}>
            <th scope="row">${answerWords(board, askedCtx, asked, line.answer)}${
              wasChosen ? html` <small>${t('replay.chosen')}</small>` : nothing
            }${reasonText(view, reasonsOf(line))}</th><td>${percent(
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
 * The reasons for or against an answer.
 *
 * @param {Pick<ReplayPageContext, 'app' | 't'>} view
 * @param {Renderable[]} list
 */
function reasonText({ app, t }, list) {
  if (!list.length) return nothing;
  return html`<small class="why">${rich(t, 'explained.because', {
    why: joinPhrases(app.lang, list),
  })}</small>`;
}

/**
 * The largest changes of the chances, through mistakes and through luck.
 *
 * @param {ReplayPageContext} view
 * @param {Analysis} analysis
 */
function turningPoints(view, analysis) {
  const { mistakes, luck, decisions } = analysis;
  const { t } = view;
  const row = (
    /** @type {Turn} */ turn,
    /** @type {Renderable | string} */ words,
    /** @type {number} */ change,
  ) => {
    const name = view.ctx.players[`s${turn.seat}`];
    return html`<li>${avatar(name?.icon)}<p><b>${name?.plainName}</b> ${words}</p>
      <b class="change">${percent(view, change, 'exceptZero')}</b><small>${t('replay.step', {
        n: turn.step,
        of: view.replay.last,
      })}</small>
      <button type="button" class="btn" data-does="show"
          aria-label=${t('explained.show.step', { n: turn.step })}
          @click=${() => void goToAnswers(view, turn.step)}>${t('explained.show')}</button></li>`;
  };
  return html`${
    mistakes.length
      ? html`<section><h2>${t('explained.mistakes')}</h2><ol class="turnlist">${mistakes.map(
          (turn) => {
            const judged = decisions.find(({ step }) => step === turn.step);
            return row(
              turn,
              judged ? mistakeText(view, judged) : nothing,
              judged ? lossOf(judged) : turn.change,
            );
          },
        )}</ol></section>`
      : nothing
  }${
    luck.length
      ? html`<section><h2>${t('explained.luck')}</h2><p class="help">${t(
          hasDraws(analysis) ? 'explained.luck.draws' : 'explained.luck.why',
        )}</p>
        <ol class="turnlist">${luck.map((turn) =>
          row(
            turn,
            html`${t(turn.change > 0 ? 'explained.luck.good' : 'explained.luck.bad')}${luckText(
              view,
              turn,
              analysis,
            )}`,
            turn.change,
          ),
        )}</ol></section>`
      : nothing
  }`;
}

/**
 * Whether the strokes of luck are single draws. In analyses before version 5 they are everything
 * between two turns.
 *
 * @param {Pick<Analysis, 'balance'>} analysis
 */
const hasDraws = ({ balance }) => !!balance?.length;

/** The maximum number of lines of the log that name a stroke of luck. */
const maxLuckLines = 2;

/**
 * The events that made a stroke of luck, as lines of the log. Without such events, the cause is what
 * the other players knew. `nothing` until the steps are loaded.
 *
 * @param {ReplayPageContext} view
 * @param {Turn} turn
 * @param {Analysis} analysis
 */
function luckText(view, turn, analysis) {
  const { timeline, last } = view.replay;
  const until = hasDraws(analysis)
    ? turn.step + 1
    : (analysis.chances.find(({ step }) => step > turn.step)?.step ?? last);
  if (!view.replay.hasStep(turn.step) || !view.replay.hasStep(until)) return nothing;
  const step = luckyStep(timeline?.steps ?? [], turn, until);
  const lines = linesOf(view).filter((line) => line.step >= turn.step && line.step < until);
  const atStep = lines.filter((line) => line.step === step);
  const named = (atStep.length ? atStep : lines).slice(0, maxLuckLines);
  if (!named.length && hasDraws(analysis)) return nothing;
  return html`<small class="why">${
    named.length ? named.map(({ words }) => html`${words} `) : view.t('explained.luck.hidden')
  }</small>`;
}

/**
 * The step between two turns at which the points of the lucky or unlucky seat changed most beside
 * those of the best other seat, in the direction of the luck. If they did not, the last step.
 *
 * @param {readonly {standing: readonly number[]}[]} steps
 * @param {Pick<Turn, 'step' | 'seat' | 'change'>} turn
 * @param {number} until the step of the next turn
 */
export function luckyStep(steps, { step: from, seat, change }, until) {
  const leadAt = (/** @type {number} */ step) => {
    const { standing = [] } = steps[step] ?? {};
    const others = standing.filter((_, other) => other !== seat);
    return (standing[seat] ?? 0) - Math.max(0, ...others);
  };
  let [found, most] = [until - 1, 0];
  for (let step = from; step < until; step++) {
    const gained = (leadAt(step + 1) - leadAt(step)) * Math.sign(change);
    if (gained > most) [found, most] = [step, gained];
  }
  return found;
}

/**
 * A mistake in words: the chosen answer, the reasons against it, and the best answer.
 *
 * @param {ReplayPageContext} view
 * @param {Judged} judged
 * @returns {Renderable}
 */
function mistakeText({ replay, app, t }, { step, best, chosen }) {
  const { board } = replay;
  const asked = replay.shown(step)?.decisions[0];
  if (!board || !asked || !chosen) return nothing;
  const askedCtx = replay.askedContext(asked, step);
  const against = reasons(board, askedCtx, chosen);
  const better = must(best[0]);
  const seen = seenReason(board, askedCtx, asked, better, chosen);
  const words = (/** @type {Judged['best'][number]['answer']} */ answer) =>
    html`<i>${answerWords(board, askedCtx, asked, answer)}</i>`;
  return rich(t, 'explained.mistake', {
    chosen: words(chosen.answer),
    why: against.length ? reasonText({ app, t }, against) : ' ',
    best: words(better.answer),
    seen: seen === null ? '' : reasonText({ app, t }, [seen]),
  });
}

/**
 * Shows a step with all hands open, and scrolls to the table of the answers.
 *
 * @param {ReplayPageContext} view
 * @param {number} step
 */
async function goToAnswers({ player }, step) {
  player.stop();
  await player.go(step, { perspective: 'all' });
  requestAnimationFrame(() => {
    document.querySelector('.explained')?.scrollTo({ top: 0 });
    document.querySelector('.answers')?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * @param {ReplayPageContext} view
 * @param {number} n
 * @param {'auto' | 'exceptZero'} [signDisplay]
 */
function percent({ app }, n, signDisplay = 'auto') {
  return numberFormat(app.lang, { style: 'percent', signDisplay }).format(n);
}

/**
 * @param {ReplayPageContext} view
 * @param {number} n
 * @param {number} digits
 */
function number({ app }, n, digits) {
  return numberFormat(app.lang, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(n);
}
