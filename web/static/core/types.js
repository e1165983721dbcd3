// The types of the client: what the server says, and what the modules give each other. This file
// holds no code.

/** @import { TemplateResult, nothing } from '../vendor/lit-html/lit-html.js' */
/** @import * as said from './wire-types.js' */

export * from './wire-types.js';

/**
 * Text by key, with {name} placeholders; plural forms are key.one and key.other.
 *
 * @typedef {Record<string, string>} Texts
 */
/**
 * A language of the server's labels, and so of the client.
 *
 * @typedef {keyof import('./wire.js').Label} Lang
 */
/**
 * Of several keys the first with a text counts.
 *
 * @typedef {(key: string | string[], args?: Record<string, unknown>) => string} Translate
 */
/** @typedef {TemplateResult | typeof nothing} Drawn Something to show, or nothing. */
/** @typedef {{title: string | TemplateResult, why?: string | Drawn}} Question */

/** @typedef {import('../question/picker.js').Picker} Picker */
/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../table/session.js').Session} Session */
/**
 * A table whose match is played now, or shown again.
 *
 * @typedef {import('../table/table-view.js').TableView} TableView
 */
/** @typedef {import('./store.js').RoomState} RoomState */
/** @typedef {typeof import('../replay/past.js')} Past What a room shows of its match's past. */

/**
 * A person as far as a page needs to know.
 *
 * @typedef {{id: string, name: string}} Named
 */

/**
 * A player as the table shows one.
 *
 * @typedef {object} PlayerInfo
 * @property {string} key 's0'
 * @property {number} seat 0
 * @property {string} name with a note if a bot plays for the player
 * @property {string} plain the name alone
 * @property {string} bot id of the bot that plays the seat, '' if none
 * @property {boolean} you
 * @property {import('../ui/faces.js').Face} icon
 * @property {boolean} present
 * @property {string} gone how long the player has been away, in words; '' for one who is here
 * @property {said.Lost} lost
 */

/**
 * What a board is drawn from. One is made for every drawing; the documents and the catalogue are
 * the same objects as before wherever nothing changed. A game says of what types they are.
 *
 * @template [P=unknown]
 * @template [S=unknown]
 * @template [C=unknown]
 * @template {object} [U=object]
 * @typedef {object} Ctx
 * @property {Lang} lang
 * @property {Translate} t texts of the board first, then of the shell
 * @property {C} catalogue answer of GET /api/games/ID/catalogue; null if the game has none
 * @property {P} public the document that everybody sees; null in the gallery, where there is no
 *   match
 * @property {S} private the document that only the viewer sees, empty for spectators
 * @property {Record<string, S>} [secrets] where all hands are open: what each seat's player knows
 *   besides, by seat key
 * @property {string} seat key of the own seat, '' for a spectator
 * @property {string} follow key of the seat whose side is drawn as one's own
 * @property {boolean} [equal] no side is: all seats are drawn alike
 * @property {Record<string, PlayerInfo>} players by seat key
 * @property {said.RoomFrame} room
 * @property {said.DecisionText | null} decision the open one
 * @property {Picker} pick always there; without an open decision it offers nothing
 * @property {U} ui kept for the board between drawings, dropped with the page
 * @property {() => void} redraw draws again when the work at hand is done
 * @property {Record<string, string>} options the options of the match, defaults filled in
 * @property {said.Result | null} result
 * @property {readonly said.LogEvent[]} events the last events, oldest first
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {(key: string) => string} chosenName 'You' for the own seat, else the name
 */

/**
 * @template [C=unknown]
 * @typedef {import('../ui/covers.js').Cover<C>} Cover
 */
/**
 * @template [X=Ctx]
 * @typedef {import('./hints.js').Lesson<X>} Lesson
 */

/**
 * The pictures of the summary of a game's rules.
 *
 * @typedef {object} Figures
 * @property {Record<string, (ctx: never) => Drawn[]>} figures
 * @property {string} css path of their style sheet
 */

/**
 * What the client has of a game: games/ID/game.js exports it as default, and games/list.js lists
 * it. What is absent is not offered. Only the game knows of what types its documents and its
 * catalogue are, so here they are never.
 *
 * @typedef {object} Game
 * @property {() => Promise<{default: Board<never>}>} board loads the board
 * @property {string} texts file of the board's texts (i18n.js)
 * @property {string | string[]} css paths of the board's style sheets
 * @property {string} [side] path of the sheet that phones on their side load besides
 * @property {string} [emblems] path of a drawing with symbols that only this game uses
 * @property {Cover<never>} [cover]
 * @property {() => Promise<{default: Lesson<never>}>} [lesson] loads the guided first match
 * @property {string} [rules] file of the summary of its rules (i18n.js)
 * @property {() => Promise<Figures>} [figures] loads the pictures of that summary
 */

/**
 * What a board says of an option.
 *
 * @template X, T
 * @callback OfOption
 * @param {X} ctx
 * @param {said.DecisionText} decision
 * @param {said.OptionText} option
 * @returns {T}
 */

/**
 * What an answer does.
 *
 * @template X
 * @callback AnswerText
 * @param {X} ctx
 * @param {said.DecisionText} decision
 * @param {readonly said.Chosen[]} picks at least one
 * @returns {Drawn | string}
 */

/**
 * Why an answer is better than the next one.
 *
 * @template X
 * @callback ReasonText
 * @param {X} ctx
 * @param {said.DecisionText} decision
 * @param {said.Line} best
 * @param {said.Line} next
 * @returns {Drawn | null}
 */

/**
 * @template X
 * @callback PutText
 * @param {X} ctx
 * @param {said.DecisionText} decision
 * @param {said.GroupText} group
 * @param {boolean} out
 * @returns {string} '' for the common words
 */

/**
 * What the log says of an event.
 *
 * @template X
 * @callback EventLine
 * @param {X} ctx
 * @param {said.LogEvent} event
 * @param {number} at events[at] is the event
 * @param {readonly said.LogEvent[]} events
 * @returns {Drawn}
 */

/**
 * The board of a game: games/ID/board.js exports it as default. Nothing in it changes anything but
 * ctx.ui; it knows no rules.
 *
 * @template [X=Ctx]
 * @typedef {object} Board
 * @property {string} id
 * @property {string} texts file of its texts, as the game names it
 * @property {(ctx: X) => Drawn} table the whole board, without bar, log and chat
 * @property {(ctx: X) => string} [layout] what the table is laid out for, as words for the style
 *   sheet: main's data-layout
 * @property {(ctx: X) => Drawn} hand what is in the dock under the bar
 * @property {(ctx: X, decision: said.DecisionText) => Question} prompt
 * @property {OfOption<X, Drawn | string>} option what the bar's button shows
 * @property {(ctx: X, decision: said.DecisionText, group: said.GroupText) => string} [group]
 * @property {PutText<X>} [put] what putting something into a group does, or taking it out again,
 *   where "Into" and "Out of" with the group's name are not the words for it
 * @property {AnswerText<X>} answerText what an answer does, in words that begin with a verb: "Take the fire
 *   die"
 * @property {ReasonText<X>} [because] why an answer is better than another one, where that is plain to
 *   see: a phrase of which the answer is the subject
 * @property {EventLine<X>} event a line of the log, with the name in it. Not asked for the events
 *   of every match
 * @property {readonly string[]} [marks] kinds of events whose lines mark a new part of the match,
 *   though they are about a seat
 * @property {(events: readonly said.LogEvent[], at: number) => number} [actor] the seat that did
 *   what an event tells, where it is about another one
 * @property {readonly string[]} [turns] kinds of events with which a seat's turn begins: their
 *   lines show its face again
 * @property {(ctx: X) => string} status
 * @property {(ctx: X) => Question} waiting the bar when nothing is asked of the viewer
 * @property {() => Promise<Score<X>>} score loads the end of a match
 * @property {() => Promise<{gallery: (ctx: X) => Drawn}>} gallery loads the gallery; ctx has no
 *   match
 * @property {(ctx: X, piece: number) => Drawn | string} [pieceName] the name of a card or spell by
 *   its number
 * @property {(ctx: X, ref: string) => Drawn} card a thing large, for the sheet; ref as in data-ref
 *   or data-card
 * @property {(ctx: X) => string} [season] of the match, for the colours of what is behind it and of
 *   the grounds that ui/tokens.css names
 * @property {OfOption<X, boolean>} [onTable] the board draws the thing that the option refers to
 *   well enough that the bar has no button for it
 * @property {OfOption<X, string>} [bunch] what the option has in common with others that the bar
 *   shows together, or ''
 * @property {OfOption<X, string>} [buttonLabel] what the bar's button says that sends an option
 *   that has been chosen first, or ''
 * @property {(ctx: X, decision: said.DecisionText) => string} [sendLabel] what the bar's button says
 *   that sends an answer of several choices, or ''
 * @property {(ctx: X, decision: said.DecisionText, last: said.DecisionText) => boolean} [follows] a
 *   question that has one answer, which the answer to the last one meant already
 * @property {(ctx: X, decision: said.DecisionText) => boolean} [blank] a question opens with
 *   nothing chosen, though the game suggests an answer
 * @property {() => Promise<SceneScript<X>>} [sceneScript] loads what turns updates into scenes
 */

/**
 * What a script makes of an update.
 *
 * @typedef {object} PlayedUpdate
 * @property {import('../scenes/stage.js').Scene[]} scenes
 * @property {Drawn | null} summary for the bar, until the next event
 * @property {boolean} important so much happened that the bar says it even while it asks
 */

/**
 * The documents of a game that a context holds.
 *
 * @template X
 * @typedef {X extends { public: infer P; private: infer S }
 *   ? { public: P; private: S }
 *   : never} Documents
 */

/**
 * @template X
 * @callback PlayUpdate
 * @param {X} ctx
 * @param {Documents<X> | null} before the documents before the update, null at the start
 * @param {readonly said.LogEvent[]} events
 * @returns {PlayedUpdate}
 */

/**
 * Turns updates into scenes.
 *
 * @template [X=Ctx]
 * @typedef {object} SceneScript
 * @property {PlayUpdate<X>} play what is seen and said of an update
 */

/**
 * The end of a match.
 *
 * @template [X=Ctx]
 * @typedef {object} Score
 * @property {(ctx: X) => Drawn} score the places, and where the points came from (ui/ranking.js)
 * @property {(ctx: X, place: said.Place) => readonly Drawn[]} [best] what brought a place most,
 *   large, at most three, for the headline
 * @property {readonly string[]} [signs] symbols that fall for the winner, instead of the seasons'
 * @property {(ctx: X, first: said.Place, other: said.Place) => string} deciding what made the
 *   difference between two places, as the end of a sentence, or ''
 */

/**
 * A page: what a route shows. Each page's module exports open(app, params).
 *
 * @typedef {object} Page
 * @property {string} name class of <body>
 * @property {() => Drawn} render everything in <body> but the live region and the wood
 * @property {() => string} title of the document
 * @property {() => string} [season] of a match, for the colours of what is behind it; '' or nothing
 *   for that of today
 * @property {(event: KeyboardEvent) => void} [key] keys pressed outside of text fields
 * @property {() => void} [drawn] called after each drawing
 * @property {() => void} [close] stops timers and connections
 */
/** @typedef {(app: App, params: Record<string, string>) => Page} OpenPage */
/**
 * A page that is loaded when it is opened; its own style sheets and words.
 *
 * @typedef {{open: OpenPage, css?: string | string[], texts?: string}} PageModule
 */

export {};
