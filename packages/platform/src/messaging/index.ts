export { awaitInboxController } from './await-inbox.controller.js';
export { catchUpController } from './catch-up.controller.js';
export { ConsumptionCheck } from './consumption-check.js';
export { correlatedEventsController } from './correlated-events.controller.js';
export { deadLettersController } from './dead-letters.controller.js';
export { EventSubscriber, type EventSubscriberOptions } from './event-subscriber.js';
export { findThingsController, type OwnThing, type OwnTrace } from './find-things.controller.js';
export { InboxWaiter } from './inbox-waiter.js';
export { listTimelineController, type OwnStep, type OwnTimeline } from './list-timeline.controller.js';
export { provideSubscribers, SubscriberHost } from './provide-subscribers.js';
export { publishedEventsController } from './published-events.controller.js';
export { publishedIdsController } from './published-ids.controller.js';
export {
  defaultSubscriberLimits,
  type Subscriber,
  type SubscriberLimits,
  type SubscriberTransaction,
} from './subscriber.js';
export { supportActsController } from './support-acts.controller.js';
export { isTransient, reasonOf } from './transient-failure.js';
