import { assessmentsRoutes, type CommentTriple, type Photo, photosRoutes } from '@candid/contracts';
import type { Page } from 'playwright-core';
import { altered, answered } from './answers.js';

interface Given {
  readonly scores: readonly number[];
  readonly fairScore: { readonly score: number; readonly low: number; readonly high: number };
  readonly range: readonly [low: number, high: number];
  readonly level: 'High' | 'Medium' | 'Low';
  /** The photo keeps its own comments if there are none here. */
  readonly comments?: readonly CommentTriple[];
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

/** Comparison of two photos with different scores. It is settled if no number of further assessors is given. */
interface Between {
  /** Probability that the photo with the higher score is better. */
  readonly probability: number;
  readonly ratersToTell: number | null;
}

type Compared = ReturnType<typeof assessmentsRoutes.comparePhotos.answer.parse>;
type PairOfPhotos = Compared['comparisons'][number];

/** The scores of two photos whose comparison is clear: their difference is 1.4 of its standard deviations (92 %). */
const apart: readonly Given[] = [
  {
    scores: [12, 14, 15, 16],
    fairScore: { score: 14.2, low: 12.5, high: 15.9 },
    range: [3, 20],
    level: 'Medium',
  },
  {
    scores: [9, 11, 12, 13],
    fairScore: { score: 11.5, low: 9.8, high: 13.2 },
    range: [1, 20],
    level: 'Medium',
  },
];
/** The scores of two photos that are too close to call: their difference is 0.64 of its standard deviations (74 %). */
const close: readonly Given[] = [
  {
    scores: [11, 12, 13, 15],
    fairScore: { score: 12.9, low: 11.2, high: 14.6 },
    range: [2, 20],
    level: 'Medium',
  },
  {
    scores: [10, 11, 12, 14],
    fairScore: { score: 11.7, low: 10, high: 13.4 },
    range: [1, 20],
    level: 'Medium',
  },
];

/** Shows each rated photo of the person with these ratings instead of its own. */
export const photosRated = (page: Page, got: Given): Promise<void> => photosRatedInTurn(page, [got]);

const alike: Between = { probability: 0.5, ratersToTell: null };

/** Gives the rated photos of each list these ratings in turn, and compares them accordingly. */
async function photosRatedInTurn(page: Page, turns: readonly Given[], between: Between = alike): Promise<void> {
  const givenTo = new Map<string, Given>();
  const givenOf = (photoId: string): Given => givenTo.get(photoId) ?? turns[0]!;
  const takeTurns = (photos: readonly Photo[]) => {
    const rated = photos.filter(({ timesRated }) => timesRated > 0);
    for (const [index, { _id }] of rated.entries()) givenTo.set(_id, turns[index % turns.length]!);
  };
  const fairScoreOf = (got: Given) => ({ ...got.fairScore, raters: got.scores.length });
  const photoWith = (photo: Photo): Photo => {
    if (photo.timesRated === 0) return photo;
    const got = givenOf(photo._id);
    const counts = { timesRated: got.scores.length, testTimesRated: got.scores.length, testLimit: got.scores.length };
    const totalScore = got.scores.reduce((sum: number, score) => sum + score, 0);
    const comments = [...(got.comments ?? photo.comments)];
    return { ...photo, ...counts, totalScore, fairScore: fairScoreOf(got), originalRange: [...got.range], comments };
  };
  await altered(page, 'cameraroll-photos-*/*', (answer) => {
    const list = photosRoutes.listPhotos.answer.parse(answer);
    takeTurns(list.photos);
    const photos = list.photos.map(photoWith);
    return { ...list, photos, data: { photos } };
  });
  await altered(page, 'get-image/*/*', (answer) => {
    const test = photosRoutes.getTest.answer.parse(answer);
    return { ...test, data: test.data.map((group) => ({ ...group, photos: group.photos.map(photoWith) })) };
  });
  await altered(page, 'get-confidence-range/*', (answer, photoId) => {
    const got = givenOf(photoId);
    return {
      ...(answer as object),
      confidenceRange: got.range,
      level: got.level,
      fairScore: fairScoreOf(got),
      audienceScore: { ...got.fairScore, raters: 'few', differs: false },
    };
  });
  await altered(page, 'get-comparison/*', (answer) => {
    const compared = assessmentsRoutes.comparePhotos.answer.parse(answer);
    const fairScores = compared.fairScores.map((one) => ({ ...one, fairScore: fairScoreOf(givenOf(one.photoId)) }));
    return { ...compared, fairScores, ...comparedBy((photoId) => givenOf(photoId).fairScore.score, between, compared) };
  });
  await altered(page, 'get-ratings/*', (answer, photoId) => {
    const { scores, comments } = givenOf(photoId);
    const { currentRatings, pastRatings, ...rest } = assessmentsRoutes.getRatings.answer.parse(answer);
    const [like] = [...currentRatings, ...pastRatings];
    if (!like) return answer;
    const ratings = scores.map((score, assessor) => ({
      ...like,
      ratingId: `${like.ratingId.slice(0, -2)}${String(assessor).padStart(2, '0')}`,
      score,
      comments: (comments ?? []).filter((_, index) => index % scores.length === assessor),
    }));
    const agreement = comments ? agreementOf(scores, comments) : rest.agreement;
    return { ...rest, currentRatings: ratings, pastRatings: [], agreement };
  });
}

/** Compares photos by their scores. Photos with the same score tie. */
function comparedBy(scoreOf: (photoId: string) => number, between: Between, { comparisons, ranking }: Compared) {
  const settled = between.ratersToTell === null;
  const compare = (pair: PairOfPhotos): PairOfPhotos => {
    const [one, other] = pair.photoIds;
    const lead = scoreOf(one) - scoreOf(other);
    if (lead === 0) return { ...pair, ...alike, winner: null };
    const probability = lead > 0 ? between.probability : 1 - between.probability;
    const winner = lead > 0 ? one : other;
    return { ...pair, probability, winner: settled ? winner : null, ratersToTell: between.ratersToTell };
  };
  const best = ranking.flat().sort((one, other) => scoreOf(other) - scoreOf(one));
  const places = settled ? [...Map.groupBy(best, scoreOf).values()] : [best];
  return { comparisons: comparisons.map(compare), ranking: places };
}

/** Phrases with the number of assessors who left them on each side of the scale. */
function agreementOf(scores: readonly number[], comments: readonly CommentTriple[]) {
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
export const photosTied = (page: Page) => photosRatedInTurn(page, close, { probability: 0.74, ratersToTell: 6 });

/** Answers that the photo with the highest adjusted score is better. */
export const bestIsClear = (page: Page) => photosRatedInTurn(page, apart, { probability: 0.92, ratersToTell: null });
