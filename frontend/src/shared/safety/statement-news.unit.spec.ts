import type { Statement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { newsOf } from './statement-news';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const statement = (decision: Statement['decision'], issuedAt: string) =>
  ({ statementId: decision, decision, issuedAt, undoneAt: null, appeal: null }) as unknown as Statement;
const hold = statement('hold', '2026-03-09T10:00:00.000Z');
const removal = statement('removePhoto', '2026-03-10T10:00:00.000Z');
const undoneAt = '2026-03-10T11:00:00.000Z';
const idsOf = (news: readonly Statement[]) => news.map(({ statementId }) => statementId);

describe('news of decisions', () => {
  it('are those that were not read, newest first', () => {
    expect(idsOf(newsOf([hold, removal], new Set(), now))).toEqual(['removePhoto', 'hold']);
    expect(idsOf(newsOf([hold, removal], new Set(['removePhoto 2026-03-10T10:00:00.000Z']), now))).toEqual(['hold']);
  });

  it('come again when a decision is undone', () => {
    const read = new Set(['removePhoto 2026-03-10T10:00:00.000Z']);
    expect(newsOf([removal], read, now)).toEqual([]);
    expect(idsOf(newsOf([{ ...removal, undoneAt }], read, now))).toEqual(['removePhoto']);
  });

  it('are not holds that have ended, because a decision has ended them', () => {
    expect(idsOf(newsOf([{ ...hold, undoneAt }, removal], new Set(), now))).toEqual(['removePhoto']);
  });

  it('are not what happened more than two weeks ago', () => {
    expect(newsOf([statement('removePhoto', '2026-02-20T10:00:00.000Z')], new Set(), now)).toEqual([]);
  });
});
