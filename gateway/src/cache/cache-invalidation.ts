import { randomUUID } from 'node:crypto';
import { identityEvents, tokensEvents } from '@candid/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import { hearEvent } from '../live/hear-event.js';
import type { ResponseCache } from './response-cache.js';

const BEGINS = 'gateway.command.begins';
const ENDS = 'gateway.command.ends';

/**
 * Keeps cached responses true: events drop their owner's, a connection that was lost drops them all, and commands are told
 * to every gateway. A command is announced on the connection that then carries its request, so that the other gateways
 * have heard of it before its answer exists: whoever reads at one of them afterwards reads anew.
 */
export class CacheInvalidation {
  private readonly id = randomUUID();
  private readonly stops: (() => void)[];

  constructor(
    private readonly nats: NatsConnection,
    private readonly cache: ResponseCache,
  ) {
    this.stops = [
      ...Object.values({ ...identityEvents, ...tokensEvents }).map((type) =>
        hearEvent<z.ZodType>(
          nats,
          type,
          ({ data }) => cache.drop((data as { userId: string }).userId),
          () => !cache.isEmpty,
        ),
      ),
      this.listen(BEGINS, (userId) => cache.commandBegins(userId)),
      this.listen(ENDS, (userId) => cache.commandEnds(userId)),
    ];
    void this.followConnection();
  }

  /** To be called before the first request to a service goes out. */
  commandBegins(userId: string): void {
    this.cache.commandBegins(userId);
    this.tell(BEGINS, userId);
  }

  /** To be called before the answer leaves. */
  commandEnds(userId: string): void {
    this.cache.commandEnds(userId);
    this.tell(ENDS, userId);
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.cache.setInformed(false);
  }

  private tell(subject: string, userId: string): void {
    if (!this.nats.isClosed() && !this.nats.isDraining()) this.nats.publish(subject, `${this.id} ${userId}`);
  }

  private listen(subject: string, heard: (userId: string) => void): () => void {
    const subscription = this.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        const [gateway, userId] = message.string().split(' ');
        if (gateway !== this.id && userId) heard(userId);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** What was missed while the connection was away is not known. The subscriptions are there again before `reconnect`. */
  private async followConnection(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect') this.cache.setInformed(false);
      else if (type === 'reconnect') this.cache.setInformed(true);
    }
    this.cache.setInformed(false);
  }
}
