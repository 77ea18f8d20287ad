import { type Comment, type CommentCatalogue, findPhrase, type GroupReading, panelOrder, readGroup } from './comments';

export interface Difference {
  readonly phraseId: number;
  readonly phrase: string;
  readonly isScale: boolean;
  /** Null for a photo without this comment. */
  readonly sayings: readonly [GroupReading | null, GroupReading | null];
}

/** Averages on the same side of the scale that are closer than this count as equal. */
const apartMin = 5;
/** A phrase with one comment on one photo only is no difference. */
const loneTimesMin = 2;

interface Pair {
  readonly difference: Difference;
  readonly weight: number;
}

/** Returns phrases whose comments differ between two photos, or that only one of them has; the clearest difference first. */
export function commentDifferences(
  one: readonly Comment[],
  other: readonly Comment[],
  catalogue: CommentCatalogue,
): Difference[] {
  const [first, second] = [panelOrder(one), panelOrder(other)];
  const phraseIds = new Set([...first, ...second].map(({ phraseId }) => phraseId));
  const pairs = [...phraseIds].flatMap((phraseId): Pair[] => {
    const groups = [first, second].map((groups) => groups.find((group) => group.phraseId === phraseId));
    const known = groups.find((group) => group !== undefined);
    const phrase = known && findPhrase(catalogue, known.sectionId, phraseId);
    if (!phrase) return [];
    const [left, right] = groups.map((group) => (group ? readGroup(phrase, group) : null));
    const [leftAverage, rightAverage] = groups.map((group) => group?.average);
    const times = (left?.times ?? 0) + (right?.times ?? 0);
    const sayings = [left ?? null, right ?? null] as const;
    const difference = { phraseId, phrase: phrase.phrase, isScale: phrase.isScale, sayings };
    if (leftAverage === undefined || rightAverage === undefined) {
      return times >= loneTimesMin ? [{ difference, weight: times }] : [];
    }
    const apart = Math.abs(leftAverage - rightAverage);
    const otherEnd = left?.reading.label !== right?.reading.label;
    return otherEnd || apart >= apartMin ? [{ difference, weight: apart * times }] : [];
  });
  return pairs.sort((a, b) => b.weight - a.weight).map(({ difference }) => difference);
}
