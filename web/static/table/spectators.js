// The list of the spectators, whom the host can mute and remove.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { listFormat, loadFiles, rareFile } from '../core/i18n.js';
import { faceOf } from '../ui/faces.js';
import { avatar, dialog } from '../ui/pieces.js';
import { valueOf } from '../ui/forms.js';

/** @import { App, Session } from '../core/types.js' */

/** The reasons for a removal; '' is for none. */
const reasons = ['', 'stalling', 'insult', 'spam', 'name', 'cheating', 'other'];

/**
 * Opens a dialog in which the host confirms a removal and can choose a reason, which the removed
 * person sees.
 *
 * @param {App} app
 * @param {{title: string, text: string, yes: string}} words
 * @returns {Promise<{reason?: string} | null>} the reason as a field of the command, or null if the
 *   host cancels
 */
export async function confirmRemoval({ t }, { title, text, yes }) {
  // A page that was opened during the match has not loaded these texts yet.
  await loadFiles(rareFile).catch(() => {});
  return new Promise((resolve) => {
    let reason = '';
    /** @type {{reason?: string} | null} */
    let answer = null;
    const sheet = dialog({
      title: () => title,
      closeLabel: t('page.cancel'),
      body: () =>
        html`<p>${text}</p>
          <label class="field"><span class="label">${t('why.choose')}</span><select @change=${(
            /** @type {Event} */ event,
          ) => {
            reason = valueOf(event);
          }}>${reasons.map(
            (each) =>
              html`<option value=${each}>${t(each ? `reason.${each}` : 'why.none')}</option>`,
          )}</select></label>`,
      footer: () => html`<button type="button" class="btn quiet"
          @click=${() => sheet.close()}>${t('page.cancel')}</button><button type="button"
              class="btn danger"
              @click=${() => {
                answer = reason ? { reason } : {};
                sheet.close();
              }}>${yes}</button>`,
      onclose: () => resolve(answer),
    });
  });
}

/**
 * The texts of the dialog of `confirmRemoval`.
 *
 * @param {App} app
 * @param {string} what
 * @param {Record<string, unknown>} args
 * @param {string} [text] part of the key of the text with the consequence
 */
export function confirmationTexts({ t }, what, args, text = what) {
  return {
    title: t(`sure.${what}`, args),
    text: t(`sure.${text}Why`, args),
    yes: t(`sure.${what}Yes`),
  };
}

/** @typedef {(type: string, fields: Record<string, unknown>) => unknown} Tell Sends a command. */

/**
 * The authors of recent chat lines who have no seat, are not among the named spectators, and have
 * not been removed. The latest author is first.
 *
 * @param {Session} session
 */
function chatAuthors(session) {
  const { presence, chat } = session.state;
  const seated = session.frame?.seats.map(({ player }) => player) ?? [];
  const excluded = new Set([
    ...seated,
    ...(presence?.spectators ?? []).map(({ player }) => player),
    ...(session.frame?.removed ?? []).map(({ player }) => player),
  ]);
  /** @type {{ player: string, name: string }[]} */
  const list = [];
  for (const { player, name } of chat.toReversed()) {
    if (!excluded.has(player)) list.push({ player, name });
    excluded.add(player);
  }
  return list;
}

/**
 * The name of a spectator, with a note if the spectator is a broadcast.
 *
 * @param {App['t']} t
 * @param {{name: string, stream?: boolean}} one
 */
const watcherName = (t, { name, stream }) => (stream ? t('people.stream', { name }) : name);

/**
 * The list of the spectators, with buttons for the host to mute and remove them.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Tell} tell
 */
export function spectatorList(app, session, tell) {
  const { t } = app;
  const { spectators: named, spectatorCount: n } = session.state.presence ?? {
    spectators: [],
    spectatorCount: 0,
  };
  const list = session.isHost ? [...named, ...chatAuthors(session)] : named;
  if (n === 0 && list.length === 0) return html`<p class="help">${t('people.noWatchers')}</p>`;
  const more = n > named.length ? t('people.more', { n: n - named.length }) : '';
  if (!session.isHost) {
    const names = list.map((spectator) => watcherName(t, spectator));
    return html`<p class="help">
      ${t('people.watching', {
        n,
        names: listFormat(app.lang).format(more ? [...names, more] : names),
      })}</p>`;
  }
  return html`<ul class="people">${list.map((spectator) => {
    const { player, name } = spectator;
    const muted = !!session.frame?.muted?.includes(player);
    const mute = t(muted ? 'people.unmute' : 'people.mute');
    const removePerson = async () => {
      const sure = await confirmRemoval(app, confirmationTexts(app, 'remove', { name }));
      if (sure) await tell('remove', { player, ...sure });
    };
    return html`<li>${avatar(faceOf(name))}<p><b>${watcherName(t, spectator)}</b>${
      muted ? html`<br><small>${t('people.muted')}</small>` : nothing
    }</p>
      ${
        player === session.frame?.host
          ? nothing
          : html`<button type="button" class="btn quiet sm" aria-label=${`${mute}: ${name}`}
              @click=${() => tell('mute', { player, muted: !muted })}>${mute}</button>
            <button type="button" class="btn quiet danger sm"
                aria-label=${`${t('people.kick')}: ${name}`}
                @click=${removePerson}>${t('people.kick')}</button>`
      }</li>`;
  })}</ul>${more ? html`<p class="help">${more}</p>` : nothing}`;
}

/**
 * The list, for the host, of people who have been removed and can be let in again.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Tell} tell
 */
export function removedList(app, session, tell) {
  const { t } = app;
  const list = session.frame?.removed?.filter(({ out }) => out) ?? [];
  if (!session.isHost || list.length === 0) return nothing;
  return html`<h3>${t('people.removed')}</h3><ul class="people">${list.map(
    ({
      player,
      name,
    }) => html`<li>${avatar(faceOf(name), { cls: 'away' })}<p><b>${isolated(name)}</b></p>
      <button type="button" class="btn quiet sm" aria-label=${`${t('people.allow')}: ${name}`}
          @click=${() => tell('allow', { player })}>${t('people.allow')}</button></li>`,
  )}</ul>`;
}
