import { type Catalogue, type CataloguePhrase, commentScoreRange } from '@candid/contracts';

type Texts = Pick<CataloguePhrase, 'left' | 'right' | 'badText' | 'goodText'>;

/** A slider between two labels. The app shows `badText` for scores below 10, `goodText` from 10 on. */
export function scale(
  phraseId: number,
  phrase: string,
  texts: Texts & { isHalf?: 'left' | 'right'; doubleNeg?: true; parentPhraseId?: number },
): CataloguePhrase {
  return { phraseId, phrase, isScale: true, isHalf: null, doubleNeg: false, parentPhraseId: null, ...texts };
}

/** An option that an assessor picks or not: `left` is a criticism and scores 1, `right` is praise and scores 20. */
export function toggle(
  phraseId: number,
  phrase: string,
  { text, ...placed }: { isHalf: 'left' | 'right'; text: string; parentPhraseId?: number },
): CataloguePhrase {
  const texts = { left: phrase, right: phrase, badText: text, goodText: text };
  return { phraseId, phrase, ...texts, isScale: false, doubleNeg: false, parentPhraseId: null, ...placed };
}

export type CatalogueIndex = ReturnType<typeof indexOf>;

export function indexOf(catalogue: Catalogue) {
  const phrases = new Map(
    catalogue.flatMap(({ id, quality }) => quality.map((phrase) => [phrase.phraseId, { sectionId: id, phrase }])),
  );
  return {
    /** Undefined if the section of the catalogue does not contain the phrase. */
    findPhrase: (sectionId: number, phraseId: number): CataloguePhrase | undefined => {
      const found = phrases.get(phraseId);
      return found?.sectionId === sectionId ? found.phrase : undefined;
    },
    /** Every choice, in catalogue order. */
    allChoices: catalogue.flatMap(({ id, quality }) => quality.map(({ phraseId }): Choice => [id, phraseId])),
  };
}

interface AskedComments {
  readonly commentsSelected: readonly Choice[];
  readonly commentsNegative: boolean;
  readonly minComments: number;
  readonly commentsMax: number;
  readonly index: CatalogueIndex;
  readonly subject: 'photo' | 'profile';
}

export type Refuse = (part: string, message: string) => void;

/** Refuses a comment if its phrase is not selected or occurs twice, or if its score is outside the phrase's scale. */
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
    for (const [index, comment] of comments.entries())
      if (lacksParent(comment, asked, comments))
        refuse(`comments[${index}]`, 'This comment goes with another one, which is missing.');
    const least = `${minComments} comment${minComments === 1 ? '' : 's'}`;
    if (comments.length < minComments) refuse('comments', `Please leave at least ${least} on this ${subject}.`);
  }
  return comments.sort((a, b) => a[1] - b[1]);
}

function refusalOf(candidate: unknown, asked: AskedComments, earlier: readonly Comment[]): string | undefined {
  if (!isTriple(candidate)) return 'A comment is [sectionId, phraseId, score] in whole numbers.';
  const [sectionId, phraseId, score] = candidate;
  const phrase = asked.index.findPhrase(sectionId, phraseId);
  if (!phrase || !isSelected(asked, phraseId)) return 'This comment was not asked for.';
  if (earlier.some((comment) => comment[1] === phraseId)) return 'This comment is there twice.';
  const range = commentScoreRange(phrase, { positiveOnly: !asked.commentsNegative });
  if (!range) return 'Only positive comments are asked for.';
  const [low, high] = range;
  if (score >= low && score <= high) return undefined;
  return low === high ? `This comment scores ${low}.` : `This comment scores from ${low} to ${high}.`;
}

/** True if the phrase has a parent that the owner selected but the assessor did not pick. */
function lacksParent([sectionId, phraseId]: Comment, asked: AskedComments, comments: readonly Comment[]): boolean {
  const parentId = asked.index.findPhrase(sectionId, phraseId)?.parentPhraseId ?? null;
  if (parentId === null || !isSelected(asked, parentId)) return false;
  return !comments.some((comment) => comment[1] === parentId);
}

const isSelected = (asked: AskedComments, phraseId: number): boolean =>
  asked.commentsSelected.some((choice) => choice[1] === phraseId);

const isTriple = (value: unknown): value is Comment =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isInteger(part));

export type Choice = [sectionId: number, phraseId: number];

/** A choice with its score, 1–20. */
export type Comment = [sectionId: number, phraseId: number, score: number];
