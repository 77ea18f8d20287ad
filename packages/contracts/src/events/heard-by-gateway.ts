import { assessmentsEvents } from './assessments.js';
import type { IntegrationEventType } from './envelope.js';
import { identityEvents } from './identity.js';
import { moderationEvents } from './moderation.js';
import { profileAssessmentsEvents } from './profile-assessments.js';
import { tokensEvents } from './tokens.js';

/** The events that the gateway's NATS user may hear: for its response cache, and for the event streams of browsers. */
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
