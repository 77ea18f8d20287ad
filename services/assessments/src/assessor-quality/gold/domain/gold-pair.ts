import type { Decider } from '@candid/event-store';
import { chanceOf } from '../../domain/chance.js';

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

export type GoldCommand = { type: 'RegisterGoldPair' } & GoldPair;
export type GoldState = { isRegistered: boolean };

/** The same pair again is the same: emits nothing. */
export const goldDecider: Decider<GoldState, GoldCommand, GoldEvent> = {
  initialState: () => ({ isRegistered: false }),
  evolve: () => ({ isRegistered: true }),
  decide: ({ type: _type, ...data }, { isRegistered }) => (isRegistered ? [] : [{ type: 'GoldPairRegistered', data }]),
};

export const goldStreamId = (goldId: string): string => `gold-${goldId}`;

const gapMin = 6;
const gapMax = 16;

/** After how many other photo assessments the assessor's next pair comes: 11 on the whole, which makes one photo assessment in twelve. `secret` is known to no assessor. */
export const gapBefore = (assessorId: string, pairsRated: number, secret: string): number =>
  gapMin + Math.floor(chanceOf(`${assessorId} gap ${pairsRated} ${secret}`) * (gapMax - gapMin + 1));

/** The pair that comes next, of those that the assessor has not had; each assessor has an order of his own. */
export function nextPair<Pair extends GoldPair>(assessorId: string, pairs: readonly Pair[]): Pair | undefined {
  const placeOf = ({ goldId }: Pair) => chanceOf(`${assessorId} pair ${goldId}`);
  return pairs
    .filter(({ ownerId }) => ownerId !== assessorId)
    .toSorted((one, other) => placeOf(one) - placeOf(other))[0];
}
