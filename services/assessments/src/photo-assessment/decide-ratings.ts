import { type AssessmentSettings, type FieldIssue, PRODUCT } from '@candid/contracts';
import { checkComments, type Refuse } from '../catalogue/catalogue.js';
import { allChoices, photoIndex } from '../catalogue/photo-catalogue.js';
import { photoReward } from './decide-reward.js';
import { alreadyRated, assessmentComplete, assessmentUnknown, invalid, ownPhotos, tooFast } from './errors.js';
import type { AcceptedRating, GivenContent, PhotoAssessmentEvent, Progress, RatingContent } from './events.js';
import {
  type Assessment,
  type AssessorNow,
  assessmentOf,
  completionsOf,
  identityOf,
  isCoveredBy,
  isRateableBy,
  isShown,
  later,
  liveSlotOf,
  newestSlotOf,
  onTerms,
  type PhotoAssessmentState,
  type ReplaceSpoiled,
  rateableBy,
  type Slot,
  type StartedAssessment,
  type StartGoldAssessment,
  type Submission,
  type SubmitRatings,
  type SubmittedRating,
} from './photo-assessment.js';

/** Accepts the ratings of all photos or of none. A repeated submission emits nothing: the first answer stays valid. */
export function submitRatings(command: SubmitRatings, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  if (state.status !== 'started' || state.ownerId !== command.ownerId) throw assessmentUnknown();
  if (command.assessorId === state.ownerId) throw ownPhotos();
  if (repeatedSubmission(command, state)) return [];
  if (!command.isVisible && !liveSlotOf(state, command.assessorId, command.at)) throw assessmentUnknown();
  const open = openAssessments(command, state);
  const assessments = open.all.map((assessment) => onTerms(assessment, command, state));
  const issues: FieldIssue[] = [];
  const given = acceptedRatings(command, assessments, issues);
  if (issues.length > 0) throw invalid(issues);
  const isCounted = ({ assessmentId }: { assessmentId: string }): boolean => !open.uncountedIds.includes(assessmentId);
  const counted = given.filter(isCounted);
  const ratings = counted.map(withoutContent);
  const uncounted = given
    .filter((rating) => !isCounted(rating))
    .map((rating) => ({ ...withoutContent(rating), consumedTokens: 0 }));
  const { submissionId, assessorId, photosTogether, at } = command;
  const { photoAssessmentId, ownerId } = state;
  const slot = liveSlotOf(state, assessorId, at);
  if (slot) checkLook(slot, photosTogether, command);
  const rewardTokens = rewardOfAll(given, assessments, slot);
  const taken = { submissionId, photoAssessmentId, ownerId, assessorId, rewardTokens, ratings };
  const accepted = { ...taken, ...(uncounted.length > 0 && { uncounted }), photosTogether, acceptedAt: at };
  if (state.finePhotoId !== null) {
    return [{ type: 'GoldRatingsAccepted', data: { ...accepted, isRight: isRight(counted, state.finePhotoId) } }];
  }
  const completions = completionsOf(state, assessments.filter(isCounted).filter(isFilledByOne), at);
  const isFirst =
    ratings.length > 0 &&
    state.submissions.every((submission) => submission.ratings.length === 0) &&
    !completions.some(({ type }) => type === 'PhotoAssessmentCompleted');
  const progress = progressOf(state, ratings);
  return [{ type: 'RatingsAccepted', data: { ...accepted, isFirst, ...(progress && { progress }) } }, ...completions];
}

/** Progress of the unfinished photo with the fewest ratings; undefined if there is none, or if its count stays equal. */
function progressOf({ assessments }: StartedAssessment, ratings: readonly AcceptedRating[]): Progress | undefined {
  const running = assessments.filter(({ status }) => status === 'running');
  const fewest = Math.min(...running.map(({ assessorIds }) => assessorIds.length));
  const [least] = running
    .map(({ assessmentId, assessorIds, testLimit: limit }) => ({
      rated: assessorIds.length + ratings.filter((rating) => rating.assessmentId === assessmentId).length,
      limit,
    }))
    .filter(({ rated, limit }) => rated < limit)
    .sort((a, b) => a.rated - b.rated);
  return least && least.rated > fewest ? least : undefined;
}

type Given = AcceptedRating & RatingContent;

const withoutContent = ({ score: _score, comments: _comments, ...rating }: Given): AcceptedRating => rating;

/** The contents of the ratings that `submitRatings` accepts. Empty if it rejects the submission. */
export function contentsOf(command: SubmitRatings, state: PhotoAssessmentState): GivenContent[] {
  if (state.status !== 'started') return [];
  const { submissionId } = command;
  return command.ratings.flatMap((rating) => {
    const assessment = assessmentOf(state, rating.photoId);
    if (!assessment) return [];
    const content = checkRating(rating, onTerms(assessment, command, state), '', []);
    return [{ submissionId, photoId: rating.photoId, ...content }];
  });
}

/** Only photos of the assessor's slot earn tokens. A submission without a slot counts and is not paid. */
function rewardOfAll(ratings: readonly Given[], assessments: readonly Assessment[], slot: Slot | undefined): number {
  return ratings
    .map((rating, index) =>
      slot && isCoveredBy(slot, rating.assessmentId) ? photoReward(rating, assessments[index]!.settings) : 0,
    )
    .reduce((sum, tokens) => sum + tokens, 0);
}

const isFilledByOne = ({ assessorIds, testLimit }: Assessment): boolean => assessorIds.length + 1 === testLimit;

/** The assessor's earlier submission with the same content, in any order of photos and comments. */
export function repeatedSubmission(
  command: Pick<SubmitRatings, 'assessorId' | 'ratings' | 'earlier'>,
  photoAssessment: StartedAssessment,
): Submission | undefined {
  const own = photoAssessment.submissions.filter((submission) => submission.assessorId === command.assessorId);
  const assessments = command.ratings.map(({ photoId }) => assessmentOf(photoAssessment, photoId));
  if (assessments.some((assessment) => assessment === undefined)) return undefined;
  return own.find(({ submissionId, terms }) => {
    const earlier = command.earlier.filter((content) => content.submissionId === submissionId);
    const issues: FieldIssue[] = [];
    const judged = (assessments as Assessment[]).map((assessment) => ({
      ...assessment,
      settings: terms[assessment.assessmentId] ?? assessment.settings,
    }));
    const ratings = acceptedRatings(command, judged, issues);
    return issues.length === 0 && contentOf(ratings) === contentOf(earlier);
  });
}

interface OpenAssessments {
  all: Assessment[];
  /** Assessments whose photo was held, or reported by the assessor, while the assessor's slot covered it. */
  uncountedIds: string[];
}

/** The rated assessments. @throws DomainError with a reason for each photo whose rating cannot be accepted */
function openAssessments(command: SubmitRatings, photoAssessment: StartedAssessment): OpenAssessments {
  const issues: Record<Unrateable['why'], FieldIssue[]> = { unknown: [], rated: [], closed: [] };
  const open: OpenAssessments = { all: [], uncountedIds: [] };
  command.ratings.forEach(({ photoId, position }, index) => {
    const field = `ratings[${position ?? index}].photoId`;
    const assessment = assessmentOf(photoAssessment, photoId);
    const isTwice = assessment !== undefined && open.all.includes(assessment);
    const taken = isTwice ? twice : rateabilityOf(assessment, command, photoAssessment);
    if (typeof taken === 'object') issues[taken.why].push({ field, message: taken.message });
    if (taken === 'uncounted') open.uncountedIds.push(assessment!.assessmentId);
    if (assessment) open.all.push(assessment);
  });
  if (issues.rated.length > 0) throw alreadyRated(issues.rated);
  if (issues.closed.length > 0) throw assessmentComplete(issues.closed);
  if (issues.unknown.length > 0) throw invalid(issues.unknown);
  const missing = expectedOf(photoAssessment, command).filter((assessment) => !open.all.includes(assessment));
  if (missing.length > 0) {
    throw invalid(missing.map(({ photoId }) => ({ field: 'ratings', message: `Photo ${photoId} is not rated yet.` })));
  }
  return open;
}

interface Unrateable {
  why: 'unknown' | 'rated' | 'closed';
  message: string;
}

const twice: Unrateable = { why: 'unknown', message: 'This photo is there twice.' };

/** A hold or the assessor's own report after the reservation causes no rejection: the rating is paid and not counted. */
function rateabilityOf(
  assessment: Assessment | undefined,
  assessor: AssessorNow,
  photoAssessment: StartedAssessment,
): 'counted' | 'uncounted' | Unrateable {
  if (!assessment) return { why: 'unknown', message: 'This photo is not part of the assessment.' };
  if (isRateableBy(photoAssessment, assessment, assessor)) return 'counted';
  const { assessorId, hiddenPhotoIds = [] } = assessor;
  const { assessmentId, photoId, status, excusedIds } = assessment;
  if (hasRated(assessment, assessorId, photoAssessment))
    return { why: 'rated', message: 'You have rated this photo already.' };
  if (newestSlotOf(photoAssessment, assessorId)?.pausedIds.includes(assessmentId)) return 'uncounted';
  if (status === 'ended') return { why: 'closed', message: 'This assessment has been ended.' };
  const isHidden = excusedIds.includes(assessorId) || hiddenPhotoIds.includes(photoId);
  const isAsked = !isHidden && (isShown(assessment) || status === 'completed');
  const message = isAsked ? 'This photo has all its ratings.' : 'This photo is not asked about any more.';
  return { why: 'closed', message };
}

const hasRated = (
  { assessmentId, assessorIds }: Assessment,
  assessorId: string,
  { submissions }: StartedAssessment,
): boolean =>
  assessorIds.includes(assessorId) ||
  submissions.some(
    (submission) =>
      submission.assessorId === assessorId &&
      submission.uncounted.some((rating) => rating.assessmentId === assessmentId),
  );

/** A submission must have all rateable assessments; if a slot exists, only those of the newest one, even if expired. */
function expectedOf(photoAssessment: StartedAssessment, assessor: AssessorNow): Assessment[] {
  const slot = newestSlotOf(photoAssessment, assessor.assessorId);
  return rateableBy(photoAssessment, assessor).filter(
    ({ assessmentId }) => !slot || slot.assessmentIds.includes(assessmentId),
  );
}

function acceptedRatings(
  { ratings }: Pick<SubmitRatings, 'ratings'>,
  assessments: readonly Assessment[],
  issues: FieldIssue[],
): Given[] {
  return assessments.map((assessment, index) => {
    const { assessmentId, photoId } = assessment;
    const rating = ratings[index]!;
    const field = `ratings[${rating.position ?? index}]`;
    const checked = checkRating(rating, assessment, field, issues);
    const consumedTokens = Math.min(PRODUCT.pricePerAssessorTokens, assessment.unusedTokens);
    return { assessmentId, photoId, isRated: checked.score !== null, ...checked, consumedTokens };
  });
}

const contentOf = (ratings: readonly (RatingContent & { photoId: string })[]): string =>
  String(ratings.map(({ photoId, score, comments }) => JSON.stringify([photoId, score, comments])).sort());

/** Validates a rating against the owner's settings. Adds each reason for a rejection to `issues` under `field`. */
function checkRating(
  submitted: SubmittedRating,
  { settings }: Assessment,
  field: string,
  issues: FieldIssue[],
): RatingContent {
  const refuse: Refuse = (part, message) => void issues.push({ field: `${field}.${part}`, message });
  const score = checkScore(submitted.rating, settings.ratingRequired, refuse);
  const commentsMax = PRODUCT.commentsPerPhotoMax;
  const asked = { ...settings, commentsMax, index: photoIndex, subject: 'photo' } as const;
  const comments = checkComments(submitted.comments ?? [], asked, refuse);
  return { score, comments };
}

function checkScore(rating: unknown, isRequired: boolean, refuse: Refuse): number | null {
  const { scoreMin, scoreMax, scoreUntouched } = PRODUCT;
  const isUntouched = rating === undefined || rating === null || rating === scoreUntouched;
  if (isUntouched) {
    if (isRequired) refuse('rating', 'Please rate this photo.');
    return null;
  }
  if (typeof rating !== 'number' || !Number.isInteger(rating) || rating < scoreMin || rating > scoreMax) {
    refuse('rating', `A rating is a whole number from ${scoreMin} to ${scoreMax}.`);
    return null;
  }
  // An owner who switched ratings off receives none.
  return isRequired ? rating : null;
}

/** @throws DomainError TOO_FAST if the photos were opened too recently for anyone to have looked at all of them */
export function checkLook(
  { openedAt }: { openedAt: string },
  photos: number,
  { minLookMs, at }: Pick<SubmitRatings, 'minLookMs' | 'at'>,
): void {
  const readyAt = later(openedAt, photos * minLookMs);
  if (at < readyAt) throw tooFast(Date.parse(readyAt) - Date.parse(at));
}

/** Common settings, used if there is no other photo assessment that a gold pair could imitate. */
export const goldSettings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: allChoices.map(([sectionId, phraseId]) => [sectionId, phraseId]),
  minComments: 1,
};

/** Starts one assessor's own copy of a gold pair: no owner pays for it, and nobody else rates it. */
export function startGoldAssessment(
  { type: _, at, ...photoAssessment }: StartGoldAssessment,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'GoldAssessmentStarted', data: { ...photoAssessment, startedAt: at } }];
}

/** True if the fine photo scores higher than the bad one, by any difference. */
function isRight(ratings: readonly (RatingContent & { photoId: string })[], finePhotoId: string): boolean {
  // If the assessor reported a photo of the pair, there is nothing to compare.
  if (ratings.length < 2) return true;
  const fine = ratings.find(({ photoId }) => photoId === finePhotoId)?.score ?? 0;
  return ratings.every(({ photoId, score }) => photoId === finePhotoId || fine > (score ?? 0));
}

/**
 * Replaces a submission that no longer counts, at most once. Each of its assessments gets one more assessor at the
 * platform's expense. If an assessment has the maximum of assessors, or is over and cannot run again, the owner gets
 * the price back instead. Emits nothing for a gold pair, or if a reset has refunded everything.
 */
export function replaceSpoiled(command: ReplaceSpoiled, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  if (state.status !== 'started' || state.replacedSubmissionIds.includes(command.submissionId)) return [];
  if (state.isGivenBack || state.finePhotoId !== null) return [];
  const submission = state.submissions.find(({ submissionId }) => submissionId === command.submissionId);
  return (submission?.ratings ?? []).map((rating) => replacementOf(rating, command, state));
}

function replacementOf(
  { assessmentId, photoId, consumedTokens: amountTokens }: AcceptedRating,
  { submissionId, reopenablePhotoIds, at }: ReplaceSpoiled,
  state: StartedAssessment,
): PhotoAssessmentEvent {
  const assessment = state.assessments.find((candidate) => candidate.assessmentId === assessmentId)!;
  const identity = { ...identityOf(state, assessment), submissionId, amountTokens };
  const isReopened = assessment.status === 'completed';
  const isTaken = assessment.status === 'running' || (isReopened && reopenablePhotoIds.includes(photoId));
  const testLimit = assessment.testLimit + 1;
  return isTaken && testLimit <= PRODUCT.assessorsMax
    ? { type: 'SpoiledRatingReplaced', data: { ...identity, testLimit, isReopened, replacedAt: at } }
    : { type: 'SpoiledRatingRefunded', data: { ...identity, refundedAt: at } };
}
