import { photoIndex } from '../../catalogue/domain/photo-catalogue.js';
import type { Phrase } from '../../catalogue/domain/phrase.js';
import { positiveScoreRangeOf, scoreRangeOf } from '../../catalogue/domain/score-range.js';
import type { Comment } from '../../photo-assessment/domain/events.js';

/** What an assessor left, and what the owner asked for when the assessor rated. */
export interface CommentedRating {
  photoId: string;
  assessorId: string;
  comments: readonly Comment[];
  asked: AskedPhrases;
}

export interface AskedPhrases {
  phraseIds: ReadonlySet<number>;
  commentsNegative: boolean;
}

/** End of a phrase's scale: `low` for scores below 10, `high` from 10 on. */
export type Side = 'low' | 'high';

/** One end of a phrase, and which ratings have it. */
export interface ComparedComment {
  sectionId: number;
  phraseId: number;
  side: Side;
  /** Per rating: whether it has the comment; undefined if the assessor could not choose it. */
  has: readonly (boolean | undefined)[];
}

export const COMPARED = {
  /** Ratings, and photos that they are of, below which nothing is compared. */
  ratingsMin: 10,
  photosMin: 2,
  /** Different assessors with the comment, and without it. */
  assessorsMin: 3,
  /** Every compared comment widens the intervals of all: only those with the most ratings on both sides. */
  commentsMax: 12,
} as const;

const turningPoint = 10;

/**
 * The predictor is whether a rating has the comment, which is a phrase at one end of its scale. How far the slider went is not used:
 * most ratings have no value for most phrases. A rating is "without" if its assessor could choose the comment, and left out the phrase or
 * chose its other end. What is compared depends on comments alone, never on scores.
 */
export function comparedComments(ratings: readonly CommentedRating[]): ComparedComment[] {
  const said = ratings.map(({ comments }) => new Map(comments.map((comment) => [comment[1], sideOf(comment)])));
  return sidesLeft(ratings)
    .map((left) => ({ ...left, has: whoHas(ratings, said, left) }))
    .filter(({ has }) => isComparable(ratings, has))
    .sort((one, other) => fewerOf(other.has) - fewerOf(one.has) || one.phraseId - other.phraseId)
    .slice(0, COMPARED.commentsMax);
}

type PhraseSide = Pick<ComparedComment, 'sectionId' | 'phraseId' | 'side'>;

/** Those that enough assessors left. */
function sidesLeft(ratings: readonly CommentedRating[]): PhraseSide[] {
  const sides = new Map<string, PhraseSide & { by: Set<string> }>();
  for (const { assessorId, comments } of ratings) {
    for (const comment of comments) {
      const [sectionId, phraseId] = comment;
      const side = sideOf(comment);
      const known = sides.get(`${phraseId} ${side}`) ?? { sectionId, phraseId, side, by: new Set() };
      sides.set(`${phraseId} ${side}`, known);
      known.by.add(assessorId);
    }
  }
  return [...sides.values()].filter(({ by }) => by.size >= COMPARED.assessorsMin).map(({ by: _, ...left }) => left);
}

function whoHas(
  ratings: readonly CommentedRating[],
  said: readonly ReadonlyMap<number, Side>[],
  { sectionId, phraseId, side }: PhraseSide,
) {
  const phrase = photoIndex.findPhrase(sectionId, phraseId);
  return ratings.map(({ asked }, index) => {
    if (said[index]!.get(phraseId) === side) return true;
    return phrase && canChoose(asked, phrase, side) ? false : undefined;
  });
}

const sideOf = ([, , score]: Comment): Side => (score < turningPoint ? 'low' : 'high');

function canChoose({ phraseIds, commentsNegative }: AskedPhrases, phrase: Phrase, side: Side): boolean {
  if (!phraseIds.has(phrase.phraseId)) return false;
  const range = commentsNegative ? scoreRangeOf(phrase) : positiveScoreRangeOf(phrase);
  return range !== undefined && (side === 'low' ? range[0] < turningPoint : range[1] >= turningPoint);
}

function isComparable(ratings: readonly CommentedRating[], has: ComparedComment['has']): boolean {
  const [photos, having, lacking] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let asked = 0;
  for (const [index, { photoId, assessorId }] of ratings.entries()) {
    if (has[index] === undefined) continue;
    asked += 1;
    photos.add(photoId);
    (has[index] ? having : lacking).add(assessorId);
  }
  return (
    asked >= COMPARED.ratingsMin &&
    photos.size >= COMPARED.photosMin &&
    Math.min(having.size, lacking.size) >= COMPARED.assessorsMin
  );
}

export const countOf = (has: ComparedComment['has'], value: boolean): number =>
  has.filter((candidate) => candidate === value).length;

const fewerOf = (has: ComparedComment['has']): number => Math.min(countOf(has, true), countOf(has, false));
