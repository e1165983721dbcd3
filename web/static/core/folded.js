// Names in the form in which they are searched for, as the server stores it.

/** Letters that Unicode does not decompose. @type {Record<string, string>} */
const plainLetters = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * A name in lower case, without accents, with single spaces.
 *
 * @param {string} name
 */
export const folded = (name) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[øđðłħıßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .trim()
    .replaceAll(/\s+/g, ' ');
