import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { clock, heading, jsonOf, lineOf, progressLine, summary, writeReport } from './report.js';
import type { BenchRow } from './row.js';

const row: BenchRow = {
  path: 'append to new streams',
  floorName: 'pgbench, the same insert',
  floor: 20_123.4,
  figure: 50_000.2,
  unit: 'appends/s',
  ratio: 2.4847,
  target: '>= 1.5',
  met: true,
};
const alone: BenchRow = { ...row, floor: null, figure: 4.9, unit: 's', ratio: null, target: '-', met: null };

describe('the report of a benchmark', () => {
  it('prints a row below the headings, and its names last', () => {
    const line = lineOf(row);
    expect(line).toBe(
      '  2.48  >= 1.5             yes     50,000     20,123  appends/s: append to new streams | pgbench, the same insert',
    );
    for (const [title, value] of [
      ['target', '>= 1.5'],
      ['met', 'yes'],
      ['unit', 'appends/s'],
    ] as const)
      expect(line.indexOf(value)).toBe(heading.indexOf(title));
  });

  it('prints a row that has nothing to compare with', () => {
    expect(lineOf(alone)).toBe('     –  -                  –         4.90          –  s: append to new streams');
  });

  it('says which benchmark begins, and how far the run is', () => {
    const place = { number: 3, benchmarks: 11, elapsedSeconds: 201.4, plannedSeconds: 90, plannedSecondsOfAll: 899 };
    expect(progressLine({ name: 'feed', ...place })).toBe(
      '[3 of 11] feed: about 1:30; 3:21 of about 14:59 have passed',
    );
  });

  it('counts the targets that are met and missed, and no others', () => {
    expect(summary([row, row, { ...row, met: false }, alone], 59.6)).toBe('4 rows in 1:00: 2 targets met, 1 missed');
  });

  it('carries seconds into minutes', () => {
    expect([0, 59.4, 59.5, 3_600].map(clock)).toEqual(['0:00', '0:59', '1:00', '60:00']);
  });

  it('gives programs one object for each row', () => {
    const { path, ...figures } = row;
    expect(JSON.parse(jsonOf([{ benchmark: 'append', row }]))).toEqual([
      { benchmark: 'append', row: path, ...figures },
    ]);
    expect(JSON.parse(jsonOf([{ benchmark: 'append', row: { ...row, ratio: Number.NaN } }]))[0].ratio).toBeNull();
  });

  it('leaves a whole file after each row', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bench-report-'));
    try {
      const file = join(directory, 'rows.json');
      for (const rows of [[], [row], [row, alone]]) {
        writeReport(
          file,
          rows.map((each) => ({ benchmark: 'append', row: each })),
        );
        expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(rows.length);
      }
      expect(readdirSync(directory)).toEqual(['rows.json']);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
