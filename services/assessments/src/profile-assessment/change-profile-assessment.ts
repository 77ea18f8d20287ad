import type { RequestContext } from '@candid/contracts';
import type { CommandContext, Executed, UnitOfWork } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ownerStreams, profileAssessmentStreams } from '../aggregates.js';
import { unscreenedOf } from '../owner/domain/state.js';
import { type IdOf, PaidCommands } from '../paid-command.js';
import type { Choice } from '../photo-assessment/domain/events.js';
import { profileUnknown } from './domain/errors.js';
import { type ProfileEvent, profileAssessmentStreamId } from './domain/events.js';
import { recordRoundOnOwner } from './owner-events.js';
import { PlannerPhotos, TOO_FEW_TOKENS } from './planner-photos.js';

export interface ProfileChange {
  userId: string;
  profileAssessmentId: string;
  photoIds?: string[] | undefined;
  assessorsCount: number;
  commentsSelected?: Choice[] | undefined;
}

/** The answer stored with the idempotency key. */
export interface ProfileChangeAnswer {
  refundId: string | null;
  refundTokens: number;
  /** Tokens that can be spent afterwards; null if nothing was held. */
  remainingTokens: number | null;
}

/** Changes the running round, or starts another round with the same photos. */
@Injectable()
export class ChangeProfileAssessment {
  constructor(
    private readonly paid: PaidCommands,
    private readonly planner: PlannerPhotos,
  ) {}

  run(change: ProfileChange, command: CommandContext, context: RequestContext): Promise<Executed<ProfileChangeAnswer>> {
    const { userId, profileAssessmentId } = change;
    return this.paid.run(
      {
        userId,
        subjectId: profileAssessmentId,
        serialBy: profileAssessmentStreamId(profileAssessmentId),
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, change, idOf, at),
        answer: (events: readonly ProfileEvent[], remainingTokens): ProfileChangeAnswer => ({
          ...refundOf(events),
          remainingTokens,
        }),
      },
      command,
      context,
    );
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, profileAssessmentId, photoIds, assessorsCount: assessors, commentsSelected }: ProfileChange,
    idOf: IdOf,
    at: string,
  ): Promise<ProfileEvent[] | undefined> {
    const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
    if (profileAssessment.state.status === 'unknown') throw profileUnknown();
    const [assessmentId, holdId] = [idOf('round'), idOf('hold')];
    if (profileAssessment.state.usedHoldIds.includes(holdId)) return undefined;
    const ids = { assessmentId, holdId, refundId: uuidv7() };
    const owner = await unit.load(ownerStreams, ownerId);
    const unscreenedPhotoIds = unscreenedOf(owner.state, profileAssessment.state.photoIds);
    const wanted = { ownerId, photoIds, assessors, commentsSelected, unscreenedPhotoIds };
    const events = profileAssessment.decide({ type: 'ChangeProfileAssessment', ...wanted, ...ids, at });
    recordRoundOnOwner(events, owner);
    await this.requirePlannerFor(unit, ownerId, events);
    return events;
  }

  private async requirePlannerFor(unit: UnitOfWork, ownerId: string, events: readonly ProfileEvent[]): Promise<void> {
    const started = events.find((event) => event.type === 'ProfileRoundStarted');
    if (started?.type !== 'ProfileRoundStarted') return;
    const { photoIds } = started.data;
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
  }
}

function refundOf(events: readonly ProfileEvent[]): { refundId: string | null; refundTokens: number } {
  const shrunk = events.find((event) => event.type === 'ProfileRoundShrunk');
  if (shrunk?.type !== 'ProfileRoundShrunk') return { refundId: null, refundTokens: 0 };
  const { refundId, refundTokens } = shrunk.data;
  return { refundId, refundTokens };
}
