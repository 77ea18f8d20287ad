import {
  type EventMetadata,
  EventStore,
  inTransaction,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { CheckoutCommand } from '../domain/checkout/commands.js';
import { decide } from '../domain/checkout/decide.js';
import { type CheckoutEvent, checkoutStreamId } from '../domain/checkout/events.js';
import { type CheckoutState, evolve, initialState } from '../domain/checkout/state.js';
import { saveCheckout } from '../records/checkouts.js';

export type KnownCheckout = Exclude<CheckoutState, { status: 'none' }>;

export interface CheckoutOutcome {
  state: KnownCheckout;
  events: RecordedEvent[];
}

/** Runs a command on one checkout: its events and its row in one transaction. */
@Injectable()
export class Checkouts {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** Throws VersionConflictError where somebody was first, and what `decide` throws. */
  async run(checkoutId: string, command: CheckoutCommand, metadata: EventMetadata): Promise<CheckoutOutcome> {
    const outcome = await inTransaction(this.store.pool, (session) =>
      this.runWithin(session, checkoutId, command, metadata),
    );
    this.announce(outcome.events);
    return outcome;
  }

  /** Inside the caller's transaction, after whose commit `announce` is due. */
  async runWithin(
    session: SqlSession,
    checkoutId: string,
    command: CheckoutCommand,
    metadata: EventMetadata,
  ): Promise<CheckoutOutcome> {
    const streamId = checkoutStreamId(checkoutId);
    const history = (await this.store.loadWithin(session, streamId)) as unknown as CheckoutEvent[];
    const state = history.reduce(evolve, initialState());
    const decided = decide(command, state);
    if (decided.length === 0) return { state: state as KnownCheckout, events: [] };
    const next = decided.reduce(evolve, state) as KnownCheckout;
    const append = { streamId, expectedVersion: history.length, events: decided };
    const appended = await this.store.appendWithin(session, { streams: [append], metadata });
    await saveCheckout(session, checkoutId, next);
    return { state: next, events: appended.outcome === 'appended' ? appended.events : [] };
  }

  announce(events: readonly RecordedEvent[]): void {
    const last = events.at(-1);
    if (last) this.store.announceCommit(last);
  }
}
