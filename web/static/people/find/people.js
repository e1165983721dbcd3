// The page of members: who is here and what they do, then all others by name, then visitors.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { folded } from '../../core/folded.js';
import { translator } from '../../core/i18n.js';
import { Pager } from '../../core/paging.js';
import { profilePath } from '../../core/paths.js';
import { ClubLink } from '../../lobby/club-link.js';
import {
  compareHere,
  doingText,
  hereAction,
  inviteCss,
  newTag,
  texts as hereTexts,
} from '../../lobby/here.js';
import { faceOf } from '../../ui/faces.js';
import { onValue } from '../../ui/forms.js';
import { emptyNotice, openLink, pageFrame, titleOf } from '../../ui/frame.js';
import { icon, portrait, sigil } from '../../ui/pieces.js';
import { ratingText } from '../../ui/rating-words.js';
import { membersHead, texts as peopleTexts, wordsOf } from '../people-common.js';
import { FollowedPeople, followedRows } from './followed.js';

/** @import { App, Member, Members, OpenPage, Person, Renderable } from '../../core/types.js' */
/** @import { Here } from '../../lobby/here.js' */

const ownTexts = '/people/find/people.*.json';
export const css = ['/people/people.css', '/people/find/people.css', inviteCss];
export const texts = [peopleTexts, ownTexts, hereTexts];

const pageLength = 50;
const maxName = 32;
/** The delay between the last key and the search, in milliseconds. */
const searchDelayMs = 200;
/** From this many days on, the server says no more than that. */
const maxDaysAgo = 364;

/** @type {OpenPage} */
export function open(app) {
  const page = new PeoplePage(app);
  return {
    name: 'home plain',
    title: () => wordsOf(app)('people.title'),
    render: () => page.render(),
    close: () => page.close(),
  };
}

/**
 * When a member was last here in words, '' if the viewer may not know.
 *
 * @param {App} app
 * @param {number | undefined} daysAgo
 */
export function lastHereText(app, daysAgo) {
  const t = translator(app.lang, ownTexts);
  if (daysAgo === undefined) return '';
  if (daysAgo === 0) return t('members.last.today');
  if (daysAgo === 1) return t('members.last.yesterday');
  if (daysAgo >= maxDaysAgo) return t('members.last.year');
  if (daysAgo >= 7) return t('members.last.weeks', { n: Math.floor(daysAgo / 7) });
  const date = new Date();
  date.setDate(date.getDate() - daysAgo);
  return t('members.last.day', { day: date.toLocaleDateString(app.lang, { weekday: 'long' }) });
}

class PeoplePage {
  #app;
  #club;
  #followed;
  /** @type {Pager<Member, Members>} */
  #members;
  #wanted = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const changed = () => app.redraw();
    this.#club = new ClubLink(changed, app.dialogs.refreshInvited);
    this.#followed = new FollowedPeople(app);
    this.#members = new Pager({
      fetch: (after) => app.api.get(`/api/people/members?${this.#query(after)}`),
      itemsOf: ({ members }) => members,
      idOf: ({ id }) => id,
      onChange: changed,
    });
    void this.#members.start();
  }

  close() {
    clearTimeout(this.#timer);
    this.#club.close();
    this.#followed.close();
  }

  /** @param {string} after */
  #query(after) {
    return new URLSearchParams({
      limit: String(pageLength),
      ...(this.#wanted ? { find: this.#wanted } : {}),
      ...(after ? { after } : {}),
    }).toString();
  }

  /** @param {string} text */
  #onInput(text) {
    this.#wanted = text.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), searchDelayMs);
    this.#app.redraw();
  }

  async #search() {
    clearTimeout(this.#timer);
    const wanted = this.#wanted;
    await this.#members.start();
    const { items, error, next } = this.#members;
    if (wanted !== this.#wanted || !wanted || error || !items) return;
    const t = translator(this.#app.lang, ownTexts);
    this.#app.say(t(next ? 'members.found.many' : 'members.found', { n: items.length }));
  }

  /** @param {Person} person */
  async #unfollow(person) {
    try {
      this.#followed.receive(await this.#app.api.remove(`/api/follows/${person.id}`));
    } catch (error) {
      this.#app.say(this.#app.errorText(error));
    }
  }

  /** The ids of the people whom the viewer follows. */
  get #followedIds() {
    return new Set(this.#followed.list?.map(({ id }) => id));
  }

  /**
   * The other people who are here and whose name begins as wanted.
   *
   * @returns {Here[]}
   */
  get #here() {
    const wanted = folded(this.#wanted);
    return Object.entries(this.#club.document?.people ?? {})
      .map(([id, person]) => ({ id, ...person }))
      .filter(({ id, name }) => id !== this.#app.me.id && folded(name).startsWith(wanted))
      .toSorted(compareHere);
  }

  render() {
    const app = this.#app;
    const here = this.#here;
    const members = here.filter(({ kind }) => kind === 'account');
    const visitors = here.filter(({ kind }) => kind !== 'account');
    const side = [this.#visitors(visitors), this.#followedSection()];
    const hasSide = side.some((part) => part !== nothing);
    return pageFrame(app, {
      main: html`${membersHead(app, 'directory', this.#searchField())}${this.#hereNow(members)}
        <div class=${hasSide ? 'membersgrid' : 'membersgrid alone'}>${this.#list(members)}${
          hasSide ? html`<div class="membersside">${side}</div>` : nothing
        }</div>`,
    });
  }

  #searchField() {
    const t = translator(this.#app.lang, ownTexts);
    return html`<form role="search" class="findbox" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#search();
    }}>${icon('search')}<input enterkeyhint="search" maxlength=${maxName}
        autocomplete="off" spellcheck="false" aria-label=${t('members.find')}
        placeholder=${t('members.find')} @input=${onValue((value) => this.#onInput(value))}></form>`;
  }

  /** @param {Here[]} members */
  #hereNow(members) {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    const words = translator(app.lang, hereTexts);
    const others = this.#wanted ? 0 : (this.#club.document?.others ?? 0);
    if (!members.length && !others) return nothing;
    const isMember = app.me.kind === 'account';
    const followed = this.#followedIds;
    return html`<section class="present" aria-label=${words('here.title')}>
      <h2>${words('here.title')} <small>${members.length + others}</small></h2>
      ${
        members.length
          ? html`<ul>${repeat(
              members,
              ({ id }) => id,
              (one) => herePlace(app, one, followed.has(one.id)),
            )}</ul>`
          : nothing
      }
      ${
        others
          ? html`<p class="small">${
              isMember || members.length
                ? t('members.others', { n: others })
                : words('here.others', { n: others })
            }</p>`
          : nothing
      }</section>`;
  }

  /**
   * All members who are not among those above.
   *
   * @param {Here[]} above
   */
  #list(above) {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    const { items, error, next, isLoading } = this.#members;
    const shown = new Set(above.map(({ id }) => id));
    const rest = items?.filter(({ id }) => !shown.has(id));
    if (rest && !next && !error && !this.#wanted && this.#isAlone(rest, above))
      return this.#empty();
    if (rest && !rest.length && !next && !error && above.length) return nothing;
    return html`<section class="slip rest"><h2>${icon('people')}${t(
      above.length ? 'members.rest' : 'members.all',
    )}</h2>
      ${
        error
          ? html`<p class="error" role="alert">${app.errorText(error)} <button type="button"
              class="btn sm" @click=${() => void this.#members.start()}>${app.t('app.again')}</button></p>`
          : nothing
      }
      ${rest ? this.#rows(rest) : html`<p class="loading" role="status">${app.t('page.loading')}</p>`}
      ${
        next
          ? html`<p class="kact"><button type="button" class="btn" aria-busy=${isLoading}
              @click=${() => void this.#members.more()}>${t('members.more')}</button></p>`
          : nothing
      }
      <p class="small">${t(app.me.kind === 'account' ? 'members.invite.why' : 'members.account')}</p>
    </section>`;
  }

  /**
   * Whether the server has no other member than the viewer.
   *
   * @param {Member[]} rest
   * @param {Here[]} above
   */
  #isAlone(rest, above) {
    const others = this.#club.document?.others ?? 0;
    return !above.length && !others && rest.every(({ id }) => id === this.#app.me.id);
  }

  /** What a page without other members says, with what to do next. */
  #empty() {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    const isOwner = app.news.role === 'owner';
    if (app.me.kind !== 'account')
      return emptyNotice(
        t('members.empty.guest'),
        html`<a class="btn main" href="/account">${t('members.empty.create')}</a>`,
      );
    return emptyNotice(
      t(isOwner ? 'members.empty.owner' : 'members.empty.member'),
      isOwner
        ? html`<a class="btn main" href="/host/invite">${t('members.empty.invite')}</a>`
        : openLink(app),
    );
  }

  /** @param {Member[]} rest */
  #rows(rest) {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    if (!rest.length && this.#wanted) return html`<p>${t('members.nobody')}</p>`;
    const followed = this.#followedIds;
    return html`<ul class="memberrows">${repeat(
      rest,
      ({ id }) => id,
      (member) => this.#row(member, followed.has(member.id)),
    )}</ul>`;
  }

  /**
   * @param {Member} member
   * @param {boolean} isFollowed
   */
  #row(member, isFollowed) {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    const { name, game, rating } = member;
    const isOwn = member.id === app.me.id;
    const title = game ? titleOf(app, game) : '';
    const plays = rating
      ? t('members.plays', { game: title, strength: ratingText(app, rating) })
      : title;
    const facts = [lastHereText(app, member.daysAgo), plays].filter(Boolean).join(' · ');
    return html`<li>${portrait(name)}<span class="who"><b><a
        href=${profilePath(name)}>${isolated(name)}</a>${star(app, isFollowed)}${
          isOwn ? html` <small class="tag">${t('members.you')}</small>` : nothing
        }</b>${facts ? html`<span class="small">${facts}${isOwn ? nothing : newTag(app, member)}</span>` : nothing}</span>${
          isOwn ? nothing : hereAction(app, inviting({ ...member, kind: 'account' }))
        }</li>`;
  }

  /** @param {Here[]} visitors */
  #visitors(visitors) {
    const app = this.#app;
    const t = translator(app.lang, ownTexts);
    const others = this.#wanted ? 0 : (this.#club.document?.visitors ?? 0);
    if (!visitors.length && !others) return nothing;
    return html`<section class="slip visitors"><h2>${icon('door')}${t('members.visitors')}</h2>
      ${
        visitors.length
          ? html`<ul class="memberrows">${repeat(
              visitors,
              ({ id }) => id,
              (one) =>
                html`<li>${portrait(one.name)}<span class="who"><b><i>${isolated(
                  one.name,
                )}</i></b><span class="small">${activity(app, one)}</span></span>${hereAction(
                  app,
                  inviting(one),
                )}</li>`,
            )}</ul>`
          : nothing
      }
      ${
        others
          ? html`<p class="small">${t(
              visitors.length ? 'members.visitors.more' : 'members.visitors.some',
              { n: others },
            )}</p>`
          : nothing
      }
      <p class="small">${t('members.visitors.why')}</p></section>`;
  }

  /** The people whom the viewer follows, nothing if there are none. */
  #followedSection() {
    const app = this.#app;
    const words = wordsOf(app);
    const wanted = folded(this.#wanted);
    const list = this.#followed.list?.filter(({ name }) => folded(name).startsWith(wanted));
    if (!list?.length) return nothing;
    return html`<section class="slip"><h2>${icon('star')}${words('people.followed')}</h2>
      ${followedRows(
        app,
        list,
        (person) =>
          html`<button type="button" class="btn quiet sm"
              aria-label=${`${words('follow.stop')}: ${person.name}`}
              @click=${() => void this.#unfollow(person)}>${words('follow.stop')}</button>`,
      )}
      <p class="small">${words('people.followed.why')}</p></section>`;
  }
}

/**
 * A person as hereAction and doingText take people.
 *
 * @param {Omit<Person, 'kind'> & {kind: Here['kind']} & Partial<Here>} person
 */
const inviting = (person) => {
  const here = { doing: /** @type {Here['doing']} */ ('online'), ...person };
  return { people: [here], doing: here.doing, game: here.game ?? '', room: here.room ?? '' };
};

/**
 * What a person who is here does, in words.
 *
 * @param {App} app
 * @param {Here} person
 */
const activity = (app, person) => {
  const here = inviting(person);
  // Visitors have a section of their own, so that the words need not say it.
  return doingText(app, { ...here, people: [{ ...person, kind: 'account' }] });
};

/**
 * The star of a person whom the viewer follows.
 *
 * @param {App} app
 * @param {boolean} isFollowed
 * @returns {Renderable}
 */
const star = (app, isFollowed) =>
  isFollowed
    ? icon('star', { label: translator(app.lang, hereTexts)('here.followed'), cls: 'i star' })
    : nothing;

/**
 * A member who is here, in a carved place.
 *
 * @param {App} app
 * @param {Here} one
 * @param {boolean} isFollowed
 */
function herePlace(app, one, isFollowed) {
  const face = faceOf(one.name);
  return html`<li class=${`doing-${one.doing}`}><span class=${`bust tint-${face.tint}`}
      aria-hidden="true">${sigil(face)}</span><span class="who"><b><a
      href=${profilePath(one.name)}>${isolated(one.name)}</a>${star(app, isFollowed)}</b><span
      class="small">${activity(app, one)}${newTag(app, one)}</span></span>${hereAction(app, inviting(one))}</li>`;
}
