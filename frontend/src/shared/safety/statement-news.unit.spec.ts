import type { Statement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { newsOf } from './statement-news';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const statement = (statementId: string, issuedAt: string, undoneAt: string | null = null) =>
  ({ statementId, caseId: statementId, issuedAt, until: null, undoneAt, appeal: null }) as unknown as Statement;
const hold = statement('hold', '2026-03-09T10:00:00.000Z');
const removal = statement('removal', '2026-03-10T10:00:00.000Z');
const idsOf = (news: readonly Statement[]) => news.map(({ statementId }) => statementId);

describe('news of decisions', () => {
  it('are those that were not read, newest first', () => {
    expect(idsOf(newsOf([hold, removal], new Set(), now))).toEqual(['removal', 'hold']);
    expect(idsOf(newsOf([hold, removal], new Set(['removal 2026-03-10T10:00:00.000Z']), now))).toEqual(['hold']);
  });

  it('come again when a decision is undone', () => {
    const read = new Set(['hold 2026-03-09T10:00:00.000Z']);
    expect(newsOf([hold], read, now)).toEqual([]);
    expect(idsOf(newsOf([{ ...hold, undoneAt: '2026-03-10T11:00:00.000Z' }], read, now))).toEqual(['hold']);
  });

  it('tell of a decision once, not of the end of its hold as well', () => {
    const caseId = 'case' as Statement['caseId'];
    const ended: Statement = { ...hold, caseId, decision: 'hold', undoneAt: removal.issuedAt };
    expect(idsOf(newsOf([{ ...removal, caseId, decision: 'removePhoto' }, ended], new Set(), now))).toEqual([
      'removal',
    ]);
    expect(idsOf(newsOf([ended], new Set(), now))).toEqual(['hold']);
  });

  it('come again when a suspension is over', () => {
    const suspension = { ...statement('suspension', '2026-03-01T10:00:00.000Z'), until: '2026-03-10T11:00:00.000Z' };
    const read = new Set(['suspension 2026-03-01T10:00:00.000Z']);
    expect(newsOf([suspension], read, Date.parse('2026-03-05T12:00:00.000Z'))).toEqual([]);
    expect(idsOf(newsOf([suspension], read, now))).toEqual(['suspension']);
  });

  it('are not what happened more than two weeks ago', () => {
    expect(newsOf([statement('old', '2026-02-20T10:00:00.000Z')], new Set(), now)).toEqual([]);
  });
});
