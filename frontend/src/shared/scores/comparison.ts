import { assessmentsRoutes, type PhotoComparison } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';

export type Verdict =
  /** `percent` is the probability as a whole number, rounded down. */
  | { readonly kind: 'better'; readonly photoId: string; readonly percent: number }
  /** `assessors`: further ratings that would probably show a winner; null if even many would probably show none. */
  | { readonly kind: 'close'; readonly assessors: number | null };

/** Highest displayed probability, because no comparison is completely certain. */
const percentMax = 99;
/** Corrects binary fractions: a share such as 0.57 is stored as slightly less than 57 hundredths. */
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

/** Returns each photo's rank as in a race: after two photos in place 1, the next photo is in place 3. */
export function placesOf(ranking: readonly (readonly string[])[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const group of ranking) {
    const place = places.size + 1;
    for (const photoId of group) places.set(photoId, place);
  }
  return places;
}

/** Number of ratings that would separate the first photo from all others; null if one pair cannot be separated. */
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

/** Returns the photos best first; unranked photos follow in their given order. */
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

export function useComparison(photoIds: readonly string[], enabled = true) {
  const userId = useUserId();
  const asked = { params: { userId }, query: { photoIds: photoIds.join(',') } };
  return useRead(assessmentsRoutes.comparePhotos, asked, { enabled: enabled && photoIds.length > 1 });
}
