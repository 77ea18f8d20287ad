import { randomUUID } from 'node:crypto';
import { identityEvents, tokensEvents } from '@candid/contracts';
import { listenToEvent } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { HeldAnswers } from './held-answers.js';

const BEGINS = 'gateway.command.begins';
const ENDS = 'gateway.command.ends';

/**
 * Keeps held answers true: events drop their owner's, a connection that was lost drops them all, and commands are told
 * to every gateway. A command is announced on the connection that then carries its request, so that the other gateways
 * have heard of it before its answer exists: whoever reads at one of them afterwards reads anew.
 */
export class ChangeWatch {
  private readonly id = randomUUID();
  private readonly stops: (() => void)[];

  constructor(
    private readonly nats: NatsConnection,
    private readonly held: HeldAnswers,
  ) {
    this.stops = [
      ...Object.values({ ...identityEvents, ...tokensEvents }).map((type) =>
        listenToEvent<z.ZodType>(
          nats,
          type,
          ({ data }) => held.drop((data as { userId: string }).userId),
          () => held.concernsOwners,
        ),
      ),
      this.listen(BEGINS, (userId) => held.commandBegins(userId)),
      this.listen(ENDS, (userId) => held.commandEnds(userId)),
    ];
    void this.followConnection();
  }

  /** To be called before the first request to a service goes out. */
  commandBegins(userId: string): void {
    this.held.commandBegins(userId);
    this.tell(BEGINS, userId);
  }

  /** To be called before the answer leaves. */
  commandEnds(userId: string): void {
    this.held.commandEnds(userId);
    this.tell(ENDS, userId);
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.held.setInformed(false);
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
      if (type === 'disconnect') this.held.setInformed(false);
      else if (type === 'reconnect') this.held.setInformed(true);
    }
    this.held.setInformed(false);
  }
}
