import type { Statement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { newsOf } from './statement-news';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const statement = (statementId: string, issuedAt: string, undoneAt: string | null = null) =>
  ({ statementId, issuedAt, undoneAt, appeal: null }) as unknown as Statement;
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

  it('are not what happened more than two weeks ago', () => {
    expect(newsOf([statement('old', '2026-02-20T10:00:00.000Z')], new Set(), now)).toEqual([]);
  });
});
