// The account page, with sections for creating an account, signing in, keys, notifications, sessions and
// data. Under /join guests see only how to create an account or sign in.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { Coded } from '../../core/api.js';
import { Attempt } from '../../ui/attempt.js';
import { pageFrame, serverName } from '../../ui/frame.js';
import { confirmDialog, dialog } from '../../ui/dialogs.js';
import { icon, portrait } from '../../ui/pieces.js';
import { fieldsOf, onTick, onValue } from '../../ui/forms.js';
import { FaceChooser } from './face-chooser.js';
import { wordsOf } from '../people-common.js';
import { dayText } from '../../core/times.js';
import { profilePath } from '../../core/paths.js';
import { Notices, forgetBrowser } from './notices.js';
import { hasPasskeys, makePasskey, usePasskey } from './passkeys.js';
import { renameAccount } from './renaming.js';
import { nameForManagers, passwordField } from './password-field.js';
import { retryAfterSignIn, signInAgain, toProvider } from './sign-in-again.js';

/**
 * @import {
 *   AccountAnswer as Account, App, Renderable, KeyAnswer as Key, KeysKept, OpenPage, Person,
 * } from '../../core/types.js'
 */

export const css = '/people/people.css';
export { texts } from '../people-common.js';
const maxName = 32;
const maxAbout = 140;

/** @type {OpenPage} */
export function open(app, { join }) {
  const page = new AccountPage(app, Boolean(join));
  return {
    name: 'home plain',
    title: () => wordsOf(app)(join ? 'join.title' : 'account.title'),
    render: () => page.render(),
  };
}

/** Who can see that an account is here. */
const presences = /** @type {const} */ (['everybody', 'members', 'nobody']);

class AccountPage {
  #app;
  #face;
  #notices;
  /** @type {Account | null} */
  #account = null;
  #attempt;
  /**
   * The people whom the person has blocked.
   *
   * @type {Person[]}
   */
  #blocked = [];
  /**
   * The name that a guest has typed for the account, null until then.
   *
   * @type {string | null}
   */
  #name = null;
  /** Whether the page is that of invitations. */
  #isJoinPage;
  /** The code of an invitation that a guest has brought or typed. */
  #code = '';
  /** Whether a guest wants a password, although passkeys work here. */
  #wantsPassword = false;

  /**
   * @param {App} app
   * @param {boolean} isJoinPage
   */
  constructor(app, isJoinPage) {
    this.#app = app;
    this.#isJoinPage = isJoinPage;
    this.#attempt = new Attempt(app);
    this.#face = new FaceChooser(app);
    this.#notices = new Notices(app);
    const problem = /^#problem=([a-z_]+)$/.exec(location.hash)?.[1];
    if (problem) {
      history.replaceState(null, '', location.pathname);
      this.#attempt.fail({ code: problem }, 'top');
    }
    void this.#load();
    const code = /^#([0-9A-Za-z-]{1,40})$/.exec(location.hash)?.[1];
    if (isJoinPage && code) void this.#checkCode(code);
  }

  /**
   * Takes over the code of an invitation, and shows the error if it is not valid.
   *
   * @param {string} code
   */
  #checkCode(code) {
    this.#code = code;
    return this.#attempt.run(() => this.#app.api.post('/api/join-codes/check', { code }), 'keep');
  }

  async #load() {
    try {
      const [account, blocks] = await Promise.all([
        this.#app.api.get('/api/account'),
        this.#app.api.get('/api/blocks'),
      ]);
      this.#blocked = blocks.blocked;
      this.receive(account);
    } catch (error) {
      this.#attempt.fail(error, 'top');
    }
    this.#app.redraw();
  }

  /** @param {unknown} answer */
  receive(answer) {
    const account = /** @type {Account} */ (answer);
    this.#account = account;
    const { id, name, kind, avatar } = account;
    this.#app.me = { id, name, kind, avatar };
  }

  /**
   * Sends a request, and shows the new state of the account or the error.
   *
   * @param {string} place the place of an error
   * @param {() => Promise<unknown>} act
   */
  #submit(place, act) {
    return this.#attempt.run(async () => {
      await this.withProof(act).catch(async (error) => {
        if (error instanceof Coded && error.code === 'other_account') await this.#load();
        throw error;
      });
      await this.#load();
    }, place);
  }

  /**
   * Sends a request. If the server requires it, the person first signs in again.
   *
   * @param {() => Promise<unknown>} act
   */
  withProof(act) {
    const account = this.#account;
    if (!account) return act();
    return retryAfterSignIn(
      act,
      () =>
        signInAgain(this.#app, account, () => toProvider(this.#app, '/api/sign-in/provider', {})),
      account.id,
    );
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const account = this.#account;
    if (!account) {
      return pageFrame(app, {
        main: this.#attempt.error
          ? this.#attempt.refusal('top')
          : html`<p class="loading" role="status">${t('page.loading')}</p>`,
      });
    }
    const guest = account.kind === 'guest';
    if (guest && this.#isJoinPage)
      return pageFrame(app, {
        main: html`<section class="phead"><div><h1>${t('join.heading', {
          name: serverName(app),
        })}</h1><p>${t('join.why')}</p></div></section>${this.#guestSection(account)}`,
      });
    return pageFrame(app, {
      main: html`<section class="phead">${portrait(account.name, 'xl')}<div><h1>${isolated(account.name)}</h1>
        <p>${t(guest ? 'account.guest' : 'account.since', {
          date: dateText(app, account.created),
        })} ${
          guest
            ? nothing
            : html`<a
                href=${profilePath(account.name)}>${t('account.profile')}</a>`
        }</p></div></section>
        ${this.#attempt.refusal('top')}
        ${
          guest
            ? html`${this.#guestName(account)}${this.#guestSection(account)}`
            : html`${this.#keys(account)}${this.#face.render()}${this.#about(account)}`
        }
        ${this.#notices.render(guest, account.codes > 0)}
        ${this.#sessions(account)}
        ${guest ? nothing : this.#followSection(account)}${this.#blocks()}
        <div class="two">${this.#data()}${this.#leave(account)}</div>
        ${guest ? nothing : this.#tokens(account)}`,
    });
  }

  /**
   * The reason why passkeys are not available, in words, or ''.
   *
   * @param {Account} account
   */
  #passkeyProblem(account) {
    const t = wordsOf(this.#app);
    if (account.missing) return t(`account.missing.${account.missing}`);
    return hasPasskeys() ? '' : t('account.missing.browser');
  }

  /**
   * The form in which a guest changes the own name.
   *
   * @param {Account} account
   */
  #guestName(account) {
    const t = wordsOf(this.#app);
    const rename = (/** @type {Event} */ event) => {
      const name = (fieldsOf(event).name ?? '').trim();
      if (name && name !== account.name)
        void this.#attempt.run(
          async () => {
            await this.#app.rename(name);
            await this.#load();
          },
          'name',
          t('account.you.saved', { name }),
        );
    };
    return html`<section class="slip guestname"><form class="field" @submit=${rename}>
      <label for="guest-name">${t('account.you')}</label>
      <span class="namebox"><input id="guest-name" name="name" required maxlength=${maxName}
          autocomplete="nickname" spellcheck="false" .defaultValue=${account.name}><button
              class="btn" aria-busy=${this.#attempt.busyAt('name')}>${t('account.you.save')}</button></span>
      ${this.#attempt.outcome('name')}</form></section>`;
  }

  /**
   * The sections in which a guest creates an account or signs in.
   *
   * @param {Account} account
   */
  #guestSection(account) {
    const t = wordsOf(this.#app);
    return html`<section class="slip keep">
      <div><h2>${icon('key')}${t('account.keep')}</h2><p>${t('account.keep.why')}</p></div>
      ${
        account.admission === 'owner'
          ? html`<p class="notice">${t('account.keep.owner')}</p>`
          : this.#keepForm(account)
      }
    </section>
      <section class="slip"><h2>${icon('key')}${t('account.signin')}</h2>
        <p class="small">${t('account.signin.why')}</p>
        ${this.#signInButtons(account)}
        ${this.#passwordForm()}
        ${this.#codeForm()}${this.#attempt.refusal('signin')}</section>`;
  }

  /**
   * The form that creates an account for a guest.
   *
   * @param {Account} account
   */
  #keepForm(account) {
    const t = wordsOf(this.#app);
    const { provider } = account;
    return html`<form class="field"
        @submit=${(/** @type {Event} */ event) => this.#keepName(event)}>
      <label for="kept">${t('account.keep.name')}</label>
      <input id="kept" name="name" maxlength=${maxName} autocomplete="nickname"
          spellcheck="false" required .value=${this.#name ?? account.name}
          @input=${onValue((value) => {
            this.#name = value;
          })}>
      ${this.#codeField(account)}${this.#ways(account)}
      <p class="small">${t('account.keep.alone')}</p>
      ${this.#attempt.refusal('keep')}
      <p class="kact"><button class="btn main" value=${this.#way(account)}
          aria-busy=${this.#attempt.busy}>${t('account.passkey.make')}</button>
        ${
          provider
            ? html`<button class="btn" value="provider"
                aria-busy=${this.#attempt.busy}>${t('account.provider.keep', {
                  name: provider,
                })}</button>`
            : nothing
        }</p></form>`;
  }

  /**
   * The field for the code of an invitation, if one is needed or was brought.
   *
   * @param {Account} account
   */
  #codeField(account) {
    const t = wordsOf(this.#app);
    if (account.admission !== 'invited' && !this.#isJoinPage) return nothing;
    return html`<label for="join-code">${t('join.code')}</label>
      <input id="join-code" name="code" class="joincode" maxlength="40" autocomplete="off"
          autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX-XXXX"
          ?required=${account.admission === 'invited'} .value=${this.#code}
          aria-describedby="join-code-why" @input=${onValue((value) => {
            this.#code = value;
          })}>
      <p class="small" id="join-code-why">${t('join.code.why')}</p>`;
  }

  /**
   * How a guest wants to sign in to the new account.
   *
   * @param {Account} account
   */
  #way(account) {
    return this.#wantsPassword || this.#passkeyProblem(account) ? 'password' : 'passkey';
  }

  /**
   * The choice between a passkey and a password, and the field for the password.
   *
   * @param {Account} account
   */
  #ways(account) {
    const t = wordsOf(this.#app);
    const way = this.#way(account);
    const choose = (/** @type {string} */ value) => {
      this.#wantsPassword = value === 'password';
      this.#app.redraw();
    };
    const choice = html`<fieldset class="field ways"><legend>${t('account.way')}</legend>
      ${['passkey', 'password'].map(
        (each) =>
          html`<label class="sign-in-way"><input type="radio" name="way" value=${each}
              .checked=${way === each}
              @change=${onValue(choose)}>${icon(each === 'passkey' ? 'device' : 'key')}<span>
              <b>${t(`account.way.${each}`)}</b>
              <small>${t(`account.way.${each}.why`)}</small></span></label>`,
      )}</fieldset>`;
    return html`${this.#passkeyProblem(account) ? nothing : choice}
      ${way === 'password' ? passwordField(this.#app, { id: 'new-password', isNew: true }) : nothing}`;
  }

  #passwordForm() {
    const t = wordsOf(this.#app);
    const submit = (/** @type {Event} */ event) => {
      const { name = '', password = '' } = fieldsOf(event);
      void this.#signIn(() => this.#app.api.post('/api/sign-in/password', { name, password }));
    };
    return html`<form class="field" @submit=${submit}>
      <label for="signin-name">${t('account.signin.name')}</label>
      <span class="namebox"><input id="signin-name" name="name" required maxlength=${maxName}
          autocomplete="username" autocapitalize="none" spellcheck="false"></span>
      ${passwordField(this.#app, {
        id: 'signin-password',
        button: html`<button class="btn"
            aria-busy=${this.#attempt.busy}>${t('account.signin.password')}</button>`,
      })}</form>`;
  }

  /** @param {Account} account */
  #signInButtons(account) {
    const t = wordsOf(this.#app);
    const withPasskey = () => this.#signIn(() => usePasskey(this.#app.api));
    const withProvider = () =>
      this.#submit('signin', () => toProvider(this.#app, '/api/sign-in/provider', {}));
    return html`<p class="kact">${
      this.#passkeyProblem(account)
        ? nothing
        : html`<button type="button" class=${account.admission === 'owner' ? 'btn main' : 'btn'}
            aria-busy=${this.#attempt.busy} @click=${() => void withPasskey()}>${t('account.signin.passkey')}</button>`
    }
      ${
        account.provider
          ? html`<button type="button" class="btn" aria-busy=${this.#attempt.busy}
              @click=${() => void withProvider()}>${t('account.signin.provider', {
                name: account.provider,
              })}</button>`
          : nothing
      }</p>`;
  }

  #codeForm() {
    const t = wordsOf(this.#app);
    return html`<form class="field code"
        @submit=${(/** @type {Event} */ event) => this.#useCode(event)}>
      <label for="code">${t('account.code')}</label>
      <span class="namebox"><input id="code" name="code" required maxlength="40"
          autocomplete="off" autocapitalize="characters" spellcheck="false"
          placeholder="XXXX-XXXX-XXXX-XXXX"><button class="btn"
              aria-busy=${this.#attempt.busy}>${t('account.signin.do')}</button></span>
    </form>`;
  }

  /** @param {Event} event the submit event. The value of its submitter is the method */
  #keepName(event) {
    const { password = '' } = fieldsOf(event);
    const { api } = this.#app;
    const how = /** @type {HTMLButtonElement | null} */ (
      /** @type {SubmitEvent} */ (event).submitter
    )?.value;
    const name = (this.#name ?? this.#account?.name ?? '').trim();
    const code = this.#code.trim();
    void this.#submit('keep', async () => {
      if (how === 'provider') await toProvider(this.#app, '/api/account/provider', { name, code });
      else {
        const { codes } =
          how === 'password'
            ? await api.post('/api/account/password', { name, code, password })
            : await makePasskey(api, { name, code });
        this.#showCodes(codes);
        await this.#notices.registerAgain();
      }
    });
  }

  /** @param {() => Promise<unknown>} act */
  #signIn(act) {
    return this.#submit('signin', async () => {
      await act();
      this.#name = null;
      this.#app.say(wordsOf(this.#app)('account.signedin'));
    });
  }

  /** @param {Event} event */
  #useCode(event) {
    const { code = '' } = fieldsOf(event);
    void this.#signIn(() => this.#app.api.post('/api/sign-in/code', { code }));
  }

  /**
   * The section with passkeys, providers and recovery codes.
   *
   * @param {Account} account
   */
  #keys(account) {
    const t = wordsOf(this.#app);
    const missing = this.#passkeyProblem(account);
    return html`<section class="slip"><h2>${icon('key')}${t('account.keys')}</h2>
      <p class="small">${t('account.keys.why')}</p>
      ${missing ? html`<p class="notice">${missing}</p>` : nothing}
      <ul class="devs">
        ${this.#keyRows(account)}${this.#passwordRow(account)}
        ${this.#row(
          'copy',
          t('account.codes'),
          account.codes ? t('account.codes.left', { n: account.codes }) : t('account.codes.none'),
          html`<button type="button" class=${account.codes ? 'btn sm' : 'btn main sm'}
              aria-busy=${this.#attempt.busy}
              @click=${() => void this.#newCodes(account)}>${t('account.codes.new')}</button>`,
        )}
      </ul>${this.#attempt.refusal('keys')}
      ${this.#newKeyButtons(account)}</section>`;
  }

  /**
   * The passkeys and the providers with which the person signs in.
   *
   * @param {Account} account
   */
  #keyRows({ passkeys, providers }) {
    const app = this.#app;
    const t = wordsOf(app);
    const row = (
      /** @type {string} */ sign,
      /** @type {Key} */ key,
      /** @type {string} */ title,
      /** @type {string} */ name,
    ) => {
      const dates = { made: dayText(app, key.created), used: dayText(app, key.used) };
      const remove = this.#remove(key, t('account.remove'), name);
      return this.#row(sign, title, t('account.made', dates), remove);
    };
    return html`${repeat(
      passkeys,
      ({ id }) => id,
      (key) => {
        const device = deviceText(app, key);
        return row('key', key, t('account.passkey', { device }), device);
      },
    )}
        ${repeat(
          providers,
          ({ id }) => id,
          (key) => row('link', key, key.name, key.name),
        )}`;
  }

  /** @param {Account} account */
  #passwordRow(account) {
    const app = this.#app;
    const t = wordsOf(app);
    const { password } = account;
    const change = html`<button type="button" class="btn sm" aria-haspopup="dialog"
        aria-busy=${this.#attempt.busy}
        @click=${() => this.#changePassword(account)}>${t(
          password ? 'account.password.change' : 'account.password.add',
        )}</button>`;
    if (!password)
      return this.#row('key', t('account.password'), t('account.password.none'), change);
    const dates = { made: dayText(app, password.created), used: dayText(app, password.used) };
    return this.#row(
      'key',
      t('account.password'),
      t('account.made', dates),
      html`<span class="acts">${change}${this.#remove(
        password,
        t('account.remove'),
        t('account.password'),
      )}</span>`,
    );
  }

  /**
   * Opens the dialog in which the person chooses a password.
   *
   * @param {Account} account
   */
  #changePassword(account) {
    const app = this.#app;
    const t = wordsOf(app);
    const title = t(account.password ? 'account.password.change' : 'account.password.add');
    const attempt = new Attempt(app, () => sheet.update());
    const submit = (/** @type {Event} */ event) => {
      const { password = '' } = fieldsOf(event);
      void attempt.run(async () => {
        await this.withProof(() => app.api.post('/api/account/password', { password }));
        sheet.close();
        app.say(t('account.password.saved'));
        await this.#load();
      });
    };
    const sheet = dialog({
      title: () => title,
      closeLabel: t('close'),
      body: () => html`<form class="field" id="change-password" @submit=${submit}>
        ${nameForManagers(account.name)}
        ${passwordField(app, { id: 'changed-password', isNew: true })}
        ${account.password ? html`<p class="small">${t('account.password.others')}</p>` : nothing}
        ${attempt.refusal()}</form>`,
      footer: () => html`<button type="button" class="btn quiet"
          @click=${() => sheet.close()}>${t('close')}</button><button class="btn main"
              form="change-password" aria-busy=${attempt.busy}>${t('account.password.save')}</button>`,
    });
  }

  /** @param {Account} account */
  #newKeyButtons(account) {
    const app = this.#app;
    const t = wordsOf(app);
    const { name, provider, providers } = account;
    const addPasskey = () => this.#submit('keys', () => makePasskey(app.api, {}));
    const addProvider = () =>
      this.#submit('keys', () => toProvider(app, '/api/account/provider', { name }));
    return html`<p class="kact">${
      this.#passkeyProblem(account)
        ? nothing
        : html`<button type="button" class="btn sm" aria-busy=${this.#attempt.busy}
            @click=${() => void addPasskey()}>${icon('plus')}${t('account.passkey.add')}</button>`
    }
      ${
        provider && !providers.length
          ? html`<button type="button" class="btn sm" aria-busy=${this.#attempt.busy}
              @click=${() => void addProvider()}>${icon('plus')}${t('account.provider.add', {
                name: provider,
              })}</button>`
          : nothing
      }</p>`;
  }

  /**
   * @param {string} symbol
   * @param {string} name
   * @param {string} facts
   * @param {Renderable} act
   */
  #row(symbol, name, facts, act) {
    return html`<li>${icon(symbol)}<div><b>${name}</b><span>${facts}</span></div>${act}</li>`;
  }

  /**
   * @param {Key} key
   * @param {string} verb
   * @param {string} name
   */
  #remove(key, verb, name) {
    return html`<button type="button" class="btn sm" aria-label=${`${verb}: ${name}`}
        aria-busy=${this.#attempt.busy}
        @click=${() =>
          void this.#submit('keys', () =>
            this.#app.api.remove(`/api/account/keys/${key.id}`),
          )}>${verb}</button>`;
  }

  /** @param {Account} account */
  async #newCodes(account) {
    const t = wordsOf(this.#app);
    const confirm =
      !account.codes ||
      (await confirmDialog({
        title: t('account.codes.new'),
        text: t('account.codes.replace'),
        yes: t('account.codes.new'),
        no: t('close'),
      }));
    if (!confirm) return;
    await this.#submit('keys', async () =>
      this.#showCodes((await this.#app.api.post('/api/account/codes', {})).codes),
    );
  }

  /**
   * Shows new recovery codes. They cannot be shown again.
   *
   * @param {string[]} codes
   */
  #showCodes(codes) {
    if (!codes.length) return;
    const t = wordsOf(this.#app);
    let words = '';
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(codes.join('\n'));
        words = t('account.codes.copied');
      } catch {
        words = t('account.codes.select');
      }
      sheet.update();
    };
    const sheet = dialog({
      title: () => t('account.codes'),
      closeLabel: t('close'),
      body: () =>
        html`<p>${t('account.codes.once')}</p><ul class="codes">${codes.map(
          (code) => html`<li>${code}</li>`,
        )}</ul><p role="status">${words}</p>`,
      footer: () => html`<button type="button" class="btn"
          @click=${copy}>${icon('copy')}${t('account.codes.copy')}</button>
        <button type="button" class="btn main"
            @click=${() => sheet.close()}>${t('account.codes.kept')}</button>`,
    });
  }

  /** @param {Account} account */
  #sessions(account) {
    const app = this.#app;
    const t = wordsOf(app);
    const otherSessions = account.sessions.filter(({ current }) => !current);
    const facts = (/** @type {Key} */ key) =>
      key.current
        ? t('account.here')
        : t('account.session', { first: dayText(app, key.created), last: dayText(app, key.used) });
    const ordered = account.sessions.toSorted(
      (a, b) => Number(b.current) - Number(a.current) || b.used - a.used,
    );
    return html`<section class="slip"><h2>${icon('device')}${t('account.sessions')}</h2>
      <ul class="devs">
        ${repeat(
          ordered,
          ({ id }) => id,
          (key) =>
            this.#row(
              'device',
              deviceText(app, key),
              facts(key),
              key.current
                ? html`<span class="tag">${t('account.this')}</span>`
                : this.#remove(key, t('account.session.end'), deviceText(app, key)),
            ),
        )}</ul>
      ${
        otherSessions.length || account.tokens.length || this.#notices.hooks
          ? html`<p class="kact">
            <button type="button" class="btn quiet sm" aria-busy=${this.#attempt.busy}
                @click=${() => this.#endOthers(account)}>${t('account.sessions.end')}</button></p>`
          : nothing
      }
      ${account.kind === 'guest' ? this.#attempt.refusal('keys') : nothing}</section>`;
  }

  /**
   * Opens the dialog that ends all other sessions and, optionally, removes tokens and webhooks.
   *
   * @param {Account} account
   */
  #endOthers(account) {
    const t = wordsOf(this.#app);
    const tokens = account.tokens.length;
    const { hooks } = this.#notices;
    const end = (/** @type {Event} */ event) => {
      const withPrograms = fieldsOf(event).programs !== undefined;
      sheet.close();
      void this.#submit('keys', async () => {
        await this.#app.api.remove(`/api/account/sessions${withPrograms ? '?programs=1' : ''}`);
        if (withPrograms) await this.#notices.load();
      });
    };
    const sheet = dialog({
      title: () => t('account.sessions.end'),
      closeLabel: t('close'),
      body: () => html`<form id="end-others" @submit=${end}>
        <p>${t('account.sessions.end.why')}</p>
        ${
          tokens || hooks
            ? html`<label class="switch"><input type="checkbox" name="programs" checked><span>${t(
                'account.sessions.end.programs',
                {
                  tokens: t('account.tokens.count', { n: tokens }),
                  hooks: t('account.hooks.count', { n: hooks }),
                },
              )}</span></label>`
            : nothing
        }</form>`,
      footer: () => html`<button type="button" class="btn quiet"
          @click=${() => sheet.close()}>${t('close')}</button><button class="btn main"
              form="end-others">${t('account.sessions.end.yes')}</button>`,
    });
  }

  /** @param {Account} account */
  #tokens(account) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<section class="slip"><h2>${icon('bot')}${t('account.tokens')}</h2>
      <h3>${t('account.tokens.name')}</h3><p class="small">${t('account.tokens.why')}</p>
      <ul class="devs">
        ${repeat(
          account.tokens,
          ({ id }) => id,
          (key) =>
            this.#row(
              key.bot ? 'bot' : 'link',
              key.bot ? t('account.token.bot', { name: key.name }) : key.name,
              t('account.made', { made: dayText(app, key.created), used: dayText(app, key.used) }),
              this.#remove(key, t('account.remove'), key.name),
            ),
        )}</ul>
      <form class="field" @submit=${(/** @type {Event} */ event) => this.#newToken(event)}>
        <label for="token">${t('account.token.name')}</label>
        <span class="namebox"><input id="token" name="name" maxlength=${maxName} required
            autocomplete="off" spellcheck="false"><button class="btn"
                aria-busy=${this.#attempt.busy}>${t('account.token.make')}</button></span>
        <label class="switch"><input type="checkbox" name="bot"
            checked><span>${t('account.token.isbot')}</span></label></form>
      ${this.#attempt.refusal('tokens')}${this.#notices.webhooks()}</section>`;
  }

  /** @param {Event} event */
  #newToken(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { name = '', bot } = fieldsOf(event);
    void this.#submit('tokens', async () => {
      const { token } = await this.#app.api.post('/api/account/tokens', {
        name,
        bot: bot !== undefined,
      });
      form.reset();
      this.#showToken(token);
    });
  }

  /** @param {string} token */
  #showToken(token) {
    const t = wordsOf(this.#app);
    const sheet = dialog({
      title: () => t('account.token'),
      closeLabel: t('close'),
      body: () => html`<p>${t('account.token.once')}</p><ul class="codes"><li>${token}</li></ul>`,
      footer: () =>
        html`<button type="button" class="btn main"
            @click=${() => sheet.close()}>${t('account.codes.kept')}</button>`,
    });
  }

  /**
   * The sections with the name of the account and the text that describes the person on their page.
   *
   * @param {Account} account
   */
  #about(account) {
    const t = wordsOf(this.#app);
    const save = (/** @type {SubmitEvent} */ event) => {
      const { about } = fieldsOf(event);
      void this.#submit('about', () => this.#app.api.patch('/api/me', { about }));
    };
    const rename = (/** @type {SubmitEvent} */ event) => {
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const name = (fieldsOf(event).name ?? '').trim();
      if (!name || name === account.name) return;
      void this.#attempt.run(async () => {
        if (await renameAccount(this.#app, name)) await this.#load();
        else form.reset();
      }, 'name');
    };
    return html`<section class="slip"><h2>${icon('edit')}${t('account.name')}</h2>
      <form class="field" @submit=${rename}><label for="own-name">${t('account.keep.name')}</label>
        <span class="namebox"><input id="own-name" name="name" maxlength=${maxName} required
            autocomplete="nickname" spellcheck="false"
            .defaultValue=${account.name}><button class="btn"
                aria-busy=${this.#attempt.busy}>${t('account.name.change')}</button></span></form>
      ${this.#attempt.refusal('name')}</section>
      <section class="slip"><h2>${icon('edit')}${t('account.about')}</h2>
      <form class="field" @submit=${save}><label for="about">${t('account.about.label')}</label>
        <span class="namebox"><input id="about" name="about" maxlength=${maxAbout}
            autocomplete="off"
            .value=${account.about}><button class="btn"
                aria-busy=${this.#attempt.busy}>${t('account.about.save')}</button></span>
        <p class="small">${t('account.about.why')}</p></form>
      ${this.#attempt.refusal('about')}</section>`;
  }

  /**
   * The section with the switch that allows other people to follow the account.
   *
   * @param {Account} account
   */
  #followSection(account) {
    const t = wordsOf(this.#app);
    return html`<section class="slip"><h2>${icon('eye')}${t('account.seen')}</h2>
      <p class="small">${t('account.seen.why')}</p>
      <label class="switch"><input type="checkbox" .checked=${!account.noFollowers}
          @change=${onTick(
            (ticked) =>
              void this.#submit('seen', () =>
                this.#app.api.patch('/api/me', { noFollowers: !ticked }),
              ),
          )}><span>${t('account.seen.on')}</span></label>
      <p class="field"><label for="presence">${t('account.presence')}</label>
        <select id="presence" ?disabled=${account.noFollowers} @change=${onValue(
          (value) =>
            void this.#submit('seen', () =>
              this.#app.api.patch('/api/me', {
                presence: /** @type {(typeof presences)[number]} */ (value),
              }),
            ),
        )}>${presences.map(
          (presence) =>
            html`<option value=${presence} .selected=${presence === account.presence}>
              ${t(`account.presence.${presence}`)}</option>`,
        )}</select></p>
      <p class="small">${t('account.presence.why')}</p>
      ${this.#attempt.refusal('seen')}</section>`;
  }

  #blocks() {
    const t = wordsOf(this.#app);
    if (!this.#blocked.length) return nothing;
    return html`<section class="slip"><h2>${icon('lock')}${t('account.blocked')}</h2>
      <p class="small">${t('account.blocked.why')}</p><ul class="withs">
        ${repeat(
          this.#blocked,
          ({ id }) => id,
          ({ id, name }) => html`<li>${portrait(name)}<span>${isolated(name)}</span>
            <button type="button" class="btn sm" aria-label=${`${t('account.unblock')}: ${name}`}
                aria-busy=${this.#attempt.busy}
                @click=${() =>
                  void this.#submit('blocks', () =>
                    this.#app.api.remove(`/api/blocks/${id}`),
                  )}>${t('account.unblock')}</button></li>`,
        )}</ul>
      ${this.#attempt.refusal('blocks')}</section>`;
  }

  #data() {
    const t = wordsOf(this.#app);
    return html`<section class="slip"><h2>${icon('copy')}${t('account.data')}</h2>
      <p class="small">${t('account.data.why')}</p>
      <p class="kact">
        <a class="btn sm" href="/api/account/data"
            download="archmage-data.json">${t('account.data.take')}</a></p></section>`;
  }

  /** @param {Account} account */
  #leave(account) {
    const t = wordsOf(this.#app);
    const guest = account.kind === 'guest';
    return html`<section class="slip">
      <h2>${icon('door')}${t(guest ? 'account.leave.guests' : 'account.leave')}</h2>
      <p class="small">${t(guest ? 'account.leave.guest' : 'account.leave.why')}</p>
      <p class="kact">${
        guest
          ? nothing
          : html`<button type="button" class="btn sm" aria-busy=${this.#attempt.busy}
              @click=${() =>
                void this.leaveAndGo(
                  () => this.#app.api.post('/api/sign-out', {}),
                  '/account',
                )}>${t('account.signout')}</button>`
      }
        <button type="button" class="btn sm danger"
            @click=${() => this.#delete(account)}>${t(
              guest ? 'account.delete.guest' : 'account.delete',
            )}</button></p>
      ${this.#attempt.refusal('leave')}</section>`;
  }

  /**
   * Sends a request that signs the person out of this browser, then loads another page.
   *
   * @param {() => Promise<unknown>} act
   * @param {string} to
   */
  leaveAndGo(act, to) {
    return this.#submit('leave', async () => {
      await act();
      // If this fails, the server removes the subscription when its next push is rejected.
      await forgetBrowser().catch(console.warn);
      location.assign(to);
      await new Promise(() => {});
    });
  }

  /** @param {Account} account */
  #delete(account) {
    const t = wordsOf(this.#app);
    let problemText = '';
    const confirm = (/** @type {Event} */ event) => {
      const { name = '' } = fieldsOf(event);
      if (name.trim() !== account.name) {
        problemText = t('account.delete.wrong');
        sheet.update();
        return;
      }
      sheet.close();
      void this.leaveAndGo(() => this.#app.api.remove('/api/account', { name: account.name }), '/');
    };
    const sheet = dialog({
      title: () => t('account.delete'),
      closeLabel: t('close'),
      body: () => html`<p>${t('account.delete.why')}</p>
        <form class="field" id="delete" @submit=${confirm}>
          <label for="own">${t('account.delete.type', { name: account.name })}</label><input
              id="own"
              name="name" autocomplete="off" spellcheck="false">
          ${problemText ? html`<p class="error" role="alert">${problemText}</p>` : nothing}</form>`,
      footer: () =>
        html`<button type="button" class="btn quiet"
            @click=${() => sheet.close()}>${t('close')}</button><button class="btn danger"
                form="delete">${t('account.delete')}</button>`,
    });
  }
}

/**
 * @param {App} app
 * @param {Key} key
 */
function deviceText(app, { browser, system }) {
  const t = wordsOf(app);
  if (browser && system) return t('account.device', { browser, system });
  return browser || system || t('account.device.unknown');
}

/**
 * @param {App} app
 * @param {number} time
 */
function dateText(app, time) {
  return new Date(time).toLocaleDateString(app.lang, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
