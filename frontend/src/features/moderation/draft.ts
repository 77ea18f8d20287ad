import type { Decision, GuidelineId } from '@candid/contracts';
import { moderationDecisionTexts } from '../../lib/texts/moderation-decisions';
import type { ShownCase } from './api/case';
import { defaultRule } from './case-state';

/** What a moderator has chosen and written, and not sent yet. */
export interface Draft {
  readonly decision: Decision;
  readonly rule: GuidelineId;
  readonly reasons: string;
  readonly days: string;
}

const defaultDays = '30';

export const templateOf = (decision: Decision, rule: GuidelineId): string =>
  decision === 'noViolation' ? moderationDecisionTexts.noViolationTemplate : moderationDecisionTexts.templates[rule];

export function newDraft(shown: Pick<ShownCase, 'reasons' | 'screening'>, decision: Decision): Draft {
  const rule = decision === 'passOn' ? 'law' : defaultRule(shown);
  return { decision, rule, reasons: templateOf(decision, rule), days: defaultDays };
}

/** Another choice brings its own words, unless the moderator has written some. */
export function changeDraft(draft: Draft, change: Partial<Pick<Draft, 'decision' | 'rule'>>): Draft {
  const next = { ...draft, ...change };
  const isOwn = draft.reasons.trim() !== '' && draft.reasons !== templateOf(draft.decision, draft.rule);
  return isOwn ? next : { ...next, reasons: templateOf(next.decision, next.rule) };
}

const key = (userId: string, caseId: string) => `draft:${userId}:moderation:${caseId}`;

/** Where storage is refused, drafts live as long as the page. */
const inMemory = new Map<string, string>();

/** In this tab, so that neither a lost claim nor a look elsewhere loses words. */
export const drafts = {
  read(userId: string, caseId: string): Draft | undefined {
    let text = inMemory.get(key(userId, caseId));
    try {
      text ??= sessionStorage.getItem(key(userId, caseId)) ?? undefined;
    } catch {
      // Refused.
    }
    return text ? (JSON.parse(text) as Draft) : undefined;
  },
  keep(userId: string, caseId: string, draft: Draft): void {
    inMemory.set(key(userId, caseId), JSON.stringify(draft));
    try {
      sessionStorage.setItem(key(userId, caseId), JSON.stringify(draft));
    } catch {
      // Refused.
    }
  },
  drop(userId: string, caseId: string): void {
    inMemory.delete(key(userId, caseId));
    try {
      sessionStorage.removeItem(key(userId, caseId));
    } catch {
      // Refused.
    }
  },
};
