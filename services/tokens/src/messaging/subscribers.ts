import { assessmentsEvents, consumers, type IntegrationEventType, profileAssessmentsEvents } from '@candid/contracts';
import { causedBy, type ReceivedEvent } from '@candid/platform';
import type { Subscriber, SubscriberTransaction } from '@candid/platform/messaging';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { BookEvent } from '../bookings/book-event.js';
import { bookingsOf, type MoneyEventType } from '../bookings/bookings-of-event.js';
import { SETTINGS, type TokensSettings } from '../config.js';
import { welcomeGrant } from '../ledger/domain/posted-transfers.js';
import { Transfers } from '../ledger/transfers.js';

const registered = consumers.tokens['grant-on-user-registered'];

/** Redelivery: the grant's key is the user's, so a second one is a replay. */
@Injectable()
class GrantOnUserRegistered implements Subscriber<typeof registered.event.data> {
  readonly name = registered.name;
  readonly event = registered.event;

  constructor(
    private readonly transfers: Transfers,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
  ) {}

  async handle(received: ReceivedEvent<typeof registered.event.data>): Promise<void> {
    const { data, recordedAt } = received;
    if (data.hasWelcomeGrant === false) return;
    const grant = welcomeGrant(data.userId, this.settings.welcomeGrantTokens, recordedAt);
    await this.transfers.post(grant, causedBy(received));
  }
}

interface Row<Data extends z.ZodType> {
  name: string;
  event: IntegrationEventType<Data> & { readonly type: string };
}

/** Books what the event makes due (`bookingsOf`). Redelivery: every transfer and work item has its own key. */
function book<Data extends z.ZodType>({ name, event }: Row<Data>): Type<Subscriber> {
  @Injectable()
  class BookingSubscriber implements Subscriber<Data> {
    readonly name = name;
    readonly event = event;

    constructor(private readonly booking: BookEvent) {}

    async handle(received: ReceivedEvent<Data>, { session }: SubscriberTransaction): Promise<void> {
      const due = bookingsOf(event.type as MoneyEventType, received.data, received.recordedAt);
      await this.booking.run(received, due, session);
    }
  }
  return BookingSubscriber;
}

export const subscribers = [
  GrantOnUserRegistered,
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
