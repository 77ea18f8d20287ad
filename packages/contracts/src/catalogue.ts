import { z } from 'zod';

/**
 * A scale phrase has a slider with two ends. A toggle (`isScale` false) is only picked or not. A picked toggle scores 1
 * if `isHalf` is `left` (criticism), and 20 if it is `right` (praise).
 */
export const CataloguePhrase = z.object({
  phraseId: z.int(),
  phrase: z.string(),
  left: z.string(),
  right: z.string(),
  isScale: z.boolean(),
  /** `left`: the slider runs 1–10 only; `right`: 11–20 only; null: the whole scale. */
  isHalf: z.enum(['left', 'right']).nullable(),
  /** True if both ends of the slider are criticism and its middle is praise. The slider then goes from 1 to 19. */
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
