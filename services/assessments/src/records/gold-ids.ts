import { hash } from 'node:crypto';
import type { GoldPair } from '../domain/gold/gold-pair.js';

/** What one rater's copy of a pair is called. Its owner is nobody: a name of its own for each rater, so that none is known again. */
export interface GoldIds {
  testId: string;
  ownerId: string;
  /** By place: of the fine photo, of the bad one. */
  assessmentIds: [string, string];
}

export function goldIdsOf(
  { goldId, registeredAt }: Pick<GoldPair, 'goldId' | 'registeredAt'>,
  raterId: string,
): GoldIds {
  const idOf = (what: string): string => ordinaryId(Date.parse(registeredAt), `${what} ${goldId} ${raterId}`);
  return {
    testId: idOf('gold test'),
    ownerId: randomLookingId(`gold owner ${goldId} ${raterId}`),
    assessmentIds: [idOf('gold fine'), idOf('gold bad')],
  };
}

export const goldIdOf = (finePhotoId: string, badPhotoId: string): string =>
  randomLookingId(`gold pair ${finePhotoId} ${badPhotoId}`);

/** As the ids of tests are (version 7, with a time in front): what is made by a rule must not be told by its form. */
function ordinaryId(timeMs: number, text: string): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomLookingId(text).slice(15)}`;
}

/** As random ids are (version 4), which those of accounts are. */
function randomLookingId(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
