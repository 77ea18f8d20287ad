import { consumers, type IntegrationEventType, MODERATION, moderationEvents } from '@candid/contracts';
import { addWorkItem, Commands, type SqlSession } from '@candid/event-store';
import { type CauseEvent, causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { purgePicturesItem } from '../deletion/delete-photo.js';
import { photoStreams } from '../photo/change-photo.js';
import type { CommandOf, ModerationCommand } from '../photo/commands.js';
import { isNeededByCase } from '../photo/moderate.js';
import { isRemoved, type ModerationFact } from '../photo/moderation.js';
import { placeOfPictures, purgeDueOf } from '../photo/photo.js';
import { placePicturesItem } from '../pictures/place-pictures.js';
import { forgetLikeness, markRemoved } from '../screening/likeness.rows.js';

@Injectable()
export class FollowModeration {
  constructor(private readonly commands: Commands) {}

  /** Needs the subscriber's transaction. */
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
    const due = placeOfPictures(state) === 'removed' ? purgeDueOf(state, MODERATION.retentionMs) : null;
    const payload = { photoId, correlationId, causationId: eventId };
    if (due) await addWorkItem(session, purgePicturesItem(payload, due));
  }
}

const subscriber = subscribersOf(FollowModeration);

interface Row<Data extends z.ZodType> {
  name: string;
  event: IntegrationEventType<Data>;
  command: (data: z.output<Data>) => ModerationCommand | undefined;
}

const follow = <Data extends z.ZodType<{ photoId?: string | null | undefined }>>({ name, event, command }: Row<Data>) =>
  subscriber({
    name,
    event,
    effect: async (received, session, moderation) => {
      const { photoId } = received.data;
      const decided = command(received.data);
      if (photoId && decided) await moderation.run(received, session, photoId, decided);
    },
  });

const record = (fact: ModerationFact): ModerationCommand => ({ type: 'RecordModeration', fact });

/** Events may arrive repeatedly and in any order. The photo's stream therefore has statement ids and times of holds. */
export const moderationSubscribers = [
  follow({
    ...consumers.photos['mark-on-photo-held'],
    command: ({ caseId, heldAt }) => record({ type: 'PhotoHeld', data: { caseId, heldAt } }),
  }),
  follow({
    // A deleted photo that is reported counts as held, so that its pictures are kept until the decision.
    name: 'keep-on-deleted-photo-reported',
    event: moderationEvents.DeletedPhotoReported,
    command: ({ caseId, reportedAt: heldAt }) => record({ type: 'PhotoHeld', data: { caseId, heldAt } }),
  }),
  follow({
    ...consumers.photos['unmark-on-photo-hold-released'],
    command: ({ caseId, releasedAt }) => record({ type: 'PhotoHoldReleased', data: { caseId, releasedAt } }),
  }),
  follow({
    ...consumers.photos['remove-on-case-decided'],
    command: ({ caseId, statementId, decision, decidedAt }) => {
      if (decision === 'removePhoto' || decision === 'passOn') {
        const data = { caseId, statementId, isPassedOn: decision === 'passOn', decidedAt };
        return record({ type: 'PhotoRemoved', data });
      }
      if (decision === 'askForCrop') return record({ type: 'CropWanted', data: { statementId, decidedAt } });
      return { type: 'CloseCase', caseId, decidedAt };
    },
  }),
  follow({
    ...consumers.photos['restore-on-decision-undone'],
    command: ({ statementId, decision, undoneAt }) => {
      const effect = EFFECTS[decision];
      return effect && { type: 'UndoDecision', statementId, undoneAt, effect };
    },
  }),
  follow({
    name: 'keep-on-appeal-filed',
    event: moderationEvents.AppealFiled,
    command: ({ statementId }) => record({ type: 'RemovalAppealed', data: { statementId } }),
  }),
  follow({
    // A granted appeal counts as open until the decision is undone, because the pictures must not be purged before.
    name: 'let-go-on-appeal-decided',
    event: moderationEvents.AppealDecided,
    command: ({ statementId, decidedAt, isGranted }) =>
      isGranted ? undefined : record({ type: 'RemovalAppealDecided', data: { statementId, decidedAt } }),
  }),
];

const EFFECTS: Readonly<Partial<Record<string, CommandOf<'UndoDecision'>['effect']>>> = {
  removePhoto: 'removal',
  passOn: 'removal',
  askForCrop: 'crop',
};
