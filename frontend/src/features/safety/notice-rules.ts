import { ANONYMOUS_NOTICE_REASONS, MODERATION, type NoticeReason } from '@candid/contracts';
import { noticeTexts as texts } from '../../lib/texts/notices';
import { safetyTexts } from '../../lib/texts/safety';

export interface NoticeFields {
  reason: NoticeReason | '';
  location: string;
  text: string;
  name: string;
  email: string;
  isGoodFaith: boolean;
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const locationMax = 1_000;
const nameMax = 200;
const emailMax = 320;

/** True unless the chosen reason allows an anonymous notice. */
export const isSenderNeeded = (reason: NoticeFields['reason']): boolean =>
  reason === '' || !ANONYMOUS_NOTICE_REASONS.includes(reason);

/** Error message for each invalid field, in the order of the form; empty if the notice is valid. */
export function noticeProblems(fields: NoticeFields): Partial<Record<keyof NoticeFields, string>> {
  const problems: Partial<Record<keyof NoticeFields, string>> = {};
  if (fields.reason === '') problems.reason = texts.reasonMissing;
  const location = fields.location.trim().length;
  if (location === 0) problems.location = texts.locationMissing;
  else if (location > locationMax) problems.location = safetyTexts.tooLong(location - locationMax);
  const text = fields.text.trim().length;
  if (text === 0) problems.text = texts.textMissing;
  else if (text > MODERATION.noticeTextMax) problems.text = safetyTexts.tooLong(text - MODERATION.noticeTextMax);
  const isNeeded = isSenderNeeded(fields.reason);
  const name = fields.name.trim().length;
  if (isNeeded && name === 0) problems.name = texts.nameMissing;
  else if (name > nameMax) problems.name = safetyTexts.tooLong(name - nameMax);
  const email = fields.email.trim();
  if (isNeeded ? !emailPattern.test(email) : email !== '' && !emailPattern.test(email)) {
    problems.email = texts.emailMissing;
  } else if (email.length > emailMax) problems.email = safetyTexts.tooLong(email.length - emailMax);
  if (!fields.isGoodFaith) problems.isGoodFaith = texts.goodFaithMissing;
  return problems;
}
