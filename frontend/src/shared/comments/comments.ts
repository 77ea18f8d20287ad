import type { Catalogue, CataloguePhrase, CommentTriple } from '@candid/contracts';

/** Lowest score of a comment that counts as praise; a lower score is criticism. */
const turningPoint = 10;
const rankingMidpoint = 10.5;
/** First and last score that count for neither end of a scale. */
const undecided = { from: 9, to: 12 };
/** Opinions differ if at least this many assessors are at each end of a scale. */
const opposedMin = 2;

/** Returns the phrase of a comment; undefined if the catalogue no longer contains it. */
export function findPhrase(catalogue: Catalogue, sectionId: number, phraseId: number): CataloguePhrase | undefined {
  return catalogue.find(({ id }) => id === sectionId)?.quality.find((phrase) => phrase.phraseId === phraseId);
}

export interface CommentReading {
  /** Empty if the score counts for neither end of the scale. */
  readonly text: string;
  /** The end of the scale for which the comment counts, both ends if it counts for neither, or the phrase of a toggle. */
  readonly label: string;
  /** The displayed number. If both ends of a scale are bad, a low score is mirrored at the middle. */
  readonly score: number;
  readonly tone: CommentTone;
}

type CommentTone = 'praise' | 'toTry' | 'neither';

const averageScore = ({ average }: PhraseScores): number => Math.floor(average + 0.5);

/**
 * Returns the words of a comment: left label and bad text below 10, right label and good text from 10 on. A score that
 * counts for neither end has both labels and no text.
 */
export function readComment(phrase: CataloguePhrase, score: number): CommentReading {
  const low = score < turningPoint;
  const tone = toneOf(phrase, score);
  return {
    text: tone === 'neither' ? '' : low ? phrase.badText : phrase.goodText,
    label: !phrase.isScale ? phrase.phrase : tone === 'neither' ? bothEnds(phrase) : low ? phrase.left : phrase.right,
    score: phrase.doubleNeg && low ? 20 - score : score,
    tone,
  };
}

const bothEnds = ({ left, right }: CataloguePhrase): string => `${left} / ${right}`;

function toneOf({ isScale, doubleNeg }: CataloguePhrase, score: number): CommentTone {
  if (isScale && score >= undecided.from && score <= undecided.to) return 'neither';
  return score < turningPoint || doubleNeg ? 'toTry' : 'praise';
}

export interface GroupReading {
  readonly reading: CommentReading;
  /** Number of comments that count for the displayed end; all if neither end is displayed. */
  readonly times: number;
  readonly of: number;
  readonly opinionsDiffer: boolean;
}

/** Summarises the comments on a phrase. If opinions differ, the summary is neither praise nor criticism. */
export function readGroup(phrase: CataloguePhrase, group: PhraseScores): GroupReading {
  const average = averageScore(group);
  const reading = readComment(phrase, average);
  const of = group.scores.length;
  const left = group.scores.filter((score) => score < undecided.from).length;
  const right = group.scores.filter((score) => score > undecided.to).length;
  if (!phrase.isScale) return { reading, times: of, of, opinionsDiffer: false };
  if (Math.min(left, right) >= opposedMin)
    return {
      reading: { ...reading, label: bothEnds(phrase), text: '', tone: 'neither' },
      ...{ times: of, of, opinionsDiffer: true },
    };
  const times = reading.tone === 'neither' ? of : average < undecided.from ? left : right;
  return { reading, times, of, opinionsDiffer: false };
}

interface PhraseScores {
  readonly sectionId: number;
  readonly phraseId: number;
  readonly scores: readonly number[];
  readonly average: number;
}

function gather(comments: readonly CommentTriple[]): PhraseScores[] {
  const groups = Map.groupBy(comments, ([sectionId, phraseId]) => `${sectionId}:${phraseId}`);
  return [...groups.values()].map((group) => {
    const [sectionId, phraseId] = group[0]!;
    const scores = group.map(([, , score]) => score);
    return { sectionId, phraseId, scores, average: scores.reduce((sum, score) => sum + score, 0) / scores.length };
  });
}

/** Sorts by weight: number of scores times the distance of their average from 10. */
export function panelOrder(comments: readonly CommentTriple[], sectionId?: number): PhraseScores[] {
  const weight = (group: PhraseScores) => group.scores.length * Math.abs(turningPoint - group.average);
  return gather(inSection(comments, sectionId)).sort((one, other) => weight(other) - weight(one));
}

/** Sorts by rank: distance of the average from 10.5, times log(count + 1), which exceeds 0 even for one comment. */
export function rankComments(comments: readonly CommentTriple[], sectionId?: number): PhraseScores[] {
  const rank = (group: PhraseScores) => Math.abs(group.average - rankingMidpoint) * Math.log(group.scores.length + 1);
  return gather(inSection(comments, sectionId)).sort((one, other) => rank(other) - rank(one));
}

export function topComment(comments: readonly CommentTriple[], sectionId?: number): PhraseScores | undefined {
  return rankComments(comments, sectionId)[0];
}

export function generalList(comments: readonly CommentTriple[], sectionId?: number, count = 3): PhraseScores[] {
  const nearestFirst = nearestToMiddle(inSection(comments, sectionId), comments.length);
  return gather(nearestFirst).slice(0, count);
}

export function nearestToMiddle(comments: readonly CommentTriple[], count = 3): CommentTriple[] {
  const distance = ([, , score]: CommentTriple) => Math.abs(score - rankingMidpoint);
  return [...comments].sort((one, other) => distance(one) - distance(other)).slice(0, count);
}

export function countBySection(comments: readonly CommentTriple[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [sectionId] of comments) counts.set(sectionId, (counts.get(sectionId) ?? 0) + 1);
  return counts;
}

function inSection(comments: readonly CommentTriple[], sectionId?: number): readonly CommentTriple[] {
  return sectionId === undefined ? comments : comments.filter(([id]) => id === sectionId);
}

export interface PanelPhrase extends GroupReading {
  readonly phraseId: number;
  readonly phrase: string;
  readonly isScale: boolean;
}

export function panelSections(comments: readonly CommentTriple[], catalogue: Catalogue) {
  const counts = countBySection(comments);
  return catalogue.map(({ id, section, quality }) => ({
    id,
    name: section,
    count: counts.get(id) ?? 0,
    phraseIds: quality.map(({ phraseId }) => phraseId),
  }));
}

export const panelPhrases = (comments: readonly CommentTriple[], catalogue: Catalogue, sectionId?: number) =>
  phrasesOf(panelOrder(comments, sectionId), catalogue);

/** Returns at most three phrases for a short list, including a strength if there is any. */
export function shortList(comments: readonly CommentTriple[], catalogue: Catalogue, sectionId?: number): PanelPhrase[] {
  const known = comments.filter(([section, phraseId]) => findPhrase(catalogue, section, phraseId));
  const shown = phrasesOf(generalList(known, sectionId), catalogue);
  if (shown.some(({ reading }) => reading.tone === 'praise')) return shown;
  const strength = phrasesOf(rankComments(known, sectionId), catalogue).find(
    ({ reading }) => reading.tone === 'praise',
  );
  return strength ? [...shown.slice(0, -1), strength] : shown;
}

function phrasesOf(groups: readonly PhraseScores[], catalogue: Catalogue): PanelPhrase[] {
  return groups.flatMap((group) => {
    const phrase = findPhrase(catalogue, group.sectionId, group.phraseId);
    if (!phrase) return [];
    const { phraseId, isScale } = phrase;
    return [{ phraseId, phrase: phrase.phrase, isScale, ...readGroup(phrase, group) }];
  });
}
