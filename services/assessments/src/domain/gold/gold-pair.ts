import { chanceOf } from '../rater-quality/chance.js';

/** Two drawn photos of a house owner, one plainly fine, one plainly bad. */
export interface GoldPair {
  goldId: string;
  ownerId: string;
  finePhotoId: string;
  badPhotoId: string;
  /** ISO 8601. */
  registeredAt: string;
}

/** On stream `gold-<goldId>`. */
export type GoldEvent = { type: 'GoldPairRegistered'; data: GoldPair };

export const goldStreamId = (goldId: string): string => `gold-${goldId}`;

const gapMin = 6;
const gapMax = 16;

/** After how many other tests the rater's next pair comes: 11 on the whole, which makes one test in twelve. */
export const gapBefore = (raterId: string, pairsRated: number): number =>
  gapMin + Math.floor(chanceOf(`${raterId} gap ${pairsRated}`) * (gapMax - gapMin + 1));

/** The pair that comes next, of those that the rater has not had; each rater has an order of his own. */
export function nextPair<Pair extends GoldPair>(raterId: string, pairs: readonly Pair[]): Pair | undefined {
  const placeOf = ({ goldId }: Pair) => chanceOf(`${raterId} pair ${goldId}`);
  return pairs.filter(({ ownerId }) => ownerId !== raterId).toSorted((one, other) => placeOf(one) - placeOf(other))[0];
}

/** Puts the offer among the others, somewhere in the page; an empty page stays empty, a full one stays as long as it is. */
export function placed<Entry extends { testId: string }>(
  raterId: string,
  offer: Entry,
  entries: readonly Entry[],
  entriesMax: number,
): Entry[] {
  if (entries.length === 0) return [];
  const others = entries.slice(0, entriesMax - 1);
  const place = Math.floor(chanceOf(`${raterId} place ${offer.testId}`) * (Math.min(others.length, 3) + 1));
  return [...others.slice(0, place), offer, ...others.slice(place)];
}
