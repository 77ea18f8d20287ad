import type { AccountEntry, TransferId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { type EntryPage, statementCsv } from './raw-calls.js';

const entry = (entryId: string, changed: Partial<AccountEntry> = {}): AccountEntry => ({
  ...{ entryId, account: 'user:anna', at: '2026-11-22T12:00:00.000Z', recordedAt: '2026-11-22T12:00:01.000Z' },
  ...{ code: 'grant', amount: 40, balance: 40, transferId: 'transfer' as TransferId, cause: 'event' },
  assessmentIds: [],
  ...changed,
});

const page = (nextCursor: string | null, ...entries: AccountEntry[]): EntryPage => ({ entries, nextCursor });

const textOf = async (csv: AsyncGenerator<string>): Promise<string> => {
  let text = '';
  for await (const chunk of csv) text += chunk;
  return text;
};

const never = () => Promise.reject(new Error('there is no further page'));

describe('a statement as CSV', () => {
  it('has a line an entry below the names of the columns', async () => {
    expect(
      await textOf(
        statementCsv(
          page(null, entry('1'), entry('2', { amount: -5, balance: null, assessmentIds: ['a', 'b'] })),
          never,
        ),
      ),
    ).toBe(
      [
        'entryId,account,at,recordedAt,code,amount,balance,transferId,cause,assessmentIds',
        '1,user:anna,2026-11-22T12:00:00.000Z,2026-11-22T12:00:01.000Z,grant,40,40,transfer,event,',
        '2,user:anna,2026-11-22T12:00:00.000Z,2026-11-22T12:00:01.000Z,grant,-5,,transfer,event,a b',
        '',
      ].join('\r\n'),
    );
  });

  it('has an empty field for what a ledger of the version before leaves out', async () => {
    const { assessmentIds: _later, ...earlier } = entry('1');
    expect(await textOf(statementCsv(page(null, earlier), never))).toMatch(/,event,\r\n$/);
  });

  it('has its columns where there is no entry', async () => {
    expect(await textOf(statementCsv(page(null), never))).toMatch(/^entryId,[\w,]+\r\n$/);
  });

  it('asks for a page only when the one before was taken', async () => {
    const asked: string[] = [];
    const csv = statementCsv(page('1', entry('1')), async (cursor) => {
      asked.push(cursor);
      return page(cursor === '1' ? '2' : null, entry(String(Number(cursor) + 1)));
    });
    await csv.next();
    await csv.next();
    expect(asked).toEqual([]);
    expect((await csv.next()).value).toMatch(/^2,/);
    expect(asked).toEqual(['1']);
    expect((await csv.next()).value).toMatch(/^3,/);
    expect(await csv.next()).toMatchObject({ done: true });
    expect(asked).toEqual(['1', '2']);
  });

  it('quotes what would break a line, and lets no text be a formula', async () => {
    const causes = ['a,b', 'say "x"', 'two\nlines', '=1+1', '@sum', '-2', '+3', '=a,"b"'];
    const text = await textOf(statementCsv(page(null, ...causes.map((cause) => entry('1', { cause }))), never));
    for (const field of ['"a,b"', '"say ""x"""', '"two\nlines"', "'=1+1", "'@sum", "'-2", "'+3", `"'=a,""b"""`]) {
      expect(text).toContain(`transfer,${field},\r\n`);
    }
  });
});
