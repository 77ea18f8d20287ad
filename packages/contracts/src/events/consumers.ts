import type { SERVICE_KINDS } from '../rpc/access.js';
import { assessmentsEvents } from './assessments.js';
import type { IntegrationEventType } from './envelope.js';
import { identityEvents } from './identity.js';
import { photosEvents } from './photos.js';

type ServiceKind = (typeof SERVICE_KINDS)[number];

/** What one service does about one type of event. `name` is unique in its service and never changes. */
export interface Consumer<Event extends IntegrationEventType = IntegrationEventType> {
  readonly service: ServiceKind;
  readonly name: string;
  readonly event: Event;
}

/** The consumers that other processes wait for. The subscriber and whoever waits for it share the declaration. */
export const consumers = {
  identity: consumersOf('identity', {
    'flag-on-test-started': assessmentsEvents.TestStarted,
    'flag-on-photo-placed-in-profile': photosEvents.PhotoPlacedInProfile,
    'reset-on-first-assessment-reset': assessmentsEvents.FirstAssessmentReset,
  }),
  photos: consumersOf('photos', {
    'place-on-test-started': assessmentsEvents.TestStarted,
    'return-on-assessment-ended': assessmentsEvents.AssessmentEnded,
    'delete-on-account-deleted': identityEvents.AccountDeleted,
  }),
  assessments: consumersOf('assessments', {
    'allow-on-assessor-approved': identityEvents.AssessorApproved,
    'leave-on-account-deleted': identityEvents.AccountDeleted,
    'own-on-photo-uploaded': photosEvents.PhotoUploaded,
    'flag-on-photo-placed-in-profile': photosEvents.PhotoPlacedInProfile,
    'return-on-photo-returned-to-bank': photosEvents.PhotoReturnedToBank,
    'forget-on-photo-deleted': photosEvents.PhotoDeleted,
  }),
  tokens: consumersOf('tokens', {
    'grant-on-user-registered': identityEvents.UserRegistered,
    'refund-on-first-assessment-reset': assessmentsEvents.FirstAssessmentReset,
  }),
} as const;

function consumersOf<Events extends Record<string, IntegrationEventType>>(service: ServiceKind, events: Events) {
  const declared = Object.entries(events).map(([name, event]): [string, Consumer] => [name, { service, name, event }]);
  return Object.fromEntries(declared) as { readonly [Name in keyof Events]: Consumer<Events[Name]> };
}
