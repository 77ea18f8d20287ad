export { correlatedEventsController } from './correlated-events.controller.js';
export type { OwnThing, OwnTrace, TellEvent } from './find-things.controller.js';
export type { OwnStep } from './list-timeline.controller.js';
export { provideSubscribers } from './provide-subscribers.js';
export { publishedEventsController } from './published-events.controller.js';
export { serviceControllers } from './service-controllers.js';
export type { Subscriber, SubscriberTransaction } from './subscriber.js';
export { subscribersOf } from './subscribers-of.js';
export { isTransient, reasonOf } from './transient-failure.js';
