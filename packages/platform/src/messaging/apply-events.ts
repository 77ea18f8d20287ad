import type { RequestContext } from '@candid/contracts';
import type { ReceivedEvent } from '../nats/event-listener.js';
import { runAsCommand } from '../rpc/current-command.js';
import { runInContext } from '../rpc/current-context.js';
import { recordAllInInbox } from './inbox-batch.js';
import type { Subscriber, SubscriberTransaction } from './subscriber.js';

/** Inbox rows and effects of those events that the subscriber has not handled before, in the given transaction. */
export async function applyEvents(
  subscriber: Subscriber,
  events: readonly ReceivedEvent[],
  transaction: SubscriberTransaction,
): Promise<void> {
  const eventIds = events.map((event) => event.eventId);
  const unseen = await recordAllInInbox(transaction.session, subscriber.name, eventIds);
  for (const event of events) {
    // Deleting makes a second copy within the batch a seen one.
    if (!unseen.delete(event.eventId)) continue;
    const handled = () => runAsCommand(subscriber.name, () => subscriber.handle(event, transaction));
    await runInContext(contextOf(event), handled);
    await transaction.em.flush();
  }
}

function contextOf(event: ReceivedEvent): RequestContext {
  return { requestId: event.correlationId, roles: [], ...(event.traceparent && { traceparent: event.traceparent }) };
}
