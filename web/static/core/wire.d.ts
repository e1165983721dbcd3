// Written by go run ./web/types. Do not edit.

/** Absence has the time since when a player is disconnected, in milliseconds since 1970. */
export interface Absence {
  player: string;
  since: number;
}

/** Absent determines what happens to the seat of a player who is not connected. */
export type Absent = 'wait' | 'bot';

/** AccountAnswer is a person's own account. */
export interface AccountAnswer extends Person {
  /** created is the time at which the person was first seen, in milliseconds since 1970. */
  created: number;
  /** about is the person's text about themselves. */
  about: string;
  /** noFollowers is true if other people may not follow the person. */
  noFollowers: boolean;
  /**
   * missing is the reason why the server offers no passkeys, or "" if it offers them. Provider
   * is the name of the identity provider, or "" if there is none.
   */
  missing: Missing;
  provider: string;
  passkeys: KeyAnswer[];
  providers: KeyAnswer[];
  sessions: KeyAnswer[];
  tokens: KeyAnswer[];
  /** codes is the number of unused recovery codes. */
  codes: number;
}

/**
 * AchievementAnswer is a first win of the person. Kind is "level" or "bot". What is the level of the game,
 * or the bot of the server that was beaten.
 */
export interface AchievementAnswer {
  game: string;
  kind: string;
  what: string;
  /** at is in milliseconds since 1970. */
  at: number;
}

/** ActAnswer is a line of the log of acts. At and Until are in milliseconds since 1970. */
export interface ActAnswer {
  number: number;
  at: number;
  by: PersonAndRole;
  person: PersonAndRole;
  kind: string;
  target: string;
  reason: ModerationReason | '';
  words: string;
  until: number;
  outcome: string;
}

/** ActRequest is the request of a moderator for an act. */
export interface ActRequest {
  kind: string;
  /**
   * person is an id. If Report is set, Person, Room and Line are taken from that report, which is closed if
   * the act succeeds.
   */
  person: string;
  report: number;
  room: string;
  line: number;
  /** ban is the id of the ban to end. */
  ban: string;
  reason: ModerationReason;
  words: string;
  /** hours is the duration of the act. 0 means for ever. */
  hours: number;
  /** network requests a ban of the networks from which the person is connected, too. */
  network: boolean;
  /** role is the person's new role, "" for none. */
  role: Role;
  /**
   * texts has the text of a notice by language. The key "" is for all languages without a
   * separate text.
   */
  texts: Record<string, string>;
  /** part and Lang select the text about the server that Text replaces. */
  part: SitePart;
  lang: string;
  text: string;
}

/** AllowFrame lets a removed person come back. */
export interface AllowFrame {
  type: 'allow';
  id: string;
  player: string;
}

/**
 * Analysis has the results of a search at each decision of a person in a finished match. A finished
 * match has no secrets, so all viewers can see its Analysis.
 */
export interface Analysis {
  /** version is the AnalysisVersion. Rules is the version of the rules. */
  version: number;
  rules: number;
  /** deep is true for the second, longer analysis of the match. */
  deep: boolean;
  /** decisions lists the decisions of persons that had more than one answer, in the order of the match. */
  decisions: Judged[];
  /** chances has the seats' chances to win in the course of the match and, if it has an outcome, at its end. */
  chances: Chances[];
  /**
   * mistakes lists the answers that cost most. Luck lists the steps at which dice, cards and other players
   * changed the chances most. Both are in the order of the match.
   */
  mistakes: Turn[];
  luck: Turn[];
}

/** AnalysisInfo is the analysis of a match, or the progress of the analysis. */
export interface AnalysisInfo {
  state: AnalysisState;
  /** ahead is the number of analyses that come before one that waits. */
  ahead: number;
  /** done and Of describe an analysis that runs: Done of Of decisions have been searched. */
  done: number;
  of: number;
  /** analysis is a [replay.Analysis] once the State is AnalysisDone. */
  analysis?: unknown;
  /** error is the reason for the failure of the analysis: replay.CodeNoReplay or CodeNoAnalysis. */
  error?: string;
}

/** AnalysisState is the state of the analysis of a match. */
export type AnalysisState = 'none' | 'waiting' | 'running' | 'done' | 'failed';

/** AnswerFrame answers a decision. */
export interface AnswerFrame {
  type: 'answer';
  id: string;
  /** decision is the id of the decision. Choice is the answer, a JSON list. */
  decision: number;
  choice: (string | { option: string; n?: number; group?: string })[];
}

/** AskFrame asks the players for a seat whose player has left. It is refused while another proposal is open. */
export interface AskFrame {
  type: 'ask';
  id: string;
  seat: number;
}

/** Attendance lists the persons who are connected to a room. */
export interface Attendance {
  /**
   * connected has the seats whose players are connected. SpectatorCount is the number of connected persons without a
   * seat.
   */
  connected: number[];
  spectatorCount: number;
}

/** AvatarsAnswer has the avatars of accounts, by name. */
export interface AvatarsAnswer {
  avatars: Record<string, string>;
}

/**
 * BanAnswer is a ban as moderators see it. Created and Until are in milliseconds since 1970; Until
 * 0 means for good.
 */
export interface BanAnswer {
  id: string;
  person: PersonAndRole;
  scope: Scope;
  reason: ModerationReason | '';
  words: string;
  created: number;
  until: number;
  /** network is true if the ban has a network. Address is the network, which only owners see. */
  network: boolean;
  address: string;
}

/** Blocks has the people whom a person has blocked. */
export interface Blocks {
  blocked: Person[];
}

/** BoardAnswer is the view of a listed table for spectators, with enough data to draw a small board. */
export interface BoardAnswer {
  room: Info;
  /** public is the public document of the match. */
  public: unknown;
  /** result is absent while the match goes on. */
  result?: Result;
}

/** BotFrame fills a free seat with a bot. */
export interface BotFrame {
  type: 'bot';
  id: string;
  seat: number;
  bot: string;
}

export interface BotInfo {
  id: string;
  label: Label;
  /**
   * avatar is the name of the bot's picture. About describes how the bot plays. Rating comes
   * from tournaments. All three are absent for a bot without a character.
   */
  avatar?: string;
  about?: Label;
  rating?: number;
}

/** ByeFrame is the last frame of a connection that the server ends. */
export interface ByeFrame {
  type: 'bye';
  code: string;
  /**
   * retryAfter is the time after which the client may connect again, in milliseconds. If it is
   * absent, the client must not connect again by itself.
   */
  retryAfter?: number;
  /** explanation is the reason if a moderator or the host has ended the connection. */
  explanation?: Explained;
}

/**
 * Chances has the chance of each seat to win, from a step on. The sum is 1, except in a match with one seat, or
 * if no seat can win.
 */
export interface Chances {
  step: number;
  seats: number[];
}

/** ChannelAnswer is a channel for notifications. */
export interface ChannelAnswer extends NoticeChoice, Device {
  id: string;
  kind: NoticeKind;
  /**
   * address is the e-mail address, or the URL of the webhook or of the browser's push
   * service.
   */
  address: string;
  confirmed: boolean;
  created: number;
}

/** ChatFrame is a line of the chat. */
export interface ChatFrame extends ChatLine {
  type: 'chat';
}

/** ChatLine is a line of the room's chat. */
export interface ChatLine {
  /** number counts the lines of the room from 1. */
  number: number;
  at: number;
  /** player is the id of the person who wrote the line. */
  player: string;
  name: string;
  /** seat is the seat of the writer, game.NoSeat for a spectator. */
  seat: number;
  text: string;
}

/** Chunk is a section of a match: the documents at its first step, and the changes at each later step. */
export interface Chunk {
  as: string;
  /** from is the number of the first step in the chunk. Last is the number of the last step of the match. */
  from: number;
  last: number;
  /** eventsFrom is the number of the first event of the first step. */
  eventsFrom: number;
  /**
   * public and Private are the documents at the first step. A spectator has no Private. For Everybody,
   * Private has the documents of all seats, as s0, s1 and so on.
   */
  public: unknown;
  private?: unknown;
  steps: Step[];
}

/** ClaimFrame asks for a free seat. */
export interface ClaimFrame {
  type: 'claim';
  id: string;
  seat: number;
}

/** Clock limits the thinking time of the players. */
export interface Clock {
  mode: ClockMode;
  /**
   * seconds is the time for one answer (ClockMove), for the whole match
   * (ClockBank) or for one turn (ClockDays).
   */
  seconds?: number;
  /** increment is the time that is added to the bank after a turn, in seconds. */
  increment?: number;
}

/** ClockFrame has the time that each player has left, in milliseconds, and the seats whose clocks run. */
export interface ClockFrame {
  type: 'clock';
  left: number[];
  running: number[];
}

/** ClockMode is a kind of clock. */
export type ClockMode = 'none' | 'move' | 'bank' | 'days';

/** CompanionAnswer is a person with whom the person of the profile has played. */
export interface CompanionAnswer extends Person {
  /**
   * matches is the number of their common matches. Ahead is the number of those in which the
   * person of the profile had the better place.
   */
  matches: number;
  ahead: number;
}

/** ConcedeFrame gives up the match. */
export interface ConcedeFrame {
  type: 'concede';
  id: string;
}

/**
 * ConsentFrame agrees that spectators see all hands of the next match, or withdraws that. A player can also withdraw
 * it during the match.
 */
export interface ConsentFrame {
  type: 'consent';
  id: string;
  agree: boolean;
}

/** Counts has the numbers of stored people, rooms and matches. */
export interface Counts {
  guests: number;
  accounts: number;
  rooms: number;
  matches: number;
}

/** CurvePoint is a rating after a match. */
export interface CurvePoint {
  /** at is the end of the match, in milliseconds since 1970. */
  at: number;
  points: number;
  estimate: number;
}

/** DayAnswer is a day (UTC) with matches. */
export interface DayAnswer {
  /** day is the beginning of the day, in milliseconds since 1970. */
  day: number;
  played: number;
  won: number;
}

/**
 * DecisionText is a decision as clients get it, with text ids instead of keys. Its JSON omits a min
 * or max of 1.
 */
export interface DecisionText {
  id: number;
  seat: number;
  kind: string;
  args?: Record<string, number | string>;
  options: (string | { id: string; ref?: string; min?: number; max?: number; groups?: string[]; alone?: boolean; final?: boolean; passes?: boolean; ends?: boolean; early?: boolean })[];
  min?: number;
  max?: number;
  ordered?: boolean;
  groups?: GroupText[];
  suggested?: (string | { option: string; n?: number; group?: string })[];
  open?: boolean;
  answered?: boolean;
  current?: (string | { option: string; n?: number; group?: string })[];
}

/** Device describes a browser and its system, so that people recognise the device in lists. */
export interface Device {
  /**
   * browser is the program, as in "Firefox". System is the operating system, as in "Linux". An
   * unknown one is "".
   */
  browser: string;
  system: string;
}

/** Doing is the current activity of a person, as followers see it. */
export type Doing = 'playing' | 'waiting' | 'watching' | 'online' | 'away';

/** EventPage is a page of the events of a match. */
export interface EventPage {
  events: MatchEvent[];
  /** from is the number of the page's first event. The first event of a match has the number 0. */
  from: number;
}

/**
 * Explained is the reason of a ban, a mute or a removal as the person concerned sees it, in answers
 * and bye frames.
 */
export interface Explained {
  reason: ModerationReason;
  words?: string;
  /** until is in milliseconds since 1970; 0 means for good. */
  until?: number;
}

/** FavouriteAnswer is a card or a spell that the person often had at the end of a match. */
export interface FavouriteAnswer {
  game: string;
  /** piece is the number of the card or spell in the game's catalogue. */
  piece: number;
  played: number;
  won: number;
}

/**
 * FileInfo describes a match that a person has imported from a file. The names of its players are
 * those in the file.
 */
export interface FileInfo {
  /** match is the id that the match has in the file. */
  match: string;
  /** until is the time at which the file is deleted, in milliseconds since 1970. */
  until: number;
  /**
   * items is the number of items in the file. Shown is the number of items that can be shown, which is
   * smaller if the file is of another version of the rules and the current rules play it differently.
   */
  items: number;
  shown: number;
}

/** Followed is a followed person with the person's current activity. */
export interface Followed extends Person, Whereabouts {
}

/**
 * Follows has the people whom a person follows, ordered by activity: playing, waiting,
 * watching, here, away. Among people with the same activity, the latest followed comes first.
 */
export interface Follows {
  followed: Followed[];
}

/** Found has the results of a search for people. */
export interface Found {
  people: Person[];
}

/** From names a moment of a finished match from which the matches of a room start. */
export interface From {
  match: string;
  /** step is the number of items that the match had at that moment. */
  step: number;
  /**
   * luck determines whether hidden cards and future random events stay as they were in the
   * match.
   */
  luck: Luck;
  /** seat is the seat that the host takes. */
  seat: number;
}

/** GameInfo is a game in GET /api/games. */
export interface GameInfo {
  id: string;
  /** version is the version of the rules. */
  version: number;
  title: Label;
  minSeats: number;
  maxSeats: number;
  options: MatchOption[];
  /**
   * bots are the bots that can play a seat. The first replaces absent players, the others are
   * ordered from the weakest to the strongest.
   */
  bots: BotInfo[];
  /** hasAnalyst reports whether finished matches can be analysed. */
  hasAnalyst?: boolean;
}

/** GamePart is one source of a score. */
export interface GamePart {
  /** source names where the points come from, as in "crystals". */
  source: string;
  /** args give details, such as the number of the card. */
  args: Record<string, number | string> | null;
  /** points may be negative. */
  points: number;
}

/** GroupText is a [Group]. */
export interface GroupText {
  id: string;
  min: number;
  max: number;
}

/**
 * HelloFrame is the first frame of a client. Sequence and Seq name the last frame of the room that the
 * client has received.
 */
export interface HelloFrame {
  type: 'hello';
  v: number;
  sequence?: string;
  seq?: number;
  overlay?: boolean;
}

/** Hint has the best answers to the open decision of a person. */
export interface Hint {
  /** decision is the id of the decision, as in its frame. */
  decision: number;
  /** lines lists the best answers, the best one first. */
  lines: Line[];
}

/** HostAnswer has the contents of the host's page. */
export interface HostAnswer {
  parts: PartAnswer[];
  notice: Notice | null;
  /**
   * online is the number of people who are online now. People are at most 100 of them, the
   * latest first.
   */
  online: number;
  people: Person[];
  /** today and Yesterday have the additions of those days. All has the totals. */
  today: Counts;
  yesterday: Counts;
  all: Counts;
  storage: StorageAnswer;
}

/**
 * HostFrame makes the player at a seat the host. If the room itself causes the entry, the old host is away,
 * otherwise the old host wants it.
 */
export interface HostFrame {
  type: 'host';
  id: string;
  seat: number;
}

/** Identity is a person, with a token for a new device. */
export interface Identity extends Person {
  /** token is "" unless the client has requested it. */
  token?: string;
}

/**
 * Info is the public information about a room. Delayed spectators get it as it was at the moment of the match
 * that they see.
 */
export interface Info {
  id: string;
  status: Status;
  host: string;
  settings: Settings;
  seats: SeatInfo[];
  /**
   * matches counts the matches that were started in this room. Abandoned counts the ones
   * that ended without an outcome.
   */
  matches: number;
  abandoned: number;
  /**
   * from is the moment of another match from which the matches of this room start. It is absent if they start
   * with a seed. Matches that start from a moment are never rated.
   */
  from?: Origin;
  /**
   * commitment is the SHA-256 hash of the room's secret for its next match. It is "" if that match starts
   * from a moment of another one.
   */
  commitment: string;
  /** paused is true if the players have paused the match. */
  paused: boolean;
  /** proposal is the open proposal, absent if there is none. */
  proposal?: ProposalInfo;
  /**
   * removed lists the persons who were removed last. Muted has the ids of the spectators who cannot write in
   * the chat.
   */
  removed?: Removal[];
  muted?: string[];
  /** match is the match in progress, or the last one. */
  match?: MatchStart;
}

/** InvitationAnswer is an invitation as the invited person sees it. */
export interface InvitationAnswer {
  id: string;
  from: Person;
  /** room is the table, which has a free seat. */
  room: RoomInfo;
  /** created is in milliseconds since 1970. */
  created: number;
}

/** InvitationReply is the answer of an invited person. */
export type InvitationReply = '' | 'accepted' | 'declined';

/** Invitations is the list of invitations to a person. */
export interface Invitations {
  invitations: InvitationAnswer[];
}

/** InvitedAnswer is an invitation as the person who has sent it sees it. */
export interface InvitedAnswer {
  to: Person;
  answer: InvitationReply;
}

/** InvitedList is the list of invitations that a person has sent for a table. */
export interface InvitedList {
  invited: InvitedAnswer[];
}

/** Judged is a decision with the expected outcomes of its answers, as a search has found them. */
export interface Judged {
  step: number;
  seat: number;
  /**
   * best lists the best answers, the best one first. Chosen is the answer that was given, or nil if the
   * search did not try it.
   */
  best: Line[];
  chosen?: Line;
}

/** KeyAnswer is a passkey, a provider, a session or an API token. */
export interface KeyAnswer extends Device {
  id: string;
  name: string;
  /** bot is the id of the bot whose token it is, or "". */
  bot: string;
  /**
   * current is true for the session of this request. Created and Used are in milliseconds since
   * 1970.
   */
  current: boolean;
  created: number;
  used: number;
}

/** KeysKept is the answer when a person has added a passkey or has made new recovery codes. */
export interface KeysKept extends Person {
  /** codes are the new recovery codes. They are not shown again. */
  codes: string[];
}

/**
 * KickFrame removes the player from a seat. The player cannot come back until the host allows it. During a match, a
 * bot plays the seat to the end.
 */
export interface KickFrame {
  type: 'kick';
  id: string;
  seat: number;
  /** reason is the code of the host's reason, or "". */
  reason?: string;
}

/** Kind is the kind of a person. */
export type Kind = 'guest' | 'account' | 'bot';

/** Label is a short text in the languages of the project. */
export interface Label {
  en: string;
  fr: string;
}

/** LeaderAnswer is a player on the leaderboard of a game. */
export interface LeaderAnswer extends Person, RatingAnswer {
  /** place is 0 while the rating is provisional. */
  place: number;
}

/** LeaderboardAnswer is a page of the leaderboard of a game, the strongest first. */
export interface LeaderboardAnswer {
  players: LeaderAnswer[];
  /** next is the cursor of the next page, or "". */
  next: string;
  /** settled is the number of players whose rating is not provisional. */
  settled: number;
  /** own is the client's entry, absent without a rating. */
  own?: LeaderAnswer;
}

/** LeaveFrame gives up the player's seat. */
export interface LeaveFrame {
  type: 'leave';
  id: string;
}

/** LeftSeat determines what happens to the seat of a player who has left a match. */
export type LeftSeat = 'agree' | 'bot';

/** Line is an answer with the outcome that the search expects after it (game.Line). */
export interface Line {
  answer: (string | { option: string; n?: number; group?: string })[];
  visits: number;
  chance: number;
  points: number;
  place: number;
  /**
   * reasons say why the best answer is better than the second, or why another answer is worse
   * than the best (game.Reason).
   */
  reasons?: Reason[];
}

/** Lost is the reason why a seat has lost whatever the score. */
export type Lost = 'time' | 'left' | 'conceded' | 'long';

/**
 * Luck determines what happens to hidden cards and future random events when a match goes on from a moment of another
 * one.
 */
export type Luck = 'same' | 'new';

/**
 * MadeInvitation is an invitation by or to a person, in the file with everything that is stored
 * about the person.
 */
export interface MadeInvitation {
  from: Person;
  to: Person;
  room: string;
  answer: InvitationReply;
  /** created is in milliseconds since 1970. */
  created: number;
}

/** MatchEvent is something that happened in a match (docs/events.md). */
export type MatchEvent = [kind: string, seat: number, public?: Record<string, number | string>, private?: Record<string, number | string>];

/** MatchInfo describes an archived match without its record. */
export interface MatchInfo {
  id: string;
  room: string;
  game: string;
  rules: number;
  options: Record<string, string>;
  players: PlayerInfo[];
  started: number;
  ended: number;
  listed: boolean;
  /** rated is true if the match counts for ratings. */
  rated: boolean;
  seats: SeatResult[];
  /** outcome is absent if the match was abandoned. */
  outcome?: Outcome;
  /**
   * origin is the moment of another match from which this one started, absent if it started with a
   * seed. Matches with an Origin are never rated.
   */
  origin?: Origin;
  /** file is set if a person has imported the match from a file. */
  file?: FileInfo;
}

export interface MatchOption {
  id: string;
  label: Label;
  values: MatchValue[];
  default: string;
}

/** MatchPage is a page of archived matches, the latest first. */
export interface MatchPage {
  matches: MatchInfo[];
  next: string;
}

/** MatchProgress is the part of a room's list entry about a match in progress. */
export interface MatchProgress extends Progress {
  /**
   * waiting has the seats that have to answer. Since is the time at which they began to wait, in
   * milliseconds since 1970. Only players see Waiting and Since.
   */
  waiting?: number[];
  since?: number;
  /**
   * standing has the public points by seat when the turn last passed to other players. Only spectators see
   * it.
   */
  standing?: number[];
}

/** MatchStart is the public information about a match. */
export interface MatchStart {
  id: string;
  /** number is the number of the match in the room, counted from 1. */
  number: number;
  started: number;
  /**
   * commitment is the SHA-256 hash of the room's secret. Shares has the players' shares by seat. The seed is
   * drawn from the secret and the shares. All are "" if the match started from a moment of another one.
   */
  commitment: string;
  shares: string[];
  /** openHands is true if spectators see the hands of all seats, because all players have agreed. */
  openHands: boolean;
}

export interface MatchValue {
  id: string;
  label: Label;
  /**
   * seats are the numbers of players with which the value may be chosen;
   * absent means any.
   */
  seats?: number[];
}

/** Missing is a condition for passkeys that a server does not meet. */
export type Missing = '' | 'address' | 'tls' | 'domain';

/** ModerationAnswer is what moderation has stored about a person. */
export interface ModerationAnswer {
  /**
   * reports has the reports that the person has made. Acts has the acts of moderators about the
   * person.
   */
  reports: Reported[];
  acts: NewsAct[];
  role: Role;
}

/** ModerationReason is the code of a reason for a report, a ban or a removal. Clients translate it. */
export type ModerationReason = 'insult' | 'spam' | 'name' | 'stalling' | 'cheating' | 'other';

/** Moment is one step of a timeline. */
export interface Moment extends Progress {
  /**
   * seat is the seat of the item that leads from here to the next step, -1 if there is none. Kind is the kind
   * of that item, "" for an answer.
   */
  seat: number;
  kind?: '' | 'plays' | 'lost' | 'taken' | 'rules';
  /**
   * asked is the kind of the decision that the item answers. Took is the time that the player
   * took, in milliseconds.
   */
  asked?: string;
  took?: number;
  /** bot is the bot that plays the seat at this step, "" for a person. */
  bot?: string;
  /** turn is true if another seat has to answer from here on, or a new round begins. */
  turn?: boolean;
  /** standing has the public points by seat (game.State). */
  standing: number[];
  /** events is the number of events since the step before. */
  events?: number;
}

/** MuteFrame forbids a person without a seat to write in the chat, or allows it again. */
export interface MuteFrame {
  type: 'mute';
  id: string;
  player: string;
  muted: boolean;
}

/**
 * NewsAct is an act of a moderator as the person concerned sees it. At and Until are in
 * milliseconds since 1970.
 */
export interface NewsAct {
  number: number;
  at: number;
  kind: string;
  reason: ModerationReason | '';
  words: string;
  until: number;
  /** role is the person's new role after an act that changed it. */
  role: string;
}

/** NewsAnswer is the news that a page shows to its visitor. */
export interface NewsAnswer {
  /** notice is the notice for all visitors, null if there is none. */
  notice: Notice | null;
  /** acts are the unread acts of moderators about the visitor, the latest first. */
  acts: NewsAct[];
  /** role is the visitor's role, or "". */
  role: Role;
  /** reports is the number of open reports; 0 if the visitor is not a moderator. */
  reports: number;
  /** online is the number of people who are online now. */
  online: number;
  /** site is the tag of the host's texts. It changes when they do. */
  site: string;
}

/** NewsFrame means that the answer to GET /api/news has changed. */
export interface NewsFrame {
  type: 'news';
}

/** Notice is a text that is shown to everyone. */
export interface Notice {
  /** id is different for each notice. */
  id: number;
  /** texts has the text by language. The key "" is for all languages without a separate text. */
  texts: Record<string, string>;
  /** until is the end of the notice, in milliseconds since 1970. 0 means that it stays until it is withdrawn. */
  until: number;
}

/** NoticeAddress is the destination of a channel. */
export interface NoticeAddress {
  kind: NoticeKind;
  /** address is an e-mail address for Mail and a URL for the other kinds. */
  address: string;
  /**
   * key and Auth are the keys for encrypting messages to a browser, in base64url. They are
   * empty for other kinds.
   */
  key?: string;
  auth?: string;
}

/** NoticeChoice has the settings of a channel that a person chooses. */
export interface NoticeChoice {
  /** events are the events about which the person is notified. */
  events: NoticeEvent[];
  /** always is true if the channel gets notifications even while the person is at the table. */
  always: boolean;
}

/** NoticeEvent is the kind of event that a notification is about. */
export type NoticeEvent = 'turn' | 'invitation' | 'begin' | 'end' | 'reminder' | 'confirm' | 'test' | 'report';

/** NoticeKind is the kind of a channel. */
export type NoticeKind = 'push' | 'mail' | 'webhook';

/** NoticesAnswer has the channels for notifications to a person. */
export interface NoticesAnswer {
  /** missing is the reason why the server sends no notifications, or "" if it sends them. */
  missing: Missing;
  /**
   * mail is true if the server sends e-mail. Key is the public key with which browsers
   * subscribe to Web Push.
   */
  mail: boolean;
  key: string;
  /** channels are the person's channels. Max is the number of channels that a person may have. */
  channels: ChannelAnswer[];
  max: number;
}

/** OkFrame says that a command was carried out. It follows the frames with the changes that the command made. */
export interface OkFrame {
  type: 'ok';
  id: string;
}

/**
 * Origin is the moment of another match from which a match goes on. Such a match is never rated, because its
 * players may have seen what comes.
 */
export interface Origin {
  match: string;
  /** step is the number of items that the other match had at that moment. */
  step: number;
  /** luck determines whether hidden cards and future random events are those of the other match. */
  luck: Luck;
}

/** OutOfTime determines what happens to the seat of a player whose time is up. */
export type OutOfTime = 'bot' | 'lose';

/** Outcome is the result of a finished match. */
export interface Outcome {
  /**
   * places has one entry per seat, best first. In a solo game, and in a game in which all players
   * are one team, it also has one for the virtual opponent (NoSeat).
   */
  places: Place[];
  /** rounds is the number of rounds played. */
  rounds: number;
}

/** Pace is a class of clocks. */
export type Pace = 'live' | 'days' | 'free';

/** PartAnswer is one of the host's texts about the server. */
export interface PartAnswer {
  part: string;
  /** texts has the text by language. The key "" is for all languages without a separate text. */
  texts: Record<string, string>;
  /** fixed is true if a setting of the program sets the text, so that owners cannot change it. */
  fixed: boolean;
  /** longest is the maximum length of the text, in characters. */
  longest: number;
}

/** Person is a person as clients see one. */
export interface Person {
  id: string;
  name: string;
  /** kind is the kind of the person: a guest, an account, or a bot that belongs to an account. */
  kind: Kind | '';
  /** avatar is the picture that an account has chosen, as in "owl-3". */
  avatar?: string;
}

/** PersonAndRole is a person as moderators see one. The name is "" if the person was deleted. */
export interface PersonAndRole extends Person {
  role: Role;
}

/** Piece is a card or a spell of a seat, with what it brought. */
export interface Piece {
  seat: number;
  /** piece is the number of the card or spell in the game's catalogue. */
  piece: number;
  /** step is the step of the first event with this piece, 0 if there is none. */
  step?: number;
  /** uses counts the events with this piece by kind, as in {"summon": 1, "activate": 4}. */
  uses?: Record<string, number>;
  /** gained is what the piece brought during the match. Points is its value at the end. */
  gained?: number;
  points?: number;
}

/** PingFrame requests a pong. It may have an id. */
export interface PingFrame {
  type: 'ping';
  id?: string;
}

/** Place is one player's result. */
export interface Place {
  seat: number;
  /**
   * team is the player's team, from 1, or 0 in a game without teams. The players of a team share
   * rank, total and tie-breaks. Either all players have a team or none.
   */
  team?: number;
  /** rank counts from 1. Tied players share a rank. */
  rank: number;
  /** total is the final score, the sum of Parts. */
  total: number;
  parts: GamePart[];
  /** tieBreaks decide between equal totals. They are compared in order, and more is better. */
  tieBreaks: number[] | null;
}

/** PlayerInfo is a player who started a match. */
export interface PlayerInfo {
  /**
   * person is the id of the person, "" for a bot of the server. Every field is "" if the person
   * was deleted.
   */
  person: string;
  name: string;
  /** kind is the current kind of the person: a guest, an account, or a bot that belongs to an account. */
  kind: Kind | '';
  bot: string;
}

/** PongFrame answers a ping. */
export interface PongFrame {
  type: 'pong';
  id?: string;
}

/** PresenceFrame lists the persons who are connected. */
export interface PresenceFrame {
  type: 'presence';
  /** connected has the ids of the players who are connected. */
  connected: string[];
  /** away lists the players who are not connected. */
  away: Absence[];
  /** spectators lists persons who watch without a seat, at most maxNamed. SpectatorCount is the number of all. */
  spectators: Watcher[];
  spectatorCount: number;
}

/** Profile is the public profile of an account. */
export interface Profile extends Person {
  /** created is the time at which the person was first seen, in milliseconds since 1970. */
  created: number;
  /** about is the person's text about themselves, or "". */
  about: string;
  /** followed is true if the client follows the person. */
  followed: boolean;
  /** ratings are the person's ratings, by game. */
  ratings: ProfileRatingAnswer[];
  /**
   * tallies are sums over the matches, by game and number of seats. Companions are the people
   * with whom the person has played most often.
   */
  tallies: TallyAnswer[];
  companions: CompanionAnswer[];
  /**
   * days are the days of the last year with a match, oldest first. Streaks and Favourites are
   * ordered by game. Favourites with the most matches come first.
   */
  days: DayAnswer[];
  streaks: StreakAnswer[];
  favourites: FavouriteAnswer[];
  achievements: AchievementAnswer[];
}

/** ProfileRatingAnswer is the rating of a profile in one game. */
export interface ProfileRatingAnswer extends RatingAnswer {
  game: string;
  /**
   * place is the place among the players whose rating is not provisional, or 0 while this rating
   * is provisional. Settled is the number of those players.
   */
  place: number;
  settled: number;
  /** curve is the rating after each of the last matches, oldest first. */
  curve: CurvePoint[];
}

/** Progress is the current part and round of a match. */
export interface Progress {
  /**
   * stage is the game's word for a part of the match, as in "year". Clients have a text for it.
   * It is "" if the game has only rounds.
   */
  stage: string;
  /** number is the number of the part, from 1. It is 0 if the match has only one part. */
  number: number;
  /** round counts from 1. It is 0 before the first round. */
  round: number;
}

/** Proof has the values from which the seed of a match was drawn. */
export interface Proof {
  secret: string;
  /** room is the id of the room. Number is the number of the match in that room, counted from 1. */
  room: string;
  number: number;
  /** shares lists the players' shares by seat, "" for a seat that sent none. */
  shares: string[];
}

/** ProposalInfo is the public information about a proposal. */
export interface ProposalInfo {
  /** number counts the proposals of a match from 1. A reply refers to it. */
  number: number;
  what: ProposalKind;
  /**
   * by is the seat of the proposer. It is game.NoSeat if a person without a seat, called Name, asks for a
   * seat.
   */
  by: number;
  name?: string;
  /** other is the seat that a bot would play or that a person asks for. It is game.NoSeat for other proposals. */
  other: number;
  /** agreed lists the seats whose players have agreed. Missing lists those that still have to agree. */
  agreed: number[];
  missing: number[];
}

/** ProposalKind is a kind of proposal. */
export type ProposalKind = 'end' | 'pause' | 'resume' | 'replace' | 'letin';

/** ProposeFrame makes a proposal to the other players. Other is the seat that a bot would play. */
export interface ProposeFrame {
  type: 'propose';
  id: string;
  what: ProposalKind;
  other: number;
}

/** RatingAnswer is the rating of a player in a game. */
export interface RatingAnswer {
  points: number;
  /** estimate is the points that the rating would have if it were certain. */
  estimate: number;
  /** matches is the number of matches on which the rating is based. */
  matches: number;
  provisional: boolean;
  /** last is the end of the last match, in milliseconds since 1970. */
  last: number;
}

/** ReadyFrame marks the player as ready to start, or as not ready. */
export interface ReadyFrame {
  type: 'ready';
  id: string;
  ready: boolean;
}

/**
 * Reason is a difference between the consequences of two answers. Each game has a text for every code
 * except game.ReasonCertain, which means that the search tried all lines of play to the end.
 */
export interface Reason {
  code: string;
  /**
   * args are the values in the text. "piece" is the number of a card or spell. "n" is the
   * advantage of the answer over the other one. If there is an "of", "n" is the chance after the
   * answer and "of" is the chance after the other answer. Both chances are in percent.
   */
  args?: Record<string, number | string>;
}

/** RejectFrame says that a command was refused and changed nothing. */
export interface RejectFrame {
  type: 'reject';
  id: string;
  code: string;
  message: string;
}

/**
 * RematchFrame opens the table again with the players in their seats. Players get back the seats that bots played
 * for them. The seats of players who left are free.
 */
export interface RematchFrame {
  type: 'rematch';
  id: string;
}

/** Removal records that the host has removed a person. */
export interface Removal {
  /** player is the id of the person. Name is the person's name. */
  player: string;
  name: string;
  /** by is the name of the host, "" if the host had no seat. */
  by: string;
  /**
   * out is true if the person cannot come back until the host allows it. If Out is false, the person only lost
   * a seat because the host reduced their number.
   */
  out: boolean;
  /** reason is the host's reason, a code or "". It is shown only to the removed person. */
  reason?: string;
}

/** RemoveFrame removes a person without a seat. The person cannot come back until the host allows it. */
export interface RemoveFrame {
  type: 'remove';
  id: string;
  player: string;
  /** reason is the code of the host's reason, or "". */
  reason?: string;
}

/**
 * ReplyFrame answers the proposal with that number. With Agree, the player agrees. Otherwise it ends the proposal: a
 * player declines it, or the proposer withdraws it.
 */
export interface ReplyFrame {
  type: 'reply';
  id: string;
  proposal: number;
  agree: boolean;
}

/** ReportAnswer is a report as moderators see it. Created and Closed are in milliseconds since 1970. */
export interface ReportAnswer extends Reported {
  number: number;
  topic: string;
  person: PersonAndRole;
  reporter: PersonAndRole;
  created: number;
  /** closed is 0 while the report is open. */
  closed: number;
  /**
   * withheld is true if the lines of the chat are left out, because the moderator is at that
   * table and a match is being played.
   */
  withheld: boolean;
}

/** Reported is the content of a report. */
export interface Reported {
  /** what is one of the constants above. */
  what: string;
  reason: ModerationReason;
  /** words is the text of the reporter. */
  words: string;
  /** name is the person's name at that time. About is the text of the person's profile if that is reported. */
  name: string;
  about?: string;
  /**
   * room is the room of the reported behaviour, or "". Line is the number of the reported line.
   * Lines are the chat lines around the reported one, or the last lines of the chat.
   */
  room: string;
  line: number;
  lines: ReportedLine[];
}

/** ReportedLine is a line of a room's chat, for a person who wants to report it. */
export interface ReportedLine {
  number: number;
  at: number;
  player: string;
  name: string;
  text: string;
}

/** Result is the result of a match. Nothing in it is secret any more. */
export interface Result {
  /** match is the id of the match. */
  match: string;
  ended: number;
  /**
   * outcome is the outcome of the game. If the match ended before its game did, it has the points that were
   * public. Seats that have lost whatever the score come after all others and share the last rank. Outcome is
   * nil if the match was abandoned.
   */
  outcome?: Outcome;
  seats: SeatResult[];
  /**
   * seed is the seed of all random events. Proof has the values from which it was drawn. Both are nil if the
   * match began with a state.
   */
  seed?: string;
  proof?: Proof;
}

/** ReturnFrame gives a seat that a bot plays back to its player. */
export interface ReturnFrame {
  type: 'return';
  id: string;
}

/** Role determines the acts that a person can carry out as a moderator. */
export type Role = '' | 'moderator' | 'owner' | 'operator';

/** RoomAnswer is the id of a room or of a match. */
export interface RoomAnswer {
  id: string;
}

/** RoomFrame is the frame that describes a room. */
export interface RoomFrame extends Info {
  type: 'room';
}

/** RoomInfo is the entry of a room in a list. */
export interface RoomInfo extends Attendance {
  id: string;
  game: string;
  status: Status;
  listed: boolean;
  host: string;
  /** summary is a [Summary] as JSON: the names, ids and bots by seat, and some settings. */
  summary: { players: string[]; people: string[]; bots: string[]; watch: boolean; delay: number; clock: Clock; autoStart: boolean; accounts: boolean; rated: boolean; options: Record<string, string> };
  /**
   * created is the time at which the room was opened. Lists omit the time of the last write, because it would
   * reveal secret answers.
   */
  created: string;
  /** progress is absent if no match is in progress, or if the client cannot see it. */
  progress?: MatchProgress;
}

/** RoomPage is a page of a list of rooms, the latest first. */
export interface RoomPage {
  rooms: RoomInfo[];
  /** next is the cursor of the next page, "" if there is none. */
  next: string;
}

/** SayFrame is a line of the chat that a client sends. */
export interface SayFrame {
  type: 'chat';
  id: string;
  text: string;
}

/** Scope is the part of the server that a ban excludes a person from. */
export type Scope = '' | 'chat';

/** SeatInfo is the public information about a seat. */
export interface SeatInfo {
  /** player is the id of the person who has the seat, "" if no person does. */
  player: string;
  /** name is the name of the player or bot. It stays if the player leaves during a match. */
  name: string;
  /**
   * kind is the kind of the player: a guest, an account, or a bot that belongs to an account. It is "" if no
   * person has the seat.
   */
  kind: string;
  /** bot is the bot that plays the seat, as its own or in place of a player. */
  bot: string;
  ready: boolean;
  /** consent is true if the player agrees that spectators see all hands of the next match. Bots always agree. */
  consent: boolean;
  /** shared is true if the player has sent a share of the next seed. */
  shared: boolean;
  lost: Lost | '';
  /**
   * away is the time since when the player has been away, in milliseconds since 1970. It is 0 if the player
   * is connected, or has been disconnected for less than a few minutes.
   */
  away: number;
  /** free is true if a person can take the seat or, during a match, ask for it. */
  free: boolean;
}

/**
 * SeatRating is the change of the rating of the player who started a match at a seat. Before and
 * Points are the points before and after the match.
 */
export interface SeatRating {
  before: number;
  points: number;
  matches: number;
  provisional: boolean;
  /** changed is false if the match has not changed the rating. */
  changed: boolean;
}

/** SeatResult is the result of a seat. */
export interface SeatResult {
  /** rank counts from 1; 0 if the match was abandoned. */
  rank: number;
  /** total is the score; 0 if the match was abandoned. */
  total: number;
  /**
   * team is the team of the seat, from 1; 0 in a game without teams. A player who has lost whatever the score
   * keeps the team but does not share its rank.
   */
  team?: number;
  lost?: Lost;
  lostAt?: number;
  answers?: Share[];
}

/** Settings are the choices of a room's host. They can change until the match starts. */
export interface Settings {
  /** game is the id of a game. Options has a value for each of its match options. */
  game: string;
  options: Record<string, string>;
  seats: number;
  /** listed is true if the room is in the public list. Other rooms can be found only by their links. */
  listed: boolean;
  /**
   * spectators is true if spectators can watch. They see the match Delay turns later than the players (0 to
   * MaxDelay).
   */
  spectators: boolean;
  delay: number;
  /**
   * openHands lets spectators see all hands of a match if every player agrees before it
   * starts. It needs a delay of at least minOpenDelay.
   */
  openHands: boolean;
  /** playersChat is true if only players can write in the chat. */
  playersChat: boolean;
  /** undo is true if players can take back their last answers. */
  undo: boolean;
  clock: Clock;
  /**
   * absent determines what happens when a player is disconnected for AbsentAfter seconds. OutOfTime
   * determines what happens when a player's time is up.
   */
  absent: Absent;
  absentAfter: number;
  outOfTime: OutOfTime;
  /**
   * replaceAfter is the time in seconds after which a bot can play for a player who is away, if the other
   * players agree.
   */
  replaceAfter: number;
  /** autoStart is true if the match starts automatically once every seat is taken and every player is ready. */
  autoStart: boolean;
  /** accounts is true if only persons with accounts can take a seat. */
  accounts: boolean;
  /** leftSeat determines who replaces a player who has left a match. */
  leftSeat: LeftSeat;
  /**
   * rated is true if the matches count for the players' ratings. Rated implies Accounts, and
   * excludes bots, Undo, OutOfTimeBot, AbsentBot, ClockNone and very short clocks.
   */
  rated: boolean;
}

/** SettingsFrame changes the settings of the room. Missing ones get their usual values. */
export interface SettingsFrame {
  type: 'settings';
  id: string;
  settings: Settings;
}

/** Share is the number of answers of a seat that one person or one bot has given. */
export interface Share {
  person?: string;
  bot?: string;
  count: number;
}

/** ShareFrame gives the player's share of the seed for which the room has shown Commitment. */
export interface ShareFrame {
  type: 'share';
  id: string;
  commitment: string;
  share: string;
}

/** SiteInfo is the answer to GET /api/site. */
export interface SiteInfo {
  name: string;
  /** version is the version of the program. */
  version: string;
  welcome: Record<string, string>;
  /** languages are the languages that the client offers, the host's language first. */
  languages: string[];
  /** pages are the values of PAGE in GET /api/site/PAGE. */
  pages: string[];
  /** rules is true if browsers can load the rules and check a match with them. */
  rules: boolean;
  /** tag changes whenever the host changes a text. */
  tag: string;
}

/** SitePart is the kind of one of the host's texts. */
export type SitePart = 'name' | 'languages' | 'welcome' | 'imprint' | 'privacy';

/** SnapshotFrame has everything that an audience can see of a match. */
export interface SnapshotFrame {
  type: 'snapshot';
  /** sequence names the series of frames in which Seq counts. */
  sequence: string;
  seq: number;
  /** match is the id of the match. */
  match: string;
  public: unknown;
  private?: Record<string, unknown>;
  decisions: DecisionText[];
  /** events has the last events. EventsFrom is the number of the first one. */
  events: MatchEvent[];
  eventsFrom: number;
  /** undo means that the audience's player can take the last answer back. */
  undo: boolean;
  result?: Result;
}

/** Standing is a line of the standings. */
export interface Standing {
  /** person is absent for a bot of the server. In this case, Bot is the name of the bot. */
  person?: Person;
  bot?: string;
  place: number;
  /** points is the number of players with a worse place, summed over all matches. */
  points: number;
  won: number;
  played: number;
}

/** Standings is a page of the standings of a game, the most points first. */
export interface Standings {
  standings: Standing[];
  /** next is the cursor of the next page, or "". */
  next: string;
  /** begins is the beginning of the week, in milliseconds since 1970; 0 for all time. */
  begins: number;
  /** own is the client's line, absent if there is none. */
  own?: Standing;
}

/** StartFrame starts a match. */
export interface StartFrame {
  type: 'start';
  id: string;
}

/** Status is the stage in the life of a room. */
export type Status = 'open' | 'seated' | 'playing' | 'finished';

/** Step has what a viewer learns at one step of a match. */
export interface Step {
  /**
   * public and Private are the merge patches from the documents of the step before. They are absent in the
   * first step of a chunk, and if nothing has changed.
   */
  public?: unknown;
  private?: unknown;
  /** events are the events since the step before. */
  events?: MatchEvent[];
  /**
   * decisions has the open decision of the viewer's seat, as the player saw it. For Everybody, it has the
   * decision that is answered next.
   */
  decisions?: DecisionText[];
  /** answer is the answer that leads to the next step, if the viewer can see it. */
  answer?: (string | { option: string; n?: number; group?: string })[];
}

/** StorageAnswer is the state of the storage. */
export interface StorageAnswer {
  kind: string;
  bytes: number;
  /**
   * free is the free space on the disk in bytes. Below Floor, only matches in progress are
   * stored. Free and Floor are 0 if they are not known.
   */
  free: number;
  floor: number;
  low: boolean;
  failing: boolean;
}

/**
 * StreakAnswer is the current and the best winning streak of the person in a game. Only matches
 * with other people count.
 */
export interface StreakAnswer {
  game: string;
  current: number;
  best: number;
}

/** SwapFrame exchanges two seats. */
export interface SwapFrame {
  type: 'swap';
  id: string;
  seat: number;
  other: number;
}

/** TallyAnswer has sums over the matches of one game and number of seats. */
export interface TallyAnswer {
  game: string;
  seats: number;
  played: number;
  won: number;
  /** place and Total are the average place and the average points. Best is the most points. */
  place: number;
  total: number;
  best: number;
}

/**
 * Timeline is an overview of a whole match. A match that is over has no secrets, and its Timeline can be shown
 * to all viewers.
 */
export interface Timeline {
  /** steps has an entry for each step, including the start and the end. */
  steps: Moment[];
  /** pieces lists the cards or spells of each seat with what they brought, by seat, the most valuable first. */
  pieces: Piece[];
}

/** Together compares the client with another person, over their common matches. */
export interface Together {
  person: Person;
  /**
   * matches is the number of common matches. Ahead is the number of those in which the client
   * had the better place. Behind is the number in which the other person had it.
   */
  matches: number;
  ahead: number;
  behind: number;
}

/**
 * Turn is a step at which a seat's chance to win changed, either because its answer was not the best one, or
 * because of what happened before the next turn.
 */
export interface Turn {
  step: number;
  seat: number;
  change: number;
}

/** UndoFrame takes back the player's last answer. */
export interface UndoFrame {
  type: 'undo';
  id: string;
}

/** UpdateFrame is what has changed since the frame before; what is absent is unchanged. */
export interface UpdateFrame {
  type: 'update';
  seq: number;
  /** public is a merge patch (RFC 7396) of the document. */
  public?: unknown;
  /** private is the same of the other document. */
  private?: unknown;
  events?: MatchEvent[];
  decisions?: DecisionText[];
  undo?: boolean;
  result?: Result;
}

/** Wanted is the kind of table at which a person wants to play now. */
export interface Wanted {
  game: string;
  seats: number;
  pace: Pace;
  /** rated is true if the match counts for ratings. In this case, the pace is not PaceFree. */
  rated: boolean;
}

/** Watcher is a person who watches without a seat. */
export interface Watcher {
  player: string;
  name: string;
  /** stream is true if the person is connected only by the overlay of a broadcast. */
  stream?: boolean;
}

/** WelcomeFrame is the first frame that the server sends on a connection to a room. */
export interface WelcomeFrame {
  type: 'welcome';
  v: number;
  you: Person;
  room: string;
  /** now is the server's time, in milliseconds since 1970. */
  now: number;
  limits: WelcomeLimits;
}

/** WelcomeLimits are the limits that a client has to observe. */
export interface WelcomeLimits {
  /**
   * message is the maximum length of a frame in bytes; 0 means no limit. Chat is the maximum length of a
   * chat line in characters.
   */
  message: number;
  chat: number;
}

/**
 * Whereabouts is the activity of a person, and its table, as followers see them. For a private table,
 * followers see only that the person plays.
 */
export interface Whereabouts {
  doing: Doing;
  /**
   * game is the game at a public table. Room is the table's id if others can join or watch there. Both are ""
   * otherwise.
   */
  game?: string;
  room?: string;
}
