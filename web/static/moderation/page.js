// The page of moderators, with reports, rooms, people, bans, and the log of acts.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { listFormat } from '../core/i18n.js';
import { Pager } from '../core/paging.js';
import { isolated } from '../core/bidi.js';
import { momentText } from '../core/times.js';
import { profilePath } from '../core/paths.js';
import { Attempt } from '../ui/attempt.js';
import { fieldsOf } from '../ui/forms.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { dialog } from '../ui/dialogs.js';
import { faceOf } from '../ui/faces.js';
import { avatar, icon, portrait } from '../ui/pieces.js';
import { actForm } from './act-form.js';
import { actTable, nameText, reasons, wordsOf } from './moderation-common.js';

/** @import { App, OpenPage } from '../core/types.js' */
/** @import { Ban, Person, Report } from './moderation-common.js' */
/** @import { ActBody } from './act-form.js' */

export const css = ['/people/people.css', '/moderation/moderation.css'];
export { texts } from './moderation-common.js';

const tabs = /** @type {const} */ (['reports', 'rooms', 'people', 'bans', 'log']);
/** @typedef {(typeof tabs)[number]} Tab */
/**
 * Reports on the same topic.
 *
 * @typedef {{latest: Report, reports: Report[]}} Case
 */
/**
 * The people in a room.
 *
 * @typedef {{seats: {id: string, name: string}[], connected: {id: string, name: string}[]}} Inside
 */

/** @type {OpenPage} */
export function open(app) {
  const page = new ModerationPage(app);
  return {
    name: 'home plain',
    title: () => wordsOf(app)('mod.title'),
    render: () => page.render(),
  };
}

class ModerationPage {
  #app;
  /** @type {Tab} */
  #tab = 'reports';
  #reports;
  #rooms;
  #acts;
  #closed = false;
  /** The topic of the selected case. */
  #topic = '';
  /**
   * The people in the selected room.
   *
   * @type {{id: string, who: Inside} | null}
   */
  #roomInside = null;
  /** @type {Person | null} */
  #person = null;
  /** @type {Ban[]} */
  #bans = [];
  #attempt;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    const { api } = app;
    const changed = () => app.redraw();
    this.#reports = new Pager({
      fetch: (after) => {
        const query = new URLSearchParams({ after, ...(this.#closed && { closed: '1' }) });
        return api.get(`/api/moderation/reports?${query}`);
      },
      itemsOf: ({ reports }) => reports,
      idOf: ({ number }) => number,
      onChange: changed,
    });
    this.#rooms = new Pager({
      fetch: (after) => api.get(`/api/moderation/rooms?${new URLSearchParams({ after })}`),
      itemsOf: ({ rooms }) => rooms,
      idOf: ({ id }) => id,
      onChange: changed,
    });
    this.#acts = new Pager({
      fetch: (after) => api.get(`/api/moderation/acts?${new URLSearchParams({ after })}`),
      itemsOf: ({ acts }) => acts,
      idOf: ({ number }) => number,
      onChange: changed,
    });
    const wanted = /** @type {Tab} */ (location.hash.slice(1));
    void this.#show(tabs.includes(wanted) ? wanted : 'reports');
  }

  /** @param {Tab} tab */
  async #show(tab) {
    this.#tab = tab;
    history.replaceState(null, '', `#${tab}`);
    await this.#loadAndShow(() => this.#load());
  }

  /**
   * Loads data and renders the page again. If loading fails, the page shows the error.
   *
   * @param {() => Promise<unknown>} load
   */
  async #loadAndShow(load) {
    this.#attempt.error = this.#attempt.done = '';
    await load().catch((error) => this.#attempt.fail(error));
    this.#app.redraw();
  }

  async #load() {
    const { api } = this.#app;
    switch (this.#tab) {
      case 'reports':
        await this.#loadReports();
        break;
      case 'rooms':
        await loadPage(this.#rooms);
        break;
      case 'bans':
        this.#bans = (await api.get('/api/moderation/bans')).bans;
        break;
      case 'log':
        await loadPage(this.#acts);
        break;
      case 'people':
        if (this.#person) await this.#loadPerson(`id=${this.#person.id}`);
        break;
      default:
    }
  }

  /** @param {boolean} [more] */
  async #loadReports(more) {
    await loadPage(this.#reports, more);
    const reports = this.#reports.items ?? [];
    if (!reports.some(({ topic }) => topic === this.#topic)) this.#topic = reports[0]?.topic ?? '';
    await this.#loadCase();
  }

  /** Loads the person whom the selected case concerns. */
  async #loadCase() {
    const id = this.#reports.items?.find(({ topic }) => topic === this.#topic)?.person.id;
    if (id && this.#person?.id !== id) await this.#loadPerson(`id=${id}`);
  }

  /** @param {string} query */
  async #loadPerson(query) {
    this.#person = await this.#app.api.get(`/api/moderation/people?${query}`);
  }

  /**
   * Sends an act to the server, and shows the result.
   *
   * @param {ActBody} body
   */
  #act(body) {
    const t = wordsOf(this.#app);
    const done = t('mod.done', { what: t(`act.${body.kind}`) });
    return this.#attempt.run(
      async () => {
        await this.#app.api.post('/api/moderation/acts', body);
        this.#app.say(done);
        if (this.#tab === 'reports') this.#person = null;
        await this.#load();
      },
      '',
      done,
    );
  }

  /** @param {string} id */
  #showPerson = (id) => {
    void this.#loadAndShow(async () => {
      await this.#loadPerson(`id=${id}`);
      this.#tab = 'people';
    });
  };

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const owner = app.news.role === 'owner';
    const waiting = this.#closed ? 0 : this.#cases().length;
    return pageFrame(app, {
      main: html`<div class="mod">
        <section class="phead">
          <div><h1>${t('mod.title')}</h1>
            <p>${t(owner ? 'mod.owner' : 'mod.moderator')}</p></div></section>
        <nav class="mtabs" aria-label=${t('mod.title')}>${tabs.map(
          (tab) => html`<button type="button" aria-current=${tab === this.#tab ? 'page' : nothing}
              @click=${() => void this.#show(tab)}>${t(`mod.${tab}`)}${
                tab === 'reports' && waiting ? html`<b>${waiting}</b>` : nothing
              }</button>`,
        )}</nav>
        ${this.#attempt.outcome()}
        ${this.#body()}</div>`,
    });
  }

  #body() {
    const t = wordsOf(this.#app);
    switch (this.#tab) {
      case 'reports':
        return this.#reports.page
          ? this.#reportsTab()
          : html`<p class="loading" role="status">${t('page.loading')}</p>`;
      case 'rooms':
        return this.#roomsTab();
      case 'people':
        return this.#peopleTab();
      case 'bans':
        return this.#bansTab();
      default:
        return html`<section class="slip alog"><h2>${t('mod.log')}</h2>
          ${actTable(this.#app, this.#acts.items ?? [], this.#showPerson)}
          ${this.#more(this.#acts.next, () => loadPage(this.#acts, true))}</section>`;
    }
  }

  /**
   * @param {string} next
   * @param {() => Promise<unknown>} load
   */
  #more(next, load) {
    return next
      ? html`<p class="kact">
        <button type="button" class="btn sm" aria-busy=${this.#attempt.busy}
            @click=${() => void this.#attempt.run(load)}>${wordsOf(this.#app)('mod.more')}</button>
      </p>`
      : nothing;
  }

  /**
   * The reports grouped by topic, latest first.
   *
   * @returns {Case[]}
   */
  #cases() {
    /** @type {Map<string, Case>} */
    const cases = new Map();
    for (const report of this.#reports.items ?? []) {
      const existing = cases.get(report.topic);
      if (existing) existing.reports.push(report);
      else cases.set(report.topic, { latest: report, reports: [report] });
    }
    return [...cases.values()];
  }

  #reportsTab() {
    const app = this.#app;
    const t = wordsOf(app);
    const cases = this.#cases();
    const shown = cases.find(({ latest }) => latest.topic === this.#topic);
    const choose = (/** @type {string} */ topic) =>
      void this.#loadAndShow(() => {
        this.#topic = topic;
        return this.#loadCase();
      });
    return html`<div class="mgrid">
      <section class="slip rlist"><header><h2>${t(this.#closed ? 'mod.closed' : 'mod.open')}</h2>
        <button type="button" class="linklike" @click=${() => {
          this.#closed = !this.#closed;
          void this.#show('reports');
        }}>${t(this.#closed ? 'mod.open' : 'mod.closed')}</button></header>
        ${
          cases.length
            ? html`<ul>${repeat(
                cases,
                ({ latest }) => latest.topic,
                ({ latest, reports }) => {
                  const about = `${t(`mod.what.${latest.what}`)}: ${t(`reason.${latest.reason}`)}`;
                  const created = new Date(latest.created).toISOString();
                  return html`<li><button type="button"
                      aria-current=${reports === shown?.reports ? 'true' : nothing}
                      @click=${() => choose(latest.topic)}>
                    ${portrait(latest.name)}<span><b>${isolated(latest.name)}</b><span>${about}</span></span>
                    <span class="rm">
                      <time datetime=${created}>${momentText(app, latest.created)}</time>${
                        reports.length > 1 ? html`<b>${reports.length}×</b>` : nothing
                      }</span></button></li>`;
                },
              )}</ul>`
            : html`<p class="small">${t('mod.none')}</p>`
        }${this.#more(this.#reports.next, () => this.#loadReports(true))}</section>
      ${shown ? this.#case(shown) : nothing}</div>`;
  }

  /** @param {Case} shown */
  #case({ latest: report, reports }) {
    const app = this.#app;
    const t = wordsOf(app);
    const person = this.#person?.id === report.person.id ? this.#person : null;
    const kinds = [
      'dismiss',
      'warn',
      'mute',
      'ban',
      ...(report.what === 'line' ? ['remove_line'] : []),
      ...(report.what === 'club_line' ? ['remove_club_line'] : []),
      ...(report.what === 'name' ? ['rename'] : []),
      ...(report.what === 'about' ? ['remove_about'] : []),
    ];
    return html`<section class="slip rcase">
      ${this.#caseHeader(report, reports)}
      ${report.about ? html`<blockquote dir="auto">${report.about}</blockquote>` : nothing}
      <ul class="reasons">${reports.map((each) => reasonLine(app, each))}</ul>
      ${report.room || report.what === 'club_line' ? reportedChat(app, report) : nothing}
      ${
        person?.acts.length
          ? html`<h3>${t('mod.before')}</h3>
            ${actTable(app, person.acts.slice(0, 5), this.#showPerson)}`
          : nothing
      }
      ${
        this.#closed
          ? nothing
          : html`<h3>${t('mod.todo')}</h3>${actForm(app, {
              id: `report-${report.topic}`,
              kinds,
              name: report.name,
              reason: report.reason,
              fields: { report: report.number },
              act: (body) => this.#act(body),
            })}`
      }</section>`;
  }

  /**
   * @param {Report} report
   * @param {Report[]} reports
   */
  #caseHeader(report, reports) {
    const app = this.#app;
    const t = wordsOf(app);
    const reporters = reports.map(({ reporter }) => nameText(app, reporter));
    return html`<header>${portrait(report.name, 'lg')}
        <div><h2>${t(`mod.case.${report.what}`, { name: report.name })}</h2>
          <p class="small">
            ${t('mod.by', {
              names: listFormat(app.lang).format(reporters),
              time: momentText(app, report.created),
            })} · <button
                type="button"
                class="linklike"
                @click=${() => this.#showPerson(report.person.id)}>${t('mod.aboutperson')}</button>
          </p></div></header>`;
  }

  #roomsTab() {
    const app = this.#app;
    const t = wordsOf(app);
    const rooms = this.#rooms.items ?? [];
    return html`<section class="slip"><h2>${t('mod.rooms')}</h2>
      <p class="small">${t('mod.rooms.help')}</p>${
        rooms.length
          ? html`<ul class="mrooms">${repeat(
              rooms,
              ({ id }) => id,
              (room) => {
                const names = room.summary.players
                  .map((name, seat) => name || room.summary.bots[seat])
                  .filter(Boolean)
                  .join(', ');
                return html`<li>
                  <div><b>${names || t('mod.empty')}</b><span
                      class="small">${titleOf(app, room.game)} · ${t(`mod.status.${room.status}`)}</span></div>
                  <p class="kact">
                    <a class="btn sm"
                        href=${`/r/${room.id}`}>${t('mod.totable')}</a><button type="button"
                            class="btn sm"
                            @click=${() => void this.#loadInside(room.id)}>${t('mod.who')}</button>
                    <button type="button" class="btn quiet danger sm"
                        @click=${() => this.#closeRoom(room.id, names)}>${t('act.close_room')}</button></p>
                  ${this.#roomInside?.id === room.id ? this.#peopleInRoom(this.#roomInside.who) : nothing}</li>`;
              },
            )}</ul>`
          : html`<p>${t('mod.rooms.none')}</p>`
      }${this.#more(this.#rooms.next, () => loadPage(this.#rooms, true))}</section>`;
  }

  /** @param {string} id id of a room */
  #loadInside(id) {
    return this.#loadAndShow(async () => {
      this.#roomInside = {
        id,
        who: await this.#app.api.get(`/api/moderation/rooms/${encodeURIComponent(id)}`),
      };
    });
  }

  /** @param {Inside} who */
  #peopleInRoom({ seats, connected }) {
    const t = wordsOf(this.#app);
    const all = [
      ...seats.filter(({ id }) => id),
      ...connected.filter(({ id }) => !seats.some((seat) => seat.id === id)),
    ];
    if (!all.length) return html`<p class="small">${t('mod.nobody')}</p>`;
    return html`<ul class="whos">${all.map(
      ({ id, name }) =>
        html`<li><button type="button" class="btn quiet sm"
            @click=${() => this.#showPerson(id)}>${avatar(faceOf(name))}${name}</button></li>`,
    )}</ul>`;
  }

  /**
   * @param {string} id id of a room
   * @param {string} names
   */
  #closeRoom(id, names) {
    const app = this.#app;
    const t = wordsOf(app);
    const close = async (/** @type {SubmitEvent} */ event) => {
      const { reason, words = '' } = fieldsOf(event);
      sheet.close();
      await this.#act({ kind: 'close_room', room: id, reason, words: words.trim() });
    };
    const sheet = dialog({
      title: () => t('mod.closeroom', { names }),
      closeLabel: t('close'),
      body: () => html`<form id="closeroom" class="act" @submit=${close}>
        <p>${t('act.close_room.help')}</p>
        <label class="field"><span class="label">${t('act.reason')}</span>
          <select name="reason">${reasons.map(
            (each) => html`<option value=${each}>${t(`reason.${each}`)}</option>`,
          )}</select></label>
        <label class="field"><span class="label">${t('mod.closeroom.words')}</span><textarea
            name="words"
            rows="2" maxlength="400"></textarea></label></form>`,
      footer: () =>
        html`<button type="button" class="btn quiet"
            @click=${() => sheet.close()}>${t('page.cancel')}</button><button form="closeroom"
                class="btn danger">${t('act.close_room')}</button>`,
    });
  }

  #peopleTab() {
    const app = this.#app;
    const t = wordsOf(app);
    const find = (/** @type {SubmitEvent} */ event) => {
      const { name = '' } = fieldsOf(event);
      void this.#loadAndShow(() => this.#loadPerson(`name=${encodeURIComponent(name)}`));
    };
    return html`<section class="slip"><h2>${t('mod.people')}</h2>
      <form class="field" @submit=${find}><label for="who">${t('mod.find')}</label>
        <span class="namebox"><input id="who" name="name" required maxlength="64" autocomplete="off"
            spellcheck="false"><button class="btn">${t('mod.find.do')}</button></span>
        <p class="help">${t('mod.find.help')}</p></form></section>
      ${this.#person ? this.#dossier(this.#person) : nothing}`;
  }

  /** @param {Person} person */
  #dossier(person) {
    const app = this.#app;
    const t = wordsOf(app);
    const kinds = [
      'note',
      'warn',
      'mute',
      'ban',
      'rename',
      ...(person.kind === 'account' ? ['remove_about'] : []),
      ...(app.news.role === 'owner' && person.kind === 'account' ? ['role'] : []),
    ];
    return html`<section class="slip rcase">
      ${personHeader(app, person)}
      ${person.bans.length ? html`<h3>${t('mod.bans')}</h3>${this.#banList(person.bans)}` : nothing}
      ${roomsOf(app, person)}
      <h3>${t('mod.before')}</h3>${actTable(app, person.acts, this.#showPerson)}
      ${
        person.id === app.me.id
          ? nothing
          : html`<h3>${t('mod.todo')}</h3>
            ${actForm(app, {
              id: `person-${person.id}`,
              kinds,
              name: person.name,
              fields: { person: person.id },
              act: (body) => this.#act(body),
            })}`
      }</section>`;
  }

  #bansTab() {
    const t = wordsOf(this.#app);
    return html`<section class="slip"><h2>${t('mod.bans')}</h2>${
      this.#bans.length ? this.#banList(this.#bans) : html`<p>${t('mod.bans.none')}</p>`
    }</section>`;
  }

  /** @param {Ban[]} bans */
  #banList(bans) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<ul class="mbans">${repeat(
      bans,
      ({ id }) => id,
      (ban) => {
        const banned = ban.person.id ? nameText(app, ban.person) : ban.address || t('mod.network');
        return html`<li>
          <div><b>${banned}</b> <span
              class="tag">${t(ban.scope === 'chat' ? 'mod.muted' : 'mod.banned')}</span>
            <span class="small">${t(`reason.${ban.reason}`)}${
              ban.words ? ` · ${t('why.words', { words: ban.words })}` : ''
            } · ${
              ban.until ? t('why.until', { time: momentText(app, ban.until) }) : t('act.for.good')
            }</span></div>
          <button type="button" class="btn sm" aria-label=${`${t('act.unban')}: ${banned}`}
              aria-busy=${this.#attempt.busy}
              @click=${() =>
                void this.#act({ kind: 'unban', ban: ban.id })}>${t('act.unban')}</button></li>`;
      },
    )}</ul>`;
  }
}

/**
 * Loads the first or the next page of a list. Fails with Coded.
 *
 * @param {Pick<Pager<any, any>, 'start' | 'more' | 'error'>} pager
 * @param {boolean} [isNext]
 */
async function loadPage(pager, isNext = false) {
  await (isNext ? pager.more() : pager.start());
  if (pager.error) throw pager.error;
}

/**
 * The reason of a report, and the person who has sent it.
 *
 * @param {App} app
 * @param {Report} report
 */
function reasonLine(app, { reason, words, reporter }) {
  return html`<li><b>${wordsOf(app)(`reason.${reason}`)}</b>${
    words ? html` <q>${words}</q>` : nothing
  } <span class="small">${nameText(app, reporter)}</span></li>`;
}

/**
 * The chat around a reported line, unless it is withheld.
 *
 * @param {App} app
 * @param {Report} report
 */
function reportedChat(app, { room, withheld, lines, line: reported }) {
  const t = wordsOf(app);
  const place = room
    ? html`<a href=${`/r/${room}`}>${t('mod.totable')}</a>`
    : html`<a href="/bench">${t('mod.tobench')}</a>`;
  return html`<h3>${t('mod.context')} ${place}</h3>
    ${
      withheld
        ? html`<p class="notice">${t('mod.withheld')}</p>`
        : html`<ol class="ctx">${lines.map((line) =>
            chatLine(app, line, line.number === reported),
          )}</ol>`
    }`;
}

/**
 * @param {App} app
 * @param {Report['lines'][number]} line
 * @param {boolean} isReported
 */
function chatLine(app, { at, name, text }, isReported) {
  const time = new Date(at);
  return html`<li class=${isReported ? 'rep' : ''}>
    <time datetime=${time.toISOString()}>${time.toLocaleTimeString(app.lang, {
      timeStyle: 'short',
    })}</time>
    <p>${avatar(faceOf(name))} <b>${isolated(name)}</b> ${isolated(text)}</p>
    ${isReported ? icon('flag', { label: wordsOf(app)('mod.thisline') }) : nothing}
  </li>`;
}

/**
 * The head of the section about a person, with name, kind, role, number of reports and profile.
 *
 * @param {App} app
 * @param {Person} person
 */
function personHeader(app, person) {
  const t = wordsOf(app);
  const role = person.role ? ` · ${t(`mod.role.${person.role}`)}` : '';
  const profile =
    person.kind === 'account'
      ? html` · <a
          href=${profilePath(person.name)}>${t('mod.profile')}</a>`
      : nothing;
  return html`<header>${portrait(person.name, 'lg')}
      <div><h2>${isolated(person.name)}</h2>
        <p class="small">
          ${t(`mod.kind.${person.kind}`)}${role}
          · ${t('mod.reportcount', { n: person.reports.length })}${profile}</p></div></header>`;
}

/**
 * The rooms in which a person is.
 *
 * @param {App} app
 * @param {Person} person
 */
function roomsOf(app, { rooms }) {
  if (!rooms.length) return nothing;
  return html`<h3>${wordsOf(app)('mod.rooms')}</h3><ul class="whos">${rooms.map(
    (room) =>
      html`<li><a class="btn quiet sm"
          href=${`/r/${room.id}`}>${room.summary.players.filter(Boolean).join(', ')}</a>
      </li>`,
  )}</ul>`;
}
