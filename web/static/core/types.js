// The types that several folders use: the server's messages, and the values that modules pass to each
// other. This file contains no code.

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
 * Looks up a text. Given several keys, it uses the first that has a text.
 *
 * @typedef {(key: string | string[], args?: Record<string, unknown>) => string} Translate
 */
/** @typedef {TemplateResult | typeof nothing} Renderable A template, or lit-html's `nothing`. */
/** @typedef {{title: string | TemplateResult, why?: string | Renderable}} Question */

/** @typedef {import('../question/picker.js').Picker} Picker */
/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../table/session.js').Session} Session */
/**
 * The view of a match that is being played or replayed.
 *
 * @typedef {import('../table/table-view.js').TableView} TableView
 */
/** @typedef {import('./store.js').RoomState} RoomState */
/** @typedef {typeof import('../replay/past.js')} PastModule The module that shows earlier moments of a match. */

/** @typedef {{id: string, name: string}} Named A person's id and name. */

/**
 * A player as shown at the table.
 *
 * @typedef {object} PlayerInfo
 * @property {string} key such as 's0'
 * @property {number} seat the number in the key, such as 0
 * @property {string} name the player's name, with a note if a bot plays for the player
 * @property {string} plainName the name without the note
 * @property {string} bot id of the bot that plays the seat, '' if none
 * @property {boolean} you whether this is the viewer
 * @property {import('../ui/faces.js').Face} icon
 * @property {boolean} present
 * @property {string} awayText the time that the player has been away, in words; '' for a player who
 *   is present
 * @property {wire.Lost} lost
 */

/**
 * The context from which a board is rendered. Every render makes a new context. Unchanged parts of
 * the documents and the catalogue stay the same objects. Each game sets the type parameters.
 *
 * @template [P=unknown]
 * @template [S=unknown]
 * @template [C=unknown]
 * @template {object} [U=object]
 * @typedef {object} Ctx
 * @property {Lang} lang
 * @property {Translate} t looks in the texts of the board first, then in the texts of all pages
 * @property {C} catalogue the answer to GET /api/games/ID/catalogue; null if the game has none
 * @property {P} public the public document; null in the gallery, where there is no match
 * @property {S} private the viewer's private document, empty for spectators
 * @property {Record<string, S>} [secrets] the private documents of all seats by seat key, in a
 *   match with open hands
 * @property {string} seat key of the viewer's seat, '' for a spectator
 * @property {string} shownSeat key of the seat whose hand and board are
 *   shown as the viewer's own
 * @property {boolean} [isNeutral] whether all seats look alike, so that none is
 *   shown as the viewer's own
 * @property {Record<string, PlayerInfo>} players by seat key
 * @property {wire.RoomFrame} room
 * @property {wire.DecisionText | null} decision the viewer's open question
 * @property {Picker} picker offers nothing if there is no open decision
 * @property {U} ui the board's own state, which lasts as long as the page
 * @property {() => void} redraw schedules a render
 * @property {Record<string, string>} options the options of the match, with defaults filled
 *   in
 * @property {wire.Result | null} result
 * @property {readonly wire.LogEvent[]} events the latest events, oldest first
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {(key: string) => string} displayName 'You' for the viewer's seat, else the name
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
 * @property {Record<string, (ctx: never) => Renderable[]>} figures
 * @property {string} css path of their style sheet
 */

/**
 * The client's part of a game: the default export of games/ID/game.js, listed in games/list.js. A
 * feature whose property is absent is not offered. Only the game's folder has the types of its
 * documents and its catalogue, so the type parameters here are never.
 *
 * @typedef {object} Game
 * @property {() => Promise<{default: Board<never>}>} board loads the board
 * @property {string} texts file of the board's texts (i18n.js)
 * @property {string | string[]} css paths of the board's style sheets
 * @property {string} [landscapeCss] path of an additional style sheet for phones in landscape
 *   orientation
 * @property {string} [emblems] path of an SVG file with the symbols that only this game uses
 * @property {Cover<never>} [cover]
 * @property {() => Promise<{default: Lesson<never>}>} [lesson] loads the guided first match
 * @property {string} [rules] file of the summary of the rules (i18n.js)
 * @property {() => Promise<Figures>} [figures] loads the pictures of that summary
 * @property {boolean} [hasCatalogue] false if the board uses no catalogue
 */

/**
 * A function of a board about one option of a decision.
 *
 * @template X, T
 * @callback OptionCallback
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.OptionText} option
 * @returns {T}
 */

/**
 * Returns a description of what an answer does.
 *
 * @template X
 * @callback AnswerText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {readonly wire.Chosen[]} picks the answer, at least one choice
 * @returns {Renderable | string}
 */

/**
 * Returns the reason why the best answer is better than the next, or null if it has none to give.
 *
 * @template X
 * @callback ReasonText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.Line} best
 * @param {wire.Line} next
 * @returns {Renderable | null}
 */

/**
 * Returns the label of the button that puts an option into a group, or takes it out.
 *
 * @template X
 * @callback GroupActionText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.GroupText} group
 * @param {boolean} out whether the option is taken out
 * @returns {string} '' for the default text
 */

/**
 * Returns the log's line for an event.
 *
 * @template X
 * @callback EventLine
 * @param {X} ctx
 * @param {wire.LogEvent} event
 * @param {number} index the event is events[index]
 * @param {readonly wire.LogEvent[]} events
 * @returns {Renderable}
 */

/**
 * The board of a game: the default export of games/ID/board.js. Its functions change only ctx.ui, and
 * contain no rules.
 *
 * @template [X=Ctx]
 * @typedef {object} Board
 * @property {string} id
 * @property {string} texts the same file as in Game
 * @property {(ctx: X) => Renderable} table the whole board, without bar, log and chat
 * @property {(ctx: X) => string} [layout] the value of main's data-layout, with which the style
 *   sheet chooses the layout of the table
 * @property {(ctx: X) => Renderable} hand the content of the dock under the bar
 * @property {(ctx: X, decision: wire.DecisionText) => Question} prompt
 * @property {OptionCallback<X, Renderable | string>} option the content of the bar's button
 * @property {(ctx: X, decision: wire.DecisionText, group: wire.GroupText) => string} [group]
 * @property {GroupActionText<X>} [groupActionText] replaces the default texts, "Into" and "Out of"
 *   with the group's name
 * @property {AnswerText<X>} answerText what an answer does, as a phrase that begins with a verb,
 *   such as "Take the fire die"
 * @property {ReasonText<X>} [reasonText] an obvious reason, as a phrase whose subject is the
 *   answer
 * @property {EventLine<X>} event a line of the log, including the player's name; not called for the
 *   kinds of events that all games have
 * @property {readonly string[]} [sectionEvents] kinds of events that have a seat but begin a new section
 *   of the log, such as a round
 * @property {(events: readonly wire.LogEvent[], index: number) => number} [actor] the seat that caused
 *   events[index], by default the event's own seat
 * @property {readonly string[]} [turnStartEvents] kinds of events that begin a seat's turn. Their lines
 *   repeat the player's avatar
 * @property {(ctx: X) => string} status the round or phase of the match, in words
 * @property {(ctx: X) => Question} waiting the text of the bar when the viewer has no open decision
 * @property {() => Promise<EndScreen<X>>} score loads the screen of the end of a match
 * @property {() => Promise<{gallery: (ctx: X) => Renderable}>} gallery loads the gallery, whose
 *   ctx has no match
 * @property {(ctx: X, piece: number) => Renderable | string} [pieceName] the name of a card or spell by
 *   its number
 * @property {(ctx: X, ref: string) => Renderable} card the enlarged view of a card or piece. ref is the
 *   value of its data-ref or data-card
 * @property {(ctx: X) => string} [season] the season of the match, which chooses colours of
 *   ui/tokens.css
 * @property {OptionCallback<X, boolean>} [onTable] whether the option can be chosen on the table, so that
 *   the bar needs no button for it
 * @property {OptionCallback<X, string>} [optionGroupLabel] label of the options that the bar shows together with
 *   this one, or ''
 * @property {OptionCallback<X, string>} [buttonLabel] label of the button that sends an option after it
 *   has been chosen, or '' for the default
 * @property {(ctx: X, decision: wire.DecisionText) => string} [sendLabel] label of the button that
 *   sends an answer of several choices, or '' for the default
 * @property {(ctx: X, decision: wire.DecisionText, last: wire.DecisionText) => boolean} [isImplied]
 *   whether the answer to the last decision implies the only answer to this one
 * @property {(ctx: X, decision: wire.DecisionText) => boolean} [startsEmpty] whether a question
 *   opens with nothing chosen even if the game suggests an answer
 * @property {() => Promise<SceneScript<X>>} [sceneScript]
 */

/**
 * The scenes and the summary of an update.
 *
 * @typedef {object} UpdateScenes
 * @property {import('../scenes/stage.js').Scene[]} scenes
 * @property {Renderable | null} summary shown in the bar until the next event
 * @property {boolean} important whether the bar shows the summary beside a question too
 */

/**
 * The two documents of a context type.
 *
 * @template X
 * @typedef {X extends { public: infer P; private: infer S }
 *   ? { public: P; private: S }
 *   : never} Documents
 */

/**
 * @template X
 * @callback ScenesOf
 * @param {X} ctx
 * @param {Documents<X> | null} before the documents before the update, null if there are
 *   none
 * @param {readonly wire.LogEvent[]} events
 * @returns {UpdateScenes}
 */

/**
 * The module games/ID/scenes.js, which turns updates into scenes.
 *
 * @template [X=Ctx]
 * @typedef {object} SceneScript
 * @property {ScenesOf<X>} scenesOf
 */

/**
 * The module games/ID/score.js, which renders the end of a match.
 *
 * @template [X=Ctx]
 * @typedef {object} EndScreen
 * @property {(ctx: X) => Renderable} score the ranking, with the sources of the points (ui/ranking.js)
 * @property {(ctx: X, place: wire.Place) => readonly Renderable[]} [best] enlarged views of up to
 *   three cards or spells that scored most points for a place, for the headline
 * @property {readonly string[]} [winnerSymbols] ids of the symbols that rain down for the winner,
 *   by default the four seasons'
 * @property {(ctx: X, first: wire.Place, other: wire.Place) => string} decidingFactor what
 *   made the difference between two places, as the end of a sentence, or ''
 */

/**
 * A page. The module of its route exports open(app, params), which creates the page.
 *
 * @typedef {object} Page
 * @property {string} name the class of <body>
 * @property {() => Renderable} render the content of <body>, except the live region and the
 *   background
 * @property {() => string} title the title of the document
 * @property {() => string} [season] season for the colours of the background; '' or absent for
 *   today's
 * @property {(event: KeyboardEvent) => void} [key] handles keys pressed outside of text fields
 * @property {() => void} [afterRender] called after each render
 * @property {() => void} [close] stops timers and connections
 */
/** @typedef {(app: App, params: Record<string, string>) => Page} OpenPage */
/**
 * The module of a page, with the paths of its own style sheets and texts.
 *
 * @typedef {{open: OpenPage, css?: string | string[], texts?: string}} PageModule
 */

export {};
