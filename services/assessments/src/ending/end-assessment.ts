import { type CommandContext, Commands, type Executed, type Identified, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import { photoSerialKey } from '../photo-assessment/adjust-assessment.js';
import { type LoadedPhotoAssessment, photoAssessmentStreams } from '../photo-assessment/decide.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';

export interface EndRequest {
  userId: string;
  photoId: string;
  isRemoved: boolean;
  /** True if the photo is already deleted, alone or with the account. A reset then refunds no used tokens. */
  isGone?: boolean;
  /** True if the photo leaves the planner. The profile assessment that contains the photo then ends, too. */
  leavesPlanner?: boolean;
  sparesSlots?: boolean;
  isByModeration?: boolean;
}

/** The answer stored with the idempotency key. */
interface EndAnswer {
  refundTokens: number;
  /** Refund for the used tokens of a first assessment that was reset. */
  givenBackTokens: number;
  resetOccurred: boolean;
  photoIds: string[];
  eventIds: string[];
  resetEventIds: string[];
}

/** Ends the photo's running assessment, if any, or resets the owner's first assessment. */
@Injectable()
export class EndAssessment {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(request: EndRequest, context: CommandContext): Promise<Executed<EndAnswer>> {
    const { userId, photoId, leavesPlanner } = request;
    const serialBy = await photoSerialKey(this.commands, request);
    return this.commands.execute(context, { serialBy }, async (unit) => {
      const at = this.clock().toISOString();
      const owner = await unit.load(ownerStreams, userId);
      const photoAssessment = await assessmentOfPhoto(unit, owner, photoId);
      const ended = photoAssessment ? endPhoto(request, photoAssessment, owner, at) : [];
      if (!leavesPlanner) return answerOf(ended);
      const applies = (photoIds: readonly string[]) => photoIds.includes(photoId);
      // The same append ends a profile assessment that contains this photo, so that one answer reports both refunds.
      const profile = await endRunningProfile(unit, owner, { reason: 'profile-changed', at, applies });
      return answerOf([...ended, ...profile]);
    });
  }
}

/** The newest photo assessment that contains the photo, started or about to start; older ones are over. */
export async function assessmentOfPhoto(
  unit: UnitOfWork,
  { state }: LoadedOwner,
  photoId: string,
): Promise<LoadedPhotoAssessment | undefined> {
  const photoAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return photoAssessmentId === undefined ? undefined : unit.load(photoAssessmentStreams, photoAssessmentId);
}

/** Ends the photo's assessment on its own stream and on its owner's. @returns its events; none if it has not started */
export function endPhoto(
  { userId: ownerId, photoId, isRemoved, isGone, sparesSlots, isByModeration }: EndRequest,
  photoAssessment: LoadedPhotoAssessment,
  owner: LoadedOwner,
  at: string,
): Identified<PhotoAssessmentEvent>[] {
  if (photoAssessment.state.status !== 'started') return [];
  const { photoAssessmentId } = photoAssessment.state;
  const isOnboarding = !owner.state.hasMadeFirstProfile;
  const sparingSlots = sparesSlots ? { refundId: uuidv7() } : undefined;
  const givesBack = !isGone && !owner.state.hasBeenGivenBack;
  const end = { ownerId, photoId, isRemoved, isOnboarding, givesBack, sparingSlots, isByModeration, at };
  const events = photoAssessment.decide({ type: 'EndAssessment', ...end });
  const reset = events.find((event) => event.type === 'FirstAssessmentReset');
  if (reset) {
    owner.decide({ ...reset.data, type: 'RestartOnboarding', ownerId, photoAssessmentId });
    return events;
  }
  for (const event of events) {
    if (event.type !== 'AssessedPhotoEnded') continue;
    owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId: event.data.photoId, at });
  }
  return events;
}

export function answerOf(events: readonly Identified<PhotoAssessmentEvent | ProfileEvent>[]): EndAnswer {
  const answer: EndAnswer = {
    ...{ refundTokens: 0, givenBackTokens: 0, resetOccurred: false },
    ...{ photoIds: [], eventIds: [], resetEventIds: [] },
  };
  for (const event of events) {
    if (event.type === 'ProfileRoundEnded') answer.refundTokens += event.data.refundTokens;
    if (event.type === 'AssessedPhotoEnded') {
      answer.refundTokens += event.data.refundTokens;
      answer.photoIds.push(event.data.photoId);
      answer.eventIds.push(event.eventId);
    } else if (event.type === 'FirstAssessmentReset') {
      answer.resetOccurred = true;
      answer.givenBackTokens = event.data.givenBackTokens;
      answer.photoIds = event.data.photoIds;
      answer.resetEventIds.push(event.eventId);
    }
  }
  return answer;
}
