import type { SqlSession } from '@candid/event-store';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ReceivedEvent } from '../nats/event-listener.js';
import type { Subscriber, SubscriberTransaction } from './subscriber.js';

type Instances<UseCases extends readonly Type[]> = { [Index in keyof UseCases]: InstanceType<UseCases[Index]> };

interface Row<Data extends z.ZodType, UseCases extends readonly Type[]>
  extends Pick<Subscriber<Data>, 'name' | 'event' | 'gatherMs'> {
  /** In the transaction of the inbox row; a version conflict repeats that transaction. */
  effect(received: ReceivedEvent<Data>, session: SqlSession, ...useCases: Instances<UseCases>): Promise<void>;
}

/** @returns what makes a subscriber of a row, whose effect is given these use cases */
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

      handle(received: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
        return effect(received, session, ...this.given);
      }
    }
    for (const [index, useCase] of useCases.entries()) Inject(useCase)(RowSubscriber, undefined, index);
    return RowSubscriber as Type<Subscriber<Data>>;
  };
