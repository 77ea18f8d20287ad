import { renameSync, writeFileSync } from 'node:fs';
import type { BenchRow } from './row.js';

const absent = '–';

const numeral = (value: number | null): string => {
  if (value === null) return absent;
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
};

const verdict = (met: boolean | null): string => {
  if (met === null) return absent;
  return met ? 'yes' : 'no';
};

/** Columns have fixed widths, because each row is printed when it is measured. Names may be long, so they come last. */
const columns = (ratio: string, target: string, met: string, figure: string, floor: string, rest: string): string =>
  [ratio.padStart(6), target.padEnd(17), met.padEnd(3), figure.padStart(9), floor.padStart(9), rest].join('  ');

export const heading = columns('ratio', 'target', 'met', 'figure', 'floor', 'unit: what is measured | its floor');

export const lineOf = ({ path, floorName, floor, figure, unit, ratio, target, met }: BenchRow): string =>
  columns(
    ratio === null ? absent : ratio.toFixed(2),
    target,
    verdict(met),
    numeral(figure),
    numeral(floor),
    `${unit}: ${path}${floor === null ? '' : ` | ${floorName}`}`,
  );

/** Formats minutes and seconds: 65 is 1:05. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export interface Progress {
  name: string;
  /** Number of the benchmark that starts, counted from 1. */
  number: number;
  benchmarks: number;
  elapsedSeconds: number;
  plannedSeconds: number;
  plannedSecondsOfAll: number;
}

export const progressLine = (progress: Progress): string =>
  `[${progress.number} of ${progress.benchmarks}] ${progress.name}: about ${clock(progress.plannedSeconds)}; ` +
  `${clock(progress.elapsedSeconds)} of about ${clock(progress.plannedSecondsOfAll)} have passed`;

export function summary(rows: readonly BenchRow[], elapsedSeconds: number): string {
  const [met, missed] = [true, false].map((verdict) => rows.filter((row) => row.met === verdict).length);
  return `${rows.length} rows in ${clock(elapsedSeconds)}: ${met} targets met, ${missed} missed`;
}

export interface ReportedRow {
  benchmark: string;
  row: BenchRow;
}

/** Returns a JSON list with an object per row. Values that JSON cannot express, such as NaN, become null. */
export function jsonOf(reported: readonly ReportedRow[]): string {
  const objects = reported.map(({ benchmark, row: { path, ...figures } }) => ({ benchmark, row: path, ...figures }));
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}

/** Replaces the whole file at once, so that neither a reader nor an interrupted run finds half of it. */
export function writeReport(file: string, reported: readonly ReportedRow[]): void {
  const written = `${file}.part`;
  writeFileSync(written, jsonOf(reported));
  renameSync(written, file);
}
