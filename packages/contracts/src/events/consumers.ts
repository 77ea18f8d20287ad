import type { SERVICE_KINDS } from '../rpc/access.js';
import { assessmentsEvents } from './assessments.js';
import type { IntegrationEventType } from './envelope.js';
import { identityEvents } from './identity.js';
import { moderationEvents } from './moderation.js';
import { photosEvents } from './photos.js';
import { profileAssessmentsEvents } from './profile-assessments.js';
import { tokensEvents } from './tokens.js';

type ServiceKind = (typeof SERVICE_KINDS)[number];

/** A subscriber of an event. Its `name` is unique in its service and never changes. */
export interface Consumer<Event extends IntegrationEventType = IntegrationEventType> {
  readonly service: ServiceKind;
  readonly name: string;
  readonly event: Event;
}

/** Another process can wait until one of these consumers has handled an event. */
export const consumers = {
  identity: consumersOf('identity', {
    'flag-on-photo-assessment-started': assessmentsEvents.PhotoAssessmentStarted,
    'flag-on-photo-placed-in-profile': photosEvents.PhotoPlacedInProfile,
    'reset-on-first-assessment-reset': assessmentsEvents.FirstAssessmentReset,
    'suspend-on-case-decided': moderationEvents.CaseDecided,
    'lift-on-decision-undone': moderationEvents.DecisionUndone,
  }),
  photos: consumersOf('photos', {
    'place-on-photo-assessment-started': assessmentsEvents.PhotoAssessmentStarted,
    'return-on-assessed-photo-ended': assessmentsEvents.AssessedPhotoEnded,
    'delete-on-account-deleted': identityEvents.AccountDeleted,
    'mark-on-photo-held': moderationEvents.PhotoHeld,
    'unmark-on-photo-hold-released': moderationEvents.PhotoHoldReleased,
    'remove-on-case-decided': moderationEvents.CaseDecided,
    'restore-on-decision-undone': moderationEvents.DecisionUndone,
  }),
  assessments: consumersOf('assessments', {
    'allow-assessor-on-assessor-approved': identityEvents.AssessorApproved,
    'end-assessments-on-account-deleted': identityEvents.AccountDeleted,
    'record-owner-on-photo-uploaded': photosEvents.PhotoUploaded,
    'record-move-on-photo-placed-in-profile': photosEvents.PhotoPlacedInProfile,
    'record-move-on-photo-returned-to-bank': photosEvents.PhotoReturnedToBank,
    'forget-photo-on-photo-deleted': photosEvents.PhotoDeleted,
    'record-screening-on-photo-screened': photosEvents.PhotoScreened,
    'open-case-on-notice-received': identityEvents.NoticeReceived,
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

/** Events that the gateway may receive, for its response cache and for the event streams of browsers. */
export const HEARD_BY_GATEWAY: readonly IntegrationEventType[] = [
  ...Object.values(identityEvents),
  ...Object.values(tokensEvents),
  assessmentsEvents.PhotoResultsUpdated,
  assessmentsEvents.PhotoAssessmentStarted,
  assessmentsEvents.PhotoAssessmentCompleted,
  assessmentsEvents.AssessedPhotoEnded,
  moderationEvents.PhotoHeld,
  moderationEvents.PhotoHoldReleased,
  moderationEvents.CaseDecided,
  moderationEvents.DecisionUndone,
  moderationEvents.AppealDecided,
  profileAssessmentsEvents.ProfileRoundStarted,
  profileAssessmentsEvents.ProfileRatingAccepted,
  profileAssessmentsEvents.ProfileRoundCompleted,
  profileAssessmentsEvents.ProfileRoundEnded,
];
