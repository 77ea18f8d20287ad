import { assessmentsRoutes, type PhotoComparison } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';

export type Verdict =
  /** `percent` is whole and never above what the comparison says. */
  | { readonly kind: 'better'; readonly photoId: string; readonly percent: number }
  /** `assessors`: about so many more would tell; null where even many would hardly. */
  | { readonly kind: 'close'; readonly assessors: number | null };

/** Nothing is ever wholly sure. */
const percentMax = 99;
/** A share such as 0.57 is a little less than 57 hundredths in binary. */
const binaryNoise = 1e-9;

export function verdictOf({ photoIds, probability, winner, ratersToTell }: PhotoComparison): Verdict {
  if (winner === null) return { kind: 'close', assessors: ratersToTell };
  const share = winner === photoIds[0] ? probability : 1 - probability;
  return { kind: 'better', photoId: winner, percent: Math.min(percentMax, Math.floor(share * 100 + binaryNoise)) };
}

export function comparisonOf(
  comparisons: readonly PhotoComparison[],
  one: string,
  other: string,
): PhotoComparison | undefined {
  return comparisons.find(({ photoIds }) => [one, other].every((id) => photoIds.some((photoId) => photoId === id)));
}

/** Each photo's place as in a race: photos that tie share one, and the next place counts them all. */
export function placesOf(ranking: readonly (readonly string[])[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const group of ranking) {
    const place = places.size + 1;
    for (const photoId of group) places.set(photoId, place);
  }
  return places;
}

/** How many more assessors would tell a tied group apart: as many as its hardest pair with the first needs, null where one is hopeless. */
export function assessorsToTellApart(group: readonly string[], comparisons: readonly PhotoComparison[]): number | null {
  const [first, ...rest] = group;
  let most = 0;
  for (const other of rest) {
    const comparison = first && comparisonOf(comparisons, first, other);
    if (!comparison || comparison.ratersToTell === null) return null;
    most = Math.max(most, comparison.ratersToTell);
  }
  return most === 0 ? null : most;
}

/** Best first; what has no place keeps its order behind the rest. */
export function inSuggestedOrder<Item extends { readonly _id: string }>(
  photos: readonly Item[],
  ranking: readonly (readonly string[])[],
): Item[] {
  const order = ranking.flat();
  const at = ({ _id }: Item) => {
    const index = order.indexOf(_id);
    return index < 0 ? order.length : index;
  };
  return [...photos].sort((one, other) => at(one) - at(other));
}

/** Own rated photos against each other; asks nothing for fewer than two. */
export function useComparison(photoIds: readonly string[], enabled = true) {
  const userId = useUserId();
  const asked = { params: { userId }, query: { photoIds: photoIds.join(',') } };
  return useRead(assessmentsRoutes.comparePhotos, asked, { enabled: enabled && photoIds.length > 1 });
}
