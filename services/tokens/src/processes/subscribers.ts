import { assessmentsEvents, consumers, profileAssessmentsEvents } from '@candid/contracts';
import { type Subscriber, subscribersOf } from '@candid/platform/messaging';
import type { z } from 'zod';
import { BookEvent } from '../bookings/bookings.js';
import { bookingsOf, type MoneyEventType } from '../bookings/bookings-of-event.js';

const subscriber = subscribersOf(BookEvent);

/** Redelivery changes nothing, because every transfer and work item has its own key. */
const book = <Data extends z.ZodType>({ name, event }: Pick<Subscriber<Data>, 'name' | 'event'>) =>
  subscriber({
    ...{ name, event },
    effect: (received, session, booking) =>
      booking.run(received, bookingsOf(event.type as MoneyEventType, received.data, received.recordedAt), session),
  });

export const subscribers = [
  subscriber({
    ...consumers.tokens['grant-on-user-registered'],
    effect: async (received, _session, booking) => {
      if (received.data.hasWelcomeGrant !== false) await booking.welcome(received.data.userId, received);
    },
  }),
  book({ name: 'post-hold-on-photo-assessment-started', event: assessmentsEvents.PhotoAssessmentStarted }),
  book({ name: 'book-on-ratings-accepted', event: assessmentsEvents.RatingsAccepted }),
  book({ name: 'refund-on-assessed-photo-ended', event: assessmentsEvents.AssessedPhotoEnded }),
  book({ name: 'post-hold-on-assessed-photo-extended', event: assessmentsEvents.AssessedPhotoExtended }),
  book({ name: 'refund-on-assessed-photo-shrunk', event: assessmentsEvents.AssessedPhotoShrunk }),
  book({ name: 'post-hold-on-profile-round-started', event: profileAssessmentsEvents.ProfileRoundStarted }),
  book({ name: 'book-on-profile-rating-accepted', event: profileAssessmentsEvents.ProfileRatingAccepted }),
  book({ name: 'refund-on-profile-round-ended', event: profileAssessmentsEvents.ProfileRoundEnded }),
  book({ name: 'post-hold-on-profile-round-extended', event: profileAssessmentsEvents.ProfileRoundExtended }),
  book({ name: 'refund-on-profile-round-shrunk', event: profileAssessmentsEvents.ProfileRoundShrunk }),
  book({ name: 'reward-on-gold-ratings-accepted', event: assessmentsEvents.GoldRatingsAccepted }),
  book({ name: 'refund-on-spoiled-rating-replaced', event: assessmentsEvents.SpoiledRatingReplaced }),
  book({ name: 'refund-on-spoiled-rating-refunded', event: assessmentsEvents.SpoiledRatingRefunded }),
  book(consumers.tokens['refund-on-first-assessment-reset']),
];
