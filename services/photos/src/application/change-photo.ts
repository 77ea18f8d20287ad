import {
  type AppendOutcome,
  type AppendRequest,
  DomainError,
  EventStore,
  type SqlSession,
  VersionConflictError,
} from '@candid/event-store';
import { inTransaction } from '@candid/platform/orm';
import { Projections } from '@candid/platform/persistence';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '../config.js';
import { type PhotoView, viewOf } from '../domain/photo/view.js';
import type { CommandOfPlanner } from '../domain/planner.js';
import { PHOTO_PROJECTION } from '../projections/photo/photo.entity.js';
import { type CommandContext, firstAnswer, refusingReuse } from './command-context.js';
import { decideOnPhoto, type PhotoDecision } from './photo-decision.js';
import { PLANNER_RATINGS_MIN } from './planner-ratings-min.token.js';

const CONFLICT_RETRIES = 3;

export interface PhotoChange {
  photoId: string;
  userId: string;
  command: CommandOfPlanner;
  /** Rows that must be there exactly if the events are. */
  effect?: (session: SqlSession) => Promise<void>;
}

/** Stored with the idempotency key. */
export interface ChangeAnswer {
  /** Null for a photo that was deleted. */
  photo: PhotoView | null;
  eventIds: string[];
  wasFirstProfileSet: boolean;
}

/** Load, decide, append; repeated on a version conflict, answered from the record for a repeated request. */
@Injectable()
export class ChangePhoto {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    @Inject(Projections) private readonly projections: Projections,
    @Inject(PLANNER_RATINGS_MIN) private readonly ratingsMin: number,
  ) {}

  async run(change: PhotoChange, context: CommandContext): Promise<ChangeAnswer> {
    const known = await firstAnswer<ChangeAnswer>(this.store, context.idempotency);
    if (known) return known;
    for (let retriesLeft = CONFLICT_RETRIES; ; retriesLeft--) {
      try {
        return await this.attempt(change, context);
      } catch (error) {
        // A refusal may come from what the twin of this request has just done.
        const twin =
          error instanceof DomainError ? await firstAnswer<ChangeAnswer>(this.store, context.idempotency) : undefined;
        if (twin) return twin;
        if (!(error instanceof VersionConflictError)) throw error;
        if (retriesLeft === 0)
          throw new DomainError('CONFLICT', 'The photo was changed at the same time. Please try again.');
      }
    }
  }

  private async attempt(change: PhotoChange, { metadata, idempotency }: CommandContext): Promise<ChangeAnswer> {
    const decision = await decideOnPhoto((streamId) => this.store.load(streamId), {
      ...change,
      ratingsMin: this.ratingsMin,
    });
    const streams = decision.streams.map((stream) => ({
      ...stream,
      events: stream.events.map((event) => ({ ...event, eventId: uuidv7() })),
    }));
    const answer = answerOf(decision, streams[0]?.events.map((event) => event.eventId) ?? []);
    if (streams.length === 0 && !idempotency) return answer;
    const request = { streams, metadata, ...(idempotency && { idempotency: { ...idempotency, answer } }) };
    const outcome = await refusingReuse(this.append(request, change.effect));
    if (outcome.outcome === 'replayed') return outcome.answer as ChangeAnswer;
    await this.projections.waitForEvents([PHOTO_PROJECTION], outcome.events, LIMITS.projectionWaitMs);
    return answer;
  }

  private async append(request: AppendRequest, effect: PhotoChange['effect']): Promise<AppendOutcome> {
    if (!effect) return this.store.append(request);
    const outcome = await inTransaction(this.orm, async ({ session }) => {
      const appended = await this.store.appendWithin(session, request);
      if (appended.outcome === 'appended') await effect(session);
      return appended;
    });
    this.store.announceCommit();
    return outcome;
  }
}

function answerOf({ state, photoEvents }: PhotoDecision, eventIds: string[]): ChangeAnswer {
  return {
    photo: state.status === 'kept' ? viewOf(state) : null,
    eventIds,
    wasFirstProfileSet: photoEvents.some(
      (event) => event.type === 'PhotoPlacedInProfile' && event.data.wasFirstProfileSet,
    ),
  };
}
