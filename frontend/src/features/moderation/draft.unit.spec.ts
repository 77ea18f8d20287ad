/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { changeDraft, drafts, newDraft, reasonsHint, templateOf } from './draft';
import { bodyOf, problemsOf } from './hooks/use-decision';

const shown = { reasons: ['sexual'], screening: [], subjectId: 'owner' } as unknown as Parameters<typeof newDraft>[0];

describe('the words of a decision', () => {
  it('begin with the text of the rule, and follow another rule', () => {
    const draft = newDraft(shown, 'removePhoto');
    expect(draft).toMatchObject({
      rule: 'no-nudity',
      reasons: templateOf({ decision: 'removePhoto', rule: 'no-nudity' }, shown),
    });
    expect(changeDraft(draft, { rule: 'adults' }, shown).reasons).toBe(
      templateOf({ decision: 'removePhoto', rule: 'adults' }, shown),
    );
    expect(changeDraft(draft, { decision: 'noViolation' }, shown).reasons).toBe(
      templateOf({ decision: 'noViolation', rule: 'no-nudity' }, shown),
    );
  });

  it('claim no examination of what was not found', () => {
    expect(newDraft({ ...shown, subjectId: null }, 'noViolation').reasons).toMatch(/^We could not find/);
  });

  it('stay where the moderator has written some', () => {
    const own = { ...newDraft(shown, 'removePhoto'), reasons: 'The belt shows.' };
    expect(changeDraft(own, { rule: 'adults', decision: 'suspendAccount' }, shown).reasons).toBe('The belt shows.');
  });

  it('outlive the page', () => {
    const own = { ...newDraft(shown, 'removePhoto'), reasons: 'The belt shows.' };
    drafts.keep('me', 'case', own);
    expect(drafts.read('me', 'case')).toEqual(own);
    expect(drafts.read('other', 'case')).toBeUndefined();
    drafts.drop('me', 'case');
    expect(drafts.read('me', 'case')).toBeUndefined();
  });
});

describe('a decision that is sent', () => {
  it('has a rule unless there is no violation, and days only of a suspension', () => {
    const draft = { ...newDraft(shown, 'suspendAccount'), reasons: ' Again. ', days: '14' };
    expect(bodyOf(draft)).toEqual({ decision: 'suspendAccount', rule: 'no-nudity', reasons: 'Again.', days: 14 });
    expect(bodyOf({ ...draft, decision: 'removePhoto' })).not.toHaveProperty('days');
    expect(bodyOf({ ...draft, decision: 'noViolation' })).not.toHaveProperty('rule');
  });

  it.each(['0', '181', '1.5', '', 'a week'])('does not take "%s" days', (days) => {
    expect(problemsOf({ ...newDraft(shown, 'suspendAccount'), days })).toHaveProperty('days');
    expect(problemsOf({ ...newDraft(shown, 'removePhoto'), days })).toEqual({});
  });

  it('is refused with too long reasons, and never cut', () => {
    const long = { ...newDraft(shown, 'removePhoto'), reasons: 'a'.repeat(2_003) };
    expect(problemsOf(long)).toEqual({ reasons: 'Please shorten it by 3 characters.' });
    expect(reasonsHint(true, long.reasons)).toContain('2003 of 2000 characters');
  });

  it('needs reasons', () => {
    expect(problemsOf({ ...newDraft(shown, 'removePhoto'), reasons: '  ' })).toHaveProperty('reasons');
  });
});
