import { PRODUCT } from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type Executed, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type LoadedPhotoAssessment, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { type AssessmentsSettings, SETTINGS } from '../config.js';
import type { StartGoldTest, SubmitRatings as SubmitRatingsCommand, SubmittedRating } from './domain/commands.js';
import { alreadyRated, gravestOf, ownTest, testUnknown } from './domain/errors.js';
import { testStreamId } from './domain/events.js';
import { liveSlotOf } from './domain/places.js';
import type { TestState } from './domain/state.js';
import { repeatedSubmission } from './domain/submit-ratings.js';

/** The ratings of one photo assessment; none where its photos are only open beside those that are rated. */
export interface SubmittedTest {
  testId: string;
  ratings: SubmittedRating[];
  /** Started with the submission, if it is not there yet. */
  gold?: Omit<StartGoldTest, 'type' | 'at'> | undefined;
}

export interface Submission {
  ownerId: string;
  raterId: string;
  tests: SubmittedTest[];
  isVisible: boolean;
}

/** Stored with the idempotency key. */
export interface SubmissionAnswer {
  submissionId: string;
  /** Of the submissions that earn something, one for each photo assessment. */
  rewardIds: string[];
  tokensEarned: number;
  /** False without a slot: the submission counts and earns nothing. */
  isRewarded: boolean;
  /** Of RatingsAccepted. */
  eventIds: string[];
}

interface DecidedTest {
  test: LoadedPhotoAssessment;
  command: SubmitRatingsCommand;
}

/**
 * One append takes all photos' ratings, in whatever photo assessments they are, completes what is full and, with the first
 * assessment's last one, the onboarding.
 */
@Injectable()
export class SubmitRatings {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(submission: Submission, context: CommandContext): Promise<Executed<SubmissionAnswer>> {
    const serialBy = submission.tests.map(({ testId }) => testStreamId(testId));
    return this.commands.execute(context, { serialBy }, (unit) => this.submit(submission, unit));
  }

  private async submit(submission: Submission, unit: UnitOfWork): Promise<SubmissionAnswer> {
    if (submission.raterId === submission.ownerId) throw ownTest();
    if (submission.tests.length === 0) throw testUnknown();
    const at = this.clock().toISOString();
    const tests = await Promise.all(submission.tests.map(({ testId }) => unit.load(photoAssessmentStreams, testId)));
    const decided = decideAll(submission, tests, { at, minLookMs: this.settings.minLookMs });
    await finishOnboarding(unit, decided);
    return answerOf(decided);
  }
}

/** Every photo assessment takes its part, or the whole submission is refused with the reasons of all of them. */
function decideAll(
  { ownerId, raterId, tests: submitted, isVisible }: Submission,
  tests: readonly LoadedPhotoAssessment[],
  { at, minLookMs }: { at: string; minLookMs: number },
): DecidedTest[] {
  const photosTogether = submitted
    .map(({ ratings }, index) => Math.max(ratings.length, photosOpen(tests[index]!.state, raterId, at)))
    .reduce((sum, photos) => sum + photos, 0);
  const refusals: DomainError[] = [];
  const decided = submitted.flatMap(({ ratings, gold }, index): DecidedTest[] => {
    if (ratings.length === 0) return [];
    const test = tests[index]!;
    const asked = { ownerId, raterId, ratings, photosTogether, isVisible, minLookMs, at };
    const command: SubmitRatingsCommand = { type: 'SubmitRatings', submissionId: uuidv7(), ...asked };
    try {
      if (gold) test.decide({ ...gold, type: 'StartGoldTest', at });
      test.decide(command);
      return [{ test, command }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push(error);
      return [];
    }
  });
  if (refusals.length > 0) throw gravestOf(refusals);
  const repeated = decided.filter(({ test }) => test.decided.length === 0);
  // A part that was taken before cannot be taken again with others.
  if (repeated.length > 0 && repeated.length < decided.length) throw alreadyRated();
  return decided;
}

async function finishOnboarding(unit: UnitOfWork, decided: readonly DecidedTest[]): Promise<void> {
  const events = decided.flatMap(({ test }) => test.decided);
  const completed = events.find((event) => event.type === 'TestCompleted' && event.data.isFirstAssessment);
  if (completed?.type !== 'TestCompleted') return;
  const { ownerId, testId } = completed.data;
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'FinishFirstAssessment', ownerId, testId });
}

const photosOpen = (test: TestState, raterId: string, at: string): number =>
  test.status === 'started' ? (liveSlotOf(test, raterId, at)?.assessmentIds.length ?? 0) : 0;

/** Of the ratings just accepted, or, for a repeat, of the rater's same submission in history. */
function answerOf(decided: readonly DecidedTest[]): SubmissionAnswer {
  const parts = decided.flatMap(({ test, command }) => {
    const taken = test.state.status === 'started' ? repeatedSubmission(command, test.state, PRODUCT) : undefined;
    const events: readonly { eventId: string; data: any }[] = [...test.history, ...test.decided];
    const event = events.find(({ data }) => data.submissionId === taken?.submissionId);
    return taken && event ? [{ ...taken, eventId: event.eventId }] : [];
  });
  if (!parts[0]) throw new Error('nothing was decided and nothing is repeated');
  return {
    submissionId: parts[0].submissionId,
    rewardIds: parts.filter(({ rewardTokens }) => rewardTokens > 0).map(({ submissionId }) => submissionId),
    tokensEarned: parts.reduce((sum, { rewardTokens }) => sum + rewardTokens, 0),
    isRewarded: parts.some(({ hadSlot }) => hadSlot),
    eventIds: parts.map(({ eventId }) => eventId),
  };
}
