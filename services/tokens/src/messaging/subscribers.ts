import { BookOnRatingsAccepted } from './book-on-ratings-accepted.subscriber.js';
import { GrantOnUserRegistered } from './grant-on-user-registered.subscriber.js';
import { PostHoldOnTestStarted } from './post-hold-on-test-started.subscriber.js';
import { RefundOnAssessmentEnded } from './refund-on-assessment-ended.subscriber.js';

/** Everything that this service follows. */
export const subscribers = [
  GrantOnUserRegistered,
  PostHoldOnTestStarted,
  BookOnRatingsAccepted,
  RefundOnAssessmentEnded,
];
