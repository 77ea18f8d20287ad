import { z } from 'zod';

/**
 * Scale phrases have two ends. Toggles (`isScale` false) are picked or not; a picked toggle scores 1 if `isHalf` is
 * `left` (criticism), 20 if it is `right` (praise).
 */
export const CataloguePhrase = z.object({
  phraseId: z.int(),
  phrase: z.string(),
  left: z.string(),
  right: z.string(),
  isScale: z.boolean(),
  /** `left`: the slider runs 1–10 only; `right`: 11–20 only; null: the whole scale. */
  isHalf: z.enum(['left', 'right']).nullable(),
  /** True if both ends of the slider, which goes from 1 to 19, are criticism, and the middle is praise. */
  doubleNeg: z.boolean(),
  badText: z.string(),
  goodText: z.string(),
  /** A child phrase may be picked only with its parent. */
  parentPhraseId: z.int().nullable(),
});
export type CataloguePhrase = z.infer<typeof CataloguePhrase>;

const CatalogueSection = z.object({ id: z.int(), section: z.string(), quality: z.array(CataloguePhrase) });
export const Catalogue = z.array(CatalogueSection);
export type Catalogue = z.infer<typeof Catalogue>;
