import { replayDeadLetter } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { parseEvent } from '../nats/event-listener.js';
import { inTransaction } from '../orm/session-of.js';
import { applyEvents } from './apply-events.js';
import type { Subscriber } from './subscriber.js';

/**
 * Handles a dead letter again, in one transaction with marking it replayed; one whose event was handled meanwhile is
 * only marked.
 * @returns false when there is no such open letter
 */
export function replayForSubscriber(
  orm: { em: EntityManager },
  subscriber: Subscriber,
  deadLetterId: string,
): Promise<boolean> {
  return inTransaction(orm, (transaction) =>
    replayDeadLetter(transaction.session, BigInt(deadLetterId), async (letter) => {
      if (letter.subscriber !== subscriber.name) throw new Error('the dead letter is another subscriber’s');
      const parsed = parseEvent(subscriber.event, { json: <T>() => JSON.parse(letter.payload) as T });
      if (!parsed.ok) throw new Error(`the dead letter still cannot be read: ${parsed.reason}`);
      await applyEvents(subscriber, [parsed.event], transaction);
    }),
  );
}
