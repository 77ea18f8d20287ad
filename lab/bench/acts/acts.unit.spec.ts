import { describe, expect, it } from '@jest/globals';
import { type ActFigures, actRows } from './act-rows.js';
import { costOfAct, growth, isQuiet, StatementCounter } from './totals.js';

describe('the cost of an act', () => {
  const span = { before: { gateway: 10, postgres: 4 }, after: { gateway: 12, postgres: 5, worker: 1 }, seconds: 20 };

  it('is the growth by act, without what the idle system uses in that time', () => {
    expect(costOfAct(span, { gateway: 0.05, postgres: 0.025 }, 10)).toEqual({
      gateway: 0.1,
      postgres: 0.05,
      worker: 0.1,
    });
  });

  it('comes from the growth per second, which is also what is measured at rest', () => {
    expect(growth(span)).toEqual({ gateway: 0.1, postgres: 0.05, worker: 0.05 });
  });

  it('ends only when the system uses about what it uses at rest', () => {
    expect([0.2, 0.34, 0.36].map((spent) => isQuiet(spent, 4, 0.05))).toEqual([true, true, false]);
  });
});

describe('the count of statements in the log', () => {
  const line = (pid: number, text: string) => `2026-11-30 12:00:00.000 UTC [${pid}] LOG:  ${text}\n`;
  const countOf = (...parts: string[]) => {
    const counter = new StatementCounter();
    for (const part of parts) counter.read(part);
    return { statements: counter.statements, transactions: counter.transactions };
  };

  it('counts a block as one transaction, and a statement outside as another', () => {
    const block = [
      'statement: begin',
      'execute <unnamed>: insert into events',
      'execute append: select 1',
      'statement: COMMIT',
    ];
    expect(countOf([...block, 'execute <unnamed>: select 2'].map((text) => line(7, text)).join(''))).toEqual({
      statements: 5,
      transactions: 2,
    });
  });

  it('keeps the blocks of two backends apart, even if the log is read in parts', () => {
    const first = line(7, 'statement: begin') + line(8, 'execute s1: select 1');
    const second = line(7, 'statement: rollback to savepoint one') + line(7, 'statement: rollback');
    expect(countOf(first, second)).toEqual({ statements: 4, transactions: 2 });
  });

  it('counts a statement of several lines once, and no other line', () => {
    const text = `${line(7, 'execute <unnamed>: ')}\tselect 1\n\t  from events\n${line(7, 'checkpoint starting: time')}`;
    expect(countOf(text)).toEqual({ statements: 1, transactions: 1 });
  });
});

describe('the rows of an act', () => {
  const figures = (factor: number): ActFigures => ({
    cpu: [1, 2, 9].map((round) => ({ gateway: 0.02 * factor * round, tokens: 0.0001 })),
    counts: { 'SQL statements': 100 * factor, 'SQL transactions': 30 * factor, 'NATS messages': 60, 'NATS kB': 0 },
  });
  const rowsOf = (
    name: string,
    spared?: { name: string; seconds: number },
    against: string | undefined = 'd0641bc9',
  ) => [...actRows({ name, own: figures(0.4), other: figures(1), against, spared })];

  it('hold an act to the required ratios of its processor time, transactions and messages', () => {
    const [cpu, gateway, statements, transactions, messages, bytes] = rowsOf('submit two ratings');
    expect(cpu).toMatchObject({ path: 'submit two ratings', figure: 16.1, floor: 40.1, target: '<= 0.5x', met: true });
    expect(gateway).toMatchObject({ path: 'submit two ratings: gateway', figure: 16, floor: 40, target: '-' });
    expect(statements).toMatchObject({ unit: 'SQL statements', figure: 40, floor: 100, target: '-' });
    expect(transactions).toMatchObject({ target: '<= 0.4x', met: true });
    expect(messages).toMatchObject({ ratio: 1, target: '<= 0.4x', met: false });
    expect(bytes).toMatchObject({ floor: 0, ratio: null });
  });

  it('compare what is left without the work that no structure saves', () => {
    const [whole, rest] = rowsOf('sign-up by code', { name: 'the hash', seconds: 0.0101 });
    expect(whole).toMatchObject({ figure: 16.1, target: '-' });
    expect(rest).toMatchObject({ path: 'sign-up by code, without the hash', target: '<= 0.7x', met: true });
    expect(rest!.figure).toBeCloseTo(6);
    expect(rest!.floor).toBeCloseTo(30);
  });

  it('require nothing beside another commit', () => {
    expect(rowsOf('submit two ratings', undefined, 'HEAD~1').every(({ met }) => met === null)).toBe(true);
  });
});
