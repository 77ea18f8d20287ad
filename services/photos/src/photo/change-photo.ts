import {
  type Aggregate,
  type CommandContext,
  Commands,
  type Identified,
  type SqlSession,
  type UnitOfWork,
} from '@candid/event-store';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, PLANNER_RATINGS_MIN } from '../kernel/config.js';
import type { PhotoCommand } from './commands.js';
import { photoDecider } from './decide.js';
import {
  type CommandOfPlanner,
  decideWithOwner,
  type OwnerCommand,
  type OwnerEvent,
  type OwnerState,
  ownerDecider,
} from './owner.js';
import { ownerStream, type PhotoEvent, type PhotoState, photoStream } from './photo.js';
import { PHOTO_PROJECTION } from './read-model.js';
import { type PhotoView, viewOfState } from './view.js';

export const photoStreams: Aggregate<PhotoState, PhotoCommand, PhotoEvent> = { ...photoDecider, streamOf: photoStream };
export const ownerStreams: Aggregate<OwnerState, OwnerCommand, OwnerEvent> = { ...ownerDecider, streamOf: ownerStream };

interface PhotoQuestion {
  photoId: string;
  userId: string;
  command: CommandOfPlanner;
}

interface PhotoDecision {
  /** State of the photo after the events. */
  state: PhotoState;
  photoEvents: Identified<PhotoEvent>[];
}

export async function decideOnPhoto(
  unit: UnitOfWork,
  question: PhotoQuestion,
  ratingsMin: number,
): Promise<PhotoDecision> {
  const { photoId, userId, command } = question;
  const photo = await unit.load(photoStreams, photoId);
  const owner = await unit.load(ownerStreams, userId);
  const { photoEvents, ownerEvents } = decideWithOwner(command, photo.state, owner.state, ratingsMin);
  owner.record(ownerEvents);
  return { photoEvents: photo.record(photoEvents), state: photo.state };
}

interface PhotoChange extends PhotoQuestion {
  /** Writes rows in the transaction of the events, so that either all of them are stored or none. */
  effect?: (session: SqlSession, decision: PhotoDecision) => Promise<void>;
}

/** The answer that is stored with the idempotency key. */
export interface ChangeAnswer {
  /** Null if the photo was deleted. */
  photo: PhotoView | null;
  eventIds: string[];
  wasFirstProfileSet: boolean;
}

@Injectable()
export class ChangePhoto {
  constructor(
    private readonly commands: Commands,
    private readonly projections: Projections,
    @Inject(PLANNER_RATINGS_MIN) private readonly ratingsMin: number,
  ) {}

  async run({ effect, ...change }: PhotoChange, context: CommandContext): Promise<ChangeAnswer> {
    const { answer, events } = await this.commands.execute(context, {}, async (unit) => {
      const decision = await decideOnPhoto(unit, change, this.ratingsMin);
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
