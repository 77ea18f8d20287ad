import type { CataloguePhrase } from '@candid/contracts';
import {
  averageScore,
  type Comment,
  type CommentCatalogue,
  type CommentReading,
  findPhrase,
  type PhraseScores,
  panelOrder,
  readComment,
} from './comments';

/** What was said of one of two photos. */
export interface Saying {
  readonly reading: CommentReading;
  /** How often, at whichever end of the scale. */
  readonly times: number;
  /** How often at the end that is shown. */
  readonly agreeing: number;
}

export interface Difference {
  readonly phraseId: number;
  readonly phrase: string;
  readonly isScale: boolean;
  /** Null for a photo of which nobody said it. */
  readonly sayings: readonly [Saying | null, Saying | null];
}

/** Averages that are closer than this on the same side of the scale say the same. */
const apartMin = 5;
/** One voice about one photo alone is no difference between two. */
const loneTimesMin = 2;

interface Pair {
  readonly difference: Difference;
  readonly weight: number;
}

function sayingOf(group: PhraseScores, phrase: CataloguePhrase): Saying {
  const reading = readComment(phrase, averageScore(group));
  const agreeing = group.scores.filter((score) => readComment(phrase, score).label === reading.label).length;
  return { reading, times: group.scores.length, agreeing };
}

/** Phrases that were said differently of two photos, or of one of them only; the plainest difference first. */
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
    const [left, right] = groups.map((group) => (group ? sayingOf(group, phrase) : null));
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
