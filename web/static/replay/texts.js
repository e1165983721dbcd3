// The words of the page of a match (i18n.js).
export const texts = '/replay/texts.*.json';
