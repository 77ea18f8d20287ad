import { assessmentsRoutes, type CommentTriple, type Photo, photosRoutes } from '@candid/contracts';
import type { Page } from 'playwright-core';
import { altered, answered } from './answers.js';

interface Given {
  readonly scores: readonly number[];
  readonly fairScore: { readonly score: number; readonly low: number; readonly high: number };
  readonly range: readonly [low: number, high: number];
  readonly level: 'High' | 'Medium' | 'Low';
  readonly comments: readonly CommentTriple[];
}

const smile = (score: number): CommentTriple => [1, 2, score];
const eyes = (score: number): CommentTriple => [1, 3, score];
const approachable = (score: number): CommentTriple => [4, 14, score];
const genuine = (score: number): CommentTriple => [4, 17, score];
const sharpness = (score: number): CommentTriple => [7, 45, score];
const framing = (score: number): CommentTriple => [7, 46, score];

export const given = {
  lowest: {
    scores: [2, 2, 3, 5],
    fairScore: { score: 3.2, low: 1.6, high: 5.1 },
    range: [1, 14],
    level: 'Medium',
    comments: [sharpness(2), sharpness(4), framing(3), eyes(4), smile(6), genuine(15)],
  },
  highest: {
    scores: [17, 18, 19, 19],
    fairScore: { score: 17.8, low: 15.9, high: 19.3 },
    range: [8, 20],
    level: 'Medium',
    comments: [smile(19), smile(18), smile(20), eyes(17), genuine(18), framing(8)],
  },
  thirty: {
    scores: [
      4, 7, 8, 9, 9, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 15, 15, 16, 16, 17, 19,
    ],
    fairScore: { score: 12.1, low: 11.2, high: 13 },
    range: [7, 17],
    level: 'Medium',
    comments: [
      ...[14, 16, 17, 18, 15, 13, 16, 19, 17, 8, 15].map(smile),
      ...[5, 4, 7, 6, 3, 12, 5, 6].map(framing),
      ...[13, 15, 12, 16, 14, 7].map(approachable),
      ...[6, 8, 14, 5].map(eyes),
      ...[16, 17, 15].map(genuine),
      ...[4, 8].map(sharpness),
    ],
  },
  silent: {
    scores: [9, 11, 12, 14],
    fairScore: { score: 11.4, low: 8.8, high: 14 },
    range: [1, 20],
    level: 'Medium',
    comments: [],
  },
} as const satisfies Record<string, Given>;

/** Shows each rated photo of the person with these ratings instead of its own. */
export async function photosRated(page: Page, got: Given): Promise<void> {
  const fairScore = { ...got.fairScore, raters: got.scores.length };
  const audienceScore = { ...got.fairScore, raters: 'few', differs: false };
  const photoWith = (photo: Photo): Photo => {
    if (photo.timesRated === 0) return photo;
    const counts = { timesRated: got.scores.length, testTimesRated: got.scores.length, testLimit: got.scores.length };
    const totalScore = got.scores.reduce((sum: number, score) => sum + score, 0);
    return { ...photo, ...counts, totalScore, fairScore, originalRange: [...got.range], comments: [...got.comments] };
  };
  await altered(page, 'cameraroll-photos-*/*', (answer) => {
    const list = photosRoutes.listPhotos.answer.parse(answer);
    const photos = list.photos.map(photoWith);
    return { ...list, photos, data: { photos } };
  });
  await altered(page, 'get-image/*/*', (answer) => {
    const test = photosRoutes.getTest.answer.parse(answer);
    return { ...test, data: test.data.map((group) => ({ ...group, photos: group.photos.map(photoWith) })) };
  });
  await altered(page, 'get-confidence-range/*', (answer) => ({
    ...(answer as object),
    confidenceRange: got.range,
    level: got.level,
    fairScore,
    audienceScore,
  }));
  await altered(page, 'get-ratings/*', (answer) => {
    const { currentRatings, pastRatings, ...rest } = assessmentsRoutes.getRatings.answer.parse(answer);
    const [like] = [...currentRatings, ...pastRatings];
    if (!like) return answer;
    const ratings = got.scores.map((score, assessor) => ({
      ...like,
      ratingId: `${like.ratingId.slice(0, -2)}${String(assessor).padStart(2, '0')}`,
      score,
      comments: got.comments.filter((_, index) => index % got.scores.length === assessor),
    }));
    return { ...rest, currentRatings: ratings, pastRatings: [], agreement: agreementOf(got) };
  });
}

/** Phrases with the number of assessors who left them on each side of the scale. */
function agreementOf({ scores, comments }: Given) {
  const phrases = Map.groupBy(comments, ([, phraseId]) => phraseId);
  return [...phrases].flatMap(([phraseId, said]) =>
    (['low', 'high'] as const).flatMap((side) => {
      const raters = said.filter(([, , score]) => score < 10 === (side === 'low')).length;
      return raters > 0 ? [{ sectionId: said[0]?.[0] ?? 0, phraseId, side, raters, of: scores.length }] : [];
    }),
  );
}

const phraseEnd = (sectionId: number, phraseId: number, side: 'low' | 'high') => ({ sectionId, phraseId, side });

/** Answers with three comments that go with higher or lower ratings. If `clear` is false, answers with none. */
export const associated = (page: Page, clear: boolean) =>
  answered(page, 'get-comment-associations/*', {
    success: true,
    ratings: 48,
    photos: 6,
    minimum: { ratings: 10, photos: 2 },
    compared: 12,
    statements: clear
      ? [
          { ...phraseEnd(1, 2, 'high'), effect: 2.1, low: 0.8, high: 3.4, with: 19, without: 29, photos: 6 },
          { ...phraseEnd(7, 49, 'low'), effect: -1.9, low: -3.3, high: -0.5, with: 14, without: 34, photos: 6 },
          { ...phraseEnd(4, 26, 'high'), effect: 1.6, low: 0.1, high: 3.1, with: 12, without: 28, photos: 5 },
        ]
      : [],
    reason: clear ? null : 'nothing-clear',
  });

/** Answers that the person's photos are too close to call. */
export const photosTied = (page: Page) =>
  altered(page, 'get-comparison/*', (answer) => {
    const compared = assessmentsRoutes.comparePhotos.answer.parse(answer);
    const comparisons = compared.comparisons.map((pair) => ({
      ...pair,
      probability: 0.58,
      winner: null,
      ratersToTell: 6,
    }));
    return { ...compared, comparisons, ranking: [compared.ranking.flat()] };
  });

/** Answers that the photo with the highest adjusted score is better. */
export const bestIsClear = (page: Page) =>
  altered(page, 'get-comparison/*', (answer) => {
    const compared = assessmentsRoutes.comparePhotos.answer.parse(answer);
    const scoreOf = ({ fairScore }: (typeof compared.fairScores)[number]) => fairScore?.score ?? 0;
    const best = compared.fairScores
      .toSorted((one, other) => scoreOf(other) - scoreOf(one))
      .map(({ photoId }) => photoId);
    const comparisons = compared.comparisons.map((pair) => ({
      ...pair,
      probability: pair.photoIds[0] === best[0] ? 0.92 : 0.08,
      winner: best[0] ?? null,
      ratersToTell: null,
    }));
    return { ...compared, comparisons, ranking: best.map((photoId) => [photoId]) };
  });
