import { allChoices, findPhrase } from '../../catalogue/domain/photo-catalogue.js';
import { positiveScoreRangeOf } from '../../catalogue/domain/score-range.js';
import { type FieldIssue, invalid } from './errors.js';
import type { AssessmentSettings, Choice } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';

/**
 * Validates the settings and returns their one consistent form:
 * - Ratings, comments or both are requested.
 * - Without comments, no phrase is selected and none is required. With comments, at least one is required.
 * - Without negative comments, only phrases that can praise remain.
 * - The first assessment requests everything, with all phrases.
 * @throws DomainError VALIDATION_FAILED
 */
export function consistentSettings(
  wanted: AssessmentSettings,
  isFirstAssessment: boolean,
  policy: PhotoAssessmentPolicy,
): AssessmentSettings {
  const issues = isFirstAssessment ? firstAssessmentIssues(wanted, policy) : limitIssues(wanted, policy);
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

function limitIssues(
  { testLimit }: AssessmentSettings,
  { assessorsMin, assessorsMax }: PhotoAssessmentPolicy,
): FieldIssue[] {
  if (Number.isInteger(testLimit) && testLimit >= assessorsMin && testLimit <= assessorsMax) return [];
  return [{ field: 'testLimit', message: `Please choose ${assessorsMin} to ${assessorsMax} assessors.` }];
}

function firstAssessmentIssues(wanted: AssessmentSettings, policy: PhotoAssessmentPolicy): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const { firstAssessmentAssessors } = policy;
  if (wanted.testLimit !== firstAssessmentAssessors) {
    issues.push({
      field: 'testLimit',
      message: `Your first assessment takes exactly ${firstAssessmentAssessors} assessors.`,
    });
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
      (commentsNegative || positiveScoreRangeOf(findPhrase(sectionId, phraseId)!) !== undefined),
  );
  if (offered.length === 0) {
    issues.push({ field: 'commentsSelected', message: 'Please leave at least one comment selected.' });
  }
  return offered.map(([sectionId, phraseId]) => [sectionId, phraseId]);
}
