import { type CommandContext, Commands, type Executed, type Identified } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams } from '../owner/decide.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import type { PhotoAssessmentState } from '../photo-assessment/photo-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import { endPhoto } from './end-assessment.js';

/** The answer stored with the idempotency key. */
interface EndAllAnswer {
  refundTokens: number;
  photoIds: string[];
  eventIds: string[];
}

/**
 * Ends all running photo assessments and the profile assessment of an owner in one append. Changes nothing before the
 * first profile is made.
 */
@Injectable()
export class EndAllAssessments {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(userId: string, context: CommandContext): Promise<Executed<EndAllAnswer>> {
    return this.commands.execute(context, { serialBy: `ends of ${userId}` }, async (unit) => {
      const at = this.clock().toISOString();
      const ended: Identified<PhotoAssessmentEvent | ProfileEvent>[] = [];
      const owner = await unit.load(ownerStreams, userId);
      if (!owner.state.hasMadeFirstProfile) return answerOf(ended);
      for (const photoAssessmentId of new Set(
        Object.values(owner.state.pool).map((place) => place.photoAssessmentId),
      )) {
        const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
        for (const photoId of runningPhotosOf(photoAssessment.state)) {
          ended.push(...endPhoto({ userId, photoId, isRemoved: false }, photoAssessment, owner, at));
        }
      }
      ended.push(...(await endRunningProfile(unit, owner, { reason: 'planner-emptied', at })));
      return answerOf(ended);
    });
  }
}

const runningPhotosOf = (photoAssessment: PhotoAssessmentState): string[] =>
  photoAssessment.status === 'started'
    ? photoAssessment.assessments.filter(({ status }) => status === 'running').map(({ photoId }) => photoId)
    : [];

function answerOf(ended: readonly Identified<PhotoAssessmentEvent | ProfileEvent>[]): EndAllAnswer {
  const answer: EndAllAnswer = { refundTokens: 0, photoIds: [], eventIds: [] };
  for (const event of ended) {
    if (event.type === 'ProfileRoundEnded') answer.refundTokens += event.data.refundTokens;
    if (event.type !== 'AssessedPhotoEnded') continue;
    answer.refundTokens += event.data.refundTokens;
    answer.photoIds.push(event.data.photoId);
    answer.eventIds.push(event.eventId);
  }
  return answer;
}
