import { describe, expect, it } from '@jest/globals';
import { reportLine } from './report-line.mjs';

const entry = (level: number | string) =>
  JSON.stringify({ level, msg: 'Redis is away', err: { message: 'ECONNREFUSED' } });

describe('what of a log reaches the terminal', () => {
  it('says warnings and errors with their reason', () => {
    expect(reportLine('tokens', entry(40), 'stdout')).toBe('[tokens] warning: Redis is away (ECONNREFUSED)');
    expect(reportLine('tokens', entry('error'), 'stdout')).toBe('[tokens] error: Redis is away (ECONNREFUSED)');
  });

  it('keeps everyday lines in the files', () => {
    expect(reportLine('tokens', entry(30), 'stdout')).toBeUndefined();
    expect(reportLine('tokens', entry('info'), 'stdout')).toBeUndefined();
    expect(reportLine('tokens', 'listening', 'stdout')).toBeUndefined();
  });

  it('says what Node prints when a process dies', () => {
    expect(reportLine('tokens', 'Error: no memory', 'stderr')).toBe('[tokens] Error: no memory');
  });

  it('knows a refused insert from a dead database', () => {
    expect(reportLine('postgres', 'ERROR:  duplicate key value', 'stderr')).toBeUndefined();
    expect(reportLine('postgres', 'PANIC:  could not write to file', 'stderr')).toContain('PANIC');
  });
});
