import { TransparencyReport } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { linesOfReport } from './moderation-commands.js';

const empty = TransparencyReport.parse({
  from: '2026-11-01',
  to: '2026-12-01',
  ...{ reportsByReason: [], noticesByReason: [], casesByOrigin: [], decisions: [], decisionsByRule: [] },
  ...{ holds: 0, medianMsToDecide: null, p95MsToDecide: null, decidedLate: 0, undone: 0, openAtEnd: 0 },
  ...{ appeals: 0, appealsGranted: 0, appealsRejected: 0, medianMsToDecideAppeals: null },
});

describe('a transparency report in words', () => {
  it('has every amount with its sum, the largest first', () => {
    const reportsByReason = [
      { key: 'minor', count: 2 },
      { key: 'sexual', count: 5 },
    ];
    expect(linesOfReport({ ...empty, reportsByReason })).toEqual(
      expect.arrayContaining(['reports  7', '  sexual  5', '  minor   2', 'notices  0']),
    );
  });

  it('says a time in its two largest units, and none where nothing was decided', () => {
    const lines = linesOfReport({ ...empty, medianMsToDecide: 42 * 60_000, p95MsToDecide: 28 * 3_600_000 });
    const figure = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}  `))
        ?.slice(name.length)
        .trim();
    expect(figure('time to decide, median')).toBe('42 min');
    expect(figure('time to decide, 95th percentile')).toBe('1 d 4 h');
    expect(figure('time to decide an appeal, median')).toBe('none');
  });
});
