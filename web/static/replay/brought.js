// The table of the gains from each card or spell.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { avatar, signed } from '../ui/pieces.js';

/** @import { Ctx, Renderable, Piece, Translate } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function cardsPanel({ replay, player, t, ctx }) {
  return broughtTable(t, ctx, replay.board, replay.timeline?.pieces ?? [], (step) => {
    player.stop();
    void player.go(step);
  });
}

/**
 * @param {Translate} t
 * @param {Ctx} ctx
 * @param {import('../core/types.js').Board | null} board
 * @param {readonly Piece[]} pieces
 * @param {(step: number) => void} go
 * @returns {Renderable}
 */
export function broughtTable(t, ctx, board, pieces, go) {
  const uses = [...new Set(pieces.flatMap((piece) => Object.keys(piece.uses ?? {})))];
  const hasGains = pieces.some(({ gained }) => gained);
  return html`<div class="brought">${Object.values(ctx.players).map((player) => {
    const ownPieces = pieces.filter(({ seat }) => seat === player.seat);
    return ownPieces.length
      ? html`<table><caption>${avatar(player.icon)}${player.plainName}</caption>
        <thead><tr><th scope="col">${t([`brought.piece.${ctx.room.settings.game}`, 'brought.piece'])}</th>${uses.map(
          (kind) => html`<th scope="col">${ctx.t(`brought.${kind}`)}</th>`,
        )}${
          hasGains ? html`<th scope="col">${ctx.t('brought.gained')}</th>` : nothing
        }<th scope="col">${t('brought.points')}</th></tr></thead>
        <tbody>${ownPieces.map(
          (piece) =>
            html`<tr><th scope="row">${board?.pieceName?.(ctx, piece.piece) ?? piece.piece}${
              piece.step
                ? html` <button type="button" class="to"
                    aria-label=${t('replay.goto', { n: piece.step })}
                    @click=${() => go(Math.max(0, (piece.step ?? 1) - 1))}>${piece.step}</button>`
                : nothing
            }</th>${uses.map((kind) => html`<td>${piece.uses?.[kind] ?? ''}</td>`)}${
              hasGains ? html`<td>${piece.gained ? signed(piece.gained) : ''}</td>` : nothing
            }<td>${piece.points ? signed(piece.points) : ''}</td></tr>`,
        )}</tbody></table>`
      : nothing;
  })}</div>`;
}
