import type { Aggregate, Decider } from '@candid/event-store';
import type { AssessmentSettings } from '../photo-assessment/events.js';
import { chanceOf } from './behaviour.js';

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

type GoldCommand = { type: 'RegisterGoldPair' } & GoldPair;

type GoldState = { isRegistered: boolean };

/** The same pair again is the same: emits nothing. */
const goldDecider: Decider<GoldState, GoldCommand, GoldEvent> = {
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

export interface LookingFor {
  gender: 'Man' | 'Woman' | 'All';
  relationshipType: 'Serious' | 'Casual' | 'Either';
}

interface ShownPhoto {
  assessmentId: string;
  /** As the assessor knows it. */
  photoId: string;
  storedPhotoId: string;
}

/**
 * A pair as one assessor meets it. Nothing in it is known from elsewhere: ids are drawn for this showing, and what is asked is
 * taken from a photo assessment of the same page, beside which it stands.
 */
export interface GoldShowing {
  photoAssessmentId: string;
  assessorId: string;
  goldId: string;
  ownerId: string;
  /** The house account's. */
  accountId: string;
  /** Of the fine one, of the bad one. */
  photos: [ShownPhoto, ShownPhoto];
  settings: AssessmentSettings;
  timesRated: number;
  lookingFor: LookingFor;
  /** Ids, as the assessor knows them, of the showing's photos that the assessor reported. */
  hiddenPhotoIds: string[];
}

/** A photo assessment of the page. */
export interface Template {
  photoAssessmentId: string;
  testTimesRated: number;
  settings: AssessmentSettings;
}

interface Turn {
  /** Of the group in the feed; the lowest comes first. */
  groupRank: number;
  servedShare: number;
  /** Unix milliseconds. */
  waitingSince: number;
}

/**
 * Puts the pair where its turn is, as the feed does with everybody. An empty page stays empty, a full one stays as long as it
 * is; behind the end of a page that has a next one it is not shown.
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

/** The same for people whose turn it is equally: in one group, served as little, and waiting for about as long. */
export const tieOf = ({ groupRank, servedShare, waitingSince }: Turn, tieMs: number): string =>
  `${groupRank} ${servedShare} ${Math.floor(waitingSince / tieMs)}`;

/** In an order of the assessor's own, the same each time: what is seen first differs from assessor to assessor. */
export function shuffledFor<Item>(assessorId: string, items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, place: chanceOf(`${assessorId} ${idOf(item)}`) }))
    .sort((one, other) => one.place - other.place || (idOf(one.item) < idOf(other.item) ? -1 : 1))
    .map(({ item }) => item);
}

/** Shuffles neighbours of the same `tie` among each other; whoever comes before others of another one still does. */
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
