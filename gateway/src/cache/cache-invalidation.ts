import { randomUUID } from 'node:crypto';
import { identityEvents, tokensEvents } from '@candid/contracts';
import { stateOf } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import { hearEvent } from '../live/hear-event.js';
import type { ResponseCache } from './response-cache.js';

const BEGINS = 'gateway.command.begins';
const ENDS = 'gateway.command.ends';
/** Stands for a user: every answer is dropped. */
const EVERYBODY = '*';

/**
 * Keeps cached responses true: events drop their owner's, a connection that was lost drops them all, and commands are told
 * to every gateway. A command is announced on the connection that then carries its request, so that the other gateways
 * have heard of it before its answer exists: a later read at one of them asks the service again. What a gateway announced while its
 * connection was away is lost: when it is back, it has the others drop everything and repeats the commands that are under way, before their
 * requests are sent again.
 */
export class CacheInvalidation {
  private readonly id = randomUUID();
  private readonly stops: (() => void)[];
  /** The own commands under way, by user. */
  private readonly underWay = new Map<string, number>();

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
      this.listen(ENDS, (userId) => (userId === EVERYBODY ? cache.dropAll() : cache.commandEnds(userId))),
      stateOf(nats).listen({
        // Announcements that were missed while the connection was away are unknown.
        lost: () => cache.setInformed(false),
        back: () => {
          cache.setInformed(true);
          this.repeatWhatIsLost();
        },
      }),
    ];
  }

  /** To be called before the first request to a service goes out. */
  commandBegins(userId: string): void {
    this.cache.commandBegins(userId);
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    this.tell(BEGINS, userId);
  }

  /** To be called before the answer leaves. */
  commandEnds(userId: string): void {
    this.cache.commandEnds(userId);
    const left = (this.underWay.get(userId) ?? 1) - 1;
    if (left > 0) this.underWay.set(userId, left);
    else this.underWay.delete(userId);
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

  /** A command that another gateway then counts twice keeps its user's answers out of that cache a little longer. */
  private repeatWhatIsLost(): void {
    this.tell(ENDS, EVERYBODY);
    for (const userId of this.underWay.keys()) this.tell(BEGINS, userId);
  }
}
