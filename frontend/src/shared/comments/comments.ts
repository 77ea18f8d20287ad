import type { Catalogue, CataloguePhrase, CommentTriple } from '@candid/contracts';

export type CommentCatalogue = Catalogue;
/** `[sectionId, phraseId, score]`. */
export type Comment = CommentTriple;

/** Where a comment's score turns from criticism to praise. */
const turningPoint = 10;
const rankingMidpoint = 10.5;
/** Scores that lean to neither end of a scale, both inclusive. */
const undecided = { from: 9, to: 12 };
/** Least number of assessors at each end of a scale whose opinions differ. */
const opposedMin = 2;

/** The catalogue's phrase, or undefined where an old comment names one it does not know. */
export function findPhrase(catalogue: Catalogue, sectionId: number, phraseId: number): CataloguePhrase | undefined {
  return catalogue.find(({ id }) => id === sectionId)?.quality.find((phrase) => phrase.phraseId === phraseId);
}

export interface CommentReading {
  /** Empty where several people lean to neither end. */
  readonly text: string;
  /** The end of the scale the comment leans to, or the phrase itself for a toggle. */
  readonly label: string;
  /** The number as shown: where both ends are wrong, the distance counts and not the side. */
  readonly score: number;
  readonly tone: CommentTone;
}

export type CommentTone = 'praise' | 'toTry' | 'neither';

/** A phrase's scores as one number, rounded half up. */
export const averageScore = ({ average }: PhraseScores): number => Math.floor(average + 0.5);

/** How a comment reads: below 10 the left label and the bad text, from 10 on the right label and the good text. */
export function readComment(phrase: CataloguePhrase, score: number): CommentReading {
  const low = score < turningPoint;
  return {
    text: low ? phrase.badText : phrase.goodText,
    label: phrase.isScale ? (low ? phrase.left : phrase.right) : phrase.phrase,
    score: phrase.doubleNeg && low ? 20 - score : score,
    tone: toneOf(phrase, score),
  };
}

function toneOf({ isScale, doubleNeg }: CataloguePhrase, score: number): CommentTone {
  if (isScale && score >= undecided.from && score <= undecided.to) return 'neither';
  return score < turningPoint || doubleNeg ? 'toTry' : 'praise';
}

/** The comments of several people on one phrase. */
export interface GroupReading {
  /** The average of all. */
  readonly reading: CommentReading;
  /** How often the end that is shown was meant. */
  readonly times: number;
  /** How often, at whichever end of the scale. */
  readonly of: number;
  readonly opinionsDiffer: boolean;
}

/** Returns the end that the average leans to, and how many meant it. Where two or more are at each end, nothing is praise or blame. */
export function readGroup(phrase: CataloguePhrase, group: PhraseScores): GroupReading {
  const reading = readComment(phrase, averageScore(group));
  const voices = (isMeant: (score: number) => boolean) => group.scores.filter(isMeant).length;
  const isLeft = (score: number) => score < undecided.from;
  const isRight = (score: number) => score > undecided.to;
  const opinionsDiffer = phrase.isScale && Math.min(voices(isLeft), voices(isRight)) >= opposedMin;
  const label = opinionsDiffer ? `${phrase.left} / ${phrase.right}` : reading.label;
  const isNeither = opinionsDiffer || reading.tone === 'neither';
  return {
    reading: isNeither ? { ...reading, label, text: '', tone: 'neither' } : reading,
    times: voices((score) => readComment(phrase, score).label === reading.label),
    of: group.scores.length,
    opinionsDiffer,
  };
}

export interface PhraseScores {
  readonly sectionId: number;
  readonly phraseId: number;
  readonly scores: readonly number[];
  readonly average: number;
}

function gather(comments: readonly CommentTriple[]): PhraseScores[] {
  const byPhrase = new Map<string, { sectionId: number; phraseId: number; scores: number[] }>();
  for (const [sectionId, phraseId, score] of comments) {
    const key = `${sectionId}:${phraseId}`;
    const found = byPhrase.get(key) ?? { sectionId, phraseId, scores: [] };
    found.scores.push(score);
    byPhrase.set(key, found);
  }
  return [...byPhrase.values()].map((group) => ({
    ...group,
    average: group.scores.reduce((sum, score) => sum + score, 0) / group.scores.length,
  }));
}

/** A photo's comments by phrase, the weightiest first: number of scores times the distance of their average from 10. */
export function panelOrder(comments: readonly CommentTriple[], sectionId?: number): PhraseScores[] {
  const weight = (group: PhraseScores) => group.scores.length * Math.abs(turningPoint - group.average);
  return gather(inSection(comments, sectionId)).sort((one, other) => weight(other) - weight(one));
}

/**
 * Distinct phrases by how clear and how frequent they are: distance from 10.5 times the logarithm of how often they occur. One is
 * added to the count, because the logarithm of a phrase that was said once would be nothing, however clear it is.
 */
export function rankComments(comments: readonly CommentTriple[], sectionId?: number): PhraseScores[] {
  const rank = (group: PhraseScores) => Math.abs(group.average - rankingMidpoint) * Math.log(group.scores.length + 1);
  return gather(inSection(comments, sectionId)).sort((one, other) => rank(other) - rank(one));
}

/** The one comment that stands for all of them. */
export function topComment(comments: readonly CommentTriple[], sectionId?: number): PhraseScores | undefined {
  return rankComments(comments, sectionId)[0];
}

/** What a general list shows: the phrases of the comments nearest to the middle, each once. */
export function generalList(comments: readonly CommentTriple[], sectionId?: number, count = 3): PhraseScores[] {
  const nearestFirst = nearestToMiddle(inSection(comments, sectionId), comments.length);
  return gather(nearestFirst).slice(0, count);
}

/** One entry's comments as a list shows them: the three nearest to the middle, nearest first. */
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
