import type { RequestContext } from '@candid/contracts';
import { type CommandContext, Commands, type Executed, type Identified, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import { type IdOf, PaidCommands } from '../paid-command.js';
import { notBeingAssessed } from './domain/errors.js';
import type { TestEvent } from './domain/events.js';
import { photoSerialKey } from './photo-serial-key.js';

export interface AdjustRequest {
  userId: string;
  photoId: string;
  difference: number;
  isCommentsChecked?: boolean | undefined;
  isRatingChecked?: boolean | undefined;
}

/** Stored with the idempotency key. */
export interface AdjustAnswer {
  refundTokens: number;
  refundId: string | null;
  eventIds: string[];
}

/** Changes a photo's assessment. More assessors are paid first: nothing is promised to assessors that is not held. */
@Injectable()
export class AdjustAssessment {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(PaidCommands) private readonly paid: PaidCommands,
    @Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos,
  ) {}

  async run(request: AdjustRequest, command: CommandContext, context: RequestContext): Promise<Executed<AdjustAnswer>> {
    const { userId, photoId } = request;
    const executed = await this.paid.run(
      {
        userId,
        subjectId: photoId,
        serialBy: await photoSerialKey(this.commands, request),
        decide: (unit, idOf, at) => this.decide(unit, request, idOf, at),
        answer: answerOf,
      },
      command,
      context,
    );
    return executed.isRepeat ? { ...executed, events: await this.eventsOf(request, executed.answer) } : executed;
  }

  /** What the first answer names: whoever gets it again reads what it says. */
  private async eventsOf({ userId, photoId }: AdjustRequest, { eventIds }: AdjustAnswer) {
    const { state } = await this.commands.load(ownerStreams, userId);
    const testId = state.testsByPhoto[photoId];
    if (testId === undefined) return [];
    const { history } = await this.commands.load(photoAssessmentStreams, testId);
    return history.filter(({ eventId }) => eventIds.includes(eventId));
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, ...wanted }: AdjustRequest,
    idOf: IdOf,
    at: string,
  ): Promise<Identified<TestEvent>[] | undefined> {
    const { photoId } = wanted;
    await this.ownerPhotos.requireOwn(ownerId, [photoId]);
    const owner = await unit.load(ownerStreams, ownerId);
    const testId = owner.state.testsByPhoto[photoId];
    if (testId === undefined) throw notBeingAssessed();
    const test = await unit.load(photoAssessmentStreams, testId);
    const ids = { holdId: idOf('hold'), refundId: uuidv7() };
    if (test.state.status === 'started' && test.state.usedHoldIds.includes(ids.holdId)) return undefined;
    const isOnboarding = !owner.state.hasMadeFirstProfile;
    const events = test.decide({ type: 'AdjustAssessment', ownerId, ...wanted, ...ids, isOnboarding, at });
    if (events.some((event) => event.type === 'AssessmentExtended' && event.data.isReopened)) {
      owner.decide({ type: 'RecordReopening', ownerId, testId, photoId, at });
    }
    return events;
  }
}

function answerOf(events: readonly Identified<TestEvent>[]): AdjustAnswer {
  const shrunk = events.find((event) => event.type === 'AssessmentShrunk');
  const refund = shrunk?.type === 'AssessmentShrunk' ? shrunk.data : { refundTokens: 0, refundId: null };
  const { refundTokens, refundId } = refund;
  return { refundTokens, refundId, eventIds: events.map(({ eventId }) => eventId) };
}
