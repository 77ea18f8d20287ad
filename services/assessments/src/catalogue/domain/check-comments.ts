import type { Choice, Comment } from '../../photo-assessment/domain/events.js';
import type { CatalogueIndex } from './catalogue-index.js';
import { positiveScoreRangeOf, scoreRangeOf } from './score-range.js';

/** What may be left, and how much of it; `index` is the catalogue that the choices are of. */
export interface AskedComments {
  readonly commentsSelected: readonly Choice[];
  readonly commentsNegative: boolean;
  readonly minComments: number;
  readonly commentsMax: number;
  readonly index: CatalogueIndex;
  readonly subject: 'photo' | 'profile';
}

export type Refuse = (part: string, message: string) => void;

/** Reads comments against what was asked for: each phrase once, selected, within its scale; reasons to refuse go to `refuse`. */
export function checkComments(submitted: readonly unknown[], asked: AskedComments, refuse: Refuse): Comment[] {
  const { subject, commentsMax, minComments } = asked;
  if (submitted.length > commentsMax) {
    refuse('comments', `Please leave at most ${commentsMax} comments on a ${subject}.`);
    return [];
  }
  const comments: Comment[] = [];
  submitted.forEach((candidate, index) => {
    const reason = refusalOf(candidate, asked, comments);
    if (reason === undefined) comments.push([...(candidate as Comment)]);
    else refuse(`comments[${index}]`, reason);
  });
  if (comments.length === submitted.length) {
    for (const [index, comment] of comments.entries()) {
      if (lacksParent(comment, asked, comments)) {
        refuse(`comments[${index}]`, 'This comment goes with another one, which is missing.');
      }
    }
    if (comments.length < minComments) {
      refuse(
        'comments',
        `Please leave at least ${minComments} comment${minComments === 1 ? '' : 's'} on this ${subject}.`,
      );
    }
  }
  return comments.sort((a, b) => a[1] - b[1]);
}

function refusalOf(candidate: unknown, asked: AskedComments, earlier: readonly Comment[]): string | undefined {
  if (!isTriple(candidate)) return 'A comment is [sectionId, phraseId, score] in whole numbers.';
  const [sectionId, phraseId, score] = candidate;
  const phrase = asked.index.findPhrase(sectionId, phraseId);
  if (!phrase || !isSelected(asked, phraseId)) return 'This comment was not asked for.';
  if (earlier.some((comment) => comment[1] === phraseId)) return 'This comment is there twice.';
  const range = asked.commentsNegative ? scoreRangeOf(phrase) : positiveScoreRangeOf(phrase);
  if (!range) return 'Only positive comments are asked for.';
  const [low, high] = range;
  if (score >= low && score <= high) return undefined;
  return low === high ? `This comment scores ${low}.` : `This comment scores from ${low} to ${high}.`;
}

/** A child phrase needs its parent picked, unless the owner does not ask for the parent. */
function lacksParent([sectionId, phraseId]: Comment, asked: AskedComments, comments: readonly Comment[]): boolean {
  const parentId = asked.index.findPhrase(sectionId, phraseId)?.parentPhraseId ?? null;
  if (parentId === null || !isSelected(asked, parentId)) return false;
  return !comments.some((comment) => comment[1] === parentId);
}

const isSelected = (asked: AskedComments, phraseId: number): boolean =>
  asked.commentsSelected.some((choice) => choice[1] === phraseId);

const isTriple = (value: unknown): value is Comment =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isInteger(part));
