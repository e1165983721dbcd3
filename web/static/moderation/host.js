// The page of the server's owner, with the site's texts, a notice to all people, the people online,
// statistics and storage.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { isolated } from '../core/bidi.js';
import { numberFormat, translator } from '../core/i18n.js';
import { languageCodes, languages } from '../core/languages.js';
import { textOf } from '../core/site.js';
import { momentText } from '../core/times.js';
import { profilePath } from '../core/paths.js';
import { Attempt } from '../ui/attempt.js';
import { pageFrame } from '../ui/frame.js';
import { fieldsOf, onValue } from '../ui/forms.js';
import { cssVar, portrait } from '../ui/pieces.js';
import { siteWords } from '../ui/site-words.js';

/** @import { App, HostAnswer, Lang, OpenPage, Translate } from '../core/types.js' */

/** @import { SitePart } from '../core/wire-types.js' */
/** @typedef {HostAnswer['parts'][number]} Part One of the site's texts. */

export const css = ['/people/people.css', '/moderation/moderation.css', '/moderation/host.css'];
export const texts = '/moderation/host.*.json';

/** The polling interval in milliseconds. */
const refreshMs = 30_000;
/**
 * The command-line flags that fix the parts.
 *
 * @type {Record<string, string>}
 */
const flags = {
  name: '--server-name',
  welcome: '--welcome',
  imprint: '--imprint',
  privacy: '--privacy',
  accounts: '--new-accounts',
};
/** Who can create an account: everybody, guests with the code of an invitation, or only owners. */
const admissions = /** @type {const} */ (['anybody', 'invited', 'owner']);
/** The choices of a notice's duration, in hours. 0 means until the notice is withdrawn. */
const lengths = /** @type {const} */ ([
  [1, 'hour'],
  [6, 'hours'],
  [24, 'day'],
  [168, 'week'],
  [0, 'good'],
]);

/** @type {OpenPage} */
export function open(app) {
  const page = new HostPage(app);
  return {
    name: 'home plain',
    title: () => page.t('host.title'),
    render: () => page.render(),
    close: () => page.close(),
  };
}

class HostPage {
  #app;
  /** @type {HostAnswer | null} */
  status = null;
  /** The request in progress. Its place is the name of a form. */
  #attempt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  loadIfVisible = () => {
    if (!document.hidden) void this.#load();
  };

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    document.addEventListener('visibilitychange', this.loadIfVisible);
    void this.#load();
  }

  close() {
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.loadIfVisible);
  }

  /** @returns {Translate} */
  get t() {
    return translator(this.#app.lang, texts);
  }

  async #load() {
    clearTimeout(this.#timer);
    try {
      this.status = await this.#app.api.get(`/api/host?day=${new Date().setHours(0, 0, 0, 0)}`);
    } catch (error) {
      if (!this.status) this.#attempt.fail(error);
    }
    this.#app.redraw();
    this.#timer = setTimeout(this.loadIfVisible, refreshMs);
  }

  /**
   * Sends the request of a form, and shows the result in the form.
   *
   * @param {string} form
   * @param {() => Promise<unknown>} request
   * @param {string} done
   */
  submit(form, request, done) {
    return this.#attempt.run(
      async () => {
        await request();
        await Promise.all([this.#load(), this.#app.news.load()]);
        this.#app.say(done);
      },
      form,
      done,
    );
  }

  /** @param {import('../core/api.js').Body<'POST', '/api/moderation/acts'>} body */
  #act(body) {
    return this.#app.api.post('/api/moderation/acts', body);
  }

  render() {
    const app = this.#app;
    const { t } = this;
    const status = this.status;
    const pending = this.#attempt.error
      ? this.#attempt.outcome()
      : html`<p class="loading" role="status">${app.t('page.loading')}</p>`;
    return pageFrame(app, {
      main: html`<div class="mod host">
        <section class="phead">
          <div><h1>${t('host.title')}</h1><p>${t('host.lede')}</p></div></section>
        ${
          status
            ? html`<div class="hgrid"><div>${status.parts.map((part) => this.#part(part))}</div>
              <div>${this.#numbers(status)}${this.#notice(status)}${this.#storage(status)}${
                // The last part, because it grows and shrinks under a form that somebody fills in.
                this.#onlinePeople(status)
              }</div></div>`
            : pending
        }</div>`,
    });
  }

  /** @param {Part} part */
  #part({ part, texts: current, fixed, longest, default: usual = {}, choices = [] }) {
    const { t } = this;
    const help = html`<p class="small">${t(`host.${part}.help`)}</p>`;
    if (part === 'club_chat') return this.#clubChat(current['']);
    if (part === 'logo') return this.#logo(current[''] ?? '', help);
    if (part === 'colour') return this.#colour(current[''] ?? '', choices, help);
    if (part === 'accounts') return this.#accounts(current[''] || 'anybody', fixed, help);
    if (fixed) {
      return html`<section class="slip">
        <header><h2>${t(`host.${part}`)}</h2><span class="tag">${t('host.fixed')}</span></header>
        ${help}
        ${Object.entries(current).map(
          ([lang, text]) =>
            html`<div class="hfixed">${
              Object.keys(current).length > 1
                ? html`<h3>${languages[/** @type {Lang} */ (lang)] ?? t('host.others')}</h3>`
                : nothing
            }${siteWords(text)}</div>`,
        )}
        <p class="small">${t('host.fixed.help', { flag: flags[part] ?? '' })}</p></section>`;
    }
    if (part === 'languages') return this.#languages(current[''] ?? '', help);
    const sitePart = /** @type {SitePart} */ (part);
    const isOneLine = part === 'name' || part === 'club_link';
    const langs = isOneLine ? [''] : languageCodes;
    const isUsual = !Object.keys(current).length;
    const shown = isUsual ? usual : current;
    const save = (/** @type {SubmitEvent} */ event) => {
      const data = fieldsOf(event);
      void this.submit(
        part,
        async () => {
          for (const lang of langs) {
            const text = (data[`text-${lang}`] ?? '').trim();
            if (text !== (shown[lang] ?? ''))
              await this.#act({ kind: 'site', part: sitePart, lang, text });
          }
        },
        t('host.saved'),
      );
    };
    const label = (/** @type {string} */ lang) =>
      lang ? `${t(`host.${part}`)} (${languages[/** @type {Lang} */ (lang)]})` : t(`host.${part}`);
    return html`<section class="slip"><h2>${t(`host.${part}`)}</h2>${help}<form @submit=${save}>
      ${langs.map((lang) =>
        isOneLine
          ? html`<p class="field">
            <input name="text-" aria-label=${label('')} maxlength=${longest} autocomplete="off"
                spellcheck="false"
                placeholder=${part === 'name' ? this.#app.t('app.name') : 'https://'}
                .defaultValue=${current[''] ?? ''}></p>`
          : html`<label class="field"><span class="label">${label(lang)}</span><textarea
              name=${`text-${lang}`}
              lang=${lang} rows=${part === 'welcome' ? 3 : 5} maxlength=${longest}
              .defaultValue=${shown[lang] ?? ''}></textarea></label>`,
      )}
      <p class="kact">
        <button class="btn main" aria-busy=${this.#attempt.busy}
            aria-label=${`${t('host.save')}: ${t(`host.${part}`)}`}>${t('host.save')}</button>${
              isUsual || !Object.keys(usual).length ? nothing : this.#toDefault(sitePart, current)
            }</p>
    </form>${this.#attempt.outcome(part)}</section>`;
  }

  /**
   * The button that takes away the texts of a part, so that its default is shown.
   *
   * @param {SitePart} part
   * @param {Record<string, string>} current
   */
  #toDefault(part, current) {
    const { t } = this;
    const remove = async (/** @type {Event} */ event) => {
      const { form } = /** @type {HTMLButtonElement} */ (event.currentTarget);
      const request = async () => {
        for (const lang of Object.keys(current))
          await this.#act({ kind: 'site', part, lang, text: '' });
      };
      // A field that was edited shows the default again only after a reset.
      if (await this.submit(part, request, t('host.saved'))) form?.reset();
    };
    return html`<button type="button" class="btn quiet"
        aria-label=${`${t('host.default')}: ${t(`host.${part}`)}`}
        @click=${(/** @type {Event} */ event) => void remove(event)}>${t('host.default')}</button>`;
  }

  /**
   * The section with the logo.
   *
   * @param {string} address the path of the logo, '' for none
   * @param {unknown} help
   */
  #logo(address, help) {
    const { t } = this;
    const upload = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.currentTarget);
      const file = input.files?.[0];
      if (!file) return;
      void this.submit('logo', () => this.#app.api.upload('/api/host/logo', file), t('host.saved'));
      input.value = '';
    };
    const remove = () => this.#act({ kind: 'site', part: 'logo', text: '' });
    return html`<section class="slip"><h2>${t('host.logo')}</h2>${help}
      <p class="kact">${
        address ? html`<img class="hlogo" src=${address} alt=${t('host.logo.now')}>` : nothing
      }<label class="btn">${t('host.logo.pick')}<input class="vh" type="file"
          accept="image/png,image/jpeg,image/webp" ?disabled=${this.#attempt.busy}
          @change=${upload}></label>${
            address
              ? html`<button type="button" class="btn quiet"
                @click=${() => void this.submit('logo', remove, t('host.saved'))}>${t('host.logo.remove')}</button>`
              : nothing
          }</p>${this.#attempt.outcome('logo')}</section>`;
  }

  /**
   * The section that chooses the colour.
   *
   * @param {string} current the name of a colour, '' for none
   * @param {NonNullable<Part['choices']>} choices
   * @param {unknown} help
   */
  #colour(current, choices, help) {
    const { t } = this;
    const choose = onValue((text) =>
      this.submit(
        'colour',
        () => this.#act({ kind: 'site', part: 'colour', text }),
        t('host.saved'),
      ),
    );
    return html`<section class="slip"><h2>${t('host.colour')}</h2>${help}
      <fieldset class="field hcolours"><legend class="vh">${t('host.colour')}</legend>${[
        { name: '', rgb: '' },
        ...choices,
      ].map(
        ({ name, rgb }) =>
          html`<label><input type="radio" name="colour" value=${name}
              .checked=${live(current === name)} @change=${choose}><span
              class="swatch" ${cssVar({ '--swatch': rgb })}></span>${t(`host.colour.${name || 'none'}`)}</label>`,
      )}</fieldset>${this.#attempt.outcome('colour')}</section>`;
  }

  /**
   * The section that says who can create an account.
   *
   * @param {string} current
   * @param {boolean} isFixed
   * @param {unknown} help
   */
  #accounts(current, isFixed, help) {
    const { t } = this;
    const save = (/** @type {SubmitEvent} */ event) => {
      const { admission: text = '' } = fieldsOf(event);
      void this.submit(
        'accounts',
        () => this.#act({ kind: 'site', part: 'accounts', text }),
        t('host.saved'),
      );
    };
    const choices = html`<form @submit=${save}>
      <fieldset class="field ways"><legend class="vh">${t('host.accounts')}</legend>${admissions.map(
        (each) =>
          html`<label class="way"><input type="radio" name="admission" value=${each}
              .defaultChecked=${current === each}><span>
              <b>${t(`host.accounts.${each}`)}</b></span></label>`,
      )}</fieldset>
      <p class="kact">
        <button class="btn main" aria-busy=${this.#attempt.busy}
            aria-label=${`${t('host.save')}: ${t('host.accounts')}`}>${t('host.save')}</button></p>
    </form>`;
    return html`<section class="slip"><header><h2>${t('host.accounts')}</h2>
        <a class="btn sm" href="/host/invite">${t('host.invite')}</a></header>${help}
      ${
        isFixed
          ? html`<div class="hfixed">${t(`host.accounts.${current}`)}</div>
            <p class="small">${t('host.fixed.help', { flag: flags.accounts ?? '' })}</p>`
          : choices
      }
    ${this.#attempt.outcome('accounts')}</section>`;
  }

  /**
   * The switch of the club's chat.
   *
   * @param {string | undefined} current
   */
  #clubChat(current) {
    const { t } = this;
    const isOn = current !== 'off';
    const change = () =>
      void this.submit(
        'club_chat',
        () => this.#act({ kind: 'site', part: 'club_chat', text: isOn ? 'off' : 'on' }),
        t('host.saved'),
      );
    return html`<section class="slip"><h2>${t('host.club_chat')}</h2>
      <p class="small">${t('host.club_chat.help')}</p>
      <label class="switch"><input type="checkbox" .checked=${live(isOn)}
          @change=${change}><span>${t('host.club_chat.on')}</span></label>
      ${this.#attempt.outcome('club_chat')}</section>`;
  }

  /**
   * @param {string} current
   * @param {unknown} help
   */
  #languages(current, help) {
    const { t } = this;
    const offered = current.split(' ');
    const save = (/** @type {SubmitEvent} */ event) => {
      const data = fieldsOf(event);
      const { first = '' } = data;
      const text = [
        first,
        ...languageCodes.filter((code) => code !== first && data[`offer-${code}`]),
      ].join(' ');
      void this.submit(
        'languages',
        () => this.#act({ kind: 'site', part: 'languages', text }),
        t('host.saved'),
      );
    };
    return html`<section class="slip"><h2>${t('host.languages')}</h2>${help}<form @submit=${save}>
      <fieldset class="field"><legend class="label">${t('host.languages.first')}</legend>
        <div class="seg">${languageCodes.map(
          (code) =>
            html`<label><input type="radio" name="first" value=${code}
                .defaultChecked=${offered[0] === code}>${languages[code]}</label>`,
        )}</div></fieldset>
      <fieldset class="field"><legend class="label">${t('host.languages.offered')}</legend>
        ${languageCodes.map(
          (code) =>
            html`<label class="switch"><input type="checkbox" name=${`offer-${code}`}
                .defaultChecked=${offered.includes(code)}><span>${languages[code]}</span></label>`,
        )}</fieldset>
      <p class="kact">
        <button class="btn main" aria-busy=${this.#attempt.busy}
            aria-label=${`${t('host.save')}: ${t('host.languages')}`}>${t('host.save')}</button></p>
    </form>${this.#attempt.outcome('languages')}</section>`;
  }

  /** @param {HostAnswer} now */
  #notice({ notice }) {
    const app = this.#app;
    const { t } = this;
    const publish = async (/** @type {SubmitEvent} */ event) => {
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const data = fieldsOf(event);
      const messages = Object.fromEntries(
        languageCodes.map((lang) => [lang, (data[`notice-${lang}`] ?? '').trim()]),
      );
      if (
        await this.submit(
          'notice',
          () => this.#act({ kind: 'notice', texts: messages, hours: Number(data.hours) }),
          t('host.notice.told'),
        )
      )
        form.reset();
    };
    const withdraw = () =>
      void this.submit('notice', () => this.#act({ kind: 'notice' }), t('host.notice.ended'));
    return html`<section class="slip"><h2>${t('host.notice')}</h2>
      <p class="small">${t('host.notice.help')}</p>
      ${
        notice
          ? html`<div class="hfixed">${siteWords(textOf(app, notice.texts))}
            <p class="small">
              ${
                notice.until
                  ? t('host.notice.now', { time: momentText(app, notice.until) })
                  : t('host.notice.nowgood')
              }</p>
            <p class="kact">
              <button type="button" class="btn sm"
                  @click=${withdraw}>${t('host.notice.end')}</button></p></div>`
          : nothing
      }
      <form @submit=${publish}>${languageCodes.map(
        (lang) =>
          html`<label class="field"><span
              class="label">${t('host.notice.text', { lang: languages[lang] })}</span><textarea
                  name=${`notice-${lang}`}
                  lang=${lang} rows="2" maxlength="400"
                  ?required=${lang === app.lang}></textarea></label>`,
      )}
        <label class="field"><span class="label">${t('host.notice.for')}</span>
          <select name="hours">${lengths.map(
            ([hours, name]) =>
              html`<option value=${hours} ?selected=${name === 'day'}>
                ${t(`host.for.${name}`)}</option>`,
          )}</select></label>
        <p class="kact">
          <button class="btn main"
              aria-busy=${this.#attempt.busy}>${t('host.notice.do')}</button></p></form>
      ${this.#attempt.outcome('notice')}</section>`;
  }

  /** @param {HostAnswer} now */
  #onlinePeople({ online, people }) {
    const { t } = this;
    return html`<section class="slip"><h2>${t('host.here')}</h2>
      <p class="small">${this.#app.t('home.people', { n: online })}</p>
      <ul class="hpeople">${people.map(
        ({ name, kind }) =>
          html`<li>${portrait(name)}${
            kind === 'account'
              ? html`<a href=${profilePath(name)}>${isolated(name)}</a>`
              : html`<span>${isolated(name)}</span>`
          }</li>`,
      )}</ul>
      ${
        online > people.length
          ? html`<p class="small">${t('host.here.more', { n: online - people.length })}</p>`
          : nothing
      }</section>`;
  }

  /** @param {HostAnswer} now */
  #numbers({ today, yesterday, all }) {
    const { t } = this;
    const count = numberFormat(this.#app.lang);
    const rows = /** @type {const} */ (['matches', 'rooms', 'guests', 'accounts']);
    return html`<section class="slip"><h2>${t('host.numbers')}</h2>
      <table class="stat">
        <thead><tr><th scope="col"><span class="vh">${t('host.what')}</span></th>${[
          'today',
          'yesterday',
          'all',
        ].map((column) => html`<th scope="col">${t(`host.${column}`)}</th>`)}</tr></thead>
        <tbody>${rows.map(
          (row) =>
            html`<tr><th scope="row">${t(`host.count.${row}`)}</th>${[today, yesterday, all].map(
              (numbers) => html`<td><b>${count.format(numbers[row])}</b></td>`,
            )}</tr>`,
        )}</tbody></table></section>`;
  }

  /** @param {HostAnswer} now */
  #storage({ storage }) {
    const { t } = this;
    const kind = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }[storage.kind] ?? '';
    const size = (/** @type {number} */ bytes) => bytesText(this.#app.lang, bytes);
    const okState = storage.low ? 'low' : 'well';
    const state = storage.failing ? 'failing' : okState;
    return html`<section class="slip">
      <header><h2>${t('host.storage')}</h2>
        <span class="tag ${state === 'well' ? '' : 'danger'}">${t(`host.storage.${state}`)}</span>
      </header>
      <p>${t('host.storage.size', { kind, size: size(storage.bytes) })}</p>
      ${
        storage.free
          ? html`<p>${t('host.storage.free', { size: size(storage.free) })} ${
              storage.floor ? t('host.storage.floor', { size: size(storage.floor) }) : nothing
            }</p>`
          : nothing
      }</section>`;
  }
}

/**
 * A size in words, such as "12.4 MB".
 *
 * @param {Lang} lang
 * @param {number} bytes
 */
function bytesText(lang, bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  return numberFormat(lang, {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}
