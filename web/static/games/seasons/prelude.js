// Before the first winter: choosing cards from packets, then planning the
// three years.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { avatar, icon } from '../../ui/pieces.js';
import { cardFace, cardLabel, cardStill, cardThing } from './cards.js';
import { cardOf, copies, fromLeft, numberIn } from './facts.js';
import { secretOf } from './view.js';
import { cardName, nameOf } from './words.js';

/** @import { DecisionText } from '../../app/types.js' */
/** @import { Ctx } from './view.js' */

/** @param {Ctx} ctx */
export function prelude(ctx) {
  return ctx.public.phase === 'draft' ? draft(ctx) : split(ctx);
}

/** Who has answered, with what everybody may know. @param {Ctx} ctx */
function readies(ctx) {
  const others = fromLeft(ctx, ctx.follow).filter((key) => key !== ctx.seat);
  return html`<ul class="readies">${others.map((key) => {
    const done = ctx.public.seats[key].answered;
    return html`<li class=${done ? 'done' : 'think'}>${avatar(ctx.players[key].icon)}<span>${ctx.players[key].name}</span>${
      icon(done ? 'check' : 'wait', { label: ctx.t(done ? 'doing.answered' : 'doing.thinks') })}</li>`;
  })}</ul>`;
}

/** @param {Ctx} ctx */
function draft(ctx) {
  const seat = ctx.public.seats[ctx.follow];
  const secret = secretOf(ctx, ctx.follow);
  const packet = copies(secret?.packet);
  const kept = copies(secret?.picked);
  const left = fromLeft(ctx, ctx.follow)[0];
  const n = seat.packet - 1;
  const title = !secret ? ctx.t('draft.watch') : ctx.decision?.answered ? ctx.t('draft.title.done') : ctx.t('draft.title', { n });
  return html`<section class="prelude step" aria-labelledby="prelude-title">
    <header class="stephead"><p class="eyebrow">${ctx.t('draft.eyebrow', { n: seat.picked + 1 })}</p><h2 class="h1" id="prelude-title">${title}</h2>${readies(ctx)}</header>
    ${packet.length ? html`<div class="packet p${packet.length}">${repeat([...new Set(packet)], (number) => number, (number) =>
      cardThing(ctx, number, { count: packet.filter((c) => c === number).length, chosen: ctx.t('state.pick') }))}</div>` : nothing}
    <div class="keptrow"><h3>${ctx.t('draft.kept')} <b>${seat.picked}</b></h3><p class="passto">${icon('arrow')}<span>${ctx.t('draft.pass', { name: nameOf(ctx, left) })}</span></p>
      <ul class="ninepicks">${kept.map((number) => html`<li>${cardStill(ctx, number)}</li>`)}${
      Array.from({ length: 9 - kept.length }, (_, i) => html`<li class=${!kept.length && i < seat.picked ? 'hole back' : 'hole'}></li>`)}</ul></div>
  </section>`;
}

const years = /** @type {const} */ (['hand', 'library2', 'library3']);

/** @param {Ctx} ctx */
function split(ctx) {
  const { decision } = ctx;
  const asked = decision?.kind === 'split' ? decision : null;
  const title = ctx.t(asked ? 'split.title' : 'split.watch');
  const loose = asked ? asked.options.flatMap((o) => Array.from({ length: o.max - ctx.pick.count(o.id) }, () => numberIn(o.id))) : [];
  return html`<section class="prelude step" aria-labelledby="prelude-title">
    <header class="stephead"><p class="eyebrow">${ctx.t('split.eyebrow')}</p><h2 class="h1" id="prelude-title">${title}</h2><p class="lede">${ctx.t('split.lede')}</p>${readies(ctx)}</header>
    ${asked ? html`<div class="shelves">${years.map((year, i) => shelf(ctx, asked, year, i + 1))}</div>
      <div class="unplaced ${loose.length ? '' : 'gone'}" @dragover=${(/** @type {DragEvent} */ e) => over(ctx, e)} @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, '')}>
        <h3>${ctx.t(loose.length ? 'split.loose' : 'split.loose.none')} <b>${loose.length || ''}</b></h3><p class="lede">${hint(ctx)}</p>
        <ul>${loose.map((number) => html`<li>${splitCard(ctx, number, '')}</li>`)}</ul></div>` : nothing}
  </section>`;
}

/** What may be done with the card that is held, or how it is done. @param {Ctx} ctx */
function hint(ctx) {
  const { open } = ctx.pick;
  return open ? ctx.t('split.held', { card: cardName(ctx, numberIn(open)) }) : ctx.t('split.how');
}

/** @param {Ctx} ctx @param {DecisionText} decision @param {string} year @param {number} at */
function shelf(ctx, decision, year, at) {
  const { pick } = ctx;
  const held = pick.list.filter((c) => c.group === year).flatMap((c) => Array.from({ length: c.n }, () => numberIn(c.option))).sort((a, b) => a - b);
  const open = pick.open && pick.options(pick.open)[0];
  const takes = !!open && pick.canAdd(open.id, year);
  const name = ctx.t(`group.${year}`);
  const free = 3 - held.length;
  return html`<section class=${takes ? 'shelf takes' : 'shelf'} aria-label=${name} @dragover=${(/** @type {DragEvent} */ e) => over(ctx, e)} @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, year)}>
    <header>${icon(year === 'hand' ? 'hand' : 'library')}<h3>${name}</h3><span>${ctx.t(`split.year${at}`)}</span></header>
    <ul>${held.map((number) => html`<li>${splitCard(ctx, number, year)}</li>`)}${Array.from({ length: free }, (_, i) => html`<li>${
      takes && i === 0 ? html`<button type="button" class="hole put" data-put=${at} @click=${() => put(ctx, open.id, year)}>${ctx.t('split.drop')}<span class="vh">: ${
        ctx.t('split.put', { card: cardName(ctx, numberIn(open.id)), group: name })}</span></button>` : html`<span class="hole">${ctx.t('split.hole')}</span>`}</li>`)}</ul></section>`;
}

/** A card that can be pressed or dragged to its place. @param {Ctx} ctx @param {number} number @param {string} year where it lies, '' for nowhere */
function splitCard(ctx, number, year) {
  const card = cardOf(ctx, number);
  const ref = `card:${number}`;
  const held = ctx.pick.open === ref && (ctx.ui.from ?? '') === year;
  return html`<button type="button" class="card small thing ${year ? 'placed' : ''}" draggable="true" data-ref=${ref} data-card=${ref} data-type=${card.kind}
    data-state=${held ? 'selected' : 'choosable'} aria-pressed=${held ? 'true' : 'false'} aria-label=${cardLabel(ctx, card)}
    @click=${() => hold(ctx, ref, year)} @dragstart=${(/** @type {DragEvent} */ e) => drag(ctx, e, ref, year)} @dragend=${() => letGo(ctx)}>${cardFace(ctx, card)}</button>`;
}

/** Takes a card up; with one from another shelf in hand, the two change places. @param {Ctx} ctx @param {string} ref @param {string} year */
function hold(ctx, ref, year) {
  const { pick } = ctx;
  if (pick.busy) return;
  const from = ctx.ui.from ?? '';
  if (pick.open && pick.open !== ref && year && from !== year) {
    change(ctx, pick.open, from, ref, year);
    return;
  }
  const again = pick.open === ref && from === year;
  if (pick.open && pick.open !== ref) pick.reveal(pick.open);
  ctx.ui.from = again ? '' : year;
  if (pick.open !== ref || again) pick.reveal(ref);
  else ctx.redraw();
}

/** Exchanges the held card with one on a shelf. @param {Ctx} ctx @param {string} held @param {string} from @param {string} other @param {string} year */
function change(ctx, held, from, other, year) {
  const { pick } = ctx;
  const [a, b] = [pick.options(held)[0].id, pick.options(other)[0].id];
  pick.remove(b, year);
  if (from) pick.remove(a, from);
  pick.add(a, year);
  if (from) pick.add(b, from);
  letGo(ctx);
}

/** Puts the held card on a shelf, or back among the loose ones. @param {Ctx} ctx @param {string} id @param {string} year */
function put(ctx, id, year) {
  const { pick } = ctx;
  const from = ctx.ui.from ?? '';
  if (from) pick.remove(id, from);
  if (year) pick.add(id, year);
  letGo(ctx);
}

/** @param {Ctx} ctx */
function letGo(ctx) {
  ctx.ui.from = '';
  if (ctx.pick.open) ctx.pick.reveal(ctx.pick.open);
}

/** @param {Ctx} ctx @param {DragEvent} event @param {string} ref @param {string} year */
function drag(ctx, event, ref, year) {
  event.dataTransfer?.setData('text/plain', ref);
  ctx.ui.from = year;
  if (ctx.pick.open !== ref) ctx.pick.reveal(ref);
}

/** @param {Ctx} ctx @param {DragEvent} event */
function over(ctx, event) {
  if (ctx.pick.open) event.preventDefault();
}

/** @param {Ctx} ctx @param {DragEvent} event @param {string} year */
function drop(ctx, event, year) {
  const { pick } = ctx;
  const option = pick.open && pick.options(pick.open)[0];
  if (!option) return;
  event.preventDefault();
  const on = event.target instanceof Element ? event.target.closest('[data-ref]')?.getAttribute('data-ref') : null;
  if (on && on !== pick.open && year && year !== (ctx.ui.from ?? '') && !pick.canAdd(option.id, year)) change(ctx, pick.open, ctx.ui.from ?? '', on, year);
  else if (year === '' || year === ctx.ui.from || pick.canAdd(option.id, year)) put(ctx, option.id, year);
}
