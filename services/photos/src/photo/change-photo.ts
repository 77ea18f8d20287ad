import { type CommandContext, Commands, type SqlSession } from '@candid/event-store';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { PHOTO_PROJECTION } from '../listing/photo.entity.js';
import type { CommandOfPlanner } from '../owner/domain/planner.js';
import { type PhotoView, viewOfState } from './domain/view.js';
import { decideOnPhoto, type PhotoDecision } from './photo-decision.js';
import { PLANNER_RATINGS_MIN } from './planner-ratings-min.token.js';

export interface PhotoChange {
  photoId: string;
  userId: string;
  command: CommandOfPlanner;
  /** Rows that must be there exactly if the events are. */
  effect?: (session: SqlSession, decision: PhotoDecision) => Promise<void>;
}

/** Stored with the idempotency key. */
export interface ChangeAnswer {
  /** Null for a photo that was deleted. */
  photo: PhotoView | null;
  eventIds: string[];
  wasFirstProfileSet: boolean;
}

/** A command on one photo, which may depend on its owner. */
@Injectable()
export class ChangePhoto {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    @Inject(PLANNER_RATINGS_MIN) private readonly ratingsMin: number,
  ) {}

  async run({ effect, ...change }: PhotoChange, context: CommandContext): Promise<ChangeAnswer> {
    const { answer, events } = await this.commands.execute(context, {}, async (unit) => {
      const decision = await decideOnPhoto(unit, { ...change, ratingsMin: this.ratingsMin });
      if (effect) unit.writeWithEvents((session) => effect(session, decision));
      return answerOf(decision);
    });
    await this.projections.waitForEvents([PHOTO_PROJECTION], events, LIMITS.projectionWaitMs);
    return answer;
  }
}

function answerOf({ state, photoEvents }: PhotoDecision): ChangeAnswer {
  return {
    photo: state.status === 'kept' ? viewOfState(state) : null,
    eventIds: photoEvents.map(({ eventId }) => eventId),
    wasFirstProfileSet: photoEvents.some(
      (event) => event.type === 'PhotoPlacedInProfile' && event.data.wasFirstProfileSet,
    ),
  };
}
