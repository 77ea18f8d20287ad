import { supportTexts } from '../../lib/texts/support';
import { supportDeskTexts } from '../../lib/texts/support-desk';

// Limits of the contracts, copied so that a form does not load their schemas.
export const tokensMax = 100_000;
const reasonLengthMax = 500;
export const ticketLengthMax = 100;
const batchCountMax = 100;
const batchDaysMax = 365;

/** Accepts digits only, because nobody enters a number such as `1e3` on purpose. */
const isWholeUpTo = (text: string, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;

export const tokensProblem = (text: string): true | string =>
  isWholeUpTo(text, tokensMax) || supportDeskTexts.tokensProblem;

export function reasonProblem(text: string): true | string {
  const { length } = text.trim();
  return (length > 0 && length <= reasonLengthMax) || supportTexts.reasonProblem;
}

export const passkeyNameProblem = (name: string): true | string =>
  /^[\w-]{1,64}$/.test(name.trim()) || supportDeskTexts.passkeyNameProblem;

/** Batch names are shorter than passkey names, because each passkey's name is the batch's name and a number. */
export const batchNameProblem = (name: string): true | string =>
  /^[\w-]{1,60}$/.test(name.trim()) || supportDeskTexts.batchNameProblem;

export const batchCountProblem = (text: string): true | string =>
  isWholeUpTo(text, batchCountMax) || supportDeskTexts.batchCountProblem(batchCountMax);

export const batchDaysProblem = (text: string): true | string =>
  isWholeUpTo(text, batchDaysMax) || supportDeskTexts.batchCountProblem(batchDaysMax);
