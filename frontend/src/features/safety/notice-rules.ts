import { MODERATION, type NoticeReason } from '@candid/contracts';
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

/** The law allows anonymous notices about sexual abuse of a child. */
export const mayBeAnonymous = (reason: NoticeFields['reason']): boolean => reason === 'minor';

/** Error message for each invalid field; empty if the notice is valid. */
export function noticeProblems(fields: NoticeFields): Partial<Record<keyof NoticeFields, string>> {
  const problems: Partial<Record<keyof NoticeFields, string>> = {};
  if (fields.reason === '') problems.reason = texts.reasonMissing;
  const location = fields.location.trim().length;
  if (location === 0) problems.location = texts.locationMissing;
  else if (location > locationMax) problems.location = safetyTexts.tooLong(location - locationMax);
  const text = fields.text.trim().length;
  if (text === 0) problems.text = texts.textMissing;
  else if (text > MODERATION.noticeTextMax) problems.text = safetyTexts.tooLong(text - MODERATION.noticeTextMax);
  const needsSender = !mayBeAnonymous(fields.reason);
  const name = fields.name.trim().length;
  if (needsSender && name === 0) problems.name = texts.nameMissing;
  else if (name > nameMax) problems.name = safetyTexts.tooLong(name - nameMax);
  const email = fields.email.trim();
  if (needsSender ? !emailPattern.test(email) : email !== '' && !emailPattern.test(email)) {
    problems.email = texts.emailMissing;
  } else if (email.length > emailMax) problems.email = safetyTexts.tooLong(email.length - emailMax);
  if (!fields.isGoodFaith) problems.isGoodFaith = texts.goodFaithMissing;
  return problems;
}
