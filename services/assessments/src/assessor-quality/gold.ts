import type { AssessmentSettings } from '@candid/contracts';
import type { Aggregate, Decider } from '@candid/event-store';
import { chanceOf } from './behaviour.js';

/** A pair of photos of a house account with an obvious difference, to find careless assessors. */
export interface GoldPair {
  goldId: string;
  ownerId: string;
  finePhotoId: string;
  badPhotoId: string;
  registeredAt: string;
  /** True if the pair is shown in trials, and never to assessors. Absent in pairs for assessors. */
  isForTrials?: true;
}

/** Event on stream `gold-<goldId>`. */
export type GoldEvent = { type: 'GoldPairRegistered'; data: GoldPair };

type GoldCommand = { type: 'RegisterGoldPair' } & GoldPair;

type GoldState = { isRegistered: boolean };

const goldDecider: Decider<GoldState, GoldCommand, GoldEvent> = {
  initialState: () => ({ isRegistered: false }),
  evolve: () => ({ isRegistered: true }),
  decide: ({ type: _type, ...data }, { isRegistered }) => (isRegistered ? [] : [{ type: 'GoldPairRegistered', data }]),
};

export const goldStreamId = (goldId: string): string => `gold-${goldId}`;

const gapMin = 6;
const gapMax = 16;

/** Number of other photo assessments before the next pair: 11 on average, and unpredictable without `secret`. */
export const gapBefore = (assessorId: string, pairsRated: number, secret: string): number =>
  gapMin + Math.floor(chanceOf(`${assessorId} gap ${pairsRated} ${secret}`) * (gapMax - gapMin + 1));

/** Each assessor gets the pairs in a different order. */
export function nextPair<Pair extends GoldPair>(assessorId: string, pairs: readonly Pair[]): Pair | undefined {
  const placeOf = ({ goldId }: Pair) => chanceOf(`${assessorId} pair ${goldId}`);
  return pairs
    .filter(({ ownerId }) => ownerId !== assessorId)
    .toSorted((one, other) => placeOf(one) - placeOf(other))[0];
}

export interface LookingFor {
  gender: 'Man' | 'Woman' | 'All';
  relationshipType: 'Serious' | 'Casual' | 'Either';
}

interface ShownPhoto {
  assessmentId: string;
  /** The id that the assessor sees; it differs from the stored one. */
  photoId: string;
  storedPhotoId: string;
}

/**
 * A gold pair as one assessor sees it. Nothing reveals that it is a gold pair: its ids are made for this showing, and
 * its settings are copied from a photo assessment on the same page.
 */
export interface GoldShowing {
  photoAssessmentId: string;
  assessorId: string;
  goldId: string;
  ownerId: string;
  accountId: string;
  /** The better photo first, then the worse one. */
  photos: [ShownPhoto, ShownPhoto];
  settings: AssessmentSettings;
  timesRated: number;
  lookingFor: LookingFor;
  /** Photos of the showing that the assessor reported, by the ids that the assessor sees. */
  hiddenPhotoIds: string[];
}

/** A photo assessment on the page, whose settings the gold pair copies. */
export interface Template {
  photoAssessmentId: string;
  testTimesRated: number;
  settings: AssessmentSettings;
}

interface Turn {
  /** Rank of the group in the feed; the lowest comes first. */
  groupRank: number;
  servedShare: number;
  /** Unix milliseconds. */
  waitingSince: number;
}

/**
 * Inserts the pair at the place that the feed's order gives it. An empty page stays empty, and a page never exceeds `entriesMax`.
 * If that place is the end of a page, but not of the last page, the pair is left out.
 */
export function amongOthers<Entry extends { turn: Turn }>(
  gold: Entry,
  entries: readonly Entry[],
  { entriesMax, isLast }: { entriesMax: number; isLast: boolean },
): Entry[] {
  if (entries.length === 0) return [];
  const next = entries.findIndex(({ turn }) => isBefore(gold.turn, turn));
  if (next < 0) return isLast ? [...entries, gold].slice(0, entriesMax) : [...entries];
  return [...entries.slice(0, next), gold, ...entries.slice(next)].slice(0, entriesMax);
}

function isBefore(one: Turn, other: Turn): boolean {
  if (one.groupRank !== other.groupRank) return one.groupRank < other.groupRank;
  if (one.servedShare !== other.servedShare) return one.servedShare < other.servedShare;
  return one.waitingSince < other.waitingSince;
}

/** Key that is equal for people with the same turn: same group, same share served, and about the same waiting time. */
export const tieOf = ({ groupRank, servedShare, waitingSince }: Turn, tieMs: number): string =>
  `${groupRank} ${servedShare} ${Math.floor(waitingSince / tieMs)}`;

/** Returns the items in an order that is fixed per assessor, so that not all assessors see the same item first. */
export function shuffledFor<Item>(assessorId: string, items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, place: chanceOf(`${assessorId} ${idOf(item)}`) }))
    .sort((one, other) => one.place - other.place || (idOf(one.item) < idOf(other.item) ? -1 : 1))
    .map(({ item }) => item);
}

/** Shuffles neighbours with an equal `tie`. Items with different ties keep their order. */
export function shuffledTies<Item extends { photoAssessmentId: string; tie: string }>(
  assessorId: string,
  items: readonly Item[],
): Item[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.tie === item.tie) last.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => shuffledFor(assessorId, group, ({ photoAssessmentId }) => photoAssessmentId));
}

export const goldPairStreams: Aggregate<GoldState, GoldCommand, GoldEvent> = { ...goldDecider, streamOf: goldStreamId };
