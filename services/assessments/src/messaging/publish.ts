import { assessmentsEvents, evaluationGroupsEvents } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import type { TestEvent } from '../photo-assessment/domain/events.js';
import type { GroupEvent } from '../profile-assessment/domain/events.js';
import type { ResultsEvent } from '../results/domain/events.js';

/** What the other services are told of, in the contract's words; the rest is this service's own business. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  const event = recorded as unknown as TestEvent | ResultsEvent | GroupEvent;
  if (!(event.type in assessmentsEvents || event.type in evaluationGroupsEvents)) return undefined;
  const data = publishedDataOf(event);
  return data && integrationEventOf(recorded, { type: event.type, data });
}

function publishedDataOf(event: TestEvent | ResultsEvent | GroupEvent): object | undefined {
  switch (event.type) {
    case 'TestStarted': {
      const { testId, ownerId: userId, isFirstAssessment, holdId, startedAt, assessments } = event.data;
      return { testId, userId, isFirstAssessment, holdId, startedAt, assessments };
    }
    case 'RatingsAccepted': {
      const { submissionId, testId, ownerId: userId, raterId, rewardTokens, acceptedAt, isFirst, ratings } = event.data;
      return { submissionId, testId, userId, raterId, rewardTokens, acceptedAt, isFirst, ratings };
    }
    case 'GoldRatingsAccepted': {
      const { submissionId, raterId: userId, rewardTokens, acceptedAt } = event.data;
      return { submissionId, userId, rewardTokens, acceptedAt };
    }
    case 'TestCompleted': {
      const { testId, ownerId: userId, photoIds, isFirstAssessment, completedAt } = event.data;
      return { testId, userId, photoIds, isFirstAssessment, completedAt };
    }
    case 'AssessmentExtended':
    case 'AssessmentShrunk':
    case 'SpoiledRatingReplaced':
    case 'SpoiledRatingRefunded': {
      const { ownerId: userId, ...change } = event.data;
      return { ...change, userId };
    }
    case 'RequirementsChanged': {
      const { ownerId: userId, commentsSelected: _choices, ...change } = event.data;
      return { ...change, userId };
    }
    case 'AssessmentEnded': {
      const { assessmentId, photoId, testId, ownerId: userId, refundTokens, isTestOver } = event.data;
      return { assessmentId, photoId, testId, userId, refundTokens, isTestOver };
    }
    case 'FirstAssessmentReset': {
      const { testId, ownerId: userId, photoIds, givenBackTokens, restartTokens } = event.data;
      return { testId, userId, photoIds, givenBackTokens, restartTokens };
    }
    case 'PhotoResultsUpdated': {
      const { photoId, ownerId: userId, timesRated, testTimesRated, testLimit } = event.data;
      return { photoId, userId, timesRated, testTimesRated, testLimit };
    }
    case 'GroupStarted': {
      const { ownerId: userId, photoIds: _, commentsSelected: _choices, commentsRequired: _asked, ...run } = event.data;
      return { ...run, userId };
    }
    case 'GroupEnded': {
      const { ownerId: userId, reason: _, ...end } = event.data;
      return { ...end, userId };
    }
    case 'GeneralRatingAccepted':
    case 'GroupExtended':
    case 'GroupShrunk':
    case 'GroupCompleted': {
      const { ownerId: userId, ...rest } = event.data;
      return { ...rest, userId };
    }
    default:
      return undefined;
  }
}
