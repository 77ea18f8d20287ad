import { ECDH, randomUUID } from 'node:crypto';
import { PRODUCT, type PushState, type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { isSessionOpen } from '../sessions/sessions.rows.js';
import { isPushEndpoint } from './push-service.js';
import { livingSubscriptions, removeSubscription } from './push-work.js';

export const PUSH = Symbol('Push');

export interface PushSettings {
  publicKey: string;
  hosts: readonly string[];
}

/** Browsers that get notifications. Each belongs to one session and ends with it, however the session ends. */
@Controller()
export class PushSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    @Inject(PUSH) private readonly push: PushSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getPushState)
  async getPushState({ userId }: Sent<typeof rpc.getPushState>) {
    const subscriptions = await this.database.query<z.output<typeof PushState>['subscriptions'][number]>(
      `select p.subscription_id as id, p.endpoint, p.kinds ${livingSubscriptions} and s.user_id = $2::uuid order by p.created_at`,
      [this.clock().toISOString(), userId],
    );
    return { publicKey: this.push.publicKey, subscriptions };
  }

  /**
   * If the person has too many browsers, the oldest one makes room. An endpoint of another session moves to this one
   * under a new id: messages that wait for the other person are not sent.
   * @throws DomainError `VALIDATION_FAILED`, `UNAUTHENTICATED`
   */
  @RpcHandler(rpc.subscribeToPush)
  async subscribeToPush({ userId, subscription, kinds }: Sent<typeof rpc.subscribeToPush>, context: RequestContext) {
    const { endpoint, keys } = subscription;
    if (!isPushEndpoint(endpoint, this.push.hosts) || !isPoint(keys.p256dh)) {
      throw invalid([{ field: 'subscription', message: TEXTS.pushService }]);
    }
    const now = this.clock();
    const command = commandContext(rpc.subscribeToPush, context);
    const { answer } = await this.commands.executeInTransaction(command, {}, async ({ session }) => {
      // Locks the account, so that concurrent calls keep the limit.
      await session.query('select 1 from credentials where user_id = $1::uuid for no key update', [userId]);
      const { sessionId } = context;
      const isOpen = sessionId !== undefined && (await isSessionOpen(session, { userId, sessionId }, now));
      if (!isOpen) throw refused('UNAUTHENTICATED', TEXTS.session);
      const [row] = await session.query<{ id: string }>(
        `insert into push_subscriptions as p (subscription_id, session_id, endpoint, p256dh, auth, kinds, created_at)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6::text[], $7::timestamptz)
         on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
           auth = excluded.auth, kinds = excluded.kinds, created_at = excluded.created_at,
           subscription_id = case when p.session_id = excluded.session_id then p.subscription_id else excluded.subscription_id end
         returning subscription_id as id`,
        [randomUUID(), sessionId, endpoint, keys.p256dh, keys.auth, kinds, now.toISOString()],
      );
      await session.query(
        `delete from push_subscriptions where subscription_id in (
           select p.subscription_id from push_subscriptions p join sessions s using (session_id)
            where s.user_id = $1::uuid order by p.created_at desc, p.subscription_id offset $2::int)`,
        [userId, PRODUCT.pushSubscriptionsMax],
      );
      return { id: row!.id };
    });
    return answer;
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.unsubscribeFromPush)
  async unsubscribeFromPush({ userId, id }: Sent<typeof rpc.unsubscribeFromPush>, context: RequestContext) {
    const command = commandContext(rpc.unsubscribeFromPush, context);
    await this.commands.executeInTransaction(command, {}, async ({ session }) => {
      if (!(await removeSubscription(session, id, userId))) throw refused('NOT_FOUND', TEXTS.pushUnknown);
    });
    return {};
  }
}

/** Returns true for an uncompressed point on the curve. A message for any other key could never be encrypted. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return Buffer.from(p256dh, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}
