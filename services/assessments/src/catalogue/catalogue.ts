/** One phrase an assessor may leave as a comment. Ids never change meaning once released. */
export interface Phrase {
  readonly phraseId: number;
  readonly phrase: string;
  readonly left: string;
  readonly right: string;
  readonly isScale: boolean;
  readonly isHalf: 'left' | 'right' | null;
  readonly doubleNeg: boolean;
  readonly badText: string;
  readonly goodText: string;
  readonly parentPhraseId: number | null;
}

export interface Section {
  readonly id: number;
  readonly section: string;
  readonly quality: readonly Phrase[];
}

export type Catalogue = readonly Section[];

interface ScaleTexts {
  left: string;
  right: string;
  badText: string;
  goodText: string;
  isHalf?: 'left' | 'right';
  doubleNeg?: true;
  parentPhraseId?: number;
}

/** A slider between two labels; `badText` is read below 10, `goodText` from 10 on. */
export function scale(phraseId: number, phrase: string, texts: ScaleTexts): Phrase {
  return { phraseId, phrase, isScale: true, isHalf: null, doubleNeg: false, parentPhraseId: null, ...texts };
}

interface ToggleTexts {
  isHalf: 'left' | 'right';
  text: string;
  parentPhraseId?: number;
}

/** An option that is picked or not: `left` is a criticism and scores 1, `right` is praise and scores 20. */
export function toggle(phraseId: number, phrase: string, { isHalf, text, parentPhraseId }: ToggleTexts): Phrase {
  return {
    phraseId,
    phrase,
    left: phrase,
    right: phrase,
    isScale: false,
    isHalf,
    doubleNeg: false,
    badText: text,
    goodText: text,
    parentPhraseId: parentPhraseId ?? null,
  };
}

type CommentScoreRange = readonly [low: number, high: number];

/** The product's slider ranges: 1–20, halves 1–10 and 11–20, 1–19 where both ends are wrong; a toggle has one score. */
export function scoreRangeOf(phrase: Phrase): CommentScoreRange {
  if (!phrase.isScale) return phrase.isHalf === 'left' ? [1, 1] : [20, 20];
  if (phrase.isHalf === 'left') return [1, 10];
  if (phrase.isHalf === 'right') return [11, 20];
  return phrase.doubleNeg ? [1, 19] : [1, 20];
}

/** The range that remains if the owner wants positive comments only: the upper half. A pure criticism has none. */
export function positiveScoreRangeOf(phrase: Phrase): CommentScoreRange | undefined {
  if (phrase.isHalf === 'left' || phrase.doubleNeg) return undefined;
  return phrase.isScale ? [11, 20] : [20, 20];
}

export interface CatalogueIndex {
  /** Undefined if the section of the catalogue does not contain the phrase. */
  findPhrase(sectionId: number, phraseId: number): Phrase | undefined;
  /** Every `[sectionId, phraseId]`, in catalogue order. */
  readonly allChoices: readonly (readonly [sectionId: number, phraseId: number])[];
}

export function indexOf(catalogue: Catalogue): CatalogueIndex {
  const phrases: ReadonlyMap<number, { sectionId: number; phrase: Phrase }> = new Map(
    catalogue.flatMap(({ id, quality }) => quality.map((phrase) => [phrase.phraseId, { sectionId: id, phrase }])),
  );
  return {
    findPhrase: (sectionId, phraseId) => {
      const found = phrases.get(phraseId);
      return found?.sectionId === sectionId ? found.phrase : undefined;
    },
    allChoices: catalogue.flatMap(({ id, quality }) => quality.map((phrase) => [id, phrase.phraseId] as const)),
  };
}

/** Comments that the owner asks for, and their number. The choices refer to the catalogue `index`. */
interface AskedComments {
  readonly commentsSelected: readonly Choice[];
  readonly commentsNegative: boolean;
  readonly minComments: number;
  readonly commentsMax: number;
  readonly index: CatalogueIndex;
  readonly subject: 'photo' | 'profile';
}

export type Refuse = (part: string, message: string) => void;

/** Validates comments: each phrase is selected, within its scale and given once. Passes the reasons for a refusal to `refuse`. */
export function checkComments(submitted: readonly unknown[], asked: AskedComments, refuse: Refuse): Comment[] {
  const { subject, commentsMax, minComments } = asked;
  if (submitted.length > commentsMax) {
    refuse('comments', `Please leave at most ${commentsMax} comments on a ${subject}.`);
    return [];
  }
  const comments: Comment[] = [];
  submitted.forEach((candidate, index) => {
    const reason = refusalOf(candidate, asked, comments);
    if (reason === undefined) comments.push([...(candidate as Comment)]);
    else refuse(`comments[${index}]`, reason);
  });
  if (comments.length === submitted.length) {
    for (const [index, comment] of comments.entries()) {
      if (lacksParent(comment, asked, comments)) {
        refuse(`comments[${index}]`, 'This comment goes with another one, which is missing.');
      }
    }
    if (comments.length < minComments) {
      refuse(
        'comments',
        `Please leave at least ${minComments} comment${minComments === 1 ? '' : 's'} on this ${subject}.`,
      );
    }
  }
  return comments.sort((a, b) => a[1] - b[1]);
}

function refusalOf(candidate: unknown, asked: AskedComments, earlier: readonly Comment[]): string | undefined {
  if (!isTriple(candidate)) return 'A comment is [sectionId, phraseId, score] in whole numbers.';
  const [sectionId, phraseId, score] = candidate;
  const phrase = asked.index.findPhrase(sectionId, phraseId);
  if (!phrase || !isSelected(asked, phraseId)) return 'This comment was not asked for.';
  if (earlier.some((comment) => comment[1] === phraseId)) return 'This comment is there twice.';
  const range = asked.commentsNegative ? scoreRangeOf(phrase) : positiveScoreRangeOf(phrase);
  if (!range) return 'Only positive comments are asked for.';
  const [low, high] = range;
  if (score >= low && score <= high) return undefined;
  return low === high ? `This comment scores ${low}.` : `This comment scores from ${low} to ${high}.`;
}

/** A child phrase needs its parent picked, unless the owner does not ask for the parent. */
function lacksParent([sectionId, phraseId]: Comment, asked: AskedComments, comments: readonly Comment[]): boolean {
  const parentId = asked.index.findPhrase(sectionId, phraseId)?.parentPhraseId ?? null;
  if (parentId === null || !isSelected(asked, parentId)) return false;
  return !comments.some((comment) => comment[1] === parentId);
}

const isSelected = (asked: AskedComments, phraseId: number): boolean =>
  asked.commentsSelected.some((choice) => choice[1] === phraseId);

const isTriple = (value: unknown): value is Comment =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isInteger(part));

/** `[sectionId, phraseId]` of the photo catalogue. */
export type Choice = [sectionId: number, phraseId: number];

/** A choice with its score, 1–20. */
export type Comment = [sectionId: number, phraseId: number, score: number];
