// How Toy presents itself outside of a match.
/** @type {import('../../ui/covers.js').Cover} */
export default {
  icon: 'mark',
  picture: '/games/toy/cover.svg',
  texts: '/games/toy/cover.en.json',
};
