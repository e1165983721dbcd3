// The page on which owners invite people: a link, cards to print, and the accounts that they create
// themselves.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { listFormat, translator } from '../core/i18n.js';
import { profilePath } from '../core/paths.js';
import { Attempt } from '../ui/attempt.js';
import { confirmDialog } from '../ui/dialogs.js';
import { fieldsOf } from '../ui/forms.js';
import { pageFrame, serverName } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { qrCode } from '../ui/qr.js';

/** @import { App, OpenPage, Renderable, Translate } from '../core/types.js' */
/** @import { Answer } from '../core/api.js' */

/** @typedef {Answer<'GET', '/api/host/join-codes'>} JoinCodes */
/** @typedef {JoinCodes['codes'][number]} JoinCode */
/**
 * A link that was made, with its QR code.
 *
 * @typedef {{link: string, drawing: Renderable}} Made
 */

export const css = ['/people/people.css', '/moderation/moderation.css', '/moderation/host.css'];
export const texts = '/moderation/invite.*.json';

/** The numbers of cards that can be made at once. */
const cardCounts = [6, 12, 24];
/** The numbers of people that a link can be for. */
const peopleCounts = [1, 5, 10, 30, 100];
/** For how many days an invitation works. */
const dayCounts = [1, 7, 30, 90];
const dayMs = 24 * 60 * 60 * 1000;

/** @type {OpenPage} */
export function open(app) {
  const page = new InvitePage(app);
  return {
    name: 'home plain',
    title: () => page.t('invite.title'),
    render: () => page.render(),
  };
}

/**
 * The address at which people use a code.
 *
 * @param {string} code
 */
const linkOf = (code) => `${location.origin}/join#${code}`;

class InvitePage {
  #app;
  #attempt;
  /** @type {JoinCodes | null} */
  #given = null;
  /**
   * The cards that were made last, with their codes.
   *
   * @type {{code: string, drawing: Renderable}[]}
   */
  #cards = [];
  /** @type {Made | null} */
  #link = null;
  /**
   * The link of the account that was created last, and its name.
   *
   * @type {(Made & {name: string}) | null}
   */
  #account = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    void this.#load();
  }

  /** @returns {Translate} */
  get t() {
    return translator(this.#app.lang, texts);
  }

  async #load() {
    try {
      this.#given = await this.#app.api.get('/api/host/join-codes');
    } catch (error) {
      this.#attempt.fail(error);
    }
    this.#app.redraw();
  }

  /**
   * Makes codes and returns them.
   *
   * @param {'link' | 'card'} kind
   * @param {{count: number, people: number, days: number}} numbers
   */
  async #make(kind, { count, people, days }) {
    const until = Date.now() + days * dayMs;
    const made = await this.#app.api.post('/api/host/join-codes', { kind, count, people, until });
    await this.#load();
    return made.codes;
  }

  /** @param {Event} event */
  #makeCards(event) {
    const { count, days } = fieldsOf(event);
    void this.#attempt.run(async () => {
      const codes = await this.#make('card', {
        count: Number(count),
        people: 1,
        days: Number(days),
      });
      this.#cards = codes.map((code) => ({ code, drawing: nothing }));
      // One after the other, because the server limits how many it draws at once.
      for (const card of this.#cards) {
        card.drawing = await qrCode(this.#app, linkOf(card.code), this.t('invite.card.qr'));
        this.#app.redraw();
      }
    }, 'cards');
  }

  /** @param {Event} event */
  #makeLink(event) {
    const { people, days } = fieldsOf(event);
    void this.#attempt.run(async () => {
      const numbers = { count: 1, people: Number(people), days: Number(days) };
      const [code = ''] = await this.#make('link', numbers);
      this.#link = await this.#withQrCode(linkOf(code));
    }, 'link');
  }

  /** @param {Event} event */
  #makeAccount(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { name = '' } = fieldsOf(event);
    void this.#attempt.run(async () => {
      const made = await this.#app.api.post('/api/host/accounts', { name });
      const link = new URL(made.address, location.origin).href;
      this.#account = { name: made.name, ...(await this.#withQrCode(link)) };
      form.reset();
    }, 'account');
  }

  /**
   * @param {string} link
   * @returns {Promise<Made>}
   */
  async #withQrCode(link) {
    return { link, drawing: await qrCode(this.#app, link, this.t('invite.link.qr')) };
  }

  /** @param {JoinCode} code */
  async #withdraw(code) {
    const { t } = this;
    const isConfirmed = await confirmDialog({
      title: t('invite.withdraw'),
      text: t(`invite.withdraw.${code.kind}`, { code: code.label }),
      yes: t('invite.withdraw'),
      no: this.#app.t('close'),
    });
    if (!isConfirmed) return;
    await this.#attempt.run(async () => {
      await this.#app.api.remove(`/api/host/join-codes/${code.id}`);
      await this.#load();
    }, 'given');
  }

  render() {
    const { t } = this;
    const admission = this.#given?.admission || 'anybody';
    return pageFrame(this.#app, {
      main: html`<div class="mod host invite">
        <section class="phead"><div><h1>${t('invite.title')}</h1>
          <p>${this.#given ? t(`invite.admission.${admission}`) : nothing}
            <a href="/host">${t('invite.change')}</a></p></div></section>
        ${this.#attempt.refusal()}
        <div class="hgrid"><div>
          ${admission === 'owner' ? nothing : html`${this.#cardSection()}${this.#linkSection()}`}
          ${this.#accountSection()}</div>
          <div>${this.#givenSection()}</div></div></div>`,
    });
  }

  #cardSection() {
    const { t } = this;
    return html`<section class="slip cards"><h2>${t('invite.cards')}</h2>
      <p class="small">${t('invite.cards.why')}</p>
      <form class="field" @submit=${(/** @type {Event} */ event) => this.#makeCards(event)}>
        <div class="amounts">${this.#numbers('count', t('invite.cards.count'), cardCounts, cardCounts[0])}
          ${this.#days()}</div>
        <p class="kact"><button class="btn main"
            aria-busy=${this.#attempt.busy}>${t('invite.cards.make')}</button>${
              this.#cards.length
                ? html`<button type="button" class="btn"
                    @click=${() => print()}>${t('invite.cards.print')}</button>`
                : nothing
            }</p></form>
      ${this.#attempt.refusal('cards')}
      ${
        this.#cards.length
          ? html`<p class="small">${t('invite.once')}</p>
            <ul class="joincards">${this.#cards.map((card) => this.#card(card))}</ul>`
          : nothing
      }</section>`;
  }

  /** @param {{code: string, drawing: Renderable}} card */
  #card({ code, drawing }) {
    const { t } = this;
    return html`<li><b class="joinname">${isolated(serverName(this.#app))}</b>
      <span class="jointext"><span>${t('invite.card.text')}</span>
        <strong>${code}</strong><span>${location.host}/join</span></span>
      <span class="joinqr">${drawing}</span></li>`;
  }

  #linkSection() {
    const { t } = this;
    return html`<section class="slip"><h2>${t('invite.link')}</h2>
      <p class="small">${t('invite.link.why')}</p>
      <form class="field" @submit=${(/** @type {Event} */ event) => this.#makeLink(event)}>
        <div class="amounts">${this.#numbers('people', t('invite.link.people'), peopleCounts, 10)}
          ${this.#days()}</div>
        <p class="kact"><button class="btn main"
            aria-busy=${this.#attempt.busy}>${t('invite.link.make')}</button></p></form>
      ${this.#attempt.refusal('link')}
      ${this.#link ? this.#madeLink(this.#link) : nothing}</section>`;
  }

  #accountSection() {
    const { t } = this;
    const account = this.#account;
    return html`<section class="slip"><h2>${t('invite.account')}</h2>
      <p class="small">${t('invite.account.why')}</p>
      <form class="field" @submit=${(/** @type {Event} */ event) => this.#makeAccount(event)}>
        <label for="member">${t('invite.account.name')}</label>
        <span class="namebox"><input id="member" name="name" maxlength="32" required
            autocomplete="off" spellcheck="false"><button class="btn"
                aria-busy=${this.#attempt.busy}>${t('invite.account.make')}</button></span></form>
      ${this.#attempt.refusal('account')}
      ${
        account
          ? html`<p>${t('invite.account.made', { name: account.name })}</p>${this.#madeLink(account)}`
          : nothing
      }</section>`;
  }

  /**
   * A link that was made, to copy or to photograph.
   *
   * @param {Made} made
   */
  #madeLink({ link, drawing }) {
    const { t } = this;
    const copy = async (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      try {
        await navigator.clipboard.writeText(link);
        this.#app.say(t('invite.copied'));
      } catch {
        button.parentElement?.querySelector('input')?.select();
        this.#app.say(t('invite.select'));
      }
    };
    return html`<div class="madelink"><span class="namebox"><input readonly
        aria-label=${t('invite.link.made')} .value=${link}
        @focus=${(/** @type {Event} */ event) =>
          /** @type {HTMLInputElement} */ (event.currentTarget).select()}><button type="button"
            class="btn" @click=${copy}>${icon('copy')}${t('invite.copy')}</button></span>
      <p class="small">${t('invite.once')}</p>
      <span class="joinqr">${drawing}</span></div>`;
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {readonly number[]} list
   * @param {number | undefined} chosen
   */
  #numbers(name, label, list, chosen) {
    return html`<label><span class="label">${label}</span>
      <select name=${name}>${list.map(
        (n) => html`<option value=${n} ?selected=${n === chosen}>${n}</option>`,
      )}</select></label>`;
  }

  #days() {
    const { t } = this;
    return html`<label><span class="label">${t('invite.days')}</span>
      <select name="days">${dayCounts.map(
        (n) => html`<option value=${n} ?selected=${n === 30}>${t('invite.day', { n })}</option>`,
      )}</select></label>`;
  }

  #givenSection() {
    const { t } = this;
    const codes = this.#given?.codes ?? [];
    if (!codes.length) return nothing;
    return html`<section class="slip"><h2>${t('invite.given')}</h2>
      <p class="small">${t('invite.given.why')}</p>
      ${this.#attempt.refusal('given')}
      <ul class="codes-given">${repeat(
        codes,
        ({ id }) => id,
        (code) => this.#givenRow(code),
      )}</ul></section>`;
  }

  /** @param {JoinCode} code */
  #givenRow(code) {
    const { t } = this;
    const isOpen = code.used < code.people && code.until > Date.now();
    return html`<li><code>${code.label}…</code><div><b>${t(`invite.kind.${code.kind}`)}</b>
        <span>${this.#stateText(code)}</span>
        ${
          code.uses.length
            ? html`<span>${code.uses.map(
                ({ id, name }, i) =>
                  html`${i ? ', ' : ''}<a data-person=${id}
                      href=${profilePath(name)}>${isolated(name)}</a>`,
              )}</span>`
            : nothing
        }</div>
      ${
        isOpen
          ? html`<button type="button" class="btn sm" aria-label=${`${t('invite.withdraw')}: ${code.label}`}
              aria-busy=${this.#attempt.busy}
              @click=${() => this.#withdraw(code)}>${t('invite.withdraw')}</button>`
          : nothing
      }</li>`;
  }

  /** @param {JoinCode} code */
  #stateText({ kind, people, used, until }) {
    const { t } = this;
    const day = new Date(until).toLocaleDateString(this.#app.lang, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    if (kind === 'card' && used) return t('invite.used');
    const parts = kind === 'link' ? [t('invite.used.of', { used, people })] : [];
    if (used < people) parts.push(t(until > Date.now() ? 'invite.until' : 'invite.ended', { day }));
    return listFormat(this.#app.lang, { type: 'unit' }).format(parts);
  }
}
