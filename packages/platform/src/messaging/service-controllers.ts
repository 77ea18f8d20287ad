import type { ToIntegrationEvent } from '@candid/event-store';
import type { Type } from '@nestjs/common';
import { awaitInboxController } from './await-inbox.controller.js';
import { catchUpController } from './catch-up.controller.js';
import { deadLettersController } from './dead-letters.controller.js';
import { findThingsController, type OwnTrace } from './find-things.controller.js';
import { listTimelineController, type OwnTimeline } from './list-timeline.controller.js';
import { publishedIdsController } from './published-ids.controller.js';
import { type ListOthers, supportActsController } from './support-acts.controller.js';

interface Own extends OwnTrace, OwnTimeline {
  toIntegrationEvent: ToIntegrationEvent;
  /** Support's acts that the service has recorded elsewhere. */
  listOtherActs?: ListOthers;
}

/** For the messages that every service answers; needs `provideSubscribers` and the outbox relay in the same module. */
export const serviceControllers = (service: string, { toIntegrationEvent, listOtherActs, ...own }: Own): Type[] => [
  awaitInboxController(service),
  publishedIdsController(service, toIntegrationEvent),
  catchUpController(service),
  deadLettersController(service),
  supportActsController(service, listOtherActs),
  findThingsController(service, own),
  listTimelineController(service, own),
];
