import type { RankedComment } from './rank-comments.js';

/** How many of those who rated a photo said the same of it. */
export interface CommentAgreement {
  sectionId: number;
  phraseId: number;
  /** Which end of the phrase's scale, as the comment is read: below 10 the low one, from 10 on the high one. */
  side: 'low' | 'high';
  /** Different people. */
  raters: number;
  /** Of so many who rated. */
  of: number;
}

export interface CommentedRating {
  assessorId: string;
  comments: readonly RankedComment[];
}

const turningPoint = 10;

/** What most say comes first; among equals the lower phrase. An assessor counts once per phrase and side. */
export function commentAgreement(ratings: readonly CommentedRating[]): CommentAgreement[] {
  const of = new Set(ratings.map(({ assessorId }) => assessorId)).size;
  const groups = new Map<string, { sectionId: number; phraseId: number; side: 'low' | 'high'; by: Set<string> }>();
  for (const { assessorId, comments } of ratings) {
    for (const [sectionId, phraseId, score] of comments) {
      const side = score < turningPoint ? 'low' : 'high';
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
