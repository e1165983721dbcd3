// Written by go run ./web/types. Do not edit.

import type * as wire from './wire-types.js';

/** ApiRoutes has what each request sends and what it is answered with. */
export interface ApiRoutes {
  'DELETE /api/account': { body: { name: string }; answer: null };
  'GET /api/account': { answer: wire.AccountAnswer };
  'POST /api/account/codes': { answer: wire.KeysKept };
  'GET /api/account/data': { answer: unknown };
  'DELETE /api/account/keys/{key}': { answer: wire.AccountAnswer };
  'GET /api/account/notifications': { answer: wire.NoticesAnswer };
  'POST /api/account/notifications': { body: { address: string; always?: boolean; auth?: string; events?: (wire.NoticeEvent)[]; key?: string; kind: wire.NoticeKind; lang?: string }; answer: wire.NoticesAnswer };
  'DELETE /api/account/notifications/{channel}': { answer: wire.NoticesAnswer };
  'PATCH /api/account/notifications/{channel}': { body: NoticeChoiceRequest; answer: wire.NoticesAnswer };
  'POST /api/account/notifications/{channel}/test': { answer: wire.NoticesAnswer };
  'POST /api/account/passkeys': { body: { credential: unknown }; answer: wire.KeysKept };
  'POST /api/account/passkeys/options': { body: { name?: string }; answer: unknown };
  'POST /api/account/provider': { body: { name?: string }; answer: { address: string } };
  'DELETE /api/account/sessions': { answer: wire.AccountAnswer };
  'POST /api/account/tokens': { body: { bot?: boolean; name: string }; answer: { token: string } };
  'GET /api/avatars': { answer: wire.AvatarsAnswer };
  'GET /api/blocks': { answer: wire.Blocks };
  'POST /api/blocks': { body: { person: string }; answer: wire.Blocks };
  'DELETE /api/blocks/{person}': { answer: wire.Blocks };
  'GET /api/codes/{code}': { answer: wire.RoomAnswer };
  'GET /api/follows': { answer: wire.Follows };
  'POST /api/follows': { body: { person: string }; answer: wire.Follows };
  'DELETE /api/follows/{person}': { answer: wire.Follows };
  'GET /api/games': { answer: (wire.GameInfo)[] };
  'GET /api/games/{game}/catalogue': { answer: unknown };
  'GET /api/host': { answer: wire.HostAnswer };
  'GET /api/invitations': { answer: wire.Invitations };
  'POST /api/invitations/{invitation}': { body: { accept?: boolean }; answer: wire.RoomAnswer };
  'GET /api/leaderboard': { answer: wire.LeaderboardAnswer };
  'GET /api/matches': { answer: wire.MatchPage };
  'POST /api/matches': { body: unknown; answer: wire.MatchInfo };
  'DELETE /api/matches/{match}': { answer: wire.RoomAnswer };
  'GET /api/matches/{match}': { answer: wire.MatchInfo };
  'GET /api/matches/{match}/analysis': { answer: wire.AnalysisInfo };
  'POST /api/matches/{match}/analysis': { answer: wire.AnalysisInfo };
  'GET /api/matches/{match}/picture.png': { answer: unknown };
  'GET /api/matches/{match}/ratings': { answer: { rated: boolean; repeated: boolean; seats: (wire.SeatRating)[] } };
  'GET /api/matches/{match}/record': { answer: unknown };
  'GET /api/matches/{match}/steps': { answer: wire.Chunk };
  'GET /api/matches/{match}/timeline': { answer: wire.Timeline };
  'GET /api/me': { answer: wire.Person };
  'PATCH /api/me': { body: { about?: string; avatar?: string; name?: string; noFollowers?: boolean }; answer: wire.Person };
  'POST /api/me': { body: { link?: string; name?: string; token?: boolean }; answer: wire.Identity };
  'POST /api/me/links': { answer: { secret: string; until: number } };
  'POST /api/me/links/owner': { body: { link: string }; answer: wire.Person };
  'GET /api/moderation/acts': { answer: { acts: (wire.ActAnswer)[]; next: string } };
  'POST /api/moderation/acts': { body: { ban?: string; hours?: number; kind: string; lang?: string; line?: number; network?: boolean; part?: wire.SitePart; person?: string; reason?: wire.ModerationReason; report?: number; role?: wire.Role; room?: string; text?: string; texts?: Record<string, string>; words?: string }; answer: Record<string, never> };
  'GET /api/moderation/bans': { answer: { bans: (wire.BanAnswer)[] } };
  'GET /api/moderation/people': { answer: (wire.PersonAndRole & { acts: (wire.ActAnswer)[]; bans: (wire.BanAnswer)[]; reports: (wire.ReportAnswer)[]; rooms: (wire.RoomInfo)[] }) };
  'GET /api/moderation/reports': { answer: { next: string; reports: (wire.ReportAnswer)[] } };
  'GET /api/moderation/rooms': { answer: wire.RoomPage };
  'GET /api/moderation/rooms/{room}': { answer: { connected: (wire.Person)[]; id: string; seats: (wire.Person)[]; status: wire.Status } };
  'GET /api/news': { answer: wire.NewsAnswer };
  'POST /api/news': { body: { number?: number }; answer: null };
  'POST /api/notifications/confirm': { body: { token: string }; answer: null };
  'GET /api/people': { answer: wire.Profile };
  'GET /api/people/head-to-head': { answer: wire.Together };
  'GET /api/people/search': { answer: wire.Found };
  'POST /api/play': { body: { game: string; id?: string; pace: wire.Pace; rated?: boolean; seats: number }; answer: wire.RoomAnswer };
  'POST /api/qr': { body: { text: string }; answer: unknown };
  'GET /api/ratings': { answer: { ratings: (({ player: string } & wire.RatingAnswer))[] } };
  'POST /api/reports': { body: { line?: number; person?: string; reason: wire.ModerationReason; room?: string; what: string; words?: string }; answer: Record<string, never> };
  'GET /api/rooms': { answer: wire.RoomPage };
  'POST /api/rooms': { body: { from?: FromRequest; settings?: SettingsRequest }; answer: wire.RoomAnswer };
  'GET /api/rooms/{room}/board': { answer: wire.BoardAnswer };
  'POST /api/rooms/{room}/code': { answer: { code: string } };
  'GET /api/rooms/{room}/events': { answer: wire.EventPage };
  'POST /api/rooms/{room}/hint': { answer: wire.Hint };
  'GET /api/rooms/{room}/invitations': { answer: wire.InvitedList };
  'POST /api/rooms/{room}/invitations': { body: { person: string }; answer: wire.InvitedList };
  'POST /api/rooms/{room}/leave': { answer: wire.RoomAnswer };
  'POST /api/rooms/{room}/rematch': { answer: wire.RoomAnswer };
  'GET /api/rooms/{room}/steps': { answer: wire.Chunk };
  'POST /api/sign-in/code': { body: { code: string }; answer: wire.Person };
  'POST /api/sign-in/options': { body: Record<string, never>; answer: unknown };
  'POST /api/sign-in/passkey': { body: { credential: unknown }; answer: wire.Person };
  'POST /api/sign-in/provider': { body: Record<string, never>; answer: { address: string } };
  'POST /api/sign-out': { answer: null };
  'GET /api/site': { answer: wire.SiteInfo };
  'GET /api/site/{page}': { answer: Record<string, string> };
  'GET /api/standings': { answer: wire.Standings };
}

export type ClockRequest = { increment?: number; mode?: wire.ClockMode; seconds?: number };

export type FromRequest = { luck: wire.Luck; match: string; seat?: number; step?: number };

export type NoticeChoiceRequest = { always?: boolean; events?: (wire.NoticeEvent)[] };

export type SettingsRequest = { absent?: wire.Absent; absentAfter?: number; accounts?: boolean; autoStart?: boolean; clock?: ClockRequest; delay?: number; game?: string; leftSeat?: wire.LeftSeat; listed?: boolean; openHands?: boolean; options?: Record<string, string>; outOfTime?: wire.OutOfTime; playersChat?: boolean; rated?: boolean; replaceAfter?: number; seats?: number; spectators?: boolean; undo?: boolean };
