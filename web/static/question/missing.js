// Texts about the missing part of an answer, and about options that cannot be chosen.

/** @import { App, Ctx, DecisionText, OptionText, Session } from '../core/types.js' */
/** @import { Sentence } from './picker.js' */

/**
 * The context from which the parts of the bar are rendered.
 *
 * @typedef {object} BarContext
 * @property {App} app
 * @property {Session} session
 * @property {Ctx} ctx
 * @property {DecisionText} decision
 */

/**
 * @param {BarContext} x
 * @param {Sentence} missing
 */
export function missingText({ app, session, ctx, decision }, { key, args }) {
  const group = decision.groups?.find((g) => g.id === args.group);
  return app.t(key, {
    ...args,
    group: group ? (session.board?.group?.(ctx, decision, group) ?? group.id) : '',
  });
}

/**
 * The reason why an option cannot be chosen, in words.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export const whyNotText = (x, option) => missingText(x, x.ctx.picker.whyNot(option.id));
