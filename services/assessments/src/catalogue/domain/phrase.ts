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

/** Picked or not: `left` is a criticism and scores 1, `right` is praise and scores 20. */
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
