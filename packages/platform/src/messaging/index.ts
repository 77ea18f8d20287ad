export { provideSubscribers } from './provide-subscribers.js';
export { publishedEventsController } from './published-events.controllers.js';
export { serviceControllers } from './service-controllers.js';
export { type Subscriber, subscribersOf } from './subscriber.js';
export { correlatedEventsController, type OwnThing, type OwnTrace, type TellEvent } from './support.controllers.js';
export { isTransient, reasonOf } from './transient-failure.js';
