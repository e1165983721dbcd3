// Isolation of right-to-left text, so that a name or a chat line does not reorder the text around
// it.

/** Letters of right-to-left scripts, and the characters that set a direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];

/**
 * Prepares a text that a person wrote for use in a sentence, an attribute or a title. A text with
 * right-to-left characters is isolated (FSI and PDI of the Unicode Bidirectional Algorithm). Any
 * other text is returned unchanged.
 *
 * @param {string} text
 */
export const isolated = (text) =>
  rightToLeft.test(text)
    ? `${firstStrongIsolate}${text.replace(directionMarks, '')}${popIsolate}`
    : text;
