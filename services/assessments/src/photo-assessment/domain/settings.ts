import { allChoices, findPhrase } from '../../catalogue/domain/photo-catalogue.js';
import { positiveScoreRangeOf } from '../../catalogue/domain/score-range.js';
import { type FieldIssue, invalid } from './errors.js';
import type { AssessmentSettings, Choice } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';

/**
 * The settings in their one consistent form: ratings or comments are asked for; comments off means no phrases and none
 * required, comments on means at least one; without negative comments only phrases that can praise are left. The first
 * assessment has no advanced options: everything is asked for, of all phrases.
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
  // Each phrase is picked once at most: nobody could leave more comments than phrases are offered.
  if (wanted.commentsRequired && commentsSelected.length > 0 && commentsSelected.length < minComments) {
    issues.push({ field: 'minComments', message: `Please leave at least ${minComments} comments selected.` });
  }
  if (issues.length > 0) throw invalid(issues);
  return { ...wanted, commentsSelected, minComments: wanted.commentsRequired ? minComments : 0 };
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

/** No selection at all means every phrase. Catalogue order, each phrase once. */
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
