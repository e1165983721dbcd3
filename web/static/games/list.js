// The games of this client, a line each: its id and the module that says what there is of it, a
// Game of core/types.js.

export { default as seasons } from './seasons/game.js';
export { default as spellbook } from './spellbook/game.js';
