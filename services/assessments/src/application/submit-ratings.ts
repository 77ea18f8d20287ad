import { PRODUCT } from '@candid/contracts';
import { EventStore, type RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { SubmittedRating } from '../domain/test/commands.js';
import { ownTest, testUnknown } from '../domain/test/errors.js';
import type { TestState } from '../domain/test/state.js';
import { repeatedSubmission } from '../domain/test/submit-ratings.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { appendOf, type History, type IdentifiedEvent, identified, Streams } from './streams.js';

export interface Submission {
  testId: string | undefined;
  ownerId: string;
  raterId: string;
  ratings: SubmittedRating[];
  isVisible: boolean;
}

/** Stored with the idempotency key. */
export interface SubmissionAnswer {
  submissionId: string;
  tokensEarned: number;
  /** Of RatingsAccepted. */
  eventIds: string[];
}

export interface SubmissionResult {
  answer: SubmissionAnswer;
  /** What was appended; nothing for a repeat. */
  events: RecordedEvent[];
}

/** One append takes all photos' ratings, completes what is full and, with the first assessment's last one, the onboarding. */
@Injectable()
export class SubmitRatings {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  async run(submission: Submission, context: CommandContext): Promise<SubmissionResult> {
    const known = await firstAnswer<SubmissionAnswer>(this.store, context.idempotency);
    if (known) return { answer: known, events: [] };
    const { testId } = submission;
    if (submission.raterId === submission.ownerId) throw ownTest();
    if (testId === undefined) throw testUnknown();
    return this.streams.inTurn(`test ${testId}`, () => this.attempt(testId, submission, context));
  }

  private async attempt(testId: string, submission: Submission, context: CommandContext): Promise<SubmissionResult> {
    const test = await this.streams.loadTest(testId);
    const { ownerId, raterId, ratings, isVisible } = submission;
    const command = { type: 'SubmitRatings', submissionId: uuidv7(), ownerId, raterId, ratings, isVisible } as const;
    const decided = deciders.test.decide({ ...command, at: this.streams.now() }, test.state);
    const testEvents = identified(decided);
    const answer = answerOf(testEvents) ?? firstAnswerOf(submission, test);
    const ownerAppends = await this.onboardingOf(testEvents);
    const outcome = await this.streams.append([...appendOf(test, testEvents), ...ownerAppends], context, answer);
    if (outcome.outcome === 'replayed') return { answer: outcome.answer as SubmissionAnswer, events: [] };
    return { answer, events: outcome.events };
  }

  private async onboardingOf(events: IdentifiedEvent[]) {
    const completed = events.find((event) => event.type === 'TestCompleted');
    if (completed?.type !== 'TestCompleted' || !completed.data.isFirstAssessment) return [];
    const { ownerId, testId } = completed.data;
    const owner = await this.streams.loadOwner(ownerId);
    const decided = deciders.owner.decide({ type: 'FinishFirstAssessment', ownerId, testId }, owner.state);
    return appendOf(owner, identified(decided));
  }
}

const isAcceptance = (event: IdentifiedEvent) =>
  event.type === 'RatingsAccepted' || event.type === 'GoldRatingsAccepted';

function answerOf(events: IdentifiedEvent[]): SubmissionAnswer | undefined {
  const accepted = events.find(isAcceptance);
  if (!accepted) return undefined;
  const { submissionId, rewardTokens } = accepted.data;
  return { submissionId, tokensEarned: rewardTokens, eventIds: [accepted.eventId] };
}

/** The answer to the rater's same submission, read from history. */
function firstAnswerOf(submission: Submission, { state, events }: History<TestState>): SubmissionAnswer {
  const first = state.status === 'started' ? repeatedSubmission(submission, state, PRODUCT) : undefined;
  const accepted = events.find((event) => event.data.submissionId === first?.submissionId);
  if (!first || !accepted) throw new Error('nothing was decided and nothing is repeated');
  return { submissionId: first.submissionId, tokensEarned: first.rewardTokens, eventIds: [accepted.eventId] };
}
