// The types that several folders share: those of the server's messages, and those of the values
// that modules pass to each other. This file contains no code.

/** @import { TemplateResult, nothing } from '../vendor/lit-html/lit-html.js' */
/** @import * as wire from './wire-types.js' */

export * from './wire-types.js';

/**
 * Texts by key. A text can contain {name} placeholders. The plural forms of a text have the keys
 * KEY.one and KEY.other.
 *
 * @typedef {Record<string, string>} Texts
 */
/**
 * The code of a language, such as 'en'.
 *
 * @typedef {keyof import('./wire.js').Label} Lang
 */
/**
 * Returns the text of a key, with its placeholders filled in. Given several keys, returns the text
 * of the first key that has one.
 *
 * @typedef {(key: string | string[], args?: Record<string, unknown>) => string} Translate
 */
/** @typedef {TemplateResult | typeof nothing} Renderable A template, or lit-html's `nothing`. */
/**
 * The text of the bar above the board: what the viewer has to decide or waits for, and a line that
 * explains it.
 *
 * @typedef {{title: string | TemplateResult, why?: string | Renderable}} Question
 */

/** @typedef {import('../question/picker.js').Picker} Picker */
/** @typedef {import('../app/app.js').App} App */
/** @typedef {import('../table/session.js').Session} Session */
/**
 * The state of a table, live or in a replay.
 *
 * @typedef {import('../table/table-view.js').TableView} TableView
 */
/** @typedef {import('./store.js').RoomState} RoomState */
/**
 * The module that shows earlier moments of a match.
 *
 * @typedef {typeof import('../replay/past.js')} PastModule
 */

/** @typedef {{id: string, name: string}} Named A person's id and name. */

/**
 * A player as shown at the table.
 *
 * @typedef {object} PlayerInfo
 * @property {string} key the seat key, which is 's' and the number of the seat, such as 's0'
 * @property {number} seat the number of the seat, such as 0
 * @property {string} name the player's name, with a note if a bot plays for the player
 * @property {string} plainName the player's name without the note
 * @property {string} bot id of the bot that plays the seat, '' if none
 * @property {boolean} you whether the player is the viewer
 * @property {import('../ui/faces.js').Face} icon the player's face
 * @property {boolean} present whether the player is connected
 * @property {string} awayText the time since the player disconnected, in words; '' for a player who
 *   is connected
 * @property {wire.Lost} lost the reason why the player has lost regardless of the points, such as a
 *   resignation; '' if there is none
 */

/**
 * The context from which a board is rendered. Each render makes a new context. Parts of the
 * documents and the catalogue that have not changed are the same objects as in the last context.
 *
 * Each game sets the type parameters: its public document (P), its private document (S), its
 * catalogue (C), and the state of its board (U).
 *
 * @template [P=unknown]
 * @template [S=unknown]
 * @template [C=unknown]
 * @template {object} [U=object]
 * @typedef {object} Ctx
 * @property {Lang} lang
 * @property {Translate} t looks up a text of the board, or else a text of all pages
 * @property {C} catalogue the answer to GET /api/games/ID/catalogue; null if the game has none
 * @property {P} public the public document; null in the gallery, where there is no match
 * @property {S} private the viewer's private document; empty for spectators
 * @property {Record<string, S>} [secrets] the private documents of all seats by seat key. Absent
 *   unless the viewer can see all hands
 * @property {string} seat key of the viewer's seat; '' for a spectator
 * @property {string} shownSeat key of the seat whose hand and board are shown as the viewer's own
 * @property {boolean} [isNeutral] whether all seats look alike, so that none is shown as the
 *   viewer's own
 * @property {boolean} [isPlain] whether the person prefers a table without a picture behind it
 * @property {Record<string, PlayerInfo>} players the players by seat key
 * @property {wire.RoomFrame} room
 * @property {wire.DecisionText | null} decision the viewer's question; null if there is none
 * @property {Picker} picker the choices of the viewer; without a decision it has no options
 * @property {U} ui the state that the board keeps while the page is open
 * @property {() => void} redraw schedules a render
 * @property {Record<string, string>} options the options of the match, including defaults
 * @property {wire.Result | null} result the result of the match; null until it has ended
 * @property {readonly wire.LogEvent[]} events the latest events, oldest first
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {(key: string) => string} displayName returns 'You' for the viewer's seat, else the
 *   name of the player
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
 * @property {Record<string, (ctx: never) => Renderable[]>} figures functions by the name of the
 *   figure. Each returns the pictures of its figure
 * @property {string} css path of the style sheet of the pictures
 */

/**
 * A style sheet by its path. With `media`, it has no rules for windows that these do not match, and
 * is only loaded where they do.
 *
 * @typedef {string | {href: string, media: string}} Sheet
 */

/**
 * The client's part of a game: the default export of games/ID/game.js. games/list.js lists the
 * games. Pages do not offer a feature if its property is absent. The type parameters are `never`,
 * because the types of a game's documents and catalogue are only known in the game's folder.
 *
 * @typedef {object} Game
 * @property {() => Promise<{default: Board<never>}>} board loads the board
 * @property {string} texts file of the board's texts (i18n.js)
 * @property {Sheet | Sheet[]} css the board's style sheets
 * @property {string} [landscapeCss] path of an additional style sheet for phones in landscape
 *   orientation
 * @property {string} [emblems] path of an SVG file with the symbols that only this game uses
 * @property {Cover<never>} [cover] the picture and texts for pages outside of a match
 * @property {() => Promise<{default: Lesson<never>}>} [lesson] loads the guided first match
 * @property {string} [rules] file of the summary of the rules (i18n.js)
 * @property {() => Promise<Figures>} [figures] loads the pictures in the summary of the rules
 * @property {boolean} [hasCatalogue] false if the board uses no catalogue
 * @property {boolean} [isGeneric] true if the generic board draws the game, in whole or in part
 */

/**
 * A function of a board that is called with an option of a decision.
 *
 * @template X, T
 * @callback OptionCallback
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.OptionText} option
 * @returns {T}
 */

/**
 * Describes the effect of an answer.
 *
 * @template X
 * @callback AnswerText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {readonly wire.Chosen[]} picks the choices of the answer, at least one
 * @returns {Renderable | string}
 */

/**
 * Returns the reason why the best answer is better than the next best one, or null if there is no
 * obvious reason.
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
 * Returns the label of the button that puts an option into a group or takes the option out.
 *
 * @template X
 * @callback GroupActionText
 * @param {X} ctx
 * @param {wire.DecisionText} decision
 * @param {wire.GroupText} group
 * @param {boolean} out whether the button takes the option out
 * @returns {string} '' for the default text
 */

/**
 * Returns the log's line for an event.
 *
 * @template X
 * @callback EventLine
 * @param {X} ctx
 * @param {wire.LogEvent} event
 * @param {number} index the index of the event in `events`
 * @param {readonly wire.LogEvent[]} events
 * @returns {Renderable}
 */

/**
 * The board of a game: the default export of games/ID/board.js. Its functions do not change the
 * context except for ctx.ui, and contain no rules of the game.
 *
 * @template [X=Ctx]
 * @typedef {object} Board
 * @property {string} id id of the game
 * @property {string} texts file of the board's texts, the same as in Game
 * @property {(ctx: X) => Renderable} table renders the whole board, without bar, log and chat
 * @property {(ctx: X) => string} [layout] returns the data-layout of the main element, with which
 *   the style sheet chooses the layout of the table
 * @property {(ctx: X) => Renderable} hand renders the content of the dock below the bar
 * @property {(ctx: X) => Renderable} [stage] renders what lies above the bar while the viewer is
 *   asked, such as drawn cards
 * @property {boolean} [hasTabbedSide] whether log and chat are tabs on all screens, instead of both
 *   on wide ones
 * @property {(ctx: X, decision: wire.DecisionText) => Question} prompt returns the text of a
 *   decision
 * @property {OptionCallback<X, Renderable | string>} option returns the content of the button with
 *   which the bar offers an option
 * @property {(ctx: X, decision: wire.DecisionText, group: wire.GroupText) => string} [group]
 *   returns the name that players see for a group of options, by default the group's id
 * @property {GroupActionText<X>} [groupActionText] by default the label is "Into" or "Out of" and
 *   the name of the group
 * @property {AnswerText<X>} answerText returns a phrase that begins with a verb, such as "Take the
 *   fire die"
 * @property {() => Promise<{texts: string, reasonText: ReasonText<X>}>} [reasons] loads the module
 *   with the reasons that are seen on the table. `texts` is the file of its texts
 * @property {EventLine<X>} event the line includes the player's name. Not called for the kinds of
 *   events that all games have
 * @property {readonly string[]} [sectionEvents] kinds of events that begin a new section of the
 *   log, such as a round, although they have a seat
 * @property {(events: readonly wire.LogEvent[], index: number) => number} [actor] returns the seat
 *   that caused events[index], by default the event's own seat
 * @property {readonly string[]} [turnStartEvents] kinds of events that begin a seat's turn. Their
 *   lines show the player's avatar again
 * @property {(ctx: X) => string} status returns the round or phase of the match in words
 * @property {(ctx: X) => Question} waiting returns the text of the bar for a viewer without an open
 *   decision
 * @property {() => Promise<EndScreen<X>>} score loads the module that renders the end of a match
 * @property {() => Promise<{gallery: (ctx: X) => Renderable}>} gallery loads the gallery. Its
 *   context has no match
 * @property {(ctx: X, piece: number) => Renderable | string} [pieceName] returns the name of a card
 *   or spell by its number
 * @property {(ctx: X, ref: string) => Renderable} card renders the enlarged view of a card or
 *   another piece. `ref` is the value of its data-ref or data-card
 * @property {(ctx: X) => string} [season] returns the season of the match, which chooses colours of
 *   ui/tokens.css
 * @property {OptionCallback<X, boolean>} [onTable] reports whether an option is chosen on the
 *   table, so that the bar needs no button for it
 * @property {OptionCallback<X, string>} [optionGroupLabel] returns the label under which the bar
 *   shows an option together with others, or ''
 * @property {OptionCallback<X, string>} [buttonLabel] returns the label of the button that sends a
 *   chosen option, or '' for the default
 * @property {(ctx: X, decision: wire.DecisionText) => string} [sendLabel] returns the label of the
 *   button that sends an answer of several choices, or '' for the default
 * @property {(ctx: X, decision: wire.DecisionText, last: wire.DecisionText) => boolean} [isImplied]
 *   reports whether the answer to the last decision implies the only answer to this decision
 * @property {(ctx: X, decision: wire.DecisionText) => boolean} [startsEmpty] reports whether a
 *   question opens without choices even if the game suggests an answer
 * @property {() => Promise<SceneScript<X>>} [sceneScript] loads the script of the scenes
 */

/**
 * The scenes and the summary of an update.
 *
 * @typedef {object} UpdateScenes
 * @property {import('../scenes/stage.js').Scene[]} scenes
 * @property {Renderable | null} summary shown in the bar until the next event
 * @property {boolean} important whether the bar shows the summary even beside a question
 * @property {import('../scenes/stage.js').Limits} [limits] how many scenes are played, and for how
 *   long
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
 * Makes the scenes and the summary of an update.
 *
 * @template X
 * @callback ScenesOf
 * @param {X} ctx the context after the update
 * @param {Documents<X> | null} before the documents before the update; null if there are none
 * @param {readonly wire.LogEvent[]} events the events of the update
 * @param {boolean} [isHeld] whether the table shows the changes of the scenes only when they are
 *   played
 * @returns {UpdateScenes}
 */

/**
 * The module games/ID/scenes.js, which makes scenes from updates.
 *
 * @template [X=Ctx]
 * @typedef {object} SceneScript
 * @property {ScenesOf<X>} scenesOf
 * @property {(ctx: X, path: string) => boolean} [isNeededByAnswer] whether the viewer's question
 *   needs a value of the public document (scenes/held-values.js), so that the table never shows an
 *   old one
 */

/**
 * The module games/ID/score.js, which renders the end of a match.
 *
 * @template [X=Ctx]
 * @typedef {object} EndScreen
 * @property {(ctx: X) => Renderable} score renders the ranking with the sources of the points
 *   (ui/ranking.js)
 * @property {(ctx: X, place: wire.Place) => readonly Renderable[]} [best] renders up to three cards
 *   or spells with the most points for a place
 * @property {readonly string[]} [winnerSymbols] ids of the symbols that rain down for the winner,
 *   by default those of the four seasons
 * @property {(ctx: X, first: wire.Place, other: wire.Place) => string} decidingFactor describes the
 *   largest difference between two places, as the end of a sentence, or ''
 */

/**
 * A page. The module of a page exports open(app, params), which creates the page.
 *
 * @typedef {object} Page
 * @property {string} name the class of <body>
 * @property {() => Renderable} render renders the content of <body>, except the live region and the
 *   background
 * @property {() => string} title returns the title of the document
 * @property {() => string} [season] returns the season for the colours of the background. Absent or
 *   '' for the season of today's date
 * @property {(event: KeyboardEvent) => void} [key] handles the keys that are pressed outside of text
 *   fields
 * @property {() => void} [afterRender] called after each render
 * @property {() => void} [close] stops timers and connections
 */
/** @typedef {(app: App, params: Record<string, string>) => Page} OpenPage */
/**
 * The module of a page, with the paths of its own style sheets and texts.
 *
 * @typedef {{open: OpenPage, css?: string | string[], texts?: string | string[]}} PageModule
 */

export {};
