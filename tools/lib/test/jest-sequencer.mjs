import { statSync } from 'node:fs';
import path from 'node:path';

/** Spec files that take longer than their size suggests. They start first, so that no worker is alone at the end. */
const longest = [
  ...['kills.e2e', 'own-system.e2e', 'rebuild.int', 'two-hundred-assessors.int', 'racing-appends.int'],
  ...['fit-scores.int', 'render-photo.unit', 'frozen-leader.int', 'database-outage.int'],
];

const rankOf = ({ path: file }) => {
  const rank = longest.findIndex((name) => path.basename(file).startsWith(`${name}.`));
  return rank < 0 ? longest.length : rank;
};

export default class LongestFirst {
  sort(tests) {
    const sizeOf = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return tests.toSorted((one, other) => rankOf(one) - rankOf(other) || sizeOf.get(other) - sizeOf.get(one));
  }

  /** Jest requires this method and `cacheResults`. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
