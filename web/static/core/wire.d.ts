// Written by go run ./web/types. Do not edit.

/** Absence has the time since when a player is disconnected, in milliseconds since 1970. */
export interface Absence {
  player: string;
  since: number;
}

/** Absent determines what happens to the seat of a player who is not connected. */
export type Absent = 'wait' | 'bot';

/** AcceptFrame accepts the offer with that number. */
export interface AcceptFrame {
  type: 'accept';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  offer: number;
}

/** AccountAnswer is a person's own account. */
export interface AccountAnswer extends Person {
  /** created is the time at which the person was first seen, in milliseconds since 1970. */
  created: number;
  /** about is the person's text about themselves. */
  about: string;
  /** noFollowers is true if other people may not follow the person. */
  noFollowers: boolean;
  /** presence says who sees that the person is here. */
  presence: Presence;
  /** admission says who can create an account. */
  admission: Admission;
  /** missing is the reason why the server offers no passkeys, or "" if it offers them. */
  missing: Missing;
  /** provider is the name of the identity provider, or "" if there is none. */
  provider: string;
  passkeys: KeyAnswer[];
  /** password is null if the person has no password. */
  password: KeyAnswer | null;
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
  /**
   * kind is the act. `dismiss` closes a Report. `note` keeps Words about a Person for moderators. `warn`
   * tells a Person something. `mute` keeps a Person from writing in chats for Hours, and `ban` keeps a
   * Person out, with Network also everybody at the addresses from which the person is connected now. `unban`
   * ends a Ban or a mute. `rename` gives a Person a name like "Player 48213". `remove_about` removes what an
   * account writes about itself. `remove_line` removes the line that a Report is about, or a Line of a Room
   * by a Person; `remove_club_line` removes one of the club's chat. `close_room` deletes a Room. For owners
   * only: `role` makes an account a `moderator`, or takes the role; `notice` shows Texts of at most 400
   * characters to everybody for Hours, in place of the notice before, and withdraws that if there are none;
   * `site` sets a Part of the host's texts.
   */
  kind: string;
  /**
   * person is an id. If Report is set, Person, Room and Line are taken from that report, which is closed if
   * the act succeeds. For `remove_club_line` it is the author of the line.
   */
  person: string;
  /** report is the number of a report. */
  report: number;
  room: string;
  /** line is the number of a line of a chat. */
  line: number;
  /** ban is the id of the ban to end. */
  ban: string;
  /** reason is a code that the person reads, and Words is a text. */
  reason: ModerationReason;
  words: string;
  /** hours is the duration of the act. 0 means for good. */
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
  /** part is the part of the host's texts: `name`, `languages` (codes with blanks between), `welcome`, `about`, `imprint` or `privacy`, `colour` (the name of one of the choices), `logo` (a file in base64), `accounts`, `club_chat` (`on` or `off`) or `club_link` (an address with https). */
  part: SitePart;
  /** lang is the language of `welcome`, `about`, `imprint` and `privacy`. */
  lang: string;
  /** text replaces the part; an empty one removes it. */
  text: string;
}

/** AddSeatFrame adds a free seat behind the others, before a match. Only the host can send it. */
export interface AddSeatFrame {
  type: 'addseat';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
}

/** Admission says who can create an account. */
export type Admission = '' | 'invited' | 'owner';

/** AllowFrame lets a removed person come back. Only the host can send it. */
export interface AllowFrame {
  type: 'allow';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  player: string;
}

/**
 * Analysis has the results of a search at each decision of a person in a finished match. A finished
 * match has no secrets, so all viewers can see its Analysis.
 */
export interface Analysis {
  /** version is the version of the analysis. */
  version: number;
  /** rules is the version of the rules. */
  rules: number;
  /** deep is true for the second, longer analysis of the match. */
  deep: boolean;
  /** decisions lists the decisions of persons that had more than one answer, in the order of the match. */
  decisions: Judged[];
  /** chances has the seats' chances to win in the course of the match and, if it has an outcome, at its end. */
  chances: Chances[];
  /** mistakes lists the answers that cost most. */
  mistakes: Turn[];
  /** luck lists the steps at which dice and cards changed the chances most, before version 5 also by what the other players did. Both are in the order of the match. */
  luck: Turn[];
  /**
   * decisive has the decisions that mattered most, for each seat that had such a decision, in the order of the
   * seats. An analysis before version 4 has none.
   */
  decisive?: Decisive[];
  /** balance says for each seat what changed its chance in the match. An analysis before version 5 has none. */
  balance?: Balance[];
}

/** AnalysisInfo is the analysis of a match, or the progress of the analysis. */
export interface AnalysisInfo {
  /** state is `none`, `waiting`, `running`, `failed` or `done`. A failed analysis can be requested again. */
  state: AnalysisState;
  /** ahead is the number of analyses that come before one that waits. */
  ahead: number;
  /** done and Of describe an analysis that runs: Done of Of decisions have been searched. */
  done: number;
  of: number;
  /** analysis is there once State is `done`. */
  analysis?: unknown;
  /** error is the code of the reason for a failure: `no_replay` or `no_analysis`. */
  error?: string;
}

/** AnalysisState is the state of the analysis of a match. */
export type AnalysisState = 'none' | 'waiting' | 'running' | 'done' | 'failed';

/** AnswerFrame answers a decision. */
export interface AnswerFrame {
  type: 'answer';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /** decision is the id of the decision. */
  decision: number;
  /** choice is the answer, a JSON list. */
  choice: (string | { option: string; n?: number; group?: string })[];
}

/** AppointmentAnswer is an appointment as the client sees it. */
export interface AppointmentAnswer {
  /** code is the last part of the address of its page. */
  code: string;
  planner: Person;
  /** at is in milliseconds since 1970. */
  at: number;
  /** listed is true if it is in the public list. */
  listed: boolean;
  /** state is open, begun or cancelled. */
  state: AppointmentState;
  /** settings are those of the table. */
  settings: Settings;
  /** room is the id of the table once it is open, or "". */
  room: string;
  /** comes and Perhaps are the people who come, and who come perhaps, the earliest answers first. */
  comes: Person[];
  perhaps: Person[];
  /** declined are those who do not come, for the planner only. */
  declined: Person[];
  /** answer is the client's answer, or "". */
  answer: AppointmentReply;
}

/** AppointmentPage is a page of appointments, the earliest first. */
export interface AppointmentPage {
  appointments: AppointmentAnswer[];
  /** next is the cursor of the next page, "" if there is none. */
  next: string;
}

/** AppointmentReply says whether a person comes. */
export type AppointmentReply = '' | 'yes' | 'perhaps' | 'no';

/** AppointmentRequest is what a planner decides. In a change, what is missing stays as it is. */
export interface AppointmentRequest {
  /** at is in milliseconds since 1970. */
  at: number | null;
  listed: boolean | null;
  settings: Settings | null;
}

/** AppointmentState is the state of an appointment. */
export type AppointmentState = 'open' | 'begun' | 'cancelled';

/**
 * AskFrame asks the players of a match for a seat that is `free` because its player has left. A person can ask
 * once in a match. It is refused while another proposal is open.
 */
export interface AskFrame {
  type: 'ask';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
}

/** Attendance lists the persons who are connected to a room. */
export interface Attendance {
  /** connected has the seats whose players are connected. */
  connected: number[];
  /** spectatorCount is the number of connected persons without a seat. */
  spectatorCount: number;
}

/** AvatarsAnswer has the avatars of accounts, by name. */
export interface AvatarsAnswer {
  avatars: Record<string, string>;
}

/** Awaited says how long people are awaited at the table of an event. */
export interface Awaited {
  /** until is when people forfeit who have not come, in milliseconds since 1970; 0 if it is not known. */
  until?: number;
  /** longer is true if the people at the table have given those who are absent more time. */
  longer?: boolean;
}

/** Balance says what changed the chance of a seat to win in a match. End is the sum of the others, in thousandths. */
export interface Balance {
  seat: number;
  /** start is the chance before the match, End the one after it: 1 for the only winner. */
  start: number;
  /**
   * luck is the sum over the draws of the chance after what was drawn, less the mean over what could have been
   * drawn.
   */
  luck: number;
  /**
   * skill is the sum over the decisions of the seat of the chance after the given answer, less that after the
   * best one. It is rarely above 0.
   */
  skill: number;
  /** others is what the decisions of the other seats changed in the same way. */
  others: number;
  /**
   * rest is what remains: decisions that were not searched, as those of bots, and play that is better or worse than
   * that of the simulations.
   */
  rest: number;
  end: number;
  /**
   * points is what the decisions of the seat changed in its points at the end, in tenths. It also counts when the
   * match is decided and no decision can change a chance.
   */
  points: number;
  /**
   * accuracy is the share of what the decisions of the seat were about that its answers have kept, from 0 to 1. It
   * is absent if no decision of the seat was searched.
   */
  accuracy?: number;
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
  /** network is true if the ban has a network. */
  network: boolean;
  /** address is the network, which only owners see. */
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

/** BotFrame fills a free seat with a bot that `GET /api/games` lists. Only the host can send it. */
export interface BotFrame {
  type: 'bot';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
  bot: string;
}

export interface BotInfo {
  id: string;
  label: Label;
  /** avatar is the name of the bot's picture. */
  avatar?: string;
  /** about describes how the bot plays. */
  about?: Label;
  /** rating comes from tournaments. All three are absent for a bot without a character. */
  rating?: number;
}

/** ByeFrame is the last frame of a connection that the server ends. The guide to the protocol lists the codes. */
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

/** CancellationShown says why an event was cancelled: Code if the server has done it, Reason if a person has. */
export interface CancellationShown {
  code?: string;
  reason?: string;
}

/** Champion is a person who has won listed events with at least TrophyPeople people. */
export interface Champion {
  name: string;
  avatar?: string;
  won: number;
}

/** ChampionsAnswer has those who have won most listed events since a time. */
export interface ChampionsAnswer {
  /** since is in milliseconds since 1970. */
  since: number;
  /** champions has at most ten people, the one with the most events first. */
  champions: Champion[];
}

/**
 * Chances has the chance of each seat to win, from a step on. The sum is 1, except in a match with one seat, or
 * if no seat can win.
 */
export interface Chances {
  /** step is the first step for which they hold. */
  step: number;
  /** seats has the chance of each seat. */
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

/** Chat is the end of the chat of the club in a document. */
export interface Chat {
  /** lines has at most 3 lines, by number. */
  lines: Record<string, ClubChatLine>;
  /**
   * lastRemoval is the time of the last removal of a line, in milliseconds since 1970. Viewers who show further
   * lines load them again when it changes.
   */
  lastRemoval: number;
  /** link is the address where else the club talks, "" for none. */
  link?: string;
}

/** ChatFrame is a line of the chat. A line that comes again without `text` was removed. */
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
  /** seat is the seat of the writer, -1 for a spectator. */
  seat: number;
  text: string;
}

/** ChoiceAnswer is a colour that the club can choose. */
export interface ChoiceAnswer {
  name: string;
  /** rgb is like "#1f4a2e". */
  rgb: string;
}

/** Chunk is a section of a match: the documents at its first step, and the changes at each later step. */
export interface Chunk {
  /** as is whose view it is: the number of a seat, `spectator` or `all`. */
  as: string;
  /** from is the number of the first step in the chunk. */
  from: number;
  /** last is the number of the last step of the match. */
  last: number;
  /** eventsFrom is the number of the first event of the first step. */
  eventsFrom: number;
  /**
   * public and Private are the documents at the first step. A spectator has no Private. For Everybody,
   * Private has the documents of all seats, as s0, s1 and so on.
   */
  public: unknown;
  private?: unknown;
  /** steps are at most 64. An answer that was taken back is none. */
  steps: Step[];
}

/**
 * ClaimFrame takes a free seat before a match, or the seat that is reserved for the person. The player is ready
 * then.
 */
export interface ClaimFrame {
  type: 'claim';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
}

/** Clock limits the thinking time of the players. */
export interface Clock {
  /** mode is the kind of clock. */
  mode: ClockMode;
  /**
   * seconds is the time for one answer (`move`), for the whole match (`bank`) or for one turn (`days`), at
   * least 5.
   */
  seconds?: number;
  /** increment is the time that is added to the bank after a turn, in seconds. */
  increment?: number;
}

/** ClockFrame has the players' time, whenever a clock starts, stops or changes. */
export interface ClockFrame {
  type: 'clock';
  /** left is the time that each seat had left when the frame was sent, in milliseconds. */
  left: number[];
  /** running lists the seats for which it runs. */
  running: number[];
}

/** ClockMode is a kind of clock. */
export type ClockMode = 'none' | 'move' | 'bank' | 'days';

/** ClubActivity is what a person does, and where. */
export interface ClubActivity {
  doing: ClubDoing;
  /**
   * game is the game at a public table, and Room the table's id if others can join or watch there. Both are ""
   * otherwise.
   */
  game?: string;
  room?: string;
}

/** ClubChatAnswer is a part of the lines of the chat of the club, the latest first. */
export interface ClubChatAnswer {
  lines: ClubLine[];
  /** next is the value of before for the next page, 0 on the last page. */
  next: number;
  /** link is where else the club talks, "" for nowhere. */
  link: string;
}

/** ClubChatLine is a line of the chat. A removed one has neither a person nor a text. */
export interface ClubChatLine {
  /** at is in milliseconds since 1970. */
  at: number;
  person?: string;
  name?: string;
  text?: string;
  /** removed is true if a moderator has removed the line. */
  removed?: boolean;
}

/**
 * ClubDocument is what a viewer can know about the people and the public tables of a server. A member sees
 * everybody but accounts whose presence is `nobody`; a visitor sees accounts whose presence is `everybody`,
 * and people at public tables. Two people with a block between them do not see each other. That somebody
 * begins or stops playing at a private table is seen after a random time of up to a minute.
 */
export interface ClubDocument {
  /** people has at most 100 people who are here, by id. The viewer is among them. */
  people: Record<string, ClubPerson>;
  /** others is the number of accounts that are here and not in People. */
  others: number;
  /** visitors is that of the guests. */
  visitors: number;
  /** tables has the latest public tables that wait for players or have a match in progress, by id. */
  tables: Record<string, ClubTable>;
  /** results has the latest results, by the id of the match. */
  results: Record<string, ClubResult>;
  /** week has the first three of this week over all games, by place. */
  week: Record<string, ClubStanding>;
  /** events has listed events that are in progress or begin soon, by id. */
  events: Record<string, ClubEvent>;
  /** chat is the end of the chat of the club. It is absent if there is no chat, or if the viewer cannot read it. */
  chat?: Chat;
}

/** ClubDoing is what a person who is here does, as others see it. */
export type ClubDoing = 'waiting' | 'playing' | 'online' | 'watching' | 'private';

/** ClubEvent is an event to come or in progress in a document. */
export interface ClubEvent {
  id: string;
  title: string;
  kind: EventKind;
  game: string;
  size: number;
  status: EventStatus;
  /** begins is in milliseconds since 1970. */
  begins: number;
  /** coming is the number of people who come or take part. */
  coming: number;
  round: number;
  /** rounds is 0 if the number of rounds is not known. */
  rounds: number;
  /** organiser is the name of the organiser. */
  organiser: string;
}

/**
 * ClubFrame brings a viewer's document of the club up to date. The first one, and each one after versions that the
 * client was too slow to read, has the whole document.
 */
export interface ClubFrame {
  type: 'club';
  /** seq counts the versions of the document. */
  seq: number;
  /**
   * document is the whole document, and Patch a merge patch (RFC 7396) of the one before. A frame has one of
   * them.
   */
  document?: ClubDocument;
  patch?: unknown;
}

/** ClubLine is a line of the chat. A removed one has neither a person nor a text. */
export interface ClubLine {
  number: number;
  /** at is in milliseconds since 1970. */
  at: number;
  person?: string;
  name?: string;
  text?: string;
  /** removed is true if a moderator has removed the line. */
  removed?: boolean;
}

/** ClubLineAnswer is a line of the chat of the club that was stored. */
export interface ClubLineAnswer {
  line: ClubLine;
}

/** ClubPerson is a person in a document. */
export interface ClubPerson extends ClubActivity {
  name: string;
  /** kind is "guest" or "account". */
  kind: Kind;
  /** avatar is the picture that an account has chosen, as in "owl-3". */
  avatar?: string;
  /**
   * new is true for an account of the last seven days. Visitors learn it only of people who show everybody that
   * they are here.
   */
  new?: boolean;
}

/** ClubResult is the result of a match at a public table. Its lists are by seat. */
export interface ClubResult {
  game: string;
  /** ended is in milliseconds since 1970. */
  ended: number;
  /** names has the names of the players, "" for one who was deleted. */
  names: string[];
  /** people has their ids, "" for a bot of the server. */
  people: string[];
  /** bots has the ids of these bots. */
  bots: string[];
  /** ranks counts from 1; all are 0 if the match was abandoned. */
  ranks: number[];
  totals: number[];
}

/** ClubStanding is a line of the standings of this week over all games. */
export interface ClubStanding {
  /** person is the id of the person, "" for a bot of the server, whose id is in Bot. */
  person?: string;
  bot?: string;
  name?: string;
  avatar?: string;
  points: number;
  won: number;
  played: number;
}

/** ClubTable is a public table in a document. It has the fields of [directory.RoomInfo] except the id. */
export interface ClubTable {
  game: string;
  status: Status;
  listed: boolean;
  host: string;
  summary: Summary;
  created: string;
  /** progress is absent if no match is in progress or nobody may watch it. */
  progress?: MatchProgress;
  connected: number[];
  spectatorCount: number;
}

/** CompanionAnswer is a person with whom the person of the profile has played. */
export interface CompanionAnswer extends Person {
  /** matches is the number of their common matches. */
  matches: number;
  /** ahead is the number of those in which the person of the profile had the better place. */
  ahead: number;
}

/**
 * ConcedeFrame gives up the match. It is over if only one other seat is left that has not lost, or only bots.
 * Otherwise a bot plays on.
 */
export interface ConcedeFrame {
  type: 'concede';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
}

/**
 * ConsentFrame agrees that spectators see all hands of the next match, where the settings offer it, or withdraws
 * that. A player can also withdraw it during the match.
 */
export interface ConsentFrame {
  type: 'consent';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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

/** DailyBegun has the room of a try. */
export interface DailyBegun {
  room: string;
}

/** DailyBin is a bar of a histogram: the number of ranked results with From to To points. */
export interface DailyBin {
  from: number;
  to: number;
  count: number;
}

/**
 * DailyDocument is what a viewer may know of the deals of today. Of a deal that the viewer has not played it has only how
 * many people have.
 */
export interface DailyDocument {
  /** day is today in UTC, as in "2026-11-30". */
  day: string;
  /** ends is the time at which it ends, in milliseconds since 1970. */
  ends: number;
  /** commitment is the hash of the secret of today, which becomes public when the day is over. */
  commitment: string;
  /** tomorrow is that of tomorrow. */
  tomorrow: string;
  /** deals has the deals of today. */
  deals: DealLine[];
  /** streak is the number of days in a row on which the viewer has played. */
  streak: number;
  /** week has the days of this week up to today on which the viewer has played, from Monday on. */
  week: DayLine[];
  /** months has the results of the viewer in this month and in the one before, without months that have none. */
  months: MonthLine[];
  /** ranked is true if the viewer's next results are ranked. */
  ranked: boolean;
}

/** DailyLadder has the ranked results of a person at the deals of days that are over. */
export interface DailyLadder {
  /** streak is the number of days in a row on which the person has played, up to yesterday. */
  streak: number;
  /** deals has a line for each deal with a result. */
  deals: DailyLadderLine[];
}

/** DailyLadderLine has the results of a person at a deal. */
export interface DailyLadderLine {
  deal: string;
  game: string;
  /** days is the number of days with a result. */
  days: number;
  /** points is the average of the points. */
  points: number;
  /** most is the best result. */
  most: number;
  /**
   * better is how many of 100 others the results are better than, on average, rounded down. It is absent if no day
   * has enough results for that.
   */
  better?: number;
}

/** DailyPast is what everybody may know of a day that is over. */
export interface DailyPast {
  /** day is in UTC, as in "2026-11-30". */
  day: string;
  /** secret has 64 hexadecimal digits. */
  secret: string;
  /** commitment is its hash, which was published the day before. */
  commitment: string;
  /** deals has the deals of the day with their results. */
  deals: PastDeal[];
}

/** DailyStanding is how a result compares with the ranked results of others. */
export interface DailyStanding {
  /** place is 1 for the most points. Equal results share the better place. */
  place: number;
  /** of is the number of ranked results, with this one. */
  of: number;
  /**
   * better is how many of 100 others the result is better than, rounded down. Equal results count half. It is absent
   * if there are too few results for that.
   */
  better?: number;
}

/** DayAnswer is a day (UTC) with matches. */
export interface DayAnswer {
  /** day is the beginning of the day, in milliseconds since 1970. */
  day: number;
  played: number;
  won: number;
}

/** DayLine is a day on which a person has played. */
export interface DayLine {
  /** day is in UTC, as in "2026-11-30". */
  day: string;
  /** results has those of the viewer on that day. */
  results: DealResult[];
}

/**
 * Deal names a round of an event whose matches all begin with one seed. The seed follows from the secret of the event,
 * with which the file of the event proves it. It is secret until all matches of the round are over: with it, a player
 * would know the cards of a match that others still play.
 */
export interface Deal {
  /** event is the id of the event. */
  event: string;
  /** round is the number of the round, counted from 1. */
  round: number;
}

/** DealInfo says what is dealt. */
export interface DealInfo {
  id: string;
  game: string;
  seats: number;
  /** bot is the character of the bots, "" if there are none. */
  bot: string;
}

/** DealLine is a deal of today. */
export interface DealLine extends DealInfo {
  /** played is the number of people who have played. */
  played: number;
  /** mine is the viewer's try, absent if the viewer has not begun. */
  mine?: DealTry;
  /** results are absent until the viewer's try has ended. */
  results?: DealResults;
}

/** DealResult is a result of a person at a deal. */
export interface DealResult extends DailyStanding {
  deal: string;
  points?: number;
}

/** DealResultLine is the result of a person. */
export interface DealResultLine {
  person: string;
  name: string;
  /** points is absent if the person has given up. */
  points?: number;
  /** match is the id of the match. */
  match: string;
}

/** DealResults are the results of a deal, as those who have played it see them. */
export interface DealResults extends DailyStanding {
  /** bins counts the ranked results by points. */
  bins: DailyBin[];
  /** followed has the viewer and the people whom the viewer follows who have played, the most points first. */
  followed: DealResultLine[];
  /** best has the best results, the best one first. */
  best: DealResultLine[];
}

/** DealTry is the viewer's try. */
export interface DealTry {
  /** room is the id of the room and of its match. */
  room: string;
  /** over is true if the try has ended. A try that was given up has no points. */
  over: boolean;
  points?: number;
  place?: number;
  /** ranked is true if the result counts in the ranking. */
  ranked: boolean;
}

/**
 * DecisionText is a decision as clients get it, with text ids instead of keys. Its JSON omits a min
 * or max of 1.
 */
export interface DecisionText {
  /** id is the number of the decision, counted from 1 for each seat. It changes when the options change. */
  id: number;
  seat: number;
  /** kind is the kind of question, one of those that docs/decisions.md lists for the game. */
  kind: string;
  /** args are the values in its text. */
  args?: Record<string, number | string>;
  options: (string | { id: string; ref?: string; min?: number; max?: number; groups?: string[]; alone?: boolean; final?: boolean; passes?: boolean; ends?: boolean; early?: boolean })[];
  /** min and Max bound the number of choices in the answer. Each is left out if it is 1. */
  min?: number;
  max?: number;
  /** ordered is true if the order of the choices matters. */
  ordered?: boolean;
  /** groups are named groups for the choices. */
  groups?: GroupText[];
  /** suggested is a sensible legal answer. */
  suggested?: (string | { option: string; n?: number; group?: string })[];
  /** open is true in a simultaneous choice: the seat may answer again until all have answered. */
  open?: boolean;
  /** answered is true if the seat has answered such a choice. */
  answered?: boolean;
  /** current is that answer. */
  current?: (string | { option: string; n?: number; group?: string })[];
}

/** Decisive has the decisions of a seat that gained and cost most. */
export interface Decisive {
  seat: number;
  /**
   * best is the decision at which the given answer was the best one, and furthest ahead of the next best. It is
   * absent if there is none that made a difference, as is Costliest.
   */
  best?: Difference;
  /** costliest is the decision at which the given answer was furthest behind the best one. */
  costliest?: Difference;
}

/** DeclineFrame declines the offer with that number. The player who has made it takes it back. */
export interface DeclineFrame {
  type: 'decline';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  offer: number;
}

/** Device describes a browser and its system, so that people recognise the device in lists. */
export interface Device {
  /** browser is the program, as in "Firefox". */
  browser: string;
  /** system is the operating system, as in "Linux". An unknown one is "". */
  system: string;
}

/** Difference is what the better of two answers to a decision gains over the other one. */
export interface Difference {
  step: number;
  /** chance is the difference in the chance of the first place, Points in the points at the end. */
  chance: number;
  /** points can be negative, and Chance slightly. */
  points: number;
}

/** Doing is the current activity of a person, as followers see it. */
export type Doing = 'playing' | 'waiting' | 'watching' | 'online' | 'away';

/**
 * DropSeatFrame takes a seat away that no person has, before a match. The seats behind it move up. Only the host
 * can send it.
 */
export interface DropSeatFrame {
  type: 'dropseat';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
}

/** EventAct is an act of the organiser or an officer since the start. */
export interface EventAct {
  number: number;
  at: number;
  by: string;
  command: Name;
  /** body is that of the entry. */
  body: unknown;
}

/** EventChanged has the number of the last entry of an event after a command. */
export interface EventChanged {
  number: number;
}

/**
 * EventDocument is what a viewer can know of an event. Times are in milliseconds since 1970, and the keys of maps are
 * decimal numbers. A deleted person has no name.
 */
export interface EventDocument {
  id: string;
  settings: EventSettings;
  /** status is `planned`, `running`, `paused`, `finished` or `cancelled`. */
  status: EventStatus;
  /** organiser is the id of the organiser. */
  organiser: string;
  /** people has the people by number. */
  people: Record<string, EventPerson>;
  /** round is the number of the last round, 0 before the first. */
  round: number;
  /** rounds has the rounds by number, counted from 1. */
  rounds: Record<string, EventRound>;
  /** standings has the standings by rank. */
  standings: Record<string, EventStanding>;
  /** acts are those of the organiser and of moderators since the start. */
  acts: EventAct[];
  /** pausedAt is when the event was paused. */
  pausedAt?: number;
  /** cancelled says why the event was cancelled. */
  cancelled?: CancellationShown;
  /** commitment is the SHA-256 hash of the secret of the event. */
  commitment: string;
  /** secret has 64 hexadecimal digits once the event is over. */
  secret?: string;
  /** digest is that of all entries of the event up to the number Last. */
  digest: string;
  last: number;
}

/**
 * EventFrame brings a viewer's document of an event up to date. The first one, and each one after versions that the
 * client was too slow to read, has the whole document.
 */
export interface EventFrame {
  type: 'event';
  /** seq counts the versions of the document. */
  seq: number;
  /**
   * document is the whole document, and Patch a merge patch (RFC 7396) of the one before. A frame has one of
   * them.
   */
  document?: EventDocument;
  patch?: unknown;
}

/** EventInfo is the public information about the table of an event. */
export interface EventInfo extends Awaited {
  id: string;
  title: string;
  /** round is the number of the round, counted from 1. */
  round: number;
  /** table is the number of the table in the round, counted from 0. */
  table: number;
  /**
   * hiddenUntil is set at the table of a deal of the day: until then nobody else sees the match. It is in
   * milliseconds since 1970.
   */
  hiddenUntil?: number;
  /** closed is true if the table was closed, so that no match starts. */
  closed?: boolean;
  /**
   * timeUp is true if the time of the round was over during the match. Each player then had at most two minutes
   * left.
   */
  timeUp?: boolean;
}

/** EventKind is a kind of event. */
export type EventKind = 'evening' | 'swiss' | 'roundrobin' | 'knockout';

/** EventLine is an event in lists. */
export interface EventLine {
  id: string;
  title: string;
  kind: EventKind;
  game: string;
  size: number;
  status: EventStatus;
  /** begins is in milliseconds since 1970, 0 if it is open. */
  begins: number;
  /** coming is the number of people who come or take part, or of those who took part in an event that is over. */
  coming: number;
  round: number;
  /** rounds is 0 if the number of rounds is not known. */
  rounds: number;
  /** organiser is the name of the organiser, "" of a deleted one. */
  organiser: string;
  /** mine is the role of the viewer: yes, perhaps, organiser or "". */
  mine: string;
  /** podium has the first three of a finished event. */
  podium?: PodiumPlace[];
  /** place is that of the person in whose list the event is, 0 in other lists. */
  place?: number;
}

/** EventPage is a page of the events of a match. */
export interface EventPage {
  events: MatchEvent[];
  /** from is the number of the page's first event. The first event of a match has the number 0. */
  from: number;
}

/** EventPerson is a person in a document. */
export interface EventPerson {
  id: string;
  name: string;
  avatar?: string;
  /** perhaps is true if the person comes perhaps. It is shown to accounts only. */
  perhaps?: boolean;
  /** left is true if the person has left after the start. */
  left?: boolean;
  /** missed is the number of rounds before the person has entered. */
  missed?: number;
}

/** EventPlanned is the id of an event that was planned, which is the last part of the address of its page. */
export interface EventPlanned {
  id: string;
}

/** EventRound is a round in a document. */
export interface EventRound {
  /** at is when the round began. */
  at: number;
  /** deadline is when the time for the matches is over. */
  deadline: number;
  /** byes lists the people without a table. */
  byes: number[];
  /** rematches lists the pairs that have met before. */
  rematches: number[][];
  /** tables has the tables by number, counted from 0. */
  tables: Record<string, EventTable>;
}

/**
 * EventSettings are the choices of an organiser. They can change until the start. complete sets the usual value of each
 * field that is zero and has one.
 */
export interface EventSettings {
  title: string;
  kind: EventKind;
  /** game is the id of a game. */
  game: string;
  /** options has a value for each of its match options. */
  options?: Record<string, string>;
  /** begins is the planned time of the start, in milliseconds since 1970; 0 if it is open. */
  begins?: number;
  /** size is the number of seats of a table, 2 to 4; usually 2. */
  size: number;
  /** fullTables is true if no table has fewer seats than Size, so that people who are left over have a bye. */
  fullTables?: boolean;
  /**
   * rounds is the number of rounds, 1 to 20: of a Swiss event, usually 4; of a round robin, or 0 for the
   * fewest in which everybody meets everybody. Other kinds have 0.
   */
  rounds?: number;
  /**
   * advance is the number of people of a table who go on in a knockout, 1 to Size-1: usually 1 of two or three,
   * and 2 of four. Other kinds have 0.
   */
  advance?: number;
  /** minutes is the time for the matches of a round, 5 to 1440; usually 40. */
  minutes: number;
  /** grace is the time in minutes after which a person who is absent forfeits, 1 to 60; usually 5. */
  grace: number;
  /** lateUntil is the last round before which a person can enter a Swiss event; 0 if late entries are not allowed. */
  lateUntil?: number;
  /** listed is true if the event is in public lists. Others can be found only by their links. */
  listed?: boolean;
  /** rated is true if the matches count for the ratings of their players. */
  rated?: boolean;
  /**
   * fillers is true if bots have the seats that stay free at tables, and play against people who would have a bye.
   * Such an event is not Rated. Only an evening and a Swiss event can have fillers.
   */
  fillers?: boolean;
  /**
   * sameDeal is true if all matches of a round begin with the same seed, which [Event.Deal] returns, and people are
   * compared with those who have the same seat at other tables.
   */
  sameDeal?: boolean;
}

/** EventStanding is the standing of a person. The tie-breaks come in the order in which they decide. */
export interface EventStanding {
  /** person is the number of the person. */
  person: number;
  /** rank counts from 1. */
  rank: number;
  /** reached is the number of rounds of a knockout after which the person has gone on. It counts before points. */
  reached?: number;
  /** points are the points of all rounds, in hundredths of a point. */
  points: number;
  /**
   * met is the sum over the rounds of the mean of the points of those whom the person met, in
   * twelve-hundredths of a point. A bye counts as if the person had met people with the same points, and so
   * does each round that was missed before entering.
   */
  met: number;
  /**
   * beaten is the same sum with only those who had a worse place, and half of those with an equal one; a bye
   * counts nothing.
   */
  beaten: number;
  /**
   * direct is how many people of those equal so far the person has beaten, minus by how many the person was beaten.
   * It is 0 unless all of them have met.
   */
  direct: number;
  /**
   * wins is the number of tables at which the person was first alone and not the only one who came. The last
   * tie-break is a lot.
   */
  wins: number;
  /** tables is the number of tables at which the person has had a result. */
  tables: number;
}

/** EventStatus is the stage in the life of an event. */
export type EventStatus = 'planned' | 'running' | 'paused' | 'finished' | 'cancelled';

/** EventTable is a table in a document. Its lists are by seat. */
export interface EventTable {
  /** seats has the numbers of people, -1 for a bot. */
  seats: number[];
  /** absent is true for the seats of people who have forfeited. */
  absent: boolean[];
  /** room is the id of the open room, or "". */
  room: string;
  status: TableStatus;
  /** present is true for those of people who have come. */
  present: boolean[];
  /** until is when people forfeit who have not come, absent unless the table waits for them. */
  until?: number;
  /** longer is true if the people at the table have given them more time. */
  longer?: boolean;
  /** progress is that of lists of rooms. */
  progress?: unknown;
  /** places has the places once the table is over. */
  places?: number[];
  /**
   * totals has the points at the end of the match. It is absent if the places do not follow from them, and until
   * all tables of a round with the same deal have results.
   */
  totals?: number[];
  /** match is the id of its match. */
  match?: string;
}

/** EventsAnswer is a page of events. */
export interface EventsAnswer {
  events: EventLine[];
  /** next is the cursor of the next page, "" if there is none. */
  next: string;
  /** trophies are those of the person in whose list the events are. */
  trophies?: Trophies;
}

/** ExpectedInfo is the public information about a person who is awaited at a seat. */
export interface ExpectedInfo {
  player: string;
  name: string;
}

/**
 * Explained is the reason of a ban, a mute or a removal as the person concerned sees it, in answers
 * and bye frames.
 */
export interface Explained {
  /** reason is `insult`, `spam`, `name`, `stalling`, `cheating` or `other`. */
  reason: ModerationReason;
  /** words are those of the moderator, if there are any. */
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
  /** items is the number of items in the file. */
  items: number;
  /** shown is the number of items that can be shown, which is smaller if the file is of another version of the rules and the current rules play it differently. */
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
  /** match is the id of the match. */
  match: string;
  /** step is the number of items that the match had at that moment. */
  step: number;
  /**
   * luck is `same` if hidden cards and future random events stay as they were in the match, and `new` if
   * what a player of Seat could not know is drawn anew.
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
 * HelloFrame is the first frame of a client: it joins the room, the club or the event of the address. The client
 * has received every frame up to `seq` of `sequence`; an empty `sequence` and `seq` 0 mean none.
 */
export interface HelloFrame {
  type: 'hello';
  /** v is the version of the protocol, 1. */
  v: number;
  /** sequence is the `sequence` of the last snapshot that the client has received. */
  sequence?: string;
  /** seq is the `seq` of the last snapshot or update. */
  seq?: number;
  /**
   * overlay is true for the overlay of a broadcast: no player is present by such a connection, and a
   * spectator is named with `stream` true.
   */
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
  /** online is the number of people who are online now. */
  online: number;
  /** people are at most 100 of them, the latest first. */
  people: Person[];
  /** today and Yesterday have the additions of those days. */
  today: Counts;
  yesterday: Counts;
  /** all has the totals. */
  all: Counts;
  storage: StorageAnswer;
}

/** HostFrame makes the player at a seat the host. Only the host can send it. */
export interface HostFrame {
  type: 'host';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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
  /** status is the stage of the room: `open`, `seated` (every seat is taken), `playing` or `finished`. */
  status: Status;
  /** host is the id of the host, "" at the table of an event. */
  host: string;
  /** settings has every setting. */
  settings: Settings;
  /** seats are in the order of their numbers, which begin at 0. */
  seats: SeatInfo[];
  /** matches counts the matches that were started in this room. */
  matches: number;
  /** abandoned counts the ones that ended without an outcome. */
  abandoned: number;
  /**
   * from is the moment of another match from which the matches of this room start. It is absent if they start
   * with a seed. Matches that start from a moment are never rated.
   */
  from?: Origin;
  /** event is the table of an event to which the room belongs, absent for other rooms. */
  event?: EventInfo;
  /**
   * commitment is the SHA-256 hash of the room's secret for its next match. It is "" if that match starts
   * from a moment of another one, or with a seed of the event.
   */
  commitment: string;
  /** paused is true if the players have paused the match. */
  paused: boolean;
  /** proposal is the open proposal, absent if there is none. */
  proposal?: ProposalInfo;
  /** offer is the offer of another match, absent if there is none. */
  offer?: OfferInfo;
  /** series is the series of the last match, absent if it belongs to none. */
  series?: SeriesInfo;
  /** continues is true if all players have accepted an offer, so that the match starts by itself. */
  continues?: boolean;
  /** removed lists the persons who were removed last. */
  removed?: Removal[];
  /** muted has the ids of the spectators who cannot write in the chat. */
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
export type InvitationReply = '' | 'accepted' | 'declined' | 'withdrawn';

/** Invitations is the list of invitations to a person. */
export interface Invitations {
  invitations: InvitationAnswer[];
}

/** InvitedAnswer is an invitation as the person who has sent it sees it. */
export interface InvitedAnswer {
  to: Person;
  answer: InvitationReply;
  /** created is in milliseconds since 1970. */
  created: number;
}

/** InvitedList is the list of invitations that a person has sent for a table. */
export interface InvitedList {
  invited: InvitedAnswer[];
}

/** InvitedToTable is the answer to an invitation to a table of a game. */
export interface InvitedToTable {
  id: string;
  /** opened is true if the table was opened for the invitation. */
  opened: boolean;
}

/**
 * JoinCodeAnswer is a code with which people create accounts, without its secret. All times are in
 * milliseconds since 1970.
 */
export interface JoinCodeAnswer {
  id: string;
  /** kind is "link" or "card". */
  kind: string;
  /** label is the first group of the code. */
  label: string;
  /** people is the number of accounts that can be created. */
  people: number;
  /** used is the number that was created. */
  used: number;
  created: number;
  until: number;
  /** uses are the accounts that were created, without those that were deleted. */
  uses: JoinUseAnswer[];
}

/** JoinUseAnswer is an account that was created with a code. */
export interface JoinUseAnswer extends Person {
  /** at is in milliseconds since 1970. */
  at: number;
}

/** Judged is a decision with the expected outcomes of its answers, as a search has found them. */
export interface Judged {
  /** step is the number of the step of the decision. */
  step: number;
  /** seat is the seat that was asked. */
  seat: number;
  /** best lists the best answers, the best one first. */
  best: Line[];
  /** chosen is the answer that was given, absent if the search did not try it. */
  chosen?: Line;
}

/** KeyAnswer is a passkey, a provider, a session or an API token. */
export interface KeyAnswer extends Device {
  id: string;
  name: string;
  /** bot is the id of the bot whose token it is, or "". */
  bot: string;
  /** current is true for the session of this request. */
  current: boolean;
  /** created and Used are in milliseconds since 1970. */
  created: number;
  used: number;
}

/** KeysKept is the answer when a person has added a passkey or a password, or has made new recovery codes. */
export interface KeysKept extends Person {
  /** codes are the new recovery codes. They are not shown again. */
  codes: string[];
}

/**
 * KickFrame clears a seat, and removes its player from the room. The player cannot come back until the host allows
 * it. During a match, a bot plays the seat to the end. Only the host can send it.
 */
export interface KickFrame {
  type: 'kick';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
  /** reason is the code of the host's reason, which the player reads, or "". */
  reason?: string;
}

/** Kind is the kind of a person. */
export type Kind = 'guest' | 'account' | 'bot';

/** Label is a short text in the languages of the project. */
export interface Label {
  en: string;
  fr: string;
  de: string;
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

/**
 * LeaveFrame gives up the player's seat. In a match a bot plays on, and the seat has lost. At the table of an
 * event, it is not possible before the match.
 */
export interface LeaveFrame {
  type: 'leave';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
}

/** LeftSeat determines what happens to the seat of a player who has left a match. */
export type LeftSeat = 'agree' | 'bot';

/** Line is an answer with the outcome that the search expects after it (game.Line). */
export interface Line {
  /** answer has the choices. */
  answer: (string | { option: string; n?: number; group?: string })[];
  /** visits is the number of times that the search has played on after the answer. */
  visits: number;
  /** chance is the chance of the first place. */
  chance: number;
  /** points are those at the end, and Place is the place, both on average. */
  points: number;
  place: number;
  /** reasons say why the best answer is better than the second, or why another answer is worse than the best. */
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

/** MatchEvent is something that happened in a match (docs/match-events.md). */
export type MatchEvent = [kind: string, seat: number, public?: Record<string, number | string>, private?: Record<string, number | string>];

/** MatchInfo describes an archived match without its record. */
export interface MatchInfo {
  id: string;
  /** room is the id of the room, "" for a match from a file. */
  room: string;
  game: string;
  /** rules is the version of the game's rules. */
  rules: number;
  options: Record<string, string>;
  /** players are the people and bots who started the match, by seat. */
  players: PlayerInfo[];
  /** started is the time of the start, in milliseconds since 1970. */
  started: number;
  /** ended is that of the end. */
  ended: number;
  /** listed is true for a match of a public room. */
  listed: boolean;
  /** rated is true if the match counts for ratings. */
  rated: boolean;
  /** seats has the result of each seat. */
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
  /** waiting has the seats that have to answer. */
  waiting?: number[];
  /** since is the time at which they began to wait, in milliseconds since 1970. Only players see Waiting and Since. */
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
  /** commitment is the SHA-256 hash of the room's secret. */
  commitment: string;
  /** shares has the players' shares by seat. The seed is drawn from the secret and the shares. All are "" if the match started from a moment of another one, or with a seed of the event. */
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
  /** unrated means that matches with this value never count for ratings. */
  unrated?: boolean;
}

/** Member is an account in the list of members. */
export interface Member extends Person {
  /**
   * daysAgo says roughly when the person was last here, in days (UTC): weeks from the seventh day on, and at most
   * 364. It is absent if the client may not know.
   */
  daysAgo?: number;
  /** new is true for an account of the last seven days. It is absent if the client may not know. */
  new?: boolean;
  /** game is the game that the person has played most often at public tables, absent if there is none. */
  game?: string;
  /** rating is the person's rating in that game, absent before the first rated match. */
  rating?: RatingAnswer;
}

/** Members is a page of the members, in the order of their names. */
export interface Members {
  members: Member[];
  /** next is the cursor of the next page, or "". */
  next: string;
}

/**
 * MineFrame means that the client's own tables or invitations have changed: `GET /api/rooms?mine=1` and `GET
 * /api/invitations` return something else. It comes on connections to the club.
 */
export interface MineFrame {
  type: 'mine';
}

/** Missing is a condition for passkeys that a server does not meet. */
export type Missing = '' | 'address' | 'tls' | 'domain';

/** ModerationAnswer is what moderation has stored about a person. */
export interface ModerationAnswer {
  /** reports has the reports that the person has made. */
  reports: Reported[];
  /** acts has the acts of moderators about the person. */
  acts: NewsAct[];
  role: Role;
}

/** ModerationReason is the code of a reason for a report, a ban or a removal. Clients translate it. */
export type ModerationReason = 'insult' | 'spam' | 'name' | 'stalling' | 'cheating' | 'other';

/** Moment is one step of a timeline. */
export interface Moment extends Progress {
  /** seat is the seat of the item that leads from here to the next step, -1 if there is none. */
  seat: number;
  /** kind is the kind of that item, "" for an answer. */
  kind?: '' | 'plays' | 'lost' | 'taken' | 'rules';
  /** asked is the kind of the decision that the item answers. */
  asked?: string;
  /** took is the time that the player took, in milliseconds. */
  took?: number;
  /** bot is the bot that plays the seat at this step, "" for a person. */
  bot?: string;
  /** turn is true if another seat has to answer from here on, or a new round begins. */
  turn?: boolean;
  /** standing has the public points by seat. */
  standing: number[];
  /** events is the number of events since the step before. */
  events?: number;
}

/** MonthDeal has the results of a person at a deal in a month. */
export interface MonthDeal {
  deal: string;
  /** days is the number of days with a result that has a percentile. */
  days: number;
  /** better is the mean of the best results, of at most 15 days: how many of 100 others they are better than. */
  better: number;
}

/** MonthLine has the results of a person at the deals of a month. */
export interface MonthLine {
  /** month is as in "2026-11". */
  month: string;
  /** deals has the deals with a ranked result that has a percentile. */
  deals: MonthDeal[];
}

/** MuteFrame forbids a person without a seat to write in the chat, or allows it again. Only the host can send it. */
export interface MuteFrame {
  type: 'mute';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  player: string;
  muted: boolean;
}

/** Name is the name of a command, and of the entry that it leads to. */
export type Name = 'create' | 'settings' | 'join' | 'withdraw' | 'organiser' | 'start' | 'enter' | 'leave' | 'round' | 'report' | 'forfeit' | 'wait' | 'settle' | 'pause' | 'resume' | 'finish' | 'cancel';

/** NewAccount is the part of a request body with which a guest becomes an account. Accounts leave it out. */
export interface NewAccount {
  /** name is the name of the new account. */
  name: string;
  /** code is a join code, which a server needs that is open to invited people only. */
  code: string;
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
  /**
   * appointment is the visitor's appointment that begins within the hour or has just begun, if the
   * visitor comes.
   */
  appointment?: NewsAppointment;
}

/** NewsAppointment is an appointment that begins soon. */
export interface NewsAppointment {
  code: string;
  game: string;
  /** at is in milliseconds since 1970. */
  at: number;
  /** room is the id of the table once it is open, or "". */
  room: string;
}

/**
 * NewsFrame means that the answer to `GET /api/news` has changed, or invitations to or by the person. The
 * client asks within some seconds.
 */
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
  /** mail is true if the server sends e-mail. */
  mail: boolean;
  /** key is the public key with which browsers subscribe to Web Push. */
  key: string;
  /** channels are the person's channels. */
  channels: ChannelAnswer[];
  /** max is the number of channels that a person may have. */
  max: number;
}

/** OfferFrame offers the other players another match after one is over. */
export interface OfferFrame {
  type: 'offer';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /** bestOf is 1 for a single match, or 3 for a series. During a series it has no effect. */
  bestOf: number;
}

/** OfferInfo is the public information about an offer. */
export interface OfferInfo {
  /** number counts the offers after a match from 1. Answers refer to it. */
  number: number;
  /** by is the seat of the player who has made the offer. */
  by: number;
  /** bestOf is the number of matches of the offered series, 1 for a single match. */
  bestOf: number;
  /** in lists the seats whose players have accepted. */
  in: number[];
  /** out lists those whose players have declined. */
  out: number[];
  /** waiting lists those whose players have not answered; if it is empty, all others have declined. */
  waiting: number[];
}

/**
 * OkFrame says that the command with that `id` was carried out. It follows the frames with the changes that
 * the command made.
 */
export interface OkFrame {
  type: 'ok';
  id: string;
}

/** OperatorLink is a link with which a browser can sign in to an account once. */
export interface OperatorLink extends Person {
  /** address is the URL of the link, or its path if the server does not know its public URL. */
  address: string;
  /** until is in milliseconds since 1970. */
  until: number;
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
   * places has one entry per seat, best first. In a solo game, and in a game in which all players are one
   * team, it also has one for the virtual opponent, with the seat -1.
   */
  places: Place[];
  /** rounds is the number of rounds played. */
  rounds: number;
}

/** Own is an event in which a person has a role, in the file with everything that is stored about the person. */
export interface Own {
  id: string;
  title: string;
  status: EventStatus;
  begins: number;
  role: string;
}

/** OwnAnswered says what an answer to a decision of an own match has changed. */
export interface OwnAnswered {
  /** played is the index of the answer that was given in the match. */
  played: number;
  /** inRow is the number of right answers in a row. */
  inRow: number;
  /** next is when it is asked again, in milliseconds since 1970. It is absent if it is learned. */
  next?: number;
}

/**
 * OwnAppointment is an appointment that a person has planned or answered, in the file with everything that
 * is stored about the person.
 */
export interface OwnAppointment {
  code: string;
  /** at is in milliseconds since 1970. */
  at: number;
  state: AppointmentState;
  own: boolean;
  answer: AppointmentReply;
}

/** OwnDecisions says which decisions of own matches an account is asked again. */
export interface OwnDecisions {
  /** due has the ids of those that are due, as ids of puzzles. */
  due: string[];
  /** open is the number of all that are not learned. */
  open: number;
  /** learned is the number of those that are not asked any more. */
  learned: number;
  /** next is when the next one is due that is not due yet, in milliseconds since 1970. It is absent if there is none. */
  next?: number;
}

/** OwnPuzzles is what is stored of a person's puzzles. */
export interface OwnPuzzles {
  /** answered has the ids of the puzzles. */
  answered: string[];
  /** strengths has the person's strength in each game. */
  strengths: PuzzleStrength[];
  /** own says which decisions of own matches the person is asked again. */
  own: OwnDecisions;
}

/** OwnTry is a try of a person, for the file of everything that is stored about the person. */
export interface OwnTry {
  /** day is in UTC, as in "2026-11-30". */
  day: string;
  deal: string;
  room: string;
  /** ranked is true if the result counts in the ranking. */
  ranked: boolean;
  /** begun and Ended are in milliseconds since 1970. */
  begun: number;
  /** ended is 0 while the try goes on. */
  ended: number;
  points?: number;
  place?: number;
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
  /** default has the texts that are shown while Texts is empty, by language. */
  default?: Record<string, string>;
  /** choices lists the allowed texts, if only some are allowed. */
  choices?: ChoiceAnswer[];
}

/** PastDeal is a deal of a day that is over. */
export interface PastDeal extends DealInfo {
  /** seed is the seed of all matches, as 64 hexadecimal digits. */
  seed: string;
  played: number;
  /** bins counts the ranked results by points. */
  bins: DailyBin[];
  /** best has the ten best. */
  best: DealResultLine[];
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
  /** gained is what the piece brought during the match. */
  gained?: number;
  /** points is its value at the end. */
  points?: number;
}

/** PingFrame requests a `pong`. The `id` is optional, and comes back in the answer. */
export interface PingFrame {
  type: 'ping';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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

/** PodiumPlace is one of the first three people of an event. */
export interface PodiumPlace {
  name: string;
  avatar?: string;
}

/**
 * PongFrame answers a `ping`, with its `id` if it had one. It comes after everything that the room had sent
 * when the server read the `ping`.
 */
export interface PongFrame {
  type: 'pong';
  id?: string;
}

/** Presence says who sees that a person is here, and what the person does at public tables. */
export type Presence = 'everybody' | 'members' | 'nobody';

/**
 * PresenceFrame says who is connected, at first and after changes. In a room with many connections it is sent
 * at most once a second, and less often if it only says who watches and they are more than 1,000.
 */
export interface PresenceFrame {
  type: 'presence';
  /** connected has the ids of the players who are connected. */
  connected: string[];
  /** away lists the players who are not connected. */
  away: Absence[];
  /** spectators lists people who watch without a seat, at most 20. */
  spectators: Watcher[];
  /** spectatorCount is the number of all. */
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
  /** tallies are sums over the matches, by game and number of seats. */
  tallies: TallyAnswer[];
  /** companions are the people with whom the person has played most often. */
  companions: CompanionAnswer[];
  /** days are the days of the last year with a match, oldest first. */
  days: DayAnswer[];
  /** streaks and Favourites are ordered by game. */
  streaks: StreakAnswer[];
  /** favourites with the most matches come first. */
  favourites: FavouriteAnswer[];
  achievements: AchievementAnswer[];
}

/** ProfileRatingAnswer is the rating of a profile in one game. */
export interface ProfileRatingAnswer extends RatingAnswer {
  game: string;
  /** place is the place among the players whose rating is not provisional, or 0 while this rating is provisional. */
  place: number;
  /** settled is the number of those players. */
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
  /** room is the id of the room. */
  room: string;
  /** number is the number of the match in that room, counted from 1. */
  number: number;
  /** shares lists the players' shares by seat, "" for a seat that sent none. */
  shares: string[];
}

/** ProposalInfo is the public information about a proposal. */
export interface ProposalInfo {
  /** number counts the proposals of a match from 1. A reply refers to it. */
  number: number;
  what: ProposalKind;
  /** by is the seat of the proposer. It is -1 if a person without a seat asks for one. */
  by: number;
  /** name is the name of that person. */
  name?: string;
  /** other is the seat that a bot would play or that a person asks for. It is -1 for other proposals. */
  other: number;
  /** agreed lists the seats whose players have agreed. */
  agreed: number[];
  /** missing lists those that still have to agree. */
  missing: number[];
}

/** ProposalKind is a kind of proposal. */
export type ProposalKind = 'end' | 'pause' | 'resume' | 'replace' | 'letin';

/** ProposeFrame makes a proposal to the other players. */
export interface ProposeFrame {
  type: 'propose';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /**
   * what is `end` (the match without a result), `pause`, `resume`, or `replace` (a player who is away, by a
   * bot).
   */
  what: ProposalKind;
  /** other is the seat that the bot would play, -1 for the other proposals. */
  other: number;
}

/** PuzzleAnswer is a puzzle as the player of its seat saw it. */
export interface PuzzleAnswer {
  id: string;
  game: string;
  /** theme is turn, card, dice or draft. */
  theme: string;
  /** day is the number of the present day if this is its puzzle, else 0. */
  day: number;
  options: Record<string, string>;
  /** bots are the ids of the bots that play the seats. */
  bots: string[];
  /** seat is the seat that the client answers for. */
  seat: number;
  /** public and Private are the documents that the player of the seat saw. */
  public: unknown;
  private?: unknown;
  /** decision is the question. */
  decision: DecisionText;
  /** match is the match of an own decision. */
  match?: string;
  /** step is the step of an own decision in its match. */
  step?: number;
  /** names has the name of the person at each seat of the match of an own decision, "" for a bot. */
  names?: string[];
  /** solution is present if the client's account has answered the puzzle. */
  solution?: PuzzleSolution;
}

/** PuzzleChoice is an answer to a puzzle. */
export interface PuzzleChoice {
  answer: (string | { option: string; n?: number; group?: string })[];
  /** chance is the chance to win after the answer, from 0 to 1. */
  chance: number;
  /** points are the expected points at the end. */
  points: number;
  /** chosen is the number of accounts whose first answer it was. */
  chosen: number;
  /** reasons say what can be seen on the table. There may be none. */
  reasons?: Reason[];
}

/** PuzzleKind is a game with a theme. */
export interface PuzzleKind {
  game: string;
  /** theme is turn, card, dice or draft. */
  theme: string;
  count: number;
}

/** PuzzleSolution is what a client sees of a puzzle after its answer. */
export interface PuzzleSolution {
  /**
   * given is the index of the client's first answer in Answers, or -1 if the analysis of an own match has not
   * compared it.
   */
  given: number;
  /** right is true if it is the best answer, or about as good in an own match. */
  right: boolean;
  /** answers has every answer, the best one first. */
  answers: PuzzleChoice[];
  /** level is how hard the puzzle is, in the unit of ratings. */
  level: number;
  /** strength is how strong the client's account is at the puzzles of the game. */
  strength: number;
  /** before is what it was before this answer. */
  before: number;
  /** tries is the number of puzzles on which it is based, 0 without an account. */
  tries: number;
  /** streak is the number of days in a row whose puzzle the client's account has answered. */
  streak: number;
  /** own is present for a decision of an own match, which is not rated. */
  own?: OwnAnswered;
}

/** PuzzleStrength is how strong an account is at the puzzles of a game. */
export interface PuzzleStrength {
  game: string;
  /** estimate is in the unit of ratings. */
  estimate: number;
  /** tries is the number of puzzles on which it is based. */
  tries: number;
}

/** PuzzlesAnswer says what puzzles there are, and how the client does. */
export interface PuzzlesAnswer {
  /** day is the number of the day in UTC, counted from 1970. */
  day: number;
  /** daily is the id of its puzzle, "" if there is none. */
  daily: string;
  /** dailyGame is the game of the puzzle of the day. */
  dailyGame: string;
  /** dailyDone is true if the client's account has answered it. */
  dailyDone: boolean;
  /** streak is the number of days in a row whose puzzle the client's account has answered. */
  streak: number;
  /** kinds are the games and themes of which there are puzzles. */
  kinds: PuzzleKind[];
  /** strengths has the strength of the client's account in each game that it has tried. */
  strengths: PuzzleStrength[];
  /** own says which decisions of own matches the client's account is asked again. */
  own: OwnDecisions;
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
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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

/** RejectFrame says that the command with that `id` was refused and has changed nothing. */
export interface RejectFrame {
  type: 'reject';
  id: string;
  code: string;
  /** message is English text for people. */
  message: string;
}

/** RematchFrame offers one more match, or accepts the offer that is open. */
export interface RematchFrame {
  type: 'rematch';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /** open is true to open the room for another match without asking, with the players in their seats. */
  open?: boolean;
}

/** Removal records that the host has removed a person. */
export interface Removal {
  /** player is the id of the person. */
  player: string;
  /** name is the person's name. */
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

/**
 * RemoveFrame removes a person without a seat from the room. The person cannot come back until the host allows it.
 * Only the host can send it.
 */
export interface RemoveFrame {
  type: 'remove';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  player: string;
  /** reason is the code of the host's reason, which the person reads, or "". */
  reason?: string;
}

/**
 * ReplyFrame answers the proposal with that number. If `agree` is false, a player declines it, or the proposer
 * withdraws it.
 */
export interface ReplyFrame {
  type: 'reply';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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
  /** name is the person's name at that time. */
  name: string;
  /** about is the text of the person's profile if that is reported. */
  about?: string;
  /** room is the room of the reported behaviour, or "". */
  room: string;
  /** line is the number of the reported line. */
  line: number;
  /** lines are the chat lines around the reported one, or the last lines of the chat. */
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
  /** ended is the time of the end, in milliseconds since 1970. */
  ended: number;
  /**
   * outcome is the outcome of the game, absent if the match was abandoned. If the match ended before its
   * game did, it has the points that were public. Seats that have lost whatever the score come after all
   * others and share the last rank.
   */
  outcome?: Outcome;
  /** seats has the result of each seat, in seat order. */
  seats: SeatResult[];
  /** seed is the seed of all random events, absent if it is that of a Deal, because others may still play with it, and if the match began with a state. */
  seed?: string;
  /** proof has the values from which it was drawn. */
  proof?: Proof;
  deal?: Deal;
}

/** ReturnFrame gives a seat that a bot plays back to its player. */
export interface ReturnFrame {
  type: 'return';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
}

/** Role determines the acts that a person can carry out as a moderator. */
export type Role = '' | 'moderator' | 'owner' | 'operator';

/** RoomAnswer is the id of a room or of a match. */
export interface RoomAnswer {
  id: string;
}

/**
 * RoomFrame is the state of the room. It comes at first and after changes. Many changes may come as one frame
 * a moment later, except to the person who has made them.
 */
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
  summary: { players: string[]; people: string[]; bots: string[]; watch: boolean; delay: number; clock: Clock; autoStart: boolean; accounts: boolean; rated: boolean; options: Record<string, string>; event?: EventInfo };
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

/** SayFrame adds a line to the chat, at most 6 in 10 seconds. */
export interface SayFrame {
  type: 'chat';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /** text has 1 to 300 characters. A line of 👍, 😄, 😮 or 😬 alone is a reaction, which clients draw. */
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
  /** ready is true if the player is ready to start. */
  ready: boolean;
  /** consent is true if the player agrees that spectators see all hands of the next match. Bots always agree. */
  consent: boolean;
  /** shared is true if the player has sent a share of the next seed. */
  shared: boolean;
  /**
   * lost is the reason why the seat has lost whatever its score, or "": `time`, `left`, `conceded`, or
   * `long` if it has filled the record.
   */
  lost: Lost | '';
  /**
   * away is the time since when the player has been away, in milliseconds since 1970. It is 0 if the player
   * is connected, or has been disconnected for less than a few minutes.
   */
  away: number;
  /** free is true if a person can take the seat or, during a match, ask for it. */
  free: boolean;
  /** expected is the person for whom the seat is reserved, absent if the person has come or the match has started. */
  expected?: ExpectedInfo;
}

/**
 * SeatRating is the change of the rating of the player who started a match at a seat. Before and
 * Points are the points before and after the match.
 */
export interface SeatRating {
  /** before is the rating before the match, and Points the one after it. */
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
  /** lost is the reason why the seat has lost whatever its score. */
  lost?: Lost;
  /** lostAt is when, in milliseconds since 1970. */
  lostAt?: number;
  /** answers has the number of answers by each person and bot. */
  answers?: Share[];
}

/** Series is several matches of the same players, of which most wins count. */
export interface Series {
  /** bestOf is the number of matches at most. */
  bestOf: number;
  /** wins has the number of matches that each seat has won. A tie counts for no seat. */
  wins: number[];
  /** played is the number of matches that have ended. */
  played: number;
}

/** SeriesInfo is the public information about a series. */
export interface SeriesInfo extends Series {
  /** over is true if no further match of the series is played. */
  over: boolean;
}

/** Settings are the choices of a room's host. They can change until the match starts. */
export interface Settings {
  /** game is the id of a game. */
  game: string;
  /** options has a value for each of its match options. */
  options: Record<string, string>;
  /** seats is the number of players. */
  seats: number;
  /** listed is true if the room is in the public list. Other rooms can be found only by their links. */
  listed: boolean;
  /** spectators is true if anybody may watch. They see the match Delay turns later than the players, 0 to 10. */
  spectators: boolean;
  delay: number;
  /**
   * openHands lets spectators see all hands of a match if every player agrees before it starts. It needs a
   * delay of at least 2 turns.
   */
  openHands: boolean;
  /** playersChat is true if only players can write in the chat. */
  playersChat: boolean;
  /** undo is true if players can take back their last answers. */
  undo: boolean;
  /** clock is `none` by default. */
  clock: Clock;
  /** absent determines what happens when a player is disconnected for AbsentAfter seconds (at least 10, 120 by default): the others `wait`, which is the default, or a `bot` plays. */
  absent: Absent;
  absentAfter: number;
  /** outOfTime determines what happens when a player's time is up: a `bot` plays until the player returns, which is the default, or the player has lost (`lose`). */
  outOfTime: OutOfTime;
  /**
   * replaceAfter is the time in seconds after which a bot can play for a player who is away, if the other
   * players agree: 300 to 2592000, 86400 by default.
   */
  replaceAfter: number;
  /**
   * autoStart is true if the match starts by itself when every seat is taken and every player is ready and
   * has been connected: as soon as all have sent a `share`, or after 5 seconds.
   */
  autoStart: boolean;
  /** accounts is true if only persons with accounts can take a seat. */
  accounts: boolean;
  /**
   * leftSeat determines who replaces a player who has left a match: a bot, until the other players `agree`
   * to let somebody in, which is the default, or a `bot` to the end.
   */
  leftSeat: LeftSeat;
  /**
   * rated is true if the matches count for the players' ratings. Then `accounts` is true, no bot has a seat,
   * there is a clock, `undo` is false, `absent` is `wait`, and `outOfTime` is `lose`, which then is its
   * default.
   */
  rated: boolean;
}

/**
 * SettingsFrame replaces all settings of the room, before a match. Missing ones get their defaults. Only the
 * host can send it.
 */
export interface SettingsFrame {
  type: 'settings';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  settings: Settings;
}

/** Share is the number of answers of a seat that one person or one bot has given. */
export interface Share {
  person?: string;
  bot?: string;
  count: number;
}

/** ShareFrame gives the player's share of the seed of the next match. */
export interface ShareFrame {
  type: 'share';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  /** commitment is the one that the room has shown. */
  commitment: string;
  /**
   * share is 16 random bytes in hexadecimal digits. A client makes them once for each commitment, and sends
   * them again unchanged after a lost connection.
   */
  share: string;
}

/** SiteInfo is the answer to GET /api/site. */
export interface SiteInfo {
  /** name is the host's name for the server, "" for Archmage. */
  name: string;
  /** version is the version of the program. */
  version: string;
  /** welcome has the host's welcome by language, "" for any other. */
  welcome: Record<string, string>;
  /** logo is the path of the club's logo. */
  logo: string;
  /** colour is its colour, like "#1f4a2e". Both are "" by default. */
  colour: string;
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
export type SitePart = 'name' | 'languages' | 'accounts' | 'welcome' | 'about' | 'imprint' | 'privacy' | 'club_chat' | 'club_link' | 'logo' | 'colour';

/** SnapshotFrame is the whole match as this client may see it. */
export interface SnapshotFrame {
  type: 'snapshot';
  /** sequence names the series of frames in which Seq counts. */
  sequence: string;
  /** seq is the number of the frame in its sequence. Every update has the next number. */
  seq: number;
  /** match is the id of the match. */
  match: string;
  /** public is the document of what everybody may know. */
  public: unknown;
  /** private is the document of what only this player knows besides, absent for spectators. When the match is over, Public has everything and Private is empty. */
  private?: Record<string, unknown>;
  /** decisions are the open decisions of the player, at most one. */
  decisions: DecisionText[];
  /** events has the last events. */
  events: MatchEvent[];
  /** eventsFrom is the number of the first one. */
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

/** StartFrame starts a match. Every seat must be taken, and every player ready. Only the host can send it. */
export interface StartFrame {
  type: 'start';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
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
  /** bytes is the size of the stored data. */
  bytes: number;
  /** free is the free space on the disk in bytes, 0 if it is not known. */
  free: number;
  /** floor is the free space below which only matches in progress are stored, 0 if it is not known. */
  floor: number;
  /** low is true if less than Floor is free. */
  low: boolean;
  /** failing is true if the last write has failed. */
  failing: boolean;
}

/**
 * StreakAnswer is the current and the best winning streak of the person in a game. Only matches
 * with other people count.
 */
export interface StreakAnswer {
  game: string;
  /** current is the number of matches won in a row up to now. */
  current: number;
  /** best is the longest such row. */
  best: number;
}

/** Summary is the part of a room's list entry about its seats and settings. */
export interface Summary {
  /** players has the names by seat, "" for a free one. A person for whom a seat is reserved is named too. */
  players: string[];
  /** people has the ids of the people by seat. */
  people: string[];
  /** bots has the ids of the bots by seat. */
  bots: string[];
  /** watch is true if others may watch. */
  watch: boolean;
  /** delay is the number of turns that spectators are behind the players. */
  delay: number;
  /** clock and the members below it are those of the settings. */
  clock: Clock;
  autoStart: boolean;
  accounts: boolean;
  rated: boolean;
  options: Record<string, string>;
  /** event is the table of an event to which the room belongs, absent for other rooms. */
  event?: EventInfo;
}

/** SwapFrame exchanges two seats. Only the host can send it. */
export interface SwapFrame {
  type: 'swap';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
  seat: number;
  other: number;
}

/** TableStatus is a stage in the life of the room of a table. */
export type TableStatus = 'waiting' | 'playing' | 'over' | 'closed';

/** TallyAnswer has sums over the matches of one game and number of seats. */
export interface TallyAnswer {
  game: string;
  seats: number;
  played: number;
  won: number;
  /** place and Total are the average place and the average points. */
  place: number;
  total: number;
  /** best is the most points. */
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
  /** matches is the number of common matches. */
  matches: number;
  /** ahead is the number of those in which the client had the better place. */
  ahead: number;
  /** behind is the number in which the other person had it. */
  behind: number;
}

/** Trophies are the numbers of first, second and third places in listed events with at least TrophyPeople people. */
export interface Trophies {
  /** first counts the events that the person has won. */
  first: number;
  /** second counts those in which the person was second. */
  second: number;
  /** third counts those in which the person was third. */
  third: number;
}

/**
 * Turn is a step at which a seat's chance to win changed, either because its answer was not the best one, or
 * because of what happened before the next turn.
 */
export interface Turn {
  /** step is the number of the step. */
  step: number;
  seat: number;
  /** change is the change of the chance of Seat. */
  change: number;
}

/** UndoFrame takes back the player's last answer, while `undo` is true. */
export interface UndoFrame {
  type: 'undo';
  /** id is chosen by the client, and has 1 to 64 bytes. The answer repeats it. */
  id: string;
}

/** UpdateFrame is what has changed since the frame before; what is absent is unchanged. */
export interface UpdateFrame {
  type: 'update';
  /** seq is one more than that of the snapshot or update before. */
  seq: number;
  /** public is a merge patch (RFC 7396) of the document: members with their new values, null for removed ones, complete lists. */
  public?: unknown;
  /** private is the same of the other document. */
  private?: unknown;
  /** events are those since the frame before. */
  events?: MatchEvent[];
  /** decisions are the open ones if they have changed, [] if none is open. */
  decisions?: DecisionText[];
  /** undo is there if it has changed. */
  undo?: boolean;
  /** result is there when the match ends. */
  result?: Result;
}

/** Wanted is the kind of table at which a person wants to play now. */
export interface Wanted {
  game: string;
  seats: number;
  /**
   * pace is the time to think: `live` is 30 minutes and 15 seconds a turn, `days` is 3 days a turn, `free`
   * has no limit.
   */
  pace: Pace;
  /** rated is true if the match counts for ratings. Then the pace is not `free`. */
  rated: boolean;
}

/** Watcher is a person who watches without a seat. */
export interface Watcher {
  player: string;
  name: string;
  /** stream is true if the person is connected only by the overlay of a broadcast. */
  stream?: boolean;
}

/** WelcomeFrame is the first frame that the server sends on a connection. */
export interface WelcomeFrame {
  type: 'welcome';
  /** v is the version of the protocol. */
  v: number;
  /** you is the client's identity. */
  you: Person;
  /** room is the id of the room, "" on a connection to the club. */
  room: string;
  /** now is the server's time, in milliseconds since 1970. */
  now: number;
  /** limits are the limits that the client has to observe. */
  limits: WelcomeLimits;
}

/** WelcomeLimits are the limits that a client has to observe. */
export interface WelcomeLimits {
  /** message is the maximum length of a frame in bytes; 0 means no limit. */
  message: number;
  /** chat is the maximum length of a chat line in characters. */
  chat: number;
}

/**
 * Whereabouts is the activity of a person, and its table, as followers see them. For a private table,
 * followers see only that the person plays.
 */
export interface Whereabouts {
  doing: Doing;
  /** game is the game at a public table. */
  game?: string;
  /** room is the table's id if others can join or watch there. Both are "" otherwise. */
  room?: string;
}
