import type { IntegrationEventType } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ReceivedEvent } from '../nats/event-listener.js';
import type { DatabaseTransaction } from '../orm/database.js';

/**
 * `handle` gets each event once, beginning with the first event ever; only an attempt that was rolled back is repeated.
 * After a failure or a loss in the transport, events of one stream may arrive out of order. All effects must use the
 * given transaction: `appendWithin(session, …)` appends events, `addWorkItem(session, …)` adds work for later.
 */
export interface Subscriber<Data extends z.ZodType = z.ZodType> {
  /** Unique in its service and never changed: it names the inbox rows. */
  readonly name: string;
  readonly event: IntegrationEventType<Data>;
  /** How long an event waits for others, to be handled with them in one transaction. Default: 0. */
  readonly gatherMs?: number;
  handle(event: ReceivedEvent<Data>, transaction: DatabaseTransaction): Promise<void>;
}

export interface SubscriberLimits {
  /** Number of failures after which an event becomes a dead letter. */
  maxAttempts: number;
  /** Waiting times before the second attempt, the third, and so on. The last one applies to all further attempts. */
  backoffMs: readonly number[];
  batchSize: number;
  /** Time after which the server redelivers the messages of a killed process. A living process renews its messages. */
  ackWaitMs: number;
}

export const defaultSubscriberLimits: SubscriberLimits = {
  maxAttempts: 8,
  backoffMs: [200, 1_000, 3_000, 10_000, 20_000, 30_000],
  batchSize: 32,
  ackWaitMs: 3_000,
};

type Instances<UseCases extends readonly Type[]> = { [Index in keyof UseCases]: InstanceType<UseCases[Index]> };

interface Row<Data extends z.ZodType, UseCases extends readonly Type[]>
  extends Pick<Subscriber<Data>, 'name' | 'event' | 'gatherMs'> {
  /** Runs in the transaction of the inbox row. A version conflict repeats that transaction. */
  effect(received: ReceivedEvent<Data>, session: SqlSession, ...useCases: Instances<UseCases>): Promise<void>;
}

export const subscribersOf =
  <const UseCases extends readonly Type[]>(...useCases: UseCases) =>
  <Data extends z.ZodType>({ name, event, gatherMs = 0, effect }: Row<Data, UseCases>): Type<Subscriber<Data>> => {
    @Injectable()
    class RowSubscriber implements Subscriber<Data> {
      readonly name = name;
      readonly event = event;
      readonly gatherMs = gatherMs;
      private readonly given: Instances<UseCases>;

      constructor(...given: Instances<UseCases>) {
        this.given = given;
      }

      handle(received: ReceivedEvent<Data>, { session }: DatabaseTransaction): Promise<void> {
        return effect(received, session, ...this.given);
      }
    }
    for (const [index, useCase] of useCases.entries()) Inject(useCase)(RowSubscriber, undefined, index);
    return RowSubscriber as Type<Subscriber<Data>>;
  };
