// The parts of the home page about other people: who is here, the latest results, the week.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { translator } from '../core/i18n.js';
import { lazy } from '../core/lazy.js';
import { ordinalText } from '../core/ordinals.js';
import { profilePath } from '../core/paths.js';
import { thumbOf } from '../ui/covers.js';
import { listOf, titleOf } from '../ui/frame.js';
import { faceOf, playerFace } from '../ui/faces.js';
import { avatar, icon, sigil } from '../ui/pieces.js';

/** @import { App, Renderable, RoomInfo } from '../core/types.js' */
/** @import { ClubDocument, ClubPerson, ClubStanding, ClubResult } from '../core/wire-types.js' */

/** @typedef {ClubPerson & {id: string}} Here */
/** @typedef {{people: Here[], doing: ClubPerson['doing'], game: string, room: string}} Group */

export const texts = '/lobby/here.*.json';
export const css = '/lobby/here.css';
export const inviteCss = '/lobby/inviting.css';

/** @param {App} app */
const wordsOf = (app) => translator(app.lang, texts);

/** The module that renders the next event. Loaded when there is one. */
const eventParts = lazy(async () => {
  const next = await import('../events/next.js');
  await next.load();
  return next;
});

/** What people do, in the order of lists. */
const doings = ['waiting', 'playing', 'online', 'watching', 'private'];
/** The greatest number of figures at the table, and of rows in the list of people. */
const maxFigures = 9;
const maxRows = 6;

/**
 * Orders people as lists show them: accounts before guests, then by what they do, then by name.
 *
 * @param {Here} a
 * @param {Here} b
 */
export function compareHere(a, b) {
  const isGuest = (/** @type {Here} */ { kind }) => Number(kind === 'guest');
  return (
    isGuest(a) - isGuest(b) ||
    doings.indexOf(a.doing) - doings.indexOf(b.doing) ||
    a.name.localeCompare(b.name)
  );
}

/**
 * The figures at the table in the picture of the club. People whom the viewer cannot see are dark.
 *
 * @param {App} app
 * @param {ClubDocument} club
 */
export function figures(app, club) {
  const t = wordsOf(app);
  const people = Object.entries(club.people)
    .map(([id, person]) => ({ id, ...person }))
    .toSorted(compareHere);
  const shown = people.slice(0, maxFigures);
  const hidden = club.others + club.visitors;
  const dark = Math.min(hidden, maxFigures - shown.length);
  const more = people.length + hidden - shown.length - dark;
  return html`<div class="figures" aria-hidden="true">${repeat(
    shown,
    ({ id }) => id,
    ({ name, doing }) => {
      const face = faceOf(name);
      return html`<span class=${`figure tint-${face.tint}`} title=${name}>
        ${doing === 'waiting' ? html`<b class="waits">${t('here.bubble')}</b>` : nothing}${sigil(face)}</span>`;
    },
  )}${Array.from({ length: dark }, () => html`<span class="figure dark"></span>`)}${
    more > 0 ? html`<span class="morefigures">${t('here.more', { n: more })}</span>` : nothing
  }</div>`;
}

/**
 * Puts the people who play each other into one group.
 *
 * @param {Here[]} people
 * @returns {Group[]}
 */
export function groups(people) {
  /** @type {Group[]} */
  const list = [];
  for (const person of people) {
    const { doing, game = '', room = '' } = person;
    const group =
      doing === 'playing' && room
        ? list.find((other) => other.doing === doing && other.room === room)
        : undefined;
    if (group) group.people.push(person);
    else list.push({ people: [person], doing, game, room });
  }
  return list;
}

/**
 * The list of the people who are here, nothing if there is nobody else.
 *
 * @param {App} app
 * @param {ClubDocument} club
 * @param {Here[]} people the people who are here, except the viewer
 * @param {ReadonlySet<string>} followed the ids of the people whom the viewer follows
 * @returns {Renderable}
 */
export function hereSection(app, club, people, followed) {
  const t = wordsOf(app);
  const isFollowed = (/** @type {Here} */ { id }) => Number(followed.has(id));
  const sorted = people.toSorted((a, b) => compareHere(a, b) || isFollowed(b) - isFollowed(a));
  const list = groups(sorted).slice(0, maxRows);
  if (!list.length && !club.others) return nothing;
  const isMember = app.me.kind === 'account';
  return html`<section class="herenow" aria-label=${t('here.title')}>
    <header><h2>${icon('people')}${t('here.title')}</h2><a href="/people">${t('here.all')}</a></header>
    <ul>${repeat(
      list,
      (group) => group.people.map(({ id }) => id).join(),
      (group) => hereRow(app, group, followed),
    )}</ul>
    ${club.others && !isMember ? html`<p class="small">${t('here.others', { n: club.others })}</p>` : nothing}
  </section>`;
}

/**
 * What a group of people does, in words.
 *
 * @param {App} app
 * @param {Group} group
 */
export function doingText(app, { people, doing, game }) {
  const t = wordsOf(app);
  const isGuest = people.length === 1 && people[0]?.kind === 'guest';
  const words = t(`here.${doing}`, { n: people.length, game: titleOf(app, game) });
  return isGuest ? t('here.guest', { words }) : words;
}

/**
 * The word in the line of a newcomer, nothing for others.
 *
 * @param {App} app
 * @param {{new?: boolean | undefined}} person
 */
export const newTag = (app, person) =>
  person.new ? html` <small class="newcomer">${wordsOf(app)('here.new')}</small>` : nothing;

/**
 * @param {App} app
 * @param {Group} group
 * @param {ReadonlySet<string>} followed
 */
function hereRow(app, group, followed) {
  const t = wordsOf(app);
  const { people } = group;
  const star = people.some(({ id }) => followed.has(id))
    ? icon('star', { label: t('here.followed'), cls: 'i star' })
    : nothing;
  const names = people.map((person) =>
    person.kind === 'account'
      ? html`<a href=${profilePath(person.name)}>${isolated(person.name)}</a>`
      : html`<i>${isolated(person.name)}</i>`,
  );
  const separator = html`<span> ${t('here.and')} </span>`;
  return html`<li><span class="faces" aria-hidden="true">${people
    .slice(0, 3)
    .map(({ name }) => avatar(faceOf(name)))}</span>
    <span class="who"><b>${names.map((name, at) => [at ? separator : nothing, name])}${star}</b><span
        class="small">${doingText(app, group)}${people.map((one) => newTag(app, one))}</span></span>${hereAction(app, group)}</li>`;
}

/**
 * The button beside a person: sit down, watch or invite.
 *
 * @param {App} app
 * @param {Group} group
 * @returns {Renderable}
 */
export function hereAction(app, { people, doing, room }) {
  const t = wordsOf(app);
  const label = listOf(
    app,
    people.map(({ name }) => name),
  );
  if (room) {
    const isWaiting = doing === 'waiting';
    const verb = t(isWaiting ? 'here.sit' : 'here.watch');
    return html`<a class=${isWaiting ? 'btn sm wanted' : 'btn sm'} href=${`/r/${room}`}
        aria-label=${`${verb}: ${label}`}>${isWaiting ? nothing : icon('eye')}${verb}</a>`;
  }
  const [person] = people;
  if (!person || person.kind !== 'account' || app.me.kind !== 'account' || doing === 'private')
    return nothing;
  return inviteButtons(app, person);
}

/**
 * The button that invites a person by one press, and the one that asks for the game first. After an
 * invitation, what has become of it.
 *
 * @param {App} app
 * @param {Here} person
 * @returns {Renderable}
 */
function inviteButtons(app, person) {
  const t = wordsOf(app);
  const { dialogs } = app;
  return (
    dialogs.invited(person) ??
    html`<span class="inviting"><button type="button" class="btn sm"
        aria-label=${`${t('here.invite')}: ${person.name}`}
        @click=${() => dialogs.inviteAtOnce(person)}>${t('here.invite')}</button><button
            type="button" class="btn quiet sm other" aria-haspopup="dialog" title=${t('here.invite.other')}
            aria-label=${`${t('here.invite.other')}: ${person.name}`}
            @click=${() => dialogs.challenge(person)}>…</button></span>`
  );
}

/**
 * The line about the table that has waited longest for the viewer.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
export function turnLine(app, room) {
  const t = wordsOf(app);
  const others = room.summary.players.filter(
    (name, seat) => name && room.summary.people[seat] !== app.me.id,
  );
  const seat = room.summary.people.findIndex((id) => id !== app.me.id);
  const name = room.summary.players[seat] ?? '';
  const game = titleOf(app, room.game);
  return html`<section class="askline calltoaction" aria-label=${t('turn.title')}>
    ${avatar(playerFace(app.games, room.game, room.summary.bots[seat] ?? '', name))}
    <p role="status"><b>${
      others.length ? t('turn.with', { names: listOf(app, others) }) : t('turn.title')
    }</b> <span class="small">${game}</span></p>
    <a class="btn main" href=${`/r/${room.id}`}>${t('turn.go')}</a></section>`;
}

/**
 * The line about the viewer's table in a round of an event.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
export function eventTableLine(app, { id, status, game, summary }) {
  const t = wordsOf(app);
  const { title = '', round = 0 } = summary.event ?? {};
  const { players, people } = summary;
  // Before people have come to the table, it has their names only.
  const isOwn = (/** @type {number} */ seat) =>
    people[seat] ? people[seat] === app.me.id : players[seat] === app.me.name;
  const others = players.filter((name, seat) => name && !isOwn(seat));
  const isPlaying = status === 'playing';
  const key = isPlaying ? 'event.playing' : 'event.sit';
  const words = t(others.length ? `${key}.with` : key, { round, names: listOf(app, others) });
  return html`<section class="askline calltoaction" aria-label=${t('event.label')}>
    ${avatar(others[0] ? faceOf(others[0]) : undefined)}
    <p role="status"><b>${words}</b> <span class="small">${isolated(title)} · ${titleOf(app, game)}</span></p>
    <a class="btn main" href=${`/r/${id}`}>${t(isPlaying ? 'turn.go' : 'event.go')}</a></section>`;
}

/**
 * The latest results of everybody, nothing if there are none. The viewer's are highlighted.
 *
 * @param {App} app
 * @param {ClubDocument} club
 * @returns {Renderable}
 */
export function resultsSection(app, club) {
  const t = wordsOf(app);
  const list = Object.entries(club.results)
    .map(([id, result]) => ({ id, ...result }))
    .toSorted((a, b) => b.ended - a.ended || a.id.localeCompare(b.id));
  if (!list.length) return nothing;
  return html`<section class="clubresults" aria-label=${t('results.title')}>
    <header><h2>${t('results.title')}</h2><a href="/watch">${t('results.all')}</a></header>
    <ul class="rooms">${repeat(
      list,
      ({ id }) => id,
      (result) => resultRow(app, result),
    )}</ul></section>`;
}

/**
 * @param {App} app
 * @param {ClubResult & {id: string}} result
 */
function resultRow(app, result) {
  const { id, game, ended, names, people, bots, ranks, totals } = result;
  const seats = names.map((_, seat) => seat).toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const nameOf = (/** @type {number} */ seat) => names[seat] || app.t('home.somebody');
  const at = new Date(ended);
  const words =
    at.toDateString() === new Date().toDateString()
      ? at.toLocaleTimeString(app.lang, { hour: 'numeric', minute: '2-digit' })
      : at.toLocaleDateString(app.lang, { day: 'numeric', month: 'short' });
  const score = (/** @type {number} */ seat) => String(totals[seat] ?? 0).replace('-', '−');
  return html`<li class=${people.includes(app.me.id) ? 'tablerow ownresult' : 'tablerow'}>${thumbOf(game)}
    <a class="clubscore" href=${`/m/${id}`}>${seats.map(
      (seat, place) =>
        html`<span class=${place ? '' : 'first'}>${
          place
            ? nothing
            : avatar(
                playerFace(app.games, game, people[seat] ? '' : (bots[seat] ?? ''), nameOf(seat)),
              )
        }${isolated(nameOf(seat))} <b>${score(seat)}</b></span>`,
    )}</a>
    <time datetime=${at.toISOString()}>${words}</time></li>`;
}

/**
 * The next event and the first three of the week, nothing if there is neither.
 *
 * @param {App} app
 * @param {ClubDocument} club
 * @param {{place: number, points: number} | null} own the viewer's place and points in the week, null if
 *   there is none
 * @returns {Renderable}
 */
export function weekSection(app, club, own) {
  const week = firstOfWeek(app, club, own);
  const { events } = club;
  if (!Object.keys(events).length) return week;
  const next = eventParts(() => app.redraw());
  // The place is kept while the module is loaded.
  const event = next?.nextEvent(app, events) ?? html`<section class="eventplace"></section>`;
  return html`${event}${week}`;
}

/**
 * The first three of this week over all games, nothing if there are fewer.
 *
 * @param {App} app
 * @param {ClubDocument} club
 * @param {{place: number, points: number} | null} own the viewer's place and points, null if there is none
 * @returns {Renderable}
 */
function firstOfWeek(app, club, own) {
  const t = wordsOf(app);
  const [first, second, third] = ['1', '2', '3'].map((place) => club.week[place]);
  if (!first || !second || !third?.points) return nothing;
  const step = (/** @type {ClubStanding} */ line, /** @type {number} */ place) => {
    const name = line.name ?? botName(app, line.bot ?? '');
    return html`<li class=${`step${place}`}>${avatar(
      playerFace(app.games, '', line.person ? '' : (line.bot ?? ''), name),
      { cls: place === 1 ? 'big' : '' },
    )}<b>${isolated(name)}</b><span class="podium"><span class="vh">${t('week.place', { place })}</span>${line.points}</span></li>`;
  };
  return html`<section class="week sheet" aria-label=${t('week.title')}>
    <header><h2>${t('week.title')}</h2><a href="/leaderboard?list=week">${t('week.all')}</a></header>
    <ol>${step(first, 1)}${step(second, 2)}${step(third, 3)}</ol>
    ${own && own.place > 3 ? html`<p class="small">${t('week.own', { place: ordinalText(app.lang, own.place), n: own.points })}</p>` : nothing}
  </section>`;
}

/**
 * The name of a bot of the server.
 *
 * @param {App} app
 * @param {string} id
 */
function botName(app, id) {
  for (const game of app.games) {
    const bot = game.bots.find((candidate) => candidate.id === id);
    if (bot) return bot.label[app.lang] ?? id;
  }
  return id;
}
