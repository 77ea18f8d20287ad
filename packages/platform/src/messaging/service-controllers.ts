import type { ToIntegrationEvent } from '@candid/event-store';
import type { Type } from '@nestjs/common';
import { catchUpController } from './catch-up.js';
import { deadLettersController } from './dead-letters.controller.js';
import { awaitInboxController } from './inbox-waiter.js';
import { publishedIdsController } from './published-events.controllers.js';
import {
  findThingsController,
  type ListOthers,
  listTimelineController,
  type OwnTimeline,
  type OwnTrace,
  supportActsController,
} from './support.controllers.js';

interface Own extends OwnTrace, OwnTimeline {
  toIntegrationEvent: ToIntegrationEvent;
  /** Lists further acts of support, which are not in the service's audit log. */
  listOtherActs?: ListOthers;
}

/** Needs `provideSubscribers` and the outbox relay in the same module. */
export const serviceControllers = (service: string, { toIntegrationEvent, listOtherActs, ...own }: Own): Type[] => [
  awaitInboxController(service),
  publishedIdsController(service, toIntegrationEvent),
  catchUpController(service),
  deadLettersController(service),
  supportActsController(service, listOtherActs),
  findThingsController(service, own),
  listTimelineController(service, own),
];
