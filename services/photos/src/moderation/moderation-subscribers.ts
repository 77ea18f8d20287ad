import { consumers, moderationEvents } from '@candid/contracts';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import type { ModerationCommand } from '../photo/domain/commands.js';
import { FollowModeration } from './follow-moderation.js';

const follow = subscribersOf(FollowModeration);

/**
 * Subscribers to decisions of moderation. They are idempotent and tolerate any order: the photo's stream stores each
 * statement, and compares holds by their times.
 */
export const moderationSubscribers = [
  follow({
    ...consumers.photos['mark-on-photo-held'],
    effect: (received, session, moderation) => {
      const { photoId, caseId, heldAt } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      return moderation.run(photoId, { type: 'HoldPhoto', caseId, heldAt }, followed);
    },
  }),
  follow({
    // The pictures are kept as those of a held photo, until the case is decided.
    name: 'keep-on-deleted-photo-reported',
    event: moderationEvents.DeletedPhotoReported,
    effect: (received, session, moderation) => {
      const { photoId, caseId, reportedAt: heldAt } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      return moderation.run(photoId, { type: 'HoldPhoto', caseId, heldAt }, followed);
    },
  }),
  follow({
    ...consumers.photos['unmark-on-photo-hold-released'],
    effect: (received, session, moderation) => {
      const { photoId, caseId, releasedAt } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      return moderation.run(photoId, { type: 'ReleasePhoto', caseId, releasedAt }, followed);
    },
  }),
  follow({
    ...consumers.photos['remove-on-case-decided'],
    effect: async (received, session, moderation) => {
      const { photoId, caseId, statementId, decision, decidedAt } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      if (photoId === null) return;
      if (decision === 'removePhoto' || decision === 'passOn') {
        const removal = { caseId, statementId, isPassedOn: decision === 'passOn', decidedAt };
        await moderation.run(photoId, { type: 'RemovePhoto', ...removal }, followed);
      } else if (decision === 'askForCrop') {
        await moderation.run(photoId, { type: 'WantCrop', statementId, decidedAt }, followed);
      } else {
        await moderation.run(photoId, { type: 'CloseCase', caseId, decidedAt }, followed);
      }
    },
  }),
  follow({
    ...consumers.photos['restore-on-decision-undone'],
    effect: async (received, session, moderation) => {
      const { photoId, statementId, decision, undoneAt } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      const effect = EFFECTS[decision];
      if (photoId === null || effect === undefined) return;
      await moderation.run(photoId, { type: 'UndoDecision', statementId, undoneAt, effect }, followed);
    },
  }),
  follow({
    name: 'keep-on-appeal-filed',
    event: moderationEvents.AppealFiled,
    effect: async (received, session, moderation) => {
      const { photoId, statementId } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      if (photoId) await moderation.run(photoId, { type: 'KeepForAppeal', statementId }, followed);
    },
  }),
  follow({
    // The undoing ends a granted appeal: until it arrives, the pictures must not be purged.
    name: 'let-go-on-appeal-decided',
    event: moderationEvents.AppealDecided,
    effect: async (received, session, moderation) => {
      const { photoId, statementId, decidedAt, isGranted } = received.data;
      const followed = { session, metadata: causedBy(received), eventId: received.eventId };
      if (photoId && !isGranted) await moderation.run(photoId, { type: 'EndAppeal', statementId, decidedAt }, followed);
    },
  }),
];

type Effect = Extract<ModerationCommand, { type: 'UndoDecision' }>['effect'];

/** Effect of each decision that changes a photo. */
const EFFECTS: Readonly<Partial<Record<string, Effect>>> = {
  removePhoto: 'removal',
  passOn: 'removal',
  askForCrop: 'crop',
};
