// The games of this client by id. Each module exports a Game of core/types.js.

export { default as seasons } from './seasons/game.js';
export { default as spellbook } from './spellbook/game.js';
