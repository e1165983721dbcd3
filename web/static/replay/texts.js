// The texts of the page of a match (core/i18n.js).
export const texts = '/replay/texts.*.json';
