import { type Decision, type GuidelineId, MODERATION } from '@candid/contracts';
import { tryStorage } from '../../lib/storage/storage';
import { moderationDecisionTexts } from '../../lib/texts/moderation-decisions';
import { safetyTexts } from '../../lib/texts/safety';
import type { ShownCase } from './case';
import { defaultRule } from './case-state';

export interface Draft {
  readonly decision: Decision;
  readonly rule: GuidelineId;
  readonly reasons: string;
  readonly days: string;
}

const defaultDays = '30';

export function templateOf(
  { decision, rule }: Pick<Draft, 'decision' | 'rule'>,
  { subjectId }: Pick<ShownCase, 'subjectId'>,
): string {
  if (decision !== 'noViolation') return moderationDecisionTexts.templates[rule];
  return subjectId === null ? moderationDecisionTexts.notFoundTemplate : moderationDecisionTexts.noViolationTemplate;
}

export function reasonsProblem(reasons: string): string | undefined {
  const over = reasons.trim().length - MODERATION.reasonsMax;
  if (over > 0) return safetyTexts.tooLong(over);
  return reasons.trim() === '' ? moderationDecisionTexts.reasonsMissing : undefined;
}

/** `isRead`: true if the person concerned reads the reasons; otherwise they are only recorded. */
export function reasonsHint(isRead: boolean, reasons: string): string {
  const hint = isRead ? moderationDecisionTexts.reasonsHint : moderationDecisionTexts.ownReasonsHint;
  return `${hint} ${safetyTexts.characters(reasons.trim().length, MODERATION.reasonsMax)}`;
}

export function newDraft(shown: Pick<ShownCase, 'reasons' | 'screening' | 'subjectId'>, decision: Decision): Draft {
  const rule = decision === 'passOn' ? 'law' : defaultRule(shown);
  return { decision, rule, reasons: templateOf({ decision, rule }, shown), days: defaultDays };
}

/** A new decision or rule replaces the template text, unless the moderator has edited it. */
export function changeDraft(
  draft: Draft,
  change: Partial<Pick<Draft, 'decision' | 'rule'>>,
  shown: Pick<ShownCase, 'subjectId'>,
): Draft {
  const next = { ...draft, ...change };
  const isOwn = draft.reasons.trim() !== '' && draft.reasons !== templateOf(draft, shown);
  return isOwn ? next : { ...next, reasons: templateOf(next, shown) };
}

const key = (userId: string, caseId: string) => `draft:${userId}:moderation:${caseId}`;

/** Fallback if the browser denies storage: drafts then last until the page is closed. */
const inMemory = new Map<string, string>();

export const drafts = {
  read(userId: string, caseId: string): Draft | undefined {
    const name = key(userId, caseId);
    const text = inMemory.get(name) ?? tryStorage(() => sessionStorage.getItem(name));
    return text ? (JSON.parse(text) as Draft) : undefined;
  },
  keep(userId: string, caseId: string, draft: Draft): void {
    const text = JSON.stringify(draft);
    inMemory.set(key(userId, caseId), text);
    tryStorage(() => sessionStorage.setItem(key(userId, caseId), text));
  },
  drop(userId: string, caseId: string): void {
    inMemory.delete(key(userId, caseId));
    tryStorage(() => sessionStorage.removeItem(key(userId, caseId)));
  },
};
