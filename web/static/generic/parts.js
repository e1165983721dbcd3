// The parts of the table and of the hand, drawn by the shapes of the members of the documents.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { avatar, thing } from '../ui/pieces.js';
import { grid } from './grid.js';
import { marker } from './markers.js';
import { seatInTurn, shownElsewhere } from './prompts.js';
import { isBoard, isCollection, isPart, itemKey, membersOf } from './shapes.js';
import { isSeat, memberText, nameOf, textOf, valueText, wordsOf } from './words.js';

/** @import { Renderable } from '../core/types.js' */
/** @import { Collection, Value } from './shapes.js' */
/** @import { AnyCtx } from './words.js' */

/** @param {Value} value */
const isScalar = (value) => !isPart(value);

/**
 * The whole table: players, boards, facts, and a part for each list and each other collection.
 *
 * @param {AnyCtx} ctx
 * @returns {Renderable}
 */
export function table(ctx) {
  if (!ctx.public) return nothing;
  const parts = membersOf(ctx.public, isPart).filter(
    ([member]) => !shownElsewhere.includes(member),
  );
  const boards = parts.filter(([, value]) => isBoard(value));
  const others = parts.filter(([, value]) => !isBoard(value));
  const known = facts(ctx, ctx.public, shownElsewhere);
  const isLarge = Object.keys(ctx.players).length > 4;
  return html`<section class="gen-table ${boards.length ? 'boards' : ''} ${isLarge ? 'large' : ''}"
      aria-label=${wordsOf(ctx)('table')}>${players(ctx)}${
        boards.length
          ? html`<div class="gen-boards">${boards.map(([member, value]) => part(ctx, member, value))}</div>`
          : nothing
      }<div class="gen-rest">${known}${others.map(([member, value]) => part(ctx, member, value))}</div></section>`;
}

/**
 * What only the viewer sees.
 *
 * @param {AnyCtx} ctx
 * @returns {Renderable}
 */
export function hand(ctx) {
  const lists = membersOf(ctx.private, isPart);
  const known = facts(ctx, ctx.private, []);
  if (!lists.length && known === nothing) return nothing;
  const title = wordsOf(ctx)('hand');
  const [only, ...more] = lists;
  const isNamedHand = !more.length && (!only || only[0] === 'hand');
  return html`<section class="gen-hand" aria-label=${title}>${
    isNamedHand ? html`<h2 class="gen-cap">${title}</h2>` : nothing
  }${lists.map(([member, value]) => part(ctx, member, value, isNamedHand))}${known}</section>`;
}

/**
 * A list or a collection, with its name.
 *
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Value} value
 * @param {boolean} [isUnnamed] whether its name is shown already
 * @returns {Renderable}
 */
function part(ctx, member, value, isUnnamed = false) {
  if (isBoard(value)) return grid(ctx, member, value);
  const name = nameOf(ctx, member);
  return html`<div class="gen-part" role="group" aria-label=${name}>${
    isUnnamed ? nothing : html`<h2 class="gen-cap">${name}</h2>`
  }${isCollection(value) ? collection(ctx, member, value) : chips(ctx, member, value)}</div>`;
}

/**
 * The entries of a list.
 *
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Value} value
 */
function chips(ctx, member, value) {
  const items = Array.isArray(value) ? value : [value];
  if (!items.length) return none(ctx);
  return html`<ul class="gen-chips">${items.map(
    (item) =>
      html`<li>${pressable(ctx, `${member}:${itemKey(item)}`, face(ctx, '', item), {
        label: wordsOf(ctx)('pair', {
          name: nameOf(ctx, member),
          value: valueText(ctx, item),
        }),
        cls: 'gen-chip',
      })}</li>`,
  )}</ul>`;
}

/** @param {AnyCtx} ctx */
const none = (ctx) => html`<p class="gen-none">${wordsOf(ctx)('none')}</p>`;

/**
 * A thing that the open decision can ask for, as a button; else the same as text.
 *
 * @param {AnyCtx} ctx
 * @param {string} ref
 * @param {import('../ui/pieces.js').Content} content
 * @param {{label: string, cls: string}} opts
 */
function pressable(ctx, ref, content, { label, cls }) {
  return ctx.decision && ctx.picker.options(ref).length
    ? thing(ctx, ref, content, { label, cls })
    : html`<span class=${cls}>${content}</span>`;
}

/**
 * A value as it is shown: a player with the player's piece, else text.
 *
 * @param {AnyCtx} ctx
 * @param {string} member '' for an entry of a list
 * @param {Value} value
 */
const face = (ctx, member, value) =>
  html`${isSeat(ctx, value) ? marker(value) : nothing}<span>${memberText(ctx, member, value)}</span>`;

/**
 * A collection: tiles if each key has one value, else a table.
 *
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Collection} entries
 */
function collection(ctx, member, entries) {
  const list = Object.entries(entries);
  if (!list.length) return none(ctx);
  return list.some(([, value]) => isCollection(value))
    ? rows(ctx, member, list)
    : html`<ul class="gen-tiles">${list.map(
        ([key, value]) =>
          html`<li>${pressable(
            ctx,
            `${member}:${key}`,
            html`<small>${textOf(ctx, key)}</small><b>${face(ctx, member, value)}</b>`,
            {
              label: wordsOf(ctx)('named', {
                name: textOf(ctx, key),
                value: memberText(ctx, member, value),
              }),
              cls: 'gen-tile',
            },
          )}</li>`,
      )}</ul>`;
}

/**
 * A collection of entries with members, as a table.
 *
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {[string, Value][]} list
 */
function rows(ctx, member, list) {
  const columns = columnsOf(list.map(([, value]) => value));
  const t = wordsOf(ctx);
  return html`<div class="gen-scroll" tabindex="0" role="group" aria-label=${nameOf(ctx, member)}>
    <table class="gen-rows"><thead><tr><th scope="col"><span class="vh">${t('entry')}</span></th>${headers(ctx, columns)}</tr></thead><tbody>${list.map(
      ([key, value]) =>
        html`<tr><th scope="row">${pressable(ctx, `${member}:${key}`, html`${textOf(ctx, key)}`, {
          label: textOf(ctx, key),
          cls: 'gen-rowname',
        })}</th>${
          isCollection(value)
            ? columns.map((column) => cell(ctx, column, value[column]))
            : cell(ctx, member, value)
        }</tr>`,
    )}</tbody></table></div>`;
}

/**
 * @param {AnyCtx} ctx
 * @param {readonly string[]} columns
 */
const headers = (ctx, columns) =>
  columns.map((column) => html`<th scope="col">${nameOf(ctx, column)}</th>`);

/**
 * @param {AnyCtx} ctx
 * @param {string} member
 * @param {Value | undefined} value
 */
function cell(ctx, member, value) {
  if (value === undefined || value === '') return html`<td></td>`;
  return html`<td class=${typeof value === 'number' ? 'n' : ''}>${
    Array.isArray(value) ? chips(ctx, '', value) : face(ctx, member, value)
  }</td>`;
}

/**
 * The members that any of some entries has, points first.
 *
 * @param {readonly Value[]} entries
 * @param {(value: Value) => boolean} [wanted]
 */
function columnsOf(entries, wanted = () => true) {
  const all = entries.flatMap((entry) => membersOf(entry, wanted).map(([name]) => name));
  return [...new Set(all.includes('points') ? ['points', ...all] : all)];
}

/**
 * The players with the members of their seats: facts as columns, lists and collections below.
 *
 * @param {AnyCtx} ctx
 */
function players(ctx) {
  const { seats } = ctx.public ?? {};
  if (!isCollection(seats)) return nothing;
  const t = wordsOf(ctx);
  const list = Object.entries(seats);
  const columns = columnsOf(
    list.map(([, seat]) => seat),
    isScalar,
  );
  return html`<section class="gen-part gen-players" aria-label=${t('players')}>
    <div class="gen-scroll" tabindex="0" role="group" aria-label=${t('players')}>
    <table class="gen-rows"><thead><tr><th scope="col"><span class="vh">${t('player')}</span></th>${headers(ctx, columns)}</tr></thead><tbody>${list.map(([key, seat]) => playerRows(ctx, key, seat, columns))}</tbody></table></div>
    </section>`;
}

/**
 * @param {AnyCtx} ctx
 * @param {string} key
 * @param {Value} seat
 * @param {readonly string[]} columns
 */
function playerRows(ctx, key, seat, columns) {
  const lists = [...membersOf(seat, isPart), ...membersOf(ctx.secrets?.[key], () => true)];
  const isInTurn = key === seatInTurn(ctx);
  return html`<tr class=${isInTurn ? 'turn' : ''}><th scope="row">${playerName(ctx, key, isInTurn)}</th>${columns.map(
    (column) =>
      html`<td class=${column === 'points' ? 'n gen-points' : 'n'}>${
        isCollection(seat) && seat[column] !== undefined ? face(ctx, column, seat[column]) : nothing
      }</td>`,
  )}</tr>${
    lists.length
      ? html`<tr class=${isInTurn ? 'turn more' : 'more'}><td colspan=${columns.length + 1}>${lists.map(
          ([member, value]) => part(ctx, member, value),
        )}</td></tr>`
      : nothing
  }`;
}

/**
 * @param {AnyCtx} ctx
 * @param {string} key
 * @param {boolean} isInTurn
 */
function playerName(ctx, key, isInTurn) {
  const player = ctx.players[key];
  const name = ctx.displayName(key);
  const away = player?.present === false && !player.bot ? 'away' : '';
  return pressable(
    ctx,
    `seats:${key}`,
    html`${marker(key)}${avatar(player?.icon, { cls: away })}<span class="nm">${name}${
      player?.awayText ? html` <small class="gonemark">${player.awayText}</small>` : nothing
    }${isInTurn ? html`<span class="vh"> (${wordsOf(ctx)('turn')})</span>` : nothing}</span>`,
    { label: name, cls: 'gen-player' },
  );
}

/**
 * The members with one value.
 *
 * @param {AnyCtx} ctx
 * @param {Value} document
 * @param {readonly string[]} except
 */
function facts(ctx, document, except) {
  const list = membersOf(document, isScalar).filter(([member]) => !except.includes(member));
  return list.length
    ? html`<dl class="gen-facts" aria-label=${wordsOf(ctx)('facts')}>${list.map(
        ([member, value]) =>
          html`<div><dt>${nameOf(ctx, member)}</dt><dd>${face(ctx, member, value)}</dd></div>`,
      )}</dl>`
    : nothing;
}
