import { evaluationGroupsRoutes } from '@candid/contracts';
import type { Answer } from '../../lib/api/call';
import { usePages } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';
import type { ProfileRound } from './round-state';

export type GeneralRating = Answer<typeof evaluationGroupsRoutes.getGeneralRatings>['ratings'][number];

/** Ratings per page. */
const pageLimit = 100;

/** What assessors left on the person's profiles, newest first. */
export function useGeneralRatings() {
  const asked = { params: { userId: useUserId() }, query: { limit: pageLimit } };
  return usePages(evaluationGroupsRoutes.getGeneralRatings, asked, ({ ratings }) => ratings);
}

/** The mean of the assessors' own means; null while nobody has moved a slider. */
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

/** A group's ratings by run, newest first: those of the newest run, and what came before it. */
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
