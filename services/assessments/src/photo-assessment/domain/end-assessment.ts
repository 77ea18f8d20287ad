import { shrunkTo } from './adjust-assessment.js';
import type { TestCommand } from './commands.js';
import { testUnknown } from './errors.js';
import type { TestEvent } from './events.js';
import { liveSlotsOn } from './places.js';
import type { TestPolicy } from './policy.js';
import type { Assessment, StartedTest, TestState } from './state.js';

type EndAssessment = Extract<TestCommand, { type: 'EndAssessment' }>;

/**
 * Ends the photo's assessment if it runs, and gives back what no assessor will use. Until the first profile is made, the
 * photos of the first assessment go together: ending one of them, or removing it, starts the owner over.
 */
export function endAssessment(command: EndAssessment, state: TestState, policy: TestPolicy): TestEvent[] {
  const { ownerId, photoId, isRemoved, isOnboarding, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId) throw testUnknown();
  const assessment = state.assessments.find((candidate) => candidate.photoId === photoId);
  if (!assessment) throw testUnknown();
  const isRunning = assessment.status === 'running';
  const resets = state.isFirstAssessment && !state.isReset && isOnboarding && (isRunning || isRemoved);
  if (!resets) return isRunning ? endOrSpare(command, state, assessment, policy) : [];
  const running = state.assessments.filter(({ status }) => status === 'running');
  const { testId } = state;
  const photoIds = state.assessments.map((candidate) => candidate.photoId);
  const givenBackTokens = command.givesBack ? usedUpTokensOf(state) : 0;
  const restartTokens = givenBackTokens + running.reduce((sum, { unusedTokens }) => sum + unusedTokens, 0);
  return [
    ...running.map((candidate, index) => ended(state, candidate, at, index === running.length - 1)),
    { type: 'FirstAssessmentReset', data: { testId, ownerId, photoIds, givenBackTokens, restartTokens, resetAt: at } },
  ];
}

/** Only who has a place already may still rate; who holds one is not told afterwards that the work was for nothing. */
function endOrSpare(
  { sparingPlaces, at }: EndAssessment,
  test: StartedTest,
  assessment: Assessment,
  policy: TestPolicy,
): TestEvent[] {
  const promised = sparingPlaces ? liveSlotsOn(test, assessment, at) : 0;
  if (!sparingPlaces || promised === 0) return [ended(test, assessment, at, isLastRunning(test, assessment))];
  const testLimit = assessment.raterIds.length + promised;
  if (testLimit >= assessment.testLimit) return [];
  return [shrunkTo(testLimit, test, assessment, { ...sparingPlaces, at }, policy)];
}

const isLastRunning = (test: StartedTest, assessment: Assessment): boolean =>
  test.assessments.every((other) => other === assessment || other.status !== 'running');

function ended(
  { testId, ownerId }: StartedTest,
  assessment: Assessment,
  endedAt: string,
  isTestOver: boolean,
): TestEvent {
  const { assessmentId, photoId, unusedTokens: refundTokens } = assessment;
  const data = { assessmentId, photoId, testId, ownerId, refundTokens, endedAt, isTestOver };
  return { type: 'AssessmentEnded', data };
}

/** Paid for ratings. The price of a spoiled one has come back to the assessment or to its owner. */
const usedUpTokensOf = ({ submissions, replacedSubmissionIds }: StartedTest): number =>
  submissions
    .filter(({ submissionId }) => !replacedSubmissionIds.includes(submissionId))
    .flatMap(({ ratings }) => ratings)
    .reduce((sum, { consumedTokens }) => sum + consumedTokens, 0);
