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
