import { writeFileSync } from 'node:fs';
import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';
import { changedBesideMoves, git, suitesReachedBy } from './changes.mjs';

/** The last commit at which each suite passed: { suites: { [name]: { commit, date, tests, seconds, cpuSeconds } } }. */
const recordName = 'docs/test-all.json';
const recordFile = fromRoot('docs', 'test-all.json');

export const readRecord = () => readJson(recordFile)?.suites ?? {};

export const changesBesideRecord = () =>
  git('status', '--porcelain', '--', '.', `:(exclude)${recordName}`).split('\n').filter(Boolean);

/** Undefined if any file except the record differs from the commit, or if the directory is not a Git clone. */
export function cleanCommit() {
  try {
    return changesBesideRecord().length === 0 ? git('rev-parse', 'HEAD') : undefined;
  } catch {
    return undefined;
  }
}

const rounded = (number) => (number === undefined ? undefined : Math.round(number));

/** Records the suites that passed at the commit; suites that did not run keep their entry. */
export function recordGreen(commit, results, date = new Date()) {
  const suites = { ...readRecord() };
  for (const { name, passed, seconds, cpuSeconds, reason } of results) {
    if (reason !== undefined) continue;
    const figures = { tests: passed, seconds: rounded(seconds), cpuSeconds: rounded(cpuSeconds) };
    suites[name] = { commit, date: date.toISOString().slice(0, 10), ...figures };
  }
  const sorted = Object.fromEntries(Object.entries(suites).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(recordFile, `${JSON.stringify({ suites: sorted }, null, 2)}\n`);
}

/** `unknown`: suites without a record, and those whose commit is missing from a shallow clone. */
export function reachedSinceGreen(names, record = readRecord(), filesSince = changedFilesSince) {
  const changes = names.map((name) => ({ name, files: record[name] && filesSince(record[name].commit) }));
  return {
    reached: changes
      .filter(({ name, files }) => files && suitesReachedBy(files).includes(name))
      .map(({ name }) => name),
    unknown: changes.filter(({ files }) => !files).map(({ name }) => name),
  };
}

function changedFilesSince(commit) {
  try {
    return changedBesideMoves(commit);
  } catch {
    return undefined;
  }
}

/** Returns the number of tests that `npm test` leaves out, or the number of suites if a suite has no record. */
export function leftOut(names, results, record = readRecord()) {
  const absent = names.filter((name) => !results.some((result) => result.name === name));
  if (absent.some((name) => record[name] === undefined)) return `${absent.length} suites`;
  // A suite may have more tests in `test:all`. Failed suites are ignored, because their numbers are not comparable.
  const shorter = results.filter(({ name, failed }) => record[name] && failed === 0);
  const tests = [
    ...absent.map((name) => record[name].tests),
    ...shorter.map(({ name, passed }) => Math.max(0, record[name].tests - passed)),
  ];
  return String(tests.reduce((sum, count) => sum + count, 0));
}

export function unprovenSuites(names, record = readRecord(), isSame = isSameButForRecord) {
  return names.filter((name) => !record[name] || !isSame(record[name].commit));
}

function isSameButForRecord(commit) {
  try {
    return git('diff', '--name-only', commit, 'HEAD', '--', '.', `:(exclude)${recordName}`) === '';
  } catch {
    return false;
  }
}
