import { createHash } from 'node:crypto';
import type { BrowserSubscription, PushKind, PushNotice, UserId } from '@candid/contracts';
import { addWorkItem, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { hasRow } from '../kernel/rows.js';

export const PUSH_QUEUE = 'push';

/** How long a notification is news. Later it is neither sent nor kept by the push service. */
const NEWS_MS: Readonly<Record<PushKind, number>> = { progress: 3_600_000, results: 24 * 3_600_000 };

/** The address and the keys of the browser are looked up when the message is sent. */
export interface PushWork {
  subscriptionId: string;
  notice: PushNotice;
  /** ISO 8601. */
  newsUntil: string;
}

export interface QueuedPush {
  notice: Omit<PushNotice, 'tag'>;
  /** Id of what the notification is about; news about it replaces older news. */
  aboutId: string;
  /** ISO 8601 time of the event. */
  at: string;
}

/** Living subscriptions: their session is open. Parameter $1 is the time. */
export const livingSubscriptions = `from push_subscriptions p join sessions s using (session_id)
  where s.ended_at is null and s.expires_at > $1::timestamptz`;

@Injectable()
export class QueuePush {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Adds one work item for each of the person's browsers that wants this kind. A repeated event adds nothing. */
  async execute(session: SqlSession, { notice, aboutId, at, userId }: QueuedPush & { userId: UserId }): Promise<void> {
    const now = this.clock();
    const newsUntil = new Date(Date.parse(at) + NEWS_MS[notice.kind]);
    if (newsUntil <= now) return;
    const rows = await session.query<{ subscriptionId: string }>(
      `select p.subscription_id as "subscriptionId" ${livingSubscriptions}
         and s.user_id = $2::uuid and $3::text = any (p.kinds)`,
      [now.toISOString(), userId, notice.kind],
    );
    const tag = createHash('sha256').update(aboutId).digest('base64url').slice(0, 32);
    for (const { subscriptionId } of rows) {
      const payload: PushWork = { subscriptionId, notice: { ...notice, tag }, newsUntil: newsUntil.toISOString() };
      await addWorkItem(session, {
        id: `push:${notice.kind}:${subscriptionId}:${aboutId}:${at}`,
        queue: PUSH_QUEUE,
        payload,
      });
    }
  }
}

/** Returns undefined if the session has ended, or if the person wants no notifications of this kind any more. */
export async function findSubscription(
  session: SqlSession,
  subscriptionId: string,
  kind: PushKind,
  now: Date,
): Promise<BrowserSubscription | undefined> {
  const [row] = await session.query<{ endpoint: string; p256dh: string; auth: string }>(
    `select p.endpoint, p.p256dh, p.auth ${livingSubscriptions} and p.subscription_id = $2::uuid and $3::text = any (p.kinds)`,
    [now.toISOString(), subscriptionId, kind],
  );
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
}

/**
 * @param ownerId if given, removes the subscription only if it is this person's
 * @returns false if there is no such subscription
 */
export const removeSubscription = (session: SqlSession, subscriptionId: string, ownerId?: UserId): Promise<boolean> =>
  hasRow(
    session,
    `delete from push_subscriptions p using sessions s
      where p.session_id = s.session_id and p.subscription_id = $1::uuid and s.user_id = coalesce($2::uuid, s.user_id)
      returning p.subscription_id`,
    [subscriptionId, ownerId ?? null],
  );
