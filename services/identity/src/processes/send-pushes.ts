import type { WorkItem } from '@candid/event-store';
import { CLOCK, type Clock, type Counter, inSpan, Metrics, RemoteError } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PushService } from '../push/push-service.js';
import { findSubscription, PUSH_QUEUE, type PushWork, removeSubscription } from '../push/push-work.js';

/** Sends one message to one browser. A crash may repeat a message; the browser then shows it in the same place. */
@Injectable()
export class PushProcessor implements Processor, OnApplicationShutdown {
  readonly queue = PUSH_QUEUE;
  readonly waitsOutside = true;
  /** Mails need the pool's other connections: two mails hold two, and each takes one more to store its code. */
  readonly concurrency = 1;
  private readonly deliveries: Counter<'kind' | 'outcome'>;

  constructor(
    private readonly service: PushService,
    @Inject(CLOCK) private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const help = 'Notifications handed to push services, by kind and outcome';
    this.deliveries = metrics.counter('push_deliveries_total', help, ['kind', 'outcome']);
  }

  /** @throws RemoteError `UNAVAILABLE` if the push service does not take the message now */
  async handle({ id, payload }: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { subscriptionId, notice, newsUntil } = payload as PushWork;
    const { kind } = notice;
    const now = this.clock();
    const ttl = Math.floor((Date.parse(newsUntil) - now.getTime()) / 1_000);
    const subscription = ttl > 0 ? await findSubscription(session, subscriptionId, kind, now) : undefined;
    if (!subscription) return;
    const urgency = kind === 'results' ? 'normal' : 'low';
    const attributes = () => ({ 'push.kind': kind, 'work.item.id': id });
    const outcome = await inSpan('send push', { kind: 'client', attributes }, () =>
      this.service.send(subscription, { notice, ttl, urgency }),
    );
    this.deliveries.inc({ kind, outcome });
    if (outcome === 'gone') await removeSubscription(session, subscriptionId);
    // The error does not contain the endpoint, because logs and rows store errors.
    if (outcome === 'put_off') throw new RemoteError('UNAVAILABLE', 'the push service does not take the message now');
  }

  onApplicationShutdown(): void {
    this.service.close();
  }
}
