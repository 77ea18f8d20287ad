import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { Commands, DomainError, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { HeldPhotos } from '../assessor-quality/openings.js';
import { goldStartOf } from '../assessor-quality/show-gold-pair.js';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { RecentSubmissions } from '../linked-accounts/submission-habits.js';
import { ownerStreams } from '../owner/decide.js';
import { type LoadedPhotoAssessment, photoAssessmentStreams } from '../photo-assessment/decide.js';
import { contentsOf, repeatedSubmission } from '../photo-assessment/decide-ratings.js';
import { alreadyRated, assessmentUnknown, gravestOf, ownPhotos } from '../photo-assessment/errors.js';
import { type GivenContent, photoAssessmentStreamId } from '../photo-assessment/events.js';
import {
  liveSlotOf,
  type PhotoAssessmentState,
  type StartGoldAssessment,
  type SubmitRatings as SubmitRatingsCommand,
  type SubmittedRating,
} from '../photo-assessment/photo-assessment.js';
import { addContents, loadContents } from '../photo-assessment/rating-contents.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { PersonToRate } from './person-to-rate.js';

/** The ratings of one photo assessment; empty if the assessor has it open but rates none of its photos. */
interface Part {
  photoAssessmentId: string;
  ratings: SubmittedRating[];
}

interface Submission extends Pick<SubmitRatingsCommand, 'ownerId' | 'assessorId' | 'isVisible' | 'hiddenPhotoIds'> {
  parts: Part[];
  /** The gold assessment that the submission starts, if it does not exist yet. */
  gold: Omit<StartGoldAssessment, 'type' | 'at'> | undefined;
}

/** The answer stored with the idempotency key. */
interface SubmissionAnswer {
  submissionId: string;
  /** Ids of the submissions that earn tokens, one for each photo assessment. */
  rewardIds: string[];
  tokensEarned: number;
  /** False without a slot: such a submission counts and earns nothing. */
  isRewarded: boolean;
  eventIds: string[];
}

interface DecidedPart {
  photoAssessment: LoadedPhotoAssessment;
  command: SubmitRatingsCommand;
  /** The contents of the accepted ratings; empty for a repeat. */
  contents: GivenContent[];
}

/**
 * Accepts the ratings of all photos, across photo assessments, in one append. The append also completes full
 * assessments. If it completes the first assessment, it records that on the owner's stream.
 */
@Controller()
export class SubmitRatings {
  constructor(
    private readonly people: PersonToRate,
    private readonly scores: PhotoScoresQuery,
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
    private readonly recent: RecentSubmissions,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.submitRatings)
  async submit(request: Sent<typeof rpc.submitRatings>, context: RequestContext) {
    const { assessorId, ownerId } = request;
    const ratings = request.ratings.map(withoutUndefined);
    const { assessor, held, showing } = await this.people.of(assessorId, ownerId, this.clock());
    const [newest, tokensBefore] = await Promise.all([
      this.scores.assessmentsOf(
        ownerId,
        ratings.map(({ photoId }) => photoId),
      ),
      this.balances.before(assessorId, context),
    ]);
    const gold = showing && goldStartOf(showing);
    const parts = partsOf(ratings, { newest, gold, held });
    const { isVisible, hiddenPhotoIds } = assessor;
    const submission = { ownerId, assessorId, parts, gold, isVisible, hiddenPhotoIds };
    const serialBy = parts.map(({ photoAssessmentId }) => photoAssessmentStreamId(photoAssessmentId));
    const command = commandContext(rpc.submitRatings, context);
    const { answer, events } = await this.commands.execute(command, { serialBy }, (unit) =>
      this.accept(submission, unit),
    );
    const { submissionId, rewardIds, tokensEarned } = answer;
    const submissionIds = rewardIds.length > 0 ? rewardIds : [submissionId];
    const [balance] = await Promise.all([
      this.balances.afterReward({ userId: assessorId, submissionIds, tokensEarned, tokensBefore }, context),
      this.ownWrites.shownToAssessorAndOwner(events),
      this.recent.record(events, context.ip),
    ]);
    return { ...answer, ...balance } as Reply<typeof rpc.submitRatings>;
  }

  private async accept(submission: Submission, unit: UnitOfWork): Promise<SubmissionAnswer> {
    const { ownerId, assessorId, parts } = submission;
    if (assessorId === ownerId) throw ownPhotos();
    if (parts.length === 0) throw assessmentUnknown();
    const at = this.clock().toISOString();
    const photoAssessments = await Promise.all(
      parts.map(({ photoAssessmentId }) => unit.load(photoAssessmentStreams, photoAssessmentId)),
    );
    const earlier = await loadContents(
      this.database,
      photoAssessments.flatMap(({ state }) => ownSubmissionIds(state, assessorId)),
    );
    const decided = decideAll(submission, photoAssessments, { at, minLookMs: this.settings.minLookMs, earlier });
    const contents = decided.flatMap((part) => part.contents);
    if (contents.length > 0) unit.writeWithEvents((session) => addContents(session, contents));
    await finishOnboarding(unit, decided);
    return answerOf(decided);
  }
}

function withoutUndefined({ photoId, rating, comments }: Sent<typeof rpc.submitRatings>['ratings'][number]) {
  return { photoId, rating: rating ?? null, comments: comments ?? [] };
}

interface KnownAssessments {
  newest: ReadonlyMap<string, string>;
  gold: Submission['gold'];
  held: readonly HeldPhotos[];
}

/**
 * The photo assessments of the rated photos; none if no photo belongs to this owner. If a rated photo is in none of
 * them, the first one gets its rating and rejects it. Other photo assessments that the assessor has open for this owner
 * are added without ratings, because their photos count towards the minimum look time.
 */
function partsOf(ratings: readonly SubmittedRating[], { newest, gold, held }: KnownAssessments): Part[] {
  const assessmentOf = new Map(newest);
  for (const { photoId } of gold?.assessments ?? []) assessmentOf.set(photoId, gold!.photoAssessmentId);
  // `newest` lacks the photos of a reset first assessment. `held` has them if the assessor has that assessment open.
  for (const { photoAssessmentId, photoIds } of held) {
    for (const photoId of photoIds) if (!assessmentOf.has(photoId)) assessmentOf.set(photoId, photoAssessmentId);
  }
  const ratedIds = ratings.flatMap(({ photoId }) => assessmentOf.get(photoId) ?? []);
  const first = ratedIds.toSorted()[0];
  if (first === undefined) return [];
  const placed = ratings.map((rating, position) => ({ ...rating, position }));
  // Sorted ids give a repeated submission the same order, even if its photos are in another order.
  const all = new Set([...ratedIds, ...held.map(({ photoAssessmentId }) => photoAssessmentId)]);
  return [...all].sort().map((photoAssessmentId) => ({
    photoAssessmentId,
    ratings: placed.filter(({ photoId }) => (assessmentOf.get(photoId) ?? first) === photoAssessmentId),
  }));
}

/** Every photo assessment must accept its part; otherwise the most severe reason rejects the whole submission. */
function decideAll(
  { parts, gold, ...submission }: Submission,
  photoAssessments: readonly LoadedPhotoAssessment[],
  { at, minLookMs, earlier }: { at: string; minLookMs: number; earlier: readonly GivenContent[] },
): DecidedPart[] {
  const photosTogether = parts
    .map(({ ratings }, index) =>
      Math.max(ratings.length, photosOpen(photoAssessments[index]!.state, submission.assessorId, at)),
    )
    .reduce((sum, photos) => sum + photos, 0);
  const refusals: DomainError[] = [];
  const decided = parts.flatMap(({ ratings }, index): DecidedPart[] => {
    if (ratings.length === 0) return [];
    const photoAssessment = photoAssessments[index]!;
    const asked = { ...submission, ratings, earlier, photosTogether, minLookMs, at };
    const command: SubmitRatingsCommand = { type: 'SubmitRatings', submissionId: uuidv7(), ...asked };
    try {
      if (gold) photoAssessment.decide({ ...gold, type: 'StartGoldAssessment', at });
      const contents = contentsOf(command, photoAssessment.state);
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

async function finishOnboarding(unit: UnitOfWork, decided: readonly DecidedPart[]): Promise<void> {
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

/** Returns the answer for the accepted ratings, or for the earlier submission that they repeat. */
function answerOf(decided: readonly DecidedPart[]): SubmissionAnswer {
  const accepted = decided.flatMap(({ photoAssessment, command }) => {
    const { state } = photoAssessment;
    if (state.status !== 'started') return [];
    const taken =
      state.submissions.find(({ submissionId }) => submissionId === command.submissionId) ??
      repeatedSubmission(command, state);
    const events: readonly { eventId: string; data: any }[] = [...photoAssessment.history, ...photoAssessment.decided];
    const event = events.find(({ data }) => data.submissionId === taken?.submissionId);
    return taken && event ? [{ ...taken, eventId: event.eventId }] : [];
  });
  if (!accepted[0]) throw new Error('nothing was decided and nothing is repeated');
  return {
    submissionId: accepted[0].submissionId,
    rewardIds: accepted.filter(({ rewardTokens }) => rewardTokens > 0).map(({ submissionId }) => submissionId),
    tokensEarned: accepted.reduce((sum, { rewardTokens }) => sum + rewardTokens, 0),
    isRewarded: accepted.some(({ hadSlot }) => hadSlot),
    eventIds: accepted.map(({ eventId }) => eventId),
  };
}
