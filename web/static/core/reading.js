// Decodes events and decisions, and fills in the default values that the server leaves out
// (docs/protocol.md).

/** @import { DecisionText, EventText, OptionText } from './wire-types.js' */
/** @typedef {import('./wire.js').DecisionText} SentDecision */
/** @typedef {import('./wire.js').SnapshotFrame['events'][number]} SentEvent */

/**
 * @param {SentEvent} event
 * @returns {EventText}
 */
export function readEvent([kind, seat, publicFacts, privateFacts]) {
  return {
    kind,
    seat,
    ...(publicFacts && { public: publicFacts }),
    ...(privateFacts && { private: privateFacts }),
  };
}

/**
 * @param {SentDecision} decision
 * @returns {DecisionText}
 */
export const readDecision = (decision) => ({
  min: 1,
  max: 1,
  ...decision,
  options: decision.options.map(readOption),
});

/**
 * @param {SentDecision['options'][number]} option
 * @returns {OptionText}
 */
function readOption(option) {
  if (typeof option === 'string') return { id: option, ref: option, max: 1 };
  const { ref = option.id, max = 1, ...rest } = option;
  return ref ? { ...rest, ref, max } : { ...rest, max };
}
