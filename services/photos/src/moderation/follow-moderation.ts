import { MODERATION } from '@candid/contracts';
import { addWorkItem, Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import type { ModerationCommand } from '../photo/domain/commands.js';
import { isNeededByCase } from '../photo/domain/moderate.js';
import { isRemoved } from '../photo/domain/moderation.js';
import { type PhotoState, purgeDueOf } from '../photo/domain/state.js';
import { photoStreams } from '../photo/photo-decision.js';
import { forgetLikeness, markRemoved } from '../screening/likeness.rows.js';
import { placePicturesItem } from './place-pictures.job.js';
import { purgePicturesItem } from './purge-pictures.job.js';

/** Event that another service published about a decision, with the subscriber's transaction. */
interface FollowedDecision {
  session: SqlSession;
  metadata: EventMetadata & { correlationId: string };
  eventId: string;
}

/** Records decisions of moderation on the photo's stream. Adds the work that moves and later purges the pictures. */
@Injectable()
export class FollowModeration {
  constructor(private readonly commands: Commands) {}

  async run(photoId: string, command: ModerationCommand, followed: FollowedDecision): Promise<void> {
    const { session, metadata, eventId } = followed;
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
    const payload = { photoId, correlationId: metadata.correlationId, causationId: eventId };
    if (due) await addWorkItem(session, purgePicturesItem(payload, due));
  }
}

function dueOf(state: Exclude<PhotoState, { status: 'absent' }>): Date | null {
  const { moderation } = state;
  const isInQuarantine = state.status === 'deleted' ? state.isInQuarantine : isRemoved(moderation);
  return isInQuarantine ? purgeDueOf(state, MODERATION.retentionMs) : null;
}
