// Texts of others next to ours: one that is read from the right must not reorder what stands next to
// it.

/** What is read from the right: Hebrew, Arabic and their kin, and the signs that turn a text. */
const fromTheRight =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
const [begin, end] = ['\u2068', '\u2069'];

/**
 * A text of somebody, as a name or a line of a chat, as it may stand in a sentence, an attribute or
 * a title: one that is read from the right is isolated (Unicode Bidirectional Algorithm, FSI and
 * PDI), any other one is as it was.
 *
 * @param {string} text
 */
export const isolated = (text) =>
  fromTheRight.test(text) ? `${begin}${text.replace(turns, '')}${end}` : text;
