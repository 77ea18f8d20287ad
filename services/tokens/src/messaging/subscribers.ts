import { BookOnGeneralRatingAccepted } from './book-on-general-rating-accepted.subscriber.js';
import { BookOnRatingsAccepted } from './book-on-ratings-accepted.subscriber.js';
import { GiveBackOnFirstAssessmentReset } from './give-back-on-first-assessment-reset.subscriber.js';
import { GrantOnUserRegistered } from './grant-on-user-registered.subscriber.js';
import { MakeGoodOnSpoiledRatingRefunded } from './make-good-on-spoiled-rating-refunded.subscriber.js';
import { MakeGoodOnSpoiledRatingReplaced } from './make-good-on-spoiled-rating-replaced.subscriber.js';
import { PostHoldOnAssessmentExtended } from './post-hold-on-assessment-extended.subscriber.js';
import { PostHoldOnGroupExtended } from './post-hold-on-group-extended.subscriber.js';
import { PostHoldOnGroupStarted } from './post-hold-on-group-started.subscriber.js';
import { PostHoldOnTestStarted } from './post-hold-on-test-started.subscriber.js';
import { RefundOnAssessmentEnded } from './refund-on-assessment-ended.subscriber.js';
import { RefundOnAssessmentShrunk } from './refund-on-assessment-shrunk.subscriber.js';
import { RefundOnGroupEnded } from './refund-on-group-ended.subscriber.js';
import { RefundOnGroupShrunk } from './refund-on-group-shrunk.subscriber.js';
import { RewardOnGoldRatingsAccepted } from './reward-on-gold-ratings-accepted.subscriber.js';

/** Everything that this service follows. */
export const subscribers = [
  GrantOnUserRegistered,
  PostHoldOnTestStarted,
  BookOnRatingsAccepted,
  RefundOnAssessmentEnded,
  PostHoldOnAssessmentExtended,
  RefundOnAssessmentShrunk,
  PostHoldOnGroupStarted,
  BookOnGeneralRatingAccepted,
  RefundOnGroupEnded,
  PostHoldOnGroupExtended,
  RefundOnGroupShrunk,
  RewardOnGoldRatingsAccepted,
  MakeGoodOnSpoiledRatingReplaced,
  MakeGoodOnSpoiledRatingRefunded,
  GiveBackOnFirstAssessmentReset,
];
