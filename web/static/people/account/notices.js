// The section of the account page about notifications, for which pages use the word notice.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { listFormat } from '../../core/i18n.js';
import { workerRegistration } from '../../core/install.js';
import { Coded } from '../../core/api.js';
import { dialog } from '../../ui/dialogs.js';
import { Attempt } from '../../ui/attempt.js';
import { icon } from '../../ui/pieces.js';
import { fieldsOf, isTicked } from '../../ui/forms.js';
import { wordsOf } from '../people-common.js';
import { withProof } from './sign-in-again.js';

/** @import { App, ChannelAnswer as Channel, NoticesAnswer as Answer } from '../../core/types.js' */
/** @typedef {Channel['events'][number]} Occasion */

const path = '/api/account/notifications';
/** @type {Occasion[]} */
const occasions = ['turn', 'reminder', 'invitation', 'begin', 'end'];
/**
 * The occasions of a new channel.
 *
 * @type {Occasion[]}
 */
const defaultOccasions = ['turn', 'reminder', 'invitation'];
const icons = { push: 'device', mail: 'send', webhook: 'link' };

export class Notices {
  #app;
  /** @type {Answer | null} */
  #answer = null;
  /** The latest request. Its place is the kind of channel that the request adds, or ''. */
  #attempt;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    void this.load();
  }

  /** Loads the channels. */
  load() {
    return this.#submit(() => this.#app.api.get(path));
  }

  /** The number of webhooks. */
  get hooks() {
    return this.#answer?.channels.filter(({ kind }) => kind === 'webhook').length ?? 0;
  }

  /**
   * Sends a request whose answer is the list of channels.
   *
   * @param {() => Promise<unknown>} act
   * @param {string} [doneText] text to show after a success
   * @param {string} [place] the place of an error
   */
  #submit(act, doneText, place) {
    return this.#attempt.run(
      async () => {
        this.#answer = /** @type {Answer} */ (await act());
      },
      place,
      doneText,
    );
  }

  /**
   * @param {boolean} guest
   * @param {boolean} isLit whether the button for a first channel is the main button of the page
   */
  render(guest, isLit) {
    const t = wordsOf(this.#app);
    const answer = this.#answer;
    return html`<section class="slip" id="notices"><h2>${icon('sound')}${t('notices')}</h2>
      <p class="small">${t('notices.why')}</p>
      ${
        answer?.missing
          ? html`<p class="notice">${t(`notices.missing.${answer.missing}`)}</p>`
          : nothing
      }
      ${answer && !answer.missing ? this.#channels(answer, guest, isLit) : nothing}
      ${this.#attempt.refusal()}
      ${this.#outcome(this.#attempt.place !== 'webhook')}</section>`;
  }

  /** The webhooks of the account, for the section about programs. */
  webhooks() {
    const answer = this.#answer;
    if (!answer || answer.missing) return nothing;
    return html`<h3>${wordsOf(this.#app)('notices.webhook.title')}</h3>
      ${this.#rows(
        answer.channels.filter(({ kind }) => kind === 'webhook'),
      )}${this.#form('webhook', 'url')}${this.#outcome(this.#attempt.place === 'webhook')}`;
  }

  /**
   * The status line. It is empty if the last request belongs to another section.
   *
   * @param {boolean} isHere
   */
  #outcome(isHere) {
    return html`<p class="small" role="status">${isHere ? this.#attempt.done : ''}</p>`;
  }

  /**
   * @param {Answer} answer
   * @param {boolean} guest
   * @param {boolean} isLit
   */
  #channels(answer, guest, isLit) {
    const t = wordsOf(this.#app);
    const isMain = isLit && !guest && !answer.channels.length;
    const mail = answer.mail ? this.#form('mail', 'email') : nothing;
    return html`${this.#rows(answer.channels.filter(({ kind }) => kind !== 'webhook'))}
      <p class="kact">
        <button type="button" class=${isMain ? 'btn main sm' : 'btn sm'} aria-busy=${this.#attempt.busy}
            @click=${() => void this.#addThisBrowser(answer.key)}>${icon('plus')}${t('notices.push.add')}</button></p>${this.#attempt.refusal('push')}
      ${guest ? html`<p class="small">${t('notices.guest')}</p>` : mail}`;
  }

  /** @param {Channel[]} channels */
  #rows(channels) {
    return channels.length
      ? html`<ul class="devs">${repeat(
          channels,
          ({ id }) => id,
          (channel) => this.#row(channel),
        )}</ul>`
      : nothing;
  }

  /** @param {Channel} channel */
  #row(channel) {
    const t = wordsOf(this.#app);
    const name = this.#nameOf(channel);
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) =>
      html`<button type="button" class="btn sm" aria-label=${`${words}: ${name}`}
          aria-busy=${this.#attempt.busy} @click=${act}>${words}</button>`;
    return html`<li>${icon(icons[channel.kind])}
      <div><b>${name}</b><span>${
        channel.confirmed ? this.#facts(channel) : t('notices.unconfirmed')
      }</span></div>
      <div class="acts">${
        channel.confirmed
          ? html`${button(t('notices.choose'), () => this.#choose(channel))}
            ${button(
              t('notices.try'),
              () =>
                void this.#submit(
                  () => this.#app.api.post(`${path}/${channel.id}/test`, {}),
                  t('notices.tried'),
                ),
            )}`
          : nothing
      }
        ${button(t('account.remove'), () => void this.#remove(channel))}</div></li>`;
  }

  /** @param {Channel} channel */
  #nameOf({ kind, address, browser, system }) {
    const t = wordsOf(this.#app);
    if (kind === 'mail') return address;
    if (kind === 'webhook') return new URL(address).host;
    if (browser && system) return t('account.device', { browser, system });
    return browser || system || t('account.device.unknown');
  }

  /** @param {Channel} channel */
  #facts({ events, always }) {
    const t = wordsOf(this.#app);
    if (!events.length) return t('notices.nothing');
    const list = listFormat(this.#app.lang, { type: 'conjunction' }).format(
      occasions
        .filter((occasion) => events.includes(occasion))
        .map((each) => t(`notices.short.${each}`)),
    );
    return always ? t('notices.always.short', { list }) : list;
  }

  /**
   * @param {'mail' | 'webhook'} kind
   * @param {'email' | 'url'} type
   */
  #form(kind, type) {
    const t = wordsOf(this.#app);
    return html`<form class="field"
        @submit=${(/** @type {Event} */ event) => this.#add(event, kind)}>
      <label for=${`channel-${kind}`}>${t(`notices.${kind}`)}</label>
      <span class="namebox"><input id=${`channel-${kind}`} name="address" type=${type} required
          maxlength="1000" autocomplete=${type === 'email' ? 'email' : 'off'} spellcheck="false"
          placeholder=${type === 'url' ? 'https://' : nothing}><button class="btn"
              aria-busy=${this.#attempt.busy}>${t('notices.add')}</button></span>${this.#attempt.refusal(kind)}
      <p class="small">${t(`notices.${kind}.why`)}</p></form>`;
  }

  /**
   * @param {Event} event
   * @param {'mail' | 'webhook'} kind
   */
  #add(event, kind) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { address: value = '' } = fieldsOf(event);
    const address = value.trim();
    void this.#submit(
      async () => {
        const answer = await withProof(this.#app, () => this.#post({ kind, address }));
        form.reset();
        return answer;
      },
      wordsOf(this.#app)(`notices.${kind}.added`),
      kind,
    );
  }

  /**
   * @param {{kind: import('../../core/wire-types.js').NoticeKind, address: string, key?: string,
   *   auth?: string}} address
   */
  #post(address) {
    return this.#app.api.post(path, {
      ...address,
      events: defaultOccasions,
      always: false,
      lang: this.#app.lang,
    });
  }

  /**
   * Adds this browser as a channel.
   *
   * @param {string} key the server's public key
   */
  #addThisBrowser(key) {
    const t = wordsOf(this.#app);
    return this.#submit(
      async () => {
        const registration = await workerRegistration();
        if (!registration?.pushManager || typeof Notification === 'undefined')
          throw new Coded('', t('notices.push.missing'));
        if ((await Notification.requestPermission()) !== 'granted')
          throw new Coded('', t('notices.push.denied'));
        const subscription = await registration.pushManager
          .subscribe({ userVisibleOnly: true, applicationServerKey: key })
          .catch((error) => {
            console.info(error);
            throw new Coded('', t('notices.push.failed'));
          });
        const { endpoint, keys } = subscription.toJSON();
        return this.#post({
          kind: 'push',
          address: endpoint ?? '',
          key: keys?.p256dh ?? '',
          auth: keys?.auth ?? '',
        });
      },
      t('notices.push.added'),
      'push',
    );
  }

  /** Adds this browser again if it was a channel, because a new account has no channels. */
  async registerAgain() {
    const subscription = await (await workerRegistration())?.pushManager?.getSubscription();
    if (subscription && this.#answer?.key) await this.#addThisBrowser(this.#answer.key);
  }

  /** @param {Channel} channel */
  async #remove(channel) {
    const isRemoved = await this.#submit(() => this.#app.api.remove(`${path}/${channel.id}`));
    if (channel.kind !== 'push' || !isRemoved) return;
    const subscription = await (await workerRegistration())?.pushManager?.getSubscription();
    if (subscription?.endpoint === channel.address) await subscription.unsubscribe();
  }

  /**
   * Opens the dialog that chooses the occasions of a channel.
   *
   * @param {Channel} channel
   */
  #choose(channel) {
    const t = wordsOf(this.#app);
    const current = () => this.#answer?.channels.find(({ id }) => id === channel.id) ?? channel;
    const checkbox = (
      /** @type {string} */ words,
      /** @type {boolean} */ on,
      /** @type {(on: boolean) => Partial<Channel>} */ change,
    ) =>
      html`<label class="switch"><input type="checkbox" .checked=${on} @change=${async (
        /** @type {Event} */ event,
      ) => {
        const { events, always } = { ...current(), ...change(isTicked(event)) };
        await this.#submit(() => this.#app.api.patch(`${path}/${channel.id}`, { events, always }));
        sheet.update();
      }}><span>${words}</span></label>`;
    const sheet = dialog({
      title: () => this.#nameOf(channel),
      closeLabel: t('close'),
      body: () => html`<p>${t('notices.for')}</p>
        ${occasions.map((occasion) =>
          checkbox(t(`notices.event.${occasion}`), current().events.includes(occasion), (on) => ({
            events: occasions.filter((other) =>
              other === occasion ? on : current().events.includes(other),
            ),
          })),
        )}
        ${checkbox(t('notices.always'), current().always, (always) => ({ always }))}
        ${this.#attempt.refusal()}`,
      footer: () =>
        html`<button type="button" class="btn main"
            @click=${() => sheet.close()}>${t('close')}</button>`,
    });
  }
}

/** Ends the push subscription of this browser. Call this before the person leaves the browser. */
export async function forgetBrowser() {
  const subscription = await (await workerRegistration())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
