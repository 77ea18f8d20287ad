import { BookOnRatingsAccepted } from './book-on-ratings-accepted.subscriber.js';
import { GrantOnUserRegistered } from './grant-on-user-registered.subscriber.js';
import { PostHoldOnAssessmentExtended } from './post-hold-on-assessment-extended.subscriber.js';
import { PostHoldOnTestStarted } from './post-hold-on-test-started.subscriber.js';
import { RefundOnAssessmentEnded } from './refund-on-assessment-ended.subscriber.js';
import { RefundOnAssessmentShrunk } from './refund-on-assessment-shrunk.subscriber.js';

/** Everything that this service follows. */
export const subscribers = [
  GrantOnUserRegistered,
  PostHoldOnTestStarted,
  BookOnRatingsAccepted,
  RefundOnAssessmentEnded,
  PostHoldOnAssessmentExtended,
  RefundOnAssessmentShrunk,
];
