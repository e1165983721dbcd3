// Describes questions, their options and their groups in words.
import { html } from '../../vendor/lit-html/lit-html.js';
import { capitalized } from '../../core/i18n.js';
import { idParts } from '../../core/must.js';
import { icon, materia } from '../../ui/pieces.js';
import { bagPicture } from './altar.js';
import { substance } from './tokens.js';
import { declaredOf } from './types.js';
import {
  kindIcon,
  kindOf,
  list,
  materiaName,
  runeName,
  shortText,
  spellName,
  spellNumber,
  spellOf,
  split,
  substanceName,
} from './words.js';

/** @import { DecisionText, Renderable, GroupText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @typedef {{title: string, why?: string}} Question */

/**
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {Question}
 */
export function prompt(ctx, decision) {
  const ask = questions[decision.kind];
  return ask ? ask(ctx, decision) : { title: decision.kind };
}

/** @type {Record<string, (ctx: Ctx, decision: DecisionText) => Question>} */
const questions = {
  action: askAction,
  take: askTake,
  discard: (ctx, d) => ({
    title: ctx.t('prompt.discard', { n: d.args?.n }),
    why: causeWords(ctx, d),
  }),
  colour: (ctx, d) => ({
    title: ctx.t('prompt.colour'),
    why: ctx.t('why.colour', { n: d.args?.n }),
  }),
  store: (ctx, d) => ({ title: ctx.t('prompt.store', { n: d.args?.n }), why: causeWords(ctx, d) }),
  exchange: askExchange,
  choose: (ctx, d) => ({ title: ctx.t('prompt.choose'), why: causeWords(ctx, d) }),
  sweep: (ctx) => ({ title: ctx.t('prompt.sweep'), why: ctx.t('why.sweep') }),
  raise: (ctx, d) => ({ title: ctx.t('prompt.raise'), why: causeWords(ctx, d) }),
  copy: (ctx, d) => ({ title: ctx.t(`prompt.copy.${d.args?.phase}`), why: causeWords(ctx, d) }),
  learn: (ctx, d) => ({ title: ctx.t('prompt.learn'), why: causeWords(ctx, d) }),
  place: (ctx, d) => learning(ctx, d, 'place'),
  way: (ctx, d) => learning(ctx, d, 'way'),
  pay: (ctx, d) => learning(ctx, d, ctx.picker.hasOnlyOneAnswer ? 'spend' : 'pay'),
  keep: (ctx, d) => ({
    title: ctx.t('prompt.keep', { n: d.args?.n }),
    why: ctx.t('why.keep', { spell: spellName(ctx, spellOf(ctx, String(d.args?.colour))) }),
  }),
  give: askGive,
};

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @returns {Question}
 */
function askAction(ctx, d) {
  const phase = String(d.args?.phase);
  const isOffered = (/** @type {string} */ verb) =>
    d.options.some((o) => idParts(o.id)[0] === verb);
  // The actions that need no spell.
  const basic = ['take', 'draw', 'store', 'learn'].filter(isOffered);
  const key = `prompt.action.${phase}.${basic.join('.') || 'use'}`;
  const why = [];
  if (d.args?.granted) why.push(ctx.t('why.action.granted'));
  else if (d.args?.second) why.push(ctx.t('why.action.second'));
  const learn = spellsOf(ctx, d, 'learn');
  const use = spellsOf(ctx, d, 'use');
  if (learn.length) why.push(ctx.t('why.action.learn', { spells: list(ctx, learn, 'and') }));
  if (use.length)
    why.push(
      ctx.t(basic.length ? 'why.action.use' : 'why.action.spells', {
        spells: list(ctx, use, basic.length ? 'or' : 'and'),
      }),
    );
  return { title: ctx.t(key), why: why.join(' ') || undefined };
}

/**
 * The names of the spells in the options with a verb.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {string} verb
 */
function spellsOf(ctx, d, verb) {
  const colours = d.options.filter((o) => o.id.startsWith(`${verb}:`)).map((o) => idParts(o.id)[1]);
  return [...new Set(colours)].map((colour) => spellName(ctx, spellOf(ctx, colour)));
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @returns {Question}
 */
function askTake(ctx, d) {
  const remaining = Number(d.args?.left);
  const to = d.args?.to === 'familiar' ? '.familiar' : '';
  const title =
    remaining > 1 ? ctx.t(`prompt.take${to}.n`, { n: remaining }) : ctx.t(`prompt.take${to}`);
  const isOwnDay = `s${ctx.public.active}` === ctx.seat;
  if (isOwnDay) return { title, why: causeWords(ctx, d) };
  const spell = spellName(ctx, spellNumber(ctx, d.args?.spell ?? 0));
  return {
    title,
    why: ctx.t('why.take.forced', { spell, name: ctx.displayName(`s${ctx.public.active}`) }),
  };
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @returns {Question}
 */
function askExchange(ctx, d) {
  const remaining = Number(d.args?.left);
  return {
    title: ctx.t(`prompt.exchange.${d.args?.with}`),
    why: remaining > 1 ? ctx.t('why.exchange.left', { n: remaining }) : causeWords(ctx, d),
  };
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {string} step
 * @returns {Question}
 */
function learning(ctx, d, step) {
  const spell = spellName(ctx, spellOf(ctx, String(d.args?.colour)));
  const level = Number(d.args?.level);
  const title = ctx.t(`prompt.${step}`, { spell, level });
  if (!d.options.some((o) => /^way:[1-9]/.test(o.id)))
    return { title, why: ctx.t(`why.${step}`, { level }) };
  // The rune of a joker is on the used spell, which is Transmutation or a Clone of it.
  const [colour] = idParts(declaredOf(ctx));
  return {
    title,
    why: ctx.t(`why.${step}.joker`, { spell: spellName(ctx, spellOf(ctx, colour)) }),
  };
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @returns {Question}
 */
function askGive(ctx, d) {
  const to = String(d.args?.to);
  const { opponent } = ctx.public;
  const symbol = to === 'track' && opponent?.symbols.includes(opponent.given.length + 1);
  return {
    title: ctx.t(`prompt.give.${to}`),
    why: ctx.t(symbol ? 'why.give.symbol' : `why.give.${to}`),
  };
}

/**
 * The spell that asks the question, with its short text if the level is known.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 */
function causeWords(ctx, d) {
  const spell = spellNumber(ctx, d.args?.spell ?? 0);
  if (!spell) return undefined;
  const level = levelInUse(ctx, spell.number, spell.colour);
  if (!level) return ctx.t('why.spell.name', { spell: spellName(ctx, spell) });
  return ctx.t('why.spell', {
    spell: spellName(ctx, spell),
    level,
    text: shortText(ctx, spell, level),
  });
}

/**
 * The level at which a spell is used: the level of the declared action, or of the last event about
 * the spell. 0 if it is not known.
 *
 * @param {Ctx} ctx
 * @param {number} number
 * @param {string} colour
 */
function levelInUse(ctx, number, colour) {
  const [declared, level] = idParts(declaredOf(ctx));
  if (declared === colour && level) return Number(level);
  const used = ctx.events.findLast(
    (event) =>
      (event.kind === 'used' || event.kind === 'learned') && event.public?.spell === number,
  );
  return used ? Number(used.public?.level) : 0;
}

/**
 * Whether the match is over, by its rules or because it was ended earlier.
 *
 * @param {Ctx} ctx
 */
const isOver = ({ public: view, result, room }) =>
  view.phase === 'over' || !!result || room.status === 'finished';

/**
 * The text of the question bar while the viewer has no question.
 *
 * @param {Ctx} ctx
 * @returns {Question}
 */
export function waiting(ctx) {
  const { public: view } = ctx;
  if (isOver(ctx)) return { title: ctx.t('wait.over') };
  // A viewer who has just conceded has no question.
  if (view.asked < 0 || `s${view.asked}` === ctx.seat) return { title: ctx.t('wait.none') };
  const name = ctx.displayName(`s${view.asked}`);
  const why = ctx.seat ? undefined : ctx.t('table.side', { name: ctx.displayName(ctx.shownSeat) });
  const acting = view.asked === view.active && view.phase !== 'night';
  return { title: ctx.t(acting ? `wait.action.${view.phase}` : 'wait.other', { name }), why };
}

/**
 * The content of the bar's button for an option.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 * @returns {Renderable}
 */
export function option(ctx, decision, { id }) {
  const [verb, argument, detail] = idParts(id);
  if (argument.includes('.')) return materiaOption(ctx, verb, argument);
  switch (verb) {
    case 'way':
      return wayOption(ctx, decision, id);
    case 'colour':
      return html`<span
          class="sb-opt">${substance(argument, 'i sub')}<span>${capitalized(substanceName(ctx, argument))}</span></span>`;
    case 'raise':
      return spellOption(
        ctx,
        'option.raise',
        argument,
        (ctx.public.seats[ctx.seat]?.spells[argument]?.level ?? 0) + 1,
      );
    case 'learn':
    case 'use':
      return spellOption(ctx, `option.${verb}`, argument, Number(detail));
    case 'copy':
      return detail
        ? spellOption(ctx, 'option.copy', argument, Number(detail))
        : html`<span>${ctx.t(`option.copy.${argument}`)}</span>`;
    case 'draw':
      return html`<span class="sb-opt">${bagPicture}<span>${ctx.t('option.draw')}</span></span>`;
    case 'do':
      return halfOption(ctx, decision, argument);
    default:
      return html`<span>${ctx.t(`option.${verb}`)}</span>`;
  }
}

/**
 * The face of an option about a Materia. It shows the name, and screen readers read the action.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 * @param {string} id
 */
function materiaOption(ctx, verb, id) {
  const { colour, rune } = split(id);
  const name = materiaName(ctx, id);
  return html`<span class="sb-opt">${materia(colour, rune, { cls: 'bar' })}<span
      class="vh">${ctx.t(`option.${verb}`, { materia: name })}</span><span
          aria-hidden="true">${name}</span></span>`;
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 * @param {string} colour
 * @param {number} level
 */
function spellOption(ctx, key, colour, level) {
  const spell = spellOf(ctx, colour);
  const kind = spell ? kindOf(spell, level) : 'none';
  const isAction = kind !== 'none' && key !== 'option.learn';
  return html`<span class="sb-opt">${
    isAction ? icon(kindIcon(kind)) : substance(colour, 'i sub')
  }<span>${ctx.t(key, { spell: spellName(ctx, spell), level })}</span></span>`;
}

/**
 * The face of an option about one of the two effects of a spell.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {string} half 'store' or 'take'
 */
function halfOption(ctx, d, half) {
  const spell = spellNumber(ctx, d.args?.spell ?? 0);
  const level = spell ? levelInUse(ctx, spell.number, spell.colour) : 0;
  return html`<span>${ctx.t(level ? `option.do.${half}.${level}` : `option.do.${half}`)}</span>`;
}

/**
 * The face of a way to pay: the number of real Materia, jokers and triples.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {string} id
 */
function wayOption(ctx, d, id) {
  const [, jokers, ...triples] = idParts(id);
  const colour = String(d.args?.colour);
  const real = Number(d.args?.level) - Number(jokers) - triples.length;
  return html`<span
      class="sb-way"><span>${substance(colour, 'i sub')}${ctx.t('option.way.real', {
        n: real,
        substance: substanceName(ctx, colour),
      })}</span>${
        Number(jokers) > 0
          ? html`<span>+ ${ctx.t('option.way.jokers', { n: Number(jokers) })}</span>`
          : ''
      }${triples.map(
        (rune) =>
          html`<span>+ ${icon(`r-${rune}`, { cls: 'i rn' })}${ctx.t('option.way.triple', {
            rune: runeName(ctx, rune),
          })}</span>`,
      )}</span>`;
}

/**
 * The name of a group of choices.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {GroupText} group
 */
export function group(ctx, decision, { id, max }) {
  if (id === 'real')
    return ctx.t('group.real', {
      substance: capitalized(substanceName(ctx, String(decision.args?.colour))),
    });
  if (['circle', 'triangle', 'square'].includes(id)) return ctx.t(`group.${id}`, { n: max / 3 });
  return ctx.t(`group.${id}`);
}

/**
 * A short line with the round and the phase.
 *
 * @param {Ctx} ctx
 */
export function status(ctx) {
  const { public: view } = ctx;
  if (isOver(ctx)) return ctx.t('status.over');
  const round = ctx.t(view.ending ? 'round.last' : 'round', { n: view.round });
  return ctx.t('status', { round, phase: ctx.t(`phase.${view.phase}`) });
}
