import { recordAllInInbox, type SpanSettings } from '@candid/event-store';
import type { ReceivedEvent } from '../nats/event-listener.js';
import { runAsCommand } from '../rpc/current-command.js';
import { runAsConsequence } from '../rpc/current-context.js';
import { inSpan } from '../tracing/tracing.js';
import type { Subscriber, SubscriberTransaction } from './subscriber.js';

/** Inbox rows and effects of those events that the subscriber has not handled before, in the given transaction. */
export async function applyEvents(
  subscriber: Subscriber,
  events: readonly ReceivedEvent[],
  transaction: SubscriberTransaction,
): Promise<void> {
  const unseen = await recordAllInInbox(transaction.session, subscriber.name, events);
  for (const event of events) {
    // Deleting makes a second copy within the batch a seen one.
    if (!unseen.delete(event.eventId)) continue;
    const handled = () => runAsCommand(subscriber.name, () => subscriber.handle(event, transaction));
    await runAsConsequence(event, () => inSpan(`consume ${subscriber.name}`, spanOf(subscriber, event), handled));
    await transaction.em.flush();
  }
}

const spanOf = ({ name, event: type }: Subscriber, event: ReceivedEvent): SpanSettings => ({
  kind: 'consumer',
  parent: event.traceparent,
  attributes: () => ({
    'messaging.system': 'nats',
    'messaging.operation.type': 'process',
    'messaging.destination.name': type.subject,
    'messaging.consumer.group.name': name,
    'messaging.message.id': event.eventId,
  }),
});
