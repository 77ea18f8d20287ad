import { evaluationGroupsRoutes } from '@candid/contracts';
import type { Answer } from '../../lib/api/call';
import { usePages } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';
import type { ProfileRound } from './round-state';

export type GeneralRating = Answer<typeof evaluationGroupsRoutes.getGeneralRatings>['ratings'][number];

const pageLimit = 100;

/** Loads the ratings of the owner's profiles, newest first. */
export function useGeneralRatings() {
  const asked = { params: { userId: useUserId() }, query: { limit: pageLimit } };
  return usePages(evaluationGroupsRoutes.getGeneralRatings, asked, ({ ratings }) => ratings);
}

/** Returns the mean of the assessors' own means; null if nobody has moved a slider. */
export function scoreOf(
  ratings: readonly GeneralRating[],
  groupId: string,
): { readonly score: number | null; readonly assessors: number } {
  const scores = ratings.flatMap((rating) =>
    rating.groupId === groupId && rating.score !== null ? [rating.score] : [],
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  return { score: scores.length === 0 ? null : sum / scores.length, assessors: scores.length };
}

/** Returns the ratings of a profile by round, newest first: those of the newest round, then the earlier ones. */
export function historyOf(
  ratings: readonly GeneralRating[],
  { groupId, currentTestStartedAt }: Pick<ProfileRound, 'groupId' | 'currentTestStartedAt'>,
): { readonly current: readonly GeneralRating[]; readonly past: readonly GeneralRating[] } {
  const own = ratings
    .filter((rating) => rating.groupId === groupId)
    .sort((one, other) => other.ratedAt.localeCompare(one.ratedAt));
  return {
    current: own.filter(({ ratedAt }) => ratedAt >= currentTestStartedAt),
    past: own.filter(({ ratedAt }) => ratedAt < currentTestStartedAt),
  };
}
