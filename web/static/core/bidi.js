// Isolation of right-to-left text, so that a name or a chat line does not reorder the text around
// it.

/** Letters of right-to-left scripts, and the characters that set a direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];

/**
 * Returns a text that a person wrote in a form that fits into a sentence, an attribute or a title:
 * right-to-left text is isolated (FSI and PDI of the Unicode Bidirectional Algorithm), any other
 * text is unchanged.
 *
 * @param {string} text
 */
export const isolated = (text) =>
  rightToLeft.test(text)
    ? `${firstStrongIsolate}${text.replace(directionMarks, '')}${popIsolate}`
    : text;
