import { describe, expect, it } from '@jest/globals';
import { inShort, nameAndOthers, sameFailures } from './failures.mjs';

describe('failures', () => {
  it('with the same message are told once', () => {
    const failures = ['a', 'b', 'c'].map((name) => ({ name, message: name === 'b' ? 'refused' : 'not ready' }));
    expect(sameFailures(failures).map(({ names, message }) => [nameAndOthers(names), message])).toEqual([
      ['a, and 1 more for the same reason', 'not ready'],
      ['b', 'refused'],
    ]);
  });

  it('are short without colors, empty lines and stack', () => {
    expect(inShort('Error: \u001b[31mnot ready\u001b[39m\n\n  identity\n    at start (part.ts:1:2)\n    at main')).toBe(
      'Error: not ready\n  identity',
    );
  });

  it('keep the last lines of what a program printed', () => {
    const printed = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    expect(inShort(printed).split('\n')).toEqual(expect.arrayContaining(['line 0', '…', 'line 39']));
  });
});
