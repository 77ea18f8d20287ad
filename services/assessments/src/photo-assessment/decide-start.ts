import { type AssessmentSettings, commentScoreRange, type FieldIssue, PRODUCT } from '@candid/contracts';
import type { Choice } from '../catalogue/catalogue.js';
import { allChoices, findPhrase } from '../catalogue/photo-catalogue.js';
import { assessmentUnknown, invalid, startClosed, startConfirmed } from './errors.js';
import type { PhotoAssessmentEvent, StartOpened } from './events.js';
import { later, type PhotoAssessmentCommand, type PhotoAssessmentState } from './photo-assessment.js';

type Command<Type> = Extract<PhotoAssessmentCommand, { type: Type }>;

export function openStart(command: Command<'OpenStart'>, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  // The server makes each photo assessment id for one start. A second start under the same id would mix two holds.
  if (state.status !== 'unknown') throw startClosed();
  const { photoAssessmentId, ownerId, holdId, isFirstAssessment, restartTokens, at } = command;
  const settings = consistentSettings(command.settings, isFirstAssessment);
  const fullTokens = settings.testLimit * PRODUCT.pricePerAssessorTokens;
  const prices = pricesOf(command.assessments.length, fullTokens, isFirstAssessment ? restartTokens : null);
  const assessments = command.assessments.map((planned, index) => ({ ...planned, amountTokens: prices[index]! }));
  const start = { photoAssessmentId, ownerId, holdId, isFirstAssessment, settings, assessments };
  return [{ type: 'StartOpened', data: { ...start, openedAt: at, expiresAt: later(at, PRODUCT.holdMs) } }];
}

/** Emits nothing if the start is confirmed already. @throws DomainError CONFLICT if it was abandoned or has expired */
export function confirmStart(
  { ownerId, heldPhotoIds = [], unscreenedPhotoIds = [], audienceFirstUntil, at }: Command<'ConfirmStart'>,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'started') return [];
  if (state.status !== 'opened' || at >= state.start.expiresAt) throw startClosed();
  const { openedAt: _, expiresAt: __, ...start } = state.start;
  const { testLimit } = start.settings;
  return [
    {
      type: 'PhotoAssessmentStarted',
      data: {
        ...start,
        assessments: start.assessments.map((assessment) => ({ ...assessment, testLimit })),
        startedAt: at,
        ...(heldPhotoIds.length > 0 && { heldPhotoIds: [...heldPhotoIds] }),
        ...(unscreenedPhotoIds.length > 0 && { unscreenedPhotoIds: [...unscreenedPhotoIds] }),
        ...(audienceFirstUntil !== undefined && { audienceFirstUntil }),
      },
    },
  ];
}

export function abandonStart(
  { ownerId, reason, at }: Command<'AbandonStart'>,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'abandoned') return [];
  if (state.status !== 'opened') throw startConfirmed();
  const { photoAssessmentId, holdId } = state.start;
  return [{ type: 'StartAbandoned', data: { photoAssessmentId, ownerId, holdId, reason, abandonedAt: at } }];
}

export const priceOf = ({ assessments }: StartOpened): number =>
  assessments.reduce((sum, { amountTokens }) => sum + amountTokens, 0);

/** Price of each photo in whole tokens: the full price, or an even share of `restartTokens` if that is less. */
function pricesOf(photos: number, fullTokens: number, restartTokens: number | null): number[] {
  const totalTokens = Math.min(restartTokens ?? Number.POSITIVE_INFINITY, photos * fullTokens);
  return Array.from({ length: photos }, (_, index) => Math.floor((totalTokens + photos - 1 - index) / photos));
}

/** @throws DomainError NOT_FOUND, the same for an unknown photo assessment and for another owner's */
function requireOwner(state: PhotoAssessmentState, ownerId: string): void {
  const actual = state.status === 'started' ? state.ownerId : state.status === 'unknown' ? null : state.start.ownerId;
  if (actual !== ownerId) throw assessmentUnknown();
}

/**
 * Validates the settings and returns them in a consistent form:
 * - Ratings, comments or both are requested.
 * - If comments are off, no phrase is selected and `minComments` is 0; otherwise it is at least 1.
 * - If negative comments are off, only phrases that can praise remain.
 * - The first assessment requests everything, with all phrases.
 * @throws DomainError VALIDATION_FAILED
 */
export function consistentSettings(wanted: AssessmentSettings, isFirstAssessment: boolean): AssessmentSettings {
  const issues = isFirstAssessment ? firstAssessmentIssues(wanted) : limitIssues(wanted);
  if (!wanted.ratingRequired && !wanted.commentsRequired) {
    issues.push({ field: 'ratingRequired', message: 'Please ask for ratings, comments or both.' });
  }
  const commentsSelected = wanted.commentsRequired ? offeredChoices(wanted, issues) : [];
  const minComments = isFirstAssessment ? 1 : Math.max(1, wanted.minComments);
  // An assessor picks each phrase at most once, and so cannot leave more comments than there are phrases.
  if (wanted.commentsRequired && commentsSelected.length > 0 && commentsSelected.length < minComments) {
    issues.push({ field: 'minComments', message: `Please leave at least ${minComments} comments selected.` });
  }
  if (issues.length > 0) throw invalid(issues);
  const { audienceFirst = false, ...settings } = wanted;
  return {
    ...settings,
    commentsSelected,
    minComments: wanted.commentsRequired ? minComments : 0,
    ...(audienceFirst && { audienceFirst }),
  };
}

function limitIssues({ testLimit }: AssessmentSettings): FieldIssue[] {
  const { assessorsMin, assessorsMax } = PRODUCT;
  if (Number.isInteger(testLimit) && testLimit >= assessorsMin && testLimit <= assessorsMax) return [];
  return [{ field: 'testLimit', message: `Please choose ${assessorsMin} to ${assessorsMax} assessors.` }];
}

function firstAssessmentIssues(wanted: AssessmentSettings): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const { firstAssessmentAssessors } = PRODUCT;
  if (wanted.testLimit !== firstAssessmentAssessors) {
    const message = `Your first assessment takes exactly ${firstAssessmentAssessors} assessors.`;
    issues.push({ field: 'testLimit', message });
  }
  for (const field of ['ratingRequired', 'commentsRequired', 'commentsNegative'] as const) {
    if (!wanted[field]) issues.push({ field, message: 'Your first assessment has no advanced options.' });
  }
  const chosen = new Set(wanted.commentsSelected.map(String));
  if (chosen.size > 0 && allChoices.some((choice) => !chosen.has(String(choice)))) {
    issues.push({ field: 'commentsSelected', message: 'Your first assessment is open to all comments.' });
  }
  return issues;
}

/** Selected phrases in catalogue order, each once. An empty selection means every phrase. */
function offeredChoices({ commentsSelected, commentsNegative }: AssessmentSettings, issues: FieldIssue[]): Choice[] {
  const unknown = commentsSelected.findIndex(([sectionId, phraseId]) => !findPhrase(sectionId, phraseId));
  if (unknown >= 0) {
    issues.push({ field: `commentsSelected[${unknown}]`, message: 'There is no such comment in the catalogue.' });
  }
  const chosen = new Set(commentsSelected.map(String));
  const offered = allChoices.filter(
    ([sectionId, phraseId]) =>
      (chosen.size === 0 || chosen.has(`${sectionId},${phraseId}`)) &&
      (commentsNegative || commentScoreRange(findPhrase(sectionId, phraseId)!, { positiveOnly: true }) !== undefined),
  );
  if (offered.length === 0) {
    issues.push({ field: 'commentsSelected', message: 'Please leave at least one comment selected.' });
  }
  return offered.map(([sectionId, phraseId]) => [sectionId, phraseId]);
}
