import { RETENTION, TRIAL } from '@candid/contracts';
import { removeAnswersBefore, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, untilFew } from '@candid/platform';
import type { RepeatedJob } from '@candid/platform/jobs';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { MAIL_WINDOW_MS } from '../kernel/tries.js';
import { BOUNCED_ADDRESS_MS } from '../mail/bounced-addresses.js';
import { removeNoticeCases, removeNoticeWords } from '../notices/notices.rows.js';
import { STATED_HOLD_AGE_MS } from './send-mails.js';

const BATCH_SIZE = 1_000;
const ANSWER_AGE_MS = 24 * 3_600_000;

/** Removes at most `limit` rows; returns how many it removed. */
type RemoveExpired = (session: SqlSession, now: Date, limit: number) => Promise<number>;

const TOTALS_AGE_MS = 2 * 24 * 3_600_000;
const LOOKUPS_AGE_MS = 30 * 24 * 3_600_000;

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
 * Refresh tokens, even replaced ones, stay until they expire, because their rows reveal a reuse. A used reset link
 * stays, and counts towards the limits, until it would have expired.
 */
const removeExpired: readonly RemoveExpired[] = [
  removal('signup_codes', 'email', 'expires_at <= $1::timestamptz or used_at is not null'),
  removal('password_resets', 'request_id', 'expires_at <= $1::timestamptz'),
  removal('refresh_tokens', 'token_hash', 'expires_at <= $1::timestamptz'),
  removal(
    'push_subscriptions',
    'subscription_id',
    'session_id in (select session_id from sessions where ended_at <= $1::timestamptz)',
  ),
  removal('welcomed_mailboxes', 'mailbox_hash', 'welcomed_at <= $1::timestamptz', RETENTION.welcomedMailboxMs),
  removal('sessions', 'session_id', 'expires_at <= $1::timestamptz'),
  removal(
    'secret_tries',
    'scope',
    'not exists (select from unnest(tried_at) at where at > $1::timestamptz)',
    MAIL_WINDOW_MS,
  ),
  removal('assessor_trials', 'trial_id', 'started_at <= $1::timestamptz', TRIAL.windowMs),
  removal('staff_lookups', 'ctid', 'on_day <= $1::timestamptz', LOOKUPS_AGE_MS),
  removal('bounced_addresses', 'email', 'bounced_at <= $1::timestamptz', BOUNCED_ADDRESS_MS),
  removal('stated_holds', 'case_id', 'stated_at <= $1::timestamptz', STATED_HOLD_AGE_MS),
  removal('feedback', 'feedback_id', 'sent_at <= $1::timestamptz', RETENTION.feedbackMs),
  removeNoticeWords,
  removeNoticeCases,
  removal('analytics_days', 'ctid', 'day <= $1::timestamptz', RETENTION.analyticsDayMs),
  removal('analytics_totals', 'day', 'day <= $1::timestamptz', TOTALS_AGE_MS),
];

/** Removes rows in small batches. Concurrent runs share the work. */
@Injectable()
export class RemoveExpiredRows implements RepeatedJob {
  readonly name = 'identity-sweep';
  readonly everyMs = 10 * 60_000;

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock();
    const answersBefore = new Date(now.getTime() - ANSWER_AGE_MS);
    await untilFew(BATCH_SIZE, (limit) => removeAnswersBefore(this.database, answersBefore, limit));
    for (const remove of removeExpired) await untilFew(BATCH_SIZE, (limit) => remove(this.database, now, limit));
  }
}
