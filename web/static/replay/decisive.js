// The decisions of a finished match that mattered most, as the page of its end shows them: each in
// words, as a link to its step with the explanation.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { answerWords } from '../question/answer-words.js';
import { progressOf } from '../ui/covers.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';
import { ReplaySession } from './replay-session.js';

/** @import { Analysis, App, Judged, Renderable, Translate } from '../core/types.js' */
/** @import { Difference } from '../core/wire.js' */

/** @typedef {NonNullable<Analysis['decisive']>[number]} Decisive */

/**
 * The viewer of the end of a match.
 *
 * @typedef {object} EndViewer
 * @property {number} seat the viewer's seat, -1 for a spectator
 * @property {readonly number[]} winners the seats of the winners
 */

/**
 * The seats whose decisions a viewer sees: the viewer's own, and for a spectator those of the
 * winners, or of all players if no winner has any.
 *
 * @param {readonly Decisive[]} list
 * @param {EndViewer} viewer
 */
export function decisiveFor(list, { seat, winners }) {
  if (seat >= 0) return list.filter((one) => one.seat === seat);
  const won = list.filter((one) => winners.includes(one.seat));
  return won.length ? won : list;
}

/**
 * The decisions in a list, with the kind of each.
 *
 * @param {readonly Decisive[]} list
 */
const decisionsOf = (list) =>
  list.flatMap(({ seat, best, costliest }) => [
    ...(best ? [{ seat, kind: /** @type {const} */ ('best'), ...best }] : []),
    ...(costliest ? [{ seat, kind: /** @type {const} */ ('costliest'), ...costliest }] : []),
  ]);

/** @typedef {ReturnType<typeof decisionsOf>[number]} Decision */

/** The steps of the decisions that matter to a viewer, which are loaded to name their answers. */
export class DecisiveSteps {
  /** @type {'new' | 'loading' | 'ready' | 'failed'} */
  state = 'new';
  #app;
  #match;
  #replay;

  /**
   * @param {App} app
   * @param {string} match
   */
  constructor(app, match) {
    this.#app = app;
    this.#match = match;
    this.#replay = new ReplaySession(app, match, () => app.redraw());
  }

  /**
   * Loads the steps. Calls after the first do nothing.
   *
   * @param {Pick<Analysis, 'decisive'>} analysis
   * @param {EndViewer} viewer
   */
  async load({ decisive = [] }, viewer) {
    if (this.state !== 'new') return;
    this.state = 'loading';
    const steps = decisionsOf(decisiveFor(decisive, viewer)).map(({ step }) => step);
    try {
      if (steps.length) await this.#replay.start(Math.min(...steps), 'all');
      await Promise.all(steps.map((step) => this.#replay.loadStep('all', step)));
      this.state = 'ready';
    } catch {
      this.state = 'failed';
    }
    this.#app.redraw();
  }

  /**
   * The list of the decisions, `nothing` until the board is loaded.
   *
   * @param {Translate} t
   * @param {Analysis} analysis
   * @param {EndViewer} viewer
   * @returns {Renderable}
   */
  list(t, { decisive = [], decisions }, viewer) {
    const rows = decisionsOf(decisiveFor(decisive, viewer)).map((decision) => {
      const judged = decisions.find(({ step }) => step === decision.step);
      const words = judged ? this.#words(t, decision, judged) : nothing;
      return words === nothing ? nothing : this.#row(t, decision, viewer, words);
    });
    return rows.some((row) => row !== nothing) ? html`<ul>${rows}</ul>` : nothing;
  }

  /**
   * @param {Translate} t
   * @param {Decision} decision
   * @param {EndViewer} viewer
   * @param {Renderable} words
   */
  #row(t, { seat, kind, step }, viewer, words) {
    const name = this.#replay.context().players[`s${seat}`]?.plainName ?? '';
    const label = viewer.seat >= 0 ? t(`decisive.${kind}`) : t(`decisive.${kind}.of`, { name });
    return html`<li><a data-decision=${kind} href=${`/m/${this.#match}#s=${step}&t=explained`}>
      ${icon(kind === 'best' ? 'star' : 'wait')}<span><b>${label}</b> <span>${words}</span></span>${icon(
        'arrow',
      )}</a></li>`;
  }

  /**
   * A decision in words: the given answer, when it was given, and what it gained or cost.
   *
   * @param {Translate} t
   * @param {Decision} decision
   * @param {Judged} judged
   * @returns {Renderable}
   */
  #words(t, { kind, step, ...difference }, { best, chosen }) {
    const replay = this.#replay;
    const { board, info } = replay;
    const asked = replay.shown(step, 'all')?.decisions[0];
    if (!board || !asked || !chosen) return nothing;
    const askedCtx = replay.askedContext(asked, step);
    const words = (/** @type {Judged['best'][number] | undefined} */ line) =>
      html`<i>${line ? answerWords(board, askedCtx, asked, line.answer) : ''}</i>`;
    const when =
      progressOf(this.#app, info?.game ?? '', replay.timeline?.steps[step]) ||
      t('decisive.step', { n: step });
    const worth = worthOf(difference);
    return rich(t, `decisive.${kind}.${worth.unit}`, {
      answer: words(chosen),
      other: words(best[0]),
      when,
      n: worth.n,
      percent: numberFormat(this.#app.lang, { style: 'percent' }).format(worth.chance),
    });
  }
}

/** The smallest difference in points that is told as such, and not as a chance. */
const minPoints = 2;

/**
 * What a difference is told by: points, or the chance to win if that says more.
 *
 * @param {Pick<Difference, 'chance' | 'points'>} difference
 * @returns {{unit: 'points' | 'chance', n: number, chance: number}}
 */
export function worthOf({ chance, points }) {
  const n = Math.round(points);
  const isSmall = Math.round(chance * 100) < 1;
  return { unit: n >= minPoints || (n > 0 && isSmall) ? 'points' : 'chance', n, chance };
}
