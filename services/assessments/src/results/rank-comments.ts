import type { CommentAgreement } from '@candid/contracts';

export type RankedComment = [sectionId: number, phraseId: number, score: number];

const midpoint = 10.5;

/**
 * Orders phrases by weight, highest first. The weight is the distance of the mean score from 10.5, times ln(1 + count)
 * (product text, business constants). The added 1 gives a single comment a weight above 0. Comments of one phrase stay
 * together; the score farthest from 10.5 comes first. The order of the input does not matter.
 */
export function rankComments(comments: readonly RankedComment[]): RankedComment[] {
  return [...Map.groupBy(comments, ([, phraseId]) => phraseId).values()]
    .map((group) => ({ group: group.toSorted(byClarity), weight: weightOf(group) }))
    .sort((a, b) => b.weight - a.weight || a.group[0]![1] - b.group[0]![1])
    .flatMap(({ group }) => group);
}

function weightOf(group: readonly RankedComment[]): number {
  const mean = group.reduce((sum, [, , score]) => sum + score, 0) / group.length;
  return Math.abs(mean - midpoint) * Math.log(1 + group.length);
}

const byClarity = (a: RankedComment, b: RankedComment): number =>
  Math.abs(b[2] - midpoint) - Math.abs(a[2] - midpoint) || b[2] - a[2];

interface CommentedRating {
  assessorId: string;
  comments: readonly RankedComment[];
}

/** Returns the side of the scale that the score is on; undefined for 9 to 12. The app uses the same ranges. */
const sideOf = (score: number): CommentAgreement['side'] | undefined =>
  score < 9 ? 'low' : score > 12 ? 'high' : undefined;

/** Orders comments by frequency, then by phrase id. An assessor counts once per phrase and side. */
export function commentAgreement(ratings: readonly CommentedRating[]): CommentAgreement[] {
  const of = new Set(ratings.map(({ assessorId }) => assessorId)).size;
  const decided = ratings.flatMap(({ assessorId, comments }) =>
    comments.flatMap(([sectionId, phraseId, score]) => {
      const side = sideOf(score);
      return side ? [{ assessorId, phrase: { sectionId, phraseId, side } }] : [];
    }),
  );
  return [...Map.groupBy(decided, ({ phrase }) => `${phrase.phraseId} ${phrase.side}`).values()]
    .map((same) => ({ ...same[0]!.phrase, raters: new Set(same.map(({ assessorId }) => assessorId)).size, of }))
    .sort((a, b) => b.raters - a.raters || a.phraseId - b.phraseId || (a.side < b.side ? -1 : 1));
}
