// The types that several folders use: those of the server's messages, and those that modules pass
// to each other. This file holds no code.

/** @import { TemplateResult, nothing } from '../vendor/lit-html/lit-html.js' */
/** @import * as wire from './wire-types.js' */

export * from './wire-types.js';

/**
 * Texts by key, with {name} placeholders. Plural forms are key.one and key.other.
 *
 * @typedef {Record<string, string>} Texts
 */
/**
 * The code of a language.
 *
 * @typedef {keyof import('./wire.js').Label} Lang
 */
/**
 * Looks up a text. Of several keys the first with a text is used.
 *
 * @typedef {(key: string | string[], args?: Record<string, unknown>) => string} Translate
 */
/** @typedef {TemplateResult | typeof nothing} Drawn A template, or lit-html's `nothing`. */
/** @typedef {{title: string | TemplateResult, why?: string | Drawn}} Question */

/** @typedef {import('../question/picker.js').Picker} Picker */
/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../table/session.js').Session} Session */
/**
 * The view of a match that is being played or replayed.
 *
 * @typedef {import('../table/table-view.js').TableView} TableView
 */
/** @typedef {import('./store.js').RoomState} RoomState */
/** @typedef {typeof import('../replay/past.js')} Past The module that shows earlier moments of a match. */

/** @typedef {{id: string, name: string}} Named A person's id and name. */

/**
 * A player as shown at the table.
 *
 * @typedef {object} PlayerInfo
 * @property {string} key 's0'
 * @property {number} seat 0
 * @property {string} name with a note if a bot plays for the player
 * @property {string} plain the name without the note
 * @property {string} bot id of the bot that plays the seat, '' if none
 * @property {boolean} you whether this is the viewer
 * @property {import('../ui/faces.js').Face} icon
 * @property {boolean} present
 * @property {string} gone how long the player has been away, in words; '' for a player who is
 *   present
 * @property {wire.Lost} lost
 */

/**
 * The context from which a board is drawn. Every drawing makes a new one; unchanged parts of the
 * documents and the catalogue stay the same objects. Each game sets the type parameters.
 *
 * @template [P=unknown]
 * @template [S=unknown]
 * @template [C=unknown]
 * @template {object} [U=object]
 * @typedef {object} Ctx
 * @property {Lang} lang
 * @property {Translate} t looks in the texts of the board first, then in those of all pages
 * @property {C} catalogue answer of GET /api/games/ID/catalogue; null if the game has none
 * @property {P} public the public document; null in the gallery, where there is no match
 * @property {S} private the viewer's private document, empty for spectators
 * @property {Record<string, S>} [secrets] the private documents of all seats by seat key, in a
 *   match with open hands
 * @property {string} seat key of the viewer's seat, '' for a spectator
 * @property {string} follow key of the seat that is drawn in the viewer's place
 * @property {boolean} [equal] whether all seats are drawn alike, none in the viewer's place
 * @property {Record<string, PlayerInfo>} players by seat key
 * @property {wire.RoomFrame} room
 * @property {wire.DecisionText | null} decision the open one
 * @property {Picker} pick offers nothing if there is no open decision
 * @property {U} ui the board's own state, which lasts as long as the page
 * @property {() => void} redraw schedules a drawing
 * @property {Record<string, string>} options the options of the match, defaults filled in
 * @property {wire.Result | null} result
 * @property {readonly wire.LogEvent[]} events the latest events, oldest first
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {(key: string) => string} chosenName 'You' for the viewer's seat, else the name
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
 * The pictures in the summary of a game's rules.
 *
 * @typedef {object} Figures
 * @property {Record<string, (ctx: never) => Drawn[]>} figures
 * @property {string} css path of their style sheet
 */

/**
 * The client's part of a game: the default export of games/ID/game.js, listed in games/list.js. A
 * feature whose property is absent is not offered. The types of documents and catalogue are known
 * only in the game's folder, so here they are never.
 *
 * @typedef {object} Game
 * @property {() => Promise<{default: Board<never>}>} board loads the board
 * @property {string} texts file of the board's texts (i18n.js)
 * @property {string | string[]} css paths of the board's style sheets
 * @property {string} [side] path of a further style sheet for phones in landscape orientation
 * @property {string} [emblems] path of a drawing with symbols that only this game uses
 * @property {Cover<never>} [cover]
 * @property {() => Promise<{default: Lesson<never>}>} [lesson] loads the guided first match
 * @property {string} [rules] file of the summary of its rules (i18n.js)
 * @property {() => Promise<Figures>} [figures] loads the pictures of that summary
 */

/**
 * What a board returns for an option.
 *
 * @template X, T
 * @callback OfOption
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.OptionText} option
 * @returns {T}
 */

/**
 * Says what an answer does.
 *
 * @template X
 * @callback AnswerText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {readonly wire.Chosen[]} picks at least one
 * @returns {Drawn | string}
 */

/**
 * Says why an answer is better than the next one.
 *
 * @template X
 * @callback ReasonText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.Line} best
 * @param {wire.Line} next
 * @returns {Drawn | null}
 */

/**
 * Says what putting an option into a group does, or taking it out.
 *
 * @template X
 * @callback PutText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.GroupText} group
 * @param {boolean} out
 * @returns {string} '' for the common words
 */

/**
 * Returns the log's line for an event.
 *
 * @template X
 * @callback EventLine
 * @param {X} ctx
 * @param {wire.LogEvent} event
 * @param {number} at events[at] is the event
 * @param {readonly wire.LogEvent[]} events
 * @returns {Drawn}
 */

/**
 * The board of a game: the default export of games/ID/board.js. Its functions change nothing but
 * ctx.ui, and contain no rules.
 *
 * @template [X=Ctx]
 * @typedef {object} Board
 * @property {string} id
 * @property {string} texts the same file as in Game
 * @property {(ctx: X) => Drawn} table the whole board, without bar, log and chat
 * @property {(ctx: X) => string} [layout] words for the style sheet that choose the table's layout:
 *   main's data-layout
 * @property {(ctx: X) => Drawn} hand the content of the dock under the bar
 * @property {(ctx: X, decision: wire.DecisionText) => Question} prompt
 * @property {OfOption<X, Drawn | string>} option the content of the bar's button
 * @property {(ctx: X, decision: wire.DecisionText, group: wire.GroupText) => string} [group]
 * @property {PutText<X>} [put] replaces the common texts, "Into" and "Out of" with the group's name
 * @property {AnswerText<X>} answerText what an answer does, in words that begin with a verb: "Take
 *   the fire die"
 * @property {ReasonText<X>} [because] an obvious reason why an answer is better than another one: a
 *   phrase whose subject is the answer
 * @property {EventLine<X>} event a line of the log, including the player's name. Not called for the
 *   events that all games have
 * @property {readonly string[]} [marks] kinds of events that begin a new part of the match in the
 *   log, though they have a seat
 * @property {(events: readonly wire.LogEvent[], at: number) => number} [actor] the seat that caused
 *   events[at], if it is not the event's own seat
 * @property {readonly string[]} [turns] kinds of events that begin a seat's turn: their lines
 *   repeat the player's picture
 * @property {(ctx: X) => string} status
 * @property {(ctx: X) => Question} waiting the text of the bar when the viewer has no open decision
 * @property {() => Promise<Score<X>>} score loads the end of a match
 * @property {() => Promise<{gallery: (ctx: X) => Drawn}>} gallery loads the gallery; ctx has no
 *   match
 * @property {(ctx: X, piece: number) => Drawn | string} [pieceName] the name of a card or spell by
 *   its number
 * @property {(ctx: X, ref: string) => Drawn} card the enlarged view of a thing; ref is the value of
 *   its data-ref or data-card
 * @property {(ctx: X) => string} [season] the season of the match, which chooses colours of
 *   ui/tokens.css
 * @property {OfOption<X, boolean>} [onTable] whether the option can be chosen on the table, so that
 *   the bar needs no button for it
 * @property {OfOption<X, string>} [bunch] label of the options that the bar shows together with
 *   this one, or ''
 * @property {OfOption<X, string>} [buttonLabel] label of the button that sends an option after it
 *   has been chosen, or '' for the common one
 * @property {(ctx: X, decision: wire.DecisionText) => string} [sendLabel] label of the button that
 *   sends an answer of several choices, or '' for the common one
 * @property {(ctx: X, decision: wire.DecisionText, last: wire.DecisionText) => boolean} [follows]
 *   whether the only answer to a decision follows from the answer to the last one
 * @property {(ctx: X, decision: wire.DecisionText) => boolean} [blank] whether a question opens
 *   with nothing chosen, though the game suggests an answer
 * @property {() => Promise<SceneScript<X>>} [sceneScript]
 */

/**
 * The scenes and the summary of an update.
 *
 * @typedef {object} PlayedUpdate
 * @property {import('../scenes/stage.js').Scene[]} scenes
 * @property {Drawn | null} summary the bar shows it until the next event
 * @property {boolean} important whether the bar shows the summary even beside a question
 */

/**
 * The documents in a context.
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
 * @param {readonly wire.LogEvent[]} events
 * @returns {PlayedUpdate}
 */

/**
 * Turns updates into scenes.
 *
 * @template [X=Ctx]
 * @typedef {object} SceneScript
 * @property {PlayUpdate<X>} play
 */

/**
 * The end of a match.
 *
 * @template [X=Ctx]
 * @typedef {object} Score
 * @property {(ctx: X) => Drawn} score the places, and where the points came from (ui/ranking.js)
 * @property {(ctx: X, place: wire.Place) => readonly Drawn[]} [best] for the headline: enlarged
 *   views of up to three things that scored most points for a place
 * @property {readonly string[]} [signs] symbols that rain for the winner, instead of the seasons'
 * @property {(ctx: X, first: wire.Place, other: wire.Place) => string} deciding what made the
 *   difference between two places, as the end of a sentence, or ''
 */

/**
 * The page of a route. Its module exports open(app, params), which makes it.
 *
 * @typedef {object} Page
 * @property {string} name class of <body>
 * @property {() => Drawn} render everything in <body> but the live region and the background
 * @property {() => string} title title of the document
 * @property {() => string} [season] season for the colours of the background; '' or absent for
 *   today's
 * @property {(event: KeyboardEvent) => void} [key] handles keys pressed outside of text fields
 * @property {() => void} [drawn] called after each drawing
 * @property {() => void} [close] stops timers and connections
 */
/** @typedef {(app: App, params: Record<string, string>) => Page} OpenPage */
/**
 * The module of a page, with the paths of its own style sheets and texts.
 *
 * @typedef {{open: OpenPage, css?: string | string[], texts?: string}} PageModule
 */

export {};
