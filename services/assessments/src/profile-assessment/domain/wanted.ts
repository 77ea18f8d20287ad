import { generalIndex } from '../../catalogue/domain/general-catalogue.js';
import { type FieldIssue, invalid } from '../../photo-assessment/domain/errors.js';
import type { Choice } from '../../photo-assessment/domain/events.js';
import type { ProfilePolicy } from './policy.js';

export interface Wanted {
  photoIds?: readonly string[] | undefined;
  assessors: number;
  commentsSelected: readonly Choice[] | undefined;
}

/** @throws DomainError VALIDATION_FAILED with the product's texts and the field names of the HTTP contract */
export function checkWanted({ photoIds, assessors, commentsSelected }: Wanted, policy: ProfilePolicy): void {
  const issues: FieldIssue[] = [];
  const { assessorsMin, assessorsMax } = policy;
  if (assessors < assessorsMin) {
    issues.push({ field: 'evaluatorsCount', message: 'Please select at least 1 evaluator' });
  } else if (!Number.isInteger(assessors) || assessors > assessorsMax) {
    issues.push({ field: 'evaluatorsCount', message: `Please select ${assessorsMin} to ${assessorsMax} evaluators.` });
  }
  if (photoIds && new Set(photoIds).size < photoIds.length) {
    issues.push({ field: 'photoIds', message: 'A photo is there twice.' });
  }
  const unknown = commentsSelected?.findIndex((choice) => !generalIndex.findPhrase(...choice)) ?? -1;
  if (unknown >= 0) {
    issues.push({ field: `commentsSelected[${unknown}]`, message: 'There is no such comment in the catalogue.' });
  }
  if (issues.length > 0) throw invalid(issues);
}

/** Selected phrases in catalogue order, each once. No selection means every phrase. */
export function offered(commentsSelected: readonly Choice[] | undefined): Choice[] {
  const chosen = new Set(commentsSelected?.map(String));
  return generalIndex.allChoices
    .filter((choice) => chosen.size === 0 || chosen.has(String(choice)))
    .map(([sectionId, phraseId]) => [sectionId, phraseId]);
}
