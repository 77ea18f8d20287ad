import { expect, it } from '@jest/globals';
import { asTabs, figureGroups, lastMonth, type ReportFigures, spanText } from './figures';

const report: ReportFigures = {
  ...{ from: '2026-10-01', to: '2026-11-01', holds: 2, undone: 0, decidedLate: 1, openAtEnd: 3 },
  ...{ appeals: 1, appealsGranted: 0, appealsRejected: 1, medianMsToDecideAppeals: null },
  ...{ medianMsToDecide: 96 * 60_000, p95MsToDecide: 3_600_000, noticesByReason: [], casesByOrigin: [] },
  reportsByReason: [{ key: 'minor', count: 1204 }],
  decisions: [{ key: 'removePhoto', count: 2 }],
  decisionsByRule: [{ key: 'no-nudity', count: 2 }],
};

it('names what was counted, and copies it with tabs', () => {
  const lines = asTabs(figureGroups(report)).split('\n');
  expect(lines).toContain('Reports by reason\tPossibly under 18\t1,204');
  expect(lines).toContain('Notices by reason\tNone\t0');
  expect(lines).toContain('Decisions by rule\tNothing sexual\t2');
  expect(lines).toContain('Time to decide\tMedian\t1 h 36 min');
  expect(lines).toContain('Appeals\tMedian time to decide\t–');
});

it.each([
  [null, '–'],
  [20_000, '0 min'],
  [3_600_000, '1 h'],
  [41.5 * 3_600_000, '41 h 30 min'],
])('writes %s ms as "%s"', (ms, text) => expect(spanText(ms)).toBe(text));

it('begins with the last whole month, in UTC', () => {
  expect(lastMonth(Date.parse('2027-01-01T00:30:00.000Z'))).toEqual({ from: '2026-12-01', to: '2027-01-01' });
});
