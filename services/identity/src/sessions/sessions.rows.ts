import { type accountRpc, type OpenSession, PRODUCT, type UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { z } from 'zod';
import { type Suspended, suspendedUntil } from '../account/credentials.js';
import { isoTime } from '../kernel/paging.js';
import { firstRow, hasRow } from '../kernel/rows.js';
import { hashOfSecret, newSecret, successorOf } from '../kernel/secrets.js';

/**
 * A replaced token works for this long, because two tabs may refresh at the same time. It also works until its
 * successor is used, because the answer with the successor may have been lost. A token has only one successor, so a
 * thief and the owner have the same tokens. If either presents a replaced token too late, the session ends for both.
 */
export const REPLACED_TOKEN_GRACE_MS = 30_000;

export interface IssuedSession extends OwnSession {
  refreshToken: string;
  refreshExpiresAt: Date;
}

/** Maximum number of listed sessions, far more than people usually have. */
const LISTED_MAX = 1_000;

type EndReason =
  | 'logged-out'
  | 'token-reused'
  | 'password-reset'
  | 'password-changed'
  | 'account-deleted'
  | 'role-revoked'
  | 'second-factor-changed'
  | 'account-suspended'
  | 'ended-elsewhere';

/** Facts by which a person recognises a session; null if unknown. */
interface SessionPlace {
  device: string | null;
  network: string | null;
}

type Refreshed = { outcome: 'refreshed'; session: IssuedSession } | { outcome: 'refused' | 'reused' };

const expiryOf = (now: Date, startedAt: Date): Date =>
  new Date(Math.min(now.getTime() + PRODUCT.refreshTokenMs, startedAt.getTime() + PRODUCT.sessionMs));

export async function startSession(
  session: SqlSession,
  started: { userId: UserId; sessionId: string; hasSecondFactor: boolean; now: Date } & SessionPlace,
): Promise<IssuedSession> {
  const { userId, sessionId, hasSecondFactor, now, device, network } = started;
  const refreshToken = newSecret();
  const refreshExpiresAt = expiryOf(now, now);
  await session.query(
    `insert into sessions (session_id, user_id, started_at, last_used_at, expires_at, second_factor_at, device, network)
     values ($1, $2, $3::timestamptz, $3::timestamptz, $4::timestamptz, $5::timestamptz, $6, $7)`,
    [
      ...[sessionId, userId, now.toISOString(), refreshExpiresAt.toISOString()],
      ...[hasSecondFactor ? now.toISOString() : null, device, network],
    ],
  );
  await addToken(session, { refreshToken, sessionId, expiresAt: refreshExpiresAt });
  return { userId, sessionId, refreshToken, refreshExpiresAt };
}

interface PresentedToken extends OwnSession {
  startedAt: Date;
  isOpen: boolean;
  successorSeed: string | null;
  replacedAt: Date | null;
  expiresAt: Date;
}

/** Finds when the account's `limit`-th newest session started, if that was within the last day. */
export const firstOfManySessions = (session: SqlSession, userId: UserId, limit: number, now: Date) =>
  firstRow<{ startedAt: Date }>(
    session,
    `select started_at as "startedAt" from sessions
      where user_id = $1::uuid and started_at > $2::timestamptz - interval '1 day'
      order by started_at desc offset $3::int limit 1`,
    [userId, now.toISOString(), limit - 1],
  );

/**
 * Replaces the token by its successor, at most `replacementsMax` times a day, because rows of replaced tokens stay for
 * a month. A reused token ends its session within the caller's transaction, so the caller must commit.
 */
export async function refreshSession(
  session: SqlSession,
  presented: string,
  { now, network, replacementsMax }: { now: Date; network: string | null; replacementsMax: number },
): Promise<Refreshed> {
  const token = await lockToken(session, presented, now);
  if (!token?.isOpen) return { outcome: 'refused' };
  if (token.successorSeed === null) {
    const isBounded = await isReplacedOften(session, token.sessionId, now, replacementsMax);
    return isBounded ? keptToken(presented, token) : replace(session, presented, token, { now, network });
  }
  const isRecent = now.getTime() - token.replacedAt!.getTime() <= REPLACED_TOKEN_GRACE_MS;
  if (isRecent || !(await wasPresented(session, successorOf(presented, token.successorSeed)))) {
    return followSuccessors(session, presented, token, now);
  }
  await endSession(session, token.sessionId, 'token-reused', now);
  return { outcome: 'reused' };
}

/** Every path locks the session's row first, so that the changes of one family of tokens are serialised. */
async function lockToken(session: SqlSession, refreshToken: string, now: Date): Promise<PresentedToken | undefined> {
  const hash = hashOfSecret(refreshToken);
  await session.query(
    'select 1 from sessions where session_id = (select session_id from refresh_tokens where token_hash = $1) for update',
    [hash],
  );
  return firstRow(
    session,
    `select session_id as "sessionId", s.user_id as "userId", s.started_at as "startedAt", t.replaced_at as "replacedAt",
        s.ended_at is null and t.expires_at > $2::timestamptz as "isOpen", t.successor_seed as "successorSeed",
        t.expires_at as "expiresAt"
       from refresh_tokens t join sessions s using (session_id) where t.token_hash = $1`,
    [hash, now.toISOString()],
  );
}

async function replace(
  session: SqlSession,
  presented: string,
  { sessionId, userId, startedAt }: PresentedToken,
  { now, network }: { now: Date; network: string | null },
): Promise<Refreshed> {
  const seed = newSecret();
  const refreshToken = successorOf(presented, seed);
  const refreshExpiresAt = expiryOf(now, startedAt);
  await session.query(
    'update refresh_tokens set replaced_at = $2::timestamptz, successor_seed = $3 where token_hash = $1',
    [hashOfSecret(presented), now.toISOString(), seed],
  );
  await addToken(session, { refreshToken, sessionId, expiresAt: refreshExpiresAt });
  await session.query(
    `update sessions set expires_at = $2::timestamptz, last_used_at = $3::timestamptz, network = coalesce($4, network)
      where session_id = $1`,
    [sessionId, refreshExpiresAt.toISOString(), now.toISOString(), network],
  );
  return { outcome: 'refreshed', session: { userId, sessionId, refreshToken, refreshExpiresAt } };
}

/** Returns true if somebody has refreshed with the token and so must have received it. */
async function wasPresented(session: SqlSession, refreshToken: string): Promise<boolean> {
  const sql = 'select 1 from refresh_tokens where token_hash = $1 and successor_seed is null';
  return !(await hasRow(session, sql, [hashOfSecret(refreshToken)]));
}

/** Returns the session's newest token: tabs share a cookie, so the answer to each tab must contain a usable token. */
async function followSuccessors(
  session: SqlSession,
  presented: string,
  first: PresentedToken,
  now: Date,
): Promise<Refreshed> {
  let refreshToken = presented;
  let token: PresentedToken | undefined = first;
  while (token?.isOpen && token.successorSeed !== null) {
    refreshToken = successorOf(refreshToken, token.successorSeed);
    token = await lockToken(session, refreshToken, now);
  }
  return token?.isOpen ? keptToken(refreshToken, token) : { outcome: 'refused' };
}

function keptToken(refreshToken: string, { userId, sessionId, expiresAt }: PresentedToken): Refreshed {
  return { outcome: 'refreshed', session: { userId, sessionId, refreshToken, refreshExpiresAt: expiresAt } };
}

const isReplacedOften = (session: SqlSession, sessionId: string, now: Date, replacementsMax: number) =>
  hasRow(
    session,
    `select 1 from refresh_tokens where session_id = $1::uuid and replaced_at > $2::timestamptz - interval '1 day'
      having count(*) >= $3::int`,
    [sessionId, now.toISOString(), replacementsMax],
  );

export interface OwnSession {
  userId: UserId;
  sessionId: string;
}

const isOwnOpen = 'session_id = $1::uuid and user_id = $2::uuid and ended_at is null and expires_at > $3::timestamptz';

export const isSessionOpen = (session: SqlSession, { userId, sessionId }: OwnSession, now: Date): Promise<boolean> =>
  hasRow(session, `select 1 from sessions where ${isOwnOpen}`, [sessionId, userId, now.toISOString()]);

/** Accepts any token of the family, current or replaced. */
export async function endSessionOfToken(session: SqlSession, refreshToken: string, now: Date): Promise<void> {
  const token = await lockToken(session, refreshToken, now);
  if (token) await endSession(session, token.sessionId, 'logged-out', now);
}

export async function endSession(session: SqlSession, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await session.query(
    `update sessions set ended_at = $2::timestamptz, end_reason = $3 where session_id = $1::uuid and ended_at is null`,
    [sessionId, now.toISOString(), reason],
  );
}

/** Returns false if the user has no such open session. */
export const endOwnSession = (session: SqlSession, { userId, sessionId }: OwnSession, now: Date): Promise<boolean> =>
  hasRow(
    session,
    `update sessions set ended_at = $3::timestamptz, end_reason = 'ended-elsewhere' where ${isOwnOpen}
      returning session_id`,
    [sessionId, userId, now.toISOString()],
  );

/** Lists sessions that are neither ended nor expired: `current` first, then the latest used. */
export function listOpenSessionsOf(
  session: SqlSession,
  { userId, current, now }: { userId: UserId; current: string | undefined; now: Date },
): Promise<OpenSession[]> {
  return session.query<OpenSession>(
    `select session_id as "sessionId", device, network, ${isoTime('started_at')} as "startedAt",
        ${isoTime('coalesce(last_used_at, started_at)')} as "lastUsedAt", session_id is not distinct from $2::uuid as "isCurrent"
       from sessions where user_id = $1::uuid and ended_at is null and expires_at > $3::timestamptz
      order by "isCurrent" desc, "lastUsedAt" desc, session_id limit $4::int`,
    [userId, current ?? null, now.toISOString(), LISTED_MAX],
  );
}

/** Ends all sessions of the user except the session `but`, if given. Waits for a session that is being refreshed. */
export async function endSessionsOf(
  session: SqlSession,
  userId: UserId,
  reason: EndReason,
  now: Date,
  but?: string,
): Promise<void> {
  await session.query(
    `update sessions set ended_at = $2::timestamptz, end_reason = $3
      where user_id = $1::uuid and ended_at is null and session_id is distinct from $4::uuid`,
    [userId, now.toISOString(), reason, but ?? null],
  );
}

export async function factorsOfSession(session: SqlSession, { userId, sessionId }: OwnSession) {
  const [row] = await session.query<{ isProved: boolean; isSetUp: boolean }>(
    `select exists (select from sessions
        where session_id = $1::uuid and user_id = $2::uuid and second_factor_at is not null) as "isProved",
      exists (select from second_factors where user_id = $2::uuid and secret is not null) as "isSetUp"`,
    [sessionId, userId],
  );
  return row!;
}

/** Returns false if the session has ended. */
export const markSecondFactorProved = (session: SqlSession, sessionId: string, now: Date): Promise<boolean> =>
  hasRow(
    session,
    `update sessions set second_factor_at = $2::timestamptz
      where session_id = $1::uuid and ended_at is null returning session_id`,
    [sessionId, now.toISOString()],
  );

async function addToken(
  session: SqlSession,
  { refreshToken, sessionId, expiresAt }: { refreshToken: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await session.query(
    'insert into refresh_tokens (token_hash, session_id, expires_at) values ($1, $2::uuid, $3::timestamptz)',
    [hashOfSecret(refreshToken), sessionId, expiresAt.toISOString()],
  );
}

/** Lists sessions newest first, without tokens. Expired sessions are removed, so the list covers about thirty days. */
export const listSessionsOf = (session: SqlSession, userId: UserId): Promise<ListedSession[]> =>
  session.query(
    `select device, network, ${isoTime('started_at')} as "startedAt", ${isoTime('expires_at')} as "expiresAt",
        ${isoTime('ended_at')} as "endedAt", end_reason as "endReason",
        array(select endpoint from push_subscriptions p where p.session_id = sessions.session_id) as "pushEndpoints"
       from sessions where user_id = $1::uuid order by started_at desc limit $2::int`,
    [userId, LISTED_MAX],
  );

type ListedSession = z.output<typeof accountRpc.exportAccount.reply>['sessions'][number];

/** Finds the suspension of the token's account, if the suspension has ended the token's session. */
export const findSuspensionOfToken = (session: SqlSession, refreshToken: string, now: Date) =>
  firstRow<Suspended>(
    session,
    `select ${suspendedUntil} from refresh_tokens t join sessions s using (session_id) join credentials c using (user_id)
      where t.token_hash = $1 and s.end_reason = 'account-suspended' and t.expires_at > $2::timestamptz
        and c.suspended_until > $2::timestamptz and c.deletion_requested_at is null`,
    [hashOfSecret(refreshToken), now.toISOString()],
  );
