import type { RequestContext } from '@candid/contracts';
import type { CommandContext, Executed, UnitOfWork } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { ownerStreams, profileAssessmentStreams } from '../aggregates.js';
import { unscreenedOf } from '../owner/domain/state.js';
import { type IdOf, PaidCommands } from '../paid-command.js';
import type { Choice } from '../photo-assessment/domain/events.js';
import type { ProfileEvent } from './domain/events.js';
import { recordRoundOnOwner } from './owner-events.js';
import { PlannerPhotos, TOO_FEW_TOKENS } from './planner-photos.js';

export interface ProfileRequest {
  userId: string;
  photoIds: string[];
  assessorsCount: number;
  commentsSelected?: Choice[] | undefined;
}

/** The answer stored with the idempotency key. */
export interface ProfileRequestAnswer {
  profileAssessmentId: string;
  remainingTokens: number;
}

/** Starts a profile assessment with its first round. */
@Injectable()
export class RequestProfileAssessment {
  constructor(
    private readonly paid: PaidCommands,
    private readonly planner: PlannerPhotos,
  ) {}

  run(
    request: ProfileRequest,
    command: CommandContext,
    context: RequestContext,
  ): Promise<Executed<ProfileRequestAnswer>> {
    const { userId } = request;
    return this.paid.run(
      {
        userId,
        subjectId: userId,
        serialBy: `profiles of ${userId}`,
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, request, idOf, at),
        answer: answerOf,
      },
      command,
      context,
    );
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, photoIds, assessorsCount: assessors, commentsSelected }: ProfileRequest,
    idOf: IdOf,
    at: string,
  ): Promise<ProfileEvent[] | undefined> {
    const [profileAssessmentId, assessmentId, holdId] = [idOf('profile assessment'), idOf('round'), idOf('hold')];
    const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
    if (profileAssessment.state.status !== 'unknown') return undefined;
    const owner = await unit.load(ownerStreams, ownerId);
    const unscreenedPhotoIds = unscreenedOf(owner.state, photoIds);
    const start = { profileAssessmentId, assessmentId, holdId, ownerId, photoIds, assessors, commentsSelected, at };
    const events = profileAssessment.decide({ type: 'StartProfileAssessment', ...start, unscreenedPhotoIds });
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    recordRoundOnOwner(events, owner);
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
    return events;
  }
}

function answerOf(events: readonly ProfileEvent[], remainingTokens: number | null): ProfileRequestAnswer {
  const started = events.find((event) => event.type === 'ProfileRoundStarted');
  if (started?.type !== 'ProfileRoundStarted' || remainingTokens === null) throw new Error('nothing was started');
  return { profileAssessmentId: started.data.profileAssessmentId, remainingTokens };
}
