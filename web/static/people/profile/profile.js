// The page of an account, with feats, ratings, statistics, frequent co-players and matches.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { numberFormat, translator } from '../../core/i18n.js';
import { isolated } from '../../core/bidi.js';
import { lazy } from '../../core/lazy.js';
import { Pager } from '../../core/paging.js';
import { ClubLink } from '../../lobby/club-link.js';
import { doingText, hereAction, inviteCss, texts as hereTexts } from '../../lobby/here.js';
import { Attempt } from '../../ui/attempt.js';
import { coverOf } from '../../ui/covers.js';
import { menu } from '../../ui/dialogs.js';
import { emptyNotice, serverName, openLink, pageFrame, titleOf } from '../../ui/frame.js';
import { icon, portrait } from '../../ui/pieces.js';
import { onValue } from '../../ui/forms.js';
import { seenText, settledAfter, strengthText } from '../../ui/rating-words.js';
import { Evenings } from './evenings.js';
import { curve } from './rating-curve.js';
import { achievements, calendar, favourites, streaks } from './statistics.js';
import {
  failedPage,
  loadIcons,
  matchRows,
  texts as peopleTexts,
  wordsOf,
} from '../people-common.js';
import { nameFromPath, profilePath, togetherPath } from '../../core/paths.js';

/**
 * @import {
 *   App, MatchInfo, MatchPage, OpenPage, Profile, ProfileRatingAnswer as Rating, Renderable,
 * } from '../../core/types.js'
 */

export const css = ['/people/people.css', inviteCss];
export const texts = [peopleTexts, hereTexts];
const pageLength = 20;

/** @type {OpenPage} */
export function open(app, { name = '' }) {
  const page = new ProfilePage(app, nameFromPath(name, location.search));
  return {
    name: 'home plain',
    title: () => wordsOf(app)('profile.title', { name: page.name, site: serverName(app) }),
    render: () => page.render(),
    close: () => page.close(),
  };
}

class ProfilePage {
  #app;
  /** @type {Profile | null} */
  #profile = null;
  /** @type {Pager<MatchInfo, MatchPage>} */
  #matches;
  /** The game that the list of matches shows, '' for all. */
  #game = '';
  /** Renders the results at deals of the day, nothing if they could not be loaded. */
  #ladder = lazy(async () => {
    try {
      const { dailyLadder } = await import('../../daily/ladder.js');
      return await dailyLadder(this.#app, this.name);
    } catch (error) {
      console.warn(error);
      return () => nothing;
    }
  });
  /** @type {unknown} */
  #failed = null;
  /**
   * The loaded catalogues by game.
   *
   * @type {Map<string, unknown>}
   */
  #catalogues = new Map();
  #followAttempt;
  /** Who is here. */
  #club;
  /** @type {Evenings | null} null until the person is known */
  #evenings = null;

  /**
   * @param {App} app
   * @param {string} name
   */
  constructor(app, name) {
    this.#app = app;
    this.#followAttempt = new Attempt(app);
    this.name = name;
    this.#matches = new Pager({
      fetch: (after) => this.#fetchMatches(after),
      itemsOf: ({ matches }) => matches,
      idOf: ({ id }) => id,
      onChange: () => app.redraw(),
    });
    this.#club = new ClubLink(() => app.redraw(), app.dialogs.refreshInvited);
    loadIcons(app);
    void this.#load();
  }

  close() {
    this.#club.close();
    this.#evenings?.close();
  }

  async #load() {
    const { api } = this.#app;
    this.#failed = null;
    try {
      const profile = await api.get(`/api/people?name=${encodeURIComponent(this.name)}`);
      this.name = profile.name;
      this.#profile = profile;
      this.#evenings = new Evenings(this.#app, profile.id);
      this.#ladder(() => this.#app.redraw());
      for (const { game } of profile.favourites) this.#loadCatalogue(game);
      await this.#matches.start();
    } catch (error) {
      this.#failed = error;
    }
    this.#app.redraw();
  }

  /** @param {string} game */
  #loadCatalogue(game) {
    if (this.#catalogues.has(game)) return;
    this.#app.catalogue(game).then((catalogue) => {
      this.#catalogues.set(game, catalogue);
      this.#app.redraw();
    }, console.warn);
  }

  /** @param {string} after */
  #fetchMatches(after) {
    const query = new URLSearchParams({
      person: this.#profile?.id ?? '',
      limit: String(pageLength),
      ...(this.#game ? { game: this.#game } : {}),
      ...(after ? { after } : {}),
    });
    return this.#app.api.get(`/api/matches?${query}`);
  }

  /** @param {string} game */
  #filter(game) {
    this.#game = game;
    void this.#matches.start();
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const profile = this.#profile;
    if (this.#failed)
      return failedPage(
        app,
        this.name,
        this.#failed,
        html`<a class="btn main" href="/">${t('app.home')}</a>`,
      );
    if (!profile)
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${t('page.loading')}</p>`,
      });
    const own = profile.id === app.me.id;
    const emptySection = profile.ratings.length
      ? nothing
      : emptyNotice(t(own ? 'profile.none.own' : 'profile.none'), own ? openLink(app) : nothing);
    const played = profile.tallies.reduce((sum, { played: n }) => sum + n, 0);
    const since = new Date(profile.created).toLocaleDateString(app.lang, {
      month: 'long',
      year: 'numeric',
    });
    return pageFrame(app, {
      main: html`<section class="phead">${portrait(profile.name, 'xl')}<div><h1>${isolated(profile.name)}</h1>
        ${profile.about ? html`<p class="about" dir="auto">${profile.about}</p>` : nothing}
        <p>${t('profile.since', { date: since })} · ${t('profile.played', { n: played })}${
          own ? html` · <a href="/account">${t('account.title')}</a>` : nothing
        }</p>${own ? nothing : this.#presence(profile)}</div>${own ? nothing : this.#actions(profile)}</section>
        ${achievements(app, profile.achievements)}${this.#evenings?.render()}${
          profile.ratings.length
            ? html`<div class="pratings">
              ${profile.ratings.map((rating) => this.#rating(rating))}</div>`
            : nothing
        }
        ${
          played
            ? html`${calendar(app, profile.days)}
              <div class="pgrid"><div class="pcol">${this.#tallies(profile)}${this.#history()}</div>
                <div class="pcol">
                  ${favourites(app, profile, this.#catalogues)}${this.#ladder(() => app.redraw())?.() ?? nothing}${streaks(app, profile)}${this.#companions(profile)}</div></div>`
            : emptySection
        }
        ${
          played
            ? html`<p class="small shown">${t(own ? 'profile.shown.own' : 'profile.shown')}</p>`
            : nothing
        }`,
    });
  }

  /**
   * What the person does now, with a link to the table where others can join or watch. Nothing if the
   * person is not here, or the viewer may not know.
   *
   * @param {Profile} profile
   * @returns {Renderable}
   */
  #presence({ id }) {
    const app = this.#app;
    const person = this.#club.document?.people[id];
    if (!person) return nothing;
    const { doing, game = '', room = '' } = person;
    const group = { people: [{ id, ...person }], doing, game, room };
    return html`<p class="presence"><span class="bead" aria-hidden="true"></span><b>${
      doing === 'online' ? translator(app.lang, hereTexts)('here.title') : doingText(app, group)
    }</b>${room ? hereAction(app, group) : nothing}</p>`;
  }

  /**
   * The buttons that act on another person.
   *
   * @param {Profile} profile
   */
  #actions(profile) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<div class="pacts">
      ${
        app.dialogs.invited(profile) ??
        html`<button type="button" class="btn main"
            @click=${() => app.dialogs.inviteAtOnce(profile)}>${icon('play')}${t('challenge.do')}</button>`
      }
      <button type="button" class="btn" aria-pressed=${profile.followed}
          @click=${() => void this.#follow(profile)}>${icon(profile.followed ? 'check' : 'plus')}${t(
            profile.followed ? 'follow.on' : 'follow.do',
          )}</button>
      ${menu({
        label: app.t('home.more'),
        face: '…',
        items: html`<button type="button" aria-haspopup="dialog"
            @click=${() =>
              app.dialogs.report({
                person: profile.id,
                name: profile.name,
                about: profile.about,
              })}>${icon('flag')}${t('report.do')}</button>
          <button type="button" aria-haspopup="dialog"
              @click=${() => app.dialogs.block(profile)}>${icon('lock')}${t('block')}</button>`,
      })}
      <p class="small">
        <a href=${togetherPath(profile.name)}>${t('us.link')}</a> · <button
            type="button"
            class="linklike" aria-haspopup="dialog"
            @click=${() => app.dialogs.challenge(profile)}>${t('challenge.other')}</button></p>
      ${this.#followAttempt.refusal()}</div>`;
  }

  /**
   * Follows the person, or stops following.
   *
   * @param {Profile} profile
   */
  #follow(profile) {
    const { api } = this.#app;
    return this.#followAttempt.run(async () => {
      if (profile.followed) await api.remove(`/api/follows/${profile.id}`);
      else await api.post('/api/follows', { person: profile.id });
      profile.followed = !profile.followed;
    });
  }

  /**
   * The rating in a game, with its curve.
   *
   * @param {Rating} rating
   */
  #rating(rating) {
    const app = this.#app;
    const t = wordsOf(app);
    const shown = rating.curve.length;
    const state = rating.provisional
      ? seenText(app, rating.matches)
      : t('profile.rank', { place: rating.place, n: rating.settled });
    return html`<section class="slip rating">
      <header><h2>${icon(coverOf(rating.game).icon)}${t('profile.rating', {
        game: titleOf(app, rating.game),
      })}</h2>
        <p class="now">
          <b>${strengthText(app, rating)}</b> <a href=${`/leaderboard?game=${rating.game}`}>${state}</a></p>
      </header>
      ${shown ? curve(t, rating.curve, shown === rating.matches ? settledAfter : 0) : nothing}
      <p class="small">${t('rating.why')} ${t('profile.curve.why', { n: shown })}</p></section>`;
  }

  /** @param {Profile} profile */
  #tallies({ tallies }) {
    const app = this.#app;
    const t = wordsOf(app);
    const decimalFormat = numberFormat(app.lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const wholeFormat = numberFormat(app.lang, { maximumFractionDigits: 0 });
    return html`<section class="slip bygame"><h2>${t('profile.bygame')}</h2>
      <div class="wide" tabindex="0" role="region" aria-label=${t('profile.bygame')}>
        <table class="stat"><thead><tr>
          <th scope="col">${t('profile.game')}</th><th scope="col">${t('profile.played.col')}</th>
          <th scope="col">${t('profile.won')}</th><th scope="col">${t('profile.place')}</th>
          <th scope="col">${t('profile.total')}</th>
          <th scope="col">${t('profile.best')}</th></tr></thead>
          <tbody>${tallies.map(
            (tally) => html`<tr><th scope="row">
              ${icon(coverOf(tally.game).icon)}<b>${titleOf(app, tally.game)}</b>
              <span>${t('profile.players', { n: tally.seats })}</span></th>
              <td>${tally.played}</td><td>${tally.won}</td><td>${decimalFormat.format(tally.place)}</td>
              <td>${wholeFormat.format(tally.total)}</td><td>${wholeFormat.format(tally.best)}</td></tr>`,
          )}</tbody></table></div><p class="small">${t('profile.bygame.why')}</p></section>`;
  }

  /** @param {Profile} profile */
  #companions({ companions, name }) {
    const t = wordsOf(this.#app);
    if (!companions.length) return nothing;
    return html`<section class="slip mates"><h2>${t('profile.mates')}</h2>
      <ul class="withs">${companions.map(
        (mate) => html`<li>${portrait(mate.name)}
          ${
            mate.kind === 'account'
              ? html`<a href=${profilePath(mate.name)}>${isolated(mate.name)}</a>`
              : html`<span>${isolated(mate.name)} <small
                  class="tag">${t(`profile.kind.${mate.kind}`)}</small></span>`
          }
          <span class="small">${t('profile.mate', { n: mate.matches, ahead: mate.ahead })}</span>
        </li>`,
      )}</ul><p class="small">${t('profile.mates.why', { name })}</p></section>`;
  }

  #history() {
    const app = this.#app;
    const t = wordsOf(app);
    const { items, error, next } = this.#matches;
    return html`<section class="slip hist"><header><h2>${t('profile.matches')}</h2>${
      app.games.length > 1
        ? html`<label class="filter"><span class="vh">${t('home.filter')}</span>
          <select @change=${onValue((value) => this.#filter(value))}>
            <option value="">${t('home.filter.all')}</option>${app.games.map(
              (game) => html`<option value=${game.id}>${titleOf(app, game.id)}</option>`,
            )}</select></label>`
        : nothing
    }</header>
      ${matchRows(app, items ?? [], this.#profile?.id === app.me.id ? app.me.id : '')}
      ${
        next
          ? html`<p class="kact">
            <button type="button" class="btn sm"
                @click=${() => void this.#matches.more()}>${t('profile.more')}</button></p>`
          : nothing
      }${error ? html`<p class="error" role="alert">${app.errorText(error)}</p>` : nothing}</section>`;
  }
}
