import type { Statement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { appealStateOf, causeOf, effectOf, statementOf, titleOf } from './statement-words';

const photoId = '00000000-0000-4000-8000-000000000001' as Statement['photoId'];
const removed: Statement = {
  statementId: '00000000-0000-4000-8000-000000000002' as Statement['statementId'],
  caseId: '00000000-0000-4000-8000-000000000003' as Statement['caseId'],
  decision: 'removePhoto',
  photoId,
  about: ['sexual', 'screening'],
  rule: 'no-nudity',
  reasons: 'The photo shows nudity.',
  usedScreening: true,
  issuedAt: '2026-03-01T10:00:00.000Z',
  until: null,
  appealUntil: '2026-08-31T10:00:00.000Z',
  appeal: null,
  undoneAt: null,
};
const within = Date.parse('2026-04-01T00:00:00.000Z');
const appeal = { filedAt: '2026-03-02T10:00:00.000Z', outcome: null, reasons: null, decidedAt: null };

describe('the appeal against a decision', () => {
  it('is open until its time is over', () => {
    expect(appealStateOf(removed, within)).toBe('open');
    expect(appealStateOf(removed, Date.parse('2026-09-01T00:00:00.000Z'))).toBe('over');
  });

  it('is what became of it once it is filed', () => {
    expect(appealStateOf({ ...removed, appeal }, within)).toBe('filed');
    expect(appealStateOf({ ...removed, appeal: { ...appeal, outcome: 'rejected' } }, within)).toBe('rejected');
    expect(
      appealStateOf({ ...removed, undoneAt: removed.issuedAt, appeal: { ...appeal, outcome: 'granted' } }, within),
    ).toBe('granted');
  });

  it('is not offered for a hold, nor for what was undone', () => {
    expect(appealStateOf({ ...removed, decision: 'hold', appealUntil: null }, within)).toBe('none');
    expect(appealStateOf({ ...removed, undoneAt: removed.issuedAt }, within)).toBe('none');
  });
});

describe('a statement in words', () => {
  it('says until when an account is suspended', () => {
    const until = '2026-03-15T10:00:00.000Z';
    const suspended: Statement = { ...removed, decision: 'suspendAccount', until };
    expect(titleOf(suspended, Date.parse('2026-03-02T00:00:00.000Z'))).toBe(
      'Your account is suspended until 15 March 2026',
    );
    expect(titleOf(suspended, within)).toBe('Your account was suspended until 15 March 2026');
    expect(effectOf(suspended, within)).toMatch(/^You can log in again/);
  });

  it('says that what was undone has no effect any more', () => {
    const undone = { ...removed, undoneAt: removed.issuedAt };
    expect([titleOf(undone, within), effectOf(undone, within)]).toEqual([
      'This decision was undone',
      'This no longer applies.',
    ]);
  });

  it('names everything that was reported or found', () => {
    expect(causeOf(removed)).toBe('Sexual content · found automatically');
    expect(causeOf({ ...removed, about: [] })).toBe(null);
  });
});

describe('the statement that explains a photo', () => {
  const held: Statement = { ...removed, decision: 'hold' };
  const photo = { _id: photoId!, moderation: 'held' as const };

  it('is the hold that stands, of that photo alone', () => {
    const other = { ...held, photoId: removed.statementId as never };
    expect(statementOf(photo, [other, { ...held, undoneAt: held.issuedAt }, removed, held])).toBe(held);
  });

  it('is none where nothing is wrong with the photo, or nothing is known', () => {
    expect(statementOf({ ...photo, moderation: 'none' }, [held])).toBeUndefined();
    expect(statementOf(photo)).toBeUndefined();
  });
});
