import { consumers, identityEvents } from '@candid/contracts';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { copyPreference } from '../feed/assessor-filter.js';
import { OpenCases } from '../moderation/open-cases.js';
import { recordPhotoMove } from '../owner/owner-photos.js';
import {
  recordApproval,
  recordAudience,
  recordCountry,
  recordDescription,
  recordPreference,
} from '../participants/participants.rows.js';
import { EndOnDeletion, RecordPhotoMove } from './follow-owner.js';

const follow = subscribersOf(RecordPhotoMove);
const end = subscribersOf(EndOnDeletion);
const openCase = subscribersOf(OpenCases);

/**
 * Reactions to events of other services. Redelivery changes nothing. Events of one photo or account may arrive in any order,
 * because an event with an older stream version changes nothing.
 */
export const subscribers = [
  follow({
    ...consumers.assessments['allow-assessor-on-assessor-approved'],
    effect: ({ data, recordedAt }, session) => recordApproval(session, data.userId, recordedAt),
  }),
  follow({
    name: 'record-country-on-user-registered',
    event: identityEvents.UserRegistered,
    effect: ({ data, streamVersion }, session) => recordCountry(session, data.userId, data.country, streamVersion),
  }),
  follow({
    name: 'record-country-on-country-chosen',
    event: identityEvents.CountryChosen,
    effect: ({ data, streamVersion }, session) => recordCountry(session, data.userId, data.country, streamVersion),
  }),
  follow({
    name: 'record-description-on-self-description-chosen',
    event: identityEvents.SelfDescriptionChosen,
    effect: (received, session) => recordDescription(session, received.data.userId, received.data, received),
  }),
  follow({
    name: 'record-audience-on-audience-chosen',
    event: identityEvents.AudienceChosen,
    effect: ({ data, streamVersion }, session) => recordAudience(session, data.userId, data, streamVersion),
  }),
  follow({
    name: 'record-preference-on-location-preference-chosen',
    event: identityEvents.LocationPreferenceChosen,
    effect: async ({ data, streamVersion }, session) => {
      await recordPreference(session, data.userId, data.locationsPreference, streamVersion);
      await copyPreference(session, data.userId);
    },
  }),
  follow({
    ...consumers.assessments['record-owner-on-photo-uploaded'],
    effect: (received, session, moves) => moves.uploaded(received, session),
  }),
  follow({
    ...consumers.assessments['record-move-on-photo-placed-in-profile'],
    effect: (received, session, moves) =>
      moves.run(received, { inPlanner: true, makesFirstProfile: received.data.wasFirstProfileSet }, session),
  }),
  follow({
    ...consumers.assessments['record-move-on-photo-returned-to-bank'],
    effect: (received, session, moves) =>
      moves.run(received, { inPlanner: false, awaitedId: received.data.awaitedPhotoAssessmentId }, session),
  }),
  openCase({
    ...consumers.assessments['record-screening-on-photo-screened'],
    effect: (received, session, cases) => cases.screened(received.data, causedBy(received), session),
  }),
  openCase({
    ...consumers.assessments['open-case-on-notice-received'],
    effect: (received, session, cases) => cases.noticed(received.data, causedBy(received), session),
  }),
  openCase({
    name: 'hold-photo-on-notice-confirmed',
    event: identityEvents.NoticeConfirmed,
    effect: (received, session, cases) =>
      cases.noticed({ ...received.data, isConfirmed: true }, causedBy(received), session),
  }),
  end({
    ...consumers.assessments['forget-photo-on-photo-deleted'],
    effect: async (received, session, deletions) => {
      const { photoId, userId } = received.data;
      const deletion = { inPlanner: false, isDeleted: true, photoVersion: received.streamVersion };
      await recordPhotoMove(session, { photoId, ownerId: userId, ...deletion });
      await deletions.ofPhoto(userId, photoId, causedBy(received), session);
    },
  }),
  end({
    ...consumers.assessments['end-assessments-on-account-deleted'],
    effect: (received, session, deletions) => deletions.ofAccount(received.data.userId, causedBy(received), session),
  }),
];
