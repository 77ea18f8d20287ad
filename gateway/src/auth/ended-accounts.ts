import { setTimeout as sleep } from 'node:timers/promises';
import { identityEvents, PRODUCT, type Route } from '@candid/contracts';
import { type Logger, parseEvent } from '@candid/platform';
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient } from '@nats-io/jetstream';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../http/call.js';

/** No access token lives longer; a minute more for clocks that differ. */
const REMEMBER_MS = PRODUCT.accessTokenMs + 60_000;
const RETRY_MS = 1_000;

/**
 * Deleted accounts whose access tokens have not expired yet: nobody acts with them. Read from the identity service's
 * stream, from a token's lifetime back at each start, so that a restart forgets nobody.
 */
export class EndedAccounts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly endedAtMs = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly listeners = new Set<(userId: string) => void>();
  private messages: ConsumerMessages | undefined;

  constructor(
    private readonly jetstream: JetStreamClient,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.messages?.close();
  }

  /** Told at once, and again for whatever is read anew. */
  onEnd(listener: (userId: string) => void): void {
    this.listeners.add(listener);
  }

  end(userId: string): void {
    const nowMs = Date.now();
    for (const [known, endedAtMs] of this.endedAtMs) {
      if (endedAtMs + REMEMBER_MS > nowMs) break;
      this.endedAtMs.delete(known);
    }
    this.endedAtMs.set(userId, nowMs);
    for (const listener of this.listeners) listener(userId);
  }

  /** The caller, unless the account is gone: then nobody. Only the deletion itself may be asked for again. */
  without(route: Route, caller: Caller | undefined): Caller | undefined {
    const isEnded = caller !== undefined && this.endedAtMs.has(caller.userId);
    return isEnded && route.id !== 'deleteAccount' ? undefined : caller;
  }

  /** Until the process stops; the identity service, which makes the stream, may come later than this process. */
  private async follow(): Promise<void> {
    const type = identityEvents.AccountDeleted;
    while (!this.stopping.signal.aborted) {
      try {
        const consumer = await this.jetstream.consumers.get(type.service.toUpperCase(), {
          filter_subjects: type.subject,
          deliver_policy: DeliverPolicy.StartTime,
          opt_start_time: new Date(Date.now() - REMEMBER_MS).toISOString(),
        });
        this.messages = await consumer.consume();
        for await (const message of this.messages) {
          const parsed = parseEvent(type, message);
          if (parsed.ok) this.end(parsed.event.data.userId);
        }
      } catch (error) {
        this.logger.debug({ err: error }, 'deleted accounts cannot be followed now, trying again');
      }
      await sleep(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }
}
