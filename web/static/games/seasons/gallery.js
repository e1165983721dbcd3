// The gallery of all fifty cards, with a search and filters.
import { html } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { energy, icon } from '../../ui/pieces.js';
import { withoutAccents, filterForm } from '../../ui/filter-form.js';
import { cardFace, cardLabel } from './cards.js';
import { energies, printed } from './facts.js';

/** @import { Ctx } from './types.js' */
/** @import { Card } from './facts.js' */

/**
 * The search text and the values of the filters, '' for any value.
 *
 * @typedef {{
 *   text: string;
 *   type: string;
 *   energy: string;
 *   effect: string;
 *   prestige: string;
 *   pool: string;
 *   edition: string;
 * }} Filters
 */

/** @type {Filters} */
const noFilters = {
  text: '',
  type: '',
  energy: '',
  effect: '',
  prestige: '',
  pool: '',
  edition: 'first',
};

/**
 * The functions that report whether a card passes a filter.
 *
 * @type {Record<string, (card: Card, wanted: string) => boolean>}
 */
const filterTests = {
  type: (card, wanted) => card.kind === wanted,
  energy: (card, wanted) =>
    wanted === 'crystals'
      ? card.costs.some((c) => c.crystals > 0)
      : card.anyEnergies || card.costs.some((c) => c.energy[/** @type {'air'} */ (wanted)] > 0),
  effect: (card, wanted) => card.effects.some((effect) => effect === wanted),
  prestige: (card, wanted) => {
    if (wanted === 'low') return card.prestige < 5;
    if (wanted === 'high') return card.prestige >= 10;
    return card.prestige >= 5 && card.prestige < 10;
  },
  pool: (card, wanted) => card.basic === (wanted === 'basic'),
};

/** @param {Ctx} ctx */
export function gallery(ctx) {
  const filters = { ...noFilters, ...ctx.ui.filters };
  const setFilters = (/** @type {Partial<Filters>} */ change) => {
    ctx.ui.filters = { ...filters, ...change };
    ctx.redraw();
  };
  const cards = Array.from({ length: ctx.catalogue.cards.length }, (_, i) =>
    printed(ctx.catalogue, i + 1, ctx.lang, filters.edition, 2),
  );
  const list = cards.filter((card) => matches(ctx, card, filters));
  const anyValue = /** @type {[string, unknown]} */ (['', ctx.t('gallery.all')]);
  const filterOf = (
    /** @type {keyof Filters} */ key,
    /** @type {[string, unknown, string?][]} */ values,
  ) => ({
    label: ctx.t(`gallery.${key}`),
    value: filters[key],
    values,
    set: (/** @type {string} */ value) => setFilters({ [key]: value }),
  });
  return html`<div class="gallery">${filterForm(ctx.t, {
    text: filters.text,
    type: (text) => setFilters({ text }),
    filters: [
      filterOf('type', [
        anyValue,
        ['familiar', ctx.t('type.familiar')],
        ['item', ctx.t('type.item')],
      ]),
      filterOf('energy', [
        anyValue,
        ...energies.map(
          (e) => /** @type {[string, unknown, string]} */ ([e, energy(e), ctx.t(`energy.${e}`)]),
        ),
        ['crystals', icon('crystal'), ctx.t('gallery.crystals')],
      ]),
      filterOf('effect', [
        anyValue,
        ...['enter', 'permanent', 'activate', 'end'].map(
          (e) =>
            /** @type {[string, unknown, string]} */ ([e, icon(`k-${e}`), ctx.t(`effect.${e}`)]),
        ),
      ]),
      filterOf('prestige', [
        anyValue,
        ['low', ctx.t('gallery.low')],
        ['mid', ctx.t('gallery.mid')],
        ['high', ctx.t('gallery.high')],
      ]),
      filterOf('pool', [
        anyValue,
        ['basic', ctx.t('gallery.first30')],
        ['more', ctx.t('gallery.last20')],
      ]),
      filterOf('edition', [
        ['first', ctx.t('gallery.edition.first')],
        ['second', ctx.t('gallery.edition.second')],
      ]),
    ],
    found: list.length,
    clear: list.length < cards.length ? () => setFilters(noFilters) : undefined,
  })}
    <ul class="shown">${repeat(
      list,
      (card) => card.number,
      (card) => html`<li>${galleryCard(ctx, card)}</li>`,
    )}</ul>
  </div>`;
}

/**
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {Filters} filters
 */
function matches(ctx, card, filters) {
  const text = withoutAccents(
    `${card.number} ${card.name} ${card.text} ${ctx.t(card.shortTextKey)}`,
  );
  return (
    withoutAccents(filters.text)
      .split(' ')
      .every((word) => text.includes(word)) &&
    Object.entries(filterTests).every(
      ([key, test]) =>
        !filters[/** @type {keyof Filters} */ (key)] ||
        test(card, filters[/** @type {keyof Filters} */ (key)]),
    )
  );
}

/**
 * A card with its full text.
 *
 * @param {Ctx} ctx
 * @param {Card} card
 */
function galleryCard(ctx, card) {
  return html`<article class="card big full" data-type=${card.kind} data-number=${card.number}
      aria-label=${cardLabel(ctx, card)}>${cardFace(ctx, card, { whole: true })}</article>`;
}
