import { assessmentsEvents, moderationEvents, profileAssessmentsEvents, reportsRpc } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import type { TellEvent } from '@candid/platform/messaging';
import { blocksStreamId } from '../blocks/blocks.js';
import { type CaseEvent, isOfCase } from '../moderation/case.js';
import { reporterStreamId } from '../moderation/reporter.js';
import type { PhotoAssessmentEvent, RatingsAccepted } from '../photo-assessment/events.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import type { ResultsEvent } from '../results/photo-results.js';

/** Translates the events that other services need into the contract's words. All other events stay internal. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  if (isOfCase(recorded.streamId)) return ofCase(recorded);
  const event = recorded as unknown as PhotoAssessmentEvent | ResultsEvent | ProfileEvent;
  const uncounted = uncountedOf(event);
  if (uncounted) return integrationEventOf(recorded, { type: 'GoldRatingsAccepted', data: uncounted });
  if (!(event.type in assessmentsEvents || event.type in profileAssessmentsEvents)) return undefined;
  const data = publishedDataOf(event);
  return data && integrationEventOf(recorded, { type: event.type, data });
}

/**
 * Returns the reward if all of a submission was held or reported meanwhile, so that nothing counts. It is published
 * like an answer to a gold pair: a reward, with nothing to count, to mail or to show.
 */
function uncountedOf(event: PhotoAssessmentEvent | ResultsEvent | ProfileEvent): object | undefined {
  const isUncounted =
    event.type === 'UncountedProfileRatingAccepted' ||
    (event.type === 'RatingsAccepted' && event.data.ratings.length === 0);
  return isUncounted ? rewardOf(event.data) : undefined;
}

type Rewarded = Pick<RatingsAccepted, 'submissionId' | 'assessorId' | 'rewardTokens' | 'acceptedAt'>;

const rewardOf = ({ submissionId, assessorId: userId, rewardTokens, acceptedAt }: Rewarded) => ({
  submissionId,
  userId,
  rewardTokens,
  acceptedAt,
});

function publishedDataOf(event: PhotoAssessmentEvent | ResultsEvent | ProfileEvent): object | undefined {
  switch (event.type) {
    case 'PhotoAssessmentStarted': {
      const { photoAssessmentId, ownerId: userId, isFirstAssessment, holdId, startedAt, assessments } = event.data;
      return { photoAssessmentId, userId, isFirstAssessment, holdId, startedAt, assessments };
    }
    case 'RatingsAccepted': {
      const { submissionId, photoAssessmentId, ownerId: userId, assessorId } = event.data;
      const { rewardTokens, acceptedAt, isFirst, ratings } = event.data;
      return { submissionId, photoAssessmentId, userId, assessorId, rewardTokens, acceptedAt, isFirst, ratings };
    }
    case 'GoldRatingsAccepted':
      return rewardOf(event.data);
    case 'PhotoAssessmentCompleted': {
      const { photoAssessmentId, ownerId: userId, photoIds, isFirstAssessment, completedAt } = event.data;
      return { photoAssessmentId, userId, photoIds, isFirstAssessment, completedAt };
    }
    case 'RequirementsChanged': {
      const { ownerId: userId, commentsSelected: _choices, ...change } = event.data;
      return { ...change, userId };
    }
    case 'AssessedPhotoEnded': {
      const { assessmentId, photoId, photoAssessmentId, ownerId: userId, refundTokens } = event.data;
      const { isPhotoAssessmentOver, isByModeration = false } = event.data;
      const ended = { assessmentId, photoId, photoAssessmentId, userId, refundTokens };
      return { ...ended, isPhotoAssessmentOver, isByModeration };
    }
    case 'FirstAssessmentReset': {
      const { photoAssessmentId, ownerId: userId, photoIds, givenBackTokens, restartTokens } = event.data;
      return { photoAssessmentId, userId, photoIds, givenBackTokens, restartTokens };
    }
    case 'PhotoResultsUpdated': {
      const { photoId, ownerId: userId, timesRated, testTimesRated, testLimit } = event.data;
      return { photoId, userId, timesRated, testTimesRated, testLimit };
    }
    case 'ProfileRoundStarted': {
      const { ownerId: userId, photoIds: _, commentsSelected: _choices, commentsRequired: _asked, ...run } = event.data;
      return { ...run, userId };
    }
    case 'ProfileRoundEnded': {
      const { ownerId: userId, reason, ...end } = event.data;
      return { ...end, userId, isByModeration: reason === 'moderation' };
    }
    case 'AssessedPhotoExtended':
    case 'AssessedPhotoShrunk':
    case 'SpoiledRatingReplaced':
    case 'SpoiledRatingRefunded':
    case 'ProfileRatingAccepted':
    case 'ProfileRoundExtended':
    case 'ProfileRoundShrunk':
    case 'ProfileRoundCompleted': {
      const { ownerId: userId, ...rest } = event.data;
      return { ...rest, userId };
    }
    default:
      return undefined;
  }
}

/** Publishes those case events that concern pictures, sessions and mails; claims and waiting reports stay internal. */
function ofCase(recorded: RecordedEvent): IntegrationEvent | undefined {
  const published = publishedOfCase(recorded as unknown as CaseEvent);
  if (!published) return undefined;
  const event = integrationEventOf(recorded, published);
  if (published.type !== 'PhotoHeld' && published.type !== 'LateReportAnswered') return event;
  // A report caused the event. Other services must not learn who reported, because support traces their events.
  const { actor: _reporter, ...anonymous } = event;
  return anonymous;
}

function publishedOfCase(event: CaseEvent): { type: keyof typeof moderationEvents; data: object } | undefined {
  switch (event.type) {
    case 'CasePhotoHeld': {
      const { caseId, statementId, photoId, subjectId: userId, reason, heldAt } = event.data;
      return { type: 'PhotoHeld', data: { caseId, statementId, photoId, userId, reason, heldAt } };
    }
    case 'DeletedPhotoReported': {
      const { subjectId: userId, ...reported } = event.data;
      return { type: 'DeletedPhotoReported', data: { ...reported, userId } };
    }
    case 'CaseHoldReleased': {
      const { caseId, photoId, subjectId: userId, releasedAt } = event.data;
      return { type: 'PhotoHoldReleased', data: { caseId, photoId, userId, releasedAt } };
    }
    case 'CaseDecided': {
      const { rule, until, decidedAt, answered } = event.data;
      return { type: 'CaseDecided', data: { ...decisionOf(event.data), rule, until, decidedAt, answered } };
    }
    case 'LateReportAnswered':
      return event;
    case 'DecisionUndone':
      return { type: 'DecisionUndone', data: { ...decisionOf(event.data), undoneAt: event.data.undoneAt } };
    case 'AppealFiled':
      return { type: 'AppealFiled', data: { ...decisionOf(event.data), filedAt: event.data.filedAt } };
    case 'AppealDecided': {
      const { isGranted, answerId, decidedAt, answered } = event.data;
      return { type: 'AppealDecided', data: { ...decisionOf(event.data), isGranted, answerId, decidedAt, answered } };
    }
    default:
      return undefined;
  }
}

type OfDecision = Extract<CaseEvent, { type: 'AppealFiled' }>['data'];

const decisionOf = (data: Omit<OfDecision, 'filedAt' | 'dueAt'>) => {
  const { caseId, statementId, kind, decision, subjectId: userId, photoId, isTold } = data;
  return { caseId, statementId, kind, decision, userId, toldTo: isTold ? userId : null, photoId };
};

const SECRET_STREAMS = [reporterStreamId(''), blocksStreamId('')];

/**
 * Support traces requests and refunds, and must not learn who reported or blocked: streams that name these people are
 * left out, and the events of a report name nobody who caused them.
 */
export const tellEvent: TellEvent = (event) => {
  if (SECRET_STREAMS.some((prefix) => event.streamId.startsWith(prefix))) return undefined;
  return `rpc.${event.command}` === reportsRpc.report.subject ? { ...event, actor: null } : event;
};
