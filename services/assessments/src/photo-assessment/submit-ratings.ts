import { PRODUCT } from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type Executed, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { ownerStreams } from '../owner/decide.js';
import { type LoadedPhotoAssessment, photoAssessmentStreams } from './decide.js';
import { contentsOf, repeatedSubmission } from './decide-ratings.js';
import { alreadyRated, assessmentUnknown, gravestOf, ownPhotos } from './errors.js';
import { type GivenContent, photoAssessmentStreamId } from './events.js';
import {
  liveSlotOf,
  type PhotoAssessmentState,
  type StartGoldAssessment,
  type SubmitRatings as SubmitRatingsCommand,
  type SubmittedRating,
} from './photo-assessment.js';
import { addContents, RatingContents } from './rating-contents.js';

/** The ratings of one photo assessment; empty if the assessor has it open but rates none of its photos. */
export interface SubmittedAssessment {
  photoAssessmentId: string;
  ratings: SubmittedRating[];
  /** The gold assessment to start with the submission, if it does not exist yet. */
  gold?: Omit<StartGoldAssessment, 'type' | 'at'> | undefined;
}

export interface Submission {
  ownerId: string;
  assessorId: string;
  photoAssessments: SubmittedAssessment[];
  isVisible: boolean;
  hiddenPhotoIds: readonly string[];
}

/** The answer stored with the idempotency key. */
interface SubmissionAnswer {
  submissionId: string;
  /** Ids of the submissions that earn tokens, one for each photo assessment. */
  rewardIds: string[];
  tokensEarned: number;
  /** False without a slot: such a submission counts and earns nothing. */
  isRewarded: boolean;
  /** Ids of the events that accepted the ratings. */
  eventIds: string[];
}

interface DecidedAssessment {
  photoAssessment: LoadedPhotoAssessment;
  command: SubmitRatingsCommand;
  /** The contents of the accepted ratings; empty for a repeat. */
  contents: GivenContent[];
}

/**
 * Accepts the ratings of all photos, across photo assessments, in one append. The append also completes full
 * assessments. If it completes the first assessment, it records that on the owner's stream.
 */
@Injectable()
export class SubmitRatings {
  constructor(
    private readonly commands: Commands,
    private readonly contents: RatingContents,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(submission: Submission, context: CommandContext): Promise<Executed<SubmissionAnswer>> {
    const serialBy = submission.photoAssessments.map(({ photoAssessmentId }) =>
      photoAssessmentStreamId(photoAssessmentId),
    );
    return this.commands.execute(context, { serialBy }, (unit) => this.submit(submission, unit));
  }

  private async submit(submission: Submission, unit: UnitOfWork): Promise<SubmissionAnswer> {
    if (submission.assessorId === submission.ownerId) throw ownPhotos();
    if (submission.photoAssessments.length === 0) throw assessmentUnknown();
    const at = this.clock().toISOString();
    const photoAssessments = await Promise.all(
      submission.photoAssessments.map(({ photoAssessmentId }) => unit.load(photoAssessmentStreams, photoAssessmentId)),
    );
    const earlier = await this.contents.of(
      photoAssessments.flatMap(({ state }) => ownSubmissionIds(state, submission.assessorId)),
    );
    const decided = decideAll(submission, photoAssessments, { at, minLookMs: this.settings.minLookMs, earlier });
    const contents = decided.flatMap((one) => one.contents);
    if (contents.length > 0) unit.writeWithEvents((session) => addContents(session, contents));
    await finishOnboarding(unit, decided);
    return answerOf(decided);
  }
}

/** Every photo assessment accepts its part. Otherwise the whole submission is rejected with the most severe reason. */
function decideAll(
  { ownerId, assessorId, photoAssessments: submitted, isVisible, hiddenPhotoIds }: Submission,
  photoAssessments: readonly LoadedPhotoAssessment[],
  { at, minLookMs, earlier }: { at: string; minLookMs: number; earlier: readonly GivenContent[] },
): DecidedAssessment[] {
  const photosTogether = submitted
    .map(({ ratings }, index) => Math.max(ratings.length, photosOpen(photoAssessments[index]!.state, assessorId, at)))
    .reduce((sum, photos) => sum + photos, 0);
  const refusals: DomainError[] = [];
  const decided = submitted.flatMap(({ ratings, gold }, index): DecidedAssessment[] => {
    if (ratings.length === 0) return [];
    const photoAssessment = photoAssessments[index]!;
    const asked = { ownerId, assessorId, ratings, earlier, photosTogether, isVisible, hiddenPhotoIds, minLookMs, at };
    const command: SubmitRatingsCommand = { type: 'SubmitRatings', submissionId: uuidv7(), ...asked };
    try {
      if (gold) photoAssessment.decide({ ...gold, type: 'StartGoldAssessment', at });
      const contents = contentsOf(command, photoAssessment.state, PRODUCT);
      const isRepeat = photoAssessment.decide(command).length === 0;
      return [{ photoAssessment, command, contents: isRepeat ? [] : contents }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push(error);
      return [];
    }
  });
  if (refusals.length > 0) throw gravestOf(refusals);
  const repeated = decided.filter(({ photoAssessment }) => photoAssessment.decided.length === 0);
  // A part that was accepted before cannot be submitted again together with new parts.
  if (repeated.length > 0 && repeated.length < decided.length) throw alreadyRated();
  return decided;
}

async function finishOnboarding(unit: UnitOfWork, decided: readonly DecidedAssessment[]): Promise<void> {
  const events = decided.flatMap(({ photoAssessment }) => photoAssessment.decided);
  const completed = events.find((event) => event.type === 'PhotoAssessmentCompleted' && event.data.isFirstAssessment);
  if (completed?.type !== 'PhotoAssessmentCompleted') return;
  const { ownerId, photoAssessmentId } = completed.data;
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'FinishFirstAssessment', ownerId, photoAssessmentId });
}

const ownSubmissionIds = (state: PhotoAssessmentState, assessorId: string): string[] =>
  state.status === 'started'
    ? state.submissions.flatMap((own) => (own.assessorId === assessorId ? [own.submissionId] : []))
    : [];

const photosOpen = (photoAssessment: PhotoAssessmentState, assessorId: string, at: string): number =>
  photoAssessment.status === 'started' ? (liveSlotOf(photoAssessment, assessorId, at)?.assessmentIds.length ?? 0) : 0;

/** The answer for the ratings just accepted or, for a repeat, for the assessor's equal submission in the history. */
function answerOf(decided: readonly DecidedAssessment[]): SubmissionAnswer {
  const parts = decided.flatMap(({ photoAssessment, command }) => {
    const { state } = photoAssessment;
    if (state.status !== 'started') return [];
    const taken =
      state.submissions.find(({ submissionId }) => submissionId === command.submissionId) ??
      repeatedSubmission(command, state, PRODUCT);
    const events: readonly { eventId: string; data: any }[] = [...photoAssessment.history, ...photoAssessment.decided];
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
