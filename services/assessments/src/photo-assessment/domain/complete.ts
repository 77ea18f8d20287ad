import type { TestEvent } from './events.js';
import type { Assessment, StartedTest } from './state.js';

/** What follows when these assessments have all their ratings: the test is complete with the last one that runs. */
export function completionsOf(test: StartedTest, full: readonly Assessment[], completedAt: string): TestEvent[] {
  const { testId, ownerId, isFirstAssessment } = test;
  const fullIds = new Set(full.map(({ assessmentId }) => assessmentId));
  const events: TestEvent[] = full.map(({ assessmentId, photoId }) => ({
    type: 'AssessmentCompleted',
    data: { assessmentId, photoId, testId, ownerId, completedAt },
  }));
  const isOpen = ({ assessmentId, status }: Assessment) => status === 'running' && !fullIds.has(assessmentId);
  if (full.length === 0 || test.assessments.some(isOpen)) return events;
  const photoIds = test.assessments.filter(({ status }) => status !== 'ended').map(({ photoId }) => photoId);
  return [...events, { type: 'TestCompleted', data: { testId, ownerId, photoIds, isFirstAssessment, completedAt } }];
}
