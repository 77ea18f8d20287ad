import { describe, expect, it } from '@jest/globals';
import { moderationDecisionTexts } from '../../lib/texts/moderation-decisions';
import type { ShownCase } from './case';
import {
  claimOf,
  defaultRule,
  effectsOf,
  historyText,
  isTold,
  judgedDecision,
  mayNotText,
  notHereText,
  stageOf,
  wordsOf,
} from './case-state';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const shown = (more: object): ShownCase =>
  ({
    mayDecide: false,
    subjectId: 'owner',
    detail: [],
    decisions: [],
    status: 'open',
    ...more,
  }) as unknown as ShownCase;

describe('a claim', () => {
  it('is nobody’s once it has run out', () => {
    const claim = { claimedBy: 'other' as never, claimedUntil: '2026-11-21T10:00:00.000Z' };
    expect(claimOf(claim, 'me', now - 1)).toBe('others');
    expect(claimOf(claim, 'other', now - 1)).toBe('own');
    expect(claimOf(claim, 'me', now)).toBe('free');
  });
});

describe('the next step of a case', () => {
  it('follows from the status; an appeal is decided under a legal hold too', () => {
    expect(stageOf({ status: 'open', isUnderLegalHold: false })).toBe('decide');
    expect(stageOf({ status: 'awaiting-second', isUnderLegalHold: false })).toBe('second');
    expect(stageOf({ status: 'decided', isUnderLegalHold: true })).toBe('sealed');
    expect(stageOf({ status: 'appealed', isUnderLegalHold: true })).toBe('appeal');
  });

  it('says why somebody may not decide', () => {
    const { mayNot } = moderationDecisionTexts;
    const decision = { decidedBy: 'me', confirmedBy: null, undoneAt: null, decidedAt: '2026-11-20', appeal: null };
    const appealed = { ...decision, appeal: { outcome: null } };
    expect(mayNotText(shown({ mayDecide: true }), 'me')).toBeUndefined();
    expect(mayNotText(shown({}), 'owner')).toBe(mayNot.ownSubject);
    expect(mayNotText(shown({ detail: [{ reporterId: 'me' }] }), 'me')).toBe(mayNot.ownReport);
    expect(mayNotText(shown({ status: 'awaiting-second', decisions: [decision] }), 'me')).toBe(mayNot.ownClosure);
    expect(mayNotText(shown({ status: 'appealed', decisions: [appealed] }), 'me')).toBe(mayNot.ownDecision);
    const newer = { ...decision, decidedBy: 'other', decidedAt: '2026-11-21' };
    expect(mayNotText(shown({ status: 'appealed', decisions: [newer, appealed] }), 'me')).toBe(mayNot.ownDecision);
  });

  it('judges the decision under appeal, which need not be the newest', () => {
    const of = (decidedAt: string, appeal: object | null) => ({ decidedAt, undoneAt: null, appeal });
    const [older, newer] = [of('2026-11-20', { outcome: null }), of('2026-11-21', null)];
    expect(judgedDecision(shown({ status: 'appealed', decisions: [newer, older] }))).toBe(older);
    expect(judgedDecision(shown({ status: 'awaiting-second', decisions: [newer, older] }))).toBe(newer);
    expect(judgedDecision(shown({ status: 'open', decisions: [newer, older] }))).toBeUndefined();
  });

  it('offers only the decisions that fit', () => {
    const assessor = { kind: 'assessor', photoId: null, subjectId: 'a' } as never;
    expect(notHereText('removePhoto', assessor)).toBeDefined();
    expect(notHereText('suspendAccount', assessor)).toBeUndefined();
    const notice = { kind: 'notice', photoId: null, subjectId: null } as never;
    expect(notHereText('closeAccount', notice)).toBeDefined();
    expect(notHereText('passOn', notice)).toBeUndefined();
  });

  it('says only that nothing was found where the case led to nobody, and tells nobody', () => {
    const nobody = { subjectId: null, photoId: null, isHeld: false };
    expect(wordsOf('noViolation', nobody)).toBe(moderationDecisionTexts.notFound);
    expect(effectsOf('noViolation', nobody).join()).not.toMatch(/hold|Reporters/);
    expect(effectsOf('passOn', nobody).join()).not.toContain('photo');
    expect(isTold('noViolation', nobody)).toBe(false);
  });

  it('speaks of a hold where there is one, and of a statement where something changes', () => {
    const account = { subjectId: 'o' as never, photoId: null, isHeld: false };
    const held = { subjectId: 'o' as never, photoId: 'p' as never, isHeld: true };
    expect(effectsOf('noViolation', held).join()).toContain('see the photo again');
    expect(effectsOf('noViolation', { ...held, isHeld: false }).join()).not.toContain('again');
    expect((['noViolation', 'passOn', 'suspendAccount'] as const).map((each) => isTold(each, account))).toEqual([
      ...[false, false, true],
    ]);
    expect((['noViolation', 'passOn'] as const).map((each) => isTold(each, held))).toEqual([true, true]);
  });

  it('begins with the rule of the gravest reason, or of what was found', () => {
    expect(defaultRule({ reasons: ['minor', 'sexual'], screening: [] })).toBe('adults');
    expect(defaultRule({ reasons: ['screening'], screening: [{ kind: 'nudity', score: 0.9 }] })).toBe('no-nudity');
    expect(defaultRule({ reasons: ['screening'], screening: [{ kind: 'failed' }] })).toBe('recognisable');
  });
});

describe('a reporter’s history', () => {
  const seasoned = { upheld: 3, rejected: 1, weight: 1.3, standing: 'good', isNew: false, linkedReporters: 0 } as const;

  it('is one line', () => {
    expect(historyText(seasoned)).toBe('right in 3 of 4 decided reports, in good standing');
    expect(historyText({ ...seasoned, upheld: 0, rejected: 0, standing: 'paused' })).toBe(
      'no report decided yet, paused',
    );
  });

  it('begins with what speaks against them', () => {
    const suspect = { ...seasoned, upheld: 0, rejected: 0, isNew: true, linkedReporters: 2 };
    expect(historyText(suspect)).toBe('new account, linked to 2 other reporters');
  });
});
