// The page with the list of events, and the page on which a person plans one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { leaf } from '../appointments/parts.js';
import { untilText, whenText } from '../appointments/when.js';
import { isolated } from '../core/bidi.js';
import { Pager } from '../core/paging.js';
import { faceOf } from '../ui/faces.js';
import { emptyNotice, listOf, pageFrame } from '../ui/frame.js';
import { avatar, icon } from '../ui/pieces.js';
import { css as style, kindSign, kindText, nameLink, texts as ownTexts, wordsOf } from './parts.js';
import { Planning } from './plan-page.js';
import { getChampions, getEvents } from './requests.js';

/** @import { App, OpenPage, Page, Renderable } from '../core/types.js' */
/** @import { Champion, EventLine, EventPage } from './types.js' */

export const css = style;
export const texts = ownTexts;

/** @type {OpenPage} */
export const open = (app, { plan }) => (plan ? new Planning(app) : new Events(app));

/** @param {EventLine} line */
const isRunning = ({ status }) => status === 'running' || status === 'paused';

/** @implements {Page} */
class Events {
  name = 'home';
  #app;
  #coming;
  #past;
  /** Those who have won most lately. @type {readonly Champion[]} */
  #champions = [];
  #isClosed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#coming = this.#pager('coming');
    this.#past = this.#pager('past');
    void this.#coming.start();
    void this.#past.start();
    void this.#loadChampions();
  }

  /** Loads the champions. The page works without them. */
  async #loadChampions() {
    try {
      const { champions } = await getChampions(this.#app);
      this.#champions = champions;
      if (!this.#isClosed) this.#app.redraw();
    } catch (error) {
      console.warn(error);
    }
  }

  /**
   * @param {'coming' | 'past'} state
   * @returns {Pager<EventLine, EventPage>}
   */
  #pager(state) {
    return new Pager({
      fetch: (after) => getEvents(this.#app, state, after),
      itemsOf: ({ events }) => events,
      idOf: ({ id }) => id,
      onChange: () => this.#app.redraw(),
    });
  }

  close() {
    this.#isClosed = true;
    this.#coming.clear();
    this.#past.clear();
  }

  title() {
    return wordsOf(this.#app)('eve.title');
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    return pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${this.title()}</h1>
        <p class="lede">${t('eve.lede')}</p></div>
        <a class="btn main" href="/evenings/plan">${icon('plus')}${t('eve.plan.title')}</a></header>
        ${this.#content()}`,
    });
  }

  /** @returns {Renderable} */
  #content() {
    const app = this.#app;
    const t = wordsOf(app);
    const [coming, past] = [this.#coming, this.#past];
    const error = coming.error ?? past.error;
    if (error) return html`<p class="error notice" role="alert">${app.errorText(error)}</p>`;
    if (!coming.items || !past.items)
      return html`<p class="loading" role="status">${app.t('page.loading')}</p>`;
    if (!coming.items.length && !past.items.length) return emptyNotice(t('eve.none'));
    const running = coming.items.filter(isRunning);
    const planned = coming.items.filter((line) => !isRunning(line));
    return html`<div class="evcols"><div class="evlist">
      ${this.#section(t('eve.running'), running, (line) => comingRow(app, line))}
      ${this.#section(t('eve.coming'), planned, (line) => comingRow(app, line), coming)}
      ${this.#section(t('eve.past'), past.items, (line) => pastRow(app, line), past)}</div>
      <div class="side">${championList(app, this.#champions)}</div></div>`;
  }

  /**
   * A part of the list, left out if it is empty.
   *
   * @param {string} title
   * @param {readonly EventLine[]} lines
   * @param {(line: EventLine) => Renderable} row
   * @param {Pager<EventLine, EventPage>} [pager] loads more lines
   * @returns {Renderable}
   */
  #section(title, lines, row, pager) {
    if (!lines.length) return nothing;
    return html`<section><h2>${title}</h2><ul>${lines.map((line) => html`<li>${row(line)}</li>`)}</ul>${
      pager?.next
        ? html`<button type="button" class="btn" aria-busy=${pager.isLoading}
            @click=${() => void pager.more()}>${wordsOf(this.#app)('eve.showMore')}</button>`
        : nothing
    }</section>`;
  }
}

/** The greatest number of seals in a row. */
const maxSeals = 6;

/**
 * Those who have won most lately, with a seal for each event.
 *
 * @param {App} app
 * @param {readonly Champion[]} champions
 * @returns {Renderable}
 */
function championList(app, champions) {
  if (!champions.length) return nothing;
  const t = wordsOf(app);
  return html`<section class="sheet evchampions"><h2>${t('eve.champions')}</h2>
    <ol>${champions.map(
      ({
        name,
        won,
      }) => html`<li>${avatar(faceOf(name), { cls: 'big' })}<b>${nameLink(app, name)}</b>
        <span class="seals" aria-hidden="true">${
          won > maxSeals
            ? html`<i class="wax">${won}</i>`
            : Array.from({ length: won }, () => html`<i class="wax"></i>`)
        }</span><span class="vh">${t('eve.champions.won', { n: won })}</span></li>`,
    )}</ol><p class="small">${t('eve.champions.note')}</p></section>`;
}

/**
 * The row of an event that runs or is to come.
 *
 * @param {App} app
 * @param {EventLine} line
 */
export function comingRow(app, line) {
  const t = wordsOf(app);
  const { id, title, begins, coming, mine, kind } = line;
  const isNow = isRunning(line);
  const when = begins
    ? `${whenText(app, begins, { short: true })}, ${untilText(app, begins)}`
    : t('eve.noTime');
  const round = line.round
    ? t('eve.round.of', { round: line.round, rounds: line.rounds || line.round })
    : t('eve.isRunning');
  return html`<a class=${isNow ? 'sheet evrow lit' : 'sheet evrow'} href=${`/e/${id}`}>
    ${begins ? leaf(app, begins) : kindSign(kind)}
    <span class="what"><b class="name">${isolated(title)}</b>
      <span>${isNow ? round : when}</span> <small>${kindText(app, line)}</small>${
        mine ? html` <small class="mine">${t(`eve.mine.${mine}`)}</small>` : nothing
      }</span>
    <span class="count"><b>${coming}</b> ${t(isNow ? 'eve.playing.word' : 'eve.coming.word', { n: coming })}</span></a>`;
}

/**
 * The row of a past event, with its winner.
 *
 * @param {App} app
 * @param {EventLine} line
 */
export function pastRow(app, line) {
  const t = wordsOf(app);
  const { id, title, begins, coming, podium = [], status } = line;
  const [winner] = podium;
  const names = listOf(
    app,
    podium.map(({ name }) => name),
  );
  return html`<a class=${winner ? 'sheet evrow past' : 'sheet evrow'} href=${`/e/${id}`}>
    ${begins ? leaf(app, begins) : kindSign(line.kind)}
    ${winner ? html`<span class="crowned">${icon('host')}${avatar(faceOf(winner.name), { cls: 'big' })}</span>` : nothing}
    <span class="what"><b class="name">${isolated(title)}</b>
      <span>${status === 'cancelled' ? t('eve.cancelled.short') : names}</span></span>
    <span class="count"><b>${coming}</b> ${t('eve.people.word', { n: coming })}</span></a>`;
}
