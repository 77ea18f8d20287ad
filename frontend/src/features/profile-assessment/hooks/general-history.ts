import type { GeneralRating } from '../api/general-ratings';
import type { ProfileGroup } from '../api/groups';

/** The mean of the evaluators' own means; null while nobody has moved a slider. */
export function scoreOf(
  ratings: readonly GeneralRating[],
  groupId: string,
): { readonly score: number | null; readonly raters: number } {
  const scores = ratings.flatMap((rating) =>
    rating.groupId === groupId && rating.score !== null ? [rating.score] : [],
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  return { score: scores.length === 0 ? null : sum / scores.length, raters: scores.length };
}

/** A group's ratings by run, newest first: those of the newest run, and what came before it. */
export function historyOf(
  ratings: readonly GeneralRating[],
  { groupId, currentTestStartedAt }: Pick<ProfileGroup, 'groupId' | 'currentTestStartedAt'>,
): { readonly current: readonly GeneralRating[]; readonly past: readonly GeneralRating[] } {
  const own = ratings
    .filter((rating) => rating.groupId === groupId)
    .sort((one, other) => other.ratedAt.localeCompare(one.ratedAt));
  return {
    current: own.filter(({ ratedAt }) => ratedAt >= currentTestStartedAt),
    past: own.filter(({ ratedAt }) => ratedAt < currentTestStartedAt),
  };
}
