import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../lib/api/errors';
import { outcomeOf, reportProblem } from './use-report';

describe('a report', () => {
  it('needs a reason, and words where the reason says nothing', () => {
    expect(reportProblem(null, 'words')).toBe('Please choose what is wrong.');
    expect(reportProblem('other', '  ')).toBe('Please say in a few words what is wrong.');
    expect([reportProblem('minor', ''), reportProblem('other', 'It is a drawing.')]).toEqual([null, null]);
  });

  it('has at most 500 characters, without the spaces around them', () => {
    expect(reportProblem('other', ` ${'a'.repeat(500)} `)).toBe(null);
    expect(reportProblem('sexual', 'a'.repeat(502))).toBe('Please shorten it by 2 characters.');
  });

  it('ends where it was sent before, or where the photo is not open any more', () => {
    expect(outcomeOf(new ApiError(409, 'ALREADY_REPORTED', 'Reported before.'))).toBe('already');
    expect(outcomeOf(new ApiError(404, 'NOT_FOUND', 'There is nothing here.'))).toBe('gone');
  });

  it('can be sent again after too many, and without a connection', () => {
    expect(outcomeOf(new ApiError(429, 'RATE_LIMITED', 'Too many.'))).toMatchObject({
      problem: expect.stringMatching(/^This report was not sent, because you sent many/),
    });
    expect(outcomeOf(ApiError.offline())).toMatchObject({ problem: expect.stringMatching(/^You seem to be offline/) });
  });
});
