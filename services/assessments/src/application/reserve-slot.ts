import type { RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { liveSlotOf } from '../domain/test/places.js';
import type { CommandContext } from './command-context.js';
import * as deciders from './deciders.js';
import { appendOf, identified, Streams } from './streams.js';

export interface ReservedSlot {
  expiresAt: string;
  /** In the test's order. */
  photoIds: string[];
  events: RecordedEvent[];
}

/** A place on everything of the test that the assessor may rate, for 15 minutes; asked again, it is renewed. */
@Injectable()
export class ReserveSlot {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  run(
    request: { testId: string; ownerId: string; assessorId: string },
    { metadata }: CommandContext,
  ): Promise<ReservedSlot> {
    const { testId, ownerId, assessorId } = request;
    return this.streams.inTurn(`test ${testId}`, async () => {
      const at = this.streams.now();
      const test = await this.streams.loadTest(testId);
      const decided = deciders.test.decide({ type: 'ReserveSlot', ownerId, assessorId, at }, test.state);
      const outcome = await this.streams.append(appendOf(test, identified(decided)), { metadata }, null);
      const state = decided.reduce(deciders.test.evolve, test.state);
      const slot = state.status === 'started' ? liveSlotOf(state, assessorId, at) : undefined;
      if (!slot || state.status !== 'started') throw new Error('a reserved slot is not there');
      const photoIds = state.assessments
        .filter((assessment) => slot.assessmentIds.includes(assessment.assessmentId))
        .filter((assessment) => assessment.status === 'running')
        .map((assessment) => assessment.photoId);
      return { expiresAt: slot.expiresAt, photoIds, events: outcome.outcome === 'appended' ? outcome.events : [] };
    });
  }
}
