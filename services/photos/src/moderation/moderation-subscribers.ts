import { consumers, MODERATION, moderationEvents } from '@candid/contracts';
import { addWorkItem, Commands, type SqlSession } from '@candid/event-store';
import { type CauseEvent, causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import { purgePicturesItem } from '../deletion/delete-photo.js';
import { photoStreams } from '../photo/change-photo.js';
import type { ModerationCommand } from '../photo/commands.js';
import { isNeededByCase } from '../photo/moderate.js';
import { isRemoved } from '../photo/moderation.js';
import { type PhotoState, purgeDueOf } from '../photo/photo.js';
import { placePicturesItem } from '../pictures/place-pictures.js';
import { forgetLikeness, markRemoved } from '../screening/likeness.rows.js';

/** Records decisions of moderation on the photo's stream. Adds the work that moves and later purges the pictures. */
@Injectable()
export class FollowModeration {
  constructor(private readonly commands: Commands) {}

  /** In the transaction of the subscriber. */
  async run(received: CauseEvent, session: SqlSession, photoId: string, command: ModerationCommand): Promise<void> {
    const { eventId, correlationId } = received;
    const metadata = causedBy(received);
    const { answer: state, events } = await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const photo = await unit.load(photoStreams, photoId);
      photo.decide(command);
      return photo.state;
    });
    if (events.length === 0 || state.status === 'absent') return;
    await addWorkItem(session, placePicturesItem(photoId, eventId));
    await markRemoved(session, photoId, isRemoved(state.moderation));
    const isNeeded = isNeededByCase(state.moderation);
    if (state.status === 'deleted') await forgetLikeness(session, { photoId, isNeeded });
    const due = dueOf(state);
    const payload = { photoId, correlationId, causationId: eventId };
    if (due) await addWorkItem(session, purgePicturesItem(payload, due));
  }
}

function dueOf(state: Exclude<PhotoState, { status: 'absent' }>): Date | null {
  const { moderation } = state;
  const isInQuarantine = state.status === 'deleted' ? state.isInQuarantine : isRemoved(moderation);
  return isInQuarantine ? purgeDueOf(state, MODERATION.retentionMs) : null;
}

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
      return moderation.run(received, session, photoId, { type: 'HoldPhoto', caseId, heldAt });
    },
  }),
  follow({
    // The pictures are kept as those of a held photo, until the case is decided.
    name: 'keep-on-deleted-photo-reported',
    event: moderationEvents.DeletedPhotoReported,
    effect: (received, session, moderation) => {
      const { photoId, caseId, reportedAt: heldAt } = received.data;
      return moderation.run(received, session, photoId, { type: 'HoldPhoto', caseId, heldAt });
    },
  }),
  follow({
    ...consumers.photos['unmark-on-photo-hold-released'],
    effect: (received, session, moderation) => {
      const { photoId, caseId, releasedAt } = received.data;
      return moderation.run(received, session, photoId, { type: 'ReleasePhoto', caseId, releasedAt });
    },
  }),
  follow({
    ...consumers.photos['remove-on-case-decided'],
    effect: async (received, session, moderation) => {
      const { photoId, caseId, statementId, decision, decidedAt } = received.data;
      if (photoId === null) return;
      if (decision === 'removePhoto' || decision === 'passOn') {
        const removal = { caseId, statementId, isPassedOn: decision === 'passOn', decidedAt };
        await moderation.run(received, session, photoId, { type: 'RemovePhoto', ...removal });
      } else if (decision === 'askForCrop') {
        await moderation.run(received, session, photoId, { type: 'WantCrop', statementId, decidedAt });
      } else {
        await moderation.run(received, session, photoId, { type: 'CloseCase', caseId, decidedAt });
      }
    },
  }),
  follow({
    ...consumers.photos['restore-on-decision-undone'],
    effect: async (received, session, moderation) => {
      const { photoId, statementId, decision, undoneAt } = received.data;
      const effect = EFFECTS[decision];
      if (photoId === null || effect === undefined) return;
      await moderation.run(received, session, photoId, { type: 'UndoDecision', statementId, undoneAt, effect });
    },
  }),
  follow({
    name: 'keep-on-appeal-filed',
    event: moderationEvents.AppealFiled,
    effect: async (received, session, moderation) => {
      const { photoId, statementId } = received.data;
      if (photoId) await moderation.run(received, session, photoId, { type: 'KeepForAppeal', statementId });
    },
  }),
  follow({
    // The undoing ends a granted appeal: until it arrives, the pictures must not be purged.
    name: 'let-go-on-appeal-decided',
    event: moderationEvents.AppealDecided,
    effect: async (received, session, moderation) => {
      const { photoId, statementId, decidedAt, isGranted } = received.data;
      if (photoId && !isGranted)
        await moderation.run(received, session, photoId, { type: 'EndAppeal', statementId, decidedAt });
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
