/** `[sectionId, phraseId, score]`. */
export type RankedComment = [sectionId: number, phraseId: number, score: number];

const midpoint = 10.5;

/**
 * Orders phrases by weight, highest first: the distance of a phrase's mean score from 10.5, times ln(1 + count)
 * (product text, business constants). The 1 gives a single comment a weight. Comments of one phrase stay together,
 * clearest first. The order is total, so that equal comments give equal lists.
 */
export function rankComments(comments: readonly RankedComment[]): RankedComment[] {
  const groups = new Map<number, RankedComment[]>();
  for (const comment of comments) {
    const group = groups.get(comment[1]);
    if (group) group.push(comment);
    else groups.set(comment[1], [comment]);
  }
  return [...groups.values()]
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

/** How many of a photo's assessors left the same comment. */
interface CommentAgreement {
  sectionId: number;
  phraseId: number;
  /** End of the phrase's scale: `low` for scores below 9, `high` above 12. Scores in between belong to neither. */
  side: 'low' | 'high';
  /** Number of different assessors who left it. */
  raters: number;
  /** Number of assessors who rated the photo. */
  of: number;
}

interface CommentedRating {
  assessorId: string;
  comments: readonly RankedComment[];
}

/** Scores that belong to neither end, both inclusive. The app uses the same range. */
const undecided = { from: 9, to: 12 };

/** Most frequent comments first, then the lower phrase id. An assessor counts once per phrase and side. */
export function commentAgreement(ratings: readonly CommentedRating[]): CommentAgreement[] {
  const of = new Set(ratings.map(({ assessorId }) => assessorId)).size;
  const groups = new Map<string, { sectionId: number; phraseId: number; side: 'low' | 'high'; by: Set<string> }>();
  for (const { assessorId, comments } of ratings) {
    for (const [sectionId, phraseId, score] of comments) {
      const side = score < undecided.from ? 'low' : score > undecided.to ? 'high' : undefined;
      if (!side) continue;
      const key = `${phraseId} ${side}`;
      const group = groups.get(key) ?? { sectionId, phraseId, side, by: new Set<string>() };
      group.by.add(assessorId);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map(({ by, ...phrase }) => ({ ...phrase, raters: by.size, of }))
    .sort((a, b) => b.raters - a.raters || a.phraseId - b.phraseId || (a.side < b.side ? -1 : 1));
}
