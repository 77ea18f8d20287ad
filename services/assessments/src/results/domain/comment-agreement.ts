import type { RankedComment } from './rank-comments.js';

/** How many of a photo's assessors left the same comment. */
export interface CommentAgreement {
  sectionId: number;
  phraseId: number;
  /** End of the phrase's scale: `low` for scores below 9, `high` above 12. What is between leans to neither. */
  side: 'low' | 'high';
  /** Number of different assessors who left it. */
  raters: number;
  /** Number of assessors who rated the photo. */
  of: number;
}

export interface CommentedRating {
  assessorId: string;
  comments: readonly RankedComment[];
}

/** Scores that lean to neither end, both inclusive; the app reads comments in the same way. */
const undecided = { from: 9, to: 12 };

/** Most frequent comments first, then the lower phrase id. An assessor counts once per phrase and side. */
export function commentAgreement(ratings: readonly CommentedRating[]): CommentAgreement[] {
  const of = new Set(ratings.map(({ assessorId }) => assessorId)).size;
  const groups = new Map<string, { sectionId: number; phraseId: number; side: 'low' | 'high'; by: Set<string> }>();
  for (const { assessorId, comments } of ratings) {
    for (const [sectionId, phraseId, score] of comments) {
      if (score >= undecided.from && score <= undecided.to) continue;
      const side = score < undecided.from ? 'low' : 'high';
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
