// The types of the client: the frames of the wire (docs/rooms.md, docs/decisions.md)
// and what the modules give each other. This file holds no code.

/** @import { TemplateResult, nothing } from '../vendor/lit-html/lit-html.js' */

// --- what the server says -------------------------------------------------

/** @typedef {Record<string, number | string>} Facts Named details of an event or a prompt. */

/**
 * One choice of an answer: an option, how often, and into which group. On the
 * wire it is just the option's id where n is 1 and there is no group.
 * @typedef {object} Pick
 * @property {string} option
 * @property {number} [n] 1 if absent
 * @property {string} [group]
 */
/** @typedef {string | Pick} PickText */

/**
 * @typedef {object} OptionText
 * @property {string} id
 * @property {string} [ref] what on the table the option refers to
 * @property {number} [min] how often it must be chosen, 0 if absent
 * @property {number} max
 * @property {string[]} [groups] the groups it may enter
 * @property {boolean} [alone] a whole answer by itself
 */

/** @typedef {{id: string, min: number, max: number}} GroupText */

/**
 * @typedef {object} DecisionText
 * @property {number} id
 * @property {number} seat
 * @property {string} kind
 * @property {Facts} [args]
 * @property {OptionText[]} options
 * @property {number} min
 * @property {number} max
 * @property {boolean} [ordered]
 * @property {GroupText[]} [groups]
 * @property {PickText[]} [suggested]
 * @property {boolean} [answered] a simultaneous choice that has been answered and may be changed
 * @property {PickText[]} [current] the answer given to it
 */

/**
 * @typedef {object} EventText
 * @property {string} kind
 * @property {number} seat -1 for nobody
 * @property {Facts} [public]
 * @property {Facts} [private] there only for a viewer who may know it
 */
/** @typedef {EventText & {number: number}} LogEvent An event with its number in the match, from 0. */

/** @typedef {'' | 'time' | 'left' | 'conceded'} Lost */
/** @typedef {'open' | 'seated' | 'playing' | 'finished'} Status */

/**
 * @typedef {object} Settings
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {number} seats
 * @property {boolean} listed
 * @property {boolean} spectators
 * @property {number} delay turns that spectators are behind
 * @property {boolean} undo
 * @property {{mode: 'none' | 'move' | 'bank' | 'days', seconds?: number, increment?: number}} clock
 * @property {'wait' | 'bot'} absent
 * @property {number} absentAfter seconds
 * @property {'bot' | 'lose'} outOfTime
 */

/**
 * @typedef {object} SeatInfo
 * @property {string} player id of the person, '' if nobody
 * @property {string} name in a match that of the player at its start, also after they left
 * @property {string} bot id of the bot that plays, '' if none
 * @property {boolean} ready
 * @property {boolean} shared has given a share of the next match's seed
 * @property {Lost} lost
 * @property {boolean} abandon has voted to end the match without a result
 */

/**
 * How the room's match started, for whoever checks its seed.
 * @typedef {object} MatchStart
 * @property {string} id
 * @property {number} number in the room, from 1
 * @property {number} started milliseconds since 1970
 * @property {string} commitment the SHA-256 of the server's secret, in hexadecimal
 * @property {string[]} shares by seat, in hexadecimal; '' where none was given
 */

/**
 * @typedef {object} RoomFrame
 * @property {'room'} type
 * @property {string} id
 * @property {Status} status
 * @property {string} host id of a person
 * @property {Settings} settings
 * @property {SeatInfo[]} seats
 * @property {number} matches
 * @property {number} abandoned how many of them have no result
 * @property {string} commitment to the secret of the next match
 * @property {MatchStart} [match] absent before the first
 */

/**
 * @typedef {object} PresenceFrame
 * @property {'presence'} type
 * @property {string[]} here ids of those with a seat who are connected
 * @property {string[]} watching names of people without a seat, 20 at most
 * @property {number} watchers how many they are
 */

/** @typedef {{source: string, args: Facts | null, points: number}} ScorePart */
/** @typedef {{seat: number, rank: number, total: number, parts: ScorePart[], tieBreaks: number[] | null}} Place */
/** @typedef {{places: Place[], rounds: number}} Outcome */
/**
 * What became of a seat.
 * @typedef {object} SeatResult
 * @property {number} rank from 1; 0 if the match was abandoned
 * @property {number} total
 * @property {Lost} [lost]
 * @property {number} [lostAt] milliseconds since 1970
 * @property {{person?: string, bot?: string, count: number}[]} [answers] how many were given by whom
 */
/** @typedef {{secret: string, room: string, number: number, shares: string[]}} Proof What the seed was made of. */
/**
 * @typedef {object} Result
 * @property {string} match
 * @property {number} ended milliseconds since 1970
 * @property {Outcome} [outcome] absent if the match was abandoned
 * @property {SeatResult[]} seats
 * @property {string} [seed] absent if the match began with a position
 * @property {Proof} [proof]
 */
/**
 * A finished match, as GET /api/matches gives it.
 * @typedef {object} MatchInfo
 * @property {string} id
 * @property {string} room
 * @property {string} game
 * @property {number} rules
 * @property {Record<string, string>} options
 * @property {{person: string, name: string, bot: string}[]} players by seat; person is '' if nobody is known by it any more
 * @property {number} started milliseconds since 1970
 * @property {number} ended
 * @property {boolean} listed
 * @property {SeatResult[]} seats
 * @property {Outcome} [outcome] absent if the match was abandoned
 */

/**
 * @typedef {object} SnapshotFrame
 * @property {'snapshot'} type
 * @property {string} sequence what seq counts in
 * @property {number} seq
 * @property {string} match id
 * @property {any} public what everybody sees
 * @property {Record<string, unknown>} [private] what only this player sees; neither repeats the other
 * @property {DecisionText[]} decisions
 * @property {EventText[]} events
 * @property {number} eventsFrom number of the first of the events
 * @property {boolean} undo
 * @property {Result} [result]
 */

/**
 * @typedef {object} UpdateFrame
 * @property {'update'} type
 * @property {number} seq
 * @property {any} [public] what has changed in it, as a merge patch (RFC 7396)
 * @property {Record<string, unknown>} [private] the same
 * @property {EventText[]} [events]
 * @property {DecisionText[]} [decisions] absent if unchanged
 * @property {boolean} undo
 * @property {Result} [result]
 */

/** @typedef {{type: 'clock', left: number[], running: number[]}} ClockFrame */
/** @typedef {{number: number, at: number, name: string, seat: number, text: string}} ChatLine */
/** @typedef {{type: 'chat'} & ChatLine} ChatFrame */
/** @typedef {{id: string, name: string}} Person */
/** @typedef {{type: 'welcome', v: number, you: Person, room: string, limits: {message: number, chat: number}}} WelcomeFrame */
/** @typedef {{type: 'ok', id: string}} OkFrame */
/** @typedef {{type: 'reject', id: string, code: string, message: string}} RejectFrame */
/** @typedef {{type: 'pong', id?: string}} PongFrame */
/** @typedef {{type: 'bye', code: string, retryAfter?: number}} ByeFrame */
/**
 * @typedef {WelcomeFrame | RoomFrame | PresenceFrame | SnapshotFrame | UpdateFrame | ClockFrame | ChatFrame | OkFrame | RejectFrame |
 *   PongFrame | ByeFrame} ServerFrame
 */

/** @typedef {{en: string, fr: string}} Label */
/** @typedef {{id: string, label: Label, seats?: number[]}} MatchValue */
/** @typedef {{id: string, label: Label, values: MatchValue[], default: string}} MatchOption */
/**
 * An entry of GET /api/games.
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {number} version
 * @property {Label} title
 * @property {number} minSeats
 * @property {number} maxSeats
 * @property {MatchOption[]} options
 * @property {{id: string, label: Label}[]} bots
 */

/** @typedef {{code: string, message: string}} Refusal A coded error as it is shown. */

// --- what the modules of the client give each other -----------------------

/** @typedef {Record<string, string>} Texts Text by key, with {name} placeholders; plural forms are key.one and key.other. */
/** @typedef {'en' | 'fr'} Lang */
/** @typedef {(key: string, args?: Record<string, unknown>) => string} Translate */
/** @typedef {TemplateResult | typeof nothing} Drawn Something to show, or nothing. */
/** @typedef {{title: string | TemplateResult, why?: string | Drawn}} Question */

/** @typedef {import('../ask/picker.js').Picker} Picker */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('../room/session.js').Session} Session */
/** @typedef {import('../room/store.js').RoomState} RoomState */

/**
 * A player as the table shows one.
 * @typedef {object} PlayerInfo
 * @property {string} key 's0'
 * @property {number} seat 0
 * @property {string} name
 * @property {string} bot id of the bot that plays the seat, '' if none
 * @property {boolean} you
 * @property {'fox' | 'owl' | 'hare' | 'stag'} icon
 * @property {boolean} present
 * @property {Lost} lost
 */

/**
 * What a board is drawn from. One is made for every drawing; the documents and
 * the catalogue are the same objects as before wherever nothing changed.
 * @typedef {object} Ctx
 * @property {Lang} lang
 * @property {Translate} t texts of the board first, then of the shell
 * @property {any} catalogue answer of GET /api/games/ID/catalogue
 * @property {any} public the document that everybody sees, null without a match
 * @property {Record<string, unknown>} private the document that only the viewer sees, empty for spectators
 * @property {string} seat key of the own seat, '' for a spectator
 * @property {string} follow key of the seat whose side is drawn as one's own
 * @property {Record<string, PlayerInfo>} players by seat key
 * @property {RoomFrame} room
 * @property {DecisionText | null} decision the open one
 * @property {Picker} pick always there; without an open decision it offers nothing
 * @property {Record<string, any>} ui kept for the board between drawings, dropped with the page
 * @property {() => void} redraw draws again in the next frame
 * @property {Record<string, string>} options the options of the match, defaults filled in
 * @property {Result | null} result
 * @property {LogEvent[]} events the last events, oldest first
 * @property {number} fresh number of the first event of the latest update
 * @property {(key: string) => string} chosenName 'You' for the own seat, else the name
 * @property {boolean} motion animations are wanted
 */

/** @typedef {import('../pages/covers.js').Cover} Cover */
/** @typedef {import('../room/hints.js').Lesson} Lesson */

/**
 * What the client has of a game: games/ID/game.js exports it as default, and
 * games/list.js lists it. What is absent is not offered.
 * @typedef {object} Game
 * @property {() => Promise<{default: Board}>} board loads the board
 * @property {Cover} [cover]
 * @property {() => Promise<{default: Lesson}>} [lesson] loads the guided first match
 * @property {string} [rules] file of the summary of its rules (i18n.js)
 */

/**
 * The board of a game: games/ID/board.js exports it as default.
 * Nothing in it changes anything but ctx.ui; it knows no rules.
 * @typedef {object} Board
 * @property {string} id
 * @property {string} texts file of its texts (i18n.js)
 * @property {string} css path of its style sheet
 * @property {(ctx: Ctx) => Drawn} table the whole board, without bar, log and chat
 * @property {(ctx: Ctx) => Drawn} hand what is in the dock under the bar
 * @property {(ctx: Ctx, decision: DecisionText) => Question} prompt
 * @property {(ctx: Ctx, decision: DecisionText, option: OptionText) => Drawn | string} option what the bar's button shows
 * @property {(ctx: Ctx, decision: DecisionText, group: GroupText) => string} group
 * @property {(ctx: Ctx, event: LogEvent, at: number, events: readonly LogEvent[]) => Drawn} event a line of the log, with the name in it; events[at] is the event. Not asked for the events of every match
 * @property {(ctx: Ctx) => string} status
 * @property {(ctx: Ctx) => Question} waiting the bar when nothing is asked of the viewer
 * @property {(ctx: Ctx) => Drawn} score
 * @property {(ctx: Ctx) => Drawn} gallery ctx has no match
 * @property {(ctx: Ctx, ref: string) => Drawn} card a thing large, for the sheet; ref as in data-ref or data-card
 * @property {(ctx: Ctx) => string} [season] value of data-season on the page, for its colours
 * @property {(ctx: Ctx, decision: DecisionText, option: OptionText) => boolean} [onTable] the board shows the option well
 *   enough that the bar need not; where it is absent, so are the options of a question with many
 * @property {(event: LogEvent) => string} [sound] name of the sound of an event (sound.js), or ''
 * @property {(ctx: Ctx, before: any, events: LogEvent[]) => void} [motion] after an update; before is the public document before it
 */

/**
 * A page: what a route shows. Each page's module exports open(app, params).
 * @typedef {object} Page
 * @property {string} name class of <body>
 * @property {() => Drawn} render everything in <body> but the live region and the wood
 * @property {() => string} title of the document
 * @property {() => string} [season] value of data-season on the page, for its colours
 * @property {(event: KeyboardEvent) => void} [key] keys pressed outside of text fields
 * @property {() => void} [drawn] called after each drawing
 * @property {() => void} [close] stops timers and connections
 */
/** @typedef {(app: App, params: Record<string, string>) => Page} OpenPage */

export {};
