import type { SqlSession } from '@candid/event-store';
import { TRY_WINDOW_MS } from './passkey-tries.js';

/** Removes at most `limit` rows; returns how many it removed. */
export type RemoveExpired = (session: SqlSession, now: Date, limit: number) => Promise<number>;

const MAIL_WORK_AGE_MS = 30 * 24 * 3_600_000;
const ANALYTICS_AGE_MS = 30 * 24 * 3_600_000;
const MAIL_REQUEST_WINDOW_MS = 3_600_000;

const removal =
  (table: string, key: string, condition: string, ageMs = 0): RemoveExpired =>
  async (session, now, limit) => {
    const before = new Date(now.getTime() - ageMs).toISOString();
    const rows = await session.query(
      `delete from ${table} where ${key} in (select ${key} from ${table} where ${condition} limit $2::int) returning ${key}`,
      [before, limit],
    );
    return rows.length;
  };

/**
 * Refresh tokens stay until they expire, replaced ones too: that is how a reuse is noticed. A used code or link stays
 * as long as its address's requests are counted.
 */
export const removeExpired: readonly RemoveExpired[] = [
  removal(
    'signup_codes',
    'email',
    '(expires_at <= $1::timestamptz or used_at is not null) and requested_at[cardinality(requested_at)] <= $1::timestamptz',
    MAIL_REQUEST_WINDOW_MS,
  ),
  removal(
    'password_resets',
    'email',
    '(expires_at <= $1::timestamptz or used_at is not null) and requested_at[cardinality(requested_at)] <= $1::timestamptz',
    MAIL_REQUEST_WINDOW_MS,
  ),
  removal('refresh_tokens', 'token_hash', 'expires_at <= $1::timestamptz'),
  removal('sessions', 'session_id', 'expires_at <= $1::timestamptz'),
  removal(
    'passkey_tries',
    'scope',
    'not exists (select from unnest(tried_at) at where at > $1::timestamptz)',
    TRY_WINDOW_MS,
  ),
  removal('analytics_events', 'event_id', 'counted_at <= $1::timestamptz', ANALYTICS_AGE_MS),
  removal('work_items', 'id', "queue = 'mail' and completed_at <= $1::timestamptz", MAIL_WORK_AGE_MS),
];
